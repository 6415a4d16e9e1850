//! Bones posed and blend shapes set by hand, in words: no pose that is not the file's is shown without them.

use crate::{Placed, Session};
use castview_base::core::BlendShapeIndex;
use castview_motion::animation::Unposed;
use castview_picture::{Legend, LegendEntry, PlacedKey};

/// `Posed by hand: 3 bones`, of all models, and what leaves them out of the view; `None`: no bone is posed by hand.
pub fn hand_pose_words(session: &Session) -> Option<String> {
    let poses = &session.edits.hand_poses;
    let mut words = counted(poses.count())?;
    let is_shown = poses
        .models()
        .any(|model| session.stage.placed(model).is_some_and(is_shown));
    if !is_shown {
        words += match (session.edits.stopped, session.composition.shown_pose.unposed) {
            (Some(_), _) => ", left out by the stop",
            (None, Unposed::Rest) => ", left out by the rest pose",
            (None, Unposed::Bind) => ", left out by the bind pose",
        };
    }
    Some(words)
}

/// Whether the pose that is shown of `placed` has bones posed by hand.
pub(crate) fn is_shown(placed: &Placed) -> bool {
    !placed.pose().clip_local.is_empty()
}

/// The line of a picture with bones that are posed by hand, so that a saved one says it, too.
pub(crate) fn hand_pose_legend(session: &Session) -> Option<Legend> {
    let shown = session
        .stage
        .models()
        .iter()
        .map(|placed| placed.pose().clip_local.len());
    Some(Legend {
        across: Legend::WHOLE,
        title: "Bones that do not stand as the files have them",
        entries: vec![LegendEntry::words(counted(shown.sum())?)],
    })
}

/// `Blend shapes set by hand: 2`, of all models, and what leaves them out of the view; `None`: no weight is set by hand.
pub fn hand_shape_words(session: &Session) -> Option<String> {
    let set = &session.edits.shape_weights;
    if set.is_empty() {
        return None;
    }
    let is_shown = |((model, shape), _): (&(PlacedKey, BlendShapeIndex), _)| {
        let placed = session.stage.placed(*model);
        placed.is_some_and(|placed| placed.pose().clip_weights.contains_key(shape))
    };
    let left_out = match set.iter().any(is_shown) {
        true => "",
        false => ", left out by the stop",
    };
    Some(format!("Blend shapes set by hand: {}{left_out}", set.len()))
}

/// The line of a picture with blend shapes that are set by hand, so that a saved one says it, too.
pub(crate) fn hand_shape_legend(session: &Session) -> Option<Legend> {
    let models = session.stage.models().iter();
    let shown: usize = models.map(|placed| placed.pose().clip_weights.len()).sum();
    (shown > 0).then(|| Legend {
        across: Legend::WHOLE,
        title: "Blend shapes that are not as the files have them",
        entries: vec![LegendEntry::words(format!("Blend shapes set by hand: {shown}"))],
    })
}

fn counted(bones: usize) -> Option<String> {
    match bones {
        0 => None,
        1 => Some("Posed by hand: 1 bone".to_owned()),
        _ => Some(format!("Posed by hand: {bones} bones")),
    }
}
