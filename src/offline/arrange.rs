//! Opened files → a session, by the same steps a user takes in the window: so every command poses what the window shows.

use super::file_set::{FileSet, OfflineError};
use super::named::bones_named;
use super::wish::play_as::{PlayAsWish, WayWish};
use super::wish::stop::StopWish;
use crate::animation::{Renames, Retarget};
use crate::opened::Placement;
use crate::picture::PlacedKey;
use crate::session::playback;
use crate::session::{
    Action, Attachment, ClipKey, CompositionAction, Effect, LayerChange, LayerKey, Message, ModeScope, Placed,
    PlaybackAction, Seek, Session, Stage, Switch, view,
};

/// Clips and models that play, and on what terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    /// By name, by number or `rest`; `None`: the first clip of the last file that has one.
    pub clip: Option<String>,
    /// From the bottom up, over the clip.
    pub layers: Vec<LayerWish>,
    /// Clips that play otherwise than their files say.
    pub play_as: Vec<PlayAsWish>,
    /// How clips are brought to models of other files; `None`: as it is, which is as stored at first.
    pub retarget: Option<Retarget>,
    /// Models hung on bones.
    pub attachments: Vec<AttachmentWish>,
    /// Models that move with the bones of others.
    pub merges: Vec<MergeWish>,
    /// Frames outside the clip start over instead of holding its ends; `None`: as it is, which is off at first.
    pub loops: Option<bool>,
    /// Solve IK handles and constraints; `None`: as it is, which is off at first.
    pub rig: Option<bool>,
    /// Hold every curve at its last key until the next one; `None`: as it is, which is off at first.
    pub stepped: Option<bool>,
    /// Show a model as this step leaves it; `None`: as it is, which is whole at first.
    pub stop: Option<StopWish>,
    /// Rules that are switched on here are added to how names are matched.
    pub names: Renames,
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

/// A model that moves with the same-named bones of another, both by name.
#[derive(Clone, Debug, PartialEq)]
pub struct MergeWish {
    pub model: String,
    pub leader: String,
}

/// Where a clip is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoseTime {
    /// The clip's own frame number.
    Frame(f64),
    /// Frame 0 is at 0.
    Seconds(f64),
}

/// The clips that an arrangement names.
pub(super) struct Clips {
    /// `Some(None)`: the rest pose; `None`: whichever is chosen.
    pub active: Option<Option<ClipKey>>,
    /// One per layer.
    pub layers: Vec<ClipKey>,
    /// Clips with the way that each plays.
    pub ways: Vec<(ClipKey, WayWish<ClipKey>)>,
}

impl Clips {
    pub fn named(batch: &FileSet, wish: &Arrangement) -> Result<Self, OfflineError> {
        let active = wish.clip.as_deref().map(|wanted| batch.choose_clip(Some(wanted)));
        let layers = wish.layers.iter().map(|layer| batch.named_clip(&layer.clip));
        Ok(Self {
            active: active.transpose()?,
            layers: layers.collect::<Result<_, _>>()?,
            ways: (wish.play_as.iter())
                .map(|wish| wish.resolved(|name| batch.named_clip(name)))
                .collect::<Result<_, _>>()?,
        })
    }
}

/// Where the numbers of a session count from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// The origin of the files: the numbers are printed or written.
    AsFiled,
    /// A point near what stands far away, so that its picture is whole.
    AsDrawn,
}

/// A session that stands still.
pub(super) struct Arranged {
    pub session: Session,
    /// The model is stopped after this step at every time at which it is there.
    pub stop: Option<StopWish>,
}

impl Arranged {
    /// Opens `batch` in an empty session, at the first frame of what `wish` asks for.
    pub fn new(batch: FileSet, wish: &Arrangement, counting: Counting) -> Result<Self, OfflineError> {
        let first = batch.choose_clip(None)?;
        let clips = Clips::named(&batch, wish)?;
        let clips = Clips {
            active: clips.active.or(Some(first)),
            ..clips
        };
        let mut arranged = Self::opened(batch, counting);
        let first = Arrangement {
            loops: Some(wish.loops.unwrap_or(false)),
            ..wish.clone()
        };
        arranged.lay_out(&first, clips)?;
        Ok(arranged)
    }

    /// Opens `batch` in an empty session.
    pub fn opened(batch: FileSet, counting: Counting) -> Self {
        let mut session = Session::default();
        if counting == Counting::AsFiled {
            view::count_as_filed(&mut session);
        }
        session.receive(Message::Loaded {
            generation: 0,
            files: batch.files,
            placement: Placement::Replace,
        });
        // The window sets models side by side; a command leaves them where their files place them.
        drop(session.apply(Action::Composition(CompositionAction::PutBack)));
        Self { session, stop: None }
    }

