//! Textures that are shown by images of other places, and the offers of such images and of models for instances.
//!
//! A file of another drop is used only when the user says so. Such a file is a relink: marked, undone by one step, and remembered of the
//! file that names it.

use super::relink::{TextureKey, texture_of, textured};
use crate::{Action, Effect, Notice, Page, Selected, Session, Stage, StageAction, WindowAction};
use castview_base::core::TextureIndex;
use castview_base::scene::SlotSource;
use castview_picture::opened::{Elsewhere, FileKey, FoundFile, Lacking, StandsFor, TextureEntry, TextureState};
use std::collections::BTreeSet;

/// Folders that a sentence names.
const MOST_NAMED: usize = 2;

/// The mark of a texture in tree and lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureMark {
    Missing,
    /// It lies there and cannot be read.
    Unreadable,
    /// It is shown by an image of another place.
    Elsewhere,
}

impl TextureMark {
    pub fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unreadable => "cannot be read",
            Self::Elsewhere => "from elsewhere",
        }
    }
}

impl Session {
    /// The image that is offered for a texture.
    pub fn offered_image(&self, texture: TextureKey) -> Option<&str> {
        let (_, entry) = texture_of(&self.stage, texture)?;
        offered(entry).filter(|_| self.relinked_image(texture).is_none())
    }

    /// The location of the image of another place that is shown for a texture.
    pub fn image_from_elsewhere(&self, texture: TextureKey) -> Option<&str> {
        let (location, entry) = texture_of(&self.stage, texture)?;
        let chosen = self.edits.relinks.get(location);
        from_elsewhere(entry, chosen.and_then(|chosen| chosen.get(&entry.reference)))
    }

    /// How many textures are shown by images of other places.
    pub fn count_from_elsewhere(&self) -> usize {
        let counts = textured(&self.stage).map(|file| {
            let chosen = self.edits.relinks.get(file.location);
            let chosen = |entry: &TextureEntry| chosen.and_then(|chosen| chosen.get(&entry.reference));
            let entries = file.textures.iter();
            entries
                .filter(|entry| from_elsewhere(entry, chosen(entry)).is_some())
                .count()
        });
        counts.sum()
    }

    /// The mark of textures on a row of the tree, for a material or a file: the worst of them. A file says only that some are shown by
    /// images of other places.
    pub fn texture_mark(&self, item: Selected) -> Option<TextureMark> {
        let (key, material) = match item {
            Selected::File(key) => (key, None),
            Selected::Material(model, material) => {
                let placed = self.stage.placed(model)?;
                let material = placed.model().materials.get(material.get())?;
                (self.stage.file_of_scene(model)?, Some(material))
            }
            _ => return None,
        };
        let file = textured(&self.stage).find(|file| file.key == key)?;
        let chosen = self.edits.relinks.get(file.location);
        let mark = |entry: &TextureEntry| match entry.state {
            TextureState::Missing(_) => Some(TextureMark::Missing),
            TextureState::Broken(_) => Some(TextureMark::Unreadable),
            _ => {
                let chosen = chosen.and_then(|chosen| chosen.get(&entry.reference));
                from_elsewhere(entry, chosen).map(|_| TextureMark::Elsewhere)
            }
        };
        match material {
            None => {
                let mut marks = file.textures.iter().filter_map(mark);
                marks.find(|mark| *mark == TextureMark::Elsewhere)
            }
            Some(material) => {
                let textures = material.slots.iter().filter_map(|slot| match slot.source {
                    SlotSource::Texture(texture) => file.textures.get(texture.get()),
                    _ => None,
                });
                textures.filter_map(mark).min()
            }
        }
    }

