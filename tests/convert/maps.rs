//! Maps that one format keeps apart and the other in one image: pixels there and back.

use crate::{ConversionTarget, read, write};
use castview::core::TextureIndex;
use castview::formats::cast::{self, NodeDraft, NodeKind};
use castview::images::Image;
use castview::offline::{Conversion, ConvertError, Converted, convert};
use castview::scene::{Input, Material, Part, Scene, SlotSource, Workflow};
use glam::Vec3;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

type Rgba = [u8; 4];

fn write_png(path: &Path, width: u32, texels: &[Rgba]) {
    let height = texels.len() as u32 / width;
    image::save_buffer(path, texels.as_flattened(), width, height, image::ColorType::Rgba8).expect("writable");
}

/// A triangle under a material with these slots: names of files, or numbers all over.
fn cast_file(folder: &Path, slots: &[(&str, Slot)]) -> PathBuf {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .vec2s("u0", &[[0.0; 2]; 3])
        .uints("ul", &[1])
        .uints("f", &[0, 1, 2])
        .u64s("m", &[7]);
    let mut material = NodeDraft::new(NodeKind::Material).hash(7).string("n", "skin");
    for (hash, (name, slot)) in (100..).zip(slots) {
        material = material.u64s(name, &[hash]).child(match slot {
            Slot::File(path) => NodeDraft::new(NodeKind::File).hash(hash).string("p", path),
            Slot::Value(value) => NodeDraft::new(NodeKind::Color)
                .hash(hash)
                .string("cs", "linear")
                .vec4s("rgba", &[[*value; 4]]),
        });
    }
    let model = NodeDraft::new(NodeKind::Model).children([material, mesh]);
    let path = folder.join("model.cast");
    std::fs::write(&path, cast::write(&[NodeDraft::new(NodeKind::Root).child(model)])).expect("writable");
    path
}

