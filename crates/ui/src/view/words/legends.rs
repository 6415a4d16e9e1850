//! The legends of the picture, told to those who do not see it.

use crate::kit::control;
use crate::kit::theme::{self, space};
use castview_picture::{Legend, Mark};
use castview_session::Session;
use castview_session::view;
use egui::accesskit::Role;
use egui::{Rangef, Rect, Sense, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2};

/// The legends are drawn with the picture; here their words are told to those who do not see it. `menus`: of a divided picture's halves. Out:
/// about where legends stand.
pub fn show(ui: &mut Ui, rect: Rect, session: &Session, menus: &[Rect]) -> Vec<Rect> {
    let mut places = Vec::new();
    let mut taken: Vec<Rect> = menus.to_vec();
    for legend in view::legends(session) {
        let [left, right] = legend.across.map(|share| rect.left() + rect.width() * share);
        let across = Rangef::new(left, right);
        let extent = extent(ui, &legend, across.span() - 2.0 * SIDES);
        let below = taken.iter().filter(|part| part.x_range().intersects(across));
        let bottom = below.map(|part| part.top() - space::XS);
        let bottom = bottom.fold(rect.bottom() - space::S, f32::min);
        let height = extent.y.min(rect.height() * SHARE);
        let middle = pos2(across.center(), bottom - height * 0.5);
        let area = Rect::from_center_size(middle, vec2(extent.x.min(across.span()), height));
        let words: Vec<&str> = legend.entries.iter().map(|entry| entry.words.as_str()).collect();
        let response = ui.interact(area, control::stable_id(legend.title), Sense::empty());
        let said = format!("{}: {}", legend.title, words.join(", "));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, said.clone()));
        taken.push(area.with_min_x(across.min).with_max_x(across.max));
        places.push(area);
    }
    places
}

/// Beside a legend: the little axes have their corner.
const SIDES: f32 = 84.0;
/// The part of the picture's height that a legend takes at most.
const SHARE: f32 = 0.25;
/// A line of a legend, and the air above and below all of them.
const LINE: f32 = 15.0;
const AIR: f32 = 6.0;
/// Marks with the space after them, and the space between entries.
const SQUARE: f32 = 14.0;
const RAMP: f32 = 101.0;
const APART: f32 = 14.0;

/// The size of a legend whose lines get `widest`: as the picture lays it out, but in the letters of the panels, which are as large.
fn extent(ui: &Ui, legend: &Legend, widest: f32) -> Vec2 {
    let font = TextStyle::Body.resolve(ui.style());
    let color = theme::of(ui).text;
    let (mut lines, mut line, mut width) = (1.0, 0.0_f32, 0.0_f32);
    for entry in &legend.entries {
        let words = ui
            .painter()
            .layout_no_wrap(entry.words.clone(), font.clone(), color)
            .size()
            .x;
        let mark = match entry.mark {
            Mark::None => 0.0,
            Mark::Square(_) => SQUARE,
            Mark::Ramp(_) => RAMP,
        };
        if line > 0.0 && line + APART + mark + words > widest {
            (lines, line) = (lines + 1.0, 0.0);
        }
        line += if line > 0.0 { APART } else { 0.0 } + mark + words;
        width = width.max(line);
    }
    vec2(width + APART, lines * LINE + AIR)
}
