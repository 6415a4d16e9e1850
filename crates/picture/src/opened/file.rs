//! One file as the loader hands it over, and what was decided about it on the way.

use super::{FileKey, Instances, Outside, StandsFor, TextureEntry};
use castview_base::core::{Choice, Diagnostics, Options, SharedBytes};
use castview_base::scene::{Model, Scene};
use castview_motion::animation::PackedKeys;
use castview_motion::deform::ReachBoxes;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::sync::Arc;

/// Memory for packed keys of clips that do not play yet, so that they play at once when chosen.
pub const PACKED_BYTES: usize = 512 << 20;

/// One file as the loader hands it over.
#[derive(Clone, Debug)]
pub struct OpenedFile {
    /// Under which the session holds it.
    pub key: FileKey,
    /// File name, for people.
    pub name: String,
    /// Path of the file, spelled so that it can be opened.
    pub location: String,
    /// The bytes of the file itself, which its arrays mostly share; empty where nobody keeps them.
    pub bytes: SharedBytes,
    /// Its content.
    pub scene: Arc<Scene>,
    /// Reports about it, in the order of its reader.
    pub diagnostics: Arc<Diagnostics>,
    /// One per texture reference of the scene.
    pub textures: Vec<TextureEntry>,
    /// One per model of the scene, made beside the import, because that looks at every vertex.
    pub reach: Vec<Arc<ReachBoxes>>,
    /// One per clip of the scene, see [`Self::pack_keys`]; empty where nothing is packed ahead.
    pub keys: Vec<Option<Arc<PackedKeys>>>,
    /// The files that stand in it.
    pub instances: Instances,
    /// It is the built-in demo, which lies nowhere.
    pub is_demo: bool,
    /// Decisions about what its format leaves open.
    pub decided: Decided,
    /// Names of files outside the allowed folders, in this file and in those it references.
    pub outside: Vec<Outside>,
    /// Where the buffers lie that it names.
    pub buffers: Vec<String>,
    /// Folders in which a texture, an instance or a buffer would be that is missing.
    pub awaited: Vec<String>,
}

/// Decisions of a file's reader, and the user's own instead.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decided {
    /// Everything that the format leaves open, with the values in force.
    pub choices: Vec<Choice>,
    /// The values that the user chose.
    pub options: Options,
}

/// The same scene under the same key: content is not compared.
impl PartialEq for OpenedFile {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && Arc::ptr_eq(&self.scene, &other.scene)
    }
}

impl OpenedFile {
    /// A file that is `scene` and nothing else: no location, no textures, nothing beside it.
    pub fn of(key: FileKey, name: impl Into<String>, scene: Scene) -> Self {
        Self {
            key,
            name: name.into(),
            location: String::new(),
            bytes: SharedBytes::default(),
            reach: Self::reach_of(&scene),
            keys: Vec::new(),
            scene: Arc::new(scene),
            diagnostics: Arc::default(),
            textures: Vec::new(),
            instances: Instances::default(),
            is_demo: false,
            decided: Decided::default(),
            outside: Vec::new(),
            buffers: Vec::new(),
            awaited: Vec::new(),
        }
    }

    /// Packs the keys of the clips, the first ones until they have filled `room`, in bytes, which is lessened. A clip that finds no room is
    /// packed when it first plays; so is every clip if this is never called.
    pub fn pack_keys(&mut self, room: &mut usize) {
        let fits: Vec<bool> = self
            .scene
            .clips
            .iter()
            .map(|clip| {
                let fits = *room > 0;
                if fits {
                    *room = room.saturating_sub(PackedKeys::expected_bytes(clip));
                }
                fits
            })
            .collect();
        let clips = self.scene.clips.par_iter().zip(fits);
        self.keys = clips
            .map(|(clip, fits)| fits.then(|| Arc::new(PackedKeys::new(clip))))
            .collect();
    }

    /// Makes [`Self::reach`] for `scene`.
    pub fn reach_of(scene: &Scene) -> Vec<Arc<ReachBoxes>> {
        scene
            .models
            .iter()
            .map(|model| Arc::new(ReachBoxes::of(model)))
            .collect()
    }

    /// Its own and those of the files it references.
    pub fn models(&self) -> impl Iterator<Item = &Model> {
        let referenced = self
            .instances
            .files
            .iter()
            .filter(|file| file.stands_for == StandsFor::Itself);
        let scenes = std::iter::once(&self.scene).chain(referenced.map(|file| &file.scene));
        scenes.flat_map(|scene| &scene.models)
    }

    /// Models of its own or of the files it references.
    pub fn has_models(&self) -> bool {
        !self.scene.models.is_empty() || !self.instances.files.is_empty()
    }
}
