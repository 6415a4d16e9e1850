//! Images in place of textures, because the user said so.
//!
//! A choice belongs to a file, whether it is open or not: the app stores them beside the settings. Decoding is the loader's matter: it
//! hears of every change in the choices or the open files.

use crate::stage::opening::Relinked;
use crate::stage::state::Stage;
use crate::stage::textures::instances::follow_relinked_instances;
use crate::{Edits, Effect, Notice, Problem, Relinks, Selected, Session};
use castview_base::core::TextureIndex;
use castview_base::scene::{Input, Scene, SlotSource};
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, Placement, Relink, TextureEntry, TextureState};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A texture of an open or referenced file.
pub(crate) type TextureKey = (FileKey, TextureIndex);

/// Said of a file whose choices could not be remembered.
pub(crate) const STAYS: &str =
    "The textures of this file stay as they are: it was not opened from a place on this machine.";

/// Begins with the choices of earlier runs.
pub fn with_relinks(mut session: Session, relinks: Relinks) -> Session {
    session.edits.relinks = Arc::new(relinks);
    session
}

/// The location of the image that the user put in place of a texture.
pub fn relinked_image(session: &Session, texture: TextureKey) -> Option<&str> {
    let (location, entry) = texture_of(&session.stage, texture)?;
    Some(session.edits.relinks.get(location)?.get(&entry.reference)?)
}

pub(crate) fn relink(session: &mut Session, texture: TextureKey, image: Option<String>) -> Vec<Effect> {
    let Some((location, _)) = texture_of(&session.stage, texture) else {
        return Vec::new();
    };
    if location.is_empty() {
        return vec![Effect::Notify(Notice::info(STAYS))];
    }
    choose_image(session, texture, image);
    Vec::new()
}

/// `None`: its own again.
pub(crate) fn choose_image(session: &mut Session, texture: TextureKey, image: Option<String>) {
    let Some((location, entry)) = texture_of(&session.stage, texture) else {
        return;
    };
    let (location, reference) = (location.to_owned(), entry.reference.clone());
    session.edits.choose(&location, reference, image);
}

/// The dropped image takes the place of the base color's texture of the surface `on`, if that has one.
pub(crate) fn put_image(session: &mut Session, on: Option<Selected>) -> Vec<Effect> {
    let Some(image) = session.opening.dropped_image.take() else {
        return Vec::new();
    };
    let Some(on) = on else {
        return session.opening.open(vec![image], Vec::new(), Placement::Replace);
    };
    match session.stage.base_texture(on) {
        Some(texture) => relink(session, texture, Some(image)),
        None => {
            let what = session.stage.material_name(on).unwrap_or("This surface");
            let text = format!(
                "{what} has no base color texture that {} could replace.",
                name_of(&image)
            );
            vec![Effect::Notify(Notice::info(text))]
        }
    }
}

/// For the loader: the images in place of textures, as far as they have changed since the last call. `is_loading`: the choices are those
/// that files are opened with.
pub(crate) fn follow_relinks(session: &mut Session, is_loading: bool) -> Vec<Effect> {
    let mut effects = follow_relinked_instances(session);
    if session.edits.relinks.is_empty() && session.opening.relinks.is_empty() {
        return effects;
    }
    let mut before = std::mem::take(&mut session.opening.relinks);
    let (mut now, mut asked) = (BTreeMap::new(), Vec::new());
    for file in textured(&session.stage) {
        let chosen = session.edits.relinks.get(file.location);
        for (at, entry) in file.textures.iter().enumerate() {
            let texture = TextureIndex::new(at);
            let wanted = chosen.and_then(|chosen| chosen.get(&entry.reference));
            let told = before.remove(&(file.key, texture));
            let told = told.filter(|told| std::ptr::eq(told.scene.as_ptr(), Arc::as_ptr(file.scene)));
            let is_as_told = told.as_ref().and_then(|told| told.location.as_ref()) == wanted;
            let accepted = match is_loading {
                true => wanted.cloned(),
                false => told.as_ref().and_then(|told| told.accepted.clone()),
            };
            if let Some(told) = told.filter(|_| is_as_told) {
                now.insert((file.key, texture), told);
            } else if !is_as_told {
                session.opening.last_relink += 1;
                let question = session.opening.last_relink;
                now.insert(
                    (file.key, texture),
                    Relinked {
                        scene: Arc::downgrade(file.scene),
                        question,
                        location: wanted.cloned(),
                        accepted: accepted.filter(|_| wanted.is_some()),
                    },
                );
                asked.push(Relink {
                    question,
                    file: file.key,
                    texture,
                    location: wanted.cloned(),
                });
            }
        }
    }
    session.opening.relinks = now;
    // An image that is asked for anew has not failed yet.
    let anew: BTreeSet<TextureKey> = asked.iter().map(|one| (one.file, one.texture)).collect();
    session.opening.solve(|problem| match problem {
        Problem::NotRelinked(file, texture) => anew.contains(&(*file, *texture)),
        _ => false,
    });
    if !asked.is_empty() {
        effects.push(Effect::Relink(asked));
    }
    effects
}

