//! Trouble as JSON and as lines of text.

use crate::cli::output::{Failure, shown};
use crate::cli::outside;
use crate::core::{Options, printed};
use crate::files::Allowance;
use crate::offline::{Beside, FileSet, FileTrouble, Maps, NamedTrouble};
use crate::scene::Scene;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// The fields that a report of a file has beside its diagnostics.
#[derive(Serialize)]
pub struct TroubleList<'a> {
    trouble: Vec<Entry<'a>>,
    /// Findings that were counted and not listed.
    trouble_unlisted: u64,
    /// Clips of which only every so manyth frame was looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frames_skipped: Vec<Skipped<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    model: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[f64; 2]>,
    value: f32,
    unit: &'static str,
    message: &'a str,
}

#[derive(Serialize)]
struct Skipped<'a> {
    clip: &'a str,
    step: u32,
}

impl<'a> TroubleList<'a> {
    /// All of `found`.
    pub fn of(found: &'a FileTrouble) -> Self {
        let entry = |item: &'a NamedTrouble| Entry {
            kind: item.trouble.kind.row().name,
            model: &item.model,
            clip: item.clip.as_deref(),
            part: item.of.as_ref().map(|(part, _)| *part),
            name: item.of.as_ref().map(|(_, name)| &**name),
            frame: item.trouble.frame,
            range: item.trouble.range.map(|range| [range.start, range.end]),
            value: item.trouble.value,
            unit: item.trouble.kind.row().unit.word(),
            message: &item.trouble.message,
        };
        let skipped = |(clip, step): &'a (String, u32)| Skipped { clip, step: *step };
        Self {
            trouble: found.items.iter().map(entry).collect(),
            trouble_unlisted: found.unlisted,
            frames_skipped: found.skipped.iter().map(skipped).collect(),
        }
    }
}

/// `, 3 troubles`; empty for none.
pub fn summary(found: &FileTrouble) -> String {
    match found.total() {
        0 => String::new(),
        1 => ", 1 trouble".into(),
        count => format!(", {count} troubles"),
    }
}

/// One line each, indented, then how many more there were.
pub fn write_lines(out: &mut impl Write, found: &FileTrouble) -> Result<(), Failure> {
    for NamedTrouble { clip, of, trouble, .. } in &found.items {
        let of = of.as_ref().map(|(part, name)| format!("{part} {name}"));
        let clip = clip.as_ref().map(|clip| format!("clip {clip}"));
        let place: Vec<String> = clip.into_iter().chain(of).collect();
        writeln!(
            out,
            "  trouble {}: {} ({})",
            trouble.kind.row().name,
            printed(&trouble.message),
            shown(&place.join(", "))
        )?;
    }
    if found.unlisted > 0 {
        writeln!(out, "  … and {} more troubles", found.unlisted)?;
    }
    for (clip, step) in &found.skipped {
        writeln!(out, "  of the clip {} one frame in {step} was looked at", printed(clip))?;
    }
    Ok(())
}

/// The content of the file at `path`, whose models clips play on.
pub fn scene_of(path: &Path, options: &Options, allowance: &Allowance) -> Result<Arc<Scene>, Failure> {
    let beside = Beside {
        maps: Maps::None,
        full_size: false,
        instances: false,
    };
    let set = FileSet::open_as(&[path.to_owned()], beside, options, allowance);
    let set = set.map_err(|error| outside::failure(&error, error.outside()))?;
    let first = set.files.into_iter().next();
    first
        .map(|file| file.scene)
        .ok_or_else(|| Failure::new("one file is read"))
}
