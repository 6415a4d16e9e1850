//! Commands of which one of several holds, with the short words of menus whose title says the rest.

use super::control;
use castview_session::{Action, Session, command};
use egui::Ui;

/// A command's name, and its word in the menu.
type Choices = &'static [(&'static str, &'static str)];

pub const SHADINGS: Choices = &[
    ("shading_textured", "Textured"),
    ("shading_untextured", "Untextured"),
    ("shading_wireframe", "Wireframe"),
];
pub const UP_AXES: Choices = &[("up_y", "y is up"), ("up_z", "z is up"), ("up_x", "x is up")];
pub const LEVELS: Choices = &[
    ("level_by_distance", "By camera distance"),
    ("level_all", "All levels at once"),
];
pub const FILE_ORDERS: Choices = &[
    ("files_by_name", "By name"),
    ("files_by_date", "Newest first"),
    ("files_by_size", "Largest first"),
    ("files_by_kind", "By kind"),
];
pub const FILE_FILTERS: Choices = &[
    ("files_all", "All files"),
    ("files_models", "Models only"),
    ("files_clips", "Clips only"),
    ("files_fitting", "Fits the open model"),
];
pub const THEMES: Choices = &[
    ("theme_dark", "Dark"),
    ("theme_light", "Light"),
    ("theme_system", "As the system"),
];
pub const SCALES: Choices = &[
    ("scale_75", "75 %"),
    ("scale_100", "100 %"),
    ("scale_125", "125 %"),
    ("scale_150", "150 %"),
    ("scale_175", "175 %"),
    ("scale_200", "200 %"),
];
pub const BONES_SHOWN: Choices = &[
    ("bones_none", "None"),
    ("bones_all", "All"),
    ("bones_chain", "Chain of the selected bone"),
    ("bones_driven", "Driven by the clip"),
    ("bones_skinning", "That move vertices"),
];
pub const BONES_AS: Choices = &[
    ("bones_as_octahedron", "Octahedra"),
    ("bones_as_stick", "Sticks"),
    ("bones_as_line", "Lines"),
    ("bones_as_axes", "Axes"),
];
pub const BONES_WITH: Choices = &[
    ("bones_constant", "As thick from near and far"),
    ("bones_rig", "With IK handles and constraints"),
];
pub const BONES_BY: Choices = &[
    ("bones_by_plain", "One color"),
    ("bones_by_depth", "Depth"),
    ("bones_by_side", "Left and right"),
    ("bones_by_driven", "Driven or not"),
    ("bones_by_modes", "Curve mode"),
    ("bones_by_rig", "Rig"),
    ("bones_by_movement", "Movement in the clip"),
];
pub const GHOSTS: Choices = &[
    ("ghosts_1", "1"),
    ("ghosts_2", "2"),
    ("ghosts_3", "3"),
    ("ghosts_4", "4"),
];
pub const GHOSTS_OPAQUE: Choices = &[
    ("ghosts_opaque_20", "20 %"),
    ("ghosts_opaque_40", "40 %"),
    ("ghosts_opaque_60", "60 %"),
    ("ghosts_opaque_80", "80 %"),
    ("ghosts_opaque_100", "100 %"),
];
pub const GHOSTS_STAND: Choices = &[
    ("ghosts_apart_1", "At every frame"),
    ("ghosts_apart_2", "2 frames apart"),
    ("ghosts_apart_3", "3 frames apart"),
    ("ghosts_apart_5", "5 frames apart"),
    ("ghosts_apart_10", "10 frames apart"),
    ("ghosts_apart_20", "20 frames apart"),
    ("ghosts_at_keys", "At the keys of the selection"),
];
/// Commands of menus that say more than choices.
const OTHERS: &[&str] = &["up_auto", "adapter_best", "adapters", "reset_lens"];

const ALL: [Choices; 14] = [
    FILE_ORDERS,
    FILE_FILTERS,
    SHADINGS,
    UP_AXES,
    LEVELS,
    THEMES,
    SCALES,
    BONES_SHOWN,
    BONES_AS,
    BONES_WITH,
    BONES_BY,
    GHOSTS,
    GHOSTS_OPAQUE,
    GHOSTS_STAND,
];

/// Whether the command of that name stands in a submenu of choices.
pub fn is_one(name: &str) -> bool {
    OTHERS.contains(&name) || ALL.iter().copied().flatten().any(|(own, _)| *own == name)
}

/// Lines of a menu.
pub fn lines(ui: &mut Ui, session: &Session, choices: Choices, actions: &mut Vec<Action>) {
    for (name, word) in choices {
        line(ui, session, name, word, actions);
    }
}

/// One of them, in other words than its title.
pub fn line(ui: &mut Ui, session: &Session, name: &str, word: &str, actions: &mut Vec<Action>) {
    let command = command(name);
    let (keys, checked) = (session.preferences().key_label(command), command.is_checked(session));
    if control::entry(ui, word, &keys, command.is_enabled(session), checked) {
        actions.push(command.action());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Choices of a menu are also in the palette, in the help and among the keys.
    #[test]
    fn every_choice_is_a_command_of_the_table_once() {
        let mut seen = HashSet::new();
        let all = ALL.iter().copied().flatten().map(|(name, _)| *name);
        for name in all.chain(OTHERS.iter().copied()) {
            assert!(seen.insert(name) && !command(name).title.is_empty(), "{name}");
        }
    }
}
