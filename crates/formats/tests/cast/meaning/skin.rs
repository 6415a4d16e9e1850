//! cast.md rows 43–47: how vertices hang on bones (§3.4). A6, A7.

use super::{below, chain, model_of, triangle};
use castview_base::scene::{Influences, Model};
use castview_formats::cast::NodeDraft;
use glam::Affine3A;

/// The influences of a triangle with these properties, beside a skeleton of `bones` bones, and the mesh's reports.
fn influences(mesh: NodeDraft, bones: i32) -> (Influences, Vec<String>) {
    let (mut model, reports) = model_of([chain(bones), mesh]);
    (model.meshes.remove(0).influences, below(reports, "model[0]/mesh[0]"))
}

/// The (slot, weight) pairs of every vertex.
fn pairs(influences: &Influences) -> Vec<Vec<(usize, f32)>> {
    (0..3).map(|vertex| influences.of_vertex(vertex).collect()).collect()
}

/// A triangle with two influences per vertex.
fn two(slots: [u32; 6], weights: [f32; 6]) -> NodeDraft {
    triangle().uints("mi", &[2]).uints("wb", &slots).floats("wv", &weights)
}

#[test]
fn lawful_influences_are_borrowed() {
    let weights = [0.25, 0.75, 1.0, 0.0, 0.5, 0.5];
    let (found, reports) = influences(two([0, 1, 2, 2, 1, 0], weights), 3);
    assert_eq!((found.stride, reports), (2, vec![]));
    assert!(found.weights.raw_bytes().is_some());
    let wanted = [vec![(0, 0.25), (1, 0.75)], vec![(2, 1.0)], vec![(1, 0.5), (0, 0.5)]];
    assert_eq!(pairs(&found), wanted);
}

#[test]
fn the_skin_lists_every_bone_in_file_order() {
    let (model, reports): (Model, _) = model_of([
        child_before_parent(),
        triangle().uints("mi", &[1]).uints("wb", &[1, 0, 1]),
    ]);
    assert_eq!(reports, [""; 0]);
    assert_eq!(model.skins.len(), 1);
    let names: Vec<&str> = model.skins[0]
        .bones
        .iter()
        .map(|bone| model.skeleton.name(*bone))
        .collect();
    assert_eq!(names, ["tip", "root"]);
    let rest = model.skeleton.rest_model_from_bone();
    for (bone, bone_from_mesh) in model.skins[0].bones.iter().zip(&model.skins[0].bone_from_mesh) {
        let product = rest[bone.get()] * bone_from_mesh.expect("not singular");
        assert!(product.abs_diff_eq(Affine3A::IDENTITY, 1e-6));
    }
}

fn child_before_parent() -> NodeDraft {
    let tip = super::bone("tip", 1, [0.0, 2.0, 0.0]);
    let root = super::bone("root", -1, [1.0, 0.0, 0.0]).vec3s("s", &[[2.0, 1.0, 0.5]]);
    super::node(castview_formats::cast::NodeKind::Skeleton).children([tip, root])
}

#[test]
fn meshes_without_influences_are_rigid() {
    for mesh in [
        triangle(),
        triangle().uints("mi", &[0]).uints("wb", &[]).floats("wv", &[]),
    ] {
        let (mut model, reports) = model_of([chain(2), mesh]);
        let mesh = model.meshes.remove(0);
        assert_eq!(reports, [""; 0]);
        assert!(mesh.skin.is_none() && mesh.influences.is_empty());
    }
}

#[test]
fn row_43_promised_influences_that_are_not_there() {
    let (found, reports) = influences(triangle().uints("mi", &[4]), 2);
    assert_eq!((found.stride, reports), (0, vec!["C43".to_owned()]));
}

#[test]
fn row_44_the_number_per_vertex_is_inferred() {
    let unsaid = |slots: &[u32], weights: &[f32]| triangle().uints("wb", slots).floats("wv", weights);
    for (mesh, stride) in [
        (unsaid(&[0, 1, 1, 0, 0, 1], &[0.5; 6]), 2),
        (unsaid(&[0, 1, 1], &[]), 1),
        (unsaid(&[0, 1, 1, 0], &[0.5; 4]), 0),
        (unsaid(&[0, 1, 1, 0, 0, 1], &[0.5; 3]), 0),
    ] {
        let (found, reports) = influences(mesh, 2);
        assert_eq!((found.stride, reports), (stride, vec!["C44 wb".to_owned()]));
    }
}

