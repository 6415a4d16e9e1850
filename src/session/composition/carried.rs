//! What a bone of another model carries along: referenced files, as the root of a shape does with its sub shapes, and models that
//! stand at many places.
//!
//! In: where they are placed while that model rests, and how the model stands. Out: where they stand then.

use super::state::Carried;
use crate::core::BoneIndex;
use crate::scene::Copies;
use crate::session::aids::timed_pose::Leading;
use crate::session::{Placed, Stands};
use glam::Affine3A;
use std::sync::Arc;

impl Carried {
    /// On `bone` of `leader`, which is at rest and stands where its file places it.
    pub fn on(leader: &Placed, bone: BoneIndex) -> Self {
        let rest = leader.model().placement.affine() * leader.pose.model_from_bone[bone.get()];
        Self {
            leader: leader.key,
            bone,
            rest,
            from_bone: None,
        }
    }

    /// Of the copies of a model, with where they stand while `leader` rests.
    pub fn of_copies(copies: &Copies, leader: &Placed) -> (Self, Stands) {
        let from_bone = Some(copies.places.clone());
        let carried = Self {
            from_bone,
            ..Self::on(leader, copies.bone)
        };
        let home = Stands {
            placements: Arc::new(
                copies
                    .places
                    .iter()
                    .map(|place| carried.rest * place.affine())
                    .collect(),
            ),
            sources: Arc::default(),
        };
        (carried, home)
    }

    /// `home`, carried along. What hangs on something that stands in many places carries others in the first of these only:
    /// the product of both would have no bound.
    pub fn carried(&self, home: &Stands, leader: &Leading<'_>) -> Stands {
        let place = leader.stands.and_then(|stands| stands.placements.first()).copied();
        let now = leader.stage_from_model * leader.pose.model_from_bone[self.bone.get()];
        let now = place.map_or(now, |place| place * now);
        let moved = now * self.rest.inverse();
        let placements: Vec<Affine3A> = match &self.from_bone {
            _ if now == self.rest => return home.clone(),
            Some(places) => places.iter().map(|place| now * place.affine()).collect(),
            None if moved.is_finite() => home.placements.iter().map(|place| moved * *place).collect(),
            None => return home.clone(),
        };
        Stands {
            placements: Arc::new(placements),
            sources: home.sources.clone(),
        }
    }
}
