//! Ways of bones: why each stands where it does.
//!
//! In: a name, at the moment that was evaluated last. Out: the steps from rest to the stage, of every model that has the bone.

use super::pose::Poser;
use crate::core::BoneIndex;
use crate::offline::file_set::OfflineError;
use crate::offline::named::bones_named;
use crate::session::selection::bone_way;
use crate::session::{BoneWay, Placed, Selected};

impl Poser {
    /// The ways of the bones of that name, one for each model that has it; an error if none has.
    pub fn ways_of(&self, bone: &str) -> Result<Vec<BoneWay<'_>>, OfflineError> {
        let session = self.session();
        let bones = bones_named(session, &[bone.to_owned()])?;
        let found = bones.into_iter().filter_map(|selected| match selected {
            Selected::Bone(model, bone) => Some(bone_way(session, session.stage().placed(model)?, bone)),
            _ => None,
        });
        Ok(found.collect())
    }

    /// The way of a bone of `placed`. Panics for a bone that the model does not have.
    pub fn way<'a>(&'a self, placed: &'a Placed, bone: BoneIndex) -> BoneWay<'a> {
        bone_way(self.session(), placed, bone)
    }
}
