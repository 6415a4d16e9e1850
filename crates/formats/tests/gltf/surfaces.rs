//! Materials, textures, variants: docs/formats/gltf.md §5 and §8 rows 8, 33, 34.

use crate::writer::Gltf;
use crate::{model, opened_with};
use castview_base::core::{Options, TextureIndex};
use castview_base::scene::{Alpha, Input, Material, Part, SlotSource, Workflow, Wrap};
use castview_picture::opened::TextureState;
use castview_testkit::ktx::{Ktx2, uastc_of_color};
use castview_testkit::worlds::opened_with_images;
use serde_json::{Value, json};

/// A triangle with one set of texture coordinates under `material`, three textures, two images.
fn textured(material: Value) -> Gltf {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["TEXCOORD_0"] = file.floats(&[[0.0, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    file.json["meshes"][mesh]["primitives"][0]["material"] = json!(0);
    file.add("nodes", json!({"mesh": mesh}));
    file.add("materials", material);
    let view = file.view(b"pixels", None);
    file.add("images", json!({"uri": "skin%20one.png"}));
    file.add(
        "images",
        json!({"bufferView": view, "mimeType": "image/png", "name": "inside"}),
    );
    file.add("images", json!({"uri": "http://example.org/a.png"}));
    file.add("samplers", json!({"wrapS": 33071, "wrapT": 33648, "magFilter": 9728}));
    for texture in [
        json!({"source": 0}),
        json!({"source": 1, "sampler": 0}),
        json!({"source": 2}),
        json!({"extensions": {"EXT_texture_webp": {"source": 1}}}),
    ] {
        file.add("textures", texture);
    }
    file
}

fn material(json: Value) -> (Material, Vec<&'static str>) {
    let (mut shown, ids) = model(&textured(json));
    (shown.materials.remove(0), ids)
}

#[test]
fn factors_and_textures_are_kept() {
    let (found, ids) = material(json!({
        "name": "skin",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.5, 1, 1, 0.25], "metallicFactor": 0.3, "roughnessFactor": 7,
            "baseColorTexture": {"index": 1, "extensions": {"KHR_texture_transform": {"offset": [0.5, 0], "rotation": 1.5, "scale": [2, 3]}}},
        },
        "normalTexture": {"index": 0, "scale": 0.5},
        "occlusionTexture": {"index": 0, "strength": 0.75},
        "emissiveTexture": {"index": 3},
        "emissiveFactor": [1, 0.5, 0],
        "alphaMode": "MASK", "alphaCutoff": 0.3, "doubleSided": true,
        "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}, "KHR_materials_ior": {"ior": 1.4}},
    }));
    assert!(ids.is_empty());
    let surface = found.surface;
    assert_eq!(surface.base_color.to_array(), [0.5, 1.0, 1.0, 0.25]);
    assert_eq!((surface.metallic, surface.roughness), (0.3, 1.0));
    assert_eq!(surface.emissive.to_array(), [4.0, 2.0, 0.0]);
    assert_eq!((surface.normal_scale, surface.occlusion_strength), (0.5, 0.75));
    assert_eq!(
        (surface.alpha, surface.double_sided, surface.unlit),
        (Alpha::Mask(0.3), true, false)
    );
    let slots: Vec<&str> = found.slots.iter().map(|slot| &*slot.name).collect();
    assert_eq!(slots, ["baseColor", "normal", "occlusion", "emissive"]);
    let lookup = found.slots[0].lookup;
    assert_eq!(
        (lookup.offset.to_array(), lookup.rotation_rad, lookup.scale.to_array()),
        ([0.5, 0.0], 1.5, [2.0, 3.0])
    );
    assert_eq!((lookup.wrap, lookup.smooth), ([Wrap::Clamp, Wrap::Mirror], false));
    // One image is one texture, whatever refers to it.
    let sources: Vec<_> = found.slots.iter().map(|slot| slot.source).collect();
    let texture = |index| SlotSource::Texture(TextureIndex::new(index));
    assert_eq!(sources, [texture(0), texture(1), texture(1), texture(0)]);
    let ior = found
        .facts
        .iter()
        .find(|fact| fact.name == "KHR_materials_ior")
        .expect("kept");
    assert_eq!(ior.children[0].value, "1.4");
}

#[test]
fn images_lie_beside_or_inside_the_file() {
    let file = textured(json!({
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 1}}, "normalTexture": {"index": 0}
    }));
    let (scene, _) = crate::lowered(&file);
    assert_eq!(scene.textures, ["inside (image 1)", "skin one.png"]);
    assert_eq!(scene.embedded.len(), 1);
    assert_eq!(scene.embedded[&TextureIndex::new(0)].to_vec(), b"pixels");
}

