//! Facts that the inspector tells of a recording (docs/formats/mrtk.md §9).

use super::super::names::JOINTS;
use super::super::{CurveView, Document, KeySize, Side, State};
use castview_base::scene::Fact;

/// Modes that say nothing unusual.
const CLAMP_FOREVER: i32 = 8;
const MODES: [&str; 4] = ["none", "in", "out", "both"];

pub fn nominal_lens() -> Fact {
    Fact::new("field of view", "60° (nominal: the file has none)")
}

pub fn of(document: &Document) -> Vec<Fact> {
    let (major, minor) = document.version();
    let mut facts = vec![
        Fact::new("format", "MRTK2 input animation"),
        Fact::new("version", format!("{major}.{minor}")),
        Fact::new("layout", document.keys()),
        Fact::new("camera", present(document.camera().is_some())),
        Fact::new("hands", present(document.has_hands())),
        Fact::new("gaze", present(document.gaze().is_some())),
        Fact::new("duration", format!("{} s", document.duration())),
        Fact::new("markers", document.markers().len()),
        Fact::heading("keys", keys(document)),
    ];
    let unusual: Vec<Fact> = document.curves().filter_map(wrap_modes).collect();
    if !unusual.is_empty() {
        facts.push(Fact::heading("wrap modes other than 8 (clamp forever)", unusual));
    }
    if document.keys() == KeySize::Full {
        facts.push(Fact::heading("weighted modes", weighted_modes(document)));
    }
    facts
}

fn present(is_there: bool) -> &'static str {
    if is_there { "yes" } else { "no" }
}

/// Counts, of a group `1 / 2 / 3` where its curves differ.
fn count(curves: &[CurveView<'_>]) -> String {
    let counts: Vec<String> = curves.iter().map(|curve| curve.len().to_string()).collect();
    match counts.windows(2).all(|pair| pair[0] == pair[1]) {
        true => counts.first().cloned().unwrap_or_default(),
        false => counts.join(" / "),
    }
}

fn keys(document: &Document) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some(curves) = document.camera() {
        facts.push(Fact::new("camera", count(&curves)));
    }
    for side in Side::BOTH {
        for state in State::BOTH {
            if let Some(curve) = document.state(side, state) {
                facts.push(Fact::new(format!("{} {}", side.word(), state.word()), curve.len()));
            }
        }
    }
    for side in Side::BOTH {
        let joints = JOINTS.iter().enumerate();
        let joints = joints.filter_map(|(joint, name)| Some(Fact::new(*name, count(&document.joint(side, joint)?))));
        if document.has_hands() {
            facts.push(Fact::heading(format!("{} joints", side.word()), joints.collect()));
        }
    }
    if let Some(curves) = document.gaze() {
        facts.push(Fact::new("gaze", count(&curves)));
    }
    facts
}

fn wrap_modes(curve: CurveView<'_>) -> Option<Fact> {
    let [before, after] = curve.wrap_modes();
    let usual = [before, after] == [CLAMP_FOREVER; 2] || curve.is_empty();
    (!usual).then(|| Fact::new(curve.name().to_string(), format!("{before} before, {after} after")))
}

fn weighted_modes(document: &Document) -> Vec<Fact> {
    let mut counts = [0u64; MODES.len()];
    for curve in document.curves().filter(|curve| curve.key_size() == KeySize::Full) {
        for key in curve.stored() {
            counts[(key.weighted & 3) as usize] += 1;
        }
    }
    let counted = MODES.iter().zip(counts).filter(|(_, count)| *count > 0);
    counted
        .map(|(mode, count)| Fact::new(*mode, format!("{count} keys")))
        .collect()
}