    /// The textures of `files`, and of those that they reference, for which images are offered.
    fn offered_images(&self, files: &[FileKey]) -> Vec<Offer> {
        let mut all = Vec::new();
        for open in self.stage.files.iter().filter(|file| files.contains(&file.key)) {
            let inside = open.instances.files.iter().map(|inside| inside.key);
            let keys: BTreeSet<FileKey> = std::iter::once(open.key).chain(inside).collect();
            for file in textured(&self.stage).filter(|file| keys.contains(&file.key) && !file.location.is_empty()) {
                for (at, entry) in file.textures.iter().enumerate() {
                    let is_free = self.relinked_image((file.key, TextureIndex::new(at))).is_none();
                    all.extend(offered(entry).filter(|_| is_free).map(|image| Offer {
                        of: file.location.to_owned(),
                        reference: entry.reference.clone(),
                        found: image.to_owned(),
                    }));
                }
            }
        }
        all
    }

    /// The end of a sentence about textures that `files` lack, and the button: where they were found.
    pub(crate) fn offer_told(&self, files: &[FileKey]) -> Option<(String, &'static str, Action)> {
        told(&self.offered_images(files), files)
    }

    pub(crate) fn use_offered(&mut self, files: &[FileKey]) -> Vec<Effect> {
        let instances = self.stage.offered_instances(files);
        for offer in self.offered_images(files).into_iter().chain(instances) {
            self.edits.choose(&offer.of, offer.reference, Some(offer.found));
        }
        Vec::new()
    }

    /// The loader has found these in a drop.
    pub(crate) fn missing_found(&mut self, found: Vec<FoundFile>, used: bool) -> Vec<Effect> {
        let (mut images, mut lent, mut effects) = (Vec::new(), Vec::new(), Vec::new());
        let mut offers_instances = false;
        for one in found {
            match one.lacking {
                Lacking::Texture(texture) => images.push(((one.file, texture), one.location)),
                Lacking::Instance(named) if used => lent.push((one.file, named, one.location)),
                Lacking::Instance(named) => {
                    let mut files = self.stage.files.iter_mut();
                    if let Some(file) = files.find(|file| file.key == one.file) {
                        file.instances.offered.insert(named, one.location);
                        offers_instances = true;
                    }
                }
            }
        }
        if offers_instances {
            effects.extend(self.stage.missing_instances_notice());
        }
        effects.extend(self.instances_lent(&lent));
        effects.extend(self.images_found(&images, used));
        effects
    }

    fn images_found(&mut self, images: &[(TextureKey, String)], used: bool) -> Vec<Effect> {
        let is_missing = |session: &Self, texture: TextureKey| {
            let entry = texture_of(&session.stage, texture);
            entry.is_some_and(|(_, entry)| matches!(entry.state, TextureState::Missing(_)))
        };
        let wanted: Vec<&(TextureKey, String)> = images
            .iter()
            .filter(|(texture, _)| is_missing(self, *texture))
            .collect();
        let has_place = |session: &Self, texture: TextureKey| {
            texture_of(&session.stage, texture).is_some_and(|(location, _)| !location.is_empty())
        };
        if !used {
            for ((file, texture), location) in &wanted {
                let entries = self.stage.textures_mut(*file);
                if let Some(entry) = entries.and_then(|(_, entries)| entries.get_mut(texture.get())) {
                    entry.elsewhere = Elsewhere::Offered(location.clone());
                }
            }
            let files: Vec<FileKey> = self.stage.files.iter().map(|file| file.key).collect();
            return match wanted.is_empty() {
                true => Vec::new(),
                false => self.missing_textures_notice(&files).into_iter().collect(),
            };
        }
        let (placed, nowhere): (Vec<_>, Vec<_>) =
            wanted.into_iter().partition(|(texture, _)| has_place(self, *texture));
        for (texture, location) in &placed {
            self.choose_image(*texture, Some(location.clone()));
        }
        let mut effects = Vec::new();
        if !placed.is_empty() {
            let folders = folders_told(placed.iter().map(|(_, location)| &**location));
            let text = match placed.len() {
                1 => format!("1 texture is shown by an image from {folders}."),
                count => format!("{count} textures are shown by images from {folders}."),
            };
            let show = Action::Window(WindowAction::TogglePage(Page::Textures));
            effects.push(Effect::Notify(Notice::info(text).with_action("Show", show)));
        }
        if !nowhere.is_empty() {
            effects.push(Effect::Notify(Notice::info(super::relink::STAYS)));
        }
        effects
    }

