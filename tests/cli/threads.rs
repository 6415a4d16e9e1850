//! The same command gives the same bytes, however often it runs and with however many threads: on the GPU's side (software Vulkan) and on
//! ours.

use super::render::{drawn, folder};
use crate::gltf::Gltf;
use castview::images::Image;
use castview_testkit::program::Folder;
use castview_testkit::sample;
use serde_json::{Value, json};
use std::f32::consts::TAU;

/// Runs `words` `rounds` times with one thread and as often with two; where a run takes samples, a fifth of that.
fn check(folder: &Folder, words: &str, rounds: usize) {
    if drawn(folder, &format!("{words} first.png")).is_none() {
        return;
    }
    let first = std::fs::read(folder.at("first.png")).expect("it was written");
    for round in 0..sample::rounds(rounds, 5) {
        for threads in ["1", "2"] {
            let ran = folder
                .command()
                .args(words.split_whitespace())
                .arg("again.png")
                .env("LP_NUM_THREADS", threads)
                .env("RAYON_NUM_THREADS", threads)
                .status();
            assert!(ran.is_ok_and(|status| status.success()));
            assert!(
                std::fs::read(folder.at("again.png")).is_ok_and(|bytes| bytes == first),
                "{words}: {threads} threads, round {round}"
            );
        }
    }
}

/// 50 pictures of a small model between two frames of its clip, with all light.
#[test]
fn threads_change_no_byte() {
    check(&folder(), "render flag.cast wave.cast --frame 2.3 --size 64x48 -o", 25);
}

/// Fewer of one whose meshes, maps and shadows are large enough to be shared among threads, under the environment and under its own lamp.
#[test]
fn threads_change_no_byte_of_a_larger_model() {
    let folder = tentacle();
    let words = "render tentacle.glb --frame 7.3 --size 320x240";
    check(&folder, &format!("{words} -o"), 5);
    check(&folder, &format!("{words} --file-lights=on --samples 1 -o"), 2);
}

/// Files that are converted several at a time are what each is by itself, with the images that lay inside. Two images of one name in a file
/// are two files.
#[test]
fn threads_change_no_file_that_is_converted_nor_an_image_beside_it() {
    let folder = Folder::new();
    for (at, name) in ["a", "b", "c", "d", "e", "f"].into_iter().enumerate() {
        folder.put(format!("in/{name}.glb"), &pictured(at as u8));
    }
    folder.run("convert in -o together --to cast").fine();
    std::fs::create_dir(folder.at("alone")).expect("a new folder");
    for name in ["a", "b", "c", "d", "e", "f"] {
        folder
            .run(&format!("convert in/{name}.glb -o alone/{name}.cast"))
            .fine();
    }
    let files = |place: &str| {
        let entries = std::fs::read_dir(folder.at(place)).expect("it was made");
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("listed").path())
            .map(|path| {
                (
                    path.file_name().map(ToOwned::to_owned),
                    std::fs::read(&path).expect("a file"),
                )
            })
            .collect();
        files.sort();
        files
    };
    let together = files("together");
    assert_eq!(together.len(), 6 * 3, "a file and its two images each");
    assert!(together == files("alone"));
    let image = |name: &str| std::fs::read(folder.at(name)).expect("laid beside the file");
    assert_ne!(image("together/a_0.png"), image("together/a_1.png"));
    assert_ne!(image("together/a_0.png"), image("together/b_0.png"));
}

