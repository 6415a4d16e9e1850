//! The numbers of a bone in the inspector: spaces, decimals, copying, signs.

use crate::big_rig;
use crate::panels::*;
use castview_base::core::{BoneIndex, Transform, json_number};
use castview_base::scene::{Bone, Model, Skeleton};
use castview_session::{BoneSpace, Readout, SelectionAction, WindowAction, bone_json};
use glam::{Quat, Vec3};

/// The window with `name` selected, and its numbers shown like that.
fn with_bone(name: &str, readout: Readout) -> Panels {
    let mut session = paused();
    let bone = bone(&session, name);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(17.3))));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    session.apply(Action::Window(WindowAction::SetReadout(readout)));
    build(builder(vec2(1280.0, 900.0)), session)
}

/// The text of the number that is labelled `T x` and so on.
fn shown(harness: &Panels, label: &str) -> String {
    let mut said = harness
        .query_all_by_role(Role::Button)
        .filter_map(|node| node.accesskit_node().label());
    let begin = format!("{label} ");
    let said = said.find(|said| said.starts_with(&begin));
    said.expect("it is shown")[begin.len()..].to_owned()
}

fn selected(harness: &Panels) -> (Transform, String) {
    let session = session_of(harness);
    let Some(Selected::Bone(key, bone)) = session.edits().selected else {
        panic!("a bone is selected");
    };
    let placed = session.stage().placed(key).expect("it is open");
    let space = session.preferences().bones.readout.space;
    (placed.bone_transform(bone, space), bone_json(placed, bone))
}

#[test]
fn each_space_is_one_click_and_shows_its_own_numbers() {
    let mut harness = with_bone(
        "j_neck",
        Readout {
            decimals: None,
            ..Readout::default()
        },
    );
    let mut seen = Vec::new();
    for space in BoneSpace::ALL {
        harness.get_by_label(&format!("{} space", space.name())).click();
        harness.run_steps(3);
        assert_eq!(session_of(&harness).preferences().bones.readout.space, space);
        let parts = selected(&harness).0;
        for (axis, value) in ["x", "y", "z"].into_iter().zip(parts.translation.to_array()) {
            let wanted = json_number(value).replace('-', "−");
            let noise = value.abs() < 1e-6;
            let said = shown(&harness, &format!("T {axis}"));
            assert!(said == wanted || noise, "{space:?} {axis}: {said} is not {wanted}");
        }
        seen.push(parts.translation.to_array().map(f32::to_bits));
    }
    seen.dedup();
    assert!(seen.len() >= 4, "the spaces differ");
}

