//! Every place of a small file broken in turn, and the whole files as they are.

use crate::check;
use crate::files::{self, gltf_everything};
use crate::hostile::{ARCHIVE, CAST, DRACO, GLTF, IMAGES, LIGHT, MRTK, Reader, SEANIM, SEMODEL, SHAPE};
use crate::writer::glb;
use serde_json::{Value, json};

/// Files up to this size get every change at every place, larger ones one of them, in turn.
const SMALL: usize = 600;
/// Places that are broken of one file, and of one that takes long to read.
const PLACES: usize = 600;
const FEWER_PLACES: usize = 60;
const LARGE: usize = 16 << 10;

fn sweep(reader: Reader) {
    let mut read = 0;
    let mut check = |what: String, bytes: &[u8]| {
        read += 1;
        check(reader, &what, bytes)
    };
    for file in files::of(reader, u64::MAX) {
        assert!(check(file.name.clone(), &file.bytes), "{} opens", file.name);
    }
    for files::Good { name, bytes } in files::written(reader) {
        let places = if bytes.len() > LARGE { FEWER_PLACES } else { PLACES };
        let step = bytes.len().div_ceil(places).max(1);
        let in_turn = |changes: &[u32], turn: usize| -> Vec<u32> {
            if bytes.len() <= SMALL {
                changes.to_vec()
            } else {
                vec![changes[turn % changes.len()]]
            }
        };
        for at in (0..bytes.len()).step_by(step) {
            check(format!("{name} cut at {at}"), &bytes[..at]);
            for flip in in_turn(&[0x01, 0x20, 0x80, 0xff], at) {
                let mut broken = bytes.clone();
                broken[at] ^= flip as u8;
                check(format!("{name} with byte {at} changed by {flip:#04x}"), &broken);
            }
        }
        for at in (0..bytes.len().saturating_sub(3)).step_by(2 * step) {
            let wild = [f32::NAN, f32::NEG_INFINITY, f32::MAX, 1e-40, -1e20].map(f32::to_bits);
            for value in in_turn(&[&wild[..], &[0, 0x7fff_ffff, u32::MAX]].concat(), at / 2) {
                let mut broken = bytes.clone();
                broken[at..at + 4].copy_from_slice(&value.to_le_bytes());
                check(format!("{name} with {value:#x} at {at}"), &broken);
            }
        }
    }
    println!("{}: {read} files", reader.name);
}

#[test]
fn broken_casts_are_survived() {
    sweep(CAST);
}

#[test]
fn broken_gltfs_are_survived() {
    sweep(GLTF);
}

#[test]
fn broken_archives_are_survived() {
    sweep(ARCHIVE);
}

#[test]
fn broken_draco_streams_are_survived() {
    sweep(DRACO);
}

#[test]
fn broken_shapes_are_survived() {
    sweep(SHAPE);
}

#[test]
fn broken_recordings_are_survived() {
    sweep(MRTK);
}

#[test]
fn broken_semodels_are_survived() {
    sweep(SEMODEL);
}

#[test]
fn broken_seanims_are_survived() {
    sweep(SEANIM);
}

#[test]
fn broken_images_are_survived() {
    sweep(IMAGES);
}

#[test]
fn broken_images_of_light_are_survived() {
    sweep(LIGHT);
}

/// Numbers, words and lists of the JSON replaced by what should not be there.
#[test]
fn json_that_lies_is_survived() {
    let whole = gltf_everything();
    let wrong = [
        json!(-1),
        json!(0),
        json!(1),
        json!(255),
        json!(4_294_967_295u64),
        json!(u64::MAX),
        json!(1.5),
        json!(1e300),
        json!([]),
        json!({}),
        json!(null),
        json!("LINES"),
        json!(5126),
        json!(5120),
        json!("VEC2"),
        json!([0, 0, 0]),
    ];
    let mut paths = Vec::new();
    collect(&whole.json, String::new(), &mut paths);
    let mut opened = 0;
    for (number, path) in paths.iter().enumerate() {
        for (kind, value) in wrong.iter().enumerate() {
            // Every place gets several wrong values, every wrong value many places.
            if (number + kind) % 3 != 0 {
                continue;
            }
            let mut json = whole.json.clone();
            json["buffers"] = json!([{"byteLength": whole.bin.len()}]);
            *json.pointer_mut(path).expect("a path") = value.clone();
            let mut text = json.to_string().into_bytes();
            text.resize(text.len().next_multiple_of(4), b' ');
            opened += usize::from(check(GLTF, &format!("{path} = {value}"), &glb(&text, &whole.bin)));
        }
    }
    assert!(opened > paths.len(), "most of it is shown all the same: {opened}");
}

fn collect(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Object(object) => object
            .iter()
            .for_each(|(name, value)| collect(value, format!("{path}/{name}"), out)),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .for_each(|(i, value)| collect(value, format!("{path}/{i}"), out)),
        _ => {}
    }
    if !path.is_empty() {
        out.push(path);
    }
}
