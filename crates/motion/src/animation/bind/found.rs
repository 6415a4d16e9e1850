//! Targets that clips find in a model by their names, for whoever counts and tells.
//!
//! In: a model, whose names are looked up once for all clips. Out: counts. Nothing is packed or settled for the answer.

use super::bound::find_among;
use super::copies::Copies;
use super::roles::ByRole;
use super::targets::Names;
use crate::animation::Renames;
use castview_base::scene::{Clip, Model, Property, Track};
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

/// Whether both name their bones as wide-spread rigs do, so that each bone of the one is a part of the body of the other.
pub fn knows_parts(clip: &Clip, model: &Model) -> bool {
    ByRole::new(clip, &model.skeleton).is_some()
}

/// How many tracks of clips find something to drive in one model.
pub struct DrivenCount<'a> {
    names: Names<'a>,
    by_role: bool,
}

impl<'a> DrivenCount<'a> {
    /// `renames`: the user's own table.
    pub fn new(model: &'a Model, renames: &'a Renames) -> Self {
        Self {
            names: Names::of(model, renames),
            by_role: false,
        }
    }

    /// Names of wide-spread rigs mean the same part of the body in clip and model.
    pub fn by_role(self, by_role: bool) -> Self {
        Self { by_role, ..self }
    }

    /// Whether anything of that name can be driven.
    pub fn has(&self, name: &str) -> bool {
        self.names.has(name)
    }

    /// As many as [`find_driven`] finds.
    pub fn of(&self, clip: &Clip) -> usize {
        let by_role = self
            .by_role
            .then(|| ByRole::new(clip, &self.names.model.skeleton))
            .flatten();
        let has_role = |track: &Track| {
            let is_of_bone = !matches!(
                track.property,
                Property::BlendWeight | Property::Visibility | Property::Parameter(_)
            );
            is_of_bone
                && by_role
                    .as_ref()
                    .is_some_and(|by_role| by_role.find(&track.target).is_some())
        };
        let driven = clip
            .tracks
            .iter()
            .filter(|track| self.names.has_target(clip, track) || has_role(track));
        driven.count()
    }
}
