//! Targets that clips find in a model by their names, for whoever counts and tells.
//!
//! In: a model, whose names are looked up once for all clips. Out: counts. Nothing is packed or settled for the answer.

use super::bound::find_among;
use super::copies::Copies;
use super::targets::Names;
use crate::animation::Renames;
use castview_base::scene::{Clip, Model};
use std::collections::BTreeMap;

/// Targets that the names of a clip find in one model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundNames {
    /// One per track of the clip: whether it found a target.
    pub found: Vec<bool>,
    /// Curves whose target was found in another encoding than the file's own, by the encoding.
    pub read_as: BTreeMap<&'static str, usize>,
    /// Bones that stand still although a curve has their name.
    pub namesakes: usize,
}

/// The names of one model, for any number of clips.
pub struct NamesOf<'a> {
    names: Names<'a>,
    copies: Copies,
    renames: &'a Renames,
}

impl<'a> NamesOf<'a> {
    /// `renames`: the user's own table.
    pub fn new(model: &'a Model, renames: &'a Renames) -> Self {
        Self {
            names: Names::of(model, renames),
            copies: Copies::of(&model.skeleton),
            renames,
        }
    }

    /// Looks up the names of `clip`. `is_own`: the clip is of the model's file.
    pub fn found_by(&self, clip: &Clip, is_own: bool) -> FoundNames {
        let among = (&self.names, self.copies.clone());
        let binding = find_among(among, clip, (self.renames, is_own), &|_, track| track.mode);
        FoundNames {
            found: binding.found,
            read_as: binding.read_as,
            namesakes: binding.namesakes,
        }
    }
}

/// Looks up the names of `clip` in `model`.
pub fn find_driven(clip: &Clip, model: &Model, renames: &Renames, is_own: bool) -> FoundNames {
    NamesOf::new(model, renames).found_by(clip, is_own)
}

/// How many tracks of clips find something to drive in one model.
pub struct DrivenCount<'a>(Names<'a>);

impl<'a> DrivenCount<'a> {
    /// `renames`: the user's own table.
    pub fn new(model: &'a Model, renames: &'a Renames) -> Self {
        Self(Names::of(model, renames))
    }

    /// Whether anything of that name can be driven.
    pub fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    /// As many as [`find_driven`] finds.
    pub fn of(&self, clip: &Clip) -> usize {
        clip.tracks.iter().filter(|track| self.0.has_target(track)).count()
    }
}
