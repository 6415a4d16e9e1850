//! Our glTF reader against the `gltf` crate, on files that both take without a word: positions at the corners of triangles,
//! local transforms, keys.
//!
//! The crate panics on some files, which counts as not taking them. We report our repairs: repaired files are left out.

use crate::hostile::{Random, broken_gltf};
use crate::writer::Gltf;
use crate::{assets, files, minutes};
use castview::formats::{Request, import};
use castview::scene::{Clip, Model, Property, Track, Values};
use glam::{Vec3, Vec4};
use gltf_crate::Semantic;
use gltf_crate::accessor::DataType;
use gltf_crate::animation::util::ReadOutputs;
use gltf_crate::animation::{Interpolation, Property as Path};
use serde_json::json;
use std::panic::AssertUnwindSafe;

/// Difference allowed between rotations: we bring those of nodes to unit length.
const TURN: f64 = 1e-5;

/// How much was compared.
#[derive(Debug, Default)]
struct Compared {
    files: usize,
    corners: usize,
    nodes: usize,
    keys: usize,
}

/// Translation, rotation, scale.
type Parts = ([f32; 3], [f32; 4], [f32; 3]);

/// Contents of a file as the crate reads them.
#[derive(Default)]
struct Theirs {
    /// One per node, where it is given in parts.
    nodes: Vec<Option<Parts>>,
    /// In the order of the nodes: positions at the corners.
    primitives: Vec<Vec<[f32; 3]>>,
    channels: Vec<Channel>,
}

struct Channel {
    animation: usize,
    node: usize,
    path: Path,
    times: Vec<f32>,
    values: Vec<[f32; 4]>,
}

/// `None` when the crate refuses the file, or holds what this does not compare.
fn theirs(bytes: &[u8]) -> Option<Theirs> {
    let gltf_crate::Gltf { document, blob } = gltf_crate::Gltf::from_slice(bytes).ok()?;
    let blob = blob.unwrap_or_default();
    let is_inside = |buffer: gltf_crate::Buffer<'_>| matches!(buffer.source(), gltf_crate::buffer::Source::Bin);
    if !document.buffers().all(is_inside) || document.scenes().count() > 1 {
        return None;
    }
    let data = |buffer: gltf_crate::Buffer<'_>| (buffer.index() == 0).then_some(&blob[..]);
    let mut theirs = Theirs::default();
    for node in document.nodes() {
        theirs.nodes.push(match node.transform() {
            gltf_crate::scene::Transform::Matrix { .. } => None,
            gltf_crate::scene::Transform::Decomposed {
                translation,
                rotation,
                scale,
            } => Some((translation, rotation, scale)),
        });
        for primitive in node.mesh().into_iter().flat_map(|mesh| mesh.primitives()) {
            if primitive.mode() != gltf_crate::mesh::Mode::Triangles {
                return None;
            }
            // Quantised positions are decoded by us, and read by the crate as if they were floats.
            if primitive.get(&Semantic::Positions)?.data_type() != DataType::F32 {
                return None;
            }
            let reader = primitive.reader(data);
            let positions: Vec<[f32; 3]> = reader.read_positions()?.collect();
            theirs.primitives.push(match reader.read_indices() {
                Some(indices) => indices
                    .into_u32()
                    .map(|index| positions.get(index as usize).copied())
                    .collect::<Option<_>>()?,
                None => positions,
            });
        }
    }
    for animation in document.animations() {
        for channel in animation.channels() {
            if channel.sampler().interpolation() == Interpolation::CubicSpline || !is_core(&channel) {
                continue;
            }
            let reader = channel.reader(data);
            let times = reader.read_inputs()?.collect();
            let values = match reader.read_outputs()? {
                ReadOutputs::Translations(values) => values.map(|[x, y, z]| [x, y, z, 0.0]).collect(),
                ReadOutputs::Scales(values) => values.map(|[x, y, z]| [x, y, z, 0.0]).collect(),
                ReadOutputs::Rotations(values) => values.into_f32().collect(),
                ReadOutputs::MorphTargetWeights(_) => continue,
            };
            theirs.channels.push(Channel {
                animation: animation.index(),
                node: channel.target().node().index(),
                path: channel.target().property(),
                times,
                values,
            });
        }
    }
    Some(theirs)
}

