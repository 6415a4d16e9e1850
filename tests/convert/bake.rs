//! Played clips, written as keys: the file shows the poses that were shown, whatever made them.

use castview::animation::Retarget;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview::offline::{
    Arrangement, AttachmentWish, BakedPart, Baking, Beside, Conversion, ConversionTarget, Converted, Deformer, FileSet,
    LayerWish, MergeWish, PlayAsWish, PoseTime, Poser, WayWish, convert,
};
use castview::scene::CurveMode;
use castview_testkit::program::{Folder, bone};
use glam::{Mat4, Vec3};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Allowed distance, as a share of the size of what is shown, which is about 4.
const TOLERANCE: f32 = 4.0 * 1e-5;
const RATE: f64 = 30.0;
const LAST: u32 = 10;

fn metadata() -> NodeDraft {
    NodeDraft::new(NodeKind::Metadata).string("up", "y")
}

/// A mesh of three vertices on these bones.
fn mesh(name: &str, bones: [u32; 3]) -> NodeDraft {
    NodeDraft::new(NodeKind::Mesh)
        .hash(5)
        .string("n", name)
        .vec3s("vp", &[[0.2, 0.0, 0.0], [0.0, 2.2, 0.1], [1.0, 2.0, 0.3]])
        .uints("f", &[0, 1, 2])
        .uints("mi", &[1])
        .uints("wb", &bones)
        .floats("wv", &[1.0; 3])
}

/// Four bones in a chain, and a goal to which an IK handle pulls the hand.
fn skeleton(length: f32) -> NodeDraft {
    let bones = [
        bone("hip", -1, [0.0, 1.0, 0.0]).hash(11),
        bone("upper", 0, [0.0, length, 0.0]).hash(12),
        bone("lower", 1, [0.5 * length, 0.1, 0.0]).hash(13),
        bone("hand", 2, [0.5 * length, -0.1, 0.0]).hash(14),
        bone("goal", -1, [0.8, 1.5, 0.4]).hash(15),
    ];
    let handle = NodeDraft::new(NodeKind::IkHandle)
        .string("n", "reach")
        .u64s("sb", &[12])
        .u64s("eb", &[14])
        .u64s("tb", &[15]);
    NodeDraft::new(NodeKind::Skeleton).children(bones).child(handle)
}

/// Five bones, of which others move three: by its place, by its turn, and by its size.
fn led() -> NodeDraft {
    let bones = [
        bone("hip", -1, [0.0, 1.0, 0.0]).hash(11),
        bone("upper", 0, [0.0, 1.0, 0.0]).hash(12),
        bone("lower", 1, [0.5, 0.1, 0.0]).hash(13),
        bone("goal", -1, [0.8, 1.5, 0.4]).hash(15),
        bone("eye", 0, [0.2, 0.3, 0.1]).hash(16),
    ];
    let constraint = |kind: &str, led: u64, leader: u64| {
        NodeDraft::new(NodeKind::Constraint)
            .string("n", kind)
            .string("ct", kind)
            .u64s("cb", &[led])
            .u64s("tb", &[leader])
    };
    let skeleton = NodeDraft::new(NodeKind::Skeleton).children(bones).children([
        constraint("pt", 13, 15).floats("wt", &[0.75]),
        constraint("or", 16, 12).u8s("mo", &[1]),
        constraint("sc", 16, 12),
    ]);
    NodeDraft::new(NodeKind::Model)
        .string("n", "led")
        .children([skeleton, mesh("body", [0, 1, 2])])
}

/// A model with a blend shape.
fn man() -> NodeDraft {
    let shape = NodeDraft::new(NodeKind::BlendShape)
        .string("n", "smile")
        .u64s("b", &[5])
        .uints("vi", &[2])
        .vec3s("vp", &[[1.5, 2.0, 0.3]])
        .floats("ts", &[1.0]);
    NodeDraft::new(NodeKind::Model)
        .string("n", "man")
        .children([skeleton(1.0), mesh("body", [0, 1, 3]), shape])
}

