//! Files, one for each row of docs/formats/cast.md §3.9 and each decision of §5 on animation, posed by `castview pose` and compared with
//! the f64 reference in `castview_testkit::reference`. Cases that the reference has no words for (names, shapes on several models, the seam of a loop)
//! are compared with numbers that the page gives.
//!
//! | what | here, or where else |
//! | --- | --- |
//! | §3.9 `tx ty tz`, `sx sy sz`, `rq`, in three modes | `every_row_of_the_table_of_modes`; random ones in `reference.rs` |
//! | §3.9 `bs`, in three modes; A11 clamp | `shapes_in_three_modes_are_held_to_their_maximum`; `poses.rs` |
//! | §3.9 `vb`; A19 step, A20 targets | `switches_step_and_hide_the_mesh_they_name`; `poses.rs` |
//! | §3.9 several curves of one channel | `of_several_curves_the_last_counts_and_additive_ones_stack` |
//! | §3.9 Euler curves of older files | `euler_curves_are_rz_times_ry_times_rx` |
//! | A3, A4, A5 scale and its compensation | `scale_reaches_children_unless_they_cancel_it` |
//! | A10 `ts` | `shapes_in_three_modes_are_held_to_their_maximum` |
//! | A12, A13, A14, A15 | `every_row_of_the_table_of_modes` |
//! | A16, A17 overrides | `overrides_reach_from_the_named_bone_down_and_the_nearest_wins` |
//! | A18 missing axis | `every_row_of_the_table_of_modes` (one axis at a time) |
//! | A21 before the first key, after the last | `time_is_held_at_both_ends_and_loops_by_its_range` |
//! | A22 range, A23 period | `time_is_held_at_both_ends_and_loops_by_its_range`; `cast/meaning/clip.rs` |
//! | A24 `lo` | session: `transport/tests.rs`, `ui/time/transport.rs` |
//! | A25 names | `names_meet_exactly_then_by_case_then_sanitised`; `matching.rs` |
//! | A26 a clip's own skeleton | `a_clip_alone_moves_its_own_skeleton` |
//! | A27, A28 pole and twist; A29 no target; A30 off at first | `a_handle_is_off_at_first_and_then_as_the_reference`; `rig.rs` |
//! | A31, A32, A33 constraints | `constraints_are_as_the_reference`; `rig.rs` |
//! | A50 several models | `one_clip_moves_every_model_it_matches` |
//! | A51 the seam | `transport/tests.rs`, `layers.rs` |
//! | §3.18 order | `rig.rs`, `reference.rs` |

use castview_base::core::SharedBytes;
use castview_base::scene::Scene;
use castview_formats::cast::{NodeDraft, NodeKind, write};
use castview_formats::{Request, import};
use castview_session::{Action, PlaybackAction, Seek};
use castview_testkit::program::{Folder, bone};
use castview_testkit::reference::clips::{self, Layer};
use castview_testkit::reference::{Bones, rig};
use glam::{DMat4, DQuat, DVec3, EulerRot};
use serde_json::Value;

const TURN: [f32; 4] = [0.0, 0.382_683_43, 0.0, 0.923_879_5];
const REST_TURN: [f32; 4] = [0.5, 0.5, 0.5, 0.5];

fn node(kind: NodeKind) -> NodeDraft {
    NodeDraft::new(kind)
}

/// root → arm → hand, with a rest that turns and scales, so that no order of operands is as good as another.
fn bones(ssc: bool) -> [NodeDraft; 3] {
    let set = |name, parent, at, scale| {
        node(NodeKind::Bone)
            .string("n", name)
            .u32s("p", &[parent as u32])
            .vec3s("lp", &[at])
            .vec4s("lr", &[REST_TURN])
            .vec3s("s", &[scale])
            .u8s("ssc", &[u8::from(ssc)])
    };
    [
        set("root", -1i32, [1.0, 2.0, 3.0], [2.0, 1.0, 0.5]),
        set("arm", 0, [0.0, 4.0, 0.0], [1.0, 3.0, 1.0]),
        set("hand", 1, [2.0, 0.0, 1.0], [1.0, 1.0, 1.0]),
    ]
}

