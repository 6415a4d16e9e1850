//! Where a list of rows of one height stands, and where it is asked to go.
//!
//! In: a node that is to be seen, the rows there are. Out: a scroll area at that place.

use super::node::Node;
use egui::scroll_area::ScrollAreaOutput;
use egui::{ScrollArea, Ui};

/// Where a list is to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    Top,
    /// Into the middle, unless it is in sight.
    Middle(Node),
    /// As far as it takes.
    Edge(Node),
}

#[derive(Debug, Default)]
pub struct Lane {
    pub goes_to: Option<Goal>,
    /// Scroll offset of the last pass, in points.
    offset: f32,
    height: f32,
    rows: usize,
}

impl Lane {
    /// The area for `count` rows, `height` points high each, at its goal. `position`: which row a node has.
    pub fn area(
        &mut self,
        ui: &Ui,
        name: &str,
        (count, height): (usize, f32),
        position: impl Fn(Node) -> Option<usize>,
    ) -> ScrollArea {
        let area = ScrollArea::both().id_salt(name).auto_shrink([false, false]);
        let Some(goal) = self.goes_to else {
            self.rows = count;
            return area;
        };
        // An offset beyond the height of the pass before would be pulled back, and the list would drift on.
        if goal != Goal::Top && self.rows != count {
            self.rows = count;
            ui.ctx().request_repaint();
            return area;
        }
        self.rows = count;
        self.goes_to = None;
        let view = if self.height > 0.0 {
            self.height
        } else {
            ui.available_height()
        };
        let offset = match goal {
            Goal::Top => Some(0.0),
            Goal::Middle(node) => {
                let top = position(node).map(|row| row as f32 * height);
                let hidden = top.filter(|top| !self.shows(*top, height, view));
                hidden.map(|top| top - (view - height) * 0.5)
            }
            Goal::Edge(node) => {
                let top = position(node).map(|row| row as f32 * height);
                let hidden = top.filter(|top| !self.shows(*top, height, view));
                hidden.map(|top| if top < self.offset { top } else { top + height - view })
            }
        };
        match offset {
            Some(offset) => area.vertical_scroll_offset(offset.max(0.0)),
            None => area,
        }
    }

    fn shows(&self, top: f32, height: f32, view: f32) -> bool {
        top >= self.offset && top + height <= self.offset + view
    }

    /// Call it when the area was shown.
    pub fn saw<R>(&mut self, output: &ScrollAreaOutput<R>) {
        self.offset = output.state.clamped_offset().y;
        self.height = output.inner_rect.height();
    }
}
