//! Report of what a clip and a model have in common, and of what each lacks: for people whose animation does nothing.
//!
//! In: a clip bound to a model. Out: bones that are driven, bones at rest, and names that were not found, each with the closest
//! names. Made when somebody looks, never while playing.

use crate::animation::{Binding, Renames};
use castview_base::core::BoneIndex;
use castview_base::scene::{Clip, Model};
use std::collections::BTreeSet;
use std::collections::HashMap;

/// Missing names that are compared with every bone; the rest is listed without a suggestion.
const COMPARED: usize = 200;
/// Bones and characters that a name is compared with.
const BONES: usize = 4096;
const CHARACTERS: usize = 64;
/// Names less alike than this are no suggestion.
const LEAST_LIKENESS: f64 = 0.5;
const SUGGESTIONS: usize = 3;

/// How the names of a clip and of a model's bones match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Bones that a curve drives, in file order.
    pub driven: Vec<BoneIndex>,
    /// Bones that no curve drives, in file order.
    pub silent: Vec<BoneIndex>,
    /// Names of curves that the model lacks, in file order.
    pub missing: Vec<Missing>,
}

/// A name of the clip that no bone of the model has.
#[derive(Clone, Debug, PartialEq)]
pub struct Missing {
    /// The name as the clip spells it.
    pub name: String,
    /// Curves of that name.
    pub curves: usize,
    /// Bones with names like it, most alike first.
    pub nearest: Vec<BoneIndex>,
}

/// Compares `clip` with `model` as `binding` has bound them.
pub fn report(clip: &Clip, model: &Model, binding: &Binding, renames: &Renames) -> Report {
    let skeleton = &model.skeleton;
    let in_file_order: Vec<BoneIndex> = (0..skeleton.len()).filter_map(|i| skeleton.from_file(i)).collect();
    let (driven, silent) = in_file_order
        .iter()
        .partition(|bone| binding.bone_tracks(**bone).next().is_some());
    let mut curves: HashMap<&str, usize> = HashMap::new();
    for (track, found) in clip.tracks.iter().zip(&binding.found) {
        if !found {
            *curves.entry(track.target.as_str()).or_default() += 1;
        }
    }
    let plain = |name: &str| -> String {
        let lower = renames.bare(name).chars().take(CHARACTERS).flat_map(char::to_lowercase);
        lower.collect()
    };
    let bones: Vec<(BoneIndex, String)> = in_file_order
        .iter()
        .take(BONES)
        .map(|bone| (*bone, plain(skeleton.name(*bone))))
        .collect();
    let nearest = |name: &str| -> Vec<BoneIndex> {
        let name = plain(name);
        let likeness = |other: &str| strsim::normalized_damerau_levenshtein(&name, other);
        let mut near: Vec<(f64, BoneIndex)> = bones
            .iter()
            .map(|(bone, other)| (likeness(other), *bone))
            .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
            .collect();
        // Stable: of two equally alike the first in the file.
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        near.into_iter().take(SUGGESTIONS).map(|(_, bone)| bone).collect()
    };
    let missing = binding.unmatched.iter().enumerate().map(|(at, name)| Missing {
        name: name.clone(),
        curves: curves.get(name.as_str()).copied().unwrap_or(0),
        nearest: if at < COMPARED { nearest(name) } else { Vec::new() },
    });
    Report {
        missing: missing.collect(),
        driven,
        silent,
    }
}

/// Those of `names` that are most like `wanted`, the likest first. So many names and so much of each is looked at that one question
/// stays quick whatever a file holds.
pub fn near_names<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let names: BTreeSet<&str> = names.take(BONES).collect();
    let mut near: Vec<(f64, &str)> = names.into_iter().map(|name| (likeness(wanted, name), name)).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(SUGGESTIONS).map(|(_, name)| name).collect()
}

/// How alike two names are, from 0 to 1: 1 for names that differ in nothing but the case of letters. The beginning of each is looked at.
pub fn likeness(name: &str, other: &str) -> f64 {
    let plain = |name: &str| -> String { name.chars().take(CHARACTERS).flat_map(char::to_lowercase).collect() };
    strsim::normalized_damerau_levenshtein(&plain(name), &plain(other))
}