fn body(ssc: bool) -> NodeDraft {
    let mesh = node(NodeKind::Mesh)
        .hash(5)
        .string("n", "skin")
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2]);
    let shape = node(NodeKind::BlendShape)
        .string("n", "smile")
        .u64s("b", &[5])
        .floats("ts", &[2.0])
        .uints("vi", &[1])
        .vec3s("vp", &[[1.0, 0.0, 1.0]]);
    node(NodeKind::Model)
        .string("n", "body")
        .child(node(NodeKind::Skeleton).children(bones(ssc)))
        .children([mesh, shape])
}

fn curve(target: &str, property: &str, mode: &str) -> NodeDraft {
    node(NodeKind::Curve)
        .string("nn", target)
        .string("kp", property)
        .string("m", mode)
        .uints("kb", &[0, 10])
}

fn clip(curves: impl IntoIterator<Item = NodeDraft>) -> NodeDraft {
    node(NodeKind::Animation)
        .string("n", "move")
        .floats("fr", &[30.0])
        .children(curves)
}

fn scene_of(nodes: &[NodeDraft]) -> Scene {
    let file = write(&[node(NodeKind::Root).children(nodes.to_vec())]);
    let import = import(SharedBytes::from(file), &Request::alone("stem"));
    import.expect("well formed").scene
}

/// Returns the program's pose of the file at `frame`.
fn posed(nodes: &[NodeDraft], frame: f64, flags: &str) -> Value {
    let folder = Folder::new();
    folder.cast("file.cast", nodes.to_vec());
    let words = format!("pose file.cast --frame {frame} {flags}");
    folder.run(&words).json()[0]["frames"][0].clone()
}

