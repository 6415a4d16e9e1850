//! Scenes written in another format and read again: the same pictures at any time, and nothing lost in silence.

mod bake;
mod beside;
mod blender;
mod clips;
mod losses;
mod maps;
mod se;
mod solid;
mod validator;

use castview::animation::{Layer, Motion, Pose, bind, evaluate};
use castview::core::{MeshIndex, Transform};
use castview::deform::{Deformed, Rest, deform};
use castview::files::Allowance;
use castview::formats::cast::{self, NodeDraft, NodeKind};
use castview::formats::{Request, import};
use castview::offline::{Conversion, ConversionTarget, ConvertError, Converted, Textures, convert};
use castview::scene::{Clip, Model, Scene, Skinning};
use castview_testkit::assets::shared_assets;
use castview_testkit::rigs::Dice;
use castview_testkit::{assets, everything, gltf, mrtk, shape_file};
use glam::Vec3;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Allowed distance of two positions, as a share of the model's size.
const TOLERANCE: f32 = 1e-5;
/// glTF counts seconds in f32: what a pose does within that much of a moment is not told apart.
const MOMENT_SECS: f64 = 2.5e-7;
const TIMES: usize = 10;

fn read(path: &Path) -> Scene {
    let bytes = std::fs::read(path).expect("a file that was written");
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    import(bytes.into(), &Request::alone(&name))
        .expect("a file of ours")
        .scene
}

fn write(sources: &[PathBuf], target: ConversionTarget, to: &Path) -> Converted {
    let done = convert(&Conversion::new(sources, target, to)).expect("readable sources");
    std::fs::write(to, &done.bytes).expect("a temporary folder");
    done
}

/// All vertices of the model at `secs` of the clip, in the file's own space.
fn posed(model: &Model, clip: Option<&Clip>, secs: f64) -> Vec<Vec3> {
    let mut pose = Pose::default();
    let binding = clip.map(|clip| bind(clip, model));
    let layers: Vec<Layer> = clip
        .zip(binding.as_ref())
        .map(|(clip, binding)| Layer::new(clip, binding, secs * clip.frames_per_second))
        .into_iter()
        .collect();
    let motion = Motion {
        layers: &layers,
        rig: None,
        ..Motion::default()
    };
    evaluate(model, motion, &mut pose);
    let mut all = Vec::new();
    for mesh in 0..model.meshes.len() {
        let mut out = Deformed::default();
        deform(model, MeshIndex::new(mesh), &pose, Rest::default(), &mut out);
        let placement = model.placement.affine();
        all.extend(
            out.positions
                .into_iter()
                .map(|position| placement.transform_point3(position)),
        );
    }
    all
}

fn size(model: &Model) -> f32 {
    let bounds = model.meshes.iter().map(|mesh| mesh.bounds);
    bounds.map(|bounds| bounds.diagonal()).fold(0.0, f32::max).max(1e-6)
}

/// Compares model by model and clip by clip, at rest and at random times.
fn assert_same(before: &Scene, after: &Scene, what: &str) {
    assert_same_within(MOMENT_SECS, before, after, what);
}

/// [`assert_same`], where keys may have moved by `moment` seconds.
fn assert_same_within(moment: f64, before: &Scene, after: &Scene, what: &str) {
    assert_eq!(before.models.len(), after.models.len(), "{what}");
    assert_eq!(before.clips.len(), after.clips.len(), "{what}");
    let mut dice = Dice::new(7);
    let clips = before.clips.iter().zip(&after.clips).map(|(a, b)| (Some(a), Some(b)));
    for (a_clip, b_clip) in std::iter::once((None, None)).chain(clips) {
        for (a, b) in before.models.iter().zip(&after.models) {
            for _ in 0..if a_clip.is_some() { TIMES } else { 1 } {
                let end = a_clip.map_or(0.0, |clip| clip.range.end / clip.frames_per_second);
                let secs = f64::from(dice.between(0.0, 1.1)) * end;
                let (wanted, got) = (posed(a, a_clip, secs), posed(b, b_clip, secs));
                assert_eq!(wanted.len(), got.len(), "{what}");
                let (earlier, later) = (posed(a, a_clip, secs - moment), posed(a, a_clip, secs + moment));
                for vertex in 0..wanted.len() {
                    let error = wanted[vertex].distance(got[vertex]);
                    let allowed = TOLERANCE * size(a) + earlier[vertex].distance(later[vertex]);
                    assert!(
                        error <= allowed,
                        "{what}, {:?} at {secs} s, vertex {vertex}: {error} of {}",
                        a_clip.map(|clip| &clip.name),
                        size(a)
                    );
                }
            }
        }
    }
}