enum Slot {
    File(&'static str),
    Value(f32),
}
use Slot::{File, Value as Number};

/// A triangle under a glTF material; images by their files.
fn gltf_file(folder: &Path, material: Value, images: &[&str]) -> PathBuf {
    let numbers = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    std::fs::write(folder.join("a.bin"), &bytes).expect("writable");
    let file = json!({
        "asset": {"version": "2.0"},
        "buffers": [{"uri": "a.bin", "byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "materials": [material],
        "images": images.iter().map(|uri| json!({"uri": uri})).collect::<Vec<_>>(),
        "textures": (0..images.len()).map(|source| json!({"source": source})).collect::<Vec<_>>(),
    });
    let path = folder.join("source.gltf");
    std::fs::write(&path, file.to_string()).expect("writable");
    path
}

/// Writes beside the source, images too, and reads it again.
fn converted(source: &Path, target: ConversionTarget) -> (Scene, Converted, PathBuf) {
    let written = match target {
        ConversionTarget::Cast => source.with_file_name("written.cast"),
        _ => source.with_file_name("written.glb"),
    };
    let done = write(&[source.to_path_buf()], target, &written);
    for (name, bytes) in &done.images {
        std::fs::write(written.with_file_name(name), bytes).expect("writable");
    }
    (read(&written), done, written)
}

fn material(scene: &Scene) -> &Material {
    &scene.models[0].materials[0]
}

/// Returns the texture that feeds `input`, and the part of it that does.
fn fed(scene: &Scene, input: Input) -> (TextureIndex, Part) {
    let (slot, part) = material(scene)
        .fed(input)
        .unwrap_or_else(|| panic!("{input:?} is fed by nothing"));
    match slot.source {
        SlotSource::Texture(texture) => (texture, part),
        ref other => panic!("{input:?} is fed by {other:?}"),
    }
}

fn image(scene: &Scene, texture: TextureIndex, folder: &Path) -> Image {
    let bytes = match scene.embedded.get(&texture) {
        Some(bytes) => bytes.to_vec(),
        None => std::fs::read(folder.join(&scene.textures[texture.get()])).expect("it lies beside"),
    };
    castview::images::decode(&bytes, "").expect("an image")
}

/// The numbers that `input` takes from its image, texel by texel.
fn numbers(scene: &Scene, input: Input, folder: &Path) -> Vec<u8> {
    let (texture, part) = fed(scene, input);
    let texels = image(scene, texture, folder).rgba;
    let of = |texel: &[u8]| match part {
        Part::Channel(at) => texel[usize::from(at)],
        Part::Inverse(at) => 255 - texel[usize::from(at)],
        Part::Color | Part::Vector => panic!("{input:?} is no number"),
    };
    texels.chunks_exact(4).map(of).collect()
}

fn messages(done: &Converted, id: &str) -> Vec<String> {
    let items = done.losses.items().iter().filter(|item| item.rule.id == id);
    items.map(|item| item.message.clone()).collect()
}

/// A Cast file with a map in each slot that glTF keeps in one image with another, of different sizes.
pub fn everything_to_be_packed(folder: &Path) -> PathBuf {
    write_png(&folder.join("color.png"), 2, &[[10, 20, 30, 128]; 4]);
    write_png(&folder.join("cover.png"), 1, &[[128; 4]]);
    write_png(&folder.join("metal.png"), 1, &[[200, 1, 2, 255]]);
    write_png(&folder.join("gloss.png"), 2, &[[55, 0, 0, 255]; 2]);
    write_png(&folder.join("level.png"), 1, &[[64; 4]]);
    write_png(&folder.join("ao.png"), 1, &[[100; 4]]);
    write_png(&folder.join("cavity.png"), 1, &[[51; 4]]);
    write_png(&folder.join("light.png"), 1, &[[188, 0, 255, 255]]);
    write_png(&folder.join("mask.png"), 1, &[[51; 4]]);
    cast_file(
        folder,
        &[
            ("albedo", File("color.png")),
            ("opacity", File("cover.png")),
            ("metal", File("metal.png")),
            ("gloss", File("gloss.png")),
            ("specular", File("level.png")),
            ("ao", File("ao.png")),
            ("cavity", File("cavity.png")),
            ("emissive", File("light.png")),
            ("emask", File("mask.png")),
        ],
    )
}

#[test]
fn what_gltf_keeps_together_is_packed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let (scene, done, _) = converted(&everything_to_be_packed(folder), ConversionTarget::Glb);
    assert_eq!(messages(&done, "X-lost"), [""; 0]);
    assert_eq!(
        messages(&done, "X-packed").len(),
        5,
        "{:?}",
        messages(&done, "X-packed")
    );

    let (base, _) = fed(&scene, Input::BaseColor);
    assert_eq!(image(&scene, base, folder).rgba, [10, 20, 30, 64].repeat(4));
    // The gloss map is the larger: 2 × 1.
    assert_eq!(numbers(&scene, Input::Metallic, folder), [200; 2]);
    assert_eq!(numbers(&scene, Input::Roughness, folder), [200; 2]);
    assert_eq!(fed(&scene, Input::Metallic).0, fed(&scene, Input::Roughness).0);
    assert_eq!(
        (material(&scene).surface.metallic, material(&scene).surface.roughness),
        (1.0, 1.0)
    );
    let resampled = messages(&done, "X-packed")
        .into_iter()
        .find(|line| line.contains("gloss"));
    assert!(
        resampled
            .expect("a note")
            .contains("metal resampled from 1 × 1 to 2 × 1")
    );
    // 100 · 51 / 255.
    assert_eq!(numbers(&scene, Input::Occlusion, folder), [20]);
    // 0.2 of the light of 188 and 255.
    let (light, _) = fed(&scene, Input::Emissive);
    assert_eq!(image(&scene, light, folder).rgba, [89, 0, 124, 255]);
    // F0 is 0.08 of the level, 64 / 255, here and there.
    let (level, part) = fed(&scene, Input::SpecularColor);
    assert_eq!(part, Part::Color);
    let texel = image(&scene, level, folder).rgba[0];
    let linear = castview::scene::ColorSpace::Srgb
        .to_linear(glam::Vec4::splat(f32::from(texel) / 255.0))
        .x;
    let surface = material(&scene).surface;
    let f0 = 0.04 * surface.specular * surface.specular_color.x * linear;
    assert!((f0 - 0.08 * 64.0 / 255.0).abs() < 4e-4, "{f0}");
}

#[test]
fn maps_of_one_size_share_one_image_with_occlusion() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_png(&folder.join("m.png"), 1, &[[10, 0, 0, 255]]);
    write_png(&folder.join("r.png"), 1, &[[20, 0, 0, 255]]);
    write_png(&folder.join("o.png"), 1, &[[30, 0, 0, 255]]);
    let source = cast_file(
        folder,
        &[
            ("ao", File("o.png")),
            ("roughness", File("r.png")),
            ("metal", File("m.png")),
        ],
    );
    let (scene, done, _) = converted(&source, ConversionTarget::Glb);
    let (texture, _) = fed(&scene, Input::Occlusion);
    assert_eq!(image(&scene, texture, folder).rgba, [30, 20, 10, 255]);
    assert_eq!(
        [Input::Metallic, Input::Roughness].map(|input| fed(&scene, input).0),
        [texture; 2]
    );
    assert_eq!(scene.embedded.len(), 1);
    // The report names the source images, file by file.
    let mut files: Vec<_> = done
        .taken
        .iter()
        .filter_map(|file| file.path.file_name()?.to_str())
        .collect();
    files.sort();
    assert_eq!(files, ["m.png", "o.png", "r.png"]);
}

#[test]
fn numbers_all_over_stay_factors_beside_a_map() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_png(&folder.join("m.png"), 1, &[[10, 77, 77, 255]]);
    let source = cast_file(folder, &[("metal", File("m.png")), ("roughness", Number(0.25))]);
    let (scene, done, _) = converted(&source, ConversionTarget::Glb);
    let (texture, _) = fed(&scene, Input::Metallic);
    assert_eq!(image(&scene, texture, folder).rgba, [255, 255, 10, 255]);
    assert_eq!(material(&scene).surface.roughness, 0.25);
    assert_eq!(messages(&done, "X-lost"), [""; 0]);
}

