//! Where one model stands on the stage, by itself or with the model that takes it along.

use super::standing::{Carried, Moved};
use castview_base::core::{BoneIndex, Bounds};
use castview_picture::opened::Standing;
use glam::Affine3A;
use std::sync::Arc;

/// Places of a model, present ones and the ones that they are made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Staging {
    /// Where the file places it: once, but for copies and for models of files that the file's instances reference.
    home: Standing,
    /// The bone that carries `home` along.
    carried_by: Option<Arc<Carried>>,
    /// Present place: the model's own placement, or the leader's while it hangs on one.
    pub stage_from_model: Affine3A,
    /// Present places, with `stage_from_model` inside each: `home`, perhaps carried along, or the leader's places.
    pub standing: Standing,
    /// The move that is in `standing`: of a model with several places that is attached to nothing.
    pub move_of_standing: Option<Moved>,
    /// For each bone the one of the leader it goes with, if this model follows another.
    pub leading: Option<Arc<Vec<Option<BoneIndex>>>>,
    /// The root that shares its name with the bone this model hangs on, and stands on that bone.
    pub hangs_by: Option<BoneIndex>,
}

impl Staging {
    /// Where the file has it, which the bone may carry along.
    pub(crate) fn at(home: Standing, carried_by: Option<Arc<Carried>>) -> Self {
        Self {
            standing: home.clone(),
            home,
            carried_by,
            ..Self::default()
        }
    }

    pub(crate) fn home(&self) -> &Standing {
        &self.home
    }

    pub(crate) fn carried_by(&self) -> Option<&Carried> {
        self.carried_by.as_deref()
    }

    /// Whether it is of a file that the open one references.
    pub(crate) fn is_referenced(&self) -> bool {
        !self.home.sources.is_empty()
    }

    /// Around `bounds` (model space) wherever the model stands, in stage space.
    pub(crate) fn around(&self, bounds: Bounds) -> Bounds {
        self.standing.places.around(bounds.transformed(self.stage_from_model))
    }
}
