//! Statistics in a strip below the view: what pictures cost, as (what, value), side by side and in as many rows as they need.
//!
//! In: the lines that the app tells. Out: a strip that takes its height from the view instead of covering it. Each value keeps the widest
//! place and the strip the most rows that it needed since it was opened, as every picture brings other numbers.

use crate::AppInfo;
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_session::Session;
use egui::accesskit::Role;
use egui::{Context, FontId, Frame, Galley, Id, Panel, ScrollArea, Sense, TextStyle, Ui, UiBuilder, WidgetInfo, vec2};
use std::collections::HashMap;
use std::sync::Arc;

/// Between two lines.
const GAP: f32 = 2.0;
/// The share of the height beside the columns that the strip takes at most: the rest scrolls.
const MOST_HEIGHT: f32 = 0.25;

/// The strip's memory between passes.
#[derive(Clone, Default)]
struct Kept {
    /// The width of the view, and the rows that the values needed there.
    rows: (f32, usize),
    /// Width of each value by its name, in points.
    widths: HashMap<String, f32>,
    /// Height of the strip in the last pass, in points.
    height: f32,
}

fn id() -> Id {
    control::stable_id("statistics")
}

/// Points that the strip took in the last pass.
pub fn height(ctx: &Context) -> f32 {
    ctx.data(|data| data.get_temp::<Kept>(id()))
        .map_or(0.0, |kept| kept.height)
}

/// Call it after the columns and before the view.
pub fn show(ui: &mut Ui, session: &Session, app: &AppInfo<'_>) {
    if !session.preferences().window.stats || app.stats.is_empty() {
        ui.data_mut(|data| data.remove::<Kept>(id()));
        return;
    }
    let theme = theme::of(ui);
    let mut kept: Kept = ui.data(|data| data.get_temp(id())).unwrap_or_default();
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let room = ui.available_width() - 2.0 * space::M;
    let mut cells: Vec<(Arc<Galley>, usize, f32)> = Vec::new();
    let (mut row, mut left) = (0, 0.0);
    for (what, value) in app.stats {
        let text = format!("{what} {value}");
        let galley = ui.painter().layout_no_wrap(text, font.clone(), theme.dim);
        let widest = kept.widths.entry((*what).to_owned()).or_default();
        *widest = widest.max(galley.size().x);
        if left > 0.0 && left + *widest > room {
            (row, left) = (row + 1, 0.0);
        }
        cells.push((galley, row, left));
        left += *widest + space::XL;
    }
    let rows = match kept.rows {
        (width, rows) if width == room => rows.max(row + 1),
        _ => row + 1,
    };
    kept.rows = (room, rows);
    let line = cells.iter().map(|(galley, ..)| galley.size().y).fold(0.0, f32::max) + GAP;
    let inside = rows as f32 * line - GAP;
    let most = (ui.available_height() * MOST_HEIGHT - 2.0 * space::XS).max(line);
    let shown = Panel::bottom("statistics")
        .resizable(false)
        .exact_size(inside.min(most) + 2.0 * space::XS)
        .frame(Frame::new().fill(theme.ground))
        .show(ui, |ui| {
            ui.take_available_space();
            let seen = ui.max_rect().shrink2(vec2(space::M, space::XS));
            let mut ui = ui.new_child(UiBuilder::new().max_rect(seen));
            let scroll = ScrollArea::vertical().auto_shrink(false).content_margin(0.0);
            scroll.show(&mut ui, |ui| {
                let (rect, response) = ui.allocate_exact_size(vec2(room, inside), Sense::empty());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, "Statistics"));
                for (galley, row, left) in cells {
                    let at = rect.min + vec2(left, row as f32 * line);
                    ui.painter().galley(at, galley, theme.dim);
                }
            });
        });
    kept.height = shown.response.rect.height();
    ui.data_mut(|data| data.insert_temp(id(), kept));
}
