//! The inspectors of a mesh and of hair.

use super::motion::blend_shapes;
use super::rows::{dim_line, link, shown_by};
use super::weights;
use crate::kit::control::{self, fact, fact_with, section};
use crate::kit::theme::space;
use crate::kit::words;
use crate::tree::node::{self, Node};
use castview_base::core::{Bounds, HairIndex, MeshIndex};
use castview_base::scene::{Mesh, Model, Skinning};
use castview_session::is_hidden;
use castview_session::stage;
use castview_session::view;
use castview_session::{Action, CompositionAction, Placed, Selected, SelectionAction, Session, command};
use egui::Ui;
use egui_material_icons::icons;

pub fn show(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let model = placed.model();
    let Some(mesh) = model.meshes.get(index.get()) else {
        return;
    };
    section(ui, "Shown", None, |ui| shown(ui, session, placed, index, actions));
    section(ui, "Geometry", None, |ui| geometry(ui, session, placed, index, actions));
    section(ui, "Skinning", None, |ui| skinning(ui, session, placed, index, actions));
    weights::of_mesh(ui, session, placed, index, actions);
    section(ui, "Material", None, |ui| match mesh.material {
        None => {
            fact(ui, "material", "none");
        }
        Some(material) => {
            let item = Selected::Material(placed.key, material);
            link(
                ui,
                "material",
                node::label(session.stage(), Node::Item(item)),
                item,
                actions,
            );
        }
    });
    let shapes = model.blend_shapes.of(index).count();
    if shapes > 0 {
        blend_shapes::of_mesh(ui, session, placed, index, actions);
    }
}

fn shown(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let mut shown = !is_hidden(session, placed.key, index);
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        if ui
            .checkbox(&mut shown, "Show this mesh")
            .on_hover_text("Hide or show (H)")
            .clicked()
        {
            actions.push(Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
                placed.key, index,
            ))));
        }
    });
    if let Some(geoset) = placed.geoset_of(index) {
        let meshes = placed.meshes_of(geoset);
        let mut is_shown = meshes.iter().any(|mesh| stage::is_shown(session, *mesh));
        let title = format!("Show its group {}", geoset.name);
        ui.horizontal(|ui| {
            ui.add_space(space::L);
            let tip = format!("{} meshes whose names begin alike", meshes.len());
            if ui.checkbox(&mut is_shown, title).on_hover_text(tip).clicked() {
                actions.push(Action::Selection(SelectionAction::ToggleAllShown(meshes)));
            }
        });
    }
    if placed.pose().mesh_visible.get(index.get()) == Some(&false) {
        dim_line(
            ui,
            match placed.model().meshes[index.get()].absent_at_rest {
                true => "Only a clip shows it, and none does now.",
                false => "The clip hides it at this frame.",
            },
        );
    }
}

fn geometry(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let mesh = &placed.model().meshes[index.get()];
    let count = words::grouped(mesh.vertex_count() as u64);
    shown_by(ui, session, ("vertices", &count, "vertex_table"), actions);
    fact(ui, "triangles", words::grouped(mesh.triangle_count() as u64));
    fact(
        ui,
        "normals",
        if mesh.normals.is_empty() {
            "computed"
        } else {
            "from the file"
        },
    );
    if !mesh.tangents.is_empty() {
        fact(ui, "tangents", "from the file");
    }
    fact_with(ui, "uv layers", |ui| {
        ui.label(mesh.uvs.len().to_string());
        if !mesh.uvs.is_empty() {
            actions.extend(control::command_button(ui, session, "uv_layout", icons::ICON_GRID_ON));
        }
    });
    fact(ui, "color layers", color_layers(placed.model(), mesh));
    faces(ui, session, placed, index, actions);
    bounds(ui, session, placed, index, actions);
}

/// How many there are, and which of them no material shows.
fn color_layers(model: &Model, mesh: &Mesh) -> String {
    let (all, shown) = (mesh.colors.len(), model.shown_colors(mesh));
    match (all - shown, shown) {
        (0, _) => all.to_string(),
        (1, 0) => "1, which nothing shows".to_owned(),
        (_, 0) => format!("{all}, which nothing shows"),
        _ => format!("{all}, of which only the first is shown"),
    }
}

