//! The lamp that stands where the light comes from, while it is turned and a moment longer.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_session::{Session, lamp_in_view};
use egui::accesskit::Role;
use egui::{Align2, Color32, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use std::time::Duration;

/// Radius of the lamp, points.
const RADIUS: f32 = 9.0;
/// Rays around it, and how long each is.
const RAYS: usize = 8;
const RAY: f32 = 5.0;
/// Seconds for which it stays after the last turn, and in which it fades then.
const STAYS: f64 = 0.9;
const FADES: f64 = 0.12;

/// The last turn that was seen, and when it changed.
#[derive(Clone, Copy)]
struct Turned {
    turn_rad: f32,
    at: Option<f64>,
}

/// `is_turned`: a drag turns the light now.
pub fn show(ui: &Ui, rect: Rect, session: &Session, is_turned: bool) {
    let id = control::stable_id("lamp of the view");
    let turn_rad = session.preferences().look.environment.turn_rad;
    let now = ui.input(|input| input.time);
    let before = ui.data(|data| data.get_temp::<Turned>(id));
    let is_other = before.is_some_and(|before| before.turn_rad != turn_rad);
    let at = match is_turned || is_other {
        true => Some(now),
        false => before.and_then(|before| before.at),
    };
    let left = at.map_or(0.0, |at| STAYS + FADES - (now - at));
    let at = at.filter(|_| left > 0.0);
    ui.data_mut(|data| data.insert_temp(id, Turned { turn_rad, at }));
    if at.is_none() {
        return;
    }
    let wait = if left > FADES { left - FADES } else { 0.0 };
    ui.ctx().request_repaint_after(Duration::from_secs_f64(wait));
    let moves = !session.window().less_motion();
    let opacity = if moves { (left / FADES).min(1.0) as f32 } else { 1.0 };
    paint(ui, rect, session, opacity);
}

fn paint(ui: &Ui, rect: Rect, session: &Session, opacity: f32) {
    let Some(seen) = lamp_in_view(session) else { return };
    let half = rect.size() * 0.5;
    let place = |ndc: glam::Vec2| pos2(rect.center().x + ndc.x * half.x, rect.center().y - ndc.y * half.y);
    let (lamp, middle) = (place(seen.lamp), place(seen.middle));
    let theme = theme::of(ui);
    let fade = |color: Color32| color.gamma_multiply(opacity);
    let (color, edge) = (fade(theme.selected), fade(theme.ground));
    let painter = ui.painter().with_clip_rect(rect);
    let way = middle - lamp;
    if way.length() > 2.0 * (RADIUS + RAY) {
        let from = lamp + way.normalized() * (RADIUS + RAY);
        painter.line_segment([from, middle], Stroke::new(3.0 * size::LINE, edge));
        painter.line_segment([from, middle], Stroke::new(size::LINE, color));
    }
    for ray in 0..RAYS {
        let angle = std::f32::consts::TAU * ray as f32 / RAYS as f32;
        let out = vec2(angle.cos(), angle.sin());
        let ends = [lamp + out * (RADIUS + 2.0), lamp + out * (RADIUS + RAY)];
        painter.line_segment(ends, Stroke::new(2.0 * size::LINE, color));
    }
    // A ring where it shines from behind the models.
    let fill = if seen.is_behind { edge } else { color };
    painter.circle(lamp, RADIUS, fill, Stroke::new(2.0 * size::LINE, color));
    words(ui, rect, lamp, &seen.words, opacity);
}

/// Above the lamp, or below it where there is no room.
fn words(ui: &Ui, rect: Rect, lamp: Pos2, words: &str, opacity: f32) {
    let theme = theme::of(ui);
    let font = theme::dense().resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font, theme.text);
    let away = RADIUS + RAY + space::S;
    let above = lamp.y - away - galley.size().y > rect.top() + 2.0 * size::ROW;
    let (anchor, y) = match above {
        true => (Align2::CENTER_BOTTOM, lamp.y - away),
        false => (Align2::CENTER_TOP, lamp.y + away),
    };
    let half = galley.size().x * 0.5 + space::S;
    let x = lamp
        .x
        .clamp(rect.left() + half, (rect.right() - half).max(rect.left() + half));
    let room = anchor.anchor_size(pos2(x, y), galley.size());
    let painter = ui.painter().with_clip_rect(rect);
    let back = theme.ground.gamma_multiply(0.85 * opacity);
    painter.rect_filled(room.expand2(vec2(space::XS, 0.0)), size::RADIUS, back);
    painter.galley(room.min, galley, theme.text.gamma_multiply(opacity));
    let told = ui.interact(room, control::stable_id("words of the lamp"), Sense::hover());
    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
}
