//! A glTF file as it is stored, for people: its chunks, and its JSON with the places of its elements.
//!
//! In: the file's bytes, nothing beside it. Out: a tree of facts. The meaning of the JSON is not asked: parts that nobody understands are
//! listed all the same. Never deeper than the reader allows.

use super::json::Offsets;
use super::{GltfError, container, json};
use crate::rules::gltf as rule;
use castview_base::core::{Diagnostics, Place};
use castview_base::scene::Fact;
use serde_json::Value;

/// Elements of one list, then a count.
const MOST: usize = 10_000;
/// Numbers in a row.
const MOST_NUMBERS: usize = 16;
/// Characters of a string: images may lie in one.
const MOST_TEXT: usize = 100;

/// The content of a file as it is stored, for people: a tree of its lists with the numbers of their entries.
pub fn outline(bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<Vec<Fact>, GltfError> {
    let parts = container::split(bytes, diagnostics)?;
    let text = &bytes[parts.json.clone()];
    // Its diagnostics and refusals hold here as well.
    let json::Parsed { offsets, cut, .. } = json::parse(text, parts.json.start, diagnostics)?;
    if parts.is_cut || cut.is_some() {
        let place = || Place {
            node_path: String::new(),
            offset: bytes.len() as u64,
        };
        diagnostics.report(rule::G2_CUT, place, || {
            format!("the file is cut off: {} bytes of it are here", bytes.len())
        });
    }
    let chunk = |name: &str, range: &std::ops::Range<usize>| {
        Fact::new(name, format!("{} bytes at byte {:#x}", range.len(), range.start))
    };
    let mut facts = vec![chunk("JSON", &parts.json)];
    facts.extend(parts.bin.as_ref().map(|bin| chunk("BIN", bin)));
    // Parsed above, if only into what is known.
    if let Some(Value::Object(root)) = json::value(text) {
        let lists = root.iter().map(|(name, value)| of_root(name, value, &offsets));
        facts.extend(lists);
    }
    Ok(facts)
}

/// A list of the root, whose elements have places.
fn of_root(name: &str, value: &Value, offsets: &Offsets) -> Fact {
    match value {
        Value::Array(list) if list.iter().any(Value::is_object) => {
            let element = |(index, value): (usize, &Value)| {
                let mut fact = of_value(&format!("{name}[{index}]"), value);
                let at = format!("at byte {:#x}", offsets.of(name, index));
                fact.value = if fact.value.is_empty() {
                    at
                } else {
                    format!("{at}, {}", fact.value)
                };
                fact
            };
            let mut children: Vec<Fact> = list.iter().take(MOST).enumerate().map(element).collect();
            children.extend(left(list.len(), MOST));
            Fact {
                name: name.into(),
                value: list.len().to_string(),
                children,
            }
        }
        _ => of_value(name, value),
    }
}

fn of_value(name: &str, value: &Value) -> Fact {
    match value {
        Value::Object(fields) => {
            Fact::heading(name, fields.iter().map(|(name, value)| of_value(name, value)).collect())
        }
        Value::Array(list) if list.iter().any(|value| value.is_object() || value.is_array()) => {
            let element = |(index, value): (usize, &Value)| of_value(&format!("[{index}]"), value);
            let mut children: Vec<Fact> = list.iter().take(MOST).enumerate().map(element).collect();
            children.extend(left(list.len(), MOST));
            Fact {
                name: name.into(),
                value: list.len().to_string(),
                children,
            }
        }
        Value::Array(list) => {
            let shown: Vec<String> = list.iter().take(MOST_NUMBERS).map(plain).collect();
            let more = match list.len().saturating_sub(MOST_NUMBERS) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            Fact::new(name, format!("{}{more}", shown.join(", ")))
        }
        Value::Number(number) if name == "componentType" => {
            let word = match number.as_u64() {
                Some(5120) => " (i8)",
                Some(5121) => " (u8)",
                Some(5122) => " (i16)",
                Some(5123) => " (u16)",
                Some(5125) => " (u32)",
                Some(5126) => " (f32)",
                _ => "",
            };
            Fact::new(name, format!("{number}{word}"))
        }
        _ => Fact::new(name, plain(value)),
    }
}

fn left(count: usize, shown: usize) -> Option<Fact> {
    (count > shown).then(|| Fact::new("…", format!("{} more", count - shown)))
}

fn plain(value: &Value) -> String {
    let Value::String(text) = value else {
        return value.to_string();
    };
    match text.char_indices().nth(MOST_TEXT) {
        None => text.clone(),
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
    }
}
