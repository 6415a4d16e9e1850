//! Trouble that was looked for, by model.

use crate::{ClipKey, Selected};
use castview_base::core::FrameRange;
use castview_base::scene::Scene;
use castview_motion::animation::Binding;
use castview_motion::trouble::{FoundTrouble, TroubleOf, Troubles};
use castview_picture::PlacedKey;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Frames nearer than this are one.
const CLOSE: f64 = 1e-6;

/// The active clip, as it plays on a model.
pub(super) type TroubleClip = (ClipKey, Arc<Binding>);

/// The findings, and what is still looked at.
#[derive(Debug, Default)]
pub struct TroubleSearch {
    pub(super) asked: u64,
    pub(super) of_models: BTreeMap<PlacedKey, SearchedModel>,
    marks: TroubleMarks,
}

/// Findings by frame and by thing, so that a pass of the window looks up what it shows.
#[derive(Debug, Default)]
struct TroubleMarks {
    /// The findings that the rest is of: addresses that stay as long as they do.
    of: Vec<(PlacedKey, Arc<ModelTrouble>)>,
    /// Ascending by frame; with each the position among `of` and that among all of the model.
    frames: Vec<(f64, [usize; 2])>,
    counts: BTreeMap<Selected, u32>,
    count: u64,
}

/// One model with what plays on it.
#[derive(Debug)]
pub(super) struct SearchedModel {
    pub scene: Arc<Scene>,
    pub clip: Option<TroubleClip>,
    pub question: u64,
    /// Gone when nobody wants the findings any more.
    pub wanted: Arc<()>,
    pub found: Option<Arc<ModelTrouble>>,
}

/// The thing that a finding is of; `None`: a curve that drives no bone.
pub fn troubled(model: PlacedKey, of: TroubleOf) -> Option<Selected> {
    match of {
        TroubleOf::All => Some(Selected::Model(model)),
        TroubleOf::Bone(bone) => Some(Selected::Bone(model, bone)),
        TroubleOf::Mesh(mesh) => Some(Selected::Mesh(model, mesh)),
        TroubleOf::Track(_) => None,
    }
}

/// Findings of one model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTrouble {
    /// Findings about the model as it is built.
    pub built: Troubles,
    /// Findings about the active clip; empty without one.
    pub played: Troubles,
}

impl ModelTrouble {
    /// All that are listed, those of the clip first.
    pub fn all(&self) -> impl Iterator<Item = &FoundTrouble> {
        self.played.items().iter().chain(self.built.items())
    }
}

impl TroubleSearch {
    /// Findings by model, in the order of the stage's keys; those that are still looked for are left out.
    pub fn found(&self) -> impl Iterator<Item = (PlacedKey, &ModelTrouble)> {
        let known = self.of_models.iter();
        known.filter_map(|(key, of)| Some((*key, &**of.found.as_ref()?)))
    }

    /// Findings at a frame, by their frames: of all models, in the order of the clip.
    pub fn frames(&self) -> &[(f64, [usize; 2])] {
        &self.marks.frames
    }

    /// The finding that an entry of [`Self::frames`] stands for; `None` for the entry of an earlier search.
    pub fn at(&self, (_, [model, index]): (f64, [usize; 2])) -> Option<(PlacedKey, &FoundTrouble)> {
        let (key, found) = self.marks.of.get(model)?;
        Some((*key, found.all().nth(index)?))
    }

    /// The thing that the finding of an entry is of.
    pub fn thing_at(&self, entry: (f64, [usize; 2])) -> Option<Selected> {
        let (key, trouble) = self.at(entry)?;
        troubled(key, trouble.of)
    }

