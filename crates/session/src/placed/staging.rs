//! Where one model stands on the stage, by itself or with the model that takes it along.

use super::standing::{Carried, Moved};
use castview_base::core::{BoneIndex, Bounds, counted_from};
use castview_picture::Places;
use castview_picture::opened::Standing;
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// Places of a model, present ones and the ones that they are made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Staging {
    /// Where the file places it: once, but for copies and for models of files that the file's instances reference. Several places are
    /// counted from `stage_origin`.
    home: Standing,
    /// `home` as the file counts it, if that is another.
    filed_home: Option<Standing>,
    /// Point of model space from which poses of the model count.
    pub origin: Vec3,
    /// Point of stage space from which everything here counts.
    stage_origin: Vec3,
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

    /// Point of stage space from which the places count.
    pub(crate) fn stage_origin(&self) -> Vec3 {
        self.stage_origin
    }

    /// Whether there is one place, which is the model's own placement.
    pub(crate) fn is_single(&self) -> bool {
        self.home.places.is(&Places::ONCE)
    }

    /// `stage_from_model` of a model that hangs on nothing. `own`: its placement, with the move by the user; `origin`: of its pose.
    pub(crate) fn own_place(&self, own: Affine3A, origin: Vec3) -> Affine3A {
        let stage_origin = match self.is_single() {
            true => self.stage_origin,
            // The places inside which it stands are counted from there.
            false => Vec3::ZERO,
        };
        counted_from(own, origin, stage_origin)
    }

    /// Counts all places from `stage_origin`. `rest`: the place at rest of the bone that carries them, counted from there.
    pub(crate) fn count_from(&mut self, stage_origin: Vec3, rest: Option<Affine3A>) {
        let filed = self.filed_home.take().unwrap_or_else(|| self.home.clone());
        if stage_origin == Vec3::ZERO || filed.places.is(&Places::ONCE) {
            self.home = filed;
        } else {
            let places = filed.places.iter();
            let places = places.map(|place| counted_from(*place, Vec3::ZERO, stage_origin));
            self.home = Standing {
                places: Places::of(places.collect()).unwrap_or_default(),
                sources: filed.sources.clone(),
            };
            self.filed_home = Some(filed);
        }
        if let (Some(carried), Some(rest)) = (&mut self.carried_by, rest) {
            Arc::make_mut(carried).rest = rest;
        }
        self.stage_origin = stage_origin;
        // The places with the move were counted from elsewhere.
        self.move_of_standing = None;
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
