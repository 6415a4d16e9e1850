//! A recording as it is stored, for people: its header, and one line a curve.

use super::{CurveView, Document};
use crate::outline::{OutlineEntry, StoredNumber, StoredValues};

/// Markers, then a count.
const MOST_MARKERS: usize = 10_000;

/// Unity's meaning of each number of a wrap mode.
const WRAP_MODES: [(i32, &str); 5] = [
    (0, "default"),
    (1, "once"),
    (2, "loop"),
    (4, "ping-pong"),
    (8, "clamp forever"),
];

/// The recording as it is stored, for people: versions, curves with their keys, markers.
pub fn outline(document: &Document) -> Vec<OutlineEntry> {
    let (major, minor) = document.version();
    let mut facts = vec![
        OutlineEntry::new("version", format!("{major}.{minor}")),
        OutlineEntry::new("keys", document.keys()),
        OutlineEntry::new("duration", format!("{} s", document.duration())),
        OutlineEntry::new("curves", document.curves().len()).above(document.curves().map(curve).collect()),
    ];
    let markers = document.markers();
    let mut listed: Vec<OutlineEntry> = markers
        .iter()
        .take(MOST_MARKERS)
        .map(|marker| OutlineEntry::new(&marker.name, format!("{} s", marker.time)))
        .collect();
    if markers.len() > MOST_MARKERS {
        listed.push(OutlineEntry::new("…", format!("{} more", markers.len() - MOST_MARKERS)));
    }
    facts.push(OutlineEntry::new("markers", markers.len()).above(listed));
    facts
}

fn curve(curve: CurveView<'_>) -> OutlineEntry {
    let keys = curve.len();
    let ends = || {
        let mut stored = curve.stored();
        let first = stored.next()?;
        let last = stored.last().unwrap_or(first);
        Some(format!(
            ", {} s = {} to {} s = {}",
            first.time, first.value, last.time, last.value
        ))
    };
    let [before, after] = curve.wrap_modes().map(|mode| {
        let known = WRAP_MODES.iter().find(|(number, _)| *number == mode);
        known.map_or_else(|| mode.to_string(), |(_, word)| (*word).to_owned())
    });
    let told = format!(
        "at byte {:#x}, {keys} × {} bytes{}; {before} before, {after} after",
        curve.place().offset,
        curve.key_size().bytes(),
        ends().unwrap_or_default()
    );
    let entry = OutlineEntry::new(curve.name().to_string(), told);
    // Time, value and what is stored of tangents, all of them numbers of four bytes.
    let numbers = curve.key_size().bytes() / 4 - 1;
    let values = StoredValues::keyed(StoredNumber::F32, StoredNumber::F32, numbers, curve.stored_range());
    OutlineEntry {
        place: Some(curve.place().offset as usize..values.place().end.max(curve.place().offset as usize)),
        values: Some(values),
        ..entry
    }
}
