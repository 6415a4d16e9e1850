//! The files that are open, the models they put on the stage, the clips they brought.

use super::textures::lost::Lost;
use crate::placed::origin::{self, StageOrigin};
use crate::{ClipKey, Placed, Selected};
use castview_base::core::{Bounds, Diagnostics, SharedBytes};
use castview_base::scene::{Clip, Model, Scene};
use castview_motion::animation::PackedKeys;
use castview_picture::opened::{Decided, FileKey, Instances, Outside, StandsFor, TextureEntry, TextureState};
use castview_picture::{PlacedKey, Texture, TextureSet};
use glam::DVec3;
use std::collections::BTreeSet;
use std::sync::Arc;

/// All that is open.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// In the order they were opened.
    pub(super) files: Vec<OpenFile>,
    /// In drawing order: every model of every file, or the stand-in skeleton of a clip while there is no model.
    pub(super) models: Vec<Placed>,
    /// Every clip of every file, in order.
    pub(super) clips: Vec<ClipEntry>,
    /// Matches of the active clip; `None` without a clip or without a model.
    pub(super) matches: Option<Matches>,
    /// Point from which everything on it counts.
    pub(super) origin: StageOrigin,
}

/// One open file: a row of the stage.
#[derive(Clone, Debug)]
pub struct OpenFile {
    pub key: FileKey,
    /// File name, for people.
    pub name: String,
    /// Where it came from, spelled so that it can be opened again; empty for standard input and the built-in demo.
    pub location: String,
    /// The bytes of the file itself; empty where nobody keeps them.
    pub bytes: SharedBytes,
    pub scene: Arc<Scene>,
    pub diagnostics: Arc<Diagnostics>,
    /// One per texture reference of the scene.
    pub textures: Vec<TextureEntry>,
    pub instances: Instances,
    /// The built-in demo: the first file that is opened takes its place.
    pub is_demo: bool,
    pub decided: Decided,
    /// References of the file to places outside the folders it may read.
    pub outside: Vec<Outside>,
    /// Where the buffers lie that it names.
    pub buffers: Vec<String>,
    /// Folders in which a texture, an instance or a buffer would be that is missing.
    pub awaited: Vec<String>,
}

/// One clip of an open file: a row of the stage.
#[derive(Clone, Debug)]
pub struct ClipEntry {
    pub key: ClipKey,
    pub name: String,
    /// Holds the clip.
    pub scene: Arc<Scene>,
    /// The clip's keys, packed ahead or when it first played; shared by every model it drives.
    pub(crate) keys: Option<Arc<PackedKeys>>,
}

/// How many of the active clip's curves found something to drive on any model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matches {
    pub matched: usize,
    pub total: usize,
    /// Bones that stand still although a curve has their name: another bone of the name moves.
    pub namesakes: usize,
}

impl Stage {
    /// The open files, in the order they were opened.
    pub fn files(&self) -> &[OpenFile] {
        &self.files
    }

    /// In drawing order: every model of every file, or the stand-in skeleton of a clip while there is no model.
    pub fn models(&self) -> &[Placed] {
        &self.models
    }

    /// The same, to be bound, posed and placed.
    pub(crate) fn models_mut(&mut self) -> &mut [Placed] {
        &mut self.models
    }

    /// Every clip of every file, in order.
    pub fn clips(&self) -> &[ClipEntry] {
        &self.clips
    }

    /// Clips, whose keys are packed when they first play, and the models they are bound to.
    pub(crate) fn clips_and_models(&mut self) -> (&mut [ClipEntry], &mut [Placed]) {
        (&mut self.clips, &mut self.models)
    }

    /// Takes in an opened file with its models and clips. Models take the place of a clip's stand-in skeleton.
    pub(crate) fn join(&mut self, file: OpenFile, models: Vec<Placed>, clips: Vec<ClipEntry>) {
        self.models.retain(|placed| !placed.is_stand_in || models.is_empty());
        self.files.push(file);
        self.models.extend(models);
        self.clips.extend(clips);
    }

