//! The menus, from the session's table, and the name of what is open.

use crate::kit::theme::{self, size, space};
use crate::kit::{choices, control};
use crate::kit::{thumbnail, words};
use crate::view::tools::halves;
use crate::view::tools::{color_choices, environment_choices};
use crate::{AppInfo, title};
use castview_picture::opened::Placement;
use castview_session::view;
use castview_session::{
    Action, BrowserAction, Dial, DialValue, LevelPick, Menu, Session, StageAction, Switch, ViewAction, WindowAction,
    command, commands,
};
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
    "range_clear",
    "notifications",
    "next_clip",
    "shortcuts",
    "rig",
    "clear_trails",
    "ghost_outlines",
    "find",
];

const SHADING: &str = "Shading";
const COLORS: &str = "Colors of surfaces";
const ORBIT: &str = "Orbit about";
const MOUSE: &str = "Mouse";
const VIEWPOINTS: &str = "Viewpoints";
const SAVE_VIEWPOINT: &str = "Save viewpoint";

/// Submenus that stand together, in the camera's menu as they are and in the menu View one level deeper.
const MOVING_AROUND: &[&str] = &[ORBIT, MOUSE, VIEWPOINTS, SAVE_VIEWPOINT];

/// Commands that stand together one level deeper, where the first of them would stand: a menu must fit a low window. Rows of switches name their
/// submenu themselves, if they have one of their own.
const SUBMENUS: &[(&str, &[&str])] = &[
    (
        "Views",
        &[
            "view_front",
            "view_back",
            "view_right",
            "view_left",
            "view_top",
            "view_bottom",
            "view_iso",
            "orthographic",
            "follow",
            "fly",
            "view_cube",
            "glides",
            "motion",
            "look_through",
            "camera_back",
            "camera_forward",
        ],
    ),
    (ORBIT, &["orbit_pointer", "orbit_selection", "orbit_middle"]),
    (
        MOUSE,
        &[
            "mouse_castview",
            "mouse_blender",
            "mouse_maya",
            "invert_orbit",
            "invert_wheel",
        ],
    ),
    (
        VIEWPOINTS,
        &[
            "viewpoint_1",
            "viewpoint_2",
            "viewpoint_3",
            "viewpoint_4",
            "viewpoint_5",
            "viewpoint_6",
            "viewpoint_7",
            "viewpoint_8",
            "viewpoint_9",
        ],
    ),
    (
        SAVE_VIEWPOINT,
        &[
            "save_viewpoint_1",
            "save_viewpoint_2",
            "save_viewpoint_3",
            "save_viewpoint_4",
            "save_viewpoint_5",
            "save_viewpoint_6",
            "save_viewpoint_7",
            "save_viewpoint_8",
            "save_viewpoint_9",
        ],
    ),
    ("Curves", &["focus_curves", "fit_curves", "fit_values"]),
    (SHADING, &["shading", "file_lights", "divide", "swap_halves"]),
    (environment_choices::TITLE, environment_choices::COMMANDS),
    (COLORS, color_choices::COMMANDS),
    color_choices::FOLDED[0],
    color_choices::FOLDED[1],
    color_choices::FOLDED[2],
    (
        "Steps",
        &[
            "step_back",
            "step_forward",
            "first_frame",
            "last_frame",
            "previous_key",
            "next_key",
            "previous_notification",
            "next_notification",
            "previous_marker",
            "next_marker",
        ],
    ),
    ("Range", &["range_in", "range_out", "range_clear"]),
    (
        "The chosen layer",
        &[
            "layer_add",
            "layer_above",
            "layer_below",
            "layer_up",
            "layer_down",
            "layer_heavier",
            "layer_lighter",
            "layer_mute",
            "layer_solo",
            "layer_mask",
            "layer_later",
            "layer_earlier",
            "layer_remove",
        ],
    ),
    (
        "Root motion",
        &["root_as_authored", "root_in_place", "root_with_camera"],
    ),
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

/// The submenu of the command `name`, with the names of all that stand in it, in their order; `None`: it stands in the menu itself.
fn submenu_of(name: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let listed = SUBMENUS.iter().find(|(_, names)| names.contains(&name));
    if let Some((title, names)) = listed {
        return Some((*title, names.to_vec()));
    }
    let switch = Switch::ALL.iter().find(|switch| switch.row().name == name)?;
    let (title, _) = switch.row().under?;
    let names = Switch::under(title);
    Some((title, names.iter().map(|switch| switch.row().name).collect()))
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

fn submenu(ui: &mut Ui, session: &Session, title: &str, names: &[&str], actions: &mut Vec<Action>) {
    if title == COLORS {
        color_choices::choices(ui, session, actions);
        return;
    }
    for name in names {
        actions.extend(control::menu_entry(ui, session, command(name)));
    }
    if title == SHADING {
        halves::submenu(ui, session, actions);
        environment_choices::submenu(ui, session, actions);
        ui.separator();
        shading_choices(ui, session, actions);
    }
}

/// Shows the choices of what a drag turns about and where the camera goes to.
fn moving_around(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    crate::view::tools::lens::choices(ui, session, actions);
    for title in MOVING_AROUND {
        folded(ui, session, title, actions);
    }
}

/// One of [`SUBMENUS`].
fn folded(ui: &mut Ui, session: &Session, title: &str, actions: &mut Vec<Action>) {
    if let Some((title, names)) = SUBMENUS.iter().find(|(other, _)| *other == title) {
        control::submenu(ui, title, |ui| submenu(ui, session, title, names, actions));
    }
}

pub fn shading_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    choices::dial(ui, session, Dial::SHADING, actions);
}

pub fn up_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let chosen = session.edits().up;
    let automatic = match chosen {
        None => format!("Auto: {}", session.up_axis().letter()),
        Some(_) => "Auto".to_owned(),
    };
    choices::line(ui, session, "up_auto", &automatic, actions);
    choices::dial(ui, session, Dial::UP_AXIS, actions);
}

