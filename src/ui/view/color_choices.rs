//! What surfaces can be coloured by, as lines of a menu.

use crate::picture::{Channel, ColorBy};
use crate::session::{Action, Session, ViewAction, command};
use crate::ui::kit::control;
use egui::Ui;

/// By the names of their commands.
pub const COMMANDS: &[&str] = &[
    "weights",
    "dominant_bones",
    "influence_counts",
    "weight_sums",
    "method_difference",
    "normals",
    "tangents",
    "face_sides",
    "degenerate_faces",
];

/// Layers that the menu names.
const MOST_LAYERS: usize = 8;

pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for name in COMMANDS {
        actions.extend(control::menu_entry(ui, session, command(name)));
    }
    layers(ui, session, actions);
}

/// Those of texture coordinates and vertex colours that the meshes on the stage have.
pub fn layers(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let [uvs, colors] = session.vertex_layers().map(|count| count.min(MOST_LAYERS) as u8);
    let chosen = session.view().color_by;
    let mut choice = |ui: &mut Ui, by: ColorBy| {
        if control::entry(ui, &by.words(), "", true, Some(chosen == by)) {
            actions.push(Action::View(ViewAction::ToggleColorBy(by)));
        }
    };
    for layer in 0..uvs {
        choice(ui, ColorBy::Uv(layer));
    }
    for layer in 0..colors {
        control::submenu(ui, &ColorBy::VertexColors(layer, Channel::All).words(), |ui| {
            for channel in Channel::EACH {
                choice(ui, ColorBy::VertexColors(layer, channel));
            }
        });
    }
}
