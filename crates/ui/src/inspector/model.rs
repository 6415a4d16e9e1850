//! The inspector of a model: its parts and its attachment.

use super::motion::{blend_shapes, layers, position};
use super::rows::{link, size_label, transform_table};
use super::{file, fixtures};
use crate::kit::control::{self, fact, section};
use crate::kit::words;
use crate::tree::node::{self, Node};
use castview_session::view;
use castview_session::{Action, Attachment, CompositionAction, Placed, Selected, Session};
use egui::Ui;

pub fn show(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    let model = placed.model();
    section(ui, "Content", None, |ui| {
        fact(ui, "bones", words::grouped(model.skeleton.len() as u64));
        fact(ui, "meshes", words::grouped(model.meshes.len() as u64));
        let vertices: usize = model.meshes.iter().map(|mesh| mesh.vertex_count()).sum();
        let triangles: usize = model.meshes.iter().map(|mesh| mesh.triangle_count()).sum();
        fact(ui, "vertices", words::grouped(vertices as u64));
        fact(ui, "triangles", words::grouped(triangles as u64));
        for (label, count) in [
            ("blend shapes", model.blend_shapes.len()),
            ("materials", model.materials.len()),
            ("hair", model.hairs.len()),
            ("IK handles", model.rig.handles.len()),
            ("constraints", model.rig.constraints.len()),
        ] {
            if count > 0 {
                fact(ui, label, words::grouped(count as u64));
            }
        }
        if !placed.bounds().is_empty() {
            let size = (placed.bounds().max - placed.bounds().min).to_array();
            let label = size_label(placed.bounds_are_tight());
            fact(ui, label, words::extent(size, view::unit_of(session, placed.file)));
        }
        if placed.is_referenced() || placed.standing().places.len() > 1 {
            fact(ui, "instances", words::grouped(placed.standing().places.len() as u64));
        }
        if let Some(Selected::Bone(leader, bone)) = placed.carried_by()
            && let Some(leading) = session.stage().placed(leader)
        {
            let name = leading.model().skeleton.name(bone);
            link(ui, "carried by", name, Selected::Bone(leader, bone), actions);
        }
        if let Some(file) = session.stage().file(placed.file) {
            link(ui, "file", &file.name, Selected::File(file.key), actions);
        }
    });
    attached(ui, session, placed, actions);
    fixtures::of_model(ui, session, placed, actions);
    layers::show(ui, session, actions);
    section(ui, "Placement", None, |ui| {
        transform_table(ui, &model.placement, view::unit_of(session, placed.file));
        file::drawn_from(ui, session);
    });
    position::show(ui, session, placed, actions);
    if !model.blend_shapes.is_empty() {
        blend_shapes::show(ui, session, placed, actions);
    }
}

/// Shows the bone or model that the model hangs on.
pub fn attached(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    let Some(attachment) = session.edits().attachments.get(&placed.key) else {
        return;
    };
    section(ui, "Attached", None, |ui| {
        let (label, to) = match *attachment {
            Attachment::Bone { leader, bone } => ("to bone", Selected::Bone(leader, bone)),
            Attachment::Follow { leader } => ("follows", Selected::Model(leader)),
        };
        let name = node::label(session.stage(), Node::Item(to));
        link(ui, label, name, to, actions);
        control::fact_with(ui, "", |ui| {
            if ui.button("Detach").clicked() {
                actions.push(Action::Composition(CompositionAction::Attach(placed.key, None)));
            }
        });
    });
}
