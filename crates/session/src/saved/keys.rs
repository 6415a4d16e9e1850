//! Keys of a saved view → keys of the files and models that stand at the same place on the stage now.

use crate::{Attachment, CameraKey, ClipKey, ModeScope, Selected, Session, Spot};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;

/// Both sides in the order of the stage.
pub struct Keys {
    files: Vec<(FileKey, FileKey)>,
    models: Vec<(PlacedKey, PlacedKey)>,
}

impl Keys {
    /// From those of a view to those of `session`, which has as many of both.
    pub fn between(files: &[FileKey], models: &[PlacedKey], session: &Session) -> Option<Self> {
        let (ours, placed) = (session.stage.files(), session.stage.models());
        (files.len() == ours.len() && models.len() == placed.len()).then(|| Self {
            files: files.iter().copied().zip(ours.iter().map(|file| file.key)).collect(),
            models: models
                .iter()
                .copied()
                .zip(placed.iter().map(|placed| placed.key))
                .collect(),
        })
    }

    pub fn file(&self, key: FileKey) -> Option<FileKey> {
        self.files
            .iter()
            .find(|(theirs, _)| *theirs == key)
            .map(|(_, ours)| *ours)
    }

    pub fn model(&self, key: PlacedKey) -> Option<PlacedKey> {
        self.models
            .iter()
            .find(|(theirs, _)| *theirs == key)
            .map(|(_, ours)| *ours)
    }

    pub fn clip(&self, key: ClipKey) -> Option<ClipKey> {
        let file = self.file(key.file)?;
        Some(ClipKey { file, ..key })
    }

    pub fn camera(&self, key: CameraKey) -> Option<CameraKey> {
        let model = self.model(key.model)?;
        Some(CameraKey { model, ..key })
    }

    pub fn selected(&self, selected: Selected) -> Option<Selected> {
        Some(match selected {
            Selected::File(file) => Selected::File(self.file(file)?),
            Selected::Model(key) => Selected::Model(self.model(key)?),
            Selected::Bone(key, part) => Selected::Bone(self.model(key)?, part),
            Selected::Handle(key, part) => Selected::Handle(self.model(key)?, part),
            Selected::Constraint(key, part) => Selected::Constraint(self.model(key)?, part),
            Selected::Mesh(key, part) => Selected::Mesh(self.model(key)?, part),
            Selected::Hair(key, part) => Selected::Hair(self.model(key)?, part),
            Selected::BlendShape(key, part) => Selected::BlendShape(self.model(key)?, part),
            Selected::Material(key, part) => Selected::Material(self.model(key)?, part),
            Selected::Fixture(key, part) => Selected::Fixture(self.model(key)?, part),
            Selected::Clip(clip) => Selected::Clip(self.clip(clip)?),
            Selected::Instance(file, part) => Selected::Instance(self.file(file)?, part),
        })
    }

    pub fn attachment(&self, attachment: Attachment) -> Option<Attachment> {
        Some(match attachment {
            Attachment::Bone { leader, bone } => Attachment::Bone {
                leader: self.model(leader)?,
                bone,
            },
            Attachment::Follow { leader } => Attachment::Follow {
                leader: self.model(leader)?,
            },
        })
    }

    pub fn scope(&self, scope: ModeScope) -> Option<ModeScope> {
        Some(match scope {
            ModeScope::Bone(key, bone) => ModeScope::Bone(self.model(key)?, bone),
            ModeScope::Clip(clip) => ModeScope::Clip(self.clip(clip)?),
            // Layers keep their keys.
            ModeScope::Layer(layer) => ModeScope::Layer(layer),
        })
    }

    pub fn spot(&self, spot: Spot) -> Option<Spot> {
        let model = self.model(spot.model)?;
        Some(Spot { model, ..spot })
    }
}
