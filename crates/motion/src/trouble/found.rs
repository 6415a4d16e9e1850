//! One thing that is wrong, and the bounded list of all.

use super::table::{TroubleKind, TroubleKinds};
use castview_base::core::{BoneIndex, FrameRange, MeshIndex};

/// The part of a model that a trouble is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TroubleOf {
    /// The model or the clip as a whole.
    All,
    /// A bone of the model.
    Bone(BoneIndex),
    /// A mesh of the model.
    Mesh(MeshIndex),
    /// A curve of the clip that drives no bone, by its position in the clip's tracks.
    Track(usize),
}

/// Something that is wrong with the work.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundTrouble {
    /// Its row of the table.
    pub kind: TroubleKind,
    /// The bone, mesh or curve.
    pub of: TroubleOf,
    /// Where it is worst, in frames of the clip; `None` for a fault of the model at rest.
    pub frame: Option<f64>,
    /// The frames over which it lasts; `None` with `frame`.
    pub range: Option<FrameRange>,
    /// How bad it is, in the unit of its kind.
    pub value: f32,
    /// A sentence about it without its subject, which `of` names.
    pub message: String,
}

/// Troubles of one clip or one model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Troubles {
    items: Vec<FoundTrouble>,
    /// How many of each kind there are, listed or not.
    counts: [u32; TroubleKind::COUNT],
    /// Frames between two that were looked at: 1 unless the clip is too long to look at each.
    pub step: u32,
}

impl Troubles {
    /// Listed of one kind at most; further ones are counted.
    pub const OF_A_KIND: u32 = 256;

    /// None yet, of frames so far apart.
    pub(super) fn every(step: u32) -> Self {
        Self {
            step,
            ..Self::default()
        }
    }

    /// Adds one; `make` is called only if it is listed.
    pub(super) fn add(&mut self, kind: TroubleKind, make: impl FnOnce() -> FoundTrouble) {
        let count = &mut self.counts[kind.index()];
        *count = count.saturating_add(1);
        if *count <= Self::OF_A_KIND {
            let trouble = make();
            debug_assert!(trouble.kind == kind, "{trouble:?} was counted as another");
            self.items.push(trouble);
        }
    }

    /// In the order of the table; of a kind in the order they were found.
    pub fn items(&self) -> &[FoundTrouble] {
        &self.items
    }

    /// How many there are of `kind`, listed or not.
    pub fn count(&self, kind: TroubleKind) -> u32 {
        self.counts[kind.index()]
    }

    /// How many there are of all kinds, listed or not.
    pub fn total(&self) -> u64 {
        self.counts.iter().map(|count| u64::from(*count)).sum()
    }

    /// The kinds of which there is one.
    pub fn kinds(&self) -> TroubleKinds {
        TroubleKind::all().filter(|kind| self.count(*kind) > 0).collect()
    }

    pub(super) fn sort(&mut self) {
        self.items.sort_by_key(|trouble| trouble.kind);
    }
}