fn curve(target: &str, property: &str, mode: &str, values: &[f32]) -> NodeDraft {
    NodeDraft::new(NodeKind::Curve)
        .string("nn", target)
        .string("kp", property)
        .string("m", mode)
        .uints("kb", &[0, 4, LAST])
        .floats("kv", values)
}

/// Turns about z by these angles in degrees.
fn turn(target: &str, mode: &str, degrees: [f32; 3]) -> NodeDraft {
    let turned = degrees.map(|angle| glam::Quat::from_rotation_z(angle.to_radians()).to_array());
    NodeDraft::new(NodeKind::Curve)
        .string("nn", target)
        .string("kp", "rq")
        .string("m", mode)
        .uints("kb", &[0, 4, LAST])
        .vec4s("kv", &turned)
}

fn clip(name: &str, curves: impl IntoIterator<Item = NodeDraft>) -> NodeDraft {
    NodeDraft::new(NodeKind::Animation)
        .string("n", name)
        .floats("fr", &[RATE as f32])
        .children(curves)
}

/// Files of which each test takes some.
pub fn folder() -> Folder {
    let folder = Folder::new();
    let walk = clip(
        "walk",
        [
            curve("hip", "tx", "absolute", &[0.0, 0.7, 2.0]),
            curve("hip", "ty", "relative", &[0.0, 0.2, 0.1]),
            turn("upper", "relative", [0.0, 40.0, -70.0]),
            curve("upper", "sx", "absolute", &[1.0, 1.0, 1.5]),
            curve("upper", "sy", "absolute", &[1.0, 1.0, 1.5]),
            curve("upper", "sz", "absolute", &[1.0, 1.0, 1.5]),
            curve("goal", "tz", "absolute", &[0.0, 0.5, -0.5]),
            curve("smile", "bs", "absolute", &[0.0, 1.0, 0.25]),
        ],
    );
    let wave = clip("wave", [turn("lower", "additive", [0.0, 170.0, 200.0])]);
    let recoil = clip("recoil", [turn("hand", "absolute", [0.0, 20.0, 30.0])]);
    let lean = clip(
        "lean",
        [
            turn("lower", "relative", [0.0, 40.0, 50.0]),
            curve("upper", "sx", "absolute", &[1.0, 2.0, 3.0]),
        ],
    );
    let sword = NodeDraft::new(NodeKind::Model).string("n", "sword").child(
        NodeDraft::new(NodeKind::Mesh)
            .string("n", "blade")
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.3, 0.0]])
            .uints("f", &[0, 1, 2]),
    );
    let glove = NodeDraft::new(NodeKind::Model).string("n", "glove").children([
        NodeDraft::new(NodeKind::Skeleton)
            .children([bone("hand", -1, [0.0, 0.3, 0.0]), bone("finger", 0, [0.2, 0.0, 0.0])]),
        mesh("cloth", [0, 1, 1]),
    ]);
    folder
        .cast("man.cast", [metadata(), man()])
        .cast("led.cast", [metadata(), led()])
        .cast("walk.cast", [metadata(), walk.clone()])
        .cast("other.cast", [metadata(), walk.child(skeleton(1.7))])
        .cast("wave.cast", [metadata(), wave])
        .cast("lean.cast", [metadata(), lean])
        .cast("recoil.cast", [metadata(), recoil])
        .cast("sword.cast", [metadata(), sword])
        .cast("glove.cast", [metadata(), glove]);
    folder
}

/// Bones by model and name, and vertices by mesh, at each of the frames.
type Shown = Vec<(BTreeMap<String, Mat4>, BTreeMap<String, Vec<Vec3>>)>;

fn shown(paths: &[PathBuf], arrangement: &Arrangement, frames: impl Iterator<Item = f64>) -> Shown {
    let batch = FileSet::open(paths, Beside::default()).expect("files of ours");
    let mut poser = Poser::new(batch, arrangement).expect("they can be laid out");
    let pose = |frame: f64| {
        let poses = poser
            .evaluate(PoseTime::Seconds(frame / RATE), Some(1), &mut Deformer::Cpu)
            .expect("they pose");
        let (mut bones, mut meshes) = (BTreeMap::new(), BTreeMap::new());
        for model in &poses.models {
            // Models become nodes of one model in glTF, and the name of a bone that two of them have is made another.
            bones.extend(model.bones.iter().map(|bone| (bone.name.to_owned(), bone.world)));
            for mesh in &model.meshes {
                meshes.insert(mesh.name.to_owned(), mesh.positions.clone().expect("asked for"));
            }
        }
        (bones, meshes)
    };
    frames.map(pose).collect()
}