/// glTF has one way of skinning; what another way makes of a pose is lost, and reported.
fn linear(mut scene: Scene) -> Scene {
    let meshes = scene.models.iter_mut().flat_map(|model| &mut model.meshes);
    meshes.for_each(|mesh| mesh.skinning = Skinning::Linear);
    scene
}

/// Source → other → the source's format again.
fn round_trip(sources: &[PathBuf], first: ConversionTarget) -> (Scene, Scene, Converted) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [one, two] = match first {
        ConversionTarget::Cast => ["one.cast", "two.glb"],
        _ => ["one.glb", "two.cast"],
    }
    .map(|name| folder.path().join(name));
    let done = write(sources, first, &one);
    let second = match first {
        ConversionTarget::Cast => ConversionTarget::Glb,
        _ => ConversionTarget::Cast,
    };
    write(std::slice::from_ref(&one), second, &two);
    (read(&one), read(&two), done)
}

/// A stone, and three trees on a node that turns.
pub fn wood() -> Vec<u8> {
    let mut file = gltf::Gltf::new();
    let triangle = file.triangle();
    file.add(
        "materials",
        json!({"name": "bark", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.2, 0.1, 1]}}),
    );
    let part = json!({"attributes": triangle, "material": 0});
    file.add("meshes", json!({"name": "stone", "primitives": [part]}));
    file.add("meshes", json!({"name": "tree", "primitives": [part, part]}));
    let places = file.floats(&[[1.0, 0.0, 0.0], [0.0, 5.0, 0.0], [3.0, 0.0, 1.0]]);
    let sizes = file.floats(&[[2.0; 3], [0.0; 3], [1.0, 0.5, -1.0]]);
    file.add("nodes", json!({"name": "stone", "mesh": 0, "children": [1]}));
    file.add(
        "nodes",
        json!({"name": "wood", "mesh": 1, "translation": [0, 0, 3],
            "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places, "SCALE": sizes}}}}),
    );
    file.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
    let input = file.scalars(&[0.0, 1.0]);
    let output = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]]);
    file.animation(1, "rotation", "LINEAR", input, output);
    file.glb()
}

#[test]
fn copies_stay_copies_and_are_written_out_for_cast() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [source, again, cast] = ["wood.glb", "again.glb", "wood.cast"].map(|name| folder.path().join(name));
    std::fs::write(&source, wood()).expect("a temporary folder");
    let before = read(&source);
    write(std::slice::from_ref(&source), ConversionTarget::Glb, &again);
    let after = read(&again);
    let copies = |scene: &Scene| -> Vec<Vec<Transform>> {
        let models = scene.models.iter().filter_map(|model| model.copies.as_deref());
        models.map(|copies| copies.places.to_vec()).collect()
    };
    assert_eq!(copies(&before).len(), 1);
    // Each primitive is a mesh of its own there, and so stands at many places by itself.
    assert_eq!(copies(&after), [copies(&before), copies(&before)].concat());
    let done = write(std::slice::from_ref(&again), ConversionTarget::Cast, &cast);
    assert!(
        !done.losses.items().iter().any(|item| item.rule.id == "X-lost"),
        "{:?}",
        done.losses.items()
    );
    let cast = read(&cast);
    let [model] = &cast.models[..] else {
        panic!("{} models", cast.models.len());
    };
    assert_eq!((model.meshes.len(), model.materials.len()), (1 + 2 * 3, 1));
    let vertices = |secs: f64| -> Vec<Vec3> {
        let turn = before.models[0].clone();
        let binding = bind(&before.clips[0], &turn);
        let mut pose = Pose::default();
        let layers = [Layer::new(
            &before.clips[0],
            &binding,
            secs * before.clips[0].frames_per_second,
        )];
        evaluate(
            &turn,
            Motion {
                layers: &layers,
                rig: None,
                ..Motion::default()
            },
            &mut pose,
        );
        let copies = before.models[1].copies.as_deref().expect("copies");
        let from_node = pose.model_from_bone[copies.bone.get()];
        let mesh = &before.models[1].meshes[0];
        let places = copies.places.iter().map(|place| from_node * place.affine());
        places
            .flat_map(|at| mesh.positions.iter().map(move |p| at.transform_point3(p.into())))
            .collect()
    };
    for secs in [0.0, 0.3, 1.0] {
        let found = posed(model, Some(&cast.clips[0]), secs);
        for wanted in vertices(secs) {
            let near = found
                .iter()
                .map(|found| found.distance(wanted))
                .fold(f32::INFINITY, f32::min);
            assert!(near < 1e-5, "{wanted} at {secs} s: {near} away");
        }
    }
}

