//! How much each bone differs from B, for the order of the tree.
//!
//! In: B, and the models as they are shown. Out: a rank of each bone. While the clip plays the order stays as it was when it began: rows that jump
//! from frame to frame cannot be read.

use castview_picture::PlacedKey;
use castview_session::{BoneDifference, DifferencesOf, Selected, Session, bone_differences, differences_of};
use std::collections::HashMap;

/// The ranks of all bones, and what they were made for.
#[derive(Default)]
pub struct RanksFromB {
    made_for: Option<(DifferencesOf, bool)>,
    /// One entry a bone; `None`: it does not differ.
    ranks: HashMap<PlacedKey, Vec<Option<u32>>>,
    /// Counts changes of `ranks`.
    count: u64,
}

impl RanksFromB {
    /// Brings the ranks up to date, of the clip or of what is shown now.
    pub fn update(&mut self, session: &Session, over_clip: bool) {
        let of = differences_of(session).map(|of| (of, over_clip));
        let is_other_list = self.made_for.is_none_or(|(_, before)| before != over_clip);
        if of == self.made_for || session.is_playing() && !over_clip && !is_other_list {
            return;
        }
        self.made_for = of;
        self.count += 1;
        self.ranks.clear();
        for placed in session.stage().models() {
            let size = placed.bounds().diagonal();
            let all = bone_differences(session, placed).into_iter();
            // Nothing is known of the clip before it was looked through.
            let is_known = |one: &BoneDifference| !over_clip || one.greatest.is_some();
            let ranks = all.map(|one| is_known(&one).then(|| one.rank(over_clip, size)).flatten());
            let ranks = ranks.collect();
            self.ranks.insert(placed.key, ranks);
        }
    }

    /// Greater for what differs more.
    pub fn rank(&self, item: Selected) -> Option<u32> {
        let Selected::Bone(key, bone) = item else { return None };
        *self.ranks.get(&key)?.get(bone.get())?
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// Nothing is ranked any more.
    pub fn clear(&mut self) {
        if self.made_for.take().is_some() {
            self.count += 1;
            self.ranks.clear();
        }
    }
}
