//! Good files, by docs/formats/seanim.md §2 to §4.

use super::{Anim, Bone, clean, everything, frames, rotations, scalars, told};
use castview_base::core::{Stream, UintStream};
use castview_base::scene::{CurveMode, Keys, Model, Property, Values};
use castview_formats::{Request, import, seanim};
use castview_motion::animation::{Layer, Motion, Pose, bind, evaluate};
use castview_testkit::se::model;
use glam::{Quat, Vec3};

#[test]
fn everything_has_its_place_in_the_scene() {
    let scene = clean(&everything());
    let [clip] = &scene.clips[..] else { panic!("one clip") };
    assert!(scene.models.is_empty());
    assert_eq!(
        (clip.name.as_str(), clip.frames_per_second, clip.looping),
        ("stem", 30.0, true)
    );
    assert_eq!((clip.range.start, clip.range.end), (0.0, 20.0));
    let tracks: Vec<(&str, Property)> = clip
        .tracks
        .iter()
        .map(|track| (&track.target[..], track.property))
        .collect();
    use Property::{Rotation, ScaleX, ScaleY, ScaleZ, TranslationX, TranslationY, TranslationZ};
    let wanted = [
        ("tag_origin", TranslationX),
        ("tag_origin", TranslationY),
        ("tag_origin", TranslationZ),
        ("j_hip", Rotation),
        ("j_knee", TranslationX),
        ("j_knee", TranslationY),
        ("j_knee", TranslationZ),
        ("j_knee", Rotation),
        ("j_knee", ScaleX),
        ("j_knee", ScaleY),
        ("j_knee", ScaleZ),
    ];
    assert_eq!(tracks, wanted);
    assert_eq!(
        (frames(&clip.tracks[1]), scalars(&clip.tracks[1])),
        (vec![0.0, 10.0, 20.0], vec![0.0, 1.0, 0.0])
    );
    assert_eq!(scalars(&clip.tracks[10]), [1.0, 0.5]);
    let half = 0.5f32.sqrt();
    assert_eq!(rotations(&clip.tracks[7])[1], [0.0, 0.0, half, half]);
    let notes: Vec<(&str, &[f64])> = clip
        .notifications
        .iter()
        .map(|one| (&one.name[..], &one.frames[..]))
        .collect();
    assert_eq!(notes, [("step", &[2.0, 4.0][..]), ("land", &[12.0])]);
    let facts: Vec<(&str, &str)> = scene
        .facts
        .iter()
        .map(|fact| (&fact.name[..], &fact.value[..]))
        .collect();
    assert_eq!(facts, [("Type", "absolute"), ("Cosmetic bones", "")]);
    assert_eq!(scene.facts[1].children[0].name, "tag_origin");
}

/// Frames, counts of keys and numbers of bones in every width, floats and doubles: the same clip.
#[test]
fn every_width_reads_the_same() {
    for doubles in [false, true] {
        for count in [1, 0xff, 0x100, 0xffff, 0x1_0000] {
            let mut file = Anim::of_kind(2);
            file.doubles = doubles;
            file.frames = Some(count);
            let last = count - 1;
            let mut bone = Bone::named("b");
            bone.locations = vec![(last, [1.0, -2.0, 0.25])];
            bone.rotations = vec![(last, [0.0, 1.0, 0.0, 0.0])];
            bone.scales = vec![(last, [1.0, 2.0, 3.0])];
            file.bones = vec![bone];
            file.notes = vec![(last, b"end".to_vec())];
            let scene = clean(&file);
            let clip = &scene.clips[0];
            assert_eq!(clip.range.end, f64::from(last.max(1)), "at least one frame");
            assert_eq!(clip.tracks.len(), 7);
            let values: Vec<f32> = [0, 1, 2, 4, 5, 6]
                .into_iter()
                .flat_map(|at| scalars(&clip.tracks[at]))
                .collect();
            assert_eq!(values, [1.0, -2.0, 0.25, 1.0, 2.0, 3.0]);
            assert_eq!(rotations(&clip.tracks[3]), [[0.0, 1.0, 0.0, 0.0]]);
            assert!(clip.tracks.iter().all(|track| frames(track) == [f64::from(last)]));
            assert_eq!(clip.notifications[0].frames, [f64::from(last)]);
            let Keys::Whole(stored) = &clip.tracks[0].keys else {
                panic!("whole frames")
            };
            let width = match stored {
                UintStream::U8(_) => 1,
                UintStream::U16(_) => 2,
                UintStream::U32(_) => 4,
            };
            assert_eq!(
                width,
                if count <= 0xff {
                    1
                } else if count <= 0xffff {
                    2
                } else {
                    4
                }
            );
        }
    }
    for bones in [0xff_u32, 0x100, 0xffff, 0x1_0000] {
        let mut file = Anim::of_kind(0);
        file.bones = (0..bones).map(|bone| Bone::named(&format!("b{bone}"))).collect();
        file.bones[0].locations = vec![(0, [0.0; 3])];
        file.modifiers = vec![(bones - 1, 1)];
        let scene = clean(&file);
        assert_eq!(scene.clips[0].overrides[0].bone, format!("b{}", bones - 1));
    }
}

