//! Meaning of Cast nodes: docs/formats/cast.md §4 rows 32–81 as far as loading goes, and the choices of §5 made there. Each case is a file
//! built in code, the reports it must give (id and place), and the scene it must become.

mod clip;
mod material;
mod mesh;
mod model;
mod real_files;
mod rig;
mod shape;
mod skeleton;
mod skin;

use castview_base::core::{Place, SharedBytes};
use castview_base::scene::{Clip, Mesh, Model, Scene};
use castview_formats::cast::{NodeDraft, NodeKind, write};
use castview_formats::{Import, Request, import};
use std::collections::HashSet;

pub fn node(kind: NodeKind) -> NodeDraft {
    NodeDraft::new(kind)
}

/// The import of a file with one root that holds `nodes`.
pub fn imported(nodes: impl IntoIterator<Item = NodeDraft>) -> Import {
    let file = write(&[node(NodeKind::Root).children(nodes)]);
    import(SharedBytes::from(file), &Request::alone("stem")).expect("a well-formed container")
}

/// The scene of a file with one root that holds `nodes`, and its reports as `id place`, in order.
/// Panics unless each report is at a node or property that exists, and says where in bytes.
pub fn lowered(nodes: impl IntoIterator<Item = NodeDraft>) -> (Scene, Vec<String>) {
    let import = imported(nodes);
    let places: HashSet<Place> = import
        .document
        .cast()
        .expect("a Cast file")
        .nodes()
        .flat_map(|node| std::iter::once(node.place()).chain(node.properties().map(|property| property.place())))
        .collect();
    let reports = import.diagnostics.items().iter().map(|item| {
        assert!(
            places.contains(&item.place),
            "{}: {} is nowhere in the file",
            item.rule.id,
            item.place
        );
        format!(
            "{} {}",
            item.rule.id,
            item.place.node_path.strip_prefix("root[0]/").unwrap_or("root")
        )
    });
    let reports = reports.collect();
    (import.scene, reports)
}

/// [`lowered`] for one Model that holds `nodes`.
pub fn model_of(nodes: impl IntoIterator<Item = NodeDraft>) -> (Model, Vec<String>) {
    let (mut scene, reports) = lowered([node(NodeKind::Model).children(nodes)]);
    (scene.models.remove(0), reports)
}

/// [`lowered`] for one Mesh in one Model; reports begin at the mesh.
pub fn mesh_of(mesh: NodeDraft) -> (Mesh, Vec<String>) {
    let (mut model, reports) = model_of([mesh]);
    (model.meshes.remove(0), below(reports, "model[0]/mesh[0]"))
}

/// [`lowered`] for one Animation that holds `nodes`, at 30 frames per second; reports begin at the animation.
pub fn clip_of(nodes: impl IntoIterator<Item = NodeDraft>) -> (Clip, Vec<String>) {
    let (mut scene, reports) = lowered([node(NodeKind::Animation).floats("fr", &[30.0]).children(nodes)]);
    (scene.clips.remove(0), below(reports, "animation[0]"))
}

/// The reports with `path` cut from their places.
pub fn below(reports: Vec<String>, path: &str) -> Vec<String> {
    let cut = |report: String| report.replacen(path, "", 1).replace(" /", " ").replace(" .", " ");
    reports
        .into_iter()
        .map(|report| cut(report).trim_end().to_owned())
        .collect()
}

/// A lawful mesh of one triangle; properties given later replace those of the same name (the last counts).
pub fn triangle() -> NodeDraft {
    node(NodeKind::Mesh)
        .vec3s("vp", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2])
}

/// A square of four vertices and two triangles.
pub fn square() -> NodeDraft {
    node(NodeKind::Mesh)
        .vec3s(
            "vp",
            &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        )
        .uints("f", &[0, 1, 2, 0, 2, 3])
}

/// A bone with a parent (−1: none) and a local position.
pub fn bone(name: &str, parent: i32, position: [f32; 3]) -> NodeDraft {
    node(NodeKind::Bone)
        .string("n", name)
        .u32s("p", &[parent as u32])
        .vec3s("lp", &[position])
        .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]])
}

/// A skeleton of `count` bones in a row, each 1 along x from its parent.
pub fn chain(count: i32) -> NodeDraft {
    let bones = (0..count).map(|index| bone(&format!("b{index}"), index - 1, [1.0, 0.0, 0.0]).hash(100 + index as u64));
    node(NodeKind::Skeleton).children(bones)
}