pub fn bake(paths: &[PathBuf], arrangement: &Arrangement, part: BakedPart, to: &Path) -> Converted {
    let target = match to.extension().and_then(|ending| ending.to_str()) {
        Some("glb") => ConversionTarget::Glb,
        Some("seanim") => ConversionTarget::Seanim,
        _ => ConversionTarget::Cast,
    };
    let baking = Baking {
        arrangement,
        view: None,
        part,
    };
    let conversion = Conversion {
        bake: Some(baking),
        ..Conversion::new(paths, target, to)
    };
    let done = convert(&conversion).unwrap_or_else(|error| panic!("{}: {error}", to.display()));
    std::fs::write(to, &done.bytes).expect("a temporary folder");
    done
}

fn tells(done: &Converted, rule: &str) -> bool {
    done.losses.items().iter().any(|item| item.rule.id == rule)
}

fn assert_alike(wanted: &Shown, found: &Shown, case: &str) {
    for (frame, ((bones, meshes), (found_bones, found_meshes))) in wanted.iter().zip(found).enumerate() {
        for (name, world) in bones {
            let found = found_bones.get(name);
            let found = found.unwrap_or_else(|| panic!("{case}: bone {name} is not there: {:?}", found_bones.keys()));
            let is_near = found.abs_diff_eq(*world, TOLERANCE);
            assert!(is_near, "{case}, frame {frame}, {name}: {found} and not {world}");
        }
        for (name, positions) in meshes {
            let found = found_meshes.get(name).unwrap_or_else(|| panic!("{case}: mesh {name}"));
            assert_eq!(positions.len(), found.len(), "{case}, {name}");
            for (wanted, found) in positions.iter().zip(found) {
                let off = wanted.distance(*found);
                assert!(
                    off <= TOLERANCE,
                    "{case}, frame {frame}, {name}: {found}, not {wanted}: {off}"
                );
            }
        }
    }
}

/// Without meshes.
fn bones_of(shown: Shown) -> Shown {
    shown.into_iter().map(|(bones, _)| (bones, BTreeMap::new())).collect()
}

/// The baked file shows the poses of its sources, at every frame that was baked. A SEAnim file has no models: those of the sources play it.
fn holds(files: &[&str], arrangement: &Arrangement, case: &str) {
    let folder = folder();
    let paths: Vec<PathBuf> = files.iter().map(|file| folder.at(file)).collect();
    let frames = || (0..=LAST).map(f64::from);
    let wanted = shown(&paths, arrangement, frames());
    for ending in ["cast", "glb", "seanim"] {
        let to = folder.at(format!("out.{ending}"));
        let done = bake(&paths, arrangement, BakedPart::Clips, &to);
        let case = format!("{case}, {ending}: {:?}", done.losses.items());
        assert_eq!(done.clips, 1, "{case}");
        if ending != "seanim" {
            assert_alike(&wanted, &shown(&[to], &playing("0"), frames()), &case);
            continue;
        }
        let mut played: Vec<PathBuf> = (paths.iter()).filter(|path| has_models(path)).cloned().collect();
        played.push(to);
        let again = Arrangement {
            attachments: arrangement.attachments.clone(),
            ..playing("0")
        };
        // Blend shapes are lost, which is told.
        let found = shown(&played, &again, frames());
        assert_alike(&bones_of(wanted.clone()), &bones_of(found), &case);
    }
}

fn has_models(path: &Path) -> bool {
    !super::read(path).models.is_empty()
}

pub fn playing(clip: &str) -> Arrangement {
    Arrangement {
        clip: Some(clip.into()),
        ..Arrangement::default()
    }
}

