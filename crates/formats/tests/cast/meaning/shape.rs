//! cast.md rows 60, 61 and blend shapes of all three forms (§3.6). A10, A11.

use super::{model_of, node, square};
use castview_base::scene::BlendShape;
use castview_formats::cast::{NodeDraft, NodeKind};

fn shape(name: &str) -> NodeDraft {
    node(NodeKind::BlendShape).string("n", name).u64s("b", &[1])
}

/// The shapes of a model with these nodes and a square with hash 1 in front.
fn shapes(nodes: impl IntoIterator<Item = NodeDraft>) -> (Vec<BlendShape>, Vec<String>) {
    let (model, reports) = model_of([square().hash(1)].into_iter().chain(nodes));
    (model.blend_shapes.to_vec(), reports)
}

#[test]
fn targets_become_sparse_deltas() {
    let draft = shape("smile")
        .uints("vi", &[3, 1])
        .vec3s("vp", &[[0.0, 3.0, 0.0], [1.0, 0.0, 5.0]]);
    let (found, reports) = shapes([draft]);
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        (found[0].name.as_str(), found[0].mesh.get(), found[0].max_weight),
        ("smile", 0, 1.0)
    );
    assert_eq!(
        (&found[0].vertices[..], &found[0].deltas[..]),
        (&[1, 3][..], &[[0.0, 0.0, 5.0], [0.0, 2.0, 0.0]][..])
    );
}

#[test]
fn of_a_vertex_listed_twice_the_last_counts() {
    let draft = shape("twice")
        .uints("vi", &[2, 0, 2])
        .vec3s("vp", &[[9.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 4.0]]);
    let (found, reports) = shapes([draft]);
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        (&found[0].vertices[..], &found[0].deltas[..]),
        (&[0, 2][..], &[[1.0, 0.0, 0.0], [0.0, 0.0, 4.0]][..])
    );
}

#[test]
fn row_60_lists_of_different_length() {
    let draft = shape("short").uints("vi", &[0, 1, 2]).vec3s("vp", &[[1.0; 3]]);
    let (found, reports) = shapes([draft]);
    assert_eq!(
        (reports, &found[0].vertices[..]),
        (vec!["C60 model[0]/blend_shape[0].vi".to_owned()], &[0][..])
    );
    let (found, reports) = shapes([shape("empty")]);
    assert_eq!(
        (found.len(), reports),
        (0, vec!["C60 model[0]/blend_shape[0]".to_owned()])
    );
}

#[test]
fn entries_that_cannot_be_used_are_dropped() {
    let draft = shape("wild")
        .uints("vi", &[7, 1, 2])
        .vec3s("vp", &[[1.0; 3], [f32::NAN; 3], [1.0, 1.0, 1.0]]);
    let (found, reports) = shapes([draft]);
    assert_eq!(
        reports,
        ["C35 model[0]/blend_shape[0].vi", "C48 model[0]/blend_shape[0]"]
    );
    assert_eq!(
        (&found[0].vertices[..], &found[0].deltas[..]),
        (&[2][..], &[[0.0, 0.0, 1.0]][..])
    );
}

#[test]
fn row_61_shapes_without_a_mesh() {
    let lists = |draft: NodeDraft| draft.uints("vi", &[0]).vec3s("vp", &[[1.0; 3]]);
    let nowhere = node(NodeKind::BlendShape).string("n", "a").u64s("b", &[9]);
    let unsaid = node(NodeKind::BlendShape).string("n", "b");
    let ghost = node(NodeKind::BlendShape).string("n", "c").u64s("b", &[2]);
    let (found, reports) = shapes([
        lists(nowhere),
        lists(unsaid),
        lists(ghost),
        node(NodeKind::Mesh).hash(2),
        lists(shape("good")),
    ]);
    assert_eq!(
        reports,
        [
            "C32 model[0]/mesh[1]",
            "C29 model[0]/blend_shape[0].b",
            "C61 model[0]/blend_shape[0]",
            "C61 model[0]/blend_shape[1]",
            "C61 model[0]/blend_shape[2]",
        ]
    );
    assert_eq!(
        found.iter().map(|shape| shape.name.as_str()).collect::<Vec<_>>(),
        ["good"]
    );
}

