//! The Files tab of the left panel: what a folder holds, to look through file by file.
//!
//! A click opens a file in place of what is there; the arrow keys walk and open. Only rows that are seen are made, so that ten thousand
//! files scroll like fifty.

mod filter;
mod lines;
mod row;

use crate::kit::keyboard::field::{self, Left};
use crate::kit::keyboard::row_keys;
use crate::kit::theme::{self, size, space};
use crate::kit::thumbnail::ThumbnailWishes;
use crate::kit::{control, words};
use castview_session::browser::walked_location;
use castview_session::{Action, BrowserAction, DialValue, FileFilter, FileOrder, Session, command};
use egui::accesskit::Role;
use egui::{Align, Align2, Button, Id, Label, Layout, RichText, ScrollArea, TextEdit, TextStyle, Ui, vec2};
use egui_material_icons::icons;
use lines::{BrowserLine, BrowserLines};
use row::{ENTRY, LIST};

/// Characters that can be typed: names that are searched are no longer.
const LONGEST_QUERY: usize = 256;

/// Text in the search field, and the state of the list.
#[derive(Default)]
pub struct BrowserPanel {
    lines: BrowserLines,
    /// Text in the search field.
    query: String,
    /// Query of the session in the pass before: a different query did not come from the field.
    searched: String,
    /// The search gets the keyboard in the next pass.
    pub wants_search: bool,
    /// The list gets the keyboard in the next pass.
    pub wants_focus: bool,
    /// ↓ leads from the search into the list in this pass.
    enters_list: bool,
    /// The file that was asked for when the list last scrolled to it.
    revealed: Option<String>,
    /// The folder that was listed in the pass before: another one is shown from its beginning.
    folder: Option<String>,
}

impl BrowserPanel {
    /// A folder is opened: its list takes the keyboard.
    pub fn take_keyboard(&mut self) {
        self.wants_focus = true;
    }
}

pub fn show(
    ui: &mut Ui,
    session: &Session,
    browser: &mut BrowserPanel,
    thumbnails: &mut ThumbnailWishes,
    actions: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let state = session.browser();
    if state.folder().is_none() && state.awaited().is_none() {
        control::empty(ui, "No folder. Drop one here, or open one.");
        ui.vertical_centered(|ui| open_button(ui, session, actions));
        return;
    }
    ui.add_space(space::XS);
    head(ui, session, actions);
    ui.add_space(space::XS);
    browser.lines.update(session);
    search(ui, session, browser, actions);
    ui.add_space(space::XS);
    if state.folder().is_none() || browser.lines.lines.is_empty() {
        nothing(ui, session, actions);
        return;
    }
    if let Some(list) = state.folder().filter(|list| list.is_cut) {
        let text = format!(
            "Only the first {} files are listed.",
            words::grouped(list.files.len() as u64)
        );
        let text = RichText::new(text)
            .color(theme::of(ui).warning)
            .text_style(theme::dense());
        ui.horizontal(|ui| {
            ui.add_space(space::S);
            ui.add(Label::new(text).truncate());
        });
    }
    control::named(ui, Role::List, "Files of the folder", |ui| {
        list(ui, session, browser, thumbnails, actions)
    });
}

fn open_button(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let command = command("open_folder");
    ui.add_space(space::S);
    let button = ui.add(Button::new(command.title).min_size(vec2(0.0, size::ROW)));
    if button.on_hover_text(control::tip(session, command)).clicked() {
        actions.push(command.action());
    }
}