fn everything_file() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("convert_everything.cast");
    std::fs::write(&path, everything::everything()).expect("a temporary folder");
    path
}

#[test]
fn our_own_file_goes_there_and_back() {
    let path = everything_file();
    let before = linear(read(&path));
    let (glb, cast, done) = round_trip(&[path], ConversionTarget::Glb);
    // In motion it scales bones whose children do not follow, which is lost.
    let at_rest = |scene: &Scene| Scene {
        clips: Vec::new(),
        ..scene.clone()
    };
    assert_same(&at_rest(&before), &at_rest(&glb), "cast → glb");
    assert_same(&glb, &cast, "glb → cast");
    let lost: Vec<&str> = done.losses.items().iter().map(|item| item.message.as_str()).collect();
    for word in [
        "IK handles",
        "constraints",
        "hair",
        "notifications",
        "dual-quaternion",
        "segment scale",
    ] {
        assert!(
            lost.iter().any(|line| line.contains(word)),
            "{word} is not reported: {lost:#?}"
        );
    }
}

#[test]
fn the_demo_goes_there_and_back() {
    let files =
        ["demo.cast", "demo_idle.cast"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name));
    let (glb, cast, _) = round_trip(&files, ConversionTarget::Glb);
    let mut before = linear(read(&files[0]));
    before.clips.extend(read(&files[1]).clips);
    assert_same(&before, &glb, "cast → glb");
    assert_same(&glb, &cast, "glb → cast");
}

#[test]
fn real_files_go_there_and_back() {
    let Some(folder) = shared_assets() else { return };
    for name in ["greenman", "Fox", "AnimatedMorphCube", "Mage", "RiggedSimple"] {
        let path = folder.join("gltf").join(format!("{name}.glb"));
        let before = read(&path);
        let (cast, glb, _) = round_trip(&[path], ConversionTarget::Cast);
        // Thirtieths of a second that were added up in f32 are whole frames in Cast.
        assert_same_within(5e-6, &before, &cast, &format!("{name}: glb → cast"));
        assert_same(&cast, &glb, &format!("{name}: cast → glb"));
    }
}

/// A model of one triangle whose material names `texture`.
fn textured(texture: &str) -> Vec<u8> {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .vec2s("u0", &[[0.0; 2]; 3])
        .uints("ul", &[1])
        .uints("f", &[0, 1, 2])
        .u64s("m", &[7]);
    let file = NodeDraft::new(NodeKind::File).hash(8).string("p", texture);
    let material = NodeDraft::new(NodeKind::Material)
        .hash(7)
        .string("n", "skin")
        .u64s("albedo", &[8])
        .child(file);
    let model = NodeDraft::new(NodeKind::Model).children([material, mesh]);
    cast::write(&[NodeDraft::new(NodeKind::Root).child(model)])
}

/// Two by two pixels of one colour in a kind of image.
fn image_file(kind: image::ImageFormat) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let pixels = [9, 80, 200, 255].repeat(4);
    image::write_buffer_with_format(&mut out, &pixels, 2, 2, image::ColorType::Rgba8, kind).expect("to memory");
    out.into_inner()
}

/// Blocks of two endpoints and indices: a DDS file of BC1, all of it red.
fn red_dds() -> Vec<u8> {
    let mut words = vec![0u32; 32];
    words[0] = u32::from_le_bytes(*b"DDS ");
    (words[1], words[2], words[3], words[4], words[5]) = (124, 0x8_1007, 4, 4, 8);
    (words[19], words[20], words[21]) = (32, 4, u32::from_le_bytes(*b"DXT1"));
    words[27] = 0x1000;
    let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend([0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0]);
    bytes
}

