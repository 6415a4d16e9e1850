//! Edges of panels by the keyboard: a name for each, and arrow keys that resize the panel.

use super::arrows;
use crate::kit::theme::{self, size};
use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::{Event, Id, Key, LayerId, Order, Stroke, Ui};

/// The edge of a panel that is about to be shown.
pub struct Splitter {
    id: Id,
    /// The user moves it in this pass, by keys or by an assistive tool.
    pub is_moved: bool,
}

impl Splitter {
    /// Call it in the place of the panel of `salt`, before that is shown. In: the arrow keys that make the panel smaller, and larger.
    pub fn of(ui: &Ui, salt: &str, keys: [Key; 2]) -> Self {
        // As egui has it.
        let id = ui.scope_id().with(salt).with("__resize");
        let steps = ui.read_response(id).map_or(0.0, |edge| arrows::steps_by(&edge, keys));
        let action = if steps > 0.0 {
            Action::Increment
        } else {
            Action::Decrement
        };
        ui.input_mut(|input| {
            // Assistive tools ask for the same: egui resizes the panel when it is shown.
            for _ in 0..steps.abs() as usize {
                input.events.push(Event::AccessKitActionRequest(ActionRequest {
                    action,
                    target_tree: TreeId::ROOT,
                    target_node: id.accesskit_id(),
                    data: None,
                }));
            }
        });
        let asks = [Action::Increment, Action::Decrement, Action::SetValue];
        let is_moved = ui.input(|input| {
            asks.iter()
                .any(|action| input.has_accesskit_action_request(id, *action))
        });
        Self { id, is_moved }
    }

    /// Names the edge when the panel is shown, and marks it while it has the keyboard.
    pub fn name(&self, ui: &Ui, name: &str) {
        ui.ctx().accesskit_node_builder(self.id, |node| node.set_label(name));
        let has_focus = ui.memory(|memory| memory.has_focus(self.id));
        if let Some(edge) = ui.read_response(self.id).filter(|_| has_focus) {
            let layer = LayerId::new(Order::Middle, self.id);
            let middle = edge.rect.center();
            let stroke = Stroke::new(2.0 * size::RING, theme::of(ui).accent);
            let painter = ui.ctx().layer_painter(layer);
            match edge.rect.width() < edge.rect.height() {
                true => painter.vline(middle.x, edge.rect.y_range(), stroke),
                false => painter.hline(edge.rect.x_range(), middle.y, stroke),
            };
        }
    }
}
