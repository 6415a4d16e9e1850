//! The transport: play, step, loop, speed, clip and frame, and the ruler under them.

use super::event_rows::EventRows;
use super::filmstrip::{self, Film};
use super::range_bar::RangeDrag;
use super::ruler::{self, Scrub};
use super::scroll_bar;
use super::ticks::{KeyTicks, TroubleTicks};
use super::time_view::TimeView;
use crate::clips::Library;
use crate::kit::readouts::Readouts;
use crate::kit::theme::{self, size, space};
use crate::kit::{control, words};
use crate::time::heights::{self, Heights};
use castview_base::scene::PlayMode;
use castview_motion::animation::Seam;
use castview_session::playback;
use castview_session::{Action, ClipKey, PlaybackAction, Session, command};
use egui::accesskit::Role;
use egui::{
    Align, Button, Color32, ComboBox, DragValue, Frame, Layout, Margin, Panel, RichText, Ui, UiBuilder, WidgetInfo,
    vec2,
};
use egui_material_icons::{MaterialIcon, icons};

/// The speeds one click away.
const SPEEDS: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

/// State of the bar between two passes, besides the scrub.
#[derive(Default)]
pub struct Memory {
    pub range: RangeDrag,
    pub rows: EventRows,
    pub film: Film,
    pub keys: KeyTicks,
    pub troubles: TroubleTicks,
    /// Put the keyboard into the frame number.
    pub wants_frame: bool,
}

pub fn show(
    ui: &mut Ui,
    session: &Session,
    view: &mut TimeView,
    scrub: &mut Scrub,
    memory: &mut Memory,
    library: &mut Library,
    actions: &mut Vec<Action>,
) {
    let theme = theme::of(ui);
    let wraps = Heights::of(ui.ctx(), session).wraps;
    let rows = if wraps { 2.0 } else { 1.0 };
    let height =
        rows * size::TRANSPORT_ROW + heights::film(session) + ruler::height(ui.ctx(), session) + size::TIME_SCROLL;
    let frame = Frame::new().fill(theme.ground).inner_margin(Margin::ZERO);
    Panel::bottom("transport")
        .exact_size(height)
        .frame(frame)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let mut clip_and_readouts = |ui: &mut Ui, actions: &mut Vec<Action>| {
                let row = ui.available_width();
                let wish = (row * size::CLIP_SHARE).clamp(size::CLIP_MIN, size::CLIP);
                let readouts = Readouts::fitting(ui, session, row - size::CLIP_MIN, row - wish);
                let room = row - readouts.width - ui.spacing().item_spacing.x;
                clip_choice(ui, session, library, wish, room, actions);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    readouts.show(ui, session, &mut memory.wants_frame, actions)
                });
            };
            row(ui, |ui| {
                let left_out = left_out(ui.available_width(), wraps);
                buttons(ui, session, &left_out, actions);
                if !left_out.contains(&SPEED) {
                    divider(ui);
                    speed(ui, session, actions);
                }
                if !wraps {
                    divider(ui);
                    clip_and_readouts(ui, actions);
                }
            });
            if wraps {
                row(ui, |ui| clip_and_readouts(ui, actions));
            }
            filmstrip::show(ui, session, view, scrub, &mut memory.film, actions);
            let marks = (
                &mut memory.range,
                &mut memory.rows,
                &mut memory.keys,
                &mut memory.troubles,
            );
            ruler::show(ui, session, view, scrub, marks, actions);
            scroll_bar::show(ui, session, view);
        });
}

/// Shows a row. Controls that have no room in it stand out: neither the next row nor the ruler gets wider than the window for them.
fn row(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), size::TRANSPORT_ROW));
    let inside = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::left_to_right(Align::Center));
    let mut ui = ui.new_child(inside);
    ui.spacing_mut().item_spacing.x = space::XS;
    ui.add_space(space::S);
    add(&mut ui);
}

/// More air than a line: the groups are told apart by distance.
fn divider(ui: &mut Ui) {
    ui.add_space(space::M);
}

/// Controls that a narrow transport in one row leaves out, the least needed first, and the width of each. All of them are in the Play menu.
const LEFT_OUT: [(&str, f32); 7] = [
    ("stepped", BUTTON),
    ("ping_pong", BUTTON),
    ("reverse", BUTTON),
    (SPEED, 104.0),
    ("first_frame", BUTTON),
    ("last_frame", BUTTON),
    ("loop", BUTTON),
];