/// gltf.md rows 8, 10, 33, 34.
#[test]
fn what_cannot_be_used_is_said() {
    let slot = |index: u32, layer: u32| json!({"normalTexture": {"index": index, "texCoord": layer}});
    let (found, ids) = material(slot(2, 0));
    assert_eq!((found.slots[0].source, ids), (SlotSource::NoPath, vec!["G8"]));
    let (found, ids) = material(slot(99, 0));
    assert_eq!((found.slots[0].source, ids), (SlotSource::Missing, vec!["G10"]));
    assert_eq!(material(slot(0, 3)).1, ["G33"]);
    let (found, ids) = material(json!({"alphaMode": "GLASS"}));
    assert_eq!((found.surface.alpha, ids), (Alpha::Opaque, vec!["G34"]));
    let (found, ids) = material(json!({"extensions": {"KHR_materials_unlit": {}}, "alphaMode": "BLEND"}));
    assert!(found.surface.unlit && found.surface.alpha == Alpha::Blend && ids.is_empty());
}

#[test]
fn glossy_materials_come_before_rough_ones() {
    let (found, ids) = material(json!({
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        "extensions": {"KHR_materials_pbrSpecularGlossiness": {
            "diffuseFactor": [0.1, 0.2, 0.3, 1], "glossinessFactor": 0.75, "diffuseTexture": {"index": 1},
        }},
    }));
    assert!(ids.is_empty());
    assert_eq!(
        (&*found.kind, &*found.slots[0].name),
        ("specular-glossiness", "diffuse")
    );
    assert_eq!(found.surface.base_color.to_array(), [0.1, 0.2, 0.3, 1.0]);
    assert_eq!((found.surface.metallic, found.surface.roughness), (0.0, 0.25));
    assert_eq!(found.surface.workflow, Workflow::SpecularGloss);
    assert_eq!(found.surface.specular_color.to_array(), [1.0; 3]);
}

/// The extensions that are shaded: their factors, and slots that feed what they say.
#[test]
fn layers_of_reflection_are_kept_with_their_maps() {
    let texture = json!({"index": 0});
    let (found, ids) = material(json!({
        "extensions": {
            "KHR_materials_ior": {"ior": 1.4},
            "KHR_materials_specular": {
                "specularFactor": 0.5, "specularColorFactor": [1, 0.5, 2], "specularTexture": texture, "specularColorTexture": texture,
            },
            "KHR_materials_clearcoat": {
                "clearcoatFactor": 0.75, "clearcoatRoughnessFactor": 0.25, "clearcoatTexture": texture,
                "clearcoatRoughnessTexture": texture, "clearcoatNormalTexture": {"index": 0, "scale": 0.5},
            },
            "KHR_materials_transmission": {"transmissionFactor": 7, "transmissionTexture": texture},
        },
    }));
    assert!(ids.is_empty());
    let surface = found.surface;
    assert_eq!((surface.ior, surface.specular), (1.4, 0.5));
    assert_eq!(surface.specular_color.to_array(), [1.0, 0.5, 2.0]);
    assert_eq!((surface.clearcoat, surface.clearcoat_roughness), (0.75, 0.25));
    assert_eq!((surface.clearcoat_normal_scale, surface.transmission), (0.5, 1.0));
    let fed = |input| found.fed(input).map(|(slot, part)| (&*slot.name, part));
    for (input, slot, part) in [
        (Input::Specular, "specularStrength", Part::Channel(3)),
        (Input::SpecularColor, "specularColor", Part::Color),
        (Input::Clearcoat, "clearcoat", Part::Channel(0)),
        (Input::ClearcoatRoughness, "clearcoatRoughness", Part::Channel(1)),
        (Input::ClearcoatNormal, "clearcoatNormal", Part::Vector),
        (Input::Transmission, "transmission", Part::Channel(0)),
    ] {
        assert_eq!(fed(input), Some((slot, part)));
    }
    let (odd, _) = material(
        json!({"extensions": {"KHR_materials_ior": {"ior": 0.5}, "KHR_materials_specular": {"specularFactor": "much"}}}),
    );
    assert_eq!((odd.surface.ior, odd.surface.specular), (1.5, 1.0));
}

