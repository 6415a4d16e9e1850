//! cast.md rows 50–59 and the rest pose of 3.2 and 3.3. A2–A5.

use super::{below, bone, model_of, node};
use castview_base::core::Transform;
use castview_base::scene::Skeleton;
use castview_formats::cast::{NodeDraft, NodeKind};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;

/// The skeleton with these bones, and its reports.
fn skeleton_of(bones: impl IntoIterator<Item = NodeDraft>) -> (Skeleton, Vec<String>) {
    let (model, reports) = model_of([node(NodeKind::Skeleton).children(bones)]);
    (model.skeleton, below(reports, "model[0]/skeleton[0]"))
}

/// Rest transform of the bone at `index` in the file.
fn rest(skeleton: &Skeleton, index: usize) -> Transform {
    skeleton.rest()[skeleton.from_file(index).expect("exists").get()]
}

/// Parents by file position.
fn parents(skeleton: &Skeleton) -> Vec<Option<usize>> {
    (0..skeleton.len())
        .map(|index| {
            skeleton
                .parent(skeleton.from_file(index)?)
                .map(|parent| skeleton.file_index(parent))
        })
        .collect()
}

/// Rest position in model space of the bone at `index` in the file.
fn world(skeleton: &Skeleton, index: usize) -> Vec3 {
    let matrices = skeleton.rest_model_from_bone();
    matrices[skeleton.from_file(index).expect("exists").get()]
        .translation
        .into()
}

/// A quarter turn around z.
const QUARTER: [f32; 4] = [0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2];

#[test]
fn a_bone_without_anything_has_the_defaults_of_the_format() {
    let (skeleton, reports) = skeleton_of([node(NodeKind::Bone).string("n", "only")]);
    assert_eq!(reports, [""; 0]);
    assert_eq!(rest(&skeleton, 0), Transform::IDENTITY);
    // cast.md A4: segment scale compensate is on unless the file says no.
    assert_eq!(
        (skeleton.compensates_scale(), parents(&skeleton)),
        (&[true][..], vec![None])
    );
    let (skeleton, _) = skeleton_of([node(NodeKind::Bone).string("n", "only").u8s("ssc", &[0])]);
    assert_eq!(skeleton.compensates_scale(), [false]);
    let (skeleton, _) = skeleton_of([node(NodeKind::Bone).string("n", "only").u8s("ssc", &[7])]);
    assert_eq!(skeleton.compensates_scale(), [true]);
}

#[test]
fn row_50_rotations_without_direction() {
    for broken in [[0.0; 4], [f32::NAN, 0.0, 0.0, 1.0], [f32::INFINITY, 0.0, 0.0, 1.0]] {
        let (skeleton, reports) = skeleton_of([node(NodeKind::Bone).string("n", "b").vec4s("lr", &[broken])]);
        assert_eq!(reports, ["C50 bone[0].lr"]);
        assert_eq!(rest(&skeleton, 0).rotation, Quat::IDENTITY);
    }
    // World data serves where the local rotation is broken (cast.md §3.2).
    let mixed = node(NodeKind::Bone)
        .string("n", "b")
        .vec4s("lr", &[[0.0; 4]])
        .vec4s("wr", &[QUARTER]);
    let (skeleton, _) = skeleton_of([mixed]);
    assert!(rest(&skeleton, 0).rotation.abs_diff_eq(Quat::from_array(QUARTER), 1e-6));
}

#[test]
fn row_51_rotations_are_normalised() {
    for (length, reports) in [
        (1.02, vec![]),
        (2.0, vec!["C51 bone[0].lr".to_owned()]),
        (1e-30, vec!["C51 bone[0].lr".to_owned()]),
    ] {
        let stored = QUARTER.map(|v| v * length);
        let (skeleton, found) = skeleton_of([node(NodeKind::Bone).string("n", "b").vec4s("lr", &[stored])]);
        assert_eq!(found, reports, "{length}");
        assert!(
            rest(&skeleton, 0).rotation.abs_diff_eq(Quat::from_array(QUARTER), 1e-5),
            "{length}"
        );
    }
}

