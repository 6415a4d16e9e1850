//! Meshes: counts, vertices, corners, weights, settings.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName, Tally};
use super::matched::Matched;
use super::skin;
use super::streams::{Compared, apart};
use castview_base::core::{Identity, Stream};
use castview_base::scene::{ColorLayer, Mesh, Skinning};

/// Kinds of arrays, see [`Compared`].
const POSITIONS: u8 = 0;
const NORMALS: u8 = 1;
const TANGENTS: u8 = 2;
const UVS: u8 = 3;
const COLORS: u8 = 4;
const CORNERS: u8 = 5;

/// Tells in what two meshes differ that are one.
pub fn compare(out: &mut Differences, of: &OwnerName, meshes: [&Mesh; 2], matched: &mut Matched) {
    let about = (DifferencePart::Mesh, of, &*meshes[0].name);
    let vertices = meshes.map(Mesh::vertex_count);
    out.count(about, "vertices", vertices);
    out.count(about, "triangles", meshes.map(Mesh::triangle_count));
    out.count(about, "lines", meshes.map(|mesh| mesh.lines.len() / 2));
    out.count(about, "UV layers", meshes.map(|mesh| mesh.uvs.len()));
    out.count(about, "color layers", meshes.map(|mesh| mesh.colors.len()));
    let there = |is_there: bool| if is_there { "there" } else { "none" };
    out.set(about, "normals", meshes.map(|mesh| there(!mesh.normals.is_empty())));
    out.set(about, "tangents", meshes.map(|mesh| there(!mesh.tangents.is_empty())));
    if vertices[0] == vertices[1] {
        compare_vertices(out, of, meshes, &mut matched.compared);
        skin::compare(out, of, meshes, matched);
    }
    compare_corners(out, about, meshes, &mut matched.compared);
    let on = |yes: bool| if yes { "yes" } else { "no" };
    out.set(about, "hidden", meshes.map(|mesh| on(mesh.hidden)));
    out.set(about, "absent at rest", meshes.map(|mesh| on(mesh.absent_at_rest)));
    out.set(about, "skin", meshes.map(|mesh| on(mesh.skin.is_some())));
    if meshes.iter().all(|mesh| mesh.skin.is_some()) {
        let method = meshes.map(|mesh| match mesh.skinning {
            Skinning::Linear => "linear",
            Skinning::DualQuaternion => "dual quaternion",
        });
        out.set(about, "skinning", method);
    }
    matched.compare_material(out, about, meshes.map(|mesh| mesh.material));
    let node = |mesh: &Mesh, side: usize| mesh.node.map_or("", |node| matched.skeletons[side].name(node));
    let nodes = [0, 1].map(|side| node(meshes[side], side));
    let is_same = match [meshes[0].node, meshes[1].node] {
        [Some(a), Some(b)] => matched.bones.get(a) == Some(b),
        [a, b] => a.is_none() && b.is_none(),
    };
    if !is_same {
        out.set(about, "node", nodes);
    }
}

fn compare_vertices(out: &mut Differences, of: &OwnerName, meshes: [&Mesh; 2], compared: &mut Compared) {
    let tolerance = out.tolerance.number;
    let name = &*meshes[0].name;
    let moved = compared.floats(POSITIONS, meshes.map(|mesh| &mesh.positions), tolerance);
    if moved.count > 0 {
        out.add(DifferencePart::Mesh, of, name, DifferenceKind::Moved)
            .measure(&moved);
    }
    let have = |is_empty: fn(&Mesh) -> bool| !meshes.iter().any(|mesh| is_empty(mesh));
    if have(|mesh| mesh.normals.is_empty()) {
        let turned = compared.floats(NORMALS, meshes.map(|mesh| &mesh.normals), tolerance);
        if turned.count > 0 {
            out.add(DifferencePart::Mesh, of, name, DifferenceKind::Normals)
                .measure(&turned);
        }
    }
    if have(|mesh| mesh.tangents.is_empty()) {
        let turned = compared.floats(TANGENTS, meshes.map(|mesh| &mesh.tangents), tolerance);
        if turned.count > 0 {
            out.add(DifferencePart::Mesh, of, name, DifferenceKind::Tangents)
                .measure(&turned);
        }
    }
    for (layer, (a, b)) in meshes[0].uvs.iter().zip(&meshes[1].uvs).enumerate() {
        let other = compared.floats(UVS, [a, b], tolerance);
        if other.count > 0 {
            let layer = format!("layer {layer}");
            out.add(DifferencePart::Mesh, of, name, DifferenceKind::Uvs)
                .measure(&other)
                .show([&layer, &layer]);
        }
    }
    for (layer, (a, b)) in meshes[0].colors.iter().zip(&meshes[1].colors).enumerate() {
        let other = compared.known_or((COLORS, meshes[0].vertex_count()), [a, b].map(identity), || {
            let mut tally = Tally::default();
            for vertex in 0..meshes[0].vertex_count() {
                tally.add(vertex, apart(&a.get(vertex), &b.get(vertex)), tolerance);
            }
            tally
        });
        if other.count > 0 {
            let layer = format!("layer {layer}");
            out.add(DifferencePart::Mesh, of, name, DifferenceKind::Colors)
                .measure(&other)
                .show([&layer, &layer]);
        }
    }
}

fn identity(layer: &ColorLayer) -> Identity {
    match layer {
        ColorLayer::Packed(colors) => Stream::identity(colors),
        ColorLayer::Float(colors) => Stream::identity(colors),
    }
}

fn compare_corners(
    out: &mut Differences,
    about: (DifferencePart, &OwnerName, &str),
    meshes: [&Mesh; 2],
    compared: &mut Compared,
) {
    for list in [|mesh: &Mesh| mesh.triangles.clone(), |mesh: &Mesh| mesh.lines.clone()] {
        let [a, b] = meshes.map(list);
        if a.len() == b.len() && !a.is_empty() {
            let mut other = compared.numbers(CORNERS, [&a, &b]);
            if other.count > 0 {
                // How far numbers of vertices lie apart means nothing.
                other.greatest = 0.0;
                let difference = out.add(about.0, about.1, about.2, DifferenceKind::Corners);
                difference.measure(&other).greatest = None;
            }
        }
    }
}
