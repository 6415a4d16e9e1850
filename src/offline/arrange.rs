//! Opened files → a session, by the same steps a user takes in the window: so every command poses what the window shows.

use super::batch::{Batch, OfflineError};
use crate::session::{Action, LayerChange, Placement, Seek, Session};

/// What plays, and on what terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    /// By name, by number or `rest`; `None`: the first clip of the last file that has one.
    pub clip: Option<String>,
    /// From the bottom up, over the clip.
    pub layers: Vec<LayerWish>,
    /// Frames outside the clip start over instead of holding its ends.
    pub loops: bool,
}

/// One clip over the others.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerWish {
    /// By name or by number.
    pub clip: String,
    /// 0…1.
    pub weight: f32,
    /// Only from this bone down.
    pub mask: Option<String>,
}

/// A session that stands still at the first frame.
pub(super) struct Arranged {
    pub session: Session,
}

impl Arranged {
    /// Opens `batch` in an empty session and lays out what `wish` asks for.
    pub fn new(batch: Batch, wish: &Arrangement) -> Result<Self, OfflineError> {
        let clip = batch.choose_clip(wish.clip.as_deref())?;
        let mut layers = Vec::with_capacity(wish.layers.len());
        for layer in &wish.layers {
            layers.push((batch.named_clip(&layer.clip)?, layer));
        }
        let mut session = Session::default();
        // Notices of a session are for people at a window; what they say is in `info`.
        let does = |session: &mut Session, action| drop(session.apply(action));
        does(
            &mut session,
            Action::Loaded {
                generation: 0,
                files: batch.files,
                placement: Placement::Replace,
            },
        );
        does(&mut session, Action::ChooseClip(clip));
        does(&mut session, Action::Pause);
        if !wish.loops {
            does(&mut session, Action::ToggleLoop);
        }
        for (clip, layer) in layers {
            does(&mut session, Action::AddLayer { clip, model: None });
            let key = session.layers().last().map(|layer| layer.key);
            let Some(key) = key else { continue };
            does(
                &mut session,
                Action::ChangeLayer(key, LayerChange::Weight(layer.weight)),
            );
            does(
                &mut session,
                Action::ChangeLayer(key, LayerChange::Mask(layer.mask.clone())),
            );
        }
        Ok(Self { session })
    }

    /// Puts the playhead on a time; frame 0 is at 0.
    pub fn seek_secs(&mut self, secs: f64) {
        if let Some(timeline) = self.session.timeline() {
            self.seek(timeline.frame(secs));
        }
    }

    /// Puts the playhead on a frame of the clip.
    pub fn seek(&mut self, frame: f64) {
        let frame = match self.session.timeline() {
            Some(timeline) if self.session.live().transport.loops(&timeline) && !timeline.range.contains(frame) => {
                timeline.range.wrap(frame)
            }
            _ => frame,
        };
        self.session.apply(Action::Seek(Seek::Frame(frame)));
    }
}