/// A file may give every node a level of its own.
const MOST_LEVELS: usize = 32;

/// How the level is picked of models that have several.
pub fn level_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let (numbers, chosen) = (session.stage().level_numbers(), session.view().level);
    let lowest = numbers.first().copied();
    let pick = |ui: &mut Ui, words: &str, pick: LevelPick, actions: &mut Vec<Action>| {
        let is_lowest = chosen == LevelPick::Lowest && lowest.is_some_and(|lowest| pick == LevelPick::Only(lowest));
        if control::entry(ui, words, "", true, Some(chosen == pick || is_lowest)) {
            actions.push(Action::View(ViewAction::SetLevel(pick)));
        }
    };
    let line = |ui: &mut Ui, value: DialValue, actions: &mut Vec<Action>| {
        choices::line(ui, session, value.row().name, value.row().short, actions);
    };
    line(ui, DialValue::LEVEL_BY_DISTANCE, actions);
    for number in numbers.iter().take(MOST_LEVELS) {
        pick(ui, &format!("Level {number}"), LevelPick::Only(*number), actions);
    }
    line(ui, DialValue::LEVEL_ALL, actions);
}

/// The pick in short.
pub fn level_word(session: &Session) -> String {
    match session.view().level {
        LevelPick::Lowest => session
            .stage()
            .level_numbers()
            .first()
            .map_or("Level".into(), |n| format!("Level {n}")),
        LevelPick::ByDistance => "Level: auto".into(),
        LevelPick::Only(number) => format!("Level {number}"),
        LevelPick::All => "All levels".into(),
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

/// The overlays that a picture can carry, as in the View menu.
pub fn overlay_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for switch in Switch::overlays() {
        actions.extend(control::menu_entry(ui, session, command(switch.row().name)));
    }
    ui.separator();
    crate::view::tools::bone_choices::menu(ui, session, actions);
    ui.separator();
    crate::view::tools::aid_choices::choices(ui, session, actions);
}

/// Cameras that the menu names; the key goes through all of them.
const MOST_CAMERAS: usize = 12;

/// Framing, the named views, the projection and the cameras of the files.
pub fn camera_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let group = |ui: &mut Ui, actions: &mut Vec<Action>, names: &[&str]| {
        for name in names {
            actions.extend(control::menu_entry(ui, session, command(name)));
        }
    };
    group(ui, actions, &["frame_all", "frame_clip", "frame_selection"]);
    ui.separator();
    group(
        ui,
        actions,
        &[
            "view_front",
            "view_back",
            "view_right",
            "view_left",
            "view_top",
            "view_bottom",
            "view_iso",
        ],
    );
    let reason = RichText::new(&session.front().reason).color(theme::of(ui).dim);
    ui.scope(|ui| {
        ui.set_max_width(size::TREE);
        ui.add(Label::new(reason.text_style(theme::dense())).wrap());
    });
    ui.separator();
    group(ui, actions, &["orthographic", "follow", "fly"]);
    moving_around(ui, session, actions);
    let cameras = session.stage().cameras();
    if cameras.is_empty() {
        return;
    }
    ui.separator();
    group(ui, actions, &["look_through"]);
    let through = view::looked_through(session).map(|(camera, _)| camera);
    for camera in cameras.into_iter().take(MOST_CAMERAS) {
        let is_chosen = through == Some(camera);
        let words = format!("Through {}", session.stage().camera_name(camera).unwrap_or_default());
        if control::entry(ui, &words, "", true, Some(is_chosen)) {
            actions.push(Action::View(ViewAction::LookThrough((!is_chosen).then_some(camera))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_ends_with_a_command_there_is() {
        for name in ENDS_GROUP.iter().chain(SUBMENUS.iter().flat_map(|(_, names)| *names)) {
            assert_eq!(command(name).name, *name);
        }
    }
}