/// A triangle of each of two materials, whose images are of one name and of colours of their own.
fn pictured(shade: u8) -> Vec<u8> {
    let mut file = Gltf::new();
    let positions = file.floats(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let uvs = file.floats(&[[0.0f32, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    let mut primitives = Vec::new();
    for at in 0..2u8 {
        let png = castview::export::png(&Image {
            width: 32,
            height: 32,
            rgba: [shade * 20, at * 100, 9, 255].repeat(32 * 32),
        });
        let view = file.view(&png, None);
        let image = file.add(
            "images",
            json!({"bufferView": view, "mimeType": "image/png", "name": "skin"}),
        );
        let texture = file.add("textures", json!({"source": image}));
        let base = json!({"baseColorTexture": {"index": texture}});
        let material = file.add("materials", json!({"name": "skin", "pbrMetallicRoughness": base}));
        primitives.push(json!({"attributes": {"POSITION": positions, "TEXCOORD_0": uvs}, "material": material}));
    }
    let mesh = file.add("meshes", json!({"primitives": primitives}));
    file.json["nodes"] = json!([{"mesh": mesh}]);
    file.json["scenes"] = json!([{"nodes": [0]}]);
    file.glb()
}

/// Rings and corners of a ring.
const RINGS: u16 = 160;
const ROUND: u16 = 64;

/// `tentacle.glb`: a tube of 20 000 triangles on three bones that bend, with a shape that swells, a map of colours, one of normals and a
/// lamp.
fn tentacle() -> Folder {
    let mut file = Gltf::new();
    let corners = || (0..=RINGS).flat_map(|ring| (0..=ROUND).map(move |at| (ring, at)));
    let turn = |at: u16| (f32::from(at) / f32::from(ROUND) * TAU).sin_cos();
    let height = |ring: u16| f32::from(ring) / f32::from(RINGS) * 3.0;
    let around = |radius: f32| {
        let place = corners().map(|(ring, at)| [radius * turn(at).0, height(ring), radius * turn(at).1]);
        place.collect::<Vec<_>>()
    };
    let outwards: Vec<[f32; 3]> = corners().map(|(_, at)| [turn(at).0, 0.0, turn(at).1]).collect();
    let uvs: Vec<[f32; 2]> = corners()
        .map(|(ring, at)| [f32::from(at) / 16.0, height(ring) * 4.0])
        .collect();
    let weights: Vec<[f32; 4]> = corners()
        .map(|(ring, _)| [0.0f32, 1.5, 3.0].map(|bone| (1.0 - (height(ring) - bone).abs() / 1.5).max(0.0)))
        .map(|[a, b, c]| [a, b, c, 0.0])
        .collect();
    let swollen: Vec<[f32; 3]> = corners()
        .map(|(ring, at)| [0.15 * turn(at).0, 0.0, 0.15 * turn(at).1].map(|part| part * (height(ring) * 4.0).sin()))
        .collect();
    let step = ROUND + 1;
    let quads = (0..RINGS).flat_map(|ring| (0..ROUND).map(move |at| ring * step + at));
    let indices: Vec<u16> = quads
        .flat_map(|a| [a, a + 1, a + step, a + 1, a + step + 1, a + step])
        .collect();
    let attributes = json!({
        "POSITION": file.floats(&around(0.3)),
        "NORMAL": file.floats(&outwards),
        "TEXCOORD_0": file.floats(&uvs),
        "JOINTS_0": file.joints(&vec![[0, 1, 2, 0]; outwards.len()]),
        "WEIGHTS_0": file.floats(&weights),
    });
    let target = json!({"POSITION": file.floats(&swollen)});
    let indices = file.indices(&indices);
    let maps = maps(&mut file);
    let primitive = json!({"attributes": attributes, "indices": indices, "targets": [target], "material": maps});
    let mesh = file.add("meshes", json!({"primitives": [primitive], "weights": [0.2]}));
    bend(&mut file, mesh);
    let folder = Folder::new();
    folder.put("tentacle.glb", &file.glb());
    folder
}

/// A material with colours and bumps inside of the file.
fn maps(file: &mut Gltf) -> usize {
    for shade in [
        |x: u32, y: u32| [200, 60 + (x * 5 % 120) as u8, (y * 7 % 200) as u8, 255],
        |x: u32, y: u32| [128 + (x % 5 * 9) as u8, 128 + (y % 3 * 12) as u8, 240, 255],
    ] {
        let texels = (0..64 * 64).flat_map(|at| shade(at % 64, at / 64));
        let png = castview::export::png(&Image {
            width: 64,
            height: 64,
            rgba: texels.collect(),
        });
        let view = file.view(&png, None);
        let image = file.add("images", json!({"bufferView": view, "mimeType": "image/png"}));
        file.add("textures", json!({"source": image}));
    }
    let base = json!({"baseColorTexture": {"index": 0}, "metallicFactor": 0.3, "roughnessFactor": 0.4});
    file.add(
        "materials",
        json!({"pbrMetallicRoughness": base, "normalTexture": {"index": 1}}),
    )
}

/// Bones, the skin, the clip and a lamp beside it.
fn bend(file: &mut Gltf, mesh: usize) {
    let inverse = [0.0f32, -1.5, -3.0].map(|y| crate::gltf::moved(0.0, y, 0.0));
    let inverse = file.floats(&inverse);
    let bone = |at: f32, children: Value| json!({"translation": [0.0, at, 0.0], "children": children});
    file.json["nodes"] = json!([
        {"mesh": mesh, "skin": 0},
        bone(0.0, json!([2])),
        bone(1.5, json!([3])),
        {"translation": [0.0, 1.5, 0.0]},
        {"translation": [1.0, 2.0, 2.0], "extensions": {"KHR_lights_punctual": {"light": 0}}},
    ]);
    file.json["scenes"] = json!([{"nodes": [0, 1, 4]}]);
    file.json["skins"] = json!([{"joints": [1, 2, 3], "inverseBindMatrices": inverse}]);
    file.json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": 60.0}]}});
    let times = file.scalars(&[0.0, 1.0]);
    let turned = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.479_425_55, 0.877_582_55]]);
    let swells = file.scalars(&[0.0, 1.0]);
    let sampler = |output: usize| json!({"input": times, "output": output, "interpolation": "LINEAR"});
    let target = |node: usize, path: &str| json!({"node": node, "path": path});
    file.json["animations"] = json!([{
        "name": "bend",
        "samplers": [sampler(turned), sampler(swells)],
        "channels": [
            {"sampler": 0, "target": target(2, "rotation")},
            {"sampler": 0, "target": target(3, "rotation")},
            {"sampler": 1, "target": target(0, "weights")},
        ],
    }]);
}