#[test]
fn a_clip_of_all_modes_is_baked() {
    holds(&["man.cast", "walk.cast"], &playing("walk"), "modes");
}

#[test]
fn layers_are_baked() {
    let layers = |weight| Arrangement {
        layers: vec![LayerWish {
            clip: "wave".into(),
            weight,
            mask: Some("lower".into()),
        }],
        ..playing("walk")
    };
    holds(&["man.cast", "walk.cast", "wave.cast"], &layers(1.0), "a layer");
    holds(&["man.cast", "walk.cast", "wave.cast"], &layers(0.4), "part of a layer");
}

#[test]
fn other_ways_of_playing_are_baked() {
    let additive = WayWish::In(CurveMode::Additive);
    let arrangement = Arrangement {
        layers: vec![LayerWish {
            clip: "recoil".into(),
            weight: 1.0,
            mask: None,
        }],
        play_as: vec![PlayAsWish {
            clip: "recoil".into(),
            way: additive,
        }],
        ..playing("walk")
    };
    holds(&["man.cast", "walk.cast", "recoil.cast"], &arrangement, "play as");
}

#[test]
fn retargeted_clips_are_baked() {
    for way in [Retarget::Lengths, Retarget::Rotations] {
        let arrangement = Arrangement {
            retarget: Some(way),
            ..playing("walk")
        };
        holds(&["man.cast", "other.cast"], &arrangement, &format!("{way:?}"));
    }
}

#[test]
fn handles_are_solved_into_the_keys() {
    let arrangement = Arrangement {
        rig: Some(true),
        ..playing("walk")
    };
    holds(&["man.cast", "walk.cast"], &arrangement, "IK");
    let folder = folder();
    let paths = [folder.at("man.cast"), folder.at("walk.cast")];
    let done = bake(&paths, &arrangement, BakedPart::Clips, &folder.at("out.cast"));
    assert!(tells(&done, "X-baked"), "{:?}", done.losses.items());
    let again = Arrangement {
        rig: Some(true),
        ..playing("0")
    };
    let frames = || (0..=LAST).map(f64::from);
    let wanted = shown(&paths, &arrangement, frames());
    assert_alike(
        &wanted,
        &shown(&[folder.at("out.cast")], &again, frames()),
        "solved once",
    );
}

/// The keys move what the constraints moved; the file has none that would move it once more.
#[test]
fn constraints_are_solved_into_the_keys() {
    let solved = |rig, clip: &str| Arrangement {
        rig: Some(rig),
        ..playing(clip)
    };
    holds(&["led.cast", "walk.cast"], &solved(true, "walk"), "constraints");
    let folder = folder();
    let paths = ["led.cast", "walk.cast"].map(|file| folder.at(file));
    let done = bake(&paths, &solved(true, "walk"), BakedPart::Clips, &folder.at("out.cast"));
    assert!(tells(&done, "X-baked"), "{:?}", done.losses.items());
    let frames = || (0..=LAST).map(f64::from);
    let wanted = shown(&paths, &solved(true, "walk"), frames());
    let found = shown(&[folder.at("out.cast")], &solved(true, "0"), frames());
    assert_alike(&wanted, &found, "solved once");
    // All three do something.
    let free = shown(&paths, &solved(false, "walk"), frames());
    for name in ["lower", "eye"] {
        let moved = wanted
            .iter()
            .zip(&free)
            .filter(|(solved, free)| !solved.0[name].abs_diff_eq(free.0[name], 0.01));
        assert!(moved.count() > 5, "{name} is led");
    }
}

#[test]
fn what_hangs_on_a_hand_goes_with_it() {
    let arrangement = Arrangement {
        attachments: vec![AttachmentWish {
            model: "sword".into(),
            bone: "hand".into(),
        }],
        ..playing("walk")
    };
    holds(&["man.cast", "sword.cast", "walk.cast"], &arrangement, "attached");
}

