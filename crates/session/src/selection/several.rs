//! Several things selected at once. One of them is the active one: the inspector, framing and seeking by keys are about it alone.
//!
//! In: what is selected, what is asked for. Out: another selection. Work is linear in the bones of the models it looks at.

use crate::{Edits, Effect, Notice, Placed, Related, Selected, Session, Stage};
use castview_base::core::{BoneIndex, MeshIndex};
use castview_base::scene::Skeleton;
use castview_motion::animation::{mirrored, numbered_twins};
use castview_picture::PlacedKey;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

impl Edits {
    /// Whether `item` is the active thing, or selected beside it.
    pub fn is_selected(&self, item: Selected) -> bool {
        self.selected == Some(item) || self.also_selected.contains(&item)
    }

    /// Everything that is selected, the active thing first.
    pub fn all_selected(&self) -> impl Iterator<Item = Selected> + '_ {
        self.selected.into_iter().chain(self.also_selected.iter().copied())
    }

    /// How many things are selected.
    pub fn selected_count(&self) -> usize {
        usize::from(self.selected.is_some()) + self.also_selected.len()
    }

    /// The bones of one model that are selected beside the active thing, ascending.
    pub fn also_selected_bones(&self, key: PlacedKey) -> impl Iterator<Item = BoneIndex> + '_ {
        let bone = |index| Selected::Bone(key, BoneIndex::new(index));
        let range = self.also_selected.range(bone(0)..=bone(u32::MAX as usize));
        range.filter_map(|item| match item {
            Selected::Bone(_, bone) => Some(*bone),
            _ => None,
        })
    }

    /// The meshes of one model that are selected beside the active thing, ascending.
    pub fn also_selected_meshes(&self, key: PlacedKey) -> impl Iterator<Item = MeshIndex> + '_ {
        let mesh = |index| Selected::Mesh(key, MeshIndex::new(index));
        let range = self.also_selected.range(mesh(0)..=mesh(u32::MAX as usize));
        range.filter_map(|item| match item {
            Selected::Mesh(_, mesh) => Some(*mesh),
            _ => None,
        })
    }

    /// Nothing but `item`.
    pub(crate) fn select(&mut self, item: Option<Selected>) {
        self.selected = item;
        self.select_no_others();
    }

    pub(crate) fn select_no_others(&mut self) {
        // The same empty set stays, and stays equal at a glance.
        if !self.also_selected.is_empty() {
            self.also_selected = Arc::default();
        }
    }

    /// `active` and `others`, and nothing else.
    pub(crate) fn select_all(&mut self, active: Selected, others: impl IntoIterator<Item = Selected>) {
        let mut others: BTreeSet<Selected> = others.into_iter().collect();
        others.remove(&active);
        self.selected = Some(active);
        if *self.also_selected != others {
            self.also_selected = Arc::new(others);
        }
    }

    /// `item` too, as the active thing; or no longer, if it is selected.
    pub(crate) fn toggle(&mut self, item: Selected) {
        if self.selected == Some(item) {
            self.selected = None;
            self.promote();
        } else if self.also_selected.contains(&item) {
            Arc::make_mut(&mut self.also_selected).remove(&item);
        } else {
            if let Some(before) = self.selected.replace(item) {
                Arc::make_mut(&mut self.also_selected).insert(before);
            }
        }
    }

    /// Keeps only what `lives`.
    pub(crate) fn retain_selected(&mut self, lives: impl Fn(&Selected) -> bool) {
        self.selected = self.selected.filter(&lives);
        if !self.also_selected.iter().all(&lives) {
            Arc::make_mut(&mut self.also_selected).retain(&lives);
        }
        self.promote();
    }

    /// One of what is selected is the active thing.
    fn promote(&mut self) {
        if self.selected.is_none() && !self.also_selected.is_empty() {
            self.selected = Arc::make_mut(&mut self.also_selected).pop_first();
        }
    }
}