#[test]
fn row_45_arrays_of_another_length() {
    let with = |slots: &[u32], weights: &[f32]| triangle().uints("mi", &[2]).uints("wb", slots).floats("wv", weights);
    for (mesh, reports, stride) in [
        (with(&[0, 1, 0, 1, 0, 1, 1, 1], &[0.5; 6]), vec!["C45 wb"], 2),
        (with(&[0, 1, 0, 1, 0, 1], &[0.5; 9]), vec!["C45 wv"], 2),
        (with(&[0, 1, 0, 1], &[0.5; 6]), vec!["C45 wb"], 0),
        (with(&[0, 1, 0, 1, 0, 1], &[0.5; 5]), vec!["C45 wv"], 0),
        (with(&[0, 1, 0, 1, 0, 1], &[]), vec!["C45"], 0),
        (
            triangle().u32s("mi", &[u32::MAX - 1]).uints("wb", &[0; 3]),
            vec!["C45 wb", "C45"],
            0,
        ),
    ] {
        let (found, all) = influences(mesh, 2);
        assert_eq!(
            (found.stride, all),
            (stride, reports.into_iter().map(str::to_owned).collect())
        );
        assert!(found.stride == 0 || (found.slots.len(), found.weights.len()) == (6, 6));
    }
}

#[test]
fn row_83_a_count_of_minus_one_is_none() {
    let arrays = || triangle().uints("wb", &[0, 1, 0, 1, 0, 1]).floats("wv", &[0.5; 6]);
    for mesh in [
        arrays().u32s("mi", &[u32::MAX]),
        arrays().u16s("mi", &[u16::MAX]),
        arrays().u8s("mi", &[u8::MAX]),
        arrays().u64s("mi", &[u64::MAX]),
    ] {
        let (found, reports) = influences(mesh, 2);
        assert_eq!(
            (found.stride, reports),
            (2, vec!["C83 mi".to_owned(), "C44 wb".to_owned()])
        );
    }
}

#[test]
fn row_46_influences_on_bones_that_do_not_exist() {
    let (found, reports) = influences(two([0, 9, 9, 8, 1, 0], [0.25, 0.75, 0.5, 0.5, 0.5, 0.5]), 2);
    assert_eq!(reports, ["C46 wb"]);
    assert_eq!(pairs(&found), [vec![(0, 1.0)], vec![], vec![(1, 0.5), (0, 0.5)]]);
    assert!(
        found.slots.iter().all(|slot| slot < 2),
        "every slot exists, padding too"
    );
    // An entry without weight is only padding, wherever it points.
    let (found, reports) = influences(two([0, 9, 1, 9, 0, 9], [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]), 2);
    assert_eq!(reports, [""; 0]);
    assert!(found.slots.iter().all(|slot| slot < 2));
    // No bones at all: rigid.
    let (model, reports) = model_of([two([0; 6], [0.5; 6])]);
    assert_eq!(reports, ["C46 model[0]/mesh[0].wb"]);
    assert!(model.meshes[0].skin.is_none() && model.skins.is_empty());
}

