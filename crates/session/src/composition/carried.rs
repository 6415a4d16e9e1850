//! Models that a bone of another model carries along: referenced files, as the root of a shape does with its sub shapes, and models that
//! stand at many places.
//!
//! In: where they are placed while that model rests, and how the model stands. Out: where they stand then.

use crate::Placed;
use crate::placed::standing::Carried;
use crate::placed::timed_pose::Leading;
use castview_base::core::BoneIndex;
use castview_base::scene::Copies;
use castview_picture::Places;
use castview_picture::opened::Standing;
use glam::Affine3A;
use std::sync::Arc;

impl Carried {
    /// On `bone` of `leader`, which is at rest and stands where its file places it.
    pub fn on(leader: &Placed, bone: BoneIndex) -> Self {
        let rest = leader.model().placement.affine() * leader.pose().model_from_bone[bone.get()];
        Self {
            leader: leader.key,
            bone,
            rest,
            from_bone: None,
        }
    }

    /// Makes a `Carried` for the copies of a model, with the places where they stand while `leader` rests. `None`: there are no copies.
    pub fn of_copies(copies: &Copies, leader: &Placed) -> Option<(Self, Standing)> {
        let from_bone = Some(copies.places.clone());
        let carried = Self {
            from_bone,
            ..Self::on(leader, copies.bone)
        };
        let places = copies.places.iter().map(|place| carried.rest * place.affine());
        let home = Standing {
            places: Places::of(places.collect())?,
            sources: Arc::default(),
        };
        Some((carried, home))
    }

    /// `home`, carried along. A leader that stands in many places because it hangs on another carries models in the first of these only:
    /// the product of both would have no bound.
    pub fn carried(&self, home: &Standing, leader: &Leading<'_>) -> Standing {
        let place = leader.standing.places.first_place();
        let now = place * (leader.stage_from_model * leader.pose.model_from_bone[self.bone.get()]);
        let moved = now * self.rest.inverse();
        let places: Vec<Affine3A> = match &self.from_bone {
            _ if now == self.rest => return home.clone(),
            Some(places) => places.iter().map(|place| now * place.affine()).collect(),
            None if moved.is_finite() => home.places.iter().map(|place| moved * *place).collect(),
            None => return home.clone(),
        };
        Standing {
            places: Places::of(places).unwrap_or_default(),
            sources: home.sources.clone(),
        }
    }
}
