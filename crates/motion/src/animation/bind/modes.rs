//! Mode overrides of a clip → the mode of each track.

use super::copies::Copies;
use castview_base::core::BoneIndex;
use castview_base::scene::{CurveMode, ModeOverride, Property, Skeleton, Track};

/// Whether a mode override covers the named bone itself besides its descendants (cast.md A16).
const OVERRIDE_COVERS_NAMED_BONE: bool = true;

/// For each bone the overrides that reach it, settled once.
pub struct Modes {
    /// One per bone; the override that acts on translation, rotation and scale.
    of_bone: Vec<[Option<CurveMode>; 3]>,
}

impl Modes {
    /// The nearest named ancestor wins (cast.md A17); of several overrides on one bone the last in the file. An override
    /// that does not cover a channel leaves it to the next ancestor. `find`: the bone of a name in the clip.
    pub fn of(
        overrides: &[ModeOverride],
        skeleton: &Skeleton,
        copies: &Copies,
        find: &dyn Fn(&str) -> Option<BoneIndex>,
    ) -> Self {
        let mut own = vec![[None; 3]; skeleton.len()];
        for o in overrides {
            if let Some(bone) = find(&o.bone) {
                for (mode, covers) in own[bone.get()].iter_mut().zip([o.translation, o.rotation, o.scale]) {
                    if covers {
                        *mode = Some(o.mode);
                    }
                }
            }
        }
        // An override that names a bone names its copies.
        for (first, copies) in copies.iter() {
            let of_first = own[first.get()];
            copies.iter().for_each(|copy| own[copy.get()] = of_first);
        }
        // Each bone hands its modes to its children; parents come first.
        let mut handed_on: Vec<[Option<CurveMode>; 3]> = Vec::with_capacity(own.len());
        let mut of_bone = Vec::with_capacity(own.len());
        for (bone, own) in own.into_iter().enumerate() {
            let inherited = skeleton.parents()[bone].map_or([None; 3], |parent| handed_on[parent.get()]);
            let with_own: [_; 3] = std::array::from_fn(|i| own[i].or(inherited[i]));
            handed_on.push(with_own);
            of_bone.push(if OVERRIDE_COVERS_NAMED_BONE {
                with_own
            } else {
                inherited
            });
        }
        Self { of_bone }
    }

    pub fn effective(&self, bone: BoneIndex, track: &Track) -> CurveMode {
        let [translation, rotation, scale] = self.of_bone[bone.get()];
        let replaced = match track.property {
            Property::TranslationX | Property::TranslationY | Property::TranslationZ => translation,
            Property::Rotation => rotation,
            Property::ScaleX | Property::ScaleY | Property::ScaleZ => scale,
            // Never overridden (cast.md §3.10).
            Property::BlendWeight | Property::Visibility | Property::Parameter(_) => None,
        };
        replaced.unwrap_or(track.mode)
    }
}