#[test]
fn what_moves_with_another_model_is_baked() {
    let arrangement = Arrangement {
        merges: vec![MergeWish {
            model: "glove".into(),
            leader: "man".into(),
        }],
        ..playing("walk")
    };
    let folder = folder();
    let paths = ["man.cast", "glove.cast", "walk.cast"].map(|file| folder.at(file));
    let frames = || (0..=LAST).map(f64::from);
    let wanted = shown(&paths, &arrangement, frames());
    let meshes_of =
        |shown: Shown| -> Shown { shown.into_iter().map(|(_, meshes)| (BTreeMap::new(), meshes)).collect() };
    let to = folder.at("out.glb");
    bake(&paths, &arrangement, BakedPart::Clips, &to);
    let found = shown(&[to], &playing("0"), frames());
    assert_alike(&meshes_of(wanted), &meshes_of(found), "merged");
    // Curves of Cast name bones, and both models have a hand.
    let done = bake(&paths, &arrangement, BakedPart::Clips, &folder.at("out.cast"));
    assert!(tells(&done, "X-names"), "{:?}", done.losses.items());
}

#[test]
fn a_pose_is_how_the_model_rests() {
    let folder = folder();
    let paths = ["man.cast", "walk.cast"].map(|file| folder.at(file));
    let wanted = shown(&paths, &playing("walk"), std::iter::once(7.0));
    for ending in ["glb", "cast"] {
        let to = folder.at(format!("pose.{ending}"));
        let part = BakedPart::Pose(Some(PoseTime::Frame(7.0)));
        let done = bake(&paths, &playing("walk"), part, &to);
        assert_eq!((done.models, done.clips), (1, 0));
        let found = shown(&[to], &playing("rest"), std::iter::once(0.0));
        match ending {
            "glb" => assert_alike(&wanted, &found, "a pose"),
            // Cast has no weights of shapes at rest.
            _ => assert_alike(&bones_of(wanted.clone()), &bones_of(found), "a pose"),
        }
    }
}

#[test]
fn each_clip_that_is_no_layer_is_baked_and_as_fast_as_is_asked() {
    let folder = folder();
    let paths = ["man.cast", "walk.cast", "recoil.cast", "wave.cast"].map(|file| folder.at(file));
    let arrangement = Arrangement {
        layers: vec![LayerWish {
            clip: "wave".into(),
            weight: 1.0,
            mask: None,
        }],
        ..Arrangement::default()
    };
    let done = bake(&paths, &arrangement, BakedPart::Clips, &folder.at("all.cast"));
    assert_eq!((done.models, done.clips), (1, 2), "{:?}", done.losses.items());
    let ran = folder.run("convert man.cast walk.cast -o fast.cast --bake --fps 60");
    let out = ran.fine().text();
    assert!(out.contains("1 model, 1 clip"), "{out}");
    let scene = super::read(&folder.at("fast.cast"));
    let keys = scene.clips[0].tracks.iter().map(|track| track.keys.len()).max();
    assert_eq!((scene.clips[0].frames_per_second, keys), (60.0, Some(21)));
}

#[test]
fn a_clip_alone_is_baked_on_bones_that_stand_in() {
    let folder = folder();
    let to = folder.at("alone.glb");
    let done = bake(
        &[folder.at("walk.cast")],
        &Arrangement::default(),
        BakedPart::Clips,
        &to,
    );
    assert_eq!((done.models, done.clips), (1, 1), "{:?}", done.losses.items());
    let frames = || (0..=LAST).map(f64::from);
    let wanted = shown(&[folder.at("walk.cast")], &playing("walk"), frames());
    assert_alike(&wanted, &shown(&[to], &playing("0"), frames()), "stand-in bones");
}

