//! cast.md rows 32–42, 48, 49 and the mesh data of 3.5.

use super::{lowered, mesh_of, node, square, triangle};
use castview_base::core::Bounds;
use castview_base::scene::{ColorLayer, Skinning};
use castview_formats::cast::{NodeDraft, NodeKind};
use glam::Vec3;

/// One row: a mesh, the reports it gives, and how many triangles stay.
#[track_caller]
fn check(mesh: NodeDraft, reports: &[&str], triangles: usize) {
    let (mesh, found) = mesh_of(mesh);
    assert_eq!(found, reports);
    assert_eq!(mesh.triangle_count(), triangles);
}

fn mesh_with(positions: &[[f32; 3]]) -> NodeDraft {
    node(NodeKind::Mesh).vec3s("vp", positions)
}

#[test]
fn a_lawful_mesh_is_borrowed_and_reports_nothing() {
    let (mesh, reports) = mesh_of(
        square()
            .string("n", "plate")
            .vec3s("vn", &[[0.0, 0.0, 2.0]; 4])
            .uints("ul", &[1])
            .vec2s("u0", &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]),
    );
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        (mesh.name.as_str(), mesh.vertex_count(), mesh.triangle_count()),
        ("plate", 4, 2)
    );
    let borrowed = [mesh.positions.raw_bytes(), mesh.normals.raw_bytes()]
        .iter()
        .all(Option::is_some);
    assert!(
        borrowed && mesh.uvs[0].raw_bytes().is_some(),
        "lawful arrays stay in the file's bytes"
    );
    assert_eq!(
        mesh.bounds,
        Bounds {
            min: Vec3::ZERO,
            max: Vec3::new(1.0, 1.0, 0.0)
        }
    );
    // cast.md A8: the origin of UVs is the top left, as stored.
    assert_eq!(mesh.uvs[0].get(2), [1.0, 1.0]);
    assert!(mesh.skin.is_none() && mesh.influences.is_empty() && mesh.material.is_none());
}

#[test]
fn row_32_a_mesh_without_vertices_keeps_its_place() {
    let nodes = [
        node(NodeKind::Mesh).string("n", "ghost").uints("f", &[0, 1, 2]),
        mesh_with(&[]),
        triangle(),
    ];
    let (scene, reports) = lowered([node(NodeKind::Model).children(nodes)]);
    assert_eq!(reports, ["C32 model[0]/mesh[0]", "C32 model[0]/mesh[1]"]);
    let counts: Vec<usize> = scene.models[0].meshes.iter().map(|mesh| mesh.vertex_count()).collect();
    assert_eq!(counts, [0, 0, 3]);
    assert_eq!(scene.models[0].meshes[0].name, "ghost");
    assert_eq!(scene.models[0].meshes[0].triangle_count(), 0);
}

#[test]
fn row_33_without_faces_it_is_a_point_cloud() {
    check(mesh_with(&[[1.0; 3]; 5]), &["C33"], 0);
    check(mesh_with(&[[1.0; 3]; 5]).uints("f", &[]), &["C33"], 0);
}

#[test]
fn rows_34_to_36_faces_that_cannot_be_drawn_are_dropped() {
    let one_f = |indices: &[u32]| mesh_with(&[[0.0; 3], [1.0; 3], [2.0; 3]]).uints("f", indices);
    check(one_f(&[0, 1, 2, 0, 1]), &["C34 f"], 1);
    check(one_f(&[0, 1, 3, 0, 1, 2, 9, 9, 9]), &["C35 f"], 1);
    check(one_f(&[0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 2]), &["C36 f"], 1);
    check(one_f(&[0, 1, 3, 0, 0, 1, 2, 1, 0, 1]), &["C34 f", "C35 f", "C36 f"], 1);
}

#[test]
fn faces_may_have_any_width() {
    for mesh in [
        mesh_with(&[[1.0; 3]; 3]).u8s("f", &[0, 1, 2]),
        mesh_with(&[[1.0; 3]; 3]).u16s("f", &[0, 1, 2]),
        mesh_with(&[[1.0; 3]; 3]).u32s("f", &[0, 1, 2]),
        mesh_with(&[[1.0; 3]; 3]).u64s("f", &[0, 1, 2]),
    ] {
        let (mesh, reports) = mesh_of(mesh);
        assert_eq!(reports, [""; 0]);
        assert_eq!(mesh.triangles.iter().collect::<Vec<_>>(), [0, 1, 2]);
    }
}

