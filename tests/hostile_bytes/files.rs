//! Good files to break: those written in code, and the small ones of the shared folder where it is there.

use crate::hostile::{
    ARCHIVE, CAST, DEFORM, DRACO, GLTF, IMAGES, LIGHT, MRTK, PACK, PATHS, Reader, SEANIM, SEMODEL, SHAPE,
};
use crate::recording::{Curve, Recording, wave};
use crate::shape_file::{self, Codec, Switches, samples};
use crate::writer::Gltf;
use crate::{assets, draco, everything, ktx, se};
use castview::formats::cast::{NodeDraft, NodeKind, write};
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use serde_json::json;
use std::io::Cursor;
use std::path::Path;

pub struct Good {
    pub name: String,
    pub bytes: Vec<u8>,
}

fn good(name: &str, bytes: Vec<u8>) -> Good {
    Good {
        name: name.to_owned(),
        bytes,
    }
}

/// Up to this size real files are broken, too: what matters is how many variants are read.
pub const SMALL: u64 = 64 << 10;

/// Every file of at most `largest` bytes that `reader` opens, those written here first.
pub fn of(reader: Reader, largest: u64) -> Vec<Good> {
    let mut files = written(reader);
    let (folders, extensions): (&[&str], &[&str]) = match reader.name {
        "cast" => (&["models", "authored", "authored/props"], &["cast"]),
        "gltf" => (&["gltf"], &["glb", "gltf"]),
        "images" => (&["authored/tex", "models"], &["png", "jpg"]),
        _ => return files,
    };
    if let Some(assets) = assets::shared_assets() {
        for folder in folders {
            files.extend(found(&assets.join(folder), extensions, largest));
        }
    }
    files
}

fn found(folder: &Path, extensions: &[&str], largest: u64) -> Vec<Good> {
    let is_wanted = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
            && path.metadata().is_ok_and(|metadata| metadata.len() <= largest)
    };
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder of shared assets")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| is_wanted(path))
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        good(&name, std::fs::read(path).expect("a shared asset"))
    };
    paths.iter().map(read).collect()
}

/// Files made by the tests' own writers.
pub fn written(reader: Reader) -> Vec<Good> {
    match reader.name {
        name if name == CAST.name => casts(),
        name if name == GLTF.name => gltfs(),
        name if name == ARCHIVE.name => archives(),
        name if name == DRACO.name => streams(),
        name if name == SHAPE.name => shapes(),
        name if name == MRTK.name => recordings(),
        name if name == SEANIM.name => seanims(),
        name if name == SEMODEL.name => semodels(),
        name if name == IMAGES.name => pictures(),
        name if name == LIGHT.name => lights(),
        name if name == PATHS.name => paths(),
        name if name == DEFORM.name || name == PACK.name => {
            [casts(), gltfs(), shapes(), recordings(), semodels(), seanims()]
                .into_iter()
                .flatten()
                .collect()
        }
        other => panic!("there is no reader {other}"),
    }
}

fn archives() -> Vec<Good> {
    use castview_testkit::zip::{archive, entry, stored};
    let entries = [
        stored("models/", b""),
        entry("models/hero.cast", &b"a line that comes again\n".repeat(20)),
        stored("models\\skin.png", b"png"),
    ];
    vec![
        good("short.zip", archive(&entries, false)),
        good("long.zip", archive(&entries, true)),
    ]
}

fn seanims() -> Vec<Good> {
    let whole = se::anim::everything();
    let mut doubles = whole.clone();
    doubles.doubles = true;
    doubles.kind = 3;
    doubles.frames = Some(0x1_0000);
    let mut wide = se::anim::Anim::of_kind(1);
    wide.bones = (0..300).map(|at| se::anim::Bone::named(&format!("b{at}"))).collect();
    wide.bones[299].scales = vec![(300, [1.0; 3])];
    wide.modifiers = vec![(299, 2)];
    vec![
        good("everything.seanim", whole.bytes()),
        good("doubles.seanim", doubles.bytes()),
        good("wide.seanim", wide.bytes()),
    ]
}

