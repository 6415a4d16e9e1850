//! State that stays when the next file of a folder takes the place of the one before: camera, clip and frame.

use crate::{ClipKey, Session};
use castview_base::core::Bounds;
use castview_picture::opened::FileKey;

/// A camera that the user has placed stays if the sizes of two models differ by less than this factor.
const SIZES: f32 = 3.0;

/// State before the step.
pub(super) struct Walk {
    brings_model: bool,
    clip: Option<(ClipKey, String)>,
    frame: Option<f64>,
    is_playing: bool,
    /// Around everything that was there.
    bounds: Bounds,
    /// Files that the step leaves: clips that a step before has opened, if this one opens others, or a model that they do not fit.
    pub leaves: Vec<FileKey>,
}

impl Walk {
    /// `fit_none`: files of clips that fit nothing of what comes.
    pub fn begin(session: &mut Session, brings_model: bool, fit_none: &[FileKey]) -> Self {
        let leaves = session.browser.leave_walked(brings_model, fit_none);
        Self {
            brings_model,
            clip: session.active_clip().map(|clip| (clip.key, clip.name.clone())),
            frame: session.frame(),
            is_playing: session.is_playing(),
            bounds: session.view.steady_bounds(),
            leaves,
        }
    }

    /// Whether a camera that the user has placed sees the new model about as it saw the one before; `now`: around everything that is
    /// there after the step.
    pub fn camera_stays(&self, is_framed: bool, now: Bounds) -> bool {
        if !self.brings_model {
            return true;
        }
        let (before, after) = (self.bounds.diagonal(), now.diagonal());
        let touches = now.min.cmple(self.bounds.max).all() && now.max.cmpge(self.bounds.min).all();
        !is_framed && touches && after < before * SIZES && before < after * SIZES
    }
}

/// Chooses the clip after a step that has opened the files `keys`; `first`: the first clip in them. Beside a new model the clip that
/// played goes on, or the one of its name does.
pub(super) fn go_on_playing(session: &mut Session, walk: &Walk, first: Option<ClipKey>, keys: &[FileKey]) {
    let same = walk.clip.as_ref().and_then(|(key, name)| {
        let still = session.stage.clip(*key).map(|clip| clip.key);
        let mut clips = session.stage.clips().iter();
        let mut of_name = || clips.find(|clip| keys.contains(&clip.key.file) && clip.name == *name);
        still.or_else(|| of_name().map(|clip| clip.key))
    });
    if !walk.brings_model {
        session.browser.came_by_walk(keys);
    }
    let next = match walk.brings_model {
        true => same.or(first),
        false => first.or(same),
    };
    session.activate(next, walk.is_playing || walk.clip.is_none());
    let is_same = next.is_some() && next == same;
    if let (Some(frame), Some(timeline), true) = (walk.frame, session.timeline(), is_same || !walk.is_playing) {
        session.playback.put_on(frame, &timeline);
    }
}