#[test]
fn colours_of_reflections_need_no_packing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_png(&folder.join("f0.png"), 1, &[[188, 100, 50, 255]]);
    write_png(&folder.join("g.png"), 1, &[[200; 4]]);
    let source = cast_file(folder, &[("specular", File("f0.png")), ("gloss", File("g.png"))]);
    let (glb, done, written) = converted(&source, ConversionTarget::Glb);
    assert_eq!(messages(&done, "X-lost"), [""; 0]);
    let (color, _) = fed(&glb, Input::SpecularColor);
    assert_eq!(image(&glb, color, folder).rgba, [188, 100, 50, 255]);
    assert_eq!(numbers(&glb, Input::Roughness, folder), [55]);
    let surface = material(&glb).surface;
    assert_eq!(
        (surface.ior, surface.metallic, surface.specular_color),
        (0.0, 0.0, Vec3::ONE)
    );
    // And back, where it is the other workflow again.
    let (cast, _, _) = converted(&written, ConversionTarget::Cast);
    assert_eq!(material(&cast).surface.workflow, Workflow::SpecularGloss);
    let (color, _) = fed(&cast, Input::SpecularColor);
    assert_eq!(image(&cast, color, folder).rgba, [188, 100, 50, 255]);
    assert_eq!(numbers(&cast, Input::Roughness, folder), [55]);
}

#[test]
fn what_is_not_there_is_not_packed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_png(&folder.join("r.png"), 1, &[[20; 4]]);
    std::fs::write(folder.join("m.png"), b"no image").expect("writable");
    let source = cast_file(folder, &[("roughness", File("r.png")), ("metal", File("m.png"))]);
    let (scene, done, _) = converted(&source, ConversionTarget::Glb);
    assert_eq!(numbers(&scene, Input::Roughness, folder), [20]);
    assert_eq!(material(&scene).surface.metallic, 0.0);
    assert_eq!(
        messages(&done, "X-lost"),
        ["metal has no image that can be read; left out"]
    );
}

/// glTF → Cast: one map for each, factors in them.
#[test]
fn what_gltf_packs_is_unpacked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_png(&folder.join("orm.png"), 2, &[[100, 200, 50, 255], [255, 0, 255, 255]]);
    write_png(&folder.join("c.png"), 1, &[[255, 188, 0, 100]]);
    write_png(&folder.join("e.png"), 1, &[[255, 128, 0, 255]]);
    let source = gltf_file(
        folder,
        json!({
            "pbrMetallicRoughness": {
                "metallicRoughnessTexture": {"index": 0}, "metallicFactor": 0.5, "roughnessFactor": 1.0,
                "baseColorTexture": {"index": 1}, "baseColorFactor": [1, 0.2, 1, 1]},
            "occlusionTexture": {"index": 0},
            "emissiveTexture": {"index": 2}, "emissiveFactor": [1, 1, 1],
            "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 3}},
        }),
        &["orm.png", "c.png", "e.png"],
    );
    let (scene, done, written) = converted(&source, ConversionTarget::Cast);
    assert_eq!(messages(&done, "X-lost"), [""; 0]);
    let names: Vec<&str> = material(&scene).slots.iter().map(|slot| &*slot.name).collect();
    assert_eq!(names, ["albedo", "metal", "roughness", "ao", "emissive", "emask"]);
    assert_eq!(numbers(&scene, Input::Metallic, folder), [25, 128]);
    assert_eq!(numbers(&scene, Input::Roughness, folder), [200, 0]);
    // Red is read there as here: the image stays.
    assert_eq!(scene.textures[fed(&scene, Input::Occlusion).0.get()], "orm.png");
    let (base, _) = fed(&scene, Input::BaseColor);
    // 0.2 of the light of 188.
    assert_eq!(image(&scene, base, folder).rgba, [255, 89, 0, 100]);
    assert_eq!(scene.textures[fed(&scene, Input::Emissive).0.get()], "e.png");
    let mask = material(&scene).slot(&["emask"]).expect("a mask").source;
    assert!(
        matches!(mask, SlotSource::Color { rgba, .. } if rgba.x == 3.0),
        "{mask:?}"
    );

    // And there again.
    let again = folder.join("again");
    std::fs::create_dir(&again).expect("a folder");
    let back = again.join("back.glb");
    write(&[written], ConversionTarget::Glb, &back);
    let back = read(&back);
    assert_eq!(numbers(&back, Input::Metallic, folder), [25, 128]);
    assert_eq!(numbers(&back, Input::Roughness, folder), [200, 0]);
    assert_eq!(numbers(&back, Input::Occlusion, folder), [100, 255]);
    assert_eq!(material(&back).surface.emissive, Vec3::splat(3.0));
}

