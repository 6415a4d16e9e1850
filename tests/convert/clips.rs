//! Clips in another format: as long as they were, through the same poses.

use super::losses::{converted, reported};
use super::{ConversionTarget, Converted, Scene, gltf, mrtk, shape_file};
use allocation_counter::measure;
use castview::animation::{Layer, Motion, Pose, bind, evaluate};
use castview::formats::cast::{self, NodeDraft, NodeKind};
use castview::scene::Clip;
use serde_json::json;
use shape_file::{Switches, samples};
use std::collections::BTreeMap;

/// The first model at `secs` of the first clip.
fn pose(scene: &Scene, secs: f64) -> Pose {
    let (model, clip) = (&scene.models[0], &scene.clips[0]);
    let binding = bind(clip, model);
    let layers = [Layer::new(clip, &binding, secs * clip.frames_per_second)];
    let mut pose = Pose::default();
    let motion = Motion {
        layers: &layers,
        rig: None,
        ..Motion::default()
    };
    evaluate(model, motion, &mut pose);
    pose
}

/// Where the bone called `name` is, along x.
fn x_of(scene: &Scene, name: &str, secs: f64) -> f32 {
    let skeleton = &scene.models[0].skeleton;
    let bone = skeleton.bones().find(|bone| skeleton.name(*bone) == name);
    pose(scene, secs).local[bone.expect("it is there").get()].translation.x
}

fn range_secs(clip: &Clip) -> [f64; 2] {
    [clip.range.start, clip.range.end].map(|frame| frame / clip.frames_per_second)
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-5
}

fn is_silent(done: &Converted) -> bool {
    done.losses.items().iter().all(|item| item.rule.id != "X-range")
}

/// A triangle on a node that moves along x at these times.
fn sliding(times: &[f32], x: &[f32]) -> Vec<u8> {
    let mut file = gltf::Gltf::new();
    let triangle = file.triangle();
    file.mesh(triangle);
    file.add("nodes", json!({"mesh": 0, "name": "slide"}));
    let input = file.scalars(times);
    let values: Vec<[f32; 3]> = x.iter().map(|x| [*x, 0.0, 0.0]).collect();
    let output = file.floats(&values);
    file.animation(0, "translation", "LINEAR", input, output);
    file.glb()
}

/// One bone, one shape of one vertex held to 1, and a curve of either.
fn cast_curve(target: &str, property: &str, mode: &str, keys: &[u32], values: &[f32]) -> Vec<u8> {
    let bone = NodeDraft::new(NodeKind::Bone)
        .string("n", "b")
        .u32s("p", &[u32::MAX])
        .vec3s("lp", &[[0.0; 3]])
        .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]]);
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .hash(5)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2])
        .uints("mi", &[1])
        .uints("wb", &[0, 0, 0])
        .floats("wv", &[1.0; 3]);
    let shape = NodeDraft::new(NodeKind::BlendShape)
        .string("n", "smile")
        .u64s("b", &[5])
        .uints("vi", &[0])
        .vec3s("vp", &[[0.0, 1.0, 0.0]])
        .floats("ts", &[1.0]);
    let skeleton = NodeDraft::new(NodeKind::Skeleton).child(bone);
    let model = NodeDraft::new(NodeKind::Model).children([skeleton, mesh, shape]);
    let curve = NodeDraft::new(NodeKind::Curve)
        .string("nn", target)
        .string("kp", property)
        .string("m", mode)
        .uints("kb", keys)
        .floats("kv", values);
    let clip = NodeDraft::new(NodeKind::Animation).floats("fr", &[30.0]).child(curve);
    cast::write(&[NodeDraft::new(NodeKind::Root).children([model, clip])])
}

#[test]
fn a_clip_of_gltf_starts_at_0_in_cast_too() {
    let bytes = sliding(&[1.0, 2.0], &[3.0, 5.0]);
    for target in [ConversionTarget::Cast, ConversionTarget::Glb] {
        let (_, after, done) = converted("late.glb", &bytes, target);
        assert_eq!(range_secs(&after.clips[0]), [0.0, 2.0], "{target:?}");
        assert!(is_silent(&done));
        for (secs, x) in [(0.0, 3.0), (0.5, 3.0), (1.5, 4.0), (2.0, 5.0)] {
            assert_eq!(x_of(&after, "slide", secs), x, "{target:?} at {secs} s");
        }
    }
}