/// The selection, without bones below other selected bones.
pub(crate) fn outermost_selected(session: &Session) -> Vec<Selected> {
    let mut out: Vec<Selected> = session.edits.all_selected().collect();
    let mut covered: BTreeMap<PlacedKey, Vec<bool>> = BTreeMap::new();
    for item in &out {
        if let Selected::Bone(key, bone) = *item
            && let Some(placed) = session.stage.placed(key)
        {
            let flags = covered
                .entry(key)
                .or_insert_with(|| vec![false; placed.model().skeleton.len()]);
            if let Some(flag) = flags.get_mut(bone.get()) {
                *flag = true;
            }
        }
    }
    for (key, flags) in &mut covered {
        let Some(placed) = session.stage.placed(*key) else {
            continue;
        };
        let skeleton = &placed.model().skeleton;
        let mut is_below = vec![false; flags.len()];
        // Parents come before their children.
        for bone in skeleton.bones() {
            let above = skeleton.parent(bone);
            is_below[bone.get()] = above.is_some_and(|above| flags[above.get()] || is_below[above.get()]);
        }
        *flags = is_below;
    }
    out.retain(|item| match item {
        Selected::Bone(key, bone) => covered
            .get(key)
            .is_none_or(|below| below.get(bone.get()) != Some(&true)),
        _ => true,
    });
    out
}

/// Selects what is `related` to the selected bones besides them. A mirrored bone, or one in another model, becomes the active
/// one; asked for again, that leads back to the first one, or on to the next model.
pub(crate) fn select_related(session: &mut Session, related: Related) -> Vec<Effect> {
    let Some(Selected::Bone(active_model, active)) = session.edits.selected else {
        return Vec::new();
    };
    let mut by_model: BTreeMap<PlacedKey, Vec<BoneIndex>> = BTreeMap::new();
    for item in session.edits.all_selected() {
        if let Selected::Bone(key, bone) = item {
            by_model.entry(key).or_default().push(bone);
        }
    }
    let mut found = Vec::new();
    match related {
        Related::SameName => same_names(session, &by_model, &mut found),
        _ => {
            for (key, bones) in &by_model {
                let Some(placed) = session.stage.placed(*key) else {
                    continue;
                };
                let skeleton = &placed.model().skeleton;
                let own = match related {
                    Related::Children => below(skeleton, bones),
                    Related::Chain => chains(skeleton, bones),
                    _ => mirrors(skeleton, bones),
                };
                found.extend(own.into_iter().map(|bone| Selected::Bone(*key, bone)));
            }
        }
    }
    let next = match related {
        Related::Children | Related::Chain => None,
        Related::Mirror => session.stage.mirror_of(active_model, active),
        Related::SameName => session.stage.same_in_next_model(active_model, active),
    };
    if next.is_none() && found.iter().all(|item| session.edits.selected == Some(*item)) {
        let name = session.stage.placed(active_model);
        let name = name.map_or("", |placed| placed.model().skeleton.name(active));
        return vec![Effect::Notify(Notice::info(related.nothing(name)))];
    }
    let next = next.unwrap_or(Selected::Bone(active_model, active));
    let all: Vec<Selected> = session.edits.all_selected().chain(found).collect();
    session.edits.select_all(next, all);
    Vec::new()
}

/// In every model, the selected one's own included: of the bones of one name the first.
fn same_names(session: &Session, by_model: &BTreeMap<PlacedKey, Vec<BoneIndex>>, found: &mut Vec<Selected>) {
    let mut names: HashSet<&str> = HashSet::new();
    for (key, bones) in by_model {
        if let Some(placed) = session.stage.placed(*key) {
            names.extend(bones.iter().map(|bone| placed.model().skeleton.name(*bone)));
        }
    }
    for placed in session.stage.models() {
        let is_own = by_model.contains_key(&placed.key);
        for (name, bone) in first_by_name(&placed.model().skeleton) {
            // In a model with selected bones, a bone that is already selected stands for its name.
            let item = Selected::Bone(placed.key, bone);
            if names.contains(name) && !(is_own && session.edits.is_selected(item)) {
                found.push(item);
            }
        }
    }
}