/// The only embedded image of what `source` converts to, decoded.
fn embedded_pixel(source: &Path, texture: &str) -> ([u8; 4], Converted) {
    std::fs::write(source, textured(texture)).expect("a temporary folder");
    let to = source.with_extension("glb");
    // A texture elsewhere is allowed.
    let elsewhere = Path::new(texture).parent().filter(|folder| folder.is_absolute());
    let allowance = Allowance {
        folders: elsewhere.map(Path::to_path_buf).into_iter().collect(),
        ..Allowance::default()
    };
    let sources = [source.to_path_buf()];
    let conversion = Conversion {
        allowance: &allowance,
        ..Conversion::new(&sources, ConversionTarget::Glb, &to)
    };
    let done = convert(&conversion).expect("readable");
    std::fs::write(&to, &done.bytes).expect("a temporary folder");
    let scene = read(&to);
    let inside = scene.embedded.values().next().expect("it is inside").to_vec();
    assert!(
        inside.starts_with(b"\x89PNG") || inside.starts_with(&[0xff, 0xd8, 0xff]),
        "{texture}"
    );
    let pixels = castview::images::decode(&inside, "").expect("an image").rgba;
    (*pixels.first_chunk().expect("pixels"), done)
}

#[test]
fn images_of_any_kind_are_inside_and_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("model.cast");
    let outside = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes, color, is_converted) in [
        ("a.png", image_file(image::ImageFormat::Png), [9, 80, 200, 255], false),
        ("a.bmp", image_file(image::ImageFormat::Bmp), [9, 80, 200, 255], true),
        ("a.webp", image_file(image::ImageFormat::WebP), [9, 80, 200, 255], true),
        ("a.tga", image_file(image::ImageFormat::Tga), [9, 80, 200, 255], true),
        ("a.dds", red_dds(), [255, 0, 0, 255], true),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).expect("writable");
        let (pixel, done) = embedded_pixel(&source, name);
        assert_eq!(pixel, color, "{name}");
        let [file] = &done.taken[..] else {
            panic!("{:?}", done.taken)
        };
        assert_eq!(
            (file.path.file_name(), file.is_outside),
            (path.file_name(), false),
            "{name}"
        );
        assert_eq!(done.losses.count("X-png"), u64::from(is_converted), "{name}");
        // Nobody expects to find an image in a file that is named by an absolute path, or lies elsewhere.
        let elsewhere = outside.path().join(name);
        std::fs::write(&elsewhere, &bytes).expect("writable");
        let (_, done) = embedded_pixel(&source, elsewhere.to_str().expect("Unicode"));
        assert_eq!(done.taken[0].path, elsewhere);
        assert!(done.taken[0].is_outside);
        std::fs::remove_file(path).expect("it is there");
    }
    std::fs::write(folder.path().join("a.png"), b"no image").expect("writable");
    std::fs::write(&source, textured("a.png")).expect("writable");
    let to = folder.path().join("out.glb");
    let done = write(&[source], ConversionTarget::Glb, &to);
    assert_eq!((done.taken.len(), done.losses.count("X-image")), (0, 1));
    assert_eq!(read(&to).textures, ["a.png"]);
    std::fs::remove_file(folder.path().join("a.png")).expect("it is there");
    let done = write(&[folder.path().join("model.cast")], ConversionTarget::Glb, &to);
    assert_eq!(
        (done.taken.len(), done.losses.count("X-image")),
        (0, 1),
        "it is not there"
    );
}

#[test]
fn textures_left_beside_are_named_from_where_the_file_goes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (models, other) = (folder.path().join("models"), folder.path().join("other/deep"));
    std::fs::create_dir_all(models.join("my tex")).expect("a folder");
    std::fs::create_dir_all(&other).expect("a folder");
    std::fs::write(models.join("my tex/a.png"), image_file(image::ImageFormat::Png)).expect("writable");
    let source = models.join("m.cast");
    std::fs::write(&source, textured("my tex\\a.png")).expect("writable");
    for target in [ConversionTarget::Glb, ConversionTarget::Cast] {
        let output = other.join(if target == ConversionTarget::Glb {
            "m.glb"
        } else {
            "m.cast"
        });
        let sources = [source.clone()];
        let conversion = Conversion {
            textures: Textures::Named,
            ..Conversion::new(&sources, target, &output)
        };
        let done = convert(&conversion).expect("readable");
        std::fs::write(&output, &done.bytes).expect("writable");
        assert_eq!(read(&output).textures, ["../../models/my tex/a.png"], "{target:?}");
        assert!(done.taken.is_empty());
    }
}

