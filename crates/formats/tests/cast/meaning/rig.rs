//! cast.md row 74: handles and constraints (3.16, 3.17). A29, A32.

use super::{below, bone, model_of, node};
use castview_base::scene::{ConstraintKind, Rig};
use castview_formats::cast::{NodeDraft, NodeKind};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;

/// Bones 1 thigh, 2 shin, 3 foot in a row, 4 goal beside them; hashes are those numbers.
fn rig_of(nodes: impl IntoIterator<Item = NodeDraft>) -> (Rig, Vec<String>) {
    let bones = [("thigh", -1), ("shin", 0), ("foot", 1), ("goal", -1)];
    let bones = bones
        .iter()
        .zip(1..)
        .map(|((name, parent), hash)| bone(name, *parent, [1.0, 0.0, 0.0]).hash(hash));
    let skeleton = node(NodeKind::Skeleton).children(bones).children(nodes);
    let (model, reports) = model_of([skeleton]);
    (model.rig, below(reports, "model[0]/skeleton[0]"))
}

fn handle(start: u64, end: u64, target: u64) -> NodeDraft {
    node(NodeKind::IkHandle)
        .u64s("sb", &[start])
        .u64s("eb", &[end])
        .u64s("tb", &[target])
}

fn constraint(kind: &str) -> NodeDraft {
    node(NodeKind::Constraint)
        .string("ct", kind)
        .u64s("cb", &[1])
        .u64s("tb", &[4])
}

#[test]
fn handles_name_their_bones() {
    let full = handle(1, 3, 4)
        .string("n", "leg")
        .vec3s("to", &[[0.0, 1.0, 0.0]])
        .u64s("pv", &[4])
        .u64s("pb", &[77])
        .u8s("tr", &[1]);
    let (rig, reports) = rig_of([full, handle(1, 3, 4)]);
    assert_eq!(reports, ["C29 ik_handle[0].pb"]);
    let leg = &rig.handles[0];
    assert_eq!((leg.start.get(), leg.end.get(), leg.target.get()), (0, 2, 3));
    assert_eq!(
        (leg.target_offset, leg.pole_vector.map(|b| b.get()), leg.pole_twist),
        (Vec3::Y, Some(3), None)
    );
    assert_eq!((leg.name.as_str(), leg.takes_target_rotation), ("leg", true));
    let plain = &rig.handles[1];
    assert_eq!(
        (plain.target_offset, plain.pole_vector, plain.takes_target_rotation),
        (Vec3::ZERO, None, false)
    );
}

#[test]
fn row_74_handles_that_cannot_work() {
    for (draft, reports) in [
        (handle(9, 3, 4), vec!["C29 ik_handle[0].sb", "C74 ik_handle[0]"]),
        (handle(1, 9, 4), vec!["C29 ik_handle[0].eb", "C74 ik_handle[0]"]),
        (handle(1, 3, 9), vec!["C29 ik_handle[0].tb", "C74 ik_handle[0]"]),
        (
            node(NodeKind::IkHandle).u64s("sb", &[1]).u64s("eb", &[3]),
            vec!["C74 ik_handle[0]"],
        ),
        (node(NodeKind::IkHandle), vec!["C74 ik_handle[0]"]),
        // Not a descendant, the bone itself, upside down, no bone between.
        (handle(1, 4, 4), vec!["C74 ik_handle[0]"]),
        (handle(1, 1, 4), vec!["C74 ik_handle[0]"]),
        (handle(3, 1, 4), vec!["C74 ik_handle[0]"]),
        (handle(1, 2, 4), vec!["C74 ik_handle[0]"]),
    ] {
        let (rig, found) = rig_of([draft]);
        assert_eq!(
            (rig.handles.len(), found),
            (0, reports.into_iter().map(str::to_owned).collect())
        );
    }
}

