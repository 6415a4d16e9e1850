//! The menu behind a texture, wherever one is listed.

use super::control;
use crate::opened::TextureEntry;
use crate::session::{Action, WindowAction, command};
use egui::{Response, Ui};

/// `in_page`: on the page of all textures, which needs no way to itself.
pub fn show(response: &Response, entry: &TextureEntry, in_page: bool, actions: &mut Vec<Action>) {
    response.context_menu(|ui| {
        copy(ui, "Copy path", &entry.reference, actions);
        if let Some(location) = &entry.location {
            copy(ui, "Copy where it was found", location, actions);
        }
        let page = command("texture_page");
        if !in_page && control::entry(ui, page.title, "", true, None) {
            actions.push(page.action());
        }
    });
}

fn copy(ui: &mut Ui, title: &str, text: &str, actions: &mut Vec<Action>) {
    if control::entry(ui, title, "", true, None) {
        actions.push(Action::Window(WindowAction::Copy(text.to_owned())));
    }
}
