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

/// What needs no question about the mesh.
const LOOKS: &[&str] = &["unlit", "depth", "overdraw", "texel_density"];

/// The same of painted balls.
const MATCAPS: &[&str] = &["matcap_clay", "matcap_metal", "matcap_pearl", "matcap_wax"];

/// The same of one input of the materials by itself.
const INPUTS: &[&str] = &[
    "input_base_color",
    "input_opacity",
    "input_metallic",
    "input_roughness",
    "input_specular_color",
    "input_specular",
    "input_normal",
    "input_occlusion",
    "input_cavity",
    "input_emissive",
    "input_emission_mask",
    "input_clearcoat",
    "input_clearcoat_roughness",
    "input_clearcoat_normal",
    "input_transmission",
    "input_sheen_color",
    "input_sheen_roughness",
    "input_thickness",
    "input_iridescence",
    "input_iridescence_thickness",
    "input_anisotropy",
];

/// Submenus by their titles: the menu fits a window of 720 pixels.
pub const FOLDED: [(&str, &[&str]); 3] = [("Other looks", LOOKS), ("Matcap", MATCAPS), ("One input alone", INPUTS)];

/// Layers that the menu names.
const MOST_LAYERS: usize = 8;

pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for name in COMMANDS {
        actions.extend(control::menu_entry(ui, session, command(name)));
    }
    folded(ui, session, actions);
}

/// What stands one level deeper: other looks, painted balls, inputs, layers.
pub fn folded(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for (title, names) in FOLDED {
        control::submenu(ui, title, |ui| {
            for name in names {
                actions.extend(control::menu_entry(ui, session, command(name)));
            }
        });
    }
    layers(ui, session, actions);
}

/// Those of texture coordinates and vertex colours that the meshes on the stage have.
fn layers(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
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