    /// Changes what `wish` names; layers take the place of those that are there.
    pub fn lay_out(&mut self, wish: &Arrangement, clips: Clips) -> Result<(), OfflineError> {
        let session = &mut self.session;
        // Notices of a session are for people at a window; what they say is in `info`.
        let does = |session: &mut Session, action| drop(session.apply(action));
        let mut names = session.preferences().motion.renames.clone();
        names.first_only |= wish.names.first_only;
        names.as_stored |= wish.names.as_stored;
        if names != session.preferences().motion.renames {
            does(session, Action::Composition(CompositionAction::SetRenames(names)));
        }
        if let Some(clip) = clips.active {
            does(session, Action::Playback(PlaybackAction::ChooseClip(clip)));
            does(session, Action::Playback(PlaybackAction::Pause));
        }
        // Only asks whether they are there: under a mask of another name nothing moves. A clip without a model has brought its bones.
        let masks: Vec<String> = wish.layers.iter().filter_map(|layer| layer.mask.clone()).collect();
        bones_named(session, &masks)?;
        if wish.loops.is_some() && session.preferences().playing.ping_pong {
            does(session, Switch::PING_PONG.toggle());
        }
        if wish.loops.is_some_and(|wanted| wanted != playback::loops(session)) {
            does(session, Switch::LOOP.toggle());
        }
        if wish.rig.is_some_and(|wanted| wanted != session.composition().rig()) {
            does(session, Switch::RIG.toggle());
        }
        if wish
            .stepped
            .is_some_and(|wanted| wanted != session.composition().stepped())
        {
            does(session, Switch::STEPPED.toggle());
        }
        if !wish.layers.is_empty() {
            let before: Vec<LayerKey> = session.edits().layers().iter().map(|layer| layer.key).collect();
            for layer in before {
                does(
                    session,
                    Action::Composition(CompositionAction::ChangeLayer(layer, LayerChange::Remove)),
                );
            }
        }
        for (clip, layer) in clips.layers.into_iter().zip(&wish.layers) {
            does(
                session,
                Action::Composition(CompositionAction::AddLayer { clip, model: None }),
            );
            let key = session.edits().layers().last().map(|layer| layer.key);
            let Some(key) = key else { continue };
            for change in [
                LayerChange::Weight(layer.weight),
                LayerChange::Mask(layer.mask.clone()),
                // Whoever asks for a time puts it there by hand.
                LayerChange::HeldSecs(None),
            ] {
                does(
                    session,
                    Action::Composition(CompositionAction::ChangeLayer(key, change)),
                );
            }
        }
        if let Some(way) = wish.retarget {
            let all: Vec<ClipKey> = session.stage().clips().iter().map(|entry| entry.key).collect();
            for clip in all {
                let choose = CompositionAction::Retarget(clip, None, way);
                does(session, Action::Composition(choose));
            }
        }
        for (clip, way) in clips.ways {
            let choose = CompositionAction::OverrideMode(ModeScope::Clip(clip), way.play_as());
            does(session, Action::Composition(choose));
        }
        for wish in &wish.attachments {
            let (model, attachment) = attachment(session.stage(), wish)?;
            attach(session, &wish.model, (model, attachment))?;
        }
        for wish in &wish.merges {
            let model = model_named(session.stage(), &wish.model)?.key;
            let leader = model_named(session.stage(), &wish.leader)?.key;
            attach(session, &wish.model, (model, Attachment::Follow { leader }))?;
        }
        if wish.stop.is_some() {
            self.stop.clone_from(&wish.stop);
            self.stop_again();
        }
        Ok(())
    }

    /// A step that was not there at another time may be there now.
    fn stop_again(&mut self) {
        let stopped = self.stop.as_ref().and_then(|wish| wish.resolved(&self.session));
        if stopped.is_some() {
            self.session
                .apply(Action::Composition(CompositionAction::Stop(stopped)));
        }
    }

    /// Whether the model is stopped after the step that was wished for, at the time that is looked at.
    pub fn is_stopped_as_wished(&self) -> Result<(), OfflineError> {
        match &self.stop {
            Some(wish) if self.session.edits().stopped.is_none() => Err(OfflineError::NoStep(wish.text.clone())),
            _ => Ok(()),
        }
    }

    /// Puts the playhead there; says what the session asks for.
    pub fn seek(&mut self, time: PoseTime) -> Vec<Effect> {
        let frame = match (time, self.session.active_clip()) {
            (PoseTime::Seconds(secs), Some(entry)) => entry.clip().frame_at(secs),
            (PoseTime::Frame(frame), _) => frame,
            // Nothing moves.
            (PoseTime::Seconds(_), None) => return Vec::new(),
        };
        let frame = match self.session.timeline() {
            Some(timeline)
                if self.session.playback().transport().loops(&timeline) && !timeline.range.contains(frame) =>
            {
                timeline.range.wrap(frame)
            }
            _ => frame,
        };
        let seek = Action::Playback(PlaybackAction::Seek(Seek::Frame(frame)));
        let effects = self.session.apply(seek).effects;
        self.stop_again();
        effects
    }
}

/// Hangs it there, which fails if that one hangs on it.
fn attach(session: &mut Session, name: &str, (model, to): (PlacedKey, Attachment)) -> Result<(), OfflineError> {
    session.apply(Action::Composition(CompositionAction::Attach(model, Some(to))));
    match session.edits().attachments.get(&model) == Some(&to) {
        true => Ok(()),
        false => Err(OfflineError::GoesRound { model: name.to_owned() }),
    }
}

fn models(stage: &Stage) -> impl Iterator<Item = &Placed> {
    stage.models().iter().filter(|placed| !placed.is_stand_in)
}

fn model_named<'a>(stage: &'a Stage, name: &str) -> Result<&'a Placed, OfflineError> {
    let found = models(stage).find(|placed| placed.model().name == name);
    found.ok_or_else(|| OfflineError::NoSuchModel {
        wanted: name.to_owned(),
        models: models(stage).map(|placed| placed.model().name.clone()).collect(),
    })
}

/// The model of that name, and the bone on the first other model that has it.
fn attachment(stage: &Stage, wish: &AttachmentWish) -> Result<(PlacedKey, Attachment), OfflineError> {
    let model = model_named(stage, &wish.model)?;
    let bone_of = |placed: &Placed| {
        let bone = placed.model().skeleton.find(&wish.bone)?;
        Some(Attachment::Bone {
            leader: placed.key,
            bone,
        })
    };
    let mut others = models(stage).filter(|placed| placed.key != model.key);
    let attachment = others.find_map(bone_of);
    let attachment = attachment.ok_or_else(|| OfflineError::NoSuchBone {
        model: wish.model.clone(),
        wanted: wish.bone.clone(),
    })?;
    Ok((model.key, attachment))
}
