//! The built-in file dialog: the folders and files of a folder, to open one of them or to save a picture among them.
//!
//! In: what the session has listed. Out: actions. Only rows that are seen are made.

use crate::kit::keyboard::field::{self, Left};
use crate::kit::theme::{self, size, space};
use crate::kit::{control, page, words};
use castview_picture::opened::{Place, Places};
use castview_session::{Action, BrowserAction, DialogAction, DialogFor, FileDialog, Page, Session, browser, is_name};
use egui::accesskit::Role;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Align, Align2, Button, Context, Label, Layout, Response, RichText, ScrollArea, TextEdit, Ui, vec2};
use egui_material_icons::icons;

/// Characters of a name that can be typed.
const LONGEST_NAME: usize = 200;

/// Characters of a folder's path that can be typed.
const LONGEST_PATH: usize = 4096;

/// Typed text: the name of a picture, and where to look.
#[derive(Default)]
pub struct Typed {
    name: Field,
    location: Field,
    /// The pass in which the dialog was last shown.
    pass: Option<u64>,
    /// The field that one is most likely to type into next is to take the keyboard.
    waits: bool,
}

impl Typed {
    /// A field is to take the keyboard as soon as it is shown.
    pub fn waits(&self) -> bool {
        self.waits
    }

    pub fn wait_no_more(&mut self) {
        self.waits = false;
    }
}

#[derive(Default)]
struct Field {
    text: String,
    /// The text at first. When another one is suggested, it begins anew.
    of: Option<String>,
}

impl Field {
    fn follow(&mut self, text: &str) {
        if self.of.as_deref() != Some(text) {
            *self = Self {
                text: text.to_owned(),
                of: Some(text.to_owned()),
            };
        }
    }
}

pub fn show(ctx: &Context, session: &Session, typed: &mut Typed, actions: &mut Vec<Action>) {
    let Some(dialog) = browser::file_dialog(session) else {
        return;
    };
    let title = match dialog.wants() {
        DialogFor::File => "Open files",
        DialogFor::Folder => "Open a folder",
        DialogFor::Picture => "Save the picture",
        DialogFor::Image(..) => "Choose an image",
        DialogFor::Diagnostics => "Save diagnostics",
        DialogFor::Vertices(..) => "Save the vertices",
        DialogFor::Export => "Export",
        DialogFor::Pose => "Save the pose",
    };
    // Before the folder is listed, too: keys wait for the field meanwhile.
    let pass = ctx.cumulative_pass_nr();
    typed.waits |= typed.pass.replace(pass).is_none_or(|last| last + 1 < pass);
    typed.name.follow(dialog.name());
    if let Some(places) = dialog.places() {
        typed.location.follow(&places.location);
    }
    page::show(ctx, Page::FileDialog, title, actions, |ui, actions| {
        let dim = theme::of(ui).dim;
        let why = RichText::new("This desktop offers no file dialog.").color(dim);
        ui.add(Label::new(why.text_style(theme::dense())).truncate());
        ui.add_space(space::XS);
        let Some(places) = dialog.places() else {
            control::empty(ui, "Looking into the folder…");
            return;
        };
        let saves = dialog.wants().saves();
        let field = head(ui, places, &mut typed.location.text, actions);
        if !saves {
            take_keyboard(&field, &typed.location.text, &mut typed.waits);
        }
        ui.add_space(space::XS);
        // Room for the line below the list.
        let height = (ui.available_height() - size::ROW - 2.0 * space::S).max(size::ROW);
        if let Some(error) = &places.error {
            control::empty(ui, &format!("The folder cannot be listed: {error}."));
        } else {
            control::named(ui, Role::List, "Folders and files", |ui| {
                list(ui, dialog, places, height, actions)
            });
        }
        ui.add_space(space::S);
        let field = foot(ui, dialog, places, &mut typed.name.text, actions);
        if let Some(field) = field {
            take_keyboard(&field, &typed.name.text, &mut typed.waits);
        }
    });
}