/// Whether an image that arrives is not the one that the user chose, which is there already.
pub(crate) fn is_of_another_image(session: &Session, texture: TextureKey, location: Option<&str>) -> bool {
    let told = session.opening.relinks.get(&texture);
    let is_relinked = told.is_some_and(|told| told.location.is_some());
    let shown = texture_of(&session.stage, texture).and_then(|(_, entry)| entry.location.as_deref());
    is_relinked && shown != location
}

impl Edits {
    /// Puts `chosen` in place of what the file at `location` names as `reference`; `None`: what it names again.
    pub(crate) fn choose(&mut self, location: &str, reference: String, chosen: Option<String>) {
        let relinks = Arc::make_mut(&mut self.relinks);
        let of_file = relinks.entry(location.to_owned()).or_default();
        match chosen {
            Some(chosen) => _ = of_file.insert(reference, chosen),
            None => _ = of_file.remove(&reference),
        }
        if of_file.is_empty() {
            relinks.remove(location);
        }
    }

    /// The relinks of all files. The pointer is a new one after every change.
    pub fn all_relinks(&self) -> &Arc<Relinks> {
        &self.relinks
    }
}

impl Stage {
    /// Whether a file lacks a texture of that name.
    pub fn misses_texture(&self, image: &str) -> bool {
        let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
        let wanted = stem(image);
        let mut entries = textured(self).flat_map(|file| file.textures);
        entries
            .any(|entry| matches!(entry.state, TextureState::Missing(_)) && stem(name_of(&entry.reference)) == wanted)
    }

    /// Whether an open file names textures.
    pub fn has_textures(&self) -> bool {
        textured(self).any(|file| !file.textures.is_empty())
    }

    /// Name of a mesh's material; `None` for a mesh without a material, or with one that has no name.
    fn material_name(&self, of: Selected) -> Option<&str> {
        let Selected::Mesh(model, mesh) = of else { return None };
        let model = self.placed(model)?.model();
        let material = model.meshes.get(mesh.get())?.material?;
        Some(&*model.materials.get(material.get())?.name).filter(|name| !name.trim().is_empty())
    }

    /// The texture that feeds the base color of a mesh.
    fn base_texture(&self, of: Selected) -> Option<TextureKey> {
        let Selected::Mesh(model, mesh) = of else { return None };
        let placed = self.placed(model)?;
        let mesh = placed.model().meshes.get(mesh.get())?;
        let material = placed.model().materials.get(mesh.material?.get())?;
        let mut slots = material.slots.iter();
        let slot = slots.find(|slot| material.feeds(&slot.name).any(|(input, _)| input == Input::BaseColor))?;
        let SlotSource::Texture(texture) = slot.source else {
            return None;
        };
        Some((self.file_of_scene(model)?, texture))
    }

    /// The open or referenced file that the scene of a model is from.
    pub fn file_of_scene(&self, model: PlacedKey) -> Option<FileKey> {
        let scene = &self.placed(model)?.scene;
        let mut files = textured(self);
        files.find(|file| Arc::ptr_eq(file.scene, scene)).map(|file| file.key)
    }
}

/// An open file, or one that an open file references.
pub(crate) struct Textured<'a> {
    pub key: FileKey,
    pub location: &'a str,
    scene: &'a Arc<Scene>,
    pub textures: &'a [TextureEntry],
}

pub(crate) fn textured(stage: &Stage) -> impl Iterator<Item = Textured<'_>> {
    stage.files.iter().flat_map(|file| {
        let own = Textured {
            key: file.key,
            location: &file.location,
            scene: &file.scene,
            textures: &file.textures,
        };
        let inside = file.instances.files.iter().map(|inside| Textured {
            key: inside.key,
            location: &inside.location,
            scene: &inside.scene,
            textures: &inside.textures,
        });
        std::iter::once(own).chain(inside)
    })
}

/// The location of the file that a texture is from, and the texture.
pub(crate) fn texture_of(stage: &Stage, (file, texture): TextureKey) -> Option<(&str, &TextureEntry)> {
    let file = textured(stage).find(|one| one.key == file)?;
    Some((file.location, file.textures.get(texture.get())?))
}

pub(crate) fn name_of(location: &str) -> &str {
    location.rsplit(['/', '\\']).next().unwrap_or(location)
}
