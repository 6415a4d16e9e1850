//! Several files → one scene, and where its images are.
//!
//! The first file's up axis is that of the whole: models of files with another one are turned by their placement, and clips keep
//! the axis of their file until they are bound.

use super::budget::Budget;
use super::conversion::{Conversion, ConvertError};
use super::left_out;
use super::relinked::{self, Relinked};
use crate::animation::{AxisTurn, Fit, Renames, Retarget, Retargeting};
use crate::core::{Diagnostics, ModelIndex, Place, TextureIndex};
use crate::files::{self, Reach, TextureSearch};
use crate::formats::rules::convert as rule;
use crate::offline::fitting::fitting;
use crate::offline::unknown_choice::check_options;
use crate::opened::Outside;
use crate::scene::{Material, Metadata, Model, Scene, SlotSource};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest image that is put into a file.
const MOST_IMAGE_BYTES: u64 = 256 << 20;

pub(super) struct Gathered {
    pub scene: Scene,
    pub found: FoundImages,
    /// Where each model and each clip comes from.
    pub origin_of_models: Vec<Origin>,
    pub origin_of_clips: Vec<Origin>,
    /// Paths that the files name outside the folders they may read.
    pub outside: Vec<(String, Vec<Outside>)>,
    /// Sentences about images that a view names in place of those of the files.
    pub relinked: Vec<String>,
    pub room: Budget,
}

/// The source that something comes from.
#[derive(Clone)]
pub(super) struct Origin {
    /// Counted from 0.
    file: usize,
    /// Axes that the source states.
    axes: Metadata,
}

/// Where the scene's textures lie on this machine.
#[derive(Default)]
pub(super) struct FoundImages(BTreeMap<TextureIndex, FoundImage>);

pub(super) struct FoundImage {
    pub file: files::ReachedFile,
    /// The path leads out of the folder of the file that names it, or is absolute.
    pub is_outside: bool,
}

pub(super) fn gather(conversion: &Conversion<'_>, losses: &mut Diagnostics) -> Result<Gathered, ConvertError> {
    let mut whole = Gathered {
        scene: Scene::default(),
        found: FoundImages::default(),
        origin_of_models: Vec::new(),
        origin_of_clips: Vec::new(),
        outside: Vec::new(),
        relinked: Vec::new(),
        room: Budget::default(),
    };
    let mut choices = Vec::new();
    for (index, path) in conversion.sources.iter().enumerate() {
        let reach = Reach::of(path, conversion.allowance);
        let of_view = conversion.bake.and_then(|bake| bake.view?.imports.get(index));
        let mut decided = of_view.cloned().unwrap_or_default();
        decided.extend(conversion.options);
        let import = files::import_as(path, &reach, &decided, &mut |_| true)?;
        whole.room.add_source(import.document.source_bytes());
        let warnings = import.diagnostics.warnings();
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        left_out::report(&import, &name, losses);
        if warnings > 0 {
            losses.report(
                rule::X_SOURCE,
                || super::plain::place_in("file", &name),
                || format!("{warnings} warnings when it was read; castview validate lists them"),
            );
        }
        if index == 0 {
            whole.scene.metadata = import.scene.metadata.clone();
        }
        choices.extend(import.choices);
        let relinked = match conversion.bake.and_then(|bake| bake.view) {
            Some(view) => relinked::images_of(view, (index, path), (&import.scene, &reach)),
            None => Relinked::default(),
        };
        whole.relinked.extend(relinked.told);
        whole.add(import.scene, index, (&reach, relinked.images));
        reach.report_several(losses);
        let outside = reach.outside();
        if !outside.is_empty() {
            whole.outside.push((name.into_owned(), outside));
        }
    }
    check_options(conversion.options, choices.iter())?;
    Ok(whole)
}

impl Gathered {
    fn add(
        &mut self,
        mut scene: Scene,
        file: usize,
        (reach, mut relinked): (&Reach, BTreeMap<TextureIndex, files::ReachedFile>),
    ) {
        let first = self.scene.textures.len();
        let moved = |texture: TextureIndex| TextureIndex::new(first + texture.get());
        let mut search = TextureSearch::new(reach).for_scene(&scene);
        for (index, stored) in scene.textures.iter().enumerate() {
            let texture = TextureIndex::new(index);
            if let Some(file) = relinked.remove(&texture) {
                scene.embedded.remove(&texture);
                let is_outside = !file.path().starts_with(reach.folder());
                self.found.0.insert(moved(texture), FoundImage { file, is_outside });
                continue;
            }
            if !scene.embedded.contains_key(&texture)
                && let Ok(file) = search.find(stored)
            {
                let is_outside = Path::new(stored) == file.path() || !file.path().starts_with(reach.folder());
                self.found.0.insert(moved(texture), FoundImage { file, is_outside });
            }
        }
        let origin = Origin {
            file,
            axes: scene.metadata.clone(),
        };
        if let Some(turn) = AxisTurn::between(&origin.axes, &self.scene.metadata) {
            let instances = scene.instances.iter_mut().map(|instance| &mut instance.placement);
            // Copies go with their leaders.
            let models = scene.models.iter_mut().filter(|model| model.copies.is_none());
            let models = models.map(|model| &mut model.placement);
            models.chain(instances).for_each(|placement| turn.place(placement));
        }
        self.scene.textures.extend(scene.textures);
        let embedded = scene
            .embedded
            .into_iter()
            .map(|(texture, bytes)| (moved(texture), bytes));
        self.scene.embedded.extend(embedded);
        let first = self.scene.models.len();
        for mut model in scene.models {
            if let Some(copies) = &mut model.copies {
                copies.leader = ModelIndex::new(first + copies.leader.get());
            }
            model.materials.iter_mut().for_each(|material| shift(material, &moved));
            self.add_model(model, origin.clone());
        }
        self.origin_of_clips.extend(scene.clips.iter().map(|_| origin.clone()));
        self.scene.clips.extend(scene.clips);
        self.scene.instances.extend(scene.instances);
        self.scene.facts.extend(scene.facts);
    }