#[test]
fn a_clip_that_waits_after_its_last_key_waits_in_any_format() {
    let mut draft = samples::four_layers();
    draft.layers.truncate(2);
    draft.layers.iter_mut().for_each(|layer| layer.duration_ms = 10_000.0);
    let bytes = shape_file::write(&draft, &Switches::default());
    for target in [ConversionTarget::Cast, ConversionTarget::Glb] {
        let (before, after, done) = converted("waits.shape", &bytes, target);
        assert!(is_silent(&done));
        for (before, after) in before.clips.iter().zip(&after.clips) {
            let (before, after) = (range_secs(before), range_secs(after));
            assert_eq!(before, [0.0, 10.0]);
            assert!(
                is_close(after[0], 0.0) && is_close(after[1], 10.0),
                "{target:?}: {after:?}"
            );
        }
        let (still, moved) = (pose(&before, 5.0), pose(&after, 5.0));
        assert_eq!(still.local.len(), before.models[0].skeleton.len());
        let lift = |scene: &Scene, pose: &Pose| {
            let skeleton = &scene.models[0].skeleton;
            let bone = skeleton
                .bones()
                .find(|bone| skeleton.name(*bone) == "lift")
                .expect("it is there");
            pose.local[bone.get()].translation
        };
        assert!(lift(&before, &still).distance(lift(&after, &moved)) < 1e-5);
    }
}

#[test]
fn a_clip_that_starts_late_keeps_its_times_and_says_so_in_gltf() {
    let bytes = cast_curve("b", "tx", "absolute", &[300, 330], &[0.0, 4.0]);
    let (_, after, done) = converted("late.cast", &bytes, ConversionTarget::Cast);
    assert_eq!(range_secs(&after.clips[0]), [10.0, 11.0]);
    assert!(is_silent(&done));
    let (_, after, done) = converted("late.cast", &bytes, ConversionTarget::Glb);
    assert_eq!(range_secs(&after.clips[0]), [0.0, 11.0]);
    assert_eq!(x_of(&after, "b", 10.5), 2.0);
    assert_eq!(
        reported(&done, "plays from 0 s to 11 s, not from 10 s to 11 s").len(),
        1
    );
}

#[test]
fn what_is_before_the_start_is_not_heard_of_but_at_the_start() {
    let mut recording = mrtk::Recording::empty((1, 0));
    let still = |value: f32| mrtk::Curve::of(&[(-0.5, value)]);
    recording.camera = Some(vec![
        mrtk::Curve::of(&[(-0.5, 0.0), (-0.25, 0.25), (0.5, 1.0)]),
        still(0.0),
        still(0.0),
        still(0.0),
        still(0.0),
        still(0.0),
        still(1.0),
    ]);
    for target in [ConversionTarget::Cast, ConversionTarget::Glb] {
        let (before, after, _) = converted("early.bin", &recording.bytes(), target);
        for secs in [0.0, 0.1, 0.25, 0.5, 1.0] {
            let [wanted, got] = [&before, &after].map(|scene| x_of(scene, "Camera", secs));
            assert!(
                (wanted - got).abs() < 1e-5,
                "{target:?} at {secs} s: {got}, not {wanted}"
            );
        }
        assert_eq!(range_secs(&after.clips[0]), [0.0, 0.5]);
    }
}

#[test]
fn weights_are_held_where_the_viewer_holds_them() {
    for (mode, values) in [
        ("absolute", [0.0, 4.0]),
        ("absolute", [3.0, -5.0]),
        ("additive", [0.0, 4.0]),
    ] {
        let bytes = cast_curve("smile", "bs", mode, &[0, 30], &values);
        for target in [ConversionTarget::Cast, ConversionTarget::Glb] {
            let (before, after, done) = converted("smile.cast", &bytes, target);
            for secs in [0.0, 0.1, 0.25, 0.3, 0.5, 0.75, 1.0] {
                let [wanted, got] = [&before, &after].map(|scene| pose(scene, secs).shape_weights[0]);
                assert!(
                    (wanted - got).abs() < 1e-4,
                    "{mode} {target:?} at {secs} s: {got}, not {wanted}"
                );
            }
            // Cast holds weights itself.
            let is_noted = target == ConversionTarget::Glb || mode == "additive";
            assert_eq!(done.losses.count("X-held"), u64::from(is_noted), "{mode} {target:?}");
        }
    }
}

