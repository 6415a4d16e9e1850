//! The menus, from the session's table, and the name of what is open.

use crate::kit::theme::{self, size, space};
use crate::kit::{choices, control};
use crate::kit::{thumbnail, words};
use crate::view::tools::submenus::{MOVING_AROUND, ORBIT, moving_around, submenu, submenu_of};
use crate::view::tools::view_choices::{level_choices, up_choices};
use crate::view::tools::{color_choices, environment_choices};
use crate::{AppInfo, title};
use castview_picture::opened::Placement;
use castview_session::{Action, BrowserAction, Dial, Menu, Session, StageAction, WindowAction, command, commands};
use egui::{Align, Frame, Label, Layout, Margin, MenuBar, Panel, RichText, Ui};

/// Commands after which a menu draws a line.
const ENDS_GROUP: &[&str] = &[
    "previous_file",
    "watch",
    "hand_over",
    "close",
    "copy_picture",
    "copy_view",
    "redo",
    "orthographic",
    "stats",
    "show_whole",
    "play",
    "play_all",
    "faster",
    "next_marker",
    "snap",
    "loop_notification",
    "all_notifications",
    "next_clip",
    "shortcuts",
    "rig",
    "clear_trails",
    "ghost_outlines",
    "find",
];

pub fn show(ui: &mut Ui, session: &Session, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let frame = Frame::new()
        .fill(theme.ground)
        .inner_margin(Margin::symmetric(space::XS as i8, 0));
    let panel = Panel::top("menu").exact_size(size::MENU).frame(frame).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            MenuBar::new().config(control::menu_config()).ui(ui, |ui| {
                for (menu, word) in [
                    (Menu::File, "File"),
                    (Menu::Edit, "Edit"),
                    (Menu::View, "View"),
                    (Menu::Play, "Play"),
                    (Menu::Skeleton, "Skeleton"),
                    (Menu::Help, "Help"),
                ] {
                    let opened = ui.menu_button(word, |ui| entries(ui, session, app, menu, actions));
                    // `Play` is the transport's button too: names must tell them apart.
                    let _ = opened.response.accessible_name(format!("{word} menu"));
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(space::S);
                    let name = RichText::new(title(session))
                        .color(theme::of(ui).dim)
                        .text_style(theme::dense());
                    ui.add(Label::new(name).truncate());
                });
            });
        });
    });
    if let Some(loading) = session.opening().under_way() {
        // On the line between menu and viewport: nothing moves when a load begins or ends.
        let line = panel.response.rect;
        let bottom = egui::Rect::from_min_max(
            egui::pos2(line.left(), line.bottom() - size::PROGRESS),
            egui::pos2(line.left() + line.width() * loading.progress.max(0.02), line.bottom()),
        );
        ui.painter().rect_filled(bottom, 0, theme.accent);
    }
}