/// While it `waits`, asks for the focus of `field`; once the field has it, selects all text and stops waiting. One request is not enough: in a
/// window's first pass it had no effect.
fn take_keyboard(field: &Response, text: &str, waits: &mut bool) {
    if !*waits {
        return;
    }
    if !field.has_focus() {
        field.request_focus();
        return;
    }
    *waits = false;
    let mut state = TextEditState::load(&field.ctx, field.id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::default(), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(&field.ctx, field.id);
}

fn ask(action: DialogAction) -> Action {
    Action::Browser(BrowserAction::Dialog(action))
}

/// The folder that is shown, which can be typed over, and the ways out of it.
fn head(ui: &mut Ui, places: &Places, location: &mut String, actions: &mut Vec<Action>) -> Response {
    let shown = ui.horizontal(|ui| {
        let above = places.parent.clone();
        let tip = "The folder above";
        if control::icon_button(ui, icons::ICON_ARROW_UPWARD, tip, tip, above.is_some()).clicked()
            && let Some(above) = above
        {
            actions.push(ask(DialogAction::Enter(above)));
        }
        let tip = "Your own folder";
        if control::icon_button(ui, icons::ICON_HOME, tip, tip, true).clicked() {
            actions.push(ask(DialogAction::Enter(String::new())));
        }
        let field = TextEdit::singleline(location)
            .id(control::stable_id("location of the folder"))
            .char_limit(LONGEST_PATH)
            .align(Align2::LEFT_CENTER)
            .desired_width(ui.available_width());
        let field = ui
            .add(field)
            .accessible_name("Folder or file")
            .on_hover_text("Type a path and press Enter");
        if field::left(&field) == Some(Left::Entered) {
            actions.push(ask(DialogAction::GoTo(location.clone())));
        }
        field
    });
    shown.inner
}

fn list(ui: &mut Ui, dialog: &FileDialog, places: &Places, height: f32, actions: &mut Vec<Action>) {
    let is_saving = dialog.wants().saves();
    let is_shown = |file: &&Place| match dialog.wants() {
        DialogFor::File => !file.is_picture,
        DialogFor::Folder | DialogFor::Diagnostics | DialogFor::Vertices(..) | DialogFor::Pose => false,
        DialogFor::Image(..) => {
            file.is_picture && !["mp4", "webm"].contains(&ending_of(&file.name).trim_start_matches('.'))
        }
        DialogFor::Picture | DialogFor::Export => {
            file.is_picture && ending_of(&file.name).eq_ignore_ascii_case(ending_of(dialog.name()))
        }
    };
    let files: Vec<&Place> = places.files.iter().filter(is_shown).collect();
    let folders = places.folders.len();
    if folders + files.len() == 0 {
        control::empty(
            ui,
            match dialog.wants() {
                DialogFor::Folder => "There are no folders in this one.",
                _ => "There is nothing here that can be chosen.",
            },
        );
        return;
    }
    let area = ScrollArea::vertical()
        .id_salt(&places.location)
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, false]);
    area.show_rows(ui, size::ROW, folders + files.len(), |ui, shown| {
        for at in shown {
            let (place, glyph) = match places.folders.get(at) {
                Some(folder) => (folder, icons::ICON_FOLDER),
                None => match files.get(at - folders) {
                    Some(file) => (*file, icons::ICON_DRAFT),
                    None => continue,
                },
            };
            let is_folder = at < folders;
            let text = RichText::new(&place.name);
            let is_chosen = dialog.chosen().contains(&place.location);
            let button = Button::selectable(is_chosen, (control::icon(glyph), text)).truncate();
            let response = ui.add_enabled(is_folder || !is_saving, button.min_size(vec2(0.0, size::ROW)));
            if response.accessible_name(&place.name).clicked() {
                let location = place.location.clone();
                let several = ui.input(|input| input.modifiers.command);
                actions.push(ask(match is_folder {
                    true => DialogAction::Enter(location),
                    false if several => DialogAction::Choose(location),
                    false => DialogAction::Open(location),
                }));
            }
        }
    });
}