impl Edits {
    /// Which bones of `placed` are selected beside the active thing: one flag per bone; `None`: none.
    pub(crate) fn also_selected_flags(&self, placed: &Placed) -> Option<Vec<bool>> {
        let mut bones = self.also_selected_bones(placed.key).peekable();
        bones.peek()?;
        let mut flags = vec![false; placed.model().skeleton.len()];
        for bone in bones {
            if let Some(flag) = flags.get_mut(bone.get()) {
                *flag = true;
            }
        }
        Some(flags)
    }
}

impl Stage {
    fn mirror_of(&self, key: PlacedKey, bone: BoneIndex) -> Option<Selected> {
        let skeleton = &self.placed(key)?.model().skeleton;
        let other = skeleton.find(&mirrored(skeleton.name(bone))?);
        let other = other.or_else(|| numbered_twins(skeleton).get(&bone).copied())?;
        Some(Selected::Bone(key, other))
    }

    /// In the first model that has the name behind `key`, from the last model on to the first.
    fn same_in_next_model(&self, key: PlacedKey, bone: BoneIndex) -> Option<Selected> {
        let models = self.models();
        let at = models.iter().position(|placed| placed.key == key)?;
        let name = models[at].model().skeleton.name(bone);
        let (before, after) = (&models[..at], &models[at + 1..]);
        after.iter().chain(before).find_map(|placed| {
            let same = placed.model().skeleton.find(name)?;
            Some(Selected::Bone(placed.key, same))
        })
    }
}

impl Related {
    /// Says that `name` has no related bone of this kind.
    fn nothing(self, name: &str) -> String {
        const LONGEST: usize = 64;
        let name = &name[..name.floor_char_boundary(LONGEST)];
        match self {
            Self::Children => format!("{name} has no children."),
            Self::Chain => format!("{name} is no part of a chain: bones branch above it and below it."),
            Self::Mirror => match mirrored(name) {
                Some(other) => format!("{name} has no mirror bone: no bone is named {other}."),
                None => format!("{name} has no mirror bone: its name tells no side."),
            },
            Self::SameName => format!("No other model has a bone named {name}."),
        }
    }
}

fn below(skeleton: &Skeleton, bones: &[BoneIndex]) -> Vec<BoneIndex> {
    let mut flags = vec![false; skeleton.len()];
    bones.iter().for_each(|bone| flags[bone.get()] = true);
    // Parents come before their children.
    for bone in skeleton.bones() {
        if skeleton.parent(bone).is_some_and(|parent| flags[parent.get()]) {
            flags[bone.get()] = true;
        }
    }
    marked(&flags)
}

fn chains(skeleton: &Skeleton, bones: &[BoneIndex]) -> Vec<BoneIndex> {
    // The only child of each bone that has one.
    let mut only: Vec<Option<BoneIndex>> = vec![None; skeleton.len()];
    let mut count = vec![0u32; skeleton.len()];
    for bone in skeleton.bones() {
        if let Some(parent) = skeleton.parent(bone) {
            count[parent.get()] = count[parent.get()].saturating_add(1);
            only[parent.get()] = Some(bone);
        }
    }
    let goes_on = |bone: BoneIndex| only[bone.get()].filter(|_| count[bone.get()] == 1);
    let mut flags = vec![false; skeleton.len()];
    for bone in bones {
        // A marked bone already has its whole chain marked.
        if flags[bone.get()] {
            continue;
        }
        let mut at = *bone;
        while let Some(parent) = skeleton.parent(at).filter(|parent| goes_on(*parent).is_some()) {
            at = parent;
        }
        flags[at.get()] = true;
        while let Some(next) = goes_on(at) {
            flags[next.get()] = true;
            at = next;
        }
    }
    marked(&flags)
}