#[test]
fn long_clips_are_counted_as_finely_as_their_last_frame_allows() {
    let bytes = sliding(&[0.0, 0.123_456_7, 5000.0, 6000.5], &[0.0, 1.0, 2.0, 9.0]);
    let (_, after, done) = converted("long.glb", &bytes, ConversionTarget::Cast);
    assert!(is_close(range_secs(&after.clips[0])[1], 6000.5));
    for (secs, x) in [(5000.0, 2.0), (5500.0, 2.0 + 7.0 * 500.0 / 1000.5), (6000.5, 9.0)] {
        assert!((x_of(&after, "slide", secs) - x).abs() < 1e-4, "{secs} s");
    }
    assert_eq!(reported(&done, "which moves them by up to").len(), 1);
    // In a month frames are longer than what lies between these keys.
    let bytes = sliding(&[0.0, 0.000_1, 0.000_2, 2_600_000.0], &[0.0, 1.0, 2.0, 9.0]);
    let (_, after, done) = converted("month.glb", &bytes, ConversionTarget::Cast);
    assert!((range_secs(&after.clips[0])[1] - 2_600_000.0).abs() < 1e-3);
    assert_eq!(reported(&done, "share a frame").len(), 1);
}

/// A chain of nodes that turn, each at times of its own.
fn turning(nodes: usize, keys: usize) -> Vec<u8> {
    let mut file = gltf::Gltf::new();
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    for node in 0..nodes {
        let children = (node + 1 < nodes).then(|| json!([node + 1]));
        let mut json = json!({"name": format!("n{node}")});
        if let Some(children) = children {
            json["children"] = children;
        }
        file.add("nodes", json);
        let times: Vec<f32> = (0..keys).map(|key| key as f32 * 0.3 + node as f32 * 1e-4).collect();
        let turn = |key: usize| glam::Quat::from_rotation_x((key * node % 7) as f32).to_array();
        let turns: Vec<[f32; 4]> = (0..keys).map(turn).collect();
        let (input, output) = (file.scalars(&times), file.floats(&turns));
        samplers.push(json!({"input": input, "output": output}));
        channels.push(json!({"sampler": node, "target": {"node": node, "path": "rotation"}}));
    }
    file.add("animations", json!({"samplers": samplers, "channels": channels}));
    file.glb()
}

/// Were each line sampled at the keys of all others, four times the lines would take sixteen times as many bytes.
#[test]
fn many_lines_take_work_in_proportion() {
    let [few, many] = [250, 1000].map(|nodes| {
        let bytes = turning(nodes, 100);
        measure(|| drop(converted("many.glb", &bytes, ConversionTarget::Glb))).bytes_total
    });
    assert!(few > 0 && many < 6 * few, "{few} bytes for 250 lines, {many} for 1 000");
}

#[test]
fn many_lines_with_keys_of_their_own_are_written_as_they_are() {
    const NODES: usize = 1000;
    const KEYS: usize = 100;
    let (before, after, _) = converted("many.glb", &turning(NODES, KEYS), ConversionTarget::Glb);
    let keys = |scene: &Scene| {
        scene.clips[0]
            .tracks
            .iter()
            .map(|track| track.keys.len())
            .sum::<usize>()
    };
    assert_eq!((keys(&before), keys(&after)), (NODES * KEYS, NODES * KEYS));
    let turned = |scene: &Scene| {
        let (skeleton, pose) = (&scene.models[0].skeleton, pose(scene, 7.77));
        let bones = skeleton.bones().filter(|bone| skeleton.name(*bone).starts_with('n'));
        let turns = bones.map(|bone| (skeleton.name(bone).to_owned(), pose.local[bone.get()].rotation));
        turns.collect::<BTreeMap<_, _>>()
    };
    let (wanted, got) = (turned(&before), turned(&after));
    assert_eq!(wanted.len(), NODES);
    for (name, wanted) in &wanted {
        assert!(
            wanted.dot(got[name]).abs() > 1.0 - 1e-5,
            "{name}: {}, not {wanted}",
            got[name]
        );
    }
}

