//! B that plays its clip along with A, in place of a pose that stands still.
//!
//! In: the clip that played when B was pinned, as it was bound to each model then, and the frame of A. Out: poses of B at the frame that belongs
//! to it. The clip plays alone: without layers, hand and rig. Models that hang on others are left out.

use super::state::{BClip, PinnedB, PinnedModel};
use crate::composition::attach;
use crate::{Change, Placed, Session};
use castview_motion::animation::{self, Layer, Motion, Pose};
use glam::Affine3A;
use std::sync::Arc;

/// Poses B for the frame that is shown, if it plays along.
pub(crate) fn follow(session: &mut Session) {
    let Some(mut pinned) = session.pinned.take() else {
        return;
    };
    if let Some(at) = frame_now(session, &pinned) {
        let mut is_other = pinned.at.replace(at) != Some(at);
        let mut models = std::mem::take(&mut pinned.models);
        for model in &mut models {
            let placed = session.stage.placed(model.key);
            let Some((pose, stage_from_model)) = placed.and_then(|placed| posed(session, &pinned, model, placed, at))
            else {
                continue;
            };
            model.bounds = placed.map_or(model.bounds, |placed| {
                let around = placed.reach().bounds(placed.model(), &pose);
                model.places.around(around.transformed(stage_from_model))
            });
            is_other |= model.stage_from_model != stage_from_model;
            model.pose = Arc::new(pose);
            model.stage_from_model = stage_from_model;
        }
        pinned.models = models;
        if is_other {
            session.note(Change::PICTURE);
        }
    }
    session.pinned = Some(pinned);
}

/// The frame of B that belongs to the playhead; `None`: it stands still.
fn frame_now(session: &Session, pinned: &PinnedB) -> Option<f64> {
    let (along, timeline) = (pinned.along?, session.timeline()?);
    let of_b = pinned.clip.as_ref()?.timeline();
    Some(along.frame(session.frame()?, &timeline, &of_b))
}

/// The model at that frame of B's clip; `None`: it does not play along.
pub(super) fn posed(
    session: &Session,
    pinned: &PinnedB,
    model: &PinnedModel,
    placed: &Placed,
    frame: f64,
) -> Option<(Pose, Affine3A)> {
    let clip = pinned.clip.as_ref().map(BClip::clip)?;
    let binding = model.binding.as_ref()?;
    let layers = [Layer::new(clip, binding, frame)];
    let motion = Motion {
        layers: &layers,
        origin: model.pose.origin,
        ..Motion::default()
    };
    let mut pose = Pose::default();
    animation::evaluate(placed.model(), motion, &mut pose);
    let stage_from_model = attach::stage_from_model(session, placed, &pose, None);
    Some((pose, stage_from_model))
}