    /// The entry of the next finding on the clip, or of the one before: those at the frame `now` follow each other, from the one whose thing
    /// is selected on.
    pub(crate) fn step(
        &self,
        (now, range): (f64, FrameRange),
        selected: Option<Selected>,
        forward: bool,
    ) -> Option<(f64, [usize; 2])> {
        // The playhead does not get to keys beyond the clip.
        let first = self.frames().partition_point(|(frame, _)| *frame < range.start);
        let frames = &self.frames()[first..];
        let frames = &frames[..frames.partition_point(|(frame, _)| *frame <= range.end)];
        let is_selected = |entry: &(f64, [usize; 2])| selected.is_some() && self.thing_at(*entry) == selected;
        neighbour(frames, now, is_selected, forward).copied()
    }

    /// Counts searches and their ends: as long as it is the same, so are [`Self::frames`].
    pub fn mark_count(&self) -> u64 {
        self.marks.count
    }

    /// How many findings are of a bone or a mesh, and of a model with all of its parts.
    pub fn count_of(&self, item: Selected) -> u32 {
        self.marks.counts.get(&item).copied().unwrap_or(0)
    }

    /// Marks what is found by now, if that is something else than before.
    pub(super) fn mark_again(&mut self) {
        let found = self.of_models.iter();
        let found: Vec<_> = found.filter_map(|(key, of)| Some((*key, of.found.clone()?))).collect();
        let addresses = |found: &[(PlacedKey, Arc<ModelTrouble>)]| -> Vec<(PlacedKey, usize)> {
            let each = found.iter();
            each.map(|(key, found)| (*key, Arc::as_ptr(found) as usize)).collect()
        };
        if addresses(&found) == addresses(&self.marks.of) {
            return;
        }
        let mut marks = TroubleMarks {
            count: self.marks.count + 1,
            ..TroubleMarks::default()
        };
        for (model, (key, found)) in found.iter().enumerate() {
            for (index, trouble) in found.all().enumerate() {
                marks.frames.extend(trouble.frame.map(|frame| (frame, [model, index])));
                let whole = Selected::Model(*key);
                let part = troubled(*key, trouble.of).filter(|part| *part != whole);
                for item in part.into_iter().chain([whole]) {
                    *marks.counts.entry(item).or_default() += 1;
                }
            }
        }
        marks.frames.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        marks.of = found;
        self.marks = marks;
    }

    /// Whether something is being looked for.
    pub fn is_busy(&self) -> bool {
        self.of_models.values().any(|of| of.found.is_none())
    }
}

/// The next of the ascending `entries`, or the one before: those at the frame `now` follow each other, from those that are selected on.
fn neighbour<T>(
    entries: &[(f64, T)],
    now: f64,
    is_selected: impl Fn(&(f64, T)) -> bool,
    forward: bool,
) -> Option<&(f64, T)> {
    let start = entries.partition_point(|(frame, _)| *frame < now - CLOSE);
    let end = entries.partition_point(|(frame, _)| *frame <= now + CLOSE);
    let of_selected = |at: &usize| is_selected(&entries[*at]);
    if forward {
        let at = (start..end).rev().find(of_selected).map_or(end, |at| at + 1);
        entries.get(at)
    } else {
        let at = (start..end).find(of_selected).unwrap_or(start);
        at.checked_sub(1).map(|at| &entries[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_at_one_frame_are_gone_through_one_by_one() {
        let entries = [(1.0, "hip"), (4.0, "hip"), (4.0, "hand"), (4.0, "foot"), (9.0, "hip")];
        let walk = |from: (f64, &'static str), forward| {
            let (mut walked, mut at) = (Vec::new(), from);
            while let Some(next) = neighbour(&entries, at.0, |(_, thing)| *thing == at.1, forward) {
                walked.push(*next);
                at = *next;
            }
            walked
        };
        assert_eq!(walk((-1.0, ""), true), entries);
        let mut back = entries;
        back.reverse();
        assert_eq!(walk((99.0, ""), false), back);
        assert_eq!(walk((4.0, "hand"), true), entries[3..]);
        assert_eq!(
            walk((4.0, "nobody"), true),
            entries[4..],
            "beside them, the frame is passed"
        );
        assert_eq!(walk((4.0, "nobody"), false), entries[..1]);
        assert_eq!(walk((2.0, "hip"), false), entries[..1]);
    }
}