fn semodels() -> Vec<Good> {
    let whole = se::model::everything();
    let mut bare = whole.clone();
    bare.bone_presence = 1;
    bare.meshes.truncate(1);
    let mut wide = se::model::Model::empty();
    wide.bones = (0..300)
        .map(|at| se::model::Bone::at(&format!("b{at}"), at - 1, [1.0, 0.0, 0.0]))
        .collect();
    wide.meshes = whole.meshes.clone();
    vec![
        good("everything.semodel", whole.bytes()),
        good("bare.semodel", bare.bytes()),
        good("wide.semodel", wide.bytes()),
    ]
}

/// HDR in each of its codings, EXR in each that there is a writer for, of scan lines and of tiles.
fn lights() -> Vec<Good> {
    let (width, height) = (16usize, 8usize);
    let hdr = |pixels: &[u8]| {
        let head = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=1.5\n\n-Y {height} +X {width}\n");
        [head.as_bytes(), pixels].concat()
    };
    let plain: Vec<u8> = (0..width * height)
        .flat_map(|at| [at as u8, 200, (3 * at % 251) as u8, 129])
        .collect();
    let mut coded = Vec::new();
    for row in 0..height as u8 {
        coded.extend([2, 2, 0, width as u8]);
        for channel in 0..4 {
            coded.extend([128 + 9, 100 + row, 7, channel, 1, 2, 3, 4, 5, 130]);
        }
    }
    let older = [[10, 20, 30, 128], [1, 1, 1, 15]].concat().repeat(height);
    let mut files = vec![
        good("plain.hdr", hdr(&plain)),
        good("coded.hdr", hdr(&coded)),
        good("older.hdr", hdr(&older)),
    ];
    use exr::prelude::{Blocks, Compression, Encoding, Image, LineOrder, SpecificChannels, Vec2, WritableImage};
    for (name, compression, blocks) in [
        ("uncompressed", Compression::Uncompressed, Blocks::ScanLines),
        ("runs", Compression::RLE, Blocks::ScanLines),
        ("zip", Compression::ZIP16, Blocks::ScanLines),
        ("zip tiles", Compression::ZIP1, Blocks::Tiles(Vec2(5, 3))),
        ("wavelets", Compression::PIZ, Blocks::ScanLines),
        ("pxr24", Compression::PXR24, Blocks::ScanLines),
        ("b44", Compression::B44, Blocks::ScanLines),
    ] {
        let texel = |at: Vec2<usize>| (at.0 as f32 * 0.5, at.1 as f32, 900.0);
        let mut image = Image::from_channels((width, height), SpecificChannels::rgb(texel));
        image.layer_data.encoding = Encoding {
            compression,
            blocks,
            line_order: LineOrder::Increasing,
        };
        let mut bytes = std::io::Cursor::new(Vec::new());
        image
            .write()
            .non_parallel()
            .to_buffered(&mut bytes)
            .expect("it writes to memory");
        files.push(good(&format!("{name}.exr"), bytes.into_inner()));
    }
    files
}

/// Paths of every kind, folders and links for them to lead through.
fn paths() -> Vec<Good> {
    [
        "a.png\nsub/b.bin\n./SUB/B.Cast\n@/model/a.Shape",
        "../secret/key.png\n..\\secret\\key.bin\nout/key.cast\nsub/up/../../key.bin\n@/key.png",
        "!\n../allowed/c.png\n@/allowed/c.bin\n>way|../allowed/sub\nway/../c.png\n../allowed/../key.bin",
        ">l.png|a.png\n>m.png|./sub/../l.png\n>n.bin|../secret/key.bin\nm.png\nn.bin\n>o.png|o.png\no.png",
        "/dev/zero\n/proc/self/environ\nhttp://a/b.png\n\\\\server\\share\\c.bin\nC:\\d.bin\nNUL.png\n%2e%2e/e.bin",
        "/_images\n+sub/f.dds\n+g.png\nf\nSUB/F.tga\nG.PNG\n>sub/h|/etc\nsub/h/passwd\nh",
    ]
    .iter()
    .enumerate()
    .map(|(index, lines)| good(&format!("lines {index}"), lines.as_bytes().to_vec()))
    .collect()
}

