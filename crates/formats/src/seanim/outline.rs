//! An SEAnim as it is stored, for people: its header, and a line for each modifier, bone and note.

use super::document::NUMBERS;
use super::{Bone, Document, Kind};
use crate::outline::{OutlineEntry, StoredNumber, StoredValues, list};
use castview_base::core::Element;
use std::ops::Range;

/// The file as it is stored, for people.
pub fn outline(document: &Document) -> Vec<OutlineEntry> {
    let header = document.header();
    let text = |range: &Range<usize>| String::from_utf8_lossy(&document.bytes()[range.clone()]).into_owned();
    let kind = |stored: u8| match Kind::of(stored) {
        Some(kind) => format!("{stored} ({})", kind.word()),
        None => stored.to_string(),
    };
    let modifier = |modifier: &super::Modifier| {
        let bone = document.bones().get(modifier.bone as usize);
        let name = bone.map_or_else(String::new, |bone| text(&bone.name));
        let entry = OutlineEntry::new(format!("bone {} {name}", modifier.bone), kind(modifier.kind));
        entry.from(modifier.at).linked("bones", modifier.bone.into())
    };
    let mut facts = vec![
        OutlineEntry::new("version", 1),
        OutlineEntry::new("header size", header.size),
        OutlineEntry::new("type", kind(header.kind)),
        OutlineEntry::new("flags", header.flags),
        OutlineEntry::new("presence", format!("{:#010b}", header.presence)),
        OutlineEntry::new("properties", header.properties),
        OutlineEntry::new("frame rate", header.rate),
        OutlineEntry::new("frames", header.frames),
        list(
            "modifiers",
            header.modifiers.into(),
            document.modifiers().iter().map(modifier),
        ),
        list(
            "bones",
            header.bones,
            document.bones().iter().map(|one| bone(document, one, text(&one.name))),
        ),
        list(
            "notes",
            header.notes,
            document
                .notes()
                .iter()
                .map(|note| OutlineEntry::new(text(&note.name), format!("frame {}", note.frame)).at(note.name.clone())),
        ),
    ];
    if let Some(custom) = document.custom() {
        let told = format!("{} bytes at byte {:#x}", custom.len(), custom.start);
        facts.push(OutlineEntry::new("custom block", told).at(custom));
    }
    facts
}

fn bone(document: &Document, bone: &Bone, name: String) -> OutlineEntry {
    let header = document.header();
    let mut children = vec![OutlineEntry::new("flags", bone.flags)];
    for (part, word) in ["locations", "rotations", "scales"].into_iter().enumerate() {
        let (keys, size) = (bone.keys[part], header.key_size(part));
        if header.presence & (1 << part) == 0 {
            continue;
        }
        let key = |key: u32| {
            let bytes = &document.bytes()[keys.at + key as usize * size..][..size];
            let frame = header.frame_width().read(bytes);
            let numbers = bytes[header.frame_width().bytes()..].chunks_exact(header.number_size());
            let numbers: Vec<String> = numbers
                .take(NUMBERS[part])
                .map(|number| match number.len() {
                    8 => f64::from_le(number).to_string(),
                    _ => f32::from_le(number).to_string(),
                })
                .collect();
            format!("frame {frame}: {}", numbers.join(" "))
        };
        let ends = match keys.count {
            0 => String::new(),
            1 => format!(", {}", key(0)),
            count => format!(", {} to {}", key(0), key(count - 1)),
        };
        let told = format!("at byte {:#x}, {} × {size} bytes{ends}", keys.at, keys.count);
        let number = match header.number_size() {
            8 => StoredNumber::F64,
            _ => StoredNumber::F32,
        };
        let range = keys.at..keys.at + keys.count as usize * size;
        let values = StoredValues::keyed(StoredNumber::of(header.frame_width()), number, NUMBERS[part], range);
        children.push(OutlineEntry::new(word, told).with_values(values));
    }
    let told = format!("at byte {:#x}", bone.at);
    OutlineEntry::new(name, told).from(bone.at).above(children)
}