#[test]
fn row_47_weights_are_repaired() {
    let report = vec!["C47 wv".to_owned()];
    for (weights, wanted, reports) in [
        // cast.md A6: divided by their sum, silently when it is rounding.
        ([0.5, 0.51, 1.0, 0.0, 1.0, 0.0], (0, 0.5 / 1.01), vec![]),
        ([0.5, 1.5, 1.0, 0.0, 1.0, 0.0], (0, 0.25), report.clone()),
        ([0.5, f32::NAN, 1.0, 0.0, 1.0, 0.0], (0, 1.0), report.clone()),
        ([0.5, -3.0, 1.0, 0.0, 1.0, 0.0], (0, 1.0), report.clone()),
        ([0.5, f32::INFINITY, 1.0, 0.0, 1.0, 0.0], (0, 1.0), report.clone()),
    ] {
        let (found, all) = influences(two([0, 1, 0, 1, 0, 1], weights), 2);
        assert_eq!(all, reports, "{weights:?}");
        let first = found.of_vertex(0).next().expect("has weight");
        assert!(
            first.0 == wanted.0 && (first.1 - wanted.1).abs() < 1e-6,
            "{weights:?}: {first:?}"
        );
        let sum: f32 = found.of_vertex(0).map(|(_, weight)| weight).sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }
    // A sum of zero leaves the vertex where it is.
    let (found, reports) = influences(two([0, 1, 0, 1, 0, 1], [0.0, 0.0, 1.0, 0.0, 1e-7, 0.0]), 2);
    assert_eq!((pairs(&found), reports), (vec![vec![], vec![(0, 1.0)], vec![]], report));
}

#[test]
fn sums_other_than_one_are_kept_for_those_who_look_for_them() {
    let weights = [0.5, 0.5004, 0.5, 0.25, 0.0, 0.0];
    let (found, _) = influences(two([0, 1, 0, 1, 0, 1], weights), 2);
    assert_eq!(found.wrong_sums[..], [(1, 0.75), (2, 0.0)]);
    let (found, _) = influences(two([0, 1, 0, 1, 0, 1], [0.5; 6]), 2);
    assert!(found.wrong_sums.is_empty());
}

#[test]
fn repeated_bones_of_a_vertex_add_up() {
    let (found, reports) = influences(two([1, 1, 0, 0, 0, 1], [0.25, 0.75, 1.0, 0.0, 0.5, 0.5]), 2);
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        pairs(&found),
        [vec![(1, 1.0)], vec![(0, 1.0)], vec![(0, 0.5), (1, 0.5)]]
    );
    // So many that they are not compared pairwise.
    let slots: Vec<u32> = (0..3).flat_map(|_| (0..40).map(|j| j % 2)).collect();
    let mesh = triangle()
        .uints("mi", &[40])
        .uints("wb", &slots)
        .floats("wv", &[0.025; 120]);
    let (found, reports) = influences(mesh, 2);
    assert_eq!(reports, [""; 0]);
    for vertex in pairs(&found) {
        assert_eq!(vertex.len(), 2);
        assert!(
            vertex.iter().all(|(_, weight)| (weight - 0.5).abs() < 1e-6),
            "{vertex:?}"
        );
    }
}

/// cast.md A7: with one influence per vertex the stored weights are not read, and may be absent.
#[test]
fn a_single_influence_has_weight_one() {
    for mesh in [
        triangle().uints("mi", &[1]).uints("wb", &[1, 0, 1]),
        triangle()
            .uints("mi", &[1])
            .uints("wb", &[1, 0, 1])
            .floats("wv", &[0.25, 0.0, f32::NAN]),
    ] {
        let (found, reports) = influences(mesh, 2);
        assert_eq!(reports, [""; 0]);
        assert_eq!(pairs(&found), [vec![(1, 1.0)], vec![(0, 1.0)], vec![(1, 1.0)]]);
    }
}

#[test]
fn counts_and_indices_may_have_any_width_and_weights_may_be_doubles() {
    let doubles = [0.5f64, 0.5, 1.0, 0.0, 0.25, 0.75];
    for mesh in [
        triangle()
            .u8s("mi", &[2])
            .u8s("wb", &[0, 1, 0, 1, 0, 1])
            .doubles("wv", &doubles),
        triangle()
            .u16s("mi", &[2])
            .u16s("wb", &[0, 1, 0, 1, 0, 1])
            .doubles("wv", &doubles),
        triangle()
            .u32s("mi", &[2])
            .u32s("wb", &[0, 1, 0, 1, 0, 1])
            .doubles("wv", &doubles),
    ] {
        let (found, reports) = influences(mesh, 2);
        assert_eq!(reports, [""; 0]);
        assert_eq!(pairs(&found)[2], [(0, 0.25), (1, 0.75)]);
    }
}