fn skinning(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let model = placed.model();
    let mesh = &model.meshes[index.get()];
    match mesh.skin.and_then(|skin| model.skins.get(skin.get())) {
        None => {
            fact(ui, "method", "rigid: only the model moves it");
        }
        Some(skin) => {
            method(ui, session, placed, index, actions);
            fact(ui, "influences", format!("{} per vertex", mesh.influences.stride));
            fact(ui, "bones", words::grouped(skin.bones.len() as u64));
            let fixed = skin.bone_from_mesh.iter().filter(|matrix| matrix.is_none()).count();
            if fixed > 0 {
                fact(ui, "singular binds", words::grouped(fixed as u64));
            }
        }
    }
}

/// How many of its faces have no area; a click on the number shows them.
fn faces(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let faces = session.view().faces_of(placed).and_then(|faces| faces.of_mesh(index));
    let words = match faces {
        None => "being counted".to_owned(),
        Some(faces) => words::grouped(faces.degenerate.into()),
    };
    shown_by(ui, session, ("without area", &words, "degenerate_faces"), actions);
}

/// Its box at rest and as posed. Both are placed by its bones: a file may store meshes in other units.
fn bounds(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let Some(rest) = view::rest_bounds_of(placed, index) else {
        return;
    };
    let unit = view::unit_of(session, placed.file);
    let size = |bounds: Bounds| words::extent((bounds.max - bounds.min).to_array(), unit);
    shown_by(ui, session, ("size at rest", &size(rest), "mesh_bounds"), actions);
    if let Some(posed) = view::posed_bounds_of(placed, index) {
        let label = if placed.reach().is_exact() {
            "size posed"
        } else {
            "posed, at most"
        };
        let [least, greatest] = [posed.min, posed.max].map(|corner| corner.to_array().map(words::measure).join("  "));
        fact(ui, label, size(posed)).on_hover_text(format!("from {least}\nto {greatest} {unit}\nin model space"));
    }
}

fn words_of(method: Skinning) -> &'static str {
    match method {
        Skinning::Linear => "linear",
        Skinning::DualQuaternion => "dual quaternion",
    }
}

/// How the mesh is skinned, and the choice to see it skinned otherwise.
fn method(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let mesh = &placed.model().meshes[index.get()];
    let chosen = session.edits().methods.get(&(placed.key, index)).copied();
    let shown = words_of(chosen.unwrap_or(mesh.skinning));
    let of_file = format!("As the file says: {}", words_of(mesh.skinning));
    fact_with(ui, "method", |ui| {
        control::menu(
            ui,
            shown,
            "Skinning method",
            "How the bones of this mesh take its vertices along",
            |ui| {
                for (words, method) in [
                    (of_file.as_str(), None),
                    ("Linear", Some(Skinning::Linear)),
                    ("Dual quaternion", Some(Skinning::DualQuaternion)),
                ] {
                    if control::entry(ui, words, "", true, Some(chosen == method)) {
                        let action = CompositionAction::SetMethod(placed.key, index, method);
                        actions.push(Action::Composition(action));
                    }
                }
                ui.separator();
                actions.extend(control::menu_entry(ui, session, command("method_difference")));
            },
        );
    });
}

pub fn hair(ui: &mut Ui, placed: &Placed, index: HairIndex) {
    if let Some(hair) = placed.model().hairs.get(index.get()) {
        section(ui, "Strands", None, |ui| {
            fact(ui, "strands", words::grouped(hair.strands.len() as u64));
            fact(ui, "points", words::grouped(hair.points.len() as u64));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::MaterialIndex;
    use castview_base::scene::{ColorLayer, Material};

    #[test]
    fn layers_of_colors_that_nothing_shows_are_told() {
        for (layers, tinted, wanted) in [
            (0, false, "0"),
            (1, true, "1"),
            (1, false, "1, which nothing shows"),
            (2, false, "2, which nothing shows"),
            (2, true, "2, of which only the first is shown"),
        ] {
            let mesh = Mesh {
                colors: vec![ColorLayer::Packed(vec![u32::MAX; 3].into()); layers],
                material: Some(MaterialIndex::new(0)),
                ..Mesh::default()
            };
            let mut material = Material::default();
            material.surface.vertex_colors = tinted;
            let model = Model {
                materials: vec![material],
                ..Model::default()
            };
            assert_eq!(color_layers(&model, &mesh), wanted);
        }
    }
}