/// The speed among [`LEFT_OUT`].
const SPEED: &str = "speed";

/// An icon's button with the space beside it.
const BUTTON: f32 = size::ROW + space::XS;

/// Names of the parts left out of a row this wide. They depend on the width alone, so buttons come and go only while the window is resized.
fn left_out(width: f32, wraps: bool) -> Vec<&'static str> {
    let mut missing = if wraps { 0.0 } else { size::TRANSPORT_WHOLE - width };
    let mut names = Vec::new();
    for (name, part) in LEFT_OUT {
        if missing > 0.0 {
            names.push(name);
            missing -= part;
        }
    }
    names
}

fn buttons(ui: &mut Ui, session: &Session, left_out: &[&str], actions: &mut Vec<Action>) {
    let press = |ui: &mut Ui, name: &str, glyph| match left_out.contains(&name) {
        true => None,
        false => control::command_button(ui, session, name, glyph),
    };
    actions.extend(press(ui, "first_frame", icons::ICON_SKIP_PREVIOUS));
    actions.extend(press(ui, "step_back", icons::ICON_CHEVRON_LEFT));
    actions.extend(play(ui, session));
    actions.extend(press(ui, "step_forward", icons::ICON_CHEVRON_RIGHT));
    actions.extend(press(ui, "last_frame", icons::ICON_SKIP_NEXT));
    ui.add_space(space::XS);
    actions.extend(press(ui, "reverse", icons::ICON_ARROW_BACK_2));
    actions.extend(press(ui, "loop", icons::ICON_REPEAT));
    actions.extend(press(ui, "ping_pong", icons::ICON_SYNC_ALT));
    actions.extend(press(ui, "stepped", icons::ICON_STAIRS));
    if ui.available_width() > size::SEAM {
        // Its place is kept, so that nothing moves when another clip has none.
        let place = vec2(size::ICON, size::ROW);
        ui.allocate_ui_with_layout(place, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(place);
            if let Some(seam) = playback::seam(session) {
                seam_meter(ui, seam);
            }
        });
    }
}

/// How well the loop closes: an icon whose shape says it too, and the greatest jump beside the pointer.
fn seam_meter(ui: &mut Ui, seam: Seam) {
    let (glyph, word, color) = judged(ui, seam);
    let share = words::fixed(f64::from(seam.share) * 100.0, 1);
    let angle = words::fixed(f64::from(seam.angle_rad.to_degrees()), 1);
    let tip = format!(
        "Loop seam: {word}. From the last pose to the first a bone jumps by up to {share} % of the skeleton's size ({} units) \
         and turns by up to {angle}°. Good is at most {} % and {}°, poor is above {} % or {}°.",
        words::measure(seam.distance),
        GOOD.0 * 100.0,
        GOOD.1,
        FAIR.0 * 100.0,
        FAIR.1,
    );
    let response = ui.label(control::icon(glyph).color(color)).on_hover_text(tip);
    let name = format!("loop seam: {word}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
}

/// Share of the skeleton's size and degrees up to which nobody sees the jump, and up to which it is small.
const GOOD: (f32, f32) = (0.005, 2.0);
const FAIR: (f32, f32) = (0.03, 10.0);

fn judged(ui: &Ui, seam: Seam) -> (MaterialIcon, &'static str, Color32) {
    let theme = theme::of(ui);
    let within = |(share, degrees): (f32, f32)| seam.share <= share && seam.angle_rad.to_degrees() <= degrees;
    if within(GOOD) {
        (icons::ICON_CHECK_CIRCLE, "good", theme.ok)
    } else if within(FAIR) {
        (icons::ICON_INFO, "fair", theme.note)
    } else {
        (icons::ICON_WARNING, "poor", theme.warning)
    }
}

/// The one button that stands out: wide and filled while there is something to play.
fn play(ui: &mut Ui, session: &Session) -> Option<Action> {
    let theme = theme::of(ui);
    let command = command("play");
    let (glyph, word) = if session.is_playing() {
        (icons::ICON_PAUSE, "Pause")
    } else {
        (icons::ICON_PLAY_ARROW, "Play")
    };
    let enabled = session.active_clip().is_some();
    let text = control::icon(glyph).size(size::ICON + 2.0).color(theme.on_accent);
    let button = Button::new(text)
        .fill(theme.accent)
        .min_size(vec2(size::PLAY, size::ROW));
    let response = ui.add_enabled(enabled, button);
    control::ring_on_accent(ui, &response);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, word));
    let tip = format!("{word} ({})", key_of(session, command.name));
    let response = response
        .on_hover_text(tip)
        .on_disabled_hover_text("Nothing to play: no clip is chosen");
    response.accessible_name(word).clicked().then(|| command.action())
}