/// Floats are read where they lie, and every value is told its byte, whatever happened to it.
#[test]
fn values_of_keys_lie_where_the_file_has_them() {
    for doubles in [false, true] {
        let mut file = everything();
        file.doubles = doubles;
        // Out of order, and one frame twice.
        file.bones[0].locations = vec![(10, [1.0; 3]), (0, [2.0; 3]), (10, [3.0, 4.0, 5.0])];
        let bytes = file.bytes();
        let (scene, _) = told(bytes.clone(), &["SN14"]);
        let clip = &scene.clips[0];
        for (index, track) in clip.tracks.iter().enumerate() {
            for key in 0..track.keys.len() {
                let place = scene.key_places.of(0, index, key, &track.values).expect("a byte");
                assert_eq!(place.of, None);
                let stored = match doubles {
                    true => f64::from_le_bytes(bytes[place.byte..place.byte + 8].try_into().expect("8 bytes")),
                    false => f32::from_le_bytes(bytes[place.byte..place.byte + 4].try_into().expect("4 bytes")).into(),
                };
                let wanted = match &track.values {
                    Values::Scalar(values) => values.get(key),
                    Values::Rotation(values) => values.get(key)[0],
                    Values::Switch(_) => panic!("no switches"),
                };
                assert_eq!(stored as f32, wanted, "{} {key}", track.target);
            }
        }
        assert_eq!(scalars(&clip.tracks[1]), [2.0, 4.0]);
        let in_place = matches!(&clip.tracks[3].values, Values::Rotation(Stream::Strided { .. }));
        assert_eq!(in_place, !doubles);
    }
}

const REST: [Vec3; 4] = [
    Vec3::new(0.0, 0.0, 1.0),
    Vec3::new(1.0, 2.0, 0.0),
    Vec3::new(0.0, 3.0, -1.0),
    Vec3::new(0.5, 0.5, 0.5),
];
const SCALE: Vec3 = Vec3::new(2.0, 1.0, 0.5);

fn turned(bone: usize) -> Quat {
    Quat::from_rotation_x(0.3 + bone as f32)
}

/// A chain of four bones, turned and scaled at rest.
fn chain() -> Model {
    let mut file = model::Model::empty();
    file.bone_presence = 6;
    for (bone, place) in REST.into_iter().enumerate() {
        file.bones.push(model::Bone {
            local: (place.to_array(), turned(bone).to_array()),
            scale: SCALE.to_array(),
            ..model::Bone::at(&format!("b{bone}"), bone as i32 - 1, [0.0; 3])
        });
    }
    let import = import(file.bytes().into(), &Request::alone("chain")).expect("a good file");
    import.scene.models.into_iter().next().expect("one model")
}

fn posed(model: &Model, file: &Anim, frame: f64) -> Pose {
    let scene = clean(file);
    let binding = bind(&scene.clips[0], model);
    let layers = [Layer::new(&scene.clips[0], &binding, frame)];
    let mut pose = Pose::default();
    evaluate(
        model,
        Motion {
            layers: &layers,
            rig: None,
            ..Motion::default()
        },
        &mut pose,
    );
    pose
}

