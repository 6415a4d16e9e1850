//! How a text field gives the keyboard up, and keys that nobody has the keyboard for.
//!
//! A key has one receiver: whoever had the keyboard when the pass began, else a command, else whatever asks for free keys.

use crate::kit::control;
use egui::{Context, Event, Id, Key, Response, Ui};

/// How a text field gave the keyboard up in this pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Entered,
    Escaped,
    /// Something else took it.
    Elsewhere,
}

/// Whether and how the field of `response` gave the keyboard up in this pass. Nothing that is shown later gets the key.
pub fn left(response: &Response) -> Option<Left> {
    let ctx = &response.ctx;
    let had = ctx.memory(|memory| memory.had_focus_last_frame(response.id));
    if !had || response.has_focus() {
        return None;
    }
    if taken(ctx, Key::Escape) {
        return Some(Left::Escaped);
    }
    Some(match taken(ctx, Key::Enter) {
        true => Left::Entered,
        false => Left::Elsewhere,
    })
}

/// Whether the key is pressed in this pass; nothing else gets it.
fn taken(ctx: &Context, wanted: Key) -> bool {
    ctx.input_mut(|input| {
        let before = input.events.len();
        input
            .events
            .retain(|event| !matches!(event, Event::Key { key, pressed: true, .. } if *key == wanted));
        input.events.len() < before
    })
}

fn free() -> Id {
    control::stable_id("free keys")
}

/// Notes the keys of this pass that were pressed while nothing had the keyboard, and that are no command.
pub fn note_free(ctx: &Context, keys: Vec<Key>) {
    ctx.data_mut(|data| data.insert_temp(free(), keys));
}

/// Whether the key was pressed while nothing had the keyboard, and is no command.
pub fn is_free(ui: &Ui, key: Key) -> bool {
    ui.data(|data| data.get_temp::<Vec<Key>>(free()))
        .is_some_and(|keys| keys.contains(&key))
}
