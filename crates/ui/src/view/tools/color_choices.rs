//! Choices of what surfaces are coloured by, as lines of a menu.

use crate::kit::control;
use castview_picture::{Channel, ColorBy};
use castview_session::view;
use castview_session::{Action, Command, Session, ViewAction, command};
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

/// Commands that need no question about the mesh.
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
pub const FOLDED: [(&str, &[&str]); 3] = [("Other looks", LOOKS), ("Matcap", MATCAPS), (ONE_INPUT, INPUTS)];

const ONE_INPUT: &str = "One input alone";

/// Layers that the menu names.
const MOST_LAYERS: usize = 8;

/// Why a line cannot be chosen.
const IN_NO_MATERIAL: &str = "No material of the open files has it";

/// Checked line of a menu, and whether its lines name their keys.
#[derive(Clone, Copy)]
struct Checked {
    by: ColorBy,
    keys: bool,
}

/// Lines for the picture, or for its left half while it is divided: those that the keys change.
pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let checked = Checked::of_view(session);
    toggle(plain(ui, session, checked), actions);
    toggle(submenus(ui, session, checked), actions);
}

/// All lines, for whatever is coloured by `by`. Returns what was clicked.
pub fn pick(ui: &mut Ui, session: &Session, by: ColorBy) -> Option<ColorBy> {
    let checked = Checked { by, keys: false };
    let plain = plain(ui, session, checked);
    submenus(ui, session, checked).or(plain)
}

/// The words of all looks that can be chosen. Numbers of layers have one digit, and all digits are equally wide.
pub fn all_words() -> impl Iterator<Item = String> {
    let names = COMMANDS.iter().chain(FOLDED.iter().flat_map(|(_, names)| *names));
    let channels = Channel::EACH.map(|channel| ColorBy::VertexColors(0, channel));
    let layers = channels.into_iter().chain([ColorBy::Uv(0)]);
    names
        .map(|name| colored_by(command(name)))
        .chain(layers)
        .map(ColorBy::words)
}

impl Checked {
    fn of_view(session: &Session) -> Self {
        Self {
            by: session.view().color_by(),
            keys: true,
        }
    }
}

fn toggle(clicked: Option<ColorBy>, actions: &mut Vec<Action>) {
    actions.extend(clicked.map(|by| Action::View(ViewAction::ToggleColorBy(by))));
}

fn plain(ui: &mut Ui, session: &Session, checked: Checked) -> Option<ColorBy> {
    lines(ui, session, COMMANDS, checked)
}

fn submenus(ui: &mut Ui, session: &Session, checked: Checked) -> Option<ColorBy> {
    let mut clicked = None;
    for (title, names) in FOLDED {
        control::submenu(ui, title, |ui| {
            clicked = clicked.or(match title {
                ONE_INPUT => inputs(ui, session, checked),
                _ => lines(ui, session, names, checked),
            });
        });
    }
    layers(ui, session, checked).or(clicked)
}

/// First the inputs that a material has, then the others, which say why they cannot be chosen.
fn inputs(ui: &mut Ui, session: &Session, checked: Checked) -> Option<ColorBy> {
    let is_there = |name: &&&str| is_offered(session, colored_by(command(name)), checked);
    let (there, missing): (Vec<&str>, Vec<&str>) = INPUTS.iter().partition(is_there);
    let clicked = lines(ui, session, &there, checked);
    if !missing.is_empty() {
        ui.separator();
    }
    for name in missing {
        control::refused(ui, command(name).title, IN_NO_MATERIAL);
    }
    clicked
}

fn lines(ui: &mut Ui, session: &Session, names: &[&str], checked: Checked) -> Option<ColorBy> {
    let mut clicked = None;
    for name in names {
        let command = command(name);
        let by = colored_by(command);
        let keys = match checked.keys {
            true => session.preferences().key_label(command),
            false => String::new(),
        };
        let is_enabled = is_offered(session, by, checked);
        if control::entry(ui, command.title, &keys, is_enabled, Some(checked.by == by)) {
            clicked = Some(by);
        }
    }
    clicked
}

/// Says whether `by` is offered: the shown choice can be switched off whatever the files have.
fn is_offered(session: &Session, by: ColorBy, checked: Checked) -> bool {
    match by {
        ColorBy::Input(input) => view::has_input(session, input) || checked.by == by,
        _ => true,
    }
}

/// Returns what a command of the lists above colours surfaces by.
fn colored_by(command: &Command) -> ColorBy {
    match command.action() {
        Action::View(ViewAction::ToggleColorBy(by)) => by,
        _ => ColorBy::Material,
    }
}

/// Those of texture coordinates and vertex colours that the meshes on the stage have.
fn layers(ui: &mut Ui, session: &Session, checked: Checked) -> Option<ColorBy> {
    let [uvs, colors] = session
        .stage()
        .vertex_layers()
        .map(|count| count.min(MOST_LAYERS) as u8);
    let mut clicked = None;
    let mut choice = |ui: &mut Ui, by: ColorBy| {
        if control::entry(ui, &by.words(), "", true, Some(checked.by == by)) {
            clicked = Some(by);
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
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_colors_surfaces() {
        for name in COMMANDS.iter().chain(FOLDED.iter().flat_map(|(_, names)| *names)) {
            assert_ne!(colored_by(command(name)), ColorBy::Material, "{name}");
        }
    }
}
