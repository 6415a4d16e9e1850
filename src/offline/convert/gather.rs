//! Several files → one scene, and where its images are.

use crate::core::{Diagnostics, TextureIndex};
use crate::files::{self, OpenError, TextureSearch};
use crate::scene::{Material, Scene, SlotSource};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest image that is put into a file.
const MOST_IMAGE_BYTES: u64 = 256 << 20;

pub(super) struct Gathered {
    pub scene: Scene,
    pub found: Found,
}

/// Where the scene's textures lie on this machine.
#[derive(Default)]
pub(super) struct Found(BTreeMap<TextureIndex, PathBuf>);

pub(super) fn gather(paths: &[PathBuf]) -> Result<Gathered, OpenError> {
    let mut whole = Gathered {
        scene: Scene::default(),
        found: Found::default(),
    };
    for (index, path) in paths.iter().enumerate() {
        let scene = files::import(path, &mut |_| true)?.scene;
        if index == 0 {
            whole.scene.metadata = scene.metadata.clone();
        }
        whole.add(scene, path);
    }
    Ok(whole)
}

impl Gathered {
    fn add(&mut self, scene: Scene, path: &Path) {
        let first = self.scene.textures.len();
        let moved = |texture: TextureIndex| TextureIndex::new(first + texture.get());
        let mut search = TextureSearch::new(files::folder_of(path), &[]);
        for (index, stored) in scene.textures.iter().enumerate() {
            let texture = TextureIndex::new(index);
            if !scene.embedded.contains_key(&texture)
                && let Some(path) = search.find(stored)
            {
                self.found.0.insert(moved(texture), path);
            }
        }
        self.scene.textures.extend(scene.textures);
        let embedded = scene
            .embedded
            .into_iter()
            .map(|(texture, bytes)| (moved(texture), bytes));
        self.scene.embedded.extend(embedded);
        for mut model in scene.models {
            model.materials.iter_mut().for_each(|material| shift(material, &moved));
            self.scene.models.push(model);
        }
        self.scene.clips.extend(scene.clips);
        self.scene.instances.extend(scene.instances);
        self.scene.facts.extend(scene.facts);
    }
}

fn shift(material: &mut Material, moved: &impl Fn(TextureIndex) -> TextureIndex) {
    for slot in &mut material.slots {
        if let SlotSource::Texture(texture) = slot.source {
            slot.source = SlotSource::Texture(moved(texture));
        }
    }
}

impl Found {
    /// The images that lie inside the sources.
    pub fn inside(&self, scene: &Scene) -> BTreeMap<TextureIndex, Vec<u8>> {
        let images = scene.embedded.iter();
        images.map(|(texture, bytes)| (*texture, bytes.to_vec())).collect()
    }

    /// Those, and the files that materials name.
    pub fn all(&self, scene: &Scene, losses: &mut Diagnostics) -> BTreeMap<TextureIndex, Vec<u8>> {
        let mut images = self.inside(scene);
        for (texture, path) in &self.0 {
            match read(path) {
                Ok(bytes) => _ = images.insert(*texture, bytes),
                Err(reason) => losses.warn(
                    "X-image",
                    || super::plain::place_in("texture", &scene.textures[texture.get()]),
                    || format!("{reason}; named by its path"),
                ),
            }
        }
        images
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MOST_IMAGE_BYTES {
        return Err(format!("the image has {} MiB", size >> 20));
    }
    std::fs::read(path).map_err(|error| error.to_string())
}
