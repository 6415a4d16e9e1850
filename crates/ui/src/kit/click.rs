//! The keys that a click was meant with.

use egui::{Event, Modifiers, Ui};

/// The keys held when a button was last pressed or released in this turn, else those held now. A turn on a slow adapter is long enough for
/// a key to be let go within it.
pub fn modifiers(ui: &Ui) -> Modifiers {
    ui.input(|input| {
        let of_button = |event: &Event| match event {
            Event::PointerButton { modifiers, .. } => Some(*modifiers),
            _ => None,
        };
        input.events.iter().rev().find_map(of_button).unwrap_or(input.modifiers)
    })
}