/// Returns the frame rate and the key frames that are written in Cast.
fn frames_of(cast: &[u8]) -> (f32, Vec<u32>) {
    let mut diagnostics = castview::core::Diagnostics::default();
    let document = cast::read(cast.to_vec().into(), &mut diagnostics).expect("a Cast file");
    let animation = document.nodes().find(|node| node.kind() == NodeKind::Animation);
    let animation = animation.expect("a clip");
    let rate = animation
        .property("fr")
        .and_then(|rate| rate.floats().map(|rate| rate.get(0)));
    let curve = animation.children_of(NodeKind::Curve).next().expect("a curve");
    let keys = curve.property("kb").and_then(|keys| keys.uints()).expect("keys");
    (rate.expect("a rate"), keys.iter().collect())
}

/// Keys as exporters write them: counted in f32, or added up in it.
#[test]
fn even_keys_keep_their_own_spacing_in_cast() {
    let counted = |by: f32| (0..48).map(|key| (key + 1) as f32 / by).collect::<Vec<f32>>();
    let mut sum = 0.0f32;
    let added: Vec<f32> = (0..120)
        .map(|_| {
            sum += 1.0 / 30.0;
            sum
        })
        .collect();
    for (times, rate, last) in [
        (counted(24.0), 24.0, 48),
        (added, 30.0, 120),
        (counted(29.97), 29.97, 48),
        // Half a second apart, and a seventh: parts of it, no fewer than can be looked at.
        (counted(2.0), 30.0, 720),
        (counted(7.0), 21.0, 144),
        (counted(960.0), 960.0, 48),
    ] {
        let values: Vec<f32> = times.iter().map(|secs| secs * 3.0).collect();
        let (before, after, done) = converted("even.glb", &sliding(&times, &values), ConversionTarget::Cast);
        let (written, frames) = frames_of(&done.bytes);
        assert!((written - rate).abs() < rate * 1e-5, "{written}, not {rate}");
        assert_eq!(frames.last(), Some(&last), "{rate}");
        assert_eq!(reported(&done, "share a frame"), [""; 0]);
        assert!(is_close(
            range_secs(&before.clips[0])[1],
            range_secs(&after.clips[0])[1]
        ));
    }
}

#[test]
fn uneven_keys_are_counted_120_to_a_second_or_as_is_wished() {
    // No rate has all of these on whole frames, and those of 1500 a second are too fine to be counted.
    let uneven = [0.0, 0.013_7, 0.5, 0.777_77, 1.234_5];
    let fine: Vec<f32> = (0..40).map(|key| key as f32 / 1500.0).collect();
    for times in [&uneven[..], &fine] {
        let bytes = sliding(times, times);
        let (_, _, done) = converted("uneven.glb", &bytes, ConversionTarget::Cast);
        assert_eq!(frames_of(&done.bytes).0, 120.0);
        let told = reported(&done, "counted 120 to a second, which moves them by up to");
        assert_eq!(
            (told.len(), done.losses.count("X-rate")),
            (1, 1),
            "{:?}",
            done.losses.items()
        );
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = folder.path().join("uneven.glb");
        std::fs::write(&source, &bytes).expect("a temporary folder");
        let sources = [source];
        let to = folder.path().join("to.cast");
        let wish = castview::offline::Conversion {
            rate: Some(1000.0),
            ..castview::offline::Conversion::new(&sources, ConversionTarget::Cast, &to)
        };
        let done = castview::offline::convert(&wish).expect("readable");
        assert_eq!(frames_of(&done.bytes).0, 1000.0);
        assert_eq!(reported(&done, "counted 1000 to a second").len(), 1);
    }
}

/// A real file whose keys are thirtieths in f32.
#[test]
fn the_animated_morph_cube_has_thirty_frames_a_second() {
    let Some(assets) = crate::assets::shared_assets() else {
        return;
    };
    let bytes = std::fs::read(assets.join("gltf/AnimatedMorphCube.glb")).expect("a shared asset");
    let (_, _, done) = converted("cube.glb", &bytes, ConversionTarget::Cast);
    let (rate, _) = frames_of(&done.bytes);
    assert_eq!(rate, 30.0);
}
