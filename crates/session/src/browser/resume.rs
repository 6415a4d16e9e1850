//! Where the user was in what was open: kept with the files, and brought back with them.
//!
//! In: a session. Out: [`Resume`], plain data that names files by location, models, clips and bones by their order and name. Back: camera,
//! clip, frame, layers, attached and moved models of the files that are open again; the rest is left out. Keys of a session are never
//! stored: they are new in each run. The stored data may have been written by anybody: it is held to the same rules as what a user asks
//! for.

use crate::view::origin::world_origin;
use crate::{Attachment, Change, ClipKey, ClipLayer, LayerKey, Moved, SavedCamera, Session, Stage};
use castview_base::core::{ClipIndex, ModelIndex};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Camera, clips and time of what was open last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resume {
    /// `None`: everything was framed, and is framed again.
    pub camera: Option<SavedCamera>,
    /// While everything was framed: from where, which a key, the cube or a menu may have chosen.
    pub framed_from: Option<SavedCamera>,
    /// The active clip; `None`: the rest pose was shown.
    pub clip: Option<PartOfFile>,
    /// In frames of the active clip.
    #[serde(with = "crate::saved::numbers::exact_option")]
    pub frame: Option<f64>,
    /// Clips over the active one, from the bottom up.
    pub layers: Vec<ResumedLayer>,
    /// Models that stood elsewhere than their files say: offset in stage space and turn in degrees.
    pub moved: Vec<(PartOfFile, [f32; 3], [f32; 3])>,
    /// Models that hung on others.
    pub attached: Vec<ResumedAttachment>,
}

/// A model, and what it hung on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResumedAttachment {
    pub model: PartOfFile,
    pub leader: PartOfFile,
    /// Position among the bones of the leader, and name; `None`: it followed all bones of the same names.
    pub bone: Option<(usize, String)>,
}

/// A model or a clip of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartOfFile {
    /// Location of the file.
    pub location: String,
    /// Position in the file.
    pub index: usize,
    /// A file that was written anew may have it elsewhere.
    pub name: String,
}

/// A layer without its keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResumedLayer {
    pub clip: PartOfFile,
    /// `None`: every model with a match.
    pub model: Option<PartOfFile>,
    /// Its keys mean nothing outside the run that wrote them.
    pub layer: ClipLayer,
}

/// Where the user is. Keeps nothing of the demo, which is opened by itself.
pub(crate) fn resume_point(session: &Session) -> Resume {
    let timeline = session.timeline();
    let clip = session.playback.active_clip();
    let named = clip.and_then(|clip| session.stage.name_of_clip(clip));
    let frame = timeline.map(|timeline| session.playback.transport().frame(&timeline));
    let layer = |layer: &ClipLayer| {
        Some(ResumedLayer {
            clip: session.stage.name_of_clip(layer.clip)?,
            model: match layer.model {
                Some(model) => Some(session.stage.name_of_model(model)?),
                None => None,
            },
            // Keys of this run would make every run's file another one.
            layer: ClipLayer {
                key: LayerKey(0),
                clip: ClipKey {
                    file: FileKey(0),
                    clip: layer.clip.clip,
                },
                model: None,
                ..layer.clone()
            },
        })
    };
    let moved = |(key, moved): (&PlacedKey, &Moved)| {
        let name = session.stage.name_of_model(*key)?;
        Some((name, moved.offset.to_array(), moved.turn.to_array()))
    };
    let camera = SavedCamera::of(&session.view.camera(), world_origin(session));
    Resume {
        camera: (!session.view.is_framed()).then_some(camera),
        framed_from: (session.view.is_framed()).then_some(camera),
        frame: frame.filter(|_| named.is_some()),
        clip: named,
        layers: session.edits.layers.iter().filter_map(layer).collect(),
        moved: session.edits.moved.iter().filter_map(moved).collect(),
        attached: (session.edits.attachments.iter())
            .filter_map(|(model, attachment)| session.stage.named_attachment(*model, *attachment))
            .collect(),
    }
}