/// Whether the keys are stored as the core of the standard has them (docs/formats/gltf.md §3): floats, or normalised integers for
/// rotations. Other integers are decoded generally by us, as extensions have them. The crate reads them as if they were floats, or
/// divides them as if they were normalised.
fn is_core(channel: &gltf_crate::animation::Channel<'_>) -> bool {
    let (input, output) = (channel.sampler().input(), channel.sampler().output());
    let is_float = |accessor: &gltf_crate::Accessor<'_>| accessor.data_type() == DataType::F32;
    let is_turn = channel.target().property() == Path::Rotation;
    is_float(&input) && (is_float(&output) || is_turn && output.normalized())
}

/// Compares one file, if both take it.
fn compare(bytes: &[u8], compared: &mut Compared) {
    let Ok(import) = import(bytes.to_vec().into(), &Request::alone("stem")) else {
        return;
    };
    let [model] = &import.scene.models[..] else { return };
    if !import.diagnostics.items().is_empty() {
        return;
    }
    let found = std::panic::catch_unwind(AssertUnwindSafe(|| theirs(bytes)));
    let Ok(Some(theirs)) = found else { return };
    // Nodes outside the scene are no bones here.
    if theirs.nodes.len() != model.skeleton.len() {
        return;
    }
    compared.files += 1;
    compare_nodes(&theirs, model, compared);
    assert_eq!(model.meshes.len(), theirs.primitives.len(), "primitives");
    for (ours, theirs) in model.meshes.iter().zip(&theirs.primitives) {
        let corners: Vec<[f32; 3]> = ours
            .triangles
            .iter()
            .map(|index| ours.positions.get(index as usize))
            .collect();
        assert_eq!(&corners, theirs, "corners of {}", ours.name);
        compared.corners += corners.len();
    }
    for channel in &theirs.channels {
        let bone = model.skeleton.from_file(channel.node).expect("every node is a bone");
        compared.keys += compare_keys(
            &import.scene.clips[channel.animation],
            model.skeleton.name(bone),
            channel,
        );
    }
}

fn compare_nodes(theirs: &Theirs, model: &Model, compared: &mut Compared) {
    for (index, parts) in theirs.nodes.iter().enumerate() {
        let (Some((translation, rotation, scale)), Some(bone)) = (parts, model.skeleton.from_file(index)) else {
            continue;
        };
        let ours = model.skeleton.rest()[bone.get()];
        assert_eq!(ours.translation, Vec3::from(*translation), "node {index}");
        assert_eq!(ours.scale, Vec3::from(*scale), "node {index}");
        let away = turn_between(ours.rotation.to_array(), *rotation);
        assert!(away < TURN, "node {index}: {} and {rotation:?}", ours.rotation);
        compared.nodes += 1;
    }
}

/// How far the directions of two quaternions are apart, from 0 to 2. The standard wants unit quaternions; of others the
/// direction counts (docs/formats/gltf.md §8 row 26), and in double precision every length but 0 has a square.
fn turn_between(a: [f32; 4], b: [f32; 4]) -> f64 {
    let [a, b] = [a, b].map(|value| Vec4::from(value).as_dvec4().normalize());
    a.distance(b)
}