/// A surface is the same after it was written as glTF, constant slots in its factors.
#[test]
fn surfaces_keep_what_gltf_can_say() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, written) = (folder.path().join("a.gltf"), folder.path().join("b.glb"));
    let materials = serde_json::json!([
        {"pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 1.0, 0.5], "metallicFactor": 0.25, "roughnessFactor": 0.5},
         "emissiveFactor": [1.0, 0.5, 0.0], "alphaMode": "BLEND", "extensions": {
            "KHR_materials_emissive_strength": {"emissiveStrength": 3.0},
            "KHR_materials_ior": {"ior": 1.25},
            "KHR_materials_specular": {"specularFactor": 0.5, "specularColorFactor": [1.0, 0.5, 0.25]},
            "KHR_materials_clearcoat": {"clearcoatFactor": 0.75, "clearcoatRoughnessFactor": 0.25},
            "KHR_materials_transmission": {"transmissionFactor": 0.5},
            "KHR_materials_volume": {"thicknessFactor": 2.0, "attenuationDistance": 0.5, "attenuationColor": [0.5, 0.25, 1.0]},
            "KHR_materials_sheen": {"sheenColorFactor": [1.0, 0.5, 0.25], "sheenRoughnessFactor": 0.5},
            "KHR_materials_iridescence": {"iridescenceFactor": 0.5, "iridescenceIor": 1.75, "iridescenceThicknessMinimum": 50.0,
                "iridescenceThicknessMaximum": 600.0},
            "KHR_materials_anisotropy": {"anisotropyStrength": 0.25, "anisotropyRotation": 0.5}}},
        {"alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true, "extensions": {"KHR_materials_unlit": {}}},
    ]);
    let text = serde_json::json!({"asset": {"version": "2.0"}, "materials": materials}).to_string();
    std::fs::write(&source, text).expect("writable");
    let done = write(std::slice::from_ref(&source), ConversionTarget::Glb, &written);
    assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
    let surfaces = |path: &Path| -> Vec<_> {
        let materials = &read(path).models[0].materials;
        materials.iter().map(|material| material.surface).collect()
    };
    assert_eq!(surfaces(&source), surfaces(&written));

    // In Cast each input has a colour: F0, gloss and own light have no maps.
    let color = |hash: u64, rgba: [f32; 4]| {
        NodeDraft::new(NodeKind::Color)
            .hash(hash)
            .string("cs", "linear")
            .vec4s("rgba", &[rgba])
    };
    let material = NodeDraft::new(NodeKind::Material)
        .hash(1)
        .u64s("albedo", &[2])
        .u64s("specular", &[3])
        .u64s("gloss", &[4])
        .u64s("emissive", &[5])
        .children([
            color(2, [0.5, 0.25, 0.125, 1.0]),
            color(3, [0.25, 0.5, 0.75, 1.0]),
            color(4, [0.75; 4]),
            color(5, [0.0, 0.5, 1.0, 1.0]),
        ]);
    let source = folder.path().join("c.cast");
    let model = NodeDraft::new(NodeKind::Model).child(material);
    std::fs::write(&source, cast::write(&[NodeDraft::new(NodeKind::Root).child(model)])).expect("writable");
    let done = write(&[source], ConversionTarget::Glb, &written);
    assert_eq!(done.losses.items().len() as u64, done.losses.count("X-up"));
    let surface = surfaces(&written)[0];
    assert_eq!(surface.base_color.to_array(), [0.5, 0.25, 0.125, 1.0]);
    assert_eq!((surface.metallic, surface.ior), (0.0, 0.0));
    assert_eq!(surface.specular_color.to_array(), [0.25, 0.5, 0.75]);
    assert!((surface.roughness - 0.25).abs() < 1e-6, "{}", surface.roughness);
    assert_eq!(surface.emissive.to_array(), [0.0, 0.5, 1.0]);
}