    /// Folders came for these files; what references of theirs are missing is looked for there.
    pub(crate) fn lent(&mut self, files: &[FileKey]) -> Vec<Effect> {
        // Boxes stand for instances inside instances, too.
        let has_boxes = |file: &crate::OpenFile| {
            let mut inside = file.instances.files.iter();
            inside.any(|inside| inside.stands_for == StandsFor::Missing) || file.instances.missing_count() > 0
        };
        let lacks = |file: &&crate::OpenFile| files.contains(&file.key) && !file.location.is_empty() && has_boxes(file);
        let again = self.stage.files.iter().filter(lacks).map(|file| file.location.clone());
        let again: Vec<String> = again.collect();
        self.opening.changed.extend(again);
        self.reload_changed()
    }
}

impl Stage {
    /// The files that are offered for what instances of `files` name.
    fn offered_instances(&self, files: &[FileKey]) -> Vec<Offer> {
        let open = self.files.iter();
        let open = open.filter(|file| files.contains(&file.key) && !file.location.is_empty());
        let offers = open.flat_map(|file| {
            let offered = file.instances.offered.iter();
            offered.map(|(named, found)| Offer {
                of: named.namer(&file.location).to_owned(),
                reference: named.path.clone(),
                found: found.clone(),
            })
        });
        offers.collect()
    }

    /// As [`Session::offer_told`], of instances.
    pub(crate) fn offered_instances_told(&self, files: &[FileKey]) -> Option<(String, &'static str, Action)> {
        told(&self.offered_instances(files), files)
    }
}

/// A file that is offered for one that another names in vain.
struct Offer {
    /// Location of the file that names it.
    of: String,
    /// The name, as it is spelled.
    reference: String,
    /// Location of the offered file.
    found: String,
}

/// Where `offers` for `files` were found, as the end of a sentence, and the button that uses them; `None` without any.
fn told(offers: &[Offer], files: &[FileKey]) -> Option<(String, &'static str, Action)> {
    let (were, button) = match offers.len() {
        0 => return None,
        1 => ("1 was".to_owned(), "Use it"),
        count => (format!("{count} were"), "Use them"),
    };
    let folders = folders_told(offers.iter().map(|offer| &*offer.found));
    let action = Action::Stage(StageAction::UseOffered(files.to_vec()));
    Some((format!("{were} found in {folders}"), button, action))
}

fn offered(entry: &TextureEntry) -> Option<&str> {
    match (&entry.elsewhere, &entry.state) {
        (Elsewhere::Offered(location), TextureState::Missing(_)) => Some(location),
        _ => None,
    }
}

/// The location of what is shown for `entry` and lies neither where its file says nor near it; `chosen` in its place.
fn from_elsewhere<'a>(entry: &'a TextureEntry, chosen: Option<&'a String>) -> Option<&'a str> {
    let is_shown = matches!(entry.state, TextureState::Ready(_) | TextureState::Loading);
    match chosen {
        _ if !is_shown => None,
        Some(image) => Some(image),
        None if entry.elsewhere == Elsewhere::ByName => entry.location.as_deref(),
        None => None,
    }
}

/// `old, new and 2 more`: the folders of images, for people.
pub(crate) fn folders_told<'a>(images: impl Iterator<Item = &'a str>) -> String {
    let folders: BTreeSet<String> = images.map(folder_told).collect();
    let more = folders.len().saturating_sub(MOST_NAMED);
    let named: Vec<String> = folders.into_iter().take(MOST_NAMED).collect();
    let named = named.join(", ");
    match more {
        0 => named,
        more => format!("{named} and {more} more folders"),
    }
}

/// The last two folders that lead to the image at `location`.
pub fn folder_told(location: &str) -> String {
    let mut parts: Vec<&str> = location.split(['/', '\\']).collect();
    parts.pop();
    let from = parts.len().saturating_sub(2);
    parts[from..].join("/")
}