    pub fn add_model(&mut self, model: Model, origin: Origin) {
        self.scene.models.push(model);
        self.origin_of_models.push(origin);
    }

    /// Position of a model by the file that it comes from and its position there, both counted from 0.
    pub fn index_of_model(&self, file: usize, model: usize) -> Option<usize> {
        let of_file = self.origin_of_models.iter().enumerate();
        let mut of_file = of_file.filter(|(_, origin)| origin.file == file);
        of_file.nth(model).map(|(index, _)| index)
    }

    /// Adds a model to those of that file. False: there is no such file, or nothing in it.
    pub fn add_model_of(&mut self, file: usize, model: Model) -> bool {
        let mut origins = self.origin_of_clips.iter().chain(&self.origin_of_models);
        let Some(origin) = origins.find(|origin| origin.file == file).cloned() else {
            return false;
        };
        self.add_model(model, origin);
        true
    }

    /// Sentences about how the names of clips fit the models; those that move nothing are among the losses.
    pub fn fitting(&self, names: &Renames, is_moving: impl Fn(usize) -> bool) -> Vec<String> {
        let files = self.origin_of_models.iter().map(|origin| origin.file);
        let clips = self.origin_of_clips.iter().zip(&self.scene.clips).enumerate();
        let clips = clips.filter(|(index, _)| is_moving(*index));
        let clips: Vec<_> = clips.map(|(_, (origin, clip))| (origin.file, clip)).collect();
        fitting(&clips, files.zip(&self.scene.models), names)
    }

    /// How a clip is brought to a model of another file, by their positions: from its own skeleton, else from that of the first model of its file.
    pub fn retarget(&self, (clip, model): (usize, usize), way: Retarget) -> Retargeting<'_> {
        let (of_clip, of_model) = (&self.origin_of_clips[clip], &self.origin_of_models[model]);
        if of_clip.file == of_model.file {
            return Retargeting::default();
        }
        let own = self.scene.clips[clip].skeleton.as_ref();
        let models = self.origin_of_models.iter().zip(&self.scene.models);
        let mut beside = models
            .filter(|(origin, _)| origin.file == of_clip.file)
            .map(|(_, model)| &model.skeleton);
        Retargeting {
            way,
            source: own.or_else(|| beside.find(|skeleton| !skeleton.is_empty())),
        }
    }

    /// How a clip is bound to a model, by their positions.
    pub fn fit<'a>(&self, clip: usize, model: usize, renames: &'a Renames) -> Fit<'a> {
        let (of_clip, of_model) = (&self.origin_of_clips[clip], &self.origin_of_models[model]);
        Fit {
            renames,
            turn: AxisTurn::between(&of_clip.axes, &of_model.axes),
            is_own: of_clip.file == of_model.file,
            ..Fit::default()
        }
    }
}

fn shift(material: &mut Material, moved: &impl Fn(TextureIndex) -> TextureIndex) {
    for slot in &mut material.slots {
        if let SlotSource::Texture(texture) = slot.source {
            slot.source = SlotSource::Texture(moved(texture));
        }
    }
}

impl FoundImages {
    pub fn get(&self, texture: TextureIndex) -> Option<&FoundImage> {
        self.0.get(&texture)
    }

    /// The bytes of an image that lies inside a source or in a file that it names; `None` where there is none. The error says what is
    /// wrong with a file that is there.
    pub fn read(&self, scene: &Scene, texture: TextureIndex) -> Option<Result<Vec<u8>, String>> {
        match scene.embedded.get(&texture) {
            Some(bytes) => Some(Ok(bytes.to_vec())),
            None => {
                let read = |found: &FoundImage| found.file.read(MOST_IMAGE_BYTES).map_err(|error| error.to_string());
                Some(read(self.0.get(&texture)?).map(|bytes| bytes.to_vec()))
            }
        }
    }

    /// Lets the scene name what was found from `folder`, where it will be read again.
    pub fn name_from(&self, scene: &mut Scene, folder: &Path) {
        for (texture, found) in &self.0 {
            if let Some(path) = relative(folder, found.file.path()) {
                scene.textures[texture.get()] = path;
            }
        }
    }
}

pub(super) fn place_of(scene: &Scene, texture: TextureIndex) -> Place {
    super::plain::place_in("texture", &scene.textures[texture.get()])
}

/// The folder without links, which may not be made yet.
fn real_folder(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let mut there = folder.ancestors();
    let (above, real) = there.find_map(|above| Some((above, above.canonicalize().ok()?)))?;
    Some(real.join(folder.strip_prefix(above).ok()?))
}

/// `to` as somebody in `folder` would call it, with forward slashes; `None` where there is no such name.
fn relative(folder: &Path, to: &Path) -> Option<String> {
    let (folder, to) = (real_folder(folder)?, to.canonicalize().ok()?);
    let common = folder
        .components()
        .zip(to.components())
        .take_while(|(a, b)| a == b)
        .count();
    // Another drive.
    if common == 0 {
        return None;
    }
    let up = folder.components().skip(common).map(|_| "..");
    let down: Option<Vec<&str>> = to
        .components()
        .skip(common)
        .map(|part| part.as_os_str().to_str())
        .collect();
    Some(up.chain(down?).collect::<Vec<_>>().join("/"))
}
