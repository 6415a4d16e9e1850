//! Maps that cut holes, in pictures that show nothing else of materials.

use crate::gltf::Gltf;
use castview::images::{self, Image};
use castview::offline::{Beside, FileSet, Maps};
use castview::opened::TextureState;
use castview_testkit::program::Folder;
use serde_json::json;

pub fn png(texels: &[[u8; 4]]) -> Vec<u8> {
    castview::export::png(&Image {
        width: texels.len() as u32,
        height: 1,
        rgba: texels.concat(),
    })
}

/// `leaves.gltf`: three squares beside each other. The first and the last have a hole in their left half: one is cut out, the other blends.
/// The middle square is opaque, and its image has the same alpha.
fn folder() -> Folder {
    let mut file = Gltf::new();
    for image in ["cut", "bumps", "solid", "blend"] {
        let at = file.add("images", json!({"uri": format!("{image}.png")}));
        file.add("textures", json!({"source": at, "sampler": 0}));
    }
    file.add("samplers", json!({"magFilter": 9728, "wrapS": 33071}));
    for (color, mode) in [(0, "MASK"), (2, "OPAQUE"), (3, "BLEND")] {
        let base = json!({"baseColorTexture": {"index": color}});
        let material = json!({"pbrMetallicRoughness": base, "normalTexture": {"index": 1}, "alphaMode": mode, "doubleSided": true});
        file.add("materials", material);
    }
    for at in 0..3 {
        let left = at as f32 * 2.0;
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let positions = file.floats(&corners.map(|[x, y]| [left + x, y, 0.0]));
        let normals = file.floats(&[[0.0, 0.0, 1.0]; 6]);
        let uvs = file.floats(&corners.map(|[x, y]| [x, 1.0 - y]));
        let attributes = json!({"POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs});
        let mesh = file.add(
            "meshes",
            json!({"primitives": [{"attributes": attributes, "material": at}]}),
        );
        file.add("nodes", json!({"mesh": mesh}));
    }
    file.json["scenes"] = json!([{"nodes": [0, 1, 2]}]);
    let [clear, solid] = [[90, 160, 40, 0], [90, 160, 40, 255]];
    let folder = Folder::new();
    folder
        .put("leaves.gltf", &file.gltf("leaves.bin"))
        .put("leaves.bin", &file.bin);
    for name in ["cut.png", "solid.png", "blend.png"] {
        folder.put(name, &png(&[clear, solid]));
    }
    folder.put("bumps.png", &png(&[[128, 128, 255, 255]]));
    folder
}

#[test]
fn maps_that_cut_holes_are_decoded_and_no_others() {
    let folder = folder();
    let ready = |maps| {
        let beside = Beside {
            maps,
            ..Beside::default()
        };
        let set = FileSet::open(&[folder.at("leaves.gltf")], beside).expect("it opens");
        let ready = |state: &TextureState| matches!(state, TextureState::Ready(_));
        let textures = set.files[0].textures.iter();
        textures.map(|texture| ready(&texture.state)).collect::<Vec<_>>()
    };
    assert_eq!(ready(Maps::None), [false; 4]);
    assert_eq!(ready(Maps::Holes), [true, false, false, true]);
    assert_eq!(ready(Maps::All), [true; 4]);
}

/// Whatever surfaces look like, they have the same holes: seen over pure magenta, which nothing else is.
#[test]
fn holes_of_maps_are_holes_in_every_way_to_look() {
    let folder = folder();
    let small = "render leaves.gltf --size 100x40 --view front --orthographic --ground off --background ff00ff";
    for words in [
        "",
        "--shading untextured",
        "--mode normals",
        "--mode depth",
        "--mode matcap",
    ] {
        let ran = folder.run(&format!("{small} {words} -o it.png"));
        if ran.stderr.contains("No graphics adapter") {
            assert!(std::env::var("REQUIRE_GPU").is_err(), "{}", ran.stderr);
            return;
        }
        ran.fine();
        let image = images::decode(&std::fs::read(folder.at("it.png")).expect("written"), "").expect("a PNG");
        let row = &image.rgba[20 * 400..21 * 400];
        let is_open = |texel: &[u8]| texel[0] > 250 && texel[1] < 5 && texel[2] > 250;
        let open: Vec<bool> = row.chunks_exact(4).map(is_open).collect();
        let filled = open.iter().filter(|open| !**open).count();
        let first = open.iter().position(|open| !open).expect("something is drawn");
        let last = open.iter().rposition(|open| !open).expect("something is drawn");
        // Half a square, a gap, a square, and a gap with half a square behind it: 4.5 units from end to end, 2 of them filled.
        let share = filled as f32 / (last + 1 - first) as f32;
        assert!(
            (share - 2.0 / 4.5).abs() < 0.05,
            "{words}: {filled} of {first}..={last}"
        );
    }
}