#[test]
fn constraints_have_a_kind_and_an_offset() {
    let turn = [0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2];
    for (draft, wanted) in [
        (constraint("pt"), ConstraintKind::Point { offset: Vec3::ZERO }),
        (constraint("or"), ConstraintKind::Orient { offset: Quat::IDENTITY }),
        (constraint("sc"), ConstraintKind::Scale { offset: Vec3::ONE }),
        (
            constraint("pt").vec3s("co", &[[1.0, 2.0, 3.0]]),
            ConstraintKind::Point {
                offset: Vec3::new(1.0, 2.0, 3.0),
            },
        ),
        (
            constraint("or").vec4s("co", &[turn]),
            ConstraintKind::Orient {
                offset: Quat::from_array(turn),
            },
        ),
        (
            constraint("sc").vec3s("co", &[[2.0; 3]]),
            ConstraintKind::Scale {
                offset: Vec3::splat(2.0),
            },
        ),
    ] {
        let (rig, reports) = rig_of([draft]);
        assert_eq!((rig.constraints[0].kind, reports), (wanted, vec![]));
        let one = &rig.constraints[0];
        assert_eq!((one.driven.get(), one.target.get(), one.weight), (0, 3, 1.0));
        assert_eq!((one.keeps_rest_offset, one.skips), (false, [false; 3]));
    }
    let (rig, _) = rig_of([constraint("pt")
        .u8s("mo", &[1])
        .floats("wt", &[2.5])
        .u8s("sy", &[1])
        .string("n", "aim")]);
    let one = &rig.constraints[0];
    assert_eq!(
        (one.keeps_rest_offset, one.weight, one.skips),
        (true, 1.0, [false, true, false])
    );
    assert_eq!(one.name, "aim");
    let (rig, reports) = rig_of([constraint("or").vec4s("co", &[[0.0; 4]])]);
    assert_eq!(
        rig.constraints[0].kind,
        ConstraintKind::Orient { offset: Quat::IDENTITY }
    );
    assert_eq!(reports, ["C50 constraint[0].co"]);
}

#[test]
fn row_74_constraints_that_cannot_work() {
    let without = |name: &str| {
        let full = constraint("pt");
        NodeDraft {
            properties: full.properties.into_iter().filter(|p| p.name != name).collect(),
            ..full
        }
    };
    for (draft, report) in [
        (without("cb"), "C74 constraint[0]"),
        (without("tb"), "C74 constraint[0]"),
        (without("ct"), "C74 constraint[0]"),
        (constraint("aim"), "C74 constraint[0].ct"),
    ] {
        let (rig, found) = rig_of([draft]);
        assert_eq!((rig.constraints.len(), found), (0, vec![report.to_owned()]));
    }
}

#[test]
fn what_drives_its_own_target_is_kept_and_reported() {
    for (draft, reports) in [
        (handle(1, 3, 1), vec!["C74 ik_handle[0].tb"]),
        (handle(1, 3, 3), vec!["C74 ik_handle[0].tb"]),
        (handle(1, 3, 4).u64s("pv", &[2]), vec!["C74 ik_handle[0].pv"]),
        (handle(1, 3, 4).u64s("pv", &[1]), vec![]),
        (handle(1, 3, 4).u64s("pb", &[1]), vec!["C74 ik_handle[0].pb"]),
        (constraint("or"), vec![]),
    ] {
        let (rig, found) = rig_of([draft]);
        let wanted: Vec<String> = reports.into_iter().map(str::to_owned).collect();
        assert_eq!((rig.handles.len() + rig.constraints.len(), found), (1, wanted));
    }
    for target in [1, 3] {
        let draft = node(NodeKind::Constraint)
            .string("ct", "pt")
            .u64s("cb", &[1])
            .u64s("tb", &[target]);
        let (rig, found) = rig_of([draft]);
        assert_eq!(
            (rig.constraints.len(), found),
            (1, vec!["C74 constraint[0].tb".to_owned()])
        );
    }
}

#[test]
fn a_chain_without_length_is_reported() {
    let bones = [("hip", -1), ("knee", 0), ("foot", 1), ("goal", -1)];
    let bones = bones.iter().zip(1..).map(|((name, parent), hash)| {
        let x = if *name == "knee" { 0.0 } else { 1.0 };
        bone(name, *parent, [x, 0.0, 0.0]).hash(hash)
    });
    let skeleton = node(NodeKind::Skeleton).children(bones).children([handle(1, 3, 4)]);
    let (model, reports) = model_of([skeleton]);
    assert_eq!(model.rig.handles.len(), 1);
    assert_eq!(below(reports, "model[0]/skeleton[0]"), ["C74 ik_handle[0]"]);
}

#[test]
fn a_rig_that_would_take_seconds_a_pose_is_cut_short() {
    // One chain of 3000 bones, and on it handles from its first bone to its last, each some 100 000 steps.
    let bones = (0..3000u64).map(|i| bone(&format!("b{i}"), i as i32 - 1, [1.0, 0.0, 0.0]).hash(i + 1));
    let goal = bone("goal", -1, [1.0, 0.0, 0.0]).hash(9000);
    let handles = (0..40).map(|_| handle(1, 3000, 9000));
    let skeleton = node(NodeKind::Skeleton)
        .children(bones)
        .children([goal])
        .children(handles);
    let (model, reports) = model_of([skeleton]);
    let kept = model.rig.handles.len();
    assert!((5..20).contains(&kept), "{kept}");
    assert_eq!(below(reports, "model[0]/skeleton[0]").len(), 40 - kept);
}