/// Returns the reference's pose of the same file: bones, and the weights of shapes.
fn wanted(nodes: &[NodeDraft], frame: f64, solves: bool) -> (Bones, Vec<f64>) {
    let scene = scene_of(nodes);
    let model = &scene.models[0];
    let layers: Vec<Layer> = scene
        .clips
        .iter()
        .map(|clip| Layer {
            clip,
            frame,
            weight: 1.0,
            mask: None,
        })
        .collect();
    let (mut bones, weights) = clips::evaluate(model, &layers);
    if solves {
        rig::solve(&mut bones, &model.rig);
    }
    (bones, weights)
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list of numbers");
    list.iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// Bones of the first model against the reference: local rotation as a turn, world matrices as numbers.
#[track_caller]
fn check(nodes: &[NodeDraft], frame: f64, flags: &str, what: &str) {
    let got = posed(nodes, frame, flags);
    let (bones, weights) = wanted(nodes, frame, flags.contains("--rig"));
    let worlds = bones.worlds(&bones.local);
    for (at, bone) in got["models"][0]["bones"].as_array().expect("bones").iter().enumerate() {
        let turn = DQuat::from_slice(&numbers(&bone["local"]["rotation"])).normalize();
        assert!(
            turn.dot(bones.local[at].r).abs() > 1.0 - 1e-9,
            "{what}, frame {frame}: bone {at} turns {turn}, not {}",
            bones.local[at].r
        );
        let world = DMat4::from_cols_slice(&numbers(&bone["world"]));
        assert!(
            world.abs_diff_eq(worlds[at], 2e-5),
            "{what}, frame {frame}: bone {at} stands at {world}, not {}",
            worlds[at]
        );
    }
    for (got, wanted) in got["models"][0]["blend_weights"]
        .as_object()
        .expect("weights")
        .values()
        .zip(weights)
    {
        assert!(
            (got.as_f64().expect("a number") - wanted).abs() < 1e-6,
            "{what}, frame {frame}: {got}, not {wanted}"
        );
    }
}

const FRAMES: [f64; 4] = [-3.0, 0.0, 4.25, 10.0];

#[test]
fn every_row_of_the_table_of_modes() {
    for mode in ["absolute", "relative", "additive"] {
        for (property, values) in [
            ("tx", [3.0, -2.0]),
            ("ty", [3.0, -2.0]),
            ("tz", [3.0, -2.0]),
            ("sx", [2.0, 0.5]),
            ("sy", [2.0, 0.5]),
            ("sz", [2.0, 0.5]),
        ] {
            let curve = curve("arm", property, mode).floats("ab", &[0.25]).floats("kv", &values);
            let file = [body(true), clip([curve])];
            for frame in FRAMES {
                check(&file, frame, "", &format!("{property} {mode}"));
            }
        }
        let turns = curve("arm", "rq", mode)
            .floats("ab", &[0.25])
            .vec4s("kv", &[TURN, [0.6, 0.0, 0.0, -0.8]]);
        let file = [body(true), clip([turns])];
        for frame in FRAMES {
            check(&file, frame, "", &format!("rq {mode}"));
        }
    }
}

#[test]
fn shapes_in_three_modes_are_held_to_their_maximum() {
    for mode in ["absolute", "relative", "additive"] {
        for values in [[0.0, 1.0], [-1.0, -9.0], [1.5, 9.0]] {
            let curve = curve("smile", "bs", mode).floats("ab", &[0.5]).floats("kv", &values);
            for frame in FRAMES {
                check(
                    &[body(true), clip([curve.clone()])],
                    frame,
                    "",
                    &format!("bs {mode} {values:?}"),
                );
            }
        }
    }
}

#[test]
fn switches_step_and_hide_the_mesh_they_name() {
    let file = [body(true), clip([curve("skin", "vb", "additive").u8s("kv", &[0, 1])])];
    for (frame, visible) in [(0.0, false), (9.99, false), (10.0, true)] {
        assert_eq!(
            posed(&file, frame, "")["models"][0]["meshes"][0]["visible"],
            visible,
            "{frame}"
        );
    }
}

#[test]
fn of_several_curves_the_last_counts_and_additive_ones_stack() {
    let tx = |mode: &str, value: f32| {
        curve("arm", "tx", mode)
            .floats("kv", &[value, value])
            .floats("ab", &[0.5])
    };
    let orders: [&[(&str, f32)]; 3] = [
        &[("absolute", 5.0), ("relative", 7.0)],
        &[("additive", 2.0), ("absolute", 5.0), ("additive", 4.0)],
        &[("relative", 1.0), ("additive", 2.0), ("additive", 8.0)],
    ];
    for order in orders {
        let curves: Vec<NodeDraft> = order.iter().map(|(mode, value)| tx(mode, *value)).collect();
        check(&[body(true), clip(curves)], 3.0, "", &format!("{order:?}"));
    }
}

#[test]
fn euler_curves_are_rz_times_ry_times_rx() {
    let euler = |property: &str, values: [f32; 2]| curve("arm", property, "absolute").floats("kv", &values);
    let file = [
        body(true),
        clip([
            euler("rx", [10.0, 50.0]),
            euler("ry", [-20.0, 30.0]),
            euler("rz", [5.0, 80.0]),
        ]),
    ];
    for (frame, degrees) in [(0.0, [10.0, -20.0, 5.0]), (10.0, [50.0, 30.0, 80.0])] {
        let [x, y, z] = degrees.map(f64::to_radians);
        let wanted = DQuat::from_rotation_z(z) * DQuat::from_rotation_y(y) * DQuat::from_rotation_x(x);
        let same = DQuat::from_euler(EulerRot::ZYX, z, y, x);
        assert!(
            wanted.dot(same).abs() > 1.0 - 1e-12,
            "both spellings of the page's order"
        );
        let got = posed(&file, frame, "");
        let turn = DQuat::from_slice(&numbers(&got["models"][0]["bones"][1]["local"]["rotation"])).normalize();
        assert!(turn.dot(wanted).abs() > 1.0 - 1e-9, "{turn} is not {wanted}");
        let rest = numbers(&got["models"][0]["bones"][1]["local"]["translation"]);
        assert_eq!(rest, [0.0, 4.0, 0.0], "nothing else moves");
    }
}

#[test]
fn scale_reaches_children_unless_they_cancel_it() {
    for ssc in [true, false] {
        let grows = curve("root", "sy", "absolute").floats("kv", &[1.0, 4.0]);
        for frame in FRAMES {
            check(&[body(ssc), clip([grows.clone()])], frame, "", &format!("ssc {ssc}"));
        }
    }
}

#[test]
fn overrides_reach_from_the_named_bone_down_and_the_nearest_wins() {
    let over = |bone: &str, mode: &str, [t, r, s]: [u8; 3]| {
        node(NodeKind::CurveModeOverride)
            .string("nn", bone)
            .string("m", mode)
            .u8s("ot", &[t])
            .u8s("or", &[r])
            .u8s("os", &[s])
    };
    let moves = ["root", "arm", "hand"].map(|bone| curve(bone, "tx", "absolute").floats("kv", &[1.0, 5.0]));
    let turns = ["root", "arm", "hand"].map(|bone| curve(bone, "rq", "absolute").vec4s("kv", &[TURN, TURN]));
    let orders: [&[NodeDraft]; 4] = [
        &[over("arm", "relative", [1, 0, 0])],
        &[over("root", "relative", [1, 1, 1]), over("hand", "absolute", [1, 0, 0])],
        &[over("hand", "relative", [1, 0, 0]), over("hand", "absolute", [1, 0, 0])],
        &[over("nobody", "relative", [1, 1, 1])],
    ];
    for (at, overrides) in orders.into_iter().enumerate() {
        let nodes = moves.iter().chain(&turns).chain(overrides).cloned();
        check(&[body(true), clip(nodes)], 4.25, "", &format!("overrides {at}"));
    }
}

#[test]
fn time_is_held_at_both_ends_and_loops_by_its_range() {
    let late = node(NodeKind::Curve)
        .string("nn", "arm")
        .string("kp", "tx")
        .string("m", "absolute")
        .uints("kb", &[4, 8])
        .floats("kv", &[1.0, 5.0]);
    let long = curve("arm", "ty", "absolute").floats("kv", &[0.0, 10.0]);
    let file = [body(true), clip([late, long])];
    for frame in [-1.0, 0.0, 3.9, 4.0, 6.0, 8.0, 9.0, 10.0, 200.0] {
        check(&file, frame, "", "held");
    }
    // The period is the range of all curves, 0 to 10.
    for (frame, same) in [(14.0, 4.0), (26.0, 6.0), (-1.0, 9.0)] {
        let bones = |frame: f64| posed(&file, frame, "--loop")["models"][0]["bones"].clone();
        assert_eq!(bones(frame), bones(same), "{frame} is {same}");
    }
}

#[test]
fn names_meet_exactly_then_by_case_then_sanitised() {
    let named = |name: &str| bone(name, -1, [0.0; 3]);
    let model = |names: &[&str]| {
        let skeleton = node(NodeKind::Skeleton).children(names.iter().map(|name| named(name)));
        node(NodeKind::Model).string("n", "body").child(skeleton)
    };
    let moved = |names: &[&str], target: &str| -> Vec<usize> {
        let moves = curve(target, "tx", "absolute").floats("kv", &[7.0, 7.0]);
        let got = posed(&[model(names), clip([moves])], 0.0, "");
        let bones = got["models"][0]["bones"].as_array().expect("bones").clone();
        let x = |bone: &Value| numbers(&bone["local"]["translation"])[0];
        (0..bones.len()).filter(|at| x(&bones[*at]) == 7.0).collect()
    };
    for (names, target, wanted) in [
        (&["Arm", "arm"][..], "arm", vec![1]),
        (&["leg", "ARM"], "arm", vec![1]),
        (&["arm", "arm"], "arm", vec![0, 1]),
        (&["rig:arm.l"], "rig_arm_l", vec![0]),
        (&["rig_arm_l"], "rig:arm.l", vec![0]),
        (&["arm"], "leg", vec![]),
    ] {
        assert_eq!(moved(names, target), wanted, "{target} among {names:?}");
    }
}

#[test]
fn a_clip_alone_moves_its_own_skeleton() {
    let moves = curve("arm", "tx", "relative").floats("kv", &[0.0, 3.0]);
    let own = node(NodeKind::Skeleton).children(bones(true));
    let clips = scene_of(&[clip([own, moves])]).clips;
    // Without a model the clip has its own bones.
    let mut session = castview_testkit::sessions::staged::paused(Vec::new(), clips);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::End)));
    let placed = &session.stage().models()[0];
    assert!(placed.is_stand_in);
    assert_eq!(placed.pose().local[1].translation.to_array(), [3.0, 4.0, 0.0]);
}