/// Puts the open models and clips of `resume` back as they stood then. Nothing plays: the frame is the one that was looked at.
pub(crate) fn take_up(session: &mut Session, resume: &Resume) {
    let clip = resume.clip.as_ref().and_then(|clip| session.stage.clip_named(clip));
    // Where the clip is missing, what came with the other files plays.
    if clip.is_some() || resume.clip.is_none() {
        session.activate(clip, false);
    }
    // Files that come together are paired with clips anew; what was then holds.
    session.edits.layers.clear();
    for ResumedLayer { clip, model, layer } in &resume.layers {
        let only = model.as_ref().map(|model| session.stage.model_named(model));
        let (Some(clip), false) = (session.stage.clip_named(clip), only == Some(None)) else {
            continue;
        };
        let key = session.composition.new_layer();
        let (model, layer) = (only.flatten(), layer.clone());
        session.edits.layers.push(
            ClipLayer {
                key,
                clip,
                model,
                ..layer
            }
            .checked(),
        );
    }
    // Files that were opened one by one stood otherwise than those that came together.
    session.edits.moved.clear();
    session.edits.attachments.clear();
    for attached in &resume.attached {
        let leader = session.stage.model_named(&attached.leader);
        let pair = session.stage.model_named(&attached.model).zip(leader);
        if let Some((model, attachment)) = pair.and_then(|(model, leader)| {
            let attachment = session.stage.attachment_named(leader, attached.bone.as_ref())?;
            Some((model, attachment))
        }) {
            // Refuses whatever would go round.
            session.attach(model, Some(attachment));
        }
    }
    for (model, offset, turn) in &resume.moved {
        let [offset, turn] = [*offset, *turn].map(Vec3::from_array);
        let moved = Moved { offset, turn };
        if let Some(key) = session.stage.model_named(model).filter(|_| moved.is_sane()) {
            session.edits.moved.insert(key, moved);
        }
    }
    session.bind_active_clip();
    session.stand_in_for_missing_model();
    if let (Some(frame), Some(timeline), true) = (resume.frame, session.timeline(), clip.is_some()) {
        session.playback.put_on(frame, &timeline);
    }
    session.note(Change::PICTURE | Change::POSES | Change::SIZE);
    session.evaluate();
    if let Some(camera) = resume.camera {
        session.view.begin_at(camera.camera(world_origin(session)));
        session.view.leave_frame();
    } else if let Some(from) = resume.framed_from {
        session.view.begin_at(from.camera(world_origin(session)));
        session.frame_again();
    }
}

impl Stage {
    fn named_attachment(&self, model: PlacedKey, attachment: Attachment) -> Option<ResumedAttachment> {
        let leader = attachment.leader();
        let bone = match attachment {
            Attachment::Bone { bone, .. } => {
                let skeleton = &self.placed(leader)?.model().skeleton;
                (bone.get() < skeleton.len()).then(|| (bone.get(), skeleton.name(bone).to_owned()))
            }
            Attachment::Follow { .. } => None,
        };
        Some(ResumedAttachment {
            model: self.name_of_model(model)?,
            leader: self.name_of_model(leader)?,
            bone,
        })
    }

    /// `None`: the leader has no bone of that name.
    fn attachment_named(&self, leader: PlacedKey, bone: Option<&(usize, String)>) -> Option<Attachment> {
        let Some((at, name)) = bone else {
            return Some(Attachment::Follow { leader });
        };
        let skeleton = &self.placed(leader)?.model().skeleton;
        let named = (skeleton.bones()).map(|bone| (bone, bone.get() == *at, skeleton.name(bone)));
        best(named, name).map(|bone| Attachment::Bone { leader, bone })
    }

    fn location_of(&self, file: FileKey) -> Option<&str> {
        let file = self.file(file)?;
        (!file.is_demo && !file.location.is_empty()).then_some(&file.location)
    }

    fn name_of_clip(&self, clip: ClipKey) -> Option<PartOfFile> {
        Some(PartOfFile {
            location: self.location_of(clip.file)?.to_owned(),
            index: clip.clip.get(),
            name: self.clip(clip)?.name.clone(),
        })
    }

    fn name_of_model(&self, key: PlacedKey) -> Option<PartOfFile> {
        let placed = self.placed(key).filter(|placed| !placed.is_stand_in)?;
        Some(PartOfFile {
            location: self.location_of(placed.file)?.to_owned(),
            index: placed.model.get(),
            name: placed.model().name.clone(),
        })
    }

    fn clip_named(&self, part: &PartOfFile) -> Option<ClipKey> {
        let is_of = |key: &ClipKey| self.location_of(key.file) == Some(&part.location);
        let clips = self.clips().iter().filter(|clip| is_of(&clip.key));
        let clips = clips.map(|clip| (clip.key, clip.key.clip == ClipIndex::new(part.index), &*clip.name));
        best(clips, &part.name)
    }

    fn model_named(&self, part: &PartOfFile) -> Option<PlacedKey> {
        let models = self.models().iter().filter(|placed| !placed.is_stand_in);
        let models = models.filter(|placed| self.location_of(placed.file) == Some(&part.location));
        let at = ModelIndex::new(part.index);
        // Models of referenced files are in files of their own, with indices of their own.
        let named = models.map(|placed| (placed.key, placed.model == at, &*placed.model().name));
        best(named, &part.name)
    }
}

/// The candidate at the same place with the same name, else the first of that name.
fn best<'a, K>(candidates: impl Iterator<Item = (K, bool, &'a str)>, name: &str) -> Option<K> {
    let of_name = candidates.filter(|(_, _, own)| *own == name);
    // The first of equal ones: `min_by_key` keeps it.
    of_name.min_by_key(|(_, is_there, _)| !is_there).map(|(key, _, _)| key)
}