fn speed(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let direction = session.playback().transport().speed;
    let mut value = direction.abs();
    let before = value;
    let field = DragValue::new(&mut value)
        .range(0.05..=10.0)
        .speed(0.01)
        .fixed_decimals(2)
        .suffix("×")
        .update_while_editing(false)
        .min_size(vec2(52.0, size::ROW));
    let tip = format!(
        "Speed: drag, type, or double-click for 1.00×. Slower {}, faster {}",
        key_of(session, "slower"),
        key_of(session, "faster")
    );
    let response = ui.add(field).on_hover_text(tip).accessible_name("Speed");
    if response.double_clicked() {
        value = 1.0;
    }
    if value != before {
        actions.push(Action::Playback(PlaybackAction::SetSpeed(value.copysign(direction))));
    }
    let more = Button::new(control::icon(icons::ICON_ARROW_DROP_DOWN)).frame_when_inactive(false);
    let (more, _) = egui::containers::menu::MenuButton::from_button(more).ui(ui, |ui| {
        for speed in SPEEDS {
            let is_chosen = (before - speed).abs() < 1e-9;
            if control::entry(ui, &format!("{speed}×"), "", true, Some(is_chosen)) {
                actions.push(Action::Playback(PlaybackAction::SetSpeed(speed.copysign(direction))));
            }
        }
    });
    more.on_hover_text("Usual speeds").accessible_name("Usual speeds");
}

fn key_of(session: &Session, name: &str) -> String {
    session.preferences().key_label(command(name))
}

/// Lists what the Clips tab lists. `wish` points wide, wider for a longer name, but never more than `room`.
fn clip_choice(ui: &mut Ui, session: &Session, library: &mut Library, wish: f32, room: f32, actions: &mut Vec<Action>) {
    let stage = session.stage();
    if stage.clips().is_empty() {
        // With nothing open at all the card in the view says how to begin.
        let hint = match stage.is_empty() {
            true => "No clips",
            false => "No clips. Drop a .cast with an animation.",
        };
        ui.label(RichText::new(hint).color(theme::of(ui).dim));
        return;
    }
    let name_of = |key: ClipKey| {
        crate::tree::node::label(
            stage,
            crate::tree::node::Node::Item(castview_session::Selected::Clip(key)),
        )
    };
    let chosen = session.playback().active_clip();
    let text = match chosen {
        Some(key) => RichText::new(words::shortened(name_of(key), 40)),
        None => RichText::new("Rest pose").color(theme::of(ui).dim),
    };
    let combo = ComboBox::from_id_salt("clip choice")
        .selected_text(text)
        .width(wish.min(room))
        .truncate()
        .icon(|ui, rect, visuals, _open| {
            let color = visuals.fg_stroke.color;
            control::paint_icon(ui, rect.center(), icons::ICON_ARROW_DROP_DOWN, size::ICON, color);
        });
    let entries = |ui: &mut Ui| {
        if control::entry(ui, "Rest pose", "", true, Some(chosen.is_none())) {
            actions.push(Action::Playback(PlaybackAction::ChooseClip(None)));
        }
        ui.separator();
        for key in library.clips(session) {
            let mode = stage
                .clip(key)
                .and_then(|clip| clip.clip().mode)
                .map_or("", PlayMode::word);
            if control::entry(ui, name_of(key), mode, true, Some(chosen == Some(key))) {
                actions.push(Action::Playback(PlaybackAction::ChooseClip(Some(key))));
            }
        }
        if let Some(searched) = library.searched() {
            ui.separator();
            let title = format!("All clips, not only “{}”", words::shortened(searched, 20));
            if control::entry(ui, &title, "", true, None) {
                library.clear_search();
            }
        }
    };
    // The name is cut where the room of its own `Ui` ends.
    let shown = ui.scope(|ui| {
        ui.set_max_width(room);
        combo.show_ui(ui, entries).response
    });
    let response = shown.inner;
    let tip = format!(
        "Which clip plays. Previous {}, next {}",
        key_of(session, "previous_clip"),
        key_of(session, "next_clip")
    );
    response.on_hover_text(tip).accessible_name("Clip");
}