#[test]
fn one_clip_moves_every_model_it_matches() {
    let other = node(NodeKind::Model)
        .string("n", "glove")
        .child(node(NodeKind::Skeleton).child(bone("hand", -1, [0.0; 3])));
    let moves = curve("hand", "ty", "absolute").floats("kv", &[0.0, 6.0]);
    let got = posed(&[body(true), other, clip([moves])], 5.0, "");
    for (model, bone) in [(0, 2), (1, 0)] {
        let at = numbers(&got["models"][model]["bones"][bone]["local"]["translation"]);
        assert_eq!(at[1], 3.0, "model {model}");
    }
}

/// A bent leg with a goal, a pole and a twist beside it.
fn leg(rig: impl IntoIterator<Item = NodeDraft>) -> NodeDraft {
    let named = |hash: u64, name: &str, parent, at| bone(name, parent, at).hash(hash);
    let bones = [
        named(11, "hip", -1, [0.0, 4.0, 0.0]),
        named(12, "knee", 0, [0.0, -2.0, 0.5]),
        named(13, "ankle", 1, [0.0, -2.0, -0.5]),
        named(14, "goal", -1, [1.0, 1.0, 1.0]),
        named(15, "pole", -1, [3.0, 2.0, 2.0]),
    ];
    let skeleton = node(NodeKind::Skeleton).children(bones).children(rig);
    node(NodeKind::Model).string("n", "leg").child(skeleton)
}

