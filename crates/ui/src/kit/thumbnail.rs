//! Small pictures in the rows of lists.
//!
//! In: those that are there. Out: painted ones, and which of the others are wanted.

use super::control;
use super::theme::{self, size};
use crate::app_info::{ThumbnailOf, Thumbnails};
use egui::accesskit::Role;
use egui::{Atom, Button, Color32, Context, Id, IdSalt, Rect, RichText, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;
use std::sync::Arc;

/// Width over height.
pub const ASPECT: f32 = 4.0 / 3.0;

/// Small pictures that lists have, and those that they wish for in this pass.
#[derive(Default)]
pub struct ThumbnailWishes {
    there: Arc<Thumbnails>,
    pub wanted: Vec<ThumbnailOf>,
}

impl ThumbnailWishes {
    /// A pass begins.
    pub fn begin(&mut self, there: Option<&Arc<Thumbnails>>) {
        self.there = there.cloned().unwrap_or_default();
        self.wanted.clear();
    }

    /// Paints the picture into `rect` if it is there, else wishes for it; whether it is there.
    pub fn paint(&mut self, ui: &Ui, rect: Rect, of: ThumbnailOf) -> bool {
        let texture = self.there.get(&of).copied();
        let Some(texture) = texture else {
            self.wanted.push(of);
            return false;
        };
        let painter = ui.painter();
        painter.rect_filled(rect, size::RADIUS, theme::of(ui).sky[1]);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture, rect, whole, Color32::WHITE);
        true
    }
}

/// Paints the small picture of a recent file into `rect`, or a sign while it is not made yet, and asks for it. The picture's size is unknown. A missing
/// file has a sign of its own.
pub fn paint_recent(ui: &Ui, rect: Rect, there: Option<&Arc<Thumbnails>>, location: &str, is_gone: bool) {
    if is_gone {
        let theme = theme::of(ui);
        ui.painter().rect_filled(rect, size::RADIUS, theme.ground);
        control::paint_icon(ui, rect.center(), icons::ICON_BROKEN_IMAGE, size::ICON, theme.dim);
        return;
    }
    let mut wishes = ThumbnailWishes {
        there: there.cloned().unwrap_or_default(),
        wanted: Vec::new(),
    };
    let of = ThumbnailOf::File {
        location: location.to_owned(),
        bytes: 0,
    };
    if !wishes.paint(ui, rect, of) {
        let theme = theme::of(ui);
        ui.painter().rect_filled(rect, size::RADIUS, theme.sky[1]);
        // A clip without a model never gets a picture.
        control::paint_icon(ui, rect.center(), icons::ICON_DRAFT, size::ICON, theme.dim);
        ui.data_mut(|data| {
            let wanted = data.get_temp_mut_or_default::<Vec<ThumbnailOf>>(aside());
            wanted.append(&mut wishes.wanted);
        });
    }
}

/// A menu entry for a recent file, with its small picture. A click closes the menu. A missing file is dimmed.
pub fn recent_entry(
    ui: &mut Ui,
    (title, aside): (&str, &str),
    there: Option<&Arc<Thumbnails>>,
    location: &str,
    is_gone: bool,
) -> bool {
    let dim = theme::of(ui).dim;
    let place = IdSalt::new("picture");
    let height = size::ROW - 2.0 * size::RING;
    let picture = Atom::custom(place, vec2(height * ASPECT, height));
    let aside = if is_gone { NOT_FOUND } else { aside };
    let aside = RichText::new(aside).color(dim).text_style(theme::dense());
    let shown = match is_gone {
        true => RichText::new(title).color(dim),
        false => RichText::new(title),
    };
    let line = Button::new((picture, shown)).right_text(aside).atom_ui(ui);
    if let Some(rect) = line.rect(place) {
        paint_recent(ui, rect, there, location, is_gone);
    }
    let response = line.response;
    let name = spoken(title, is_gone);
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, &name));
    let is_clicked = response.accessible_name(&name).clicked();
    if is_clicked {
        ui.close();
    }
    is_clicked
}

/// Words for a file that is gone.
pub const NOT_FOUND: &str = "not found";

/// The name of an entry for those who hear it.
pub fn spoken(name: &str, is_gone: bool) -> String {
    match is_gone {
        true => format!("{name}, {NOT_FOUND}"),
        false => name.to_owned(),
    }
}

/// Takes the small pictures that [`paint_recent`] wished for in this pass.
pub fn take_recent(ctx: &Context) -> Vec<ThumbnailOf> {
    ctx.data_mut(|data| data.remove_temp(aside())).unwrap_or_default()
}

fn aside() -> Id {
    control::stable_id("wishes of recent files")
}

/// The place of the picture in a row: at its left, `inset` from its edges.
pub fn place(row: Rect, inset: f32) -> Rect {
    let height = row.height() - 2.0 * inset;
    Rect::from_min_size(row.min + vec2(inset, inset), vec2(height * ASPECT, height))
}
