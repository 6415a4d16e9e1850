//! Origins from which the stage and its models count while they are posed and drawn: near them, so that f32 is precise enough.
//!
//! In: placed models, the box around the stage. Out: an origin of the stage, one of each model, and everything counted from there. The origin
//! of things nearby is zero. Numbers that are shown or written get it back by [`Placed::filed_in_model`] and
//! [`Placed::filed_on_stage`].

use crate::Placed;
use castview_base::core::{Bounds, counted_from, origin_for};
use castview_base::scene::{Mesh, Model, model_from_bone_beside};
use glam::{Affine3A, Vec3};

/// Point of stage space from which everything on the stage counts while it is posed and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct StageOrigin {
    /// In the numbers of the files.
    pub at: Vec3,
    /// It stays zero: numbers of the stage go into files.
    pub is_filed: bool,
}

impl StageOrigin {
    /// The same point in world space, in the numbers of the files.
    pub fn in_world(self, world_from_stage: Affine3A) -> Vec3 {
        world_from_stage.transform_vector3(self.at)
    }

    /// The origin of a stage that lies in `bounds`, which are counted from the present one.
    pub fn settled(self, bounds: &Bounds) -> Self {
        if self.is_filed || bounds.is_empty() {
            return self;
        }
        let filed = Bounds {
            min: bounds.min + self.at,
            max: bounds.max + self.at,
        };
        // The size is that of the box as it is drawn: far away a box of the file's numbers has lost it.
        let size = (bounds.max - bounds.min) * 0.5;
        let middle = filed.center();
        Self {
            at: origin_for(&Bounds {
                min: middle - size,
                max: middle + size,
            }),
            ..self
        }
    }
}

/// Counts the places of all models from the stage's origin.
pub(crate) fn count_all(models: &mut [Placed], stage: StageOrigin) {
    if models.iter().all(|placed| placed.staging.stage_origin() == stage.at) {
        return;
    }
    for at in 0..models.len() {
        let rest = rest_of_carrier(models, at, stage.at);
        models[at].staging.count_from(stage.at, rest);
    }
}

/// Finds the origins of the models, and counts from them and from `stage`. Returns whether any is another one.
pub(crate) fn settle(models: &mut [Placed], before: StageOrigin, stage: StageOrigin) -> bool {
    let mut is_other = before != stage;
    for placed in models.iter_mut() {
        let origin = match stage.at == Vec3::ZERO {
            true => Vec3::ZERO,
            false => origin_of_model(placed),
        };
        is_other |= placed.staging.origin != origin;
        placed.staging.origin = origin;
    }
    if is_other {
        for at in 0..models.len() {
            let rest = rest_of_carrier(models, at, stage.at);
            models[at].staging.count_from(stage.at, rest);
        }
    }
    is_other
}

/// The origin of the poses of a model: zero, unless bones move every part of it.
fn origin_of_model(placed: &Placed) -> Vec3 {
    let (model, pose) = (placed.model(), placed.pose());
    if !follows_bones(model) {
        return Vec3::ZERO;
    }
    let bounds = placed.reach().bounds(model, pose);
    let stage = StageOrigin {
        at: pose.origin,
        is_filed: false,
    };
    match bounds.is_empty() {
        true => Vec3::ZERO,
        false => stage.settled(&bounds).at,
    }
}

/// Whether bones move everything that the model shows.
fn follows_bones(model: &Model) -> bool {
    let follows = |mesh: &Mesh| {
        let mut vertices = 0..mesh.vertex_count();
        mesh.skin.is_some() && vertices.all(|vertex| mesh.influences.of_vertex(vertex).next().is_some())
    };
    let are_held = model.fixtures.iter().all(|fixture| fixture.bone.is_some())
        && model.volumes.iter().all(|volume| volume.bone.is_some());
    are_held && model.hairs.is_empty() && model.meshes.iter().all(follows)
}

/// Where the bone that carries model `at` stands at rest, counted from `stage`.
fn rest_of_carrier(models: &[Placed], at: usize, stage: Vec3) -> Option<Affine3A> {
    let carried = models[at].staging.carried_by()?;
    let leader = models.iter().find(|placed| placed.key == carried.leader)?;
    let (model, origin) = (leader.model(), leader.staging.origin);
    let mut bones = Vec::new();
    model_from_bone_beside(&model.skeleton, model.skeleton.rest(), origin, &mut bones);
    Some(counted_from(model.placement.affine(), origin, stage) * *bones.get(carried.bone.get())?)
}
