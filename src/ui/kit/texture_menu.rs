//! The menu behind a texture, wherever one is listed.

use super::control;
use crate::core::TextureIndex;
use crate::opened::{FileKey, TextureEntry};
use crate::session::{Action, StageAction, WindowAction, command};
use egui::{Response, Ui};

/// On the page of all textures, which needs no way to itself: there another image can be put in a texture's place.
pub struct OnPage {
    pub file: FileKey,
    pub texture: TextureIndex,
    /// Another image stands in its place.
    pub is_relinked: bool,
}

pub fn show(response: &Response, entry: &TextureEntry, on_page: Option<OnPage>, actions: &mut Vec<Action>) {
    response.context_menu(|ui| {
        let in_page = on_page.is_some();
        if let Some(there) = on_page {
            relink(ui, &there, actions);
            ui.separator();
        }
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

fn relink(ui: &mut Ui, there: &OnPage, actions: &mut Vec<Action>) {
    let (file, texture) = (there.file, there.texture);
    if control::entry(ui, "Replace…", "", true, None) {
        actions.push(Action::Stage(StageAction::ChooseImage { file, texture }));
    }
    if there.is_relinked && control::entry(ui, "Use its own image", "", true, None) {
        let location = None;
        actions.push(Action::Stage(StageAction::Relink {
            file,
            texture,
            location,
        }));
    }
}

fn copy(ui: &mut Ui, title: &str, text: &str, actions: &mut Vec<Action>) {
    if control::entry(ui, title, "", true, None) {
        actions.push(Action::Window(WindowAction::Copy(text.to_owned())));
    }
}
