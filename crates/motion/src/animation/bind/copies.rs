//! Bones of one name: two copies of a rig in one file. A clip that names one moves all of them.
//!
//! In: a skeleton. Out: the copies of each bone, which have its name and move with it. A bone below a bone of the same name is no copy:
//! it follows its parent already, and would move twice.

use castview_base::core::BoneIndex;
use castview_base::scene::{Clip, Skeleton};
use std::collections::{HashMap, HashSet};

/// The copies of bones, by the first bone of the name in file order.
#[derive(Clone, Default)]
pub struct Copies {
    of: HashMap<BoneIndex, Vec<BoneIndex>>,
}

impl Copies {
    pub fn of(skeleton: &Skeleton) -> Self {
        let mut first: HashMap<&str, BoneIndex> = HashMap::with_capacity(skeleton.len());
        let mut of: HashMap<BoneIndex, Vec<BoneIndex>> = HashMap::new();
        for bone in (0..skeleton.len()).filter_map(|at| skeleton.from_file(at)) {
            let name = skeleton.stored_name(bone);
            if name.is_empty() {
                continue;
            }
            let first = *first.entry(name).or_insert(bone);
            // A mesh's node that is called like a joint is another thing.
            if first != bone && skeleton.kind(first) == skeleton.kind(bone) {
                of.entry(first).or_default().push(bone);
            }
        }
        if !of.is_empty() {
            let below = Below::of(skeleton);
            of.iter_mut()
                .for_each(|(first, copies)| below.drop_nested(*first, copies));
            of.retain(|_, copies| !copies.is_empty());
        }
        Self { of }
    }

    /// The copies of `first`, in file order.
    pub fn with(&self, first: BoneIndex) -> &[BoneIndex] {
        self.of.get(&first).map_or(&[], Vec::as_slice)
    }

    /// Drops the copies that are bones of their own: whose names the reader had to change, for clips of the same file and for those that
    /// name them so.
    pub fn leave_apart(&mut self, clip: &Clip, skeleton: &Skeleton, is_own: bool) {
        if self.of.is_empty() {
            return;
        }
        let named: HashSet<&str> = clip.tracks.iter().map(|track| track.target.as_str()).collect();
        let is_apart = |bone: BoneIndex| skeleton.is_renamed(bone) && (is_own || named.contains(skeleton.name(bone)));
        self.of.retain(|_, copies| {
            copies.retain(|bone| !is_apart(*bone));
            !copies.is_empty()
        });
    }

    /// First bones and their copies.
    pub fn iter(&self) -> impl Iterator<Item = (BoneIndex, &[BoneIndex])> {
        self.of.iter().map(|(first, copies)| (*first, copies.as_slice()))
    }

    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }
}

/// The bones numbered so that those below a bone follow it, and how many they are.
struct Below {
    number: Vec<u32>,
    size: Vec<u32>,
}

impl Below {
    fn of(skeleton: &Skeleton) -> Self {
        let parents = skeleton.parents();
        let mut size = vec![1u32; parents.len()];
        for bone in (0..parents.len()).rev() {
            if let Some(parent) = parents[bone] {
                size[parent.get()] += size[bone];
            }
        }
        let mut number = vec![0u32; parents.len()];
        // Where the next child of each bone begins; roots take their numbers from one more list of children.
        let mut next = vec![0u32; parents.len()];
        let mut next_root = 0;
        for bone in 0..parents.len() {
            let from = match parents[bone] {
                Some(parent) => &mut next[parent.get()],
                None => &mut next_root,
            };
            number[bone] = *from;
            *from += size[bone];
            next[bone] = number[bone] + 1;
        }
        Self { number, size }
    }

    fn end(&self, bone: BoneIndex) -> u32 {
        self.number[bone.get()] + self.size[bone.get()]
    }

    /// Leaves those that lie below no other bone of the name.
    fn drop_nested(&self, first: BoneIndex, copies: &mut Vec<BoneIndex>) {
        let mut all: Vec<BoneIndex> = copies.iter().copied().chain([first]).collect();
        all.sort_by_key(|bone| self.number[bone.get()]);
        let mut end = 0;
        let mut nested = HashSet::new();
        for bone in all {
            if self.number[bone.get()] < end {
                nested.insert(bone);
            } else {
                end = self.end(bone);
            }
        }
        // A first bone below a later one leads nothing: what stands above it would take it along twice.
        if nested.contains(&first) {
            copies.clear();
        }
        copies.retain(|bone| !nested.contains(bone));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{Bone, BoneKind};

    fn copies(bones: &[(&str, Option<usize>)]) -> Vec<usize> {
        let bones = bones.iter().map(|(name, parent)| Bone {
            name: name.trim_end_matches('!').to_owned(),
            parent: *parent,
            kind: if name.ends_with('!') {
                BoneKind::Node
            } else {
                BoneKind::Joint
            },
            ..Bone::default()
        });
        let skeleton = Skeleton::new(bones.collect()).expect("parents come first");
        let first = skeleton.find("a").expect("there is one");
        let found = Copies::of(&skeleton);
        found
            .with(first)
            .iter()
            .map(|bone| skeleton.file_index(*bone))
            .collect()
    }

    #[test]
    fn copies_stand_beside_each_other() {
        for (bones, wanted) in [
            (&[("a", None), ("a", None)][..], &[1][..]),
            (&[("a", None), ("b", Some(0)), ("a", None), ("a", Some(1))], &[2]),
            (&[("r", None), ("a", Some(0)), ("r", None), ("a", Some(2))], &[3]),
            (&[("a", None), ("a", Some(0))], &[]),
            (&[("a", Some(1)), ("a", None)], &[]),
            (&[("a", None), ("a!", None)], &[]),
            (&[("a", None), ("", None), ("", None)], &[]),
        ] {
            assert_eq!(copies(bones), wanted, "{bones:?}");
        }
    }
}