fn entries(ui: &mut Ui, session: &Session, app: &AppInfo<'_>, menu: Menu, actions: &mut Vec<Action>) {
    control::menu_column(ui, |ui| {
        let in_menu = || commands().filter(|command| command.menu == menu);
        let last = in_menu().next_back().map(|command| command.name);
        for command in in_menu() {
            // Escape backs out of the menu itself.
            if command.name == "escape" || choices::is_one(command.name) {
                continue;
            }
            match &submenu_of(command.name) {
                Some((ORBIT, names)) if names.first() == Some(&command.name) => {
                    control::submenu(ui, "Moving around", |ui| moving_around(ui, session, actions));
                }
                // It stands with the shading.
                Some((environment_choices::TITLE, _)) => {}
                Some((title, _)) if MOVING_AROUND.contains(title) => {}
                // They stand with the colors.
                Some((title, _)) if color_choices::FOLDED.iter().any(|(folded, _)| folded == title) => {}
                Some((title, names)) if names.first() == Some(&command.name) => {
                    control::submenu(ui, title, |ui| submenu(ui, session, title, names, actions));
                }
                Some(_) => {}
                None => actions.extend(control::menu_entry(ui, session, command)),
            }
            if command.name == "notices" {
                // People look for it among the pages, too. The command itself stands beside UV layout.
                actions.extend(control::menu_entry(
                    ui,
                    session,
                    castview_session::command("texture_page"),
                ));
            }
            let has_recent =
                !(session.browser().recent().files.is_empty() && session.browser().recent().folders.is_empty());
            if command.name == "open_folder" && has_recent {
                control::submenu(ui, "Open recent", |ui| recent_files(ui, session, app, actions));
            }
            if ENDS_GROUP.contains(&command.name) && Some(command.name) != last {
                ui.separator();
            }
        }
        if menu == Menu::View {
            ui.separator();
            control::submenu(ui, "Up axis", |ui| up_choices(ui, session, actions));
            if !session.stage().level_numbers().is_empty() {
                control::submenu(ui, "Level of detail", |ui| level_choices(ui, session, actions));
            }
            choices::submenu(ui, session, Dial::THEME, actions);
            choices::submenu(ui, session, Dial::SCALE, actions);
            control::submenu(ui, "Graphics adapter", |ui| adapter_choices(ui, app, actions));
        }
    });
}

/// The files that were opened lately, with the folder that tells two of one name apart.
fn recent_files(ui: &mut Ui, session: &Session, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    for location in &session.browser().recent().files {
        let locations = session.browser().recent().opened_by(location);
        let mut name = words::shortened(words::file_name(location), 48);
        if locations.len() > 1 {
            name = format!("{name} and {} more", locations.len() - 1);
        }
        let folder = location.rsplit(['/', '\\']).nth(1).unwrap_or_default();
        let folder = words::shortened(folder, 24);
        let is_gone = session.browser().is_gone(location);
        if thumbnail::recent_entry(ui, (&name, &folder), app.thumbnails, location, is_gone) {
            actions.push(Action::Stage(StageAction::Open {
                locations,
                placement: Placement::Replace,
            }));
        }
    }
    if !session.browser().recent().folders.is_empty() {
        ui.separator();
    }
    for location in &session.browser().recent().folders {
        let name = words::shortened(words::file_name(location), 48);
        if control::entry(ui, &format!("Folder {name}"), "", true, None) {
            actions.push(Action::Browser(BrowserAction::OpenFolder(location.clone())));
        }
    }
    ui.separator();
    let is_any_gone = session
        .browser()
        .recent()
        .files
        .iter()
        .any(|location| session.browser().is_gone(location));
    if is_any_gone && control::entry(ui, "Remove what was not found", "", true, None) {
        actions.push(Action::Browser(BrowserAction::ForgetGone));
    }
    if control::entry(ui, "Clear the list", "", true, None) {
        actions.push(Action::Browser(BrowserAction::ForgetRecent));
    }
}

/// Adapters by name. The words that the settings hold may be a part of one.
pub fn adapter_choices(ui: &mut Ui, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    let chosen = app.chosen_adapter.map(str::to_lowercase);
    if control::entry(ui, "The best that works", "", true, Some(chosen.is_none())) {
        actions.push(command("adapter_best").action());
    }
    for (at, name) in app.adapters.iter().enumerate() {
        // One chip may be there once for each interface.
        if app.adapters[..at].contains(name) {
            continue;
        }
        let is_chosen = chosen.as_ref().is_some_and(|words| name.to_lowercase().contains(words));
        if control::entry(ui, &words::shortened(name, 48), "", true, Some(is_chosen)) {
            actions.push(Action::Window(WindowAction::PreferAdapter(Some(name.clone()))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tools::submenus;

    #[test]
    fn every_group_ends_with_a_command_there_is() {
        for name in ENDS_GROUP
            .iter()
            .chain(submenus::SUBMENUS.iter().flat_map(|(_, names)| *names))
        {
            assert_eq!(command(name).name, *name);
        }
    }
}