    /// Puts a file that was read again where it was, and its models and clips where the first of its former ones were. Returns the file as
    /// it was; `None`: it is not open, and nothing changes.
    pub(crate) fn replace(&mut self, file: OpenFile, models: Vec<Placed>, clips: Vec<ClipEntry>) -> Option<OpenFile> {
        let key = file.key;
        let place = self.files.iter_mut().find(|old| old.key == key)?;
        let old = std::mem::replace(place, file);
        let first_model = self.models.iter().position(|placed| placed.file == key);
        let first_clip = self.clips.iter().position(|clip| clip.key.file == key);
        self.models.retain(|placed| placed.file != key);
        self.clips.retain(|clip| clip.key.file != key);
        let models_at = first_model.unwrap_or(self.models.len());
        let clips_at = first_clip.unwrap_or(self.clips.len());
        self.models.splice(models_at..models_at, models);
        self.clips.splice(clips_at..clips_at, clips);
        Some(old)
    }

    /// Takes files off, with their models and clips.
    pub(crate) fn remove(&mut self, gone: &[FileKey]) {
        self.files.retain(|file| !gone.contains(&file.key));
        self.models.retain(|placed| !gone.contains(&placed.file));
        self.clips.retain(|clip| !gone.contains(&clip.key.file));
    }

    /// Takes in what `new` has and it has not, after its own. The demo and stand-in skeletons stay behind. Returns the keys of the files
    /// that came.
    pub(crate) fn take_beside(&mut self, new: Stage) -> Vec<FileKey> {
        self.files.retain(|file| !file.is_demo);
        let own: BTreeSet<FileKey> = self.files.iter().map(|file| file.key).collect();
        let is_new = |file: FileKey| !own.contains(&file);
        self.models.retain(|placed| !placed.is_stand_in && !is_new(placed.file));
        let models = new.models.into_iter();
        self.models.extend(models.filter(|placed| is_new(placed.file)));
        let clips = new.clips.into_iter();
        self.clips.extend(clips.filter(|clip| is_new(clip.key.file)));
        let files = new.files.into_iter();
        let added: Vec<OpenFile> = files.filter(|file| is_new(file.key)).collect();
        let keys = added.iter().map(|file| file.key).collect();
        self.files.extend(added);
        keys
    }

    /// Puts a clip's stand-in skeleton on.
    pub(crate) fn stand_in(&mut self, placed: Placed) {
        self.models.push(placed);
    }

    /// Takes the stand-in skeleton of a clip off. Returns whether there was one.
    pub(crate) fn remove_stand_in(&mut self) -> bool {
        let before = self.models.len();
        self.models.retain(|placed| !placed.is_stand_in);
        self.models.len() < before
    }

    /// Matches of the active clip; `None` without a clip or without a model.
    pub fn matches(&self) -> Option<Matches> {
        self.matches
    }

    /// Takes in how much of the active clip has found something to drive.
    pub(crate) fn take_matches(&mut self, matches: Option<Matches>) {
        self.matches = matches;
    }

    /// Point from which everything on the stage counts.
    pub(crate) fn origin(&self) -> StageOrigin {
        self.origin
    }

    /// Counts models from the stage's origin.
    pub(crate) fn count_models(&mut self) {
        origin::count_all(&mut self.models, self.origin);
    }

    /// Counts the stage from the origin that suits `bounds`, its box on the stage. Returns the way from the new origin to the former, if
    /// anything counts otherwise now.
    pub(crate) fn settle_origin(&mut self, bounds: &Bounds) -> Option<DVec3> {
        let before = self.origin;
        let now = before.settled(bounds);
        if !origin::settle(&mut self.models, before, now) {
            return None;
        }
        self.origin = now;
        Some(before.at.as_dvec3() - now.at.as_dvec3())
    }

    /// Counts from the origin of the files from now on.
    pub(crate) fn count_as_filed(&mut self) {
        self.origin.is_filed = true;
    }

    /// The open file of that key.
    pub fn file(&self, key: FileKey) -> Option<&OpenFile> {
        self.files.iter().find(|file| file.key == key)
    }

    /// The model of that key.
    pub fn placed(&self, key: PlacedKey) -> Option<&Placed> {
        // Keys ascend, unless a file came back with more models than it had.
        match self.models.binary_search_by_key(&key, |placed| placed.key) {
            Ok(at) => Some(&self.models[at]),
            Err(_) => self.models.iter().find(|placed| placed.key == key),
        }
    }

    /// The clip of that key.
    pub fn clip(&self, key: ClipKey) -> Option<&ClipEntry> {
        self.clips.iter().find(|clip| clip.key == key)
    }