/// glTF has no clip without nodes.
#[test]
fn a_stored_clip_alone_gets_bones_that_stand_in() {
    let folder = folder();
    let to = folder.at("alone.glb");
    let sources = ["walk.cast", "wave.cast", "recoil.cast"].map(|file| folder.at(file));
    let done = convert(&Conversion::new(&sources[..1], ConversionTarget::Glb, &to)).expect("a clip");
    std::fs::write(&to, &done.bytes).expect("a temporary folder");
    assert_eq!((done.models, done.clips), (1, 1));
    assert!(tells(&done, "X-stand-in"), "{:?}", done.losses.items());
    let frames = || (0..=LAST).map(f64::from);
    let wanted = shown(&sources[..1], &playing("walk"), frames());
    assert_alike(&wanted, &shown(&[to], &playing("0"), frames()), "as stored");
    let cast = convert(&Conversion::new(
        &sources[..1],
        ConversionTarget::Cast,
        &folder.at("a.cast"),
    ))
    .expect("a clip");
    assert!(cast.models == 0 && !tells(&cast, "X-stand-in"), "Cast has clips alone");
}

/// Each clip of a folder becomes a file of its own, however many are baked at one time; one that cannot be read stops no other.
#[test]
fn a_folder_of_clips_is_baked_side_by_side() {
    const CLIPS: u32 = 16;
    let folder = Folder::new();
    for at in 0..CLIPS {
        let moved = clip(
            &format!("clip {at}"),
            [
                curve("hip", "tx", "absolute", &[0.0, at as f32, 2.0]),
                turn("hand", "absolute", [0.0, 10.0 * at as f32, 30.0]),
            ],
        );
        folder.cast(format!("clips/{at:02}.cast"), [metadata(), moved]);
    }
    folder.put("clips/99.cast", b"plain text");
    let ran = folder.run("convert clips -o out --to glb --bake --jobs 4");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let text = ran.text();
    // In the order of the folder, whichever was done first.
    let told: Vec<&str> = text.lines().filter(|line| line.contains("1 model, 1 clip")).collect();
    for (at, line) in told.iter().enumerate() {
        assert!(line.contains(&format!("{at:02}.glb")), "{line}");
    }
    assert_eq!(told.len(), CLIPS as usize, "{text}");
    let last = text.lines().last().expect("a sum");
    assert!(last.starts_with("17 files: 1 not read"), "{last}");
    for at in [0, 7, CLIPS - 1] {
        folder.run(&format!("convert clips/{at:02}.cast -o {at:02}.glb --bake"));
        let read = |name: String| std::fs::read(folder.at(name)).expect("written");
        assert!(read(format!("out/{at:02}.glb")) == read(format!("{at:02}.glb")), "{at}");
    }
}

#[test]
fn leaning_axes_are_told() {
    let folder = folder();
    let paths = ["man.cast", "lean.cast"].map(|file| folder.at(file));
    let glb = bake(&paths, &playing("lean"), BakedPart::Clips, &folder.at("out.glb"));
    assert!(tells(&glb, "X-shear"), "{:?}", glb.losses.items());
    let cast = bake(&paths, &playing("lean"), BakedPart::Clips, &folder.at("out.cast"));
    assert!(
        !tells(&cast, "X-shear"),
        "bones of Cast leave out the scale of their parents"
    );
}

#[test]
fn endless_clips_and_misplaced_words_are_refused() {
    let folder = folder();
    let endless = NodeDraft::new(NodeKind::Animation)
        .string("n", "ever")
        .floats("fr", &[30.0])
        .child(
            NodeDraft::new(NodeKind::Curve)
                .string("nn", "hip")
                .string("kp", "tx")
                .string("m", "absolute")
                .uints("kb", &[0, u32::MAX / 2])
                .floats("kv", &[0.0, 1.0]),
        );
    folder.cast("ever.cast", [endless]);
    for (words, wanted) in [
        ("convert man.cast ever.cast -o o.glb --bake", "more time or memory"),
        ("convert man.cast walk.cast -o o.glb --rig", "--bake writes"),
        ("convert man.cast walk.cast -o o.glb --bake --frame 3", "--bake=pose"),
        ("convert man.cast walk.cast -o o.semodel --bake", "hold no clips"),
        ("convert man.cast - -o o.glb --bake", "standard input"),
        ("convert man.cast walk.cast -o o.glb --bake --clip run", "no clip named"),
    ] {
        folder.run(words).refused(wanted);
        assert!(!folder.at("o.glb").exists() && !folder.at("o.semodel").exists());
    }
}