#[test]
fn row_37_per_vertex_arrays_of_another_length_are_absent() {
    let (mesh, reports) = mesh_of(
        triangle()
            .vec3s("vn", &[[0.0, 0.0, 1.0]; 2])
            .vec3s("vt", &[[1.0, 0.0, 0.0]; 4])
            .uints("ul", &[2])
            .vec2s("u0", &[[0.5; 2]; 4])
            .vec2s("u1", &[[0.5; 2]; 3])
            .uints("cl", &[2])
            .u32s("c0", &[1, 2])
            .vec4s("c1", &[[0.5; 4]; 2]),
    );
    assert_eq!(reports, ["C37 vn", "C37 u0", "C37 c0", "C37 c1", "C37 vt"]);
    assert_eq!((mesh.normals.len(), mesh.uvs.len(), mesh.colors.len()), (0, 1, 0));
}

#[test]
fn rows_38_to_40_layer_counts_may_lie() {
    let uv = |mesh: NodeDraft, name: &str| mesh.vec2s(name, &[[0.25; 2]; 3]);
    for (mesh, reports, layers) in [
        (uv(triangle().uints("ul", &[3]), "u0"), vec!["C38 ul"], 1),
        (uv(uv(triangle(), "u0"), "u1"), vec!["C39 u0"], 2),
        (uv(uv(triangle(), "u1"), "u2"), vec![], 0),
        (uv(uv(triangle().uints("ul", &[1]), "u0"), "u1"), vec![], 1),
        (uv(triangle().uints("ul", &[0]), "u0"), vec![], 0),
        (
            uv(triangle().u32s("ul", &[4_000_000_000]), "u0"),
            vec!["C40 ul", "C38 ul"],
            1,
        ),
        // A number in front of which zeros stand is no layer, nor is one with a sign.
        (uv(uv(triangle(), "u00"), "u+0"), vec![], 0),
    ] {
        let (mesh, found) = mesh_of(mesh);
        assert_eq!(found, reports);
        assert_eq!(mesh.uvs.len(), layers, "{reports:?}");
    }
    let (mesh, reports) = mesh_of(triangle().u32s("c0", &[7; 3]));
    assert_eq!(reports, ["C39 c0"]);
    assert_eq!(mesh.colors.len(), 1);
}

#[test]
fn rows_41_and_42_the_legacy_color_layer() {
    let red = 0xff00_00ff;
    let first = |mesh: NodeDraft| {
        let (mesh, reports) = mesh_of(mesh);
        (mesh.colors.first().map(|layer| layer.get(0)), reports)
    };
    let (color, reports) = first(triangle().u32s("vc", &[red; 3]));
    assert_eq!((color, reports), (Some([1.0, 0.0, 0.0, 1.0]), vec![]));
    // Both: the newer form wins where it holds anything.
    let both = |count: u32| triangle().uints("cl", &[count]).u32s("vc", &[red; 3]);
    let (color, reports) = first(both(1).u32s("c0", &[0xff00_ff00; 3]));
    assert_eq!(
        (color, reports),
        (Some([0.0, 1.0, 0.0, 1.0]), vec!["C42 vc".to_owned()])
    );
    let (color, reports) = first(both(0).u32s("c0", &[0xff00_ff00; 3]));
    assert_eq!(
        (color, reports),
        (Some([1.0, 0.0, 0.0, 1.0]), vec!["C42 vc".to_owned()])
    );
    let (color, reports) = first(both(1));
    assert_eq!(
        (color, reports),
        (
            Some([1.0, 0.0, 0.0, 1.0]),
            vec!["C38 cl".to_owned(), "C42 vc".to_owned()]
        )
    );
}

/// cast.md A9: the numbers of either form are linear as they stand, and floats may exceed 1.
#[test]
fn colors_are_packed_or_floats() {
    let (mesh, reports) = mesh_of(
        triangle()
            .uints("cl", &[2])
            .u32s("c0", &[0x8040_20ff; 3])
            .vec4s("c1", &[[4.0, -1.0, 0.5, f32::NAN]; 3]),
    );
    assert_eq!(reports, ["C48 c1"]);
    assert!(matches!(mesh.colors[0], ColorLayer::Packed(_)));
    assert_eq!(mesh.colors[0].get(1), [1.0, 32.0 / 255.0, 64.0 / 255.0, 128.0 / 255.0]);
    assert_eq!(mesh.colors[1].get(2), [4.0, -1.0, 0.5, 0.0]);
    let (mesh, reports) = mesh_of(triangle().uints("cl", &[1]).u8s("c0", &[1; 3]));
    assert_eq!((mesh.colors.len(), reports), (0, vec!["C23 c0".to_owned()]));
}