/// The name of the folder, and what can be done with it.
fn head(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let state = session.browser();
    let listed = state.folder().map(|folder| &folder.location[..]);
    let Some(location) = state.awaited().or(listed) else {
        return;
    };
    let theme = theme::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::S);
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::XS);
            let open = command("open_folder");
            let tools = [
                (
                    icons::ICON_FOLDER_OPEN,
                    "Open folder",
                    control::tip(session, open),
                    open.action(),
                ),
                (
                    icons::ICON_REFRESH,
                    "List the folder again",
                    "List the folder again".to_owned(),
                    Action::Browser(BrowserAction::Refresh),
                ),
            ];
            for (glyph, name, tip, action) in tools {
                if control::icon_button(ui, glyph, name, &tip, true).clicked() {
                    actions.push(action);
                }
            }
            let tip = "List the files of the folders below it, too";
            let is_deep = state.is_deep();
            if control::icon_toggle(ui, icons::ICON_ACCOUNT_TREE, "Folders below", tip, is_deep).clicked() {
                actions.push(Action::Browser(BrowserAction::ToggleDeep));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = words::file_name(location);
                control::name_label(ui, name, TextStyle::Body, theme.text).on_hover_text(location);
            });
        });
    });
}

/// Says why nothing is listed.
fn nothing(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let state = session.browser();
    let is_empty = session.browser().listed_files().is_empty();
    if state.awaited().is_some() || is_empty {
        control::empty(
            ui,
            match state.awaited() {
                Some(_) => "Looking into the folder…",
                None => "No models or clips in this folder.",
            },
        );
        return;
    }
    if !state.query().trim().is_empty() {
        control::empty(ui, "No file has this name. Esc shows all of them.");
        return;
    }
    control::empty(
        ui,
        match state.filter() {
            FileFilter::Fitting if !session.stage().has_model() => "No model is open that clips could fit.",
            filter => filter::title(filter).1,
        },
    );
    ui.vertical_centered(|ui| {
        ui.add_space(space::S);
        if ui.add(Button::new("Show all").min_size(vec2(0.0, size::ROW))).clicked() {
            actions.push(DialValue::FILES_ALL.choose());
        }
    });
}

/// The search field and the menu of orders and filters.
fn search(ui: &mut Ui, session: &Session, browser: &mut BrowserPanel, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let id = control::stable_id("file search");
    let asked = session.browser().query();
    if browser.searched != asked {
        asked.clone_into(&mut browser.searched);
        asked.clone_into(&mut browser.query);
    }
    ui.horizontal(|ui| {
        ui.add_space(space::XS);
        let count = RichText::new(words::grouped(browser.lines.files() as u64));
        let field = TextEdit::singleline(&mut browser.query)
            .id(id)
            .hint_text("Search files")
            .char_limit(LONGEST_QUERY)
            .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
            .suffix(count.color(theme.dim).text_style(theme::dense()))
            .desired_width(ui.available_width() - size::ROW - space::S - 2.0)
            .min_size(vec2(0.0, size::ROW))
            .align(Align2::LEFT_CENTER);
        let response = ui
            .add(field)
            .on_hover_text("Find by the name of the file or of its folder (Ctrl+F)")
            .accessible_name("Search files");
        if std::mem::take(&mut browser.wants_search) {
            response.request_focus();
        }
        browser.enters_list = row_keys::enters_list(&response);
        let left = field::left(&response);
        if left == Some(Left::Escaped) {
            browser.query.clear();
        } else if !browser.query.trim().is_empty() && actions.contains(&Action::Escape) {
            actions.retain(|action| *action != Action::Escape);
            browser.query.clear();
        } else if left == Some(Left::Entered) {
            browser.wants_focus = true;
        }
        if browser.query != asked {
            actions.push(Action::Browser(BrowserAction::Search(browser.query.clone())));
        }
        ui.spacing_mut().item_spacing.x = space::XS;
        filter::menu(ui, session, actions);
    });
}

