//! Alt pressed and released alone, which gives the keyboard to the menu bar.

use egui::{Context, Event, Key};

/// Whether Alt is held, and nothing has happened since.
#[derive(Debug, Default)]
pub struct AltTap {
    is_alone: bool,
}

impl AltTap {
    /// Whether Alt is released in this pass, pressed and released alone. `is_free`: nothing needs the keyboard. Call it in every pass, before keys
    /// are taken.
    pub fn take(&mut self, ctx: &Context, is_free: bool) -> bool {
        ctx.input(|input| {
            let mut is_tapped = false;
            for event in &input.events {
                match event {
                    Event::Key {
                        key: Key::AltLeft,
                        pressed: true,
                        modifiers,
                        repeat,
                        ..
                    } => {
                        let is_plain = !modifiers.ctrl && !modifiers.shift && !modifiers.command;
                        // A drag by Alt is a gesture of the view.
                        let begins = is_free && is_plain && !input.pointer.any_down();
                        self.is_alone = begins && (self.is_alone || !repeat);
                    }
                    Event::Key {
                        key: Key::AltLeft,
                        pressed: false,
                        ..
                    } => is_tapped |= std::mem::take(&mut self.is_alone),
                    Event::Key { pressed: false, .. }
                    | Event::ModifiersChanged(_)
                    | Event::PointerMoved(_)
                    | Event::MouseMoved(_)
                    | Event::PointerGone => {}
                    _ => self.is_alone = false,
                }
            }
            // The window manager takes the keyboard by Alt+Tab, and a key that is held is released then.
            self.is_alone &= input.focused;
            is_tapped && input.focused
        })
    }
}