#[test]
fn row_48_positions_that_are_not_finite() {
    let mesh = mesh_with(&[[5.0, 0.0, 0.0], [6.0, f32::NAN, 0.0], [5.0, 1.0, 0.0], [6.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2, 0, 3, 2]);
    let (mesh, reports) = mesh_of(mesh);
    assert_eq!(reports, ["C48 vp"]);
    assert_eq!(mesh.positions.get(1), [5.0, 0.0, 0.0], "on the vertex before it");
    assert_eq!(mesh.triangles.iter().collect::<Vec<_>>(), [0, 3, 2]);
    assert_eq!(
        mesh.bounds,
        Bounds {
            min: Vec3::new(5.0, 0.0, 0.0),
            max: Vec3::new(6.0, 1.0, 0.0)
        }
    );
    // A cloud shows no point where the file has none.
    let (cloud, reports) = mesh_of(mesh_with(&[[f32::NAN; 3], [5.0, 0.0, 0.0], [6.0, 1.0, 0.0]]));
    assert_eq!(reports, ["C48 vp", "C33"]);
    assert_eq!(
        (cloud.positions.to_vec(), cloud.bounds.min),
        (
            vec![[5.0, 0.0, 0.0], [5.0, 0.0, 0.0], [6.0, 1.0, 0.0]],
            Vec3::new(5.0, 0.0, 0.0)
        )
    );
    let infinite = mesh_with(&[[f32::INFINITY; 3]; 3]).uints("f", &[0, 1, 2]);
    let (mesh, reports) = mesh_of(infinite);
    assert_eq!(reports, ["C48 vp"]);
    assert_eq!((mesh.vertex_count(), mesh.triangle_count()), (3, 0));
    let (mesh, reports) = mesh_of(triangle().uints("ul", &[1]).vec2s("u0", &[[0.5, f32::NEG_INFINITY]; 3]));
    assert_eq!(reports, ["C48 u0"]);
    assert_eq!(mesh.uvs[0].get(0), [0.0; 2]);
}

#[test]
fn row_49_suspicious_extents_are_kept() {
    let (mesh, reports) = mesh_of(mesh_with(&[[2e7, 0.0, 0.0], [0.0; 3], [1.0; 3]]).uints("f", &[0, 1, 2]));
    assert_eq!((reports, mesh.bounds.max.x), (vec!["C49 vp".to_owned()], 2e7));
    check(mesh_with(&[[0.0; 3]; 3]).uints("f", &[0, 1, 2]), &["C49 vp"], 1);
}

/// 3.5: a zero or broken normal takes the computed value, area weighted; missing ones stay missing.
#[test]
fn normals_that_point_nowhere_are_computed() {
    let lost = [[0.0; 3], [f32::NAN, 0.0, 1.0], [0.0, 3.0, 0.0], [1e-30, 0.0, 0.0]];
    let (mesh, reports) = mesh_of(square().vec3s("vn", &lost));
    assert_eq!(reports, ["C48 vn"]);
    assert_eq!(
        mesh.normals.to_vec(),
        [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 3.0, 0.0], [1.0, 0.0, 0.0]]
    );
    // No face, no sum: any unit vector will do.
    let (mesh, _) = mesh_of(mesh_with(&[[1.0; 3]]).vec3s("vn", &[[0.0; 3]]));
    assert_eq!(mesh.normals.to_vec(), [[0.0, 0.0, 1.0]]);
    assert!(mesh_of(triangle()).0.normals.is_empty());
}

#[test]
fn skinning_method_is_a_word() {
    for (word, wanted, reports) in [
        ("linear", Skinning::Linear, vec![]),
        ("quaternion", Skinning::DualQuaternion, vec![]),
        ("magic", Skinning::Linear, vec!["C70 sm".to_owned()]),
    ] {
        let (mesh, found) = mesh_of(triangle().string("sm", word));
        assert_eq!((mesh.skinning, found), (wanted, reports));
    }
    assert_eq!(mesh_of(triangle()).0.skinning, Skinning::Linear);
}

/// cast.md row 23: floats in threes serve as vectors, doubles as floats; anything else is absent.
#[test]
fn values_of_another_class() {
    let (mesh, reports) = mesh_of(node(NodeKind::Mesh).floats("vp", &[1.0; 9]).uints("f", &[0, 1, 2]));
    assert_eq!((mesh.vertex_count(), reports), (3, vec![]));
    let (mesh, reports) = mesh_of(node(NodeKind::Mesh).u32s("vp", &[1; 9]).uints("f", &[0, 1, 2]));
    assert_eq!(
        (mesh.vertex_count(), reports),
        (0, vec!["C23 vp".to_owned(), "C32".to_owned()])
    );
}