#[test]
fn what_is_too_large_for_its_header_is_refused() {
    let sources = [everything_file()];
    let conversion = Conversion {
        most_bytes: 1000,
        ..Conversion::new(&sources, ConversionTarget::Glb, Path::new("out.glb"))
    };
    let error = convert(&conversion).expect_err("it is larger");
    assert!(
        matches!(error, ConvertError::TooLarge { most: 1000, bytes, .. } if bytes > 1000),
        "{error}"
    );
    assert_eq!(
        Conversion::new(&sources, ConversionTarget::Glb, Path::new("out.glb")).most_bytes,
        u64::from(u32::MAX)
    );
}

/// Blender's twin of a glTF model stands on another axis: what is put together stands upright together, and plays.
#[test]
fn files_of_different_axes_are_put_together() {
    let Some(assets) = shared_assets() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [
        assets.join("gltf/Mage.glb"),
        assets.join("models/Mage@Jump_Full_Long.cast"),
    ];
    let written = folder.path().join("out.glb");
    write(&sources, ConversionTarget::Glb, &written);
    let (source, written) = (read(&sources[0]), read(&written));
    let named = |scene: &Scene, last: bool| {
        let mut clips = scene.clips.iter().filter(|clip| clip.name.contains("Jump_Full_Long"));
        if last { clips.next_back() } else { clips.next() }
            .expect("it is there")
            .clone()
    };
    let (own, turned) = (named(&source, false), named(&written, true));
    assert_eq!(written.clips.len(), source.clips.len() + 1);
    let (model, other) = (&source.models[0], &written.models[0]);
    for (wanted, got) in posed(model, Some(&own), 0.0)
        .iter()
        .zip(posed(other, Some(&turned), 0.0))
    {
        assert!(wanted.distance(got) < 2e-4 * size(model), "{got}, not {wanted}");
    }
}

/// Cameras and lights stay where they are, as they are.
#[test]
fn cameras_and_lights_are_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, written) = (folder.path().join("a.gltf"), folder.path().join("b.glb"));
    let lights = serde_json::json!([
        {"type": "point", "name": "lamp", "color": [1.0, 0.5, 0.25], "intensity": 60.0, "range": 4.0},
        {"type": "spot", "intensity": 8.0, "spot": {"innerConeAngle": 0.25, "outerConeAngle": 0.5}},
        {"type": "directional", "name": "sun", "intensity": 1000.0},
    ]);
    let light = |index: usize| serde_json::json!({"KHR_lights_punctual": {"light": index}});
    let file = serde_json::json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_lights_punctual"],
        "extensions": {"KHR_lights_punctual": {"lights": lights}},
        "cameras": [
            {"type": "perspective", "name": "eye", "perspective": {"yfov": 0.5, "znear": 0.25, "zfar": 50.0, "aspectRatio": 1.5}},
            {"type": "orthographic", "orthographic": {"xmag": 2.0, "ymag": 1.0, "znear": 0.0, "zfar": 8.0}},
        ],
        "nodes": [
            {"name": "arm", "translation": [1, 2, 3], "children": [1], "camera": 0, "extensions": light(0)},
            {"name": "hand", "rotation": [0, 0, 1, 0], "camera": 1, "extensions": light(1)},
            {"name": "sky", "extensions": light(2)},
        ],
        "scenes": [{"nodes": [0, 2]}],
    });
    std::fs::write(&source, file.to_string()).expect("writable");
    let done = write(std::slice::from_ref(&source), ConversionTarget::Glb, &written);
    assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
    let of = |path: &Path| -> Vec<_> {
        let model = read(path).models.remove(0);
        let pose = castview::animation::rest_pose(&model);
        let stands = |fixture: &castview::scene::Fixture| {
            let bone = fixture
                .bone
                .map_or(glam::Affine3A::IDENTITY, |bone| pose.model_from_bone[bone.get()]);
            bone * fixture.placement.affine()
        };
        let fixtures = model.fixtures.iter();
        let mut all: Vec<_> = fixtures
            .map(|fixture| (fixture.name.clone(), fixture.kind, stands(fixture)))
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0).then(format!("{:?}", a.1).cmp(&format!("{:?}", b.1))));
        all
    };
    let (before, after) = (of(&source), of(&written));
    assert_eq!(before.len(), 5);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((&before.0, before.1), (&after.0, after.1));
        assert!(before.2.abs_diff_eq(after.2, 1e-6), "{}", before.0);
    }
}