#[test]
fn a_number_is_copied_whole_and_a_block_in_four_forms() {
    let mut harness = with_bone("j_spine4", Readout::default());
    let (parts, json) = selected(&harness);
    let copied = |harness: &mut Panels| {
        let texts = actions(harness).into_iter().filter_map(|action| match action {
            Action::Window(WindowAction::Copy(text)) => Some(text),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    let label = format!("T z {}", shown(&harness, "T z"));
    harness.get_by_label(&label).click();
    assert_eq!(copied(&mut harness), [json_number(parts.translation.z)]);
    for (title, wanted) in [
        ("Copy as text", "position "),
        ("Copy as JSON", json.as_str()),
        (
            "Copy as Blender command",
            "import bpy, mathutils; bone = bpy.context.object.pose.bones[\"j_spine4\"]; bone.matrix = ",
        ),
        ("Copy as Maya command", "xform -objectSpace -matrix "),
    ] {
        harness.get_by_label("Copy bone").click();
        harness.run_steps(3);
        harness.get_by_label(title).click();
        let texts = copied(&mut harness);
        assert!(texts.len() == 1 && texts[0].contains(wanted), "{title}: {texts:?}");
    }
    // Right-clicking the block offers the same.
    let at = harness.get_by_label(&label).rect().center();
    harness.hover_at(at);
    harness.run_steps(1);
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(1);
    }
    harness.run_steps(3);
    harness.get_by_label("Copy as JSON").click();
    assert_eq!(copied(&mut harness), [json]);
}

#[test]
fn decimals_and_the_order_of_angles_are_chosen_in_a_menu() {
    let mut harness = with_bone("j_hip_le", Readout::default());
    assert_eq!(shown(&harness, "S x"), "1.000");
    for (title, label, wanted) in [
        ("1 decimal", "S x", "1.0"),
        ("6 decimals", "S x", "1.000000"),
        ("All digits", "S x", "1.0"),
    ] {
        harness.get_by_label("How numbers are shown").click();
        harness.run_steps(3);
        harness.get_by_label(title).click();
        harness.run_steps(3);
        assert_eq!(shown(&harness, label), wanted, "{title}");
    }
    harness.get_by_label("How numbers are shown").click();
    harness.run_steps(3);
    harness.get_by_label("Angles ZYX").click();
    harness.run_steps(3);
    let said = "Rotation in degrees, around z, then y, then x";
    assert!(harness.query_all_by_label_contains(said).next().is_some());
}

/// Numbers stay in their columns at any number of decimals, and inside the panel.
#[test]
fn numbers_never_lie_over_each_other() {
    for decimals in Readout::DECIMALS {
        let harness = with_bone(
            "j_wrist_le",
            Readout {
                decimals,
                space: BoneSpace::World,
                ..Readout::default()
            },
        );
        let rows = harness.query_all_by_role(Role::Button).filter(|node| {
            let label = node.accesskit_node().label().unwrap_or_default();
            ["T ", "R ", "deg ", "S "]
                .iter()
                .any(|letter| label.starts_with(letter))
        });
        let rects: Vec<Rect> = rows.map(|node| node.rect()).collect();
        assert_eq!(rects.len(), 13, "{decimals:?}");
        for (at, rect) in rects.iter().enumerate() {
            assert!(rect.right() <= 1280.0);
            for other in &rects[..at] {
                let both = rect.intersect(*other);
                assert!(
                    both.width() <= 0.5 || both.height() <= 0.5,
                    "{decimals:?}: {rect} and {other}"
                );
            }
        }
    }
}

/// One bone that turns once around, every other key with the other sign.
fn flipping() -> OpenedFile {
    let skeleton = Skeleton::new(vec![Bone {
        name: "wheel".into(),
        ..Bone::default()
    }]);
    let keys: Vec<u32> = (0..=12).map(|key| key * 10).collect();
    let values: Vec<[f32; 4]> = (0..=12)
        .map(|key| {
            let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), key as f32 * 0.5);
            if key % 2 == 0 { turn } else { -turn }.to_array()
        })
        .collect();
    let clip = Clip {
        root: None,
        name: "turn".into(),
        frames_per_second: 30.0,
        looping: false,
        mode: None,
        tracks: vec![Track {
            target: "wheel".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(keys.into()),
            values: Values::Rotation(values.into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        }],
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange { start: 0.0, end: 120.0 },
        skeleton: None,
    };
    let model = Model {
        name: "wheel".into(),
        skeleton: skeleton.expect("one root"),
        ..Model::default()
    };
    let scene = Scene {
        models: vec![model],
        clips: vec![clip],
        ..Scene::default()
    };
    OpenedFile::of(FileKey(1), "wheel.cast", scene)
}

#[test]
fn a_quaternion_keeps_its_sign_from_frame_to_frame() {
    for space in [BoneSpace::Local, BoneSpace::World] {
        let mut session = fixture::opened(vec![flipping()]);
        session.apply(Action::Playback(PlaybackAction::Pause));
        let key = session.stage().models()[0].key;
        let wheel = Selected::Bone(key, BoneIndex::new(0));
        session.apply(Action::Selection(SelectionAction::Select(Some(wheel))));
        session.apply(Action::Window(WindowAction::SetReadout(Readout {
            space,
            ..Readout::default()
        })));
        let mut harness = window(session);
        let number = |harness: &Panels, label: &str| -> f32 {
            let said = shown(harness, label).replace('−', "-");
            said.parse().expect("a number")
        };
        let mut before: Option<[f32; 4]> = None;
        let mut there = Vec::new();
        for frame in (0..=120).step_by(2) {
            act(
                &mut harness,
                Action::Playback(PlaybackAction::Seek(Seek::Frame(frame.into()))),
            );
            let now = ["R x", "R y", "R z", "R w"].map(|label| number(&harness, label));
            if let Some(before) = before {
                let apart = (0..4).map(|i| (now[i] - before[i]).abs()).fold(0.0_f32, f32::max);
                assert!(apart < 0.2, "{space:?} flips at {frame}: {before:?} becomes {now:?}");
            }
            before = Some(now);
            there.push(now);
        }
        // A curve alone says the sign: jumping there shows the same as playing there.
        if space == BoneSpace::Local {
            for frame in [110, 30, 70] {
                act(
                    &mut harness,
                    Action::Playback(PlaybackAction::Seek(Seek::Frame(f64::from(frame)))),
                );
                let now = ["R x", "R y", "R z", "R w"].map(|label| number(&harness, label));
                assert_eq!(now, there[frame as usize / 2], "{frame}");
            }
        }
    }
}

/// A translation that is nothing beside the size of the model is 0, however short the bone's own way is.
#[test]
fn rounding_noise_beside_the_size_of_the_model_is_zero() {
    let bone = |name: &str, parent, translation| Bone {
        name: name.into(),
        parent,
        rest: Transform {
            translation,
            ..Transform::IDENTITY
        },
        ..Bone::default()
    };
    let skeleton = Skeleton::new(vec![
        bone("root", None, Vec3::ZERO),
        bone("far", Some(0), Vec3::new(2.0, 0.0, 0.0)),
        bone("near", Some(0), Vec3::new(0.05, 1e-5, 8e-8)),
    ]);
    let model = Model {
        skeleton: skeleton.expect("parents come first"),
        ..Model::default()
    };
    let scene = Scene {
        models: vec![model],
        ..Scene::default()
    };
    let mut session = fixture::opened(vec![OpenedFile::of(FileKey(1), "rig.cast", scene)]);
    let near = Selected::Bone(session.stage().models()[0].key, BoneIndex::new(2));
    session.apply(Action::Selection(SelectionAction::Select(Some(near))));
    let harness = window(session);
    let said = ["T x", "T y", "T z"].map(|label| shown(&harness, label));
    assert_eq!(said, ["0.050", "1.0e−5", "0.000"]);
}

#[test]
fn a_stage_far_away_says_from_where_it_is_drawn_and_keeps_the_numbers_of_its_file() {
    let mut scene = big_rig::scene();
    scene.models[0].placement.translation = Vec3::new(1e7, -3e6, 2e6);
    let session = fixture::opened(vec![OpenedFile::of(FileKey(1), big_rig::FILE, scene)]);
    let mut harness = build(builder(vec2(1280.0, 900.0)), session);
    let told = "Drawn relative to (10000000, −3000000, 2000000)";
    assert!(harness.query_by_label(told).is_some(), "with nothing selected");
    let model = session_of(&harness).stage().models()[0].key;
    act(
        &mut harness,
        Action::Selection(SelectionAction::Select(Some(Selected::Model(model)))),
    );
    harness.run_steps(3);
    assert!(harness.query_by_label(told).is_some(), "of the model");
    let placed = &session_of(&harness).stage().models()[0];
    let stands = placed.bone_matrix(BoneIndex::new(0), BoneSpace::World).translation;
    assert!(stands.x > 9.9e6 && stands.y < -2.9e6, "{stands}");
    let near = build(builder(vec2(1280.0, 900.0)), paused());
    assert!(near.query_by_label_contains("Drawn relative to").is_none());
}