#[test]
fn factors_alone_become_constant_slots() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let source = gltf_file(
        folder,
        json!({"pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 1, 1], "metallicFactor": 0.75, "roughnessFactor": 0.5},
            "emissiveFactor": [0, 0.5, 0], "extensions": {"KHR_materials_ior": {"ior": 1.0}}}),
        &[],
    );
    let (scene, done, written) = converted(&source, ConversionTarget::Cast);
    assert_eq!(messages(&done, "X-lost"), [""; 0]);
    let of_slots = |name: &str| match material(&scene).slot(&[name]).map(|slot| slot.source) {
        Some(SlotSource::Color { rgba, .. }) => rgba.to_array(),
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(of_slots("albedo"), [0.5, 0.25, 1.0, 1.0]);
    assert_eq!(
        (of_slots("metal")[0], of_slots("roughness")[0], of_slots("specular")[0]),
        (0.75, 0.5, 0.0)
    );
    assert_eq!(of_slots("emissive"), [0.0, 0.5, 0.0, 1.0]);
    let (back, _, _) = converted(&written, ConversionTarget::Glb);
    let surface = material(&back).surface;
    assert_eq!(
        (surface.metallic, surface.roughness, surface.specular),
        (0.75, 0.5, 0.0)
    );
    assert_eq!(surface.base_color.to_array(), [0.5, 0.25, 1.0, 1.0]);
}

#[test]
fn what_cast_cannot_say_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_png(&folder.join("n.png"), 1, &[[128, 128, 255, 255]]);
    let source = gltf_file(
        folder,
        json!({"alphaMode": "BLEND",
            "normalTexture": {"index": 0, "scale": 2, "extensions": {"KHR_texture_transform": {"scale": [2, 2]}}},
            "extensions": {"KHR_materials_clearcoat": {"clearcoatFactor": 1}, "KHR_materials_transmission": {"transmissionFactor": 1},
                "KHR_materials_volume": {"thicknessFactor": 1}, "KHR_materials_sheen": {"sheenColorFactor": [1, 1, 1]},
                "KHR_materials_iridescence": {"iridescenceFactor": 1}, "KHR_materials_anisotropy": {"anisotropyStrength": 1},
                "KHR_materials_specular": {"specularColorFactor": [1, 0, 0]}}}),
        &["n.png"],
    );
    let (_, done, _) = converted(&source, ConversionTarget::Cast);
    let lost = messages(&done, "X-lost").join("\n");
    for word in [
        "alpha modes",
        "strength of normal maps",
        "where textures lie",
        "clearcoat",
        "transmission",
        "volume",
        "sheen",
        "iridescence",
        "anisotropy",
        "tint",
    ] {
        assert!(lost.contains(word), "{word} is not in {lost}");
    }
}

/// A short list of materials over one image: each would want one of its own.
#[test]
fn images_without_number_are_not_made() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_png(&folder.join("mr.png"), 1, &[[0, 100, 100, 255]]);
    let source = gltf_file(folder, json!({}), &["mr.png"]);
    let text = std::fs::read_to_string(&source).expect("it was written");
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    let material = |at: usize| json!({"pbrMetallicRoughness": {"metallicRoughnessTexture": {"index": 0}, "roughnessFactor": at as f32 / 1e4}});
    file["materials"] = (1..5000).map(material).collect();
    std::fs::write(&source, file.to_string()).expect("writable");
    let (sources, output) = ([source], folder.join("out.cast"));
    let error = convert(&Conversion::new(&sources, ConversionTarget::Cast, &output)).expect_err("too many");
    assert!(matches!(error, ConvertError::TooManyImages), "{error}");
}

/// A Cast file's own slots are not touched on the way to another.
#[test]
fn cast_slots_stay_what_they_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = everything_to_be_packed(folder.path());
    let before = read(&source);
    let (after, done, _) = converted(&source, ConversionTarget::Cast);
    assert_eq!(done.losses.items().len() as u64, done.losses.count("X-up"));
    let slots = |scene: &Scene| -> Vec<(String, SlotSource)> {
        let slots = &material(scene).slots;
        slots.iter().map(|slot| (slot.name.to_string(), slot.source)).collect()
    };
    assert_eq!(slots(&before), slots(&after));
    assert_eq!(before.textures, after.textures);
}