/// Shows the actions on the folder that is shown. Out: the field for a name.
fn foot(
    ui: &mut Ui,
    dialog: &FileDialog,
    places: &Places,
    typed: &mut String,
    actions: &mut Vec<Action>,
) -> Option<Response> {
    if places.is_cut {
        let text = RichText::new("There is more than is listed.").color(theme::of(ui).warning);
        ui.add(Label::new(text.text_style(theme::dense())).truncate());
    }
    match dialog.wants() {
        DialogFor::File if dialog.chosen().is_empty() => {
            let text = RichText::new("A click opens a file; Ctrl+click chooses several.").color(theme::of(ui).dim);
            ui.add(Label::new(text.text_style(theme::dense())).truncate());
        }
        DialogFor::File => {
            let words = words::counted(dialog.chosen().len() as u64, "file", "files");
            if ui.button(format!("Open {words}")).clicked() {
                actions.push(ask(DialogAction::OpenChosen));
            }
        }
        DialogFor::Folder => {
            let button = ui.add_enabled(places.error.is_none(), Button::new("Open this folder"));
            if button.clicked() {
                actions.push(ask(DialogAction::OpenFolder));
            }
        }
        DialogFor::Image(..) => {
            let text = RichText::new("A click puts the image in place of the texture.").color(theme::of(ui).dim);
            ui.add(Label::new(text.text_style(theme::dense())).truncate());
        }
        DialogFor::Picture | DialogFor::Diagnostics | DialogFor::Export | DialogFor::Vertices(..) | DialogFor::Pose => {
            let (ending, what) = match dialog.wants() {
                DialogFor::Diagnostics => (".txt", "Name of the file"),
                DialogFor::Vertices(..) => (".csv", "Name of the file"),
                DialogFor::Pose => (".cast", "Name of the file"),
                DialogFor::Export => (ending_of(dialog.name()), "Name of the file"),
                _ => (".png", "Name of the picture"),
            };
            let shown = ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let full = full_name(typed, ending);
                    let is_there = places.files.iter().any(|file| file.name == full);
                    // A path leads to its folder first: what is there already is seen before anything is saved.
                    let path = split_path(typed, &places.location);
                    let word = match path {
                        Some(_) => "Go to folder",
                        None if is_there => "Replace",
                        None => "Save",
                    };
                    let usable = path.is_some() || is_name(typed) && places.error.is_none();
                    let button = ui.add_enabled(usable, Button::new(word));
                    let field = TextEdit::singleline(typed)
                        .id(control::stable_id("name of the picture"))
                        .char_limit(LONGEST_NAME)
                        .desired_width(ui.available_width());
                    let field = ui.add(field).accessible_name(what);
                    let is_entered = field::left(&field) == Some(Left::Entered);
                    match path {
                        Some((folder, name)) if button.clicked() || is_entered => {
                            *typed = if is_name(&name) { name } else { dialog.name().to_owned() };
                            actions.push(ask(DialogAction::GoTo(folder)));
                            field.request_focus();
                        }
                        // A file that is there already is replaced by the button alone.
                        None if button.clicked() || usable && is_entered && !is_there => {
                            actions.push(ask(DialogAction::Save(full)));
                        }
                        _ => {}
                    }
                    field
                })
            });
            return Some(shown.inner.inner);
        }
    }
    None
}

/// The folder and the name of what is typed; `None` without a folder. `here`: the folder that relative paths begin in.
fn split_path(typed: &str, here: &str) -> Option<(String, String)> {
    let typed = typed.trim();
    let at = typed.rfind(['/', '\\'])?;
    let (folder, name) = typed.split_at(at + 1);
    let is_whole = folder.starts_with(['/', '\\', '~']) || folder.as_bytes().get(1) == Some(&b':');
    let folder = match is_whole {
        true => folder.to_owned(),
        false => format!("{}/{folder}", here.trim_end_matches('/')),
    };
    Some((folder, name.to_owned()))
}

/// The ending that the suggested name has.
fn ending_of(name: &str) -> &str {
    name.rfind('.').map_or("", |at| &name[at..])
}

/// As it is written: a picture is a PNG, and a report is text.
fn full_name(name: &str, ending: &str) -> String {
    let name = name.trim();
    match name.to_ascii_lowercase().ends_with(ending) {
        true => name.to_owned(),
        false => format!("{name}{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_folder_and_a_name() {
        for (typed, wanted) in [
            ("a.png", None),
            (" ", None),
            ("/tmp/a.png", Some(("/tmp/", "a.png"))),
            (" /a.png ", Some(("/", "a.png"))),
            ("~/a", Some(("~/", "a"))),
            ("deep/er/a", Some(("/here/deep/er/", "a"))),
            ("../a", Some(("/here/../", "a"))),
            ("deep/", Some(("/here/deep/", ""))),
            ("C:\\x\\a", Some(("C:\\x\\", "a"))),
        ] {
            let split = split_path(typed, "/here");
            let split = split.as_ref().map(|(folder, name)| (&folder[..], &name[..]));
            assert_eq!(split, wanted, "{typed:?}");
        }
    }
}