fn casts() -> Vec<Good> {
    let roots = [
        NodeDraft::new(NodeKind::Root),
        NodeDraft::new(NodeKind::Root).u8s("x", &[1]),
    ];
    vec![
        good("everything", everything::everything()),
        good("empty", write(&[])),
        good("two roots", write(&roots)),
    ]
}

/// Streams whose first attributes are those that the reader's file names.
fn streams() -> Vec<Good> {
    draco::STREAMS
        .iter()
        .map(|stream| good(stream.name, stream.bytes.to_vec()))
        .collect()
}

fn gltfs() -> Vec<Good> {
    vec![
        good("draco.glb", draco::stream("standard").file().glb()),
        good("everything.glb", gltf_everything().glb()),
        good("everything.gltf", gltf_everything().gltf(&data_uri())),
    ]
}

/// The buffer of [`gltf_everything`], written into the JSON.
fn data_uri() -> String {
    let percent = gltf_everything()
        .bin
        .iter()
        .map(|byte| format!("%{byte:02x}"))
        .collect::<String>();
    format!("data:application/octet-stream,{percent}")
}

/// Something of everything: skin, morph, sparse, clip, material, camera, light, instances.
pub fn gltf_everything() -> Gltf {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0, 1, 0, 0]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[0.5, 0.5, 0.0, 0.0]; 3]).into();
    attributes["TEXCOORD_0"] = file.floats(&[[0.5, 0.5]; 3]).into();
    attributes["COLOR_0"] = file.floats(&[[0.5, 0.5, 1.0]; 3]).into();
    attributes["TANGENT"] = file.floats(&[[1.0, 0.0, 0.0, -1.0]; 3]).into();
    let delta = file.floats(&[[0.0, 0.5, 0.0]; 3]);
    let indices = file.indices(&[0, 1, 2]);
    let plain = file.triangle();
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "indices": indices, "material": 0,
        "targets": [{"POSITION": delta, "NORMAL": delta, "TANGENT": delta}]}], "weights": [0.5], "extras": {"targetNames": ["up"]}}),
    );
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": plain["POSITION"]}, "mode": 5}]}),
    );
    let matrices = file.floats(&[glam::Mat4::IDENTITY.to_cols_array(); 2]);
    file.json["scenes"] = json!([{"nodes": [0]}, {"nodes": [2]}]);
    file.add(
        "nodes",
        json!({"name": "a", "children": [1, 2, 3], "rotation": [0, 0, 0, 1], "camera": 0}),
    );
    file.add(
        "nodes",
        json!({"name": "b", "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1]}),
    );
    file.add(
        "nodes",
        json!({"mesh": 0, "skin": 0, "weights": [0.2], "extensions": {"KHR_lights_punctual": {"light": 0}}}),
    );
    file.add(
        "nodes",
        json!({"mesh": 1, "extensions": {
        "EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": delta}}, "KHR_node_visibility": {"visible": false}}}),
    );
    file.add("skins", json!({"joints": [0, 1], "inverseBindMatrices": matrices}));
    file.add("cameras", json!({"perspective": {"yfov": 1, "znear": 0.1}}));
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [{"type": "point"}]}});
    file.add(
        "materials",
        json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}, "alphaMode": "MASK"}),
    );
    file.add("textures", json!({"source": 0, "sampler": 0}));
    file.add("samplers", json!({"wrapS": 33071}));
    let view = file.view(b"pixels", None);
    file.add("images", json!({"bufferView": view}));
    let input = file.scalars(&[0.0, 0.5, 1.0]);
    let moves = file.floats(&[[0.0; 3], [1.0; 3], [2.0; 3]]);
    let turns = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]);
    let cubic = file.scalars(&[0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.2, 0.0]);
    file.animation(0, "translation", "LINEAR", input, moves);
    file.animation(1, "rotation", "STEP", input, turns);
    file.animation(2, "weights", "CUBICSPLINE", input, cubic);
    let stamp = file.view(&[1, 0], None);
    let values = file.view(&1.5f32.to_le_bytes().repeat(6), None);
    file.json["accessors"][0]["sparse"] =
        json!({"count": 1, "indices": {"bufferView": stamp, "componentType": 5121}, "values": {"bufferView": values}});
    file
}

