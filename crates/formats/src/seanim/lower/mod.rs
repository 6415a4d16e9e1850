//! Document → scene: what the keys mean (docs/formats/seanim.md §4).
//!
//! In: a document, right or wrong. Out: a scene of one clip, and diagnostics of all that was repaired, dropped or guessed. Keys stay in the file's
//! bytes, with the other numbers between them, unless they had to be repaired or are doubles. Never fails.

mod tracks;

use super::document::Kind;
use super::read::{place, room};
use super::{Document, Modifier};
use crate::lower::names::short;
use crate::rules::seanim as rule;
use crate::walk;
use castview_base::core::{Diagnostics, FrameRange};
use castview_base::scene::{Clip, ClipRoot, CurveMode, Fact, KeyPlace, KeyPlaces, ModeOverride, Notification, Scene};
use std::collections::HashMap;

/// Bit 0 of the flags of a bone.
const COSMETIC: u8 = 1;
/// The bone that carries the movement of a delta clip, where the file does not name it.
const ROOT: &str = "tag_origin";

/// The scene `document` describes: a clip. `name`, usually the file's stem, is that of the clip, for the file has none.
pub fn lower(document: &Document, name: &str, diagnostics: &mut Diagnostics) -> Scene {
    let header = &document.header;
    let kind = kind(header.kind, "header", super::MAGIC.len() + 4, diagnostics);
    let names = names(document, kind, diagnostics);
    // The other half is taken by the document.
    let (tracks, places): (Vec<_>, Vec<KeyPlace>) = tracks::lower(
        document,
        &names,
        kind.modes(),
        room(document.bytes.len()) / 2,
        diagnostics,
    )
    .into_iter()
    .unzip();
    let clip = Clip {
        name: name.to_owned(),
        frames_per_second: rate(document, diagnostics),
        looping: header.flags & 1 != 0,
        mode: None,
        tracks,
        overrides: overrides(document, &names, diagnostics),
        notifications: notifications(document, diagnostics),
        range: FrameRange {
            start: 0.0,
            end: header.frames.saturating_sub(1).max(1).into(),
        },
        skeleton: None,
        root: root(document, kind, &names),
    };
    Scene {
        clips: vec![clip],
        facts: facts(document, &names, kind),
        key_places: KeyPlaces {
            clips: vec![places],
            otherwise: "",
        },
        ..Scene::default()
    }
}

fn kind(stored: u8, path: &str, at: usize, diagnostics: &mut Diagnostics) -> Kind {
    Kind::of(stored).unwrap_or_else(|| {
        diagnostics.report(
            rule::SN8,
            || place(path, at),
            || format!("type {stored} is not known; taken as absolute"),
        );
        Kind::Absolute
    })
}

/// Names of all bones; keys of a bone without one find nothing.
fn names(document: &Document, kind: Kind, diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(document.bones.len());
    for (bone, stored) in document.bones.iter().enumerate() {
        let path = || format!("bone[{bone}]");
        let name = walk::text(&document.bytes, &stored.name, rule::SN7, path, diagnostics);
        names.push(short(&name).to_owned());
    }
    if let (Kind::Delta, Some(first)) = (kind, names.first_mut())
        && first.is_empty()
    {
        ROOT.clone_into(first);
    }
    names
}

/// The first bone of a delta clip carries the whole model.
fn root(document: &Document, kind: Kind, names: &[String]) -> Option<ClipRoot> {
    let first = names.first().filter(|_| kind == Kind::Delta)?;
    Some(ClipRoot {
        name: first.clone(),
        is_assumed: document.bones[0].name.is_empty(),
    })
}

/// ≤ 0 or not finite: 30.
fn rate(document: &Document, diagnostics: &mut Diagnostics) -> f64 {
    const DEFAULT: f64 = 30.0;
    let rate = document.header.rate;
    if rate.is_finite() && rate > 0.0 {
        return rate.into();
    }
    diagnostics.report(
        rule::SN9,
        || place("header", super::MAGIC.len() + 10),
        || format!("{rate} frames per second cannot be; {DEFAULT} assumed"),
    );
    DEFAULT
}

/// A modifier is an override for each mode that it brings.
fn overrides(document: &Document, names: &[String], diagnostics: &mut Diagnostics) -> Vec<ModeOverride> {
    let mut overrides = Vec::new();
    for (number, Modifier { at, bone, kind: stored }) in document.modifiers.iter().enumerate() {
        let path = format!("modifier[{number}]");
        let Some(name) = names.get(*bone as usize) else {
            // A bone that the end of the file cut off is told with the end.
            if *bone >= document.header.bones {
                diagnostics.report(
                    rule::SN10,
                    || place(&path, *at),
                    || format!("bone {bone} of {} does not exist; left out", document.header.bones),
                );
            }
            continue;
        };
        if name.is_empty() {
            diagnostics.report(
                rule::SN10,
                || place(&path, *at),
                || format!("bone {bone} has no name; left out"),
            );
            continue;
        }
        let [translation, rotation, scale] = kind(*stored, &path, *at, diagnostics).modes();
        let mut known: Vec<CurveMode> = Vec::new();
        for mode in [translation, rotation, scale] {
            if known.contains(&mode) {
                continue;
            }
            known.push(mode);
            overrides.push(ModeOverride {
                bone: name.clone(),
                mode,
                translation: translation == mode,
                rotation: rotation == mode,
                scale: scale == mode,
            });
        }
    }
    overrides
}

/// Notes of one name are one notification.
fn notifications(document: &Document, diagnostics: &mut Diagnostics) -> Vec<Notification> {
    let mut all: Vec<Notification> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (number, note) in document.notes.iter().enumerate() {
        let path = || format!("note[{number}]");
        let name = walk::text(&document.bytes, &note.name, rule::SN7, path, diagnostics);
        let name = short(&name);
        let at = match known.get(name) {
            Some(at) => *at,
            None => {
                known.insert(name.to_owned(), all.len());
                all.push(Notification {
                    name: name.to_owned(),
                    frames: Vec::new(),
                });
                all.len() - 1
            }
        };
        all[at].frames.push(note.frame.into());
    }
    for notification in &mut all {
        notification.frames.sort_by(f64::total_cmp);
        notification.frames.dedup();
    }
    all
}

fn facts(document: &Document, names: &[String], kind: Kind) -> Vec<Fact> {
    const MOST: usize = 10_000;
    let mut facts = vec![Fact::new("Type", kind.word())];
    if let (Kind::Delta, Some(first)) = (kind, names.first()) {
        let is_named = document.bones.first().is_some_and(|bone| !bone.name.is_empty());
        let otherwise = format!("{first}, else j_mainroot, else the only root: the file does not name it");
        facts.push(Fact::new("Root motion", if is_named { first } else { &otherwise }));
    }
    let cosmetic = document
        .bones
        .iter()
        .zip(names)
        .filter(|(bone, _)| bone.flags & COSMETIC != 0);
    let cosmetic: Vec<Fact> = cosmetic.map(|(_, name)| Fact::new(name, "")).take(MOST).collect();
    if !cosmetic.is_empty() {
        facts.push(Fact::heading("Cosmetic bones", cosmetic));
    }
    facts
}
