//! The glTF reader's body, and a way to break JSON that leaves it JSON.

use super::laws;
use castview_base::core::{Diagnostics, Options};
use castview_formats::NoSideFiles;
use castview_formats::gltf::{GltfError, lower, read};
use castview_testkit::mutate::Random;
use castview_testkit::mutate::bytes::broken as broken_bytes;
use serde_json::{Value, json};

pub fn opens(bytes: &[u8]) -> bool {
    match opens_with(bytes, &Options::NONE) {
        // The list of required extensions is most easily broken, and this error hides all others.
        Err(GltfError::Extensions { .. }) => {
            let ignoring = Options::parse("extensions=ignore").expect("an option");
            opens_with(bytes, &ignoring).is_ok()
        }
        outcome => outcome.is_ok(),
    }
}

/// Whether the file opens and has a mesh.
pub fn shows(bytes: &[u8]) -> bool {
    opens_with(bytes, &Options::NONE).is_ok_and(|meshes| meshes > 0)
}

/// Opens the file and counts its meshes.
fn opens_with(bytes: &[u8], options: &Options) -> Result<usize, GltfError> {
    let mut diagnostics = Diagnostics::default();
    let document = read(bytes.to_vec().into(), options, &NoSideFiles, &mut diagnostics)
        .inspect_err(|error| assert!(!error.to_string().is_empty()))?;
    let (scene, _) = lower(&document, "hostile", options, &mut diagnostics);
    laws::keeps_its_laws(&scene);
    Ok(scene.models.iter().map(|model| model.meshes.len()).sum())
}

/// `None` when the file's JSON cannot be taken apart.
pub fn broken(file: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let Parts { text, bin } = parts(file)?;
    let mut root: Value = serde_json::from_slice(text).ok()?;
    for _ in 0..=random.below(4) {
        break_json(&mut root, random);
    }
    let text = root.to_string().into_bytes();
    Some(match bin {
        None => text,
        Some(bin) if random.below(4) == 0 => glb(text, &broken_bytes(bin, random)),
        Some(bin) => glb(text, bin),
    })
}

struct Parts<'a> {
    text: &'a [u8],
    /// `None`: the file is text alone.
    bin: Option<&'a [u8]>,
}

fn parts(file: &[u8]) -> Option<Parts<'_>> {
    if !file.starts_with(b"glTF") {
        return Some(Parts { text: file, bin: None });
    }
    let chunk = |at: usize| {
        let length = u32::from_le_bytes(*file.get(at..)?.first_chunk()?) as usize;
        file.get(at + 8..)?.get(..length)
    };
    let text = chunk(12)?;
    Some(Parts {
        text,
        bin: Some(chunk(20 + text.len()).unwrap_or_default()),
    })
}

fn glb(mut text: Vec<u8>, bin: &[u8]) -> Vec<u8> {
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut out = b"glTF\x02\0\0\0".to_vec();
    out.extend((28 + text.len() as u32 + bin.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text[..]), (b"BIN\0", bin)] {
        out.extend((chunk.len() as u32).to_le_bytes());
        out.extend(kind);
        out.extend(chunk);
    }
    out
}

/// Returns a random JSON value to put where another one belongs.
fn wrong(random: &mut Random) -> Value {
    match random.below(22) {
        0 => json!(-1),
        1..=3 => json!(random.below(4)),
        4 => json!(255),
        5 => json!(u32::MAX),
        6 => json!(u64::MAX),
        7 => json!(1.5),
        8 => json!(1e300),
        9 => json!(-1e-300),
        10 => json!([]),
        11 => json!({}),
        12 => Value::Null,
        13 => json!(""),
        14 => json!(5120 + random.below(7)),
        15 => json!(["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"][random.below(7)]),
        16 => json!(
            [
                "LINEAR",
                "STEP",
                "CUBICSPLINE",
                "translation",
                "rotation",
                "scale",
                "weights"
            ][random.below(7)]
        ),
        17 => json!([0, 0, 0]),
        18 => json!([0, 0, 0, 0]),
        19 => json!([1e38, -1e38, 3e38]),
        20 => json!(1u64 << random.below(33)),
        _ => json!(true),
    }
}

/// One place of the tree is replaced, left out, doubled, many times repeated, or gets what stands elsewhere.
fn break_json(root: &mut Value, random: &mut Random) {
    let count = size(root);
    let elsewhere = nth(root, &mut random.below(count)).map(|value| value.clone());
    let Some(value) = nth(root, &mut random.below(count)) else {
        return;
    };
    match (random.below(8), &mut *value) {
        (0, Value::Array(list)) if !list.is_empty() => {
            list.remove(random.below(list.len()));
        }
        (1, Value::Array(list)) if !list.is_empty() => {
            let element = list[random.below(list.len())].clone();
            let times = 1 << random.below(8);
            list.extend(std::iter::repeat_n(element, times));
        }
        (2, Value::Array(list)) if list.len() > 1 => {
            let (a, b) = (random.below(list.len()), random.below(list.len()));
            list.swap(a, b);
        }
        (0..=2, Value::Object(object)) if !object.is_empty() => {
            let key = object.keys().nth(random.below(object.len())).cloned();
            key.and_then(|key| object.remove(&key));
        }
        (3, _) => *value = elsewhere.unwrap_or_default(),
        (4, Value::Number(number)) => {
            let old = number.as_f64().unwrap_or(0.0);
            let step = [1.0, -1.0, old, 4.0, 0.5][random.below(5)];
            *value = match (old + step) as i64 {
                whole if whole as f64 == old + step => json!(whole),
                _ => json!(old + step),
            };
        }
        _ => *value = wrong(random),
    }
}

/// Values below and including this one; JSON that was parsed is no deeper than its parser allows.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(size).sum(),
        Value::Object(object) => object.values().map(size).sum(),
        _ => 0,
    }
}

/// The value that `left` others come before.
fn nth<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|value| nth(value, left)),
        Value::Object(object) => object.values_mut().find_map(|value| nth(value, left)),
        _ => None,
    }
}