#[test]
fn row_52_scales_of_nothing() {
    let scaled = |scale: [f32; 3]| node(NodeKind::Bone).string("n", "b").vec3s("s", &[scale]);
    let (skeleton, reports) = skeleton_of([scaled([2.0, f32::NAN, 0.5])]);
    assert_eq!(
        (reports, rest(&skeleton, 0).scale),
        (vec!["C52 bone[0].s".to_owned()], Vec3::new(2.0, 1.0, 0.5))
    );
    let flat = || node(NodeKind::Skeleton).child(scaled([1.0, 0.0, 1.0]));
    let (bones_alone, same) = model_of([flat()]);
    assert!(bones_alone.skins.is_empty(), "nothing hangs on them");
    let (model, reports) = model_of([flat(), super::triangle()]);
    assert_eq!(same, reports);
    assert_eq!(
        reports,
        ["C52 model[0]/skeleton[0]/bone[0].s", "C52 model[0]/skeleton[0]"]
    );
    assert_eq!(model.skeleton.rest()[0].scale, Vec3::new(1.0, 0.0, 1.0));
    // Bound as if the scale of 0 were 1: a clip may scale it up.
    assert_eq!(model.skins[0].bone_from_mesh, [Some(glam::Affine3A::IDENTITY)]);
}

#[test]
fn row_53_children_may_stand_before_their_parents() {
    let (skeleton, reports) = skeleton_of([bone("tip", 1, [1.0, 0.0, 0.0]), bone("root", -1, [0.0, 1.0, 0.0])]);
    assert_eq!((reports, parents(&skeleton)), (vec![], vec![Some(1), None]));
    assert_eq!(world(&skeleton, 0), Vec3::new(1.0, 1.0, 0.0));
}

#[test]
fn rows_54_and_56_parents_that_are_none() {
    let with = |draft: fn(NodeDraft) -> NodeDraft| draft(node(NodeKind::Bone).string("n", "b"));
    for (parent, reports) in [
        (with(|bone| bone.u32s("p", &[u32::MAX])), vec![]),
        (with(|bone| bone.u16s("p", &[u16::MAX])), vec![]),
        (with(|bone| bone.u8s("p", &[u8::MAX])), vec![]),
        (with(|bone| bone.u64s("p", &[u64::MAX])), vec![]),
        (with(|bone| bone), vec![]),
        (with(|bone| bone.u32s("p", &[0])), vec!["C54 bone[0].p"]),
        (with(|bone| bone.u32s("p", &[7])), vec!["C54 bone[0].p"]),
        (with(|bone| bone.u32s("p", &[-2i32 as u32])), vec!["C54 bone[0].p"]),
        (with(|bone| bone.u32s("p", &[255])), vec!["C54 bone[0].p"]),
        (with(|bone| bone.floats("p", &[0.0])), vec!["C23 bone[0].p"]),
    ] {
        let (skeleton, found) = skeleton_of([parent]);
        assert_eq!(
            (found, parents(&skeleton)),
            (reports.into_iter().map(str::to_owned).collect(), vec![None])
        );
    }
    // Narrow parents that do exist, even at the number that else means none.
    let named = |index: usize| node(NodeKind::Bone).string("n", &format!("b{index}"));
    let (skeleton, reports) = skeleton_of((0..300).map(|index| match index {
        299 => named(299).u8s("p", &[255]),
        _ => named(index),
    }));
    assert_eq!((reports, parents(&skeleton)[299]), (vec![], Some(255)));
}

#[test]
fn row_55_cycles_are_broken() {
    let (skeleton, reports) = skeleton_of([
        bone("a", 2, [1.0, 0.0, 0.0]),
        bone("b", 0, [1.0, 0.0, 0.0]),
        bone("c", 1, [1.0, 0.0, 0.0]),
        bone("d", 0, [1.0, 0.0, 0.0]),
    ]);
    // From a the way up is c, b, and b closes the circle.
    assert_eq!(reports, ["C55 bone[1].p"]);
    assert_eq!(parents(&skeleton), [Some(2), None, Some(1), Some(0)]);
}

#[test]
fn rows_57_and_58_names() {
    let (skeleton, reports) = skeleton_of([
        node(NodeKind::Bone),
        node(NodeKind::Bone).string("n", "b"),
        node(NodeKind::Bone).string("n", "b"),
    ]);
    assert_eq!(reports, ["C57 bone[0]", "C58 bone[2]"]);
    let names: Vec<&str> = skeleton.bones().map(|bone| skeleton.name(bone)).collect();
    assert_eq!(names, ["bone_0", "b", "b"]);
    assert_eq!(skeleton.find("b").map(|bone| skeleton.file_index(bone)), Some(1));
}

#[test]
fn row_59_only_the_first_skeleton_counts() {
    let one = |name: &str| node(NodeKind::Skeleton).child(bone(name, -1, [0.0; 3]));
    let (model, reports) = model_of([one("first"), one("second")]);
    assert_eq!(reports, ["C59 model[0]/skeleton[1]"]);
    assert_eq!(
        (model.skeleton.len(), model.skeleton.find("first").is_some()),
        (1, true)
    );
}