/// The standard's defaults are metal, and rough.
#[test]
fn a_material_that_says_nothing_is_rough_metal() {
    let (found, _) = material(json!({}));
    assert_eq!((found.surface.metallic, found.surface.roughness), (1.0, 1.0));
    assert_eq!(found.surface.workflow, Workflow::Metalness);
}

#[test]
fn a_variant_changes_the_materials_it_names() {
    let mut file = textured(json!({"name": "plain"}));
    file.add("materials", json!({"name": "gold"}));
    file.json["extensions"] = json!({"KHR_materials_variants": {"variants": [{"name": "cheap"}, {"name": "dear"}]}});
    file.json["meshes"][0]["primitives"][0]["extensions"] =
        json!({"KHR_materials_variants": {"mappings": [{"material": 1, "variants": [1]}]}});
    for (asked, wanted, chosen) in [
        (None, 0, "none"),
        (Some("0"), 0, "0"),
        (Some("dear"), 1, "1"),
        (Some("7"), 0, "none"),
    ] {
        let mut options = Options::default();
        if let Some(asked) = asked {
            options.set("variant", asked);
        }
        let import = opened_with(file.glb(), &options).expect("it opens");
        let material = import.scene.models[0].meshes[0].material.expect("a material");
        assert_eq!(
            (material.get(), import.choices[0].chosen.as_str()),
            (wanted, chosen),
            "{asked:?}"
        );
    }
}

/// An extension's image comes first where castview decodes it; else the plain one, and a checker where there is none.
#[test]
fn images_of_extensions_are_taken_where_they_can_be_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("writable");
    for (name, kind) in [
        ("plain.png", image::ImageFormat::Png),
        ("small.webp", image::ImageFormat::WebP),
    ] {
        let mut out = std::io::Cursor::new(Vec::new());
        image::write_buffer_with_format(&mut out, &[7; 16], 2, 2, image::ColorType::Rgba8, kind).expect("to memory");
        put(name, out.get_ref());
    }
    put(
        "block.ktx2",
        &Ktx2::uastc([4, 4], vec![uastc_of_color([9, 8, 7, 255]).to_vec()]).bytes(),
    );
    let webp = json!({"EXT_texture_webp": {"source": 1}});
    let basis = json!({"KHR_texture_basisu": {"source": 2}});
    for (texture, reference) in [
        (json!({"source": 0, "extensions": webp}), "small.webp"),
        (json!({"extensions": webp}), "small.webp"),
        (json!({"source": 0, "extensions": basis}), "block.ktx2"),
        (json!({"extensions": basis}), "block.ktx2"),
        (json!({"source": 0}), "plain.png"),
    ] {
        let mut file = Gltf::new();
        for uri in ["plain.png", "small.webp", "block.ktx2"] {
            file.add("images", json!({"uri": uri}));
        }
        file.add("textures", texture);
        file.add(
            "materials",
            json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}),
        );
        let mut attributes = file.triangle();
        attributes["TEXCOORD_0"] = json!(file.floats(&[[0.0f32, 0.0]; 3]));
        let mesh = file.mesh(attributes);
        file.json["meshes"][mesh]["primitives"][0]["material"] = json!(0);
        file.add("nodes", json!({"mesh": mesh}));
        put("model.glb", &file.glb());
        let opened = opened_with_images(&folder.path().join("model.glb"));
        let [entry] = &opened.textures[..] else {
            panic!("{:?}", opened.textures)
        };
        assert_eq!(entry.reference, reference);
        let side = if reference == "block.ktx2" { 4 } else { 2 };
        assert!(
            matches!(&entry.state, TextureState::Ready(image) if image.size()[0] == side),
            "{reference}"
        );
        assert!(opened.diagnostics.items().is_empty(), "{reference}");
    }
}
