//! A recording as it is stored, for people: its header, and one line a curve.

use super::{CurveView, Document};
use castview_base::scene::Fact;

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
pub fn outline(document: &Document) -> Vec<Fact> {
    let (major, minor) = document.version();
    let mut facts = vec![
        Fact::new("version", format!("{major}.{minor}")),
        Fact::new("keys", document.keys()),
        Fact::new("duration", format!("{} s", document.duration())),
        Fact {
            name: "curves".into(),
            value: document.curves().len().to_string(),
            children: document.curves().map(curve).collect(),
        },
    ];
    let markers = document.markers();
    let mut listed: Vec<Fact> = markers
        .iter()
        .take(MOST_MARKERS)
        .map(|marker| Fact::new(&marker.name, format!("{} s", marker.time)))
        .collect();
    if markers.len() > MOST_MARKERS {
        listed.push(Fact::new("…", format!("{} more", markers.len() - MOST_MARKERS)));
    }
    facts.push(Fact {
        name: "markers".into(),
        value: markers.len().to_string(),
        children: listed,
    });
    facts
}

fn curve(curve: CurveView<'_>) -> Fact {
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
    Fact::new(
        curve.name().to_string(),
        format!(
            "at byte {:#x}, {keys} × {} bytes{}; {before} before, {after} after",
            curve.place().offset,
            curve.key_size().bytes(),
            ends().unwrap_or_default()
        ),
    )
}
