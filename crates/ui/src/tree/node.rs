//! Subject of a row of the tree, with its name, its glyph and its count. Everything that names a part of a model uses it.

use super::roles::Role;
use castview_base::core::BoneIndex;
use castview_base::scene::{FixtureKind, Geoset, Mesh, Model};
use castview_motion::trouble::TroubleOf;
use castview_picture::PlacedKey;
use castview_session::{Placed, Selected, Stage, aids};
use egui_material_icons::icons;

/// Subject of a row. Survives reloads as far as what it points at does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    Item(Selected),
    Group(PlacedKey, Group),
    /// Meshes that belong together by their names, by their place among these groups.
    Geoset(PlacedKey, usize),
    /// The other files that stand on the stage.
    Instances,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    Skeleton,
    Rig,
    Meshes,
    Hairs,
    BlendShapes,
    Materials,
    Fixtures,
}

/// The row's name as the file spells it; a word for what has none.
pub fn label<'a>(stage: &'a Stage, node: Node) -> &'a str {
    let or = |name: &'a str, word: &'static str| if name.trim().is_empty() { word } else { name };
    match node {
        Node::Instances => "Instances",
        Node::Group(_, group) => group.word(),
        Node::Geoset(..) => geoset(stage, node).map_or("", |(_, geoset)| geoset.name.as_str()),
        Node::Item(Selected::File(key)) => stage.file(key).map_or("", |file| file.name.as_str()),
        Node::Item(Selected::Instance(key, instance)) => stage
            .file(key)
            .and_then(|file| file.instance(instance))
            .map_or("", |one| or(&one.name, "unnamed instance")),
        Node::Item(Selected::Clip(key)) => stage.clip(key).map_or("", |clip| or(&clip.name, "unnamed clip")),
        Node::Item(item) => {
            let Some(placed) = item.placed().and_then(|key| stage.placed(key)) else {
                return "";
            };
            let model = placed.model();
            match item {
                // Without a name of its own it goes by its file.
                Selected::Model(_) if model.name.trim().is_empty() => {
                    let file = stage.file(placed.file).map_or("", |file| file.name.as_str());
                    or(file, "unnamed model")
                }
                Selected::Model(_) => &model.name,
                Selected::Bone(_, bone) if bone.get() < model.skeleton.len() => {
                    or(model.skeleton.name(bone), "unnamed bone")
                }
                // Without a name of its own it goes by the bone it moves.
                Selected::Handle(_, handle) => model
                    .rig
                    .handles
                    .get(handle.get())
                    .map_or("", |h| name_or_bone(&h.name, model, h.end)),
                Selected::Constraint(_, constraint) => placed.rig_parts().constraint_name(model, constraint),
                Selected::Mesh(_, mesh) => model.meshes.get(mesh.get()).map_or("", |m| mesh_name(m, model)),
                Selected::Hair(_, hair) => model.hairs.get(hair.get()).map_or("", |h| or(&h.name, "unnamed hair")),
                Selected::BlendShape(_, shape) => model
                    .blend_shapes
                    .get(shape.get())
                    .map_or("", |s| or(&s.name, "unnamed blend shape")),
                Selected::Material(_, material) => model
                    .materials
                    .get(material.get())
                    .map_or("", |m| or(&m.name, "unnamed material")),
                Selected::Fixture(_, fixture) => model
                    .fixtures
                    .get(fixture.get())
                    .map_or("", |f| or(&f.name, fixture_word(&f.kind))),
                _ => "",
            }
        }
    }
}

/// Without a name of its own a mesh goes by its material: that says what it is of.
fn mesh_name<'a>(mesh: &'a Mesh, model: &'a Model) -> &'a str {
    let material = mesh.material.and_then(|material| model.materials.get(material.get()));
    let names = [
        Some(mesh.name.as_str()),
        material.map(|material| material.name.as_str()),
    ];
    let mut names = names.into_iter().flatten();
    names.find(|name| !name.trim().is_empty()).unwrap_or("unnamed mesh")
}

pub fn name_or_bone<'a>(name: &'a str, model: &'a Model, bone: BoneIndex) -> &'a str {
    if name.trim().is_empty() {
        model.skeleton.name(bone)
    } else {
        name
    }
}