fn mirrors(skeleton: &Skeleton, bones: &[BoneIndex]) -> Vec<BoneIndex> {
    let by_name = first_by_name(skeleton);
    let numbered = numbered_twins(skeleton);
    let other = |bone: &BoneIndex| {
        let exact = by_name.get(mirrored(skeleton.name(*bone))?.as_str());
        exact.or_else(|| numbered.get(bone)).copied()
    };
    bones.iter().filter_map(other).collect()
}

/// The first bone of each name in the file's order, as [`Skeleton::find`] finds it.
fn first_by_name(skeleton: &Skeleton) -> BTreeMap<&str, BoneIndex> {
    let mut out = BTreeMap::new();
    for bone in (0..skeleton.len()).filter_map(|index| skeleton.from_file(index)) {
        out.entry(skeleton.name(bone)).or_insert(bone);
    }
    out
}

fn marked(flags: &[bool]) -> Vec<BoneIndex> {
    let set = flags.iter().enumerate().filter(|(_, flag)| **flag);
    set.map(|(index, _)| BoneIndex::new(index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::Bone;
    use proptest::prelude::*;

    fn skeleton(parents: &[Option<usize>]) -> Skeleton {
        Skeleton::of_parents(parents, |index| Bone {
            name: format!("{index}_l"),
            ..Bone::default()
        })
        .expect("parents come first")
    }

    fn indices(bones: Vec<BoneIndex>) -> Vec<usize> {
        bones.into_iter().map(BoneIndex::get).collect()
    }

    #[test]
    fn a_chain_ends_where_it_branches() {
        // 0 ─ 1 ─ 2 ┬ 3 ─ 4
        //           └ 5
        let skeleton = skeleton(&[None, Some(0), Some(1), Some(2), Some(3), Some(2)]);
        let of = |bone| indices(chains(&skeleton, &[BoneIndex::new(bone)]));
        for (bone, wanted) in [
            (0, &[0, 1, 2][..]),
            (1, &[0, 1, 2]),
            (2, &[0, 1, 2]),
            (3, &[3, 4]),
            (4, &[3, 4]),
            (5, &[5]),
        ] {
            assert_eq!(of(bone), wanted, "chain of {bone}");
        }
        assert_eq!(indices(below(&skeleton, &[BoneIndex::new(2)])), [2, 3, 4, 5]);
    }

    fn item(index: usize) -> Selected {
        Selected::Bone(PlacedKey(1), BoneIndex::new(index))
    }

    proptest! {
        /// Whatever is toggled, each item was toggled an odd number of times, and one of them is the active one.
        #[test]
        fn toggling_selects_what_was_toggled_an_odd_number_of_times(steps in prop::collection::vec(0_usize..6, 0..40)) {
            let mut edits = Edits::default();
            let mut wanted = BTreeSet::new();
            for step in steps {
                edits.toggle(item(step));
                if !wanted.remove(&item(step)) {
                    wanted.insert(item(step));
                }
                let all: BTreeSet<Selected> = edits.all_selected().collect();
                prop_assert_eq!(&all, &wanted);
                prop_assert_eq!(edits.selected_count(), wanted.len());
                prop_assert_eq!(edits.selected.is_some(), !wanted.is_empty());
            }
        }
    }

    #[test]
    fn what_is_gone_leaves_an_active_one_among_the_rest() {
        let mut edits = Edits::default();
        edits.select_all(item(4), (0..5).map(item));
        assert_eq!(edits.selected_count(), 5);
        edits.retain_selected(|kept| *kept != item(4) && *kept != item(0));
        assert_eq!(edits.all_selected().collect::<Vec<_>>(), [item(1), item(2), item(3)]);
        edits.select(Some(item(2)));
        assert_eq!(edits.all_selected().collect::<Vec<_>>(), [item(2)]);
    }
}
