//! Bones posed by hand, in words: no pose that is not the file's is shown without them.

use crate::{Placed, Session};
use castview_motion::animation::Unposed;
use castview_picture::{Legend, LegendEntry};

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
    let shown = session.stage.models.iter().map(|placed| placed.pose().clip_local.len());
    Some(Legend {
        across: Legend::WHOLE,
        title: "Bones that do not stand as the files have them",
        entries: vec![LegendEntry::words(counted(shown.sum())?)],
    })
}

fn counted(bones: usize) -> Option<String> {
    match bones {
        0 => None,
        1 => Some("Posed by hand: 1 bone".to_owned()),
        _ => Some(format!("Posed by hand: {bones} bones")),
    }
}