/// Kinds of the clip and of modifiers on three bones below each other, every combination of them: the local pose halfway between two keys is that of the
/// formulas of the page.
#[test]
fn poses_are_those_of_the_formulas() {
    const NONE: u8 = 4;
    let model = chain();
    let mut count = 0;
    for kinds in 0..4 * 5 * 5 * 5usize {
        let [clip, first, second, third] =
            [kinds % 4, kinds / 4 % 5, kinds / 20 % 5, kinds / 100].map(|kind| kind as u8);
        let mut file = Anim::of_kind(clip);
        file.doubles = kinds % 2 == 1;
        for bone in 0..4 {
            let at = f64::from(bone);
            let turn = |angle: f64| [0.0, 0.0, (angle / 2.0).sin(), (angle / 2.0).cos()];
            file.bones.push(Bone {
                locations: vec![(0, [at, 1.0, 0.0]), (10, [at + 2.0, 0.0, 4.0])],
                rotations: vec![(0, turn(0.2)), (10, turn(1.0))],
                scales: vec![(0, [1.0, 1.0, 1.0]), (10, [2.0, 3.0, 1.0])],
                ..Bone::named(&format!("b{bone}"))
            });
        }
        // The order of the file does not matter.
        let modifiers = [(3, third), (0, first), (2, second)];
        file.modifiers = modifiers.into_iter().filter(|(_, kind)| *kind != NONE).collect();
        let pose = posed(&model, &file, 5.0);
        for bone in 0..4u32 {
            let nearest = (0..=bone)
                .rev()
                .find_map(|above| file.modifiers.iter().find(|(at, _)| *at == above));
            let kind = nearest.map_or(clip, |(_, kind)| *kind);
            let (place, turn, scale) = (
                Vec3::new(bone as f32 + 1.0, 0.5, 2.0),
                Quat::from_rotation_z(0.6),
                Vec3::new(1.5, 2.0, 1.0),
            );
            let rest = REST[bone as usize];
            let wanted_place = if kind == 0 { place } else { rest + place };
            let wanted_turn = if kind == 1 { turned(bone as usize) * turn } else { turn };
            let wanted_scale = if kind == 1 { SCALE * scale } else { scale };
            let index = model.skeleton.find(&format!("b{bone}")).expect("that bone");
            let local = pose.local[index.get()];
            let what = format!("bone {bone} of kind {kind}, {:?}", file.modifiers);
            assert!(local.translation.abs_diff_eq(wanted_place, 1e-5), "{what}: {local:?}");
            assert!(local.rotation.dot(wanted_turn).abs() > 1.0 - 1e-6, "{what}: {local:?}");
            assert!(local.scale.abs_diff_eq(wanted_scale, 1e-5), "{what}: {local:?}");
            count += 1;
        }
    }
    assert_eq!(count, 2000);
}

/// A bone without keys of a kind keeps its rest, and names meet without regard to case.
#[test]
fn what_has_no_keys_rests() {
    let model = chain();
    let mut file = Anim::of_kind(0);
    file.bones = vec![Bone::named("b0"), Bone::named("B1")];
    file.bones[1].locations = vec![(0, [7.0, 8.0, 9.0])];
    let pose = posed(&model, &file, 0.0);
    let rest = model.skeleton.rest();
    assert_eq!((pose.local[0], pose.local[2]), (rest[0], rest[2]));
    assert_eq!(pose.local[1].translation, Vec3::new(7.0, 8.0, 9.0));
    assert_eq!(
        (pose.local[1].rotation, pose.local[1].scale),
        (rest[1].rotation, rest[1].scale)
    );
}

/// A delta clip plays as a relative one, and says which bone carries the model.
#[test]
fn delta_names_the_bone_that_carries_the_model() {
    for (name, wanted) in [("pelvis", "pelvis"), ("", "tag_origin")] {
        let mut file = Anim::of_kind(3);
        file.bones = vec![Bone::named(name)];
        file.bones[0].locations = vec![(0, [1.0, 0.0, 0.0])];
        let scene = clean(&file);
        let track = &scene.clips[0].tracks[0];
        assert_eq!((track.target.as_str(), track.mode), (wanted, CurveMode::Relative));
        let fact = scene
            .facts
            .iter()
            .find(|fact| fact.name == "Root motion")
            .expect("that fact");
        match name.is_empty() {
            true => assert_eq!(
                fact.value,
                "tag_origin, else j_mainroot, else the only root: the file does not name it"
            ),
            false => assert_eq!(fact.value, wanted),
        }
        let root = scene.clips[0].root.as_ref().expect("a root");
        assert_eq!((root.name.as_str(), root.is_assumed), (wanted, name.is_empty()));
    }
    assert_eq!(clean(&Anim::of_kind(2)).clips[0].root, None);
}

#[test]
fn what_is_stored_is_listed() {
    let facts = seanim::read(everything().bytes().into(), &mut Default::default());
    let facts = seanim::outline(&facts.expect("it opens"));
    let find = |name: &str| facts.iter().find(|fact| fact.name == name).expect("that fact");
    assert_eq!(
        (find("type").value.as_str(), find("frames").value.as_str()),
        ("0 (absolute)", "21")
    );
    let modifiers: Vec<(&str, &str)> = find("modifiers")
        .children
        .iter()
        .map(|fact| (&fact.name[..], &fact.value[..]))
        .collect();
    assert_eq!(
        modifiers,
        [("bone 1 j_hip", "2 (relative)"), ("bone 2 j_knee", "1 (additive)")]
    );
    let knee = &find("bones").children[2];
    assert!(
        knee.children[3]
            .value
            .ends_with("2 × 13 bytes, frame 0: 1 1 1 to frame 20: 2 1 0.5"),
        "{knee:?}"
    );
    assert_eq!(find("notes").children[1].value, "frame 12");
    assert!(find("custom block").value.starts_with("5 bytes"));
}