/// Every key of the channel, in the tracks that were made of it; how many there are.
fn compare_keys(clip: &Clip, target: &str, channel: &Channel) -> usize {
    let properties: &[Property] = match channel.path {
        Path::Translation => &[Property::TranslationX, Property::TranslationY, Property::TranslationZ],
        Path::Scale => &[Property::ScaleX, Property::ScaleY, Property::ScaleZ],
        Path::Rotation => &[Property::Rotation],
        Path::MorphTargetWeights => return 0,
    };
    for (component, property) in properties.iter().enumerate() {
        let is_wanted = |track: &&Track| track.target == target && track.property == *property;
        let track = clip.tracks.iter().find(is_wanted).expect("a track for each channel");
        assert_eq!(track.keys.len(), channel.times.len(), "keys of {target}");
        for (key, time) in channel.times.iter().enumerate() {
            let frame = f64::from(*time) * clip.frames_per_second;
            assert!(
                (track.keys.frame(key) - frame).abs() <= 1e-3 + frame.abs() * 1e-6,
                "key {key}"
            );
            let wanted = channel.values[key];
            match &track.values {
                Values::Scalar(values) => assert_eq!(values.get(key), wanted[component], "key {key} of {target}"),
                Values::Rotation(values) => {
                    let away = turn_between(values.get(key), wanted);
                    assert!(
                        away < TURN,
                        "key {key} of {target}: {:?} and {wanted:?}",
                        values.get(key)
                    );
                }
                Values::Switch(_) => panic!("a switch for {target}"),
            }
        }
    }
    channel.times.len()
}

/// Meshes with and without indices and normals, nodes with parts and a matrix, clips of every path.
fn plain() -> Gltf {
    let mut file = Gltf::new();
    for index in 0..3 {
        let mut attributes = file.triangle();
        if index == 1 {
            attributes.as_object_mut().expect("an object").remove("NORMAL");
        }
        let indices = file.indices(&[0, 1, 2, 2, 1, 0]);
        let primitive = match index {
            0 => json!({"attributes": attributes}),
            _ => json!({"attributes": attributes, "indices": indices}),
        };
        let mesh = file.add("meshes", json!({"primitives": [primitive]}));
        file.add(
            "nodes",
            json!({"mesh": mesh, "translation": [index, 0.5, 0], "rotation": [0, 0.6, 0, 0.8], "scale": [1, 2, 1]}),
        );
    }
    file.json["scenes"] = json!([{"nodes": [0, 1, 2]}]);
    let times = file.scalars(&[0.0, 0.25, 2.0]);
    let moves = file.floats(&[[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 2.0]]);
    let turns = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.6, 0.0, 0.0, 0.8]]);
    file.animation(0, "translation", "LINEAR", times, moves);
    file.animation(1, "rotation", "LINEAR", times, turns);
    file.animation(2, "scale", "STEP", times, moves);
    // The crate wants to know how far positions reach.
    let accessors = file.json["accessors"].as_array_mut().expect("a list");
    for accessor in accessors.iter_mut().filter(|accessor| accessor["type"] == "VEC3") {
        accessor["min"] = json!([-9, -9, -9]);
        accessor["max"] = json!([9, 9, 9]);
    }
    file
}

#[test]
fn the_gltf_crate_reads_the_same() {
    let mut seeds = vec![plain().glb()];
    if let Some(folder) = assets::shared_assets() {
        let names = ["AnimatedMorphCube.glb", "RiggedSimple.glb", "Fox.glb", "greenman.glb"];
        seeds.extend(names.map(|name| std::fs::read(folder.join("gltf").join(name)).expect("an asset")));
    }
    let mut compared = Compared::default();
    for seed in &seeds {
        compare(seed, &mut compared);
    }
    assert!(
        compared.corners > 0 && compared.nodes > 0 && compared.keys > 0,
        "{compared:?}"
    );
    // Large files take most of the time to be broken.
    seeds.retain(|seed| seed.len() as u64 <= files::SMALL / 4);
    let whole = compared.files;
    minutes::for_a_while("against the gltf crate", 1_500, |seed, variant| {
        let mut random = Random::new(seed, variant);
        let file = &seeds[random.below(seeds.len())];
        let broken = broken_gltf(file, &mut random).expect("a good file");
        compare(&broken, &mut compared);
    });
    println!("{compared:?}");
    assert!(compared.files > whole, "some broken files are still taken by both");
}
