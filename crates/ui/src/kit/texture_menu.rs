//! The menu behind a texture, wherever one is listed.

use super::control;
use castview_base::core::TextureIndex;
use castview_picture::opened::{FileKey, TextureEntry};
use castview_session::{Action, StageAction, WindowAction, command, folder_told};
use egui::{Response, Ui};

/// On the page of all textures, which needs no way to itself: there another image can be put in a texture's place.
pub struct OnPage<'a> {
    pub file: FileKey,
    pub texture: TextureIndex,
    /// Another image stands in its place.
    pub is_relinked: bool,
    /// An image of its name that came with other files.
    pub offered: Option<&'a str>,
}

/// Shows a texture by the image that is offered for it.
pub fn use_offered((file, texture): (FileKey, TextureIndex), image: &str) -> Action {
    Action::Stage(StageAction::Relink {
        file,
        texture,
        location: Some(image.to_owned()),
    })
}

pub fn show(response: &Response, entry: &TextureEntry, on_page: Option<OnPage<'_>>, actions: &mut Vec<Action>) {
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

fn relink(ui: &mut Ui, there: &OnPage<'_>, actions: &mut Vec<Action>) {
    let (file, texture) = (there.file, there.texture);
    if control::entry(ui, "Replace…", "", true, None) {
        actions.push(Action::Stage(StageAction::ChooseImage { file, texture }));
    }
    if let Some(image) = there.offered {
        let title = format!("Use the one in {}", folder_told(image));
        if control::entry(ui, &title, "", true, None) {
            actions.push(use_offered((file, texture), image));
        }
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