/// The name of the thing that a finding is of.
pub fn troubled(stage: &Stage, model: PlacedKey, of: TroubleOf) -> &str {
    match aids::troubled(model, of) {
        Some(item) => label(stage, Node::Item(item)),
        None => "a curve without a bone",
    }
}

/// How many things a group holds.
pub fn count(stage: &Stage, node: Node) -> Option<usize> {
    match node {
        Node::Instances => Some(instance_count(stage)),
        // How often a referenced model stands there.
        Node::Item(Selected::Model(key)) => Some(stage.placed(key)?.standing().places.len()).filter(|count| *count > 1),
        Node::Item(_) => None,
        Node::Geoset(..) => geoset(stage, node).map(|(_, geoset)| geoset.meshes.len()),
        Node::Group(key, group) => stage.placed(key).map(|placed| group_count(placed.model(), group)),
    }
}

/// The group of meshes that a row stands for, with its model.
pub fn geoset(stage: &Stage, node: Node) -> Option<(&Placed, &Geoset)> {
    let Node::Geoset(key, at) = node else { return None };
    let placed = stage.placed(key)?;
    Some((placed, placed.geosets().get(at)?))
}

pub fn group_count(model: &Model, group: Group) -> usize {
    match group {
        Group::Skeleton => model.skeleton.len(),
        Group::Rig => model.rig.handles.len() + model.rig.constraints.len(),
        Group::Meshes => model.meshes.len(),
        Group::Hairs => model.hairs.len(),
        Group::BlendShapes => model.blend_shapes.len(),
        Group::Materials => model.materials.len(),
        Group::Fixtures => model.fixtures.len(),
    }
}

pub fn instance_count(stage: &Stage) -> usize {
    stage.files().iter().map(|file| file.scene.instances.len()).sum()
}

/// Returns the glyph that tells what a bone is for without reading its name.
pub fn glyph_of_role(role: Role) -> egui_material_icons::MaterialIcon {
    match role {
        Role::Joint => icons::ICON_LINE_START_DIAMOND,
        Role::Leaf => icons::ICON_LINE_END_CIRCLE,
        Role::Helper => icons::ICON_TARGET,
        Role::Node => icons::ICON_TRIP_ORIGIN,
    }
}

pub fn glyph_of(node: Node) -> egui_material_icons::MaterialIcon {
    match node {
        Node::Item(Selected::Clip(_)) => icons::ICON_MOVIE,
        Node::Group(_, Group::Skeleton) => icons::ICON_ACCOUNT_TREE,
        Node::Item(Selected::Bone(..)) => icons::ICON_LINE_START_DIAMOND,
        Node::Group(_, Group::Rig) => icons::ICON_HUB,
        Node::Item(Selected::Handle(..)) => icons::ICON_ROUTE,
        Node::Item(Selected::Constraint(..)) => icons::ICON_LINK,
        Node::Group(_, Group::Meshes) | Node::Geoset(..) | Node::Item(Selected::Mesh(..)) => icons::ICON_POLYLINE,
        Node::Group(_, Group::Hairs) | Node::Item(Selected::Hair(..)) => icons::ICON_GESTURE,
        Node::Group(_, Group::BlendShapes) | Node::Item(Selected::BlendShape(..)) => icons::ICON_MOOD,
        Node::Group(_, Group::Materials) | Node::Item(Selected::Material(..)) => icons::ICON_TEXTURE,
        Node::Group(_, Group::Fixtures) | Node::Item(Selected::Fixture(..)) => icons::ICON_LIGHT_GROUP,
        Node::Item(Selected::Model(_)) => icons::ICON_VIEW_IN_AR,
        Node::Instances | Node::Item(Selected::Instance(..)) => icons::ICON_PLACE,
        Node::Item(Selected::File(_)) => icons::ICON_DRAFT,
    }
}

/// Returns the word for a fixture, in the middle of a sentence.
pub fn fixture_word(kind: &FixtureKind) -> &'static str {
    match kind {
        FixtureKind::Camera(_) => "camera",
        FixtureKind::Light(_) => "light",
        FixtureKind::Anchor => "anchor",
        FixtureKind::Sound { .. } => "sound",
        FixtureKind::Ray => "line of sight",
    }
}
