//! What belongs to motion trails and ghosts: the words of legends, the choices of ghosts.

use crate::picture::{Legend, Mark};
use crate::session::{Action, RAY_LENGTHS, Session, ViewAction, command};
use crate::ui::kit::theme::{self, Theme, size, space};
use crate::ui::kit::{choices, control};
use egui::accesskit::Role;
use egui::{Align, Layout, Rangef, Rect, Sense, Slider, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2};

/// The legends are drawn with the picture; here their words are told to those who do not see it. `menus`: of a divided picture's halves. Out:
/// about where legends stand.
pub fn legends(ui: &mut Ui, rect: Rect, session: &Session, menus: &[Rect]) -> Vec<Rect> {
    let mut places = Vec::new();
    let mut taken: Vec<Rect> = menus.to_vec();
    for legend in session.legends() {
        let [left, right] = legend.across.map(|share| rect.left() + rect.width() * share);
        let across = Rangef::new(left, right);
        let extent = legend_extent(ui, &legend, across.span() - 2.0 * LEGEND_SIDES);
        let below = taken.iter().filter(|part| part.x_range().intersects(across));
        let bottom = below.map(|part| part.top() - space::XS);
        let bottom = bottom.fold(rect.bottom() - space::S, f32::min);
        let height = extent.y.min(rect.height() * LEGEND_SHARE);
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
const LEGEND_SIDES: f32 = 84.0;
/// The part of the picture's height that a legend takes at most.
const LEGEND_SHARE: f32 = 0.25;
/// A line of a legend, and the air above and below all of them.
const LEGEND_LINE: f32 = 15.0;
const LEGEND_AIR: f32 = 6.0;
/// Marks with the space after them, and the space between entries.
const LEGEND_SQUARE: f32 = 14.0;
const LEGEND_RAMP: f32 = 101.0;
const LEGEND_APART: f32 = 14.0;

/// The size of a legend whose lines get `widest`: as the picture lays it out, but in the letters of the panels, which are as large.
fn legend_extent(ui: &Ui, legend: &Legend, widest: f32) -> Vec2 {
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
            Mark::Square(_) => LEGEND_SQUARE,
            Mark::Ramp(_) => LEGEND_RAMP,
        };
        if line > 0.0 && line + LEGEND_APART + mark + words > widest {
            (lines, line) = (lines + 1.0, 0.0);
        }
        line += if line > 0.0 { LEGEND_APART } else { 0.0 } + mark + words;
        width = width.max(line);
    }
    vec2(width + LEGEND_APART, lines * LEGEND_LINE + LEGEND_AIR)
}

/// Lines of a menu: trails, ghosts, and how many of them stand how far apart.
pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for name in ["trail", "clear_trails"] {
        actions.extend(control::menu_entry(ui, session, command(name)));
    }
    if session.has_rays() {
        ui.separator();
        ray_length(ui, session, actions);
    }
    ui.separator();
    actions.extend(control::menu_entry(ui, session, command("ghosts")));
    actions.extend(control::menu_entry(ui, session, command("ghost_outlines")));
    swatches(ui, theme::of(ui));
    for (title, choices) in [
        ("Ghosts on each side", choices::GHOSTS),
        ("Opacity of ghosts", choices::GHOSTS_OPAQUE),
        ("Distance of ghosts", choices::GHOSTS_STAND),
    ] {
        control::submenu(ui, title, |ui| choices::lines(ui, session, choices, actions));
    }
}

/// How long lines of sight are drawn.
fn ray_length(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let mut length = session.preferences().ray_length;
    // A row takes all the width there is, and a menu has as much as it likes.
    let width = ui.min_rect().width().max(size::TREE);
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(size::ICON + space::S);
        ui.label("Gaze");
        // Menus are of the colour that rails have on panels.
        ui.visuals_mut().widgets.inactive.bg_fill = theme::of(ui).handle;
        let [least, most] = RAY_LENGTHS;
        let slider = Slider::new(&mut length, least..=most)
            .logarithmic(true)
            .fixed_decimals(1)
            .suffix(" m");
        let response = ui.add(slider);
        response.widget_info(|| WidgetInfo::slider(true, f64::from(length), "Length of the gaze"));
        if response.changed() {
            actions.push(Action::View(ViewAction::SetRayLength(length)));
        }
    });
}

/// Which colour is before and which after.
fn swatches(ui: &mut Ui, theme: &Theme) {
    let font = TextStyle::Small.resolve(ui.style());
    let words = ["before", "after"].map(|word| ui.painter().layout_no_wrap(word.to_owned(), font.clone(), theme.dim));
    // No wider than it is: a menu that has not been measured yet offers much more.
    let wide = words
        .iter()
        .map(|word| space::S + word.size().x + space::L)
        .sum::<f32>();
    let inset = size::ICON + space::L;
    let (rect, _) = ui.allocate_exact_size(vec2(inset + wide, size::ROW), Sense::hover());
    let mut left = rect.left() + inset;
    for (color, word) in theme.ghosts.into_iter().zip(words) {
        let square = Rect::from_center_size(pos2(left, rect.center().y), vec2(space::S, space::S));
        ui.painter().rect_filled(square, 0, color);
        let at = pos2(left + space::S, rect.center().y - word.size().y * 0.5);
        left = at.x + word.size().x + space::L;
        ui.painter().galley(at, word, theme.dim);
    }
}