#[test]
fn a_handle_is_off_at_first_and_then_as_the_reference() {
    let moves = || clip([curve("goal", "tx", "relative").floats("kv", &[0.0, 1.5])]);
    let handle = || node(NodeKind::IkHandle).u64s("sb", &[11]).u64s("eb", &[13]);
    let with_goal = || handle().u64s("tb", &[14]);
    for (what, handle) in [
        ("a goal alone", with_goal()),
        ("a pole", with_goal().u64s("pv", &[15])),
        ("a twist", with_goal().u64s("pv", &[15]).u64s("pb", &[15])),
        ("the target's rotation", with_goal().u8s("tr", &[1])),
        ("an offset", with_goal().vec3s("to", &[[0.2, 0.4, 0.1]])),
    ] {
        let turns = curve("pole", "rq", "relative").vec4s("kv", &[[0.0, 0.0, 0.0, 1.0], TURN]);
        let file = [
            leg([handle]),
            clip([curve("goal", "tx", "relative").floats("kv", &[0.0, 1.5]), turns]),
        ];
        for frame in [0.0, 6.5, 10.0] {
            check(&file, frame, "", "off at first");
            check(&file, frame, "--rig", what);
        }
    }
    // Without a target there is nothing to reach for (cast.md A29).
    check(&[leg([handle()]), moves()], 10.0, "", "without a target");
    let file = [leg([handle()]), moves()];
    assert_eq!(posed(&file, 10.0, "--rig")["models"], posed(&file, 10.0, "")["models"]);
}

#[test]
fn constraints_are_as_the_reference() {
    let constraint = |kind: &str| {
        node(NodeKind::Constraint)
            .string("ct", kind)
            .u64s("cb", &[13])
            .u64s("tb", &[14])
    };
    let offset = |kind: &str| match kind {
        "or" => constraint(kind).vec4s("co", &[TURN]),
        _ => constraint(kind).vec3s("co", &[[0.5, 2.0, 1.5]]),
    };
    for kind in ["pt", "or", "sc"] {
        for (what, constraint) in [
            ("alone", constraint(kind)),
            ("keeps its offset", constraint(kind).u8s("mo", &[1])),
            ("an offset", offset(kind)),
            ("mo wins over co", offset(kind).u8s("mo", &[1])),
            ("weighs a quarter", constraint(kind).floats("wt", &[0.25])),
            ("skips two axes", constraint(kind).u8s("sx", &[1]).u8s("sz", &[1])),
        ] {
            let moves = [
                curve("goal", "tx", "relative").floats("kv", &[0.0, 1.5]),
                curve("goal", "rq", "relative").vec4s("kv", &[[0.0, 0.0, 0.0, 1.0], TURN]),
                curve("goal", "sy", "absolute").floats("kv", &[1.0, 3.0]),
                curve("hip", "rq", "relative").vec4s("kv", &[TURN, [0.0, 0.0, 0.0, 1.0]]),
            ];
            let file = [leg([constraint]), clip(moves)];
            for frame in [0.0, 6.5] {
                check(&file, frame, "--rig", &format!("{kind} {what}"));
            }
        }
    }
    let goal = DVec3::new(1.0, 1.0, 1.0);
    let file = [leg([constraint("pt")]), clip([])];
    let got = posed(&file, 0.0, "--rig");
    let world = DMat4::from_cols_slice(&numbers(&got["models"][0]["bones"][2]["world"]));
    assert!(
        world.w_axis.truncate().abs_diff_eq(goal, 1e-6),
        "the reference is not all there is: {world}"
    );
}
