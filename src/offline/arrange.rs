//! Opened files → a session, by the same steps a user takes in the window: so every command poses what the window shows.

use super::file_set::{FileSet, OfflineError};
use crate::opened::Placement;
use crate::picture::PlacedKey;
use crate::session::{
    Action, Attachment, CompositionAction, LayerChange, Message, Placed, PlaybackAction, Seek, Session, Stage,
};

/// What plays, and on what terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    /// By name, by number or `rest`; `None`: the first clip of the last file that has one.
    pub clip: Option<String>,
    /// From the bottom up, over the clip.
    pub layers: Vec<LayerWish>,
    /// Models hung on bones.
    pub attachments: Vec<AttachmentWish>,
    /// Frames outside the clip start over instead of holding its ends.
    pub loops: bool,
    /// Solve IK handles and constraints.
    pub rig: bool,
    /// Hold every curve at its last key until the next one.
    pub stepped: bool,
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

/// A model hung on a bone of another, both by name.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentWish {
    pub model: String,
    pub bone: String,
}

/// Where a clip is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// The clip's own frame number.
    Frame(f64),
    /// Frame 0 is at 0.
    Seconds(f64),
}

/// A session that stands still at the first frame.
pub(super) struct Arranged {
    pub session: Session,
}

impl Arranged {
    /// Opens `batch` in an empty session and lays out what `wish` asks for.
    pub fn new(batch: FileSet, wish: &Arrangement) -> Result<Self, OfflineError> {
        let clip = batch.choose_clip(wish.clip.as_deref())?;
        let mut layers = Vec::with_capacity(wish.layers.len());
        for layer in &wish.layers {
            layers.push((batch.named_clip(&layer.clip)?, layer));
        }
        let mut session = Session::default();
        // Notices of a session are for people at a window; what they say is in `info`.
        let does = |session: &mut Session, action| drop(session.apply(action));
        session.receive(Message::Loaded {
            generation: 0,
            files: batch.files,
            placement: Placement::Replace,
        });
        // The window sets models side by side; a command leaves them where their files place them.
        does(&mut session, Action::Composition(CompositionAction::PutBack));
        does(&mut session, Action::Playback(PlaybackAction::ChooseClip(clip)));
        does(&mut session, Action::Playback(PlaybackAction::Pause));
        if wish.loops != session.loops() {
            does(&mut session, Action::Playback(PlaybackAction::ToggleLoop));
        }
        if wish.rig {
            does(&mut session, Action::Composition(CompositionAction::ToggleRig));
        }
        if wish.stepped {
            does(&mut session, Action::Composition(CompositionAction::ToggleStepped));
        }
        for (clip, layer) in layers {
            does(
                &mut session,
                Action::Composition(CompositionAction::AddLayer { clip, model: None }),
            );
            let key = session.layers().last().map(|layer| layer.key);
            let Some(key) = key else { continue };
            for change in [
                LayerChange::Weight(layer.weight),
                LayerChange::Mask(layer.mask.clone()),
                // Whoever asks for a time puts it there by hand.
                LayerChange::HeldSecs(None),
            ] {
                does(
                    &mut session,
                    Action::Composition(CompositionAction::ChangeLayer(key, change)),
                );
            }
        }
        for wish in &wish.attachments {
            let (model, attachment) = attachment(session.stage(), wish)?;
            session.apply(Action::Composition(CompositionAction::Attach(model, Some(attachment))));
            if session.edits().attachments.get(&model) != Some(&attachment) {
                return Err(OfflineError::GoesRound {
                    model: wish.model.clone(),
                });
            }
        }
        Ok(Self { session })
    }

    /// Puts the playhead there.
    pub fn seek(&mut self, moment: Moment) {
        let frame = match (moment, self.session.active_clip()) {
            (Moment::Seconds(secs), Some(entry)) => entry.clip().frame_at(secs),
            (Moment::Frame(frame), _) => frame,
            // Nothing moves.
            (Moment::Seconds(_), None) => return,
        };
        let frame = match self.session.timeline() {
            Some(timeline) if self.session.playback().transport.loops(&timeline) && !timeline.range.contains(frame) => {
                timeline.range.wrap(frame)
            }
            _ => frame,
        };
        self.session
            .apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
    }
}

/// The model of that name, and the bone on the first other model that has it.
fn attachment(stage: &Stage, wish: &AttachmentWish) -> Result<(PlacedKey, Attachment), OfflineError> {
    let models = || stage.models.iter().filter(|placed| !placed.is_stand_in);
    let model = models().find(|placed| placed.model().name == wish.model);
    let model = model.ok_or_else(|| OfflineError::NoSuchModel {
        wanted: wish.model.clone(),
        models: models().map(|placed| placed.model().name.clone()).collect(),
    })?;
    let bone_of = |placed: &Placed| {
        let bone = placed.model().skeleton.find(&wish.bone)?;
        Some(Attachment::Bone {
            leader: placed.key,
            bone,
        })
    };
    let mut others = models().filter(|placed| placed.key != model.key);
    let attachment = others.find_map(bone_of);
    let attachment = attachment.ok_or_else(|| OfflineError::NoSuchBone {
        model: wish.model.clone(),
        wanted: wish.bone.clone(),
    })?;
    Ok((model.key, attachment))
}
