//! Small pictures in the rows of lists.
//!
//! In: those that are there. Out: painted ones, and which of the others are wanted.

use super::theme::{self, size};
use crate::ui::app_info::{ThumbnailOf, Thumbnails};
use egui::{Color32, Rect, Ui, pos2, vec2};
use std::sync::Arc;

/// Width over height.
const ASPECT: f32 = 4.0 / 3.0;

/// What lists have, and what they wish for in this pass.
#[derive(Default)]
pub struct Wishes {
    there: Arc<Thumbnails>,
    pub wanted: Vec<ThumbnailOf>,
}

impl Wishes {
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

/// The place of the picture in a row: at its left, `inset` from its edges.
pub fn place(row: Rect, inset: f32) -> Rect {
    let height = row.height() - 2.0 * inset;
    Rect::from_min_size(row.min + vec2(inset, inset), vec2(height * ASPECT, height))
}
