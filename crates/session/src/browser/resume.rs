//! Where the user was in what was open: kept with the files, and brought back with them.
//!
//! In: the stage. Out: [`Resume`], plain data that names files by location, models, clips and bones by their order and name. Back: camera,
//! clip, frame, layers, attached and moved models of the files that are open again; the rest is left out. Keys of a session are never
//! stored: they are new in each run. The stored data may have been written by anybody: it is held to the same rules as what a user asks
//! for.

use crate::{Attachment, ClipKey, ClipLayer, SavedCamera, Stage};
use castview_base::core::{ClipIndex, ModelIndex};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
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

impl Stage {
    pub(super) fn named_attachment(&self, model: PlacedKey, attachment: Attachment) -> Option<ResumedAttachment> {
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
    pub(crate) fn attachment_named(&self, leader: PlacedKey, bone: Option<&(usize, String)>) -> Option<Attachment> {
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

    pub(super) fn name_of_clip(&self, clip: ClipKey) -> Option<PartOfFile> {
        Some(PartOfFile {
            location: self.location_of(clip.file)?.to_owned(),
            index: clip.clip.get(),
            name: self.clip(clip)?.name.clone(),
        })
    }

    pub(super) fn name_of_model(&self, key: PlacedKey) -> Option<PartOfFile> {
        let placed = self.placed(key).filter(|placed| !placed.is_stand_in)?;
        Some(PartOfFile {
            location: self.location_of(placed.file)?.to_owned(),
            index: placed.model.get(),
            name: placed.model().name.clone(),
        })
    }

    pub(crate) fn clip_named(&self, part: &PartOfFile) -> Option<ClipKey> {
        let is_of = |key: &ClipKey| self.location_of(key.file) == Some(&part.location);
        let clips = self.clips().iter().filter(|clip| is_of(&clip.key));
        let clips = clips.map(|clip| (clip.key, clip.key.clip == ClipIndex::new(part.index), &*clip.name));
        best(clips, &part.name)
    }

    pub(crate) fn model_named(&self, part: &PartOfFile) -> Option<PlacedKey> {
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