fn list(
    ui: &mut Ui,
    session: &Session,
    browser: &mut BrowserPanel,
    thumbnails: &mut ThumbnailWishes,
    actions: &mut Vec<Action>,
) {
    let open = walked_location(session);
    let at_file = open.and_then(|open| browser.lines.position(session, open));
    let lines = &browser.lines;
    let (files, shown) = (session.browser().listed_files(), session.browser().shown_files());
    let file = |at: usize| shown.get(at).and_then(|file| files.get(*file as usize));
    let mut area = ScrollArea::vertical().id_salt("browser").auto_shrink([false, false]);
    // A search that was just typed is listed in the next pass.
    let is_settled = browser.query == session.browser().query();
    if is_settled && std::mem::take(&mut browser.wants_focus) {
        match at_file {
            Some(_) => LIST.want_focus(ui),
            // Without a current file the typed text means the first file listed.
            None => {
                let is_typed = !browser.query.trim().is_empty();
                if let Some(first) = file(0).filter(|_| is_typed) {
                    actions.push(row::open(first));
                    LIST.want_focus(ui);
                }
            }
        }
    }
    let enters = std::mem::take(&mut browser.enters_list);
    if enters && at_file.is_none() {
        lines.line_of(0).into_iter().for_each(|line| LIST.want_line(ui, line));
        area = area.vertical_scroll_offset(0.0);
    } else if enters {
        LIST.want_focus(ui);
    }
    let folder = session.browser().folder().map(|folder| &folder.location);
    let is_other = browser.folder.as_ref() != folder;
    if is_other {
        browser.folder = folder.cloned();
        area = area.vertical_scroll_offset(0.0);
    }
    if open != browser.revealed.as_deref() || enters || is_other {
        browser.revealed = open.map(str::to_owned);
        // A step by another key takes the keyboard along.
        if LIST.has_focus(ui) {
            LIST.want_focus(ui);
        }
        let line = at_file.and_then(|at| lines.line_of(at));
        if let Some(offset) = line.and_then(|line| offset_that_shows(ui, line)) {
            area = area.vertical_scroll_offset(offset);
        }
    }
    let (keys, page) = (row_keys::presses(ui), page(ui));
    let walk = |at| row_keys::walk(&keys, at, lines.files(), page).and_then(file);
    let names_folders = session.preferences().files.file_order != FileOrder::Name;
    let opened: Vec<&str> = session.stage().files().iter().map(|file| &file.location[..]).collect();
    let output = area.show_rows(ui, ENTRY, lines.lines.len(), |ui, seen| {
        let models = session.stage().thumbnail_models();
        for line in seen {
            match lines.lines.get(line) {
                Some(BrowserLine::Folder(at)) => {
                    if let Some(file) = file(*at) {
                        row::folder(ui, &file.below);
                    }
                }
                Some(BrowserLine::File(at)) => {
                    let Some(file) = file(*at) else { continue };
                    let is_open = opened.contains(&&file.location[..]);
                    row::file(
                        ui,
                        (line, file),
                        [Some(*at) == at_file, is_open, names_folders],
                        walk(*at),
                        (thumbnails, &models),
                        actions,
                    );
                }
                None => {}
            }
        }
    });
    // The wheel may have scrolled the row away that the keys start from.
    if let (Some(row), Some(at)) = (LIST.out_of_sight(ui), at_file)
        && let (Some(line), Some(file)) = (lines.line_of(at), file(at))
    {
        LIST.keys(ui, &row, (line, file, true), walk(at), row::open, actions);
    }
    let seen = (output.state.clamped_offset().y, output.inner_rect.height());
    ui.data_mut(|data| data.insert_temp(view_id(), seen));
}

/// Rows that are in sight.
fn page(ui: &Ui) -> usize {
    let seen = ui.data(|data| data.get_temp::<(f32, f32)>(view_id()));
    seen.map_or(1, |(_, height)| (height / ENTRY) as usize)
}

fn view_id() -> Id {
    control::stable_id("browser view")
}

/// The scroll offset that brings `line` into sight; `None` while it is.
fn offset_that_shows(ui: &Ui, line: usize) -> Option<f32> {
    let (offset, height) = ui.data(|data| data.get_temp::<(f32, f32)>(view_id()))?;
    let top = line as f32 * ENTRY;
    let is_seen = top >= offset && top + ENTRY <= offset + height;
    (!is_seen).then(|| (top - (height - ENTRY) * 0.5).max(0.0))
}