#[test]
fn only_bones_count_for_bone_indices() {
    let handle = node(NodeKind::IkHandle).u64s("sb", &[1]).u64s("eb", &[2]);
    let (skeleton, _) = skeleton_of([
        bone("root", -1, [1.0, 0.0, 0.0]),
        handle,
        bone("tip", 0, [1.0, 0.0, 0.0]),
    ]);
    assert_eq!(parents(&skeleton), [None, Some(0)]);
}

/// cast.md A2: world data where local data is missing, position and rotation on their own, the parent's whole matrix undone.
#[test]
fn world_data_fills_what_local_data_lacks() {
    let parent = bone("parent", -1, [1.0, 0.0, 0.0]).vec3s("s", &[[2.0, 2.0, 2.0]]);
    let parent = NodeDraft {
        properties: parent.properties.into_iter().filter(|p| p.name != "lr").collect(),
        ..parent
    };
    let parent = parent.vec4s("wr", &[QUARTER]);
    let child = node(NodeKind::Bone).string("n", "child").u32s("p", &[0]);
    let child = child.vec3s("wp", &[[1.0, 4.0, 0.0]]).vec4s("wr", &[QUARTER]);
    let (skeleton, reports) = skeleton_of([parent, child]);
    assert_eq!(reports, [""; 0]);
    // By hand: the child is 4 up; the parent's x axis points up and is 2 long, so the child is 2 along it.
    assert!(
        rest(&skeleton, 1)
            .translation
            .abs_diff_eq(Vec3::new(2.0, 0.0, 0.0), 1e-6)
    );
    assert!(rest(&skeleton, 1).rotation.abs_diff_eq(Quat::IDENTITY, 1e-6));
    assert!(world(&skeleton, 1).abs_diff_eq(Vec3::new(1.0, 4.0, 0.0), 1e-5));
}

#[test]
fn a2_local_data_wins_where_both_disagree() {
    let agreeing = |name: &str, parent: i32| bone(name, parent, [1.0, 0.0, 0.0]);
    let agree = agreeing("root", -1)
        .vec3s("wp", &[[1.0, 0.0, 0.0]])
        .vec4s("wr", &[[0.0, 0.0, 0.0, -1.0]]);
    let moved = agreeing("tip", 0).vec3s("wp", &[[5.0, 0.0, 0.0]]);
    let turned = agreeing("hand", 0).vec4s("wr", &[QUARTER]);
    let (skeleton, reports) = skeleton_of([agree.clone(), agreeing("tip", 0).vec3s("wp", &[[2.0, 0.0, 0.0]])]);
    assert_eq!((reports, skeleton.len()), (vec![], 2));
    let (skeleton, reports) = skeleton_of([agree, moved, turned]);
    assert_eq!(reports, ["A2 bone[1]"], "once for all bones");
    assert_eq!(world(&skeleton, 1), Vec3::new(2.0, 0.0, 0.0));
    assert_eq!(rest(&skeleton, 2).rotation, Quat::IDENTITY);
}

/// cast.md A3, A5: rest scale moves children; with compensation their axes do not inherit it.
#[test]
fn rest_scale_reaches_children_as_the_flag_says() {
    for (flag, axis) in [(1, 1.0), (0, 2.0)] {
        let parent = bone("parent", -1, [0.0; 3]).vec3s("s", &[[2.0; 3]]);
        let child = bone("child", 0, [1.0, 0.0, 0.0]).u8s("ssc", &[flag]);
        let (skeleton, reports) = skeleton_of([parent, child]);
        assert_eq!(reports, [""; 0]);
        let matrix = skeleton.rest_model_from_bone()[1];
        assert_eq!((matrix.translation.x, matrix.matrix3.x_axis.x), (2.0, axis));
    }
}

#[test]
fn positions_beyond_all_numbers_are_repaired() {
    let (skeleton, reports) = skeleton_of([bone("b", -1, [f32::NAN, 0.0, 0.0]).vec3s("wp", &[[3.0, 0.0, 0.0]])]);
    assert_eq!(
        (reports, rest(&skeleton, 0).translation.x),
        (vec!["C48 bone[0].lp".to_owned()], 3.0)
    );
    let far = |name: &str, parent| bone(name, parent, [3e38, 0.0, 0.0]);
    let (skeleton, reports) = skeleton_of([far("a", -1), far("b", 0)]);
    assert_eq!(reports, ["C49 bone[1]"]);
    assert!(skeleton.rest_model_from_bone().iter().all(|matrix| matrix.is_finite()));
}