fn shapes() -> Vec<Good> {
    let drafts = [
        ("minimal", samples::minimal()),
        ("triangle", samples::triangle()),
        ("everything", samples::everything()),
        ("strip", samples::skinned_strip()),
        ("levels", samples::three_lods()),
        ("layers", samples::four_layers()),
    ];
    let mut files: Vec<Good> = drafts
        .iter()
        .map(|(name, draft)| good(name, shape_file::write(draft, &Switches::default())))
        .collect();
    for codec in [Codec::Zlib, Codec::Gzip, Codec::Lz4, Codec::Deflate] {
        let switches = Switches {
            codec,
            ..Switches::default()
        };
        let bytes = shape_file::write(&samples::triangle(), &switches);
        files.push(good(&format!("triangle, {codec:?}"), bytes));
    }
    files
}

fn recordings() -> Vec<Good> {
    let short = Recording {
        gaze: Some(vec![Curve::of(&[(0.0, 1.0), (1.0, 2.0)]); 6]),
        markers: Some(vec![(0.5, b"here".to_vec())]),
        ..Recording::bare()
    };
    let full = Recording {
        full: true,
        ..short.clone()
    };
    let old = Recording {
        version: (1, 0),
        full: true,
        gaze: None,
        ..wave()
    };
    vec![
        good("short", short.bytes()),
        good("full", full.bytes()),
        good("wave", wave().bytes()),
        good("old", old.bytes()),
    ]
}

fn pictures() -> Vec<Good> {
    let texel = |x: u32, y: u32| Rgba([(x * 37) as u8, (y * 91) as u8, (x ^ y) as u8, (x * y) as u8 | 0x80]);
    let rgba = DynamicImage::from(RgbaImage::from_fn(13, 9, texel));
    let encode = |image: &DynamicImage, format: ImageFormat| {
        let mut out = Cursor::new(Vec::new());
        image.write_to(&mut out, format).expect("the encoder writes to memory");
        out.into_inner()
    };
    let mut files: Vec<Good> = [
        ("png", ImageFormat::Png),
        ("bmp", ImageFormat::Bmp),
        ("tga", ImageFormat::Tga),
        ("tiff", ImageFormat::Tiff),
        ("webp", ImageFormat::WebP),
    ]
    .map(|(name, format)| good(name, encode(&rgba, format)))
    .into();
    files.push(good("jpeg", encode(&rgba.to_rgb8().into(), ImageFormat::Jpeg)));
    files.push(good(
        "grey, 16 bits",
        encode(&rgba.to_luma16().into(), ImageFormat::Png),
    ));
    files.extend(ktx::of_every_kind().into_iter().map(|(name, bytes)| good(name, bytes)));
    for (fourcc, block) in [(b"DXT1", 8), (b"DXT5", 16), (b"ATI2", 16)] {
        files.push(good(
            &String::from_utf8_lossy(fourcc),
            dds(fourcc, &[0x5a; 64][..4 * block]),
        ));
    }
    // Images of light are textures, too.
    files.extend(lights());
    files
}

/// Block-compressed, 8 texels wide and high.
fn dds(fourcc: &[u8; 4], blocks: &[u8]) -> Vec<u8> {
    let mut words = vec![124, 0x1007, 8, 8, 0, 0, 0];
    words.extend([0; 11]);
    words.extend([32, 4, u32::from_le_bytes(*fourcc), 0, 0, 0, 0, 0, 0x1000, 0, 0, 0, 0]);
    let mut out = b"DDS ".to_vec();
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    out.extend(blocks);
    out
}