    /// Whether `item` is on the stage, so that it can be selected.
    pub fn has(&self, item: Selected) -> bool {
        let is_in = |key, index: usize, count: fn(&Model) -> usize| {
            self.placed(key).is_some_and(|placed| index < count(placed.model()))
        };
        match item {
            Selected::File(key) => self.file(key).is_some(),
            Selected::Clip(key) => self.clip(key).is_some(),
            Selected::Instance(key, instance) => self.file(key).is_some_and(|file| file.instance(instance).is_some()),
            Selected::Model(key) => self.placed(key).is_some(),
            Selected::Bone(key, bone) => is_in(key, bone.get(), |model| model.skeleton.len()),
            Selected::Handle(key, handle) => is_in(key, handle.get(), |model| model.rig.handles.len()),
            Selected::Constraint(key, constraint) => is_in(key, constraint.get(), |model| model.rig.constraints.len()),
            Selected::Mesh(key, mesh) => is_in(key, mesh.get(), |model| model.meshes.len()),
            Selected::Hair(key, hair) => is_in(key, hair.get(), |model| model.hairs.len()),
            Selected::BlendShape(key, shape) => is_in(key, shape.get(), |model| model.blend_shapes.len()),
            Selected::Material(key, material) => is_in(key, material.get(), |model| model.materials.len()),
            Selected::Fixture(key, fixture) => is_in(key, fixture.get(), |model| model.fixtures.len()),
        }
    }

    /// Whether a model (not only a clip's stand-in skeleton) is on the stage.
    pub fn has_model(&self) -> bool {
        self.models.iter().any(|placed| !placed.is_stand_in)
    }

    /// Whether `placed` is the boxes that stand for missing files.
    pub fn is_missing(&self, placed: &Placed) -> bool {
        let files = self.file(placed.file).map_or(&[][..], |file| &file.instances.files);
        let mut boxes = files.iter().filter(|inside| inside.stands_for == StandsFor::Missing);
        boxes.any(|inside| Arc::ptr_eq(&inside.scene, &placed.scene))
    }

    /// Whether nothing is open.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The textures of the open or referenced file `key`, and its scene.
    pub(crate) fn textures_mut(&mut self, key: FileKey) -> Option<(Arc<Scene>, &mut Vec<TextureEntry>)> {
        self.files.iter_mut().find_map(|file| {
            if file.key == key {
                return Some((file.scene.clone(), &mut file.textures));
            }
            let inside = file.instances.files.iter_mut().find(|inside| inside.key == key)?;
            Some((inside.scene.clone(), &mut inside.textures))
        })
    }

    /// One per texture reference of the scene `placed` is from: that of its file, or of the one its file references.
    pub fn textures_of(&self, placed: &Placed) -> &[TextureEntry] {
        let Some(file) = self.file(placed.file) else {
            return &[];
        };
        let inside = file.instances.files.iter();
        let inside = inside
            .into_iter()
            .find(|inside| Arc::ptr_eq(&inside.scene, &placed.scene));
        inside.map_or(&file.textures, |inside| &inside.textures)
    }

    /// Texture images in the form pictures take.
    pub fn texture_set(textures: &[TextureEntry]) -> TextureSet {
        let image = |entry: &TextureEntry| match &entry.state {
            TextureState::Ready(image) => match entry.full_size {
                Some(size) => Texture::Reduced(image.clone(), size),
                None => Texture::Ready(image.clone()),
            },
            TextureState::Missing(_) | TextureState::Broken(_) => Texture::Missing,
            TextureState::Loading | TextureState::Unused => Texture::Waiting,
        };
        Arc::new(textures.iter().map(image).collect())
    }
}

impl OpenFile {
    /// Models of its own or of the files it references.
    pub fn has_models(&self) -> bool {
        !self.scene.models.is_empty() || !self.instances.files.is_empty()
    }

    /// Its own textures that cannot be shown.
    pub fn lost_textures(&self) -> Lost {
        Lost::of(&self.textures)
    }
}

impl ClipEntry {
    /// The clip itself.
    pub fn clip(&self) -> &Clip {
        &self.scene.clips[self.key.clip.get()]
    }
}

/// Level to draw of models with several levels of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelPick {
    /// The one with the lowest number.
    #[default]
    Lowest,
    /// Each node as the file's distances say for where the eye is.
    ByDistance,
    /// The one of this number; of a model without it, the next below.
    Only(u32),
    All,
}
