//! A placed model as it is posed now, and what follows from the pose: each is found once for a pose, when it is first asked for.

use castview_base::core::Bounds;
use castview_base::scene::Model;
use castview_motion::animation::{self, Pose};
use castview_motion::deform::{Outline, ReachBoxes};
use std::sync::{Arc, OnceLock};

/// Every change of the pose goes through a method, so that nothing stays that followed from the one before.
#[derive(Clone, Debug)]
pub(crate) struct Posed {
    pose: Arc<Pose>,
    /// Around the posed model, in stage space; loose for big models in motion, empty if there is nothing to see.
    bounds: Bounds,
    /// Whether no picture shows its surfaces.
    lacks_area: OnceLock<bool>,
    /// The outline of the pose for which a big model was last asked for it.
    outline: Option<Box<(Arc<Pose>, Arc<Outline>)>>,
}

impl Posed {
    /// At rest, and not on the stage yet: around nothing.
    pub(crate) fn at_rest(model: &Model) -> Self {
        Self {
            pose: Arc::new(animation::rest_pose(model)),
            bounds: Bounds::EMPTY,
            lacks_area: OnceLock::new(),
            outline: None,
        }
    }

    pub(crate) fn pose(&self) -> &Arc<Pose> {
        &self.pose
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The memory of the pose, if nobody else holds it. An empty pose is left behind, which counts as moved.
    pub(crate) fn give_pose(&mut self) -> Option<Arc<Pose>> {
        Arc::get_mut(&mut self.pose)
            .is_some()
            .then(|| std::mem::take(&mut self.pose))
    }

    /// Takes `next`, and leaves the pose of before there.
    pub(crate) fn swap_pose(&mut self, next: &mut Arc<Pose>) {
        std::mem::swap(&mut self.pose, next);
    }

    /// The pose has another shape, or the model stands elsewhere: it lies in `bounds` of the stage now.
    pub(crate) fn lies_in(&mut self, bounds: Bounds) {
        self.bounds = bounds;
        self.lacks_area = OnceLock::new();
    }

    /// `found`, once for this pose and place.
    pub(crate) fn lacks_area(&self, found: impl FnOnce() -> bool) -> bool {
        *self.lacks_area.get_or_init(found)
    }

    /// The outline of the posed `model`, in model space. Deforms a big model once per pose.
    pub(crate) fn outline(&mut self, model: &Model, reach: &ReachBoxes) -> Arc<Outline> {
        if let Some((pose, outline)) = self.outline.as_deref()
            && Arc::ptr_eq(pose, &self.pose)
        {
            return outline.clone();
        }
        let outline = reach.outline(model, &self.pose);
        if !reach.is_tight(&self.pose) {
            self.outline = Some(Box::new((self.pose.clone(), outline.clone())));
        }
        outline
    }
}