/// cast.md A10: the top of the slider; missing and zero mean 1.
#[test]
fn greatest_weights() {
    for (stored, wanted, reports) in [
        (Some(2.0), 2.0, 0),
        (Some(0.25), 0.25, 0),
        (Some(0.0), 1.0, 0),
        (None, 1.0, 0),
        (Some(-1.0), 1.0, 1),
        (Some(f32::NAN), 1.0, 1),
    ] {
        let draft = shape("s").uints("vi", &[0]).vec3s("vp", &[[1.0; 3]]);
        let draft = match stored {
            Some(max) => draft.floats("ts", &[max, 7.0]),
            None => draft,
        };
        let (found, all) = shapes([draft]);
        assert_eq!((found[0].max_weight, all.len()), (wanted, reports), "{stored:?}");
        assert!(all.iter().all(|report| report == "A10 model[0]/blend_shape[0].ts"));
    }
}

#[test]
fn shapes_of_several_meshes_may_share_a_name() {
    let second = node(NodeKind::BlendShape).string("n", "smile").u64s("b", &[2]);
    let lists = |draft: NodeDraft| draft.uints("vi", &[0]).vec3s("vp", &[[1.0; 3]]);
    let (found, reports) = shapes([square().hash(2), lists(shape("smile")), lists(second)]);
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        found
            .iter()
            .map(|shape| (shape.name.as_str(), shape.mesh.get()))
            .collect::<Vec<_>>(),
        [("smile", 0), ("smile", 1)]
    );
}

/// Some days of June 2024.
#[test]
fn legacy_deltas_are_taken_as_they_are() {
    let (found, reports) = shapes([shape("d").uints("vi", &[2]).vec3s("vd", &[[0.5, 0.0, 0.0]])]);
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        (&found[0].vertices[..], &found[0].deltas[..]),
        (&[2][..], &[[0.5, 0.0, 0.0]][..])
    );
}

/// Until mid-2024: whole target meshes, one maximum each; they are not drawn.
#[test]
fn legacy_target_meshes_become_shapes() {
    let target = |name: &str, hash: u64, lift: f32| {
        node(NodeKind::Mesh)
            .hash(hash)
            .string("n", name)
            .uints("f", &[0, 1, 2])
            .vec3s(
                "vp",
                &[[0.0, 0.0, lift], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, lift]],
            )
    };
    let short = node(NodeKind::Mesh)
        .hash(12)
        .string("n", "short")
        .vec3s("vp", &[[1.0; 3]; 3]);
    let deformer = shape("face").u64s("t", &[10, 11, 12, 13, 10]).floats("ts", &[1.0, 3.0]);
    let (model, reports) = model_of([
        square().hash(1),
        target("smile", 10, 2.0),
        target("frown", 11, -1.0),
        short,
        deformer,
    ]);
    assert_eq!(
        reports,
        [
            "C60 model[0]/blend_shape[0].t",
            "C29 model[0]/blend_shape[0].t",
            "C60 model[0]/blend_shape[0].t",
        ]
    );
    let found: Vec<_> = model
        .blend_shapes
        .iter()
        .map(|s| (s.name.as_str(), s.max_weight, &s.vertices[..]))
        .collect();
    assert_eq!(found, [("smile", 1.0, &[0, 3][..]), ("frown", 3.0, &[0, 3][..])]);
    assert_eq!(model.blend_shapes[1].deltas, [[0.0, 0.0, -1.0]; 2]);
    let drawn: Vec<usize> = model.meshes.iter().map(|mesh| mesh.vertex_count()).collect();
    assert_eq!(drawn, [4, 0, 0, 0]);
    assert_eq!(model.meshes[1].name, "smile");
}
