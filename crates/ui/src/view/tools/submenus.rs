//! Commands that stand together in submenus, in the menus of the window and of the view.

use super::{color_choices, environment_choices, halves, lens, section};
use crate::kit::{choices, control};
use castview_session::{Action, Dial, Session, Switch, command};
use egui::Ui;

const SHADING: &str = "Shading";
const COLORS: &str = "Colors of surfaces";
pub const ORBIT: &str = "Orbit about";
const DEPTH_OF_FIELD: &str = "Depth of field";
const SECTION: &str = "Clipping plane";
const MOUSE: &str = "Mouse";
const VIEWPOINTS: &str = "Viewpoints";
const SAVE_VIEWPOINT: &str = "Save viewpoint";

/// Submenus that stand together, in the camera's menu as they are and in the menu View one level deeper.
pub const MOVING_AROUND: &[&str] = &[ORBIT, DEPTH_OF_FIELD, SECTION, MOUSE, VIEWPOINTS, SAVE_VIEWPOINT];

/// Commands of the submenu Views: the named ones, then how the camera sees and goes.
const VIEWS: &[&str] = &[
    "view_front",
    "view_back",
    "view_right",
    "view_left",
    "view_top",
    "view_bottom",
    "view_iso",
    "view_face",
    "view_hands",
    "orthographic",
    "follow",
    "fly",
    "view_cube",
    "glides",
    "motion",
    "look_through",
    "camera_back",
    "camera_forward",
];
/// The first of [`VIEWS`].
pub const NAMED_VIEWS: &[&str] = VIEWS.split_at(7).0;

/// Commands that stand together one level deeper, where the first of them would stand: a menu must fit a low window. Rows of switches name their
/// submenu themselves, if they have one of their own.
pub const SUBMENUS: &[(&str, &[&str])] = &[
    ("Views", VIEWS),
    (
        "A against B",
        &[
            "pin_b",
            "flip_b",
            "ghost_b",
            "wipe_b",
            "still_b",
            "along_b_frames",
            "along_b_seconds",
            "along_b_stretched",
            "sweep_b",
            "forget_b",
        ],
    ),
    (
        "Pose by hand",
        &[
            "pose_turn",
            "pose_shift",
            "pose_scale",
            "pose_shapes",
            "pose_copy",
            "pose_paste",
            "pose_paste_mirrored",
            "pose_mirror",
            "pose_save",
            "pose_reset",
            "pose_reset_all",
        ],
    ),
    (ORBIT, &["orbit_pointer", "orbit_selection", "orbit_middle"]),
    (
        DEPTH_OF_FIELD,
        &[
            "depth_of_field_off",
            "depth_of_field_slight",
            "depth_of_field_medium",
            "depth_of_field_strong",
        ],
    ),
    (
        SECTION,
        &[
            "section_off",
            "section_x",
            "section_y",
            "section_z",
            "section_flip",
            "section_caps",
            "section_up",
            "section_down",
        ],
    ),
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
    ("Hide and show", &["hide", "hide_geoset", "show_all", "solo"]),
    ("Curves", &["focus_curves", "fit_curves", "fit_values"]),
    (
        SHADING,
        &[
            "shading",
            "file_lights",
            "bloom",
            "divide",
            "swap_halves",
            "reset_tints",
        ],
    ),
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

/// The submenu of the command `name`, with the names of all that stand in it, in their order; `None`: it stands in the menu itself.
pub fn submenu_of(name: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let listed = SUBMENUS.iter().find(|(_, names)| names.contains(&name));
    if let Some((title, names)) = listed {
        return Some((*title, names.to_vec()));
    }
    let switch = Switch::ALL.iter().find(|switch| switch.row().name == name)?;
    let (title, _) = switch.row().under?;
    let names = Switch::under(title);
    Some((title, names.iter().map(|switch| switch.row().name).collect()))
}

/// Lines of the submenu `title`, which has the commands `names`.
pub fn submenu(ui: &mut Ui, session: &Session, title: &str, names: &[&str], actions: &mut Vec<Action>) {
    if title == COLORS {
        color_choices::choices(ui, session, actions);
        return;
    }
    for name in names {
        actions.extend(control::menu_entry(ui, session, command(name)));
    }
    if title == SECTION {
        section::slider(ui, session, actions);
    }
    if title == SHADING {
        halves::submenu(ui, session, actions);
        environment_choices::submenu(ui, session, actions);
        ui.separator();
        choices::dial(ui, session, Dial::SHADING, actions);
    }
}

/// Shows the choices of what a drag turns about and where the camera goes to.
pub fn moving_around(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    lens::choices(ui, session, actions);
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
