//! Textures that are shown by images of other places, and the offers of such images and of models for instances.
//!
//! A file of another drop is used only when the user says so. Such a file is a relink: marked, undone by one step, and remembered of the
//! file that names it.

use super::folders::folders_told;
use super::relink::{TextureKey, texture_of, textured};
use crate::Problem;
use crate::stage::textures::relink::relinked_image;
use crate::stage::watched::reload_changed;
use crate::{Action, Effect, Notice, Page, Selected, Session, Stage, StageAction, WindowAction};
use castview_base::core::TextureIndex;
use castview_base::scene::SlotSource;
use castview_picture::opened::{Elsewhere, FileKey, StandsFor, TextureEntry, TextureState};
use std::collections::BTreeSet;

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

/// The image that is offered for a texture.
pub fn offered_image(session: &Session, texture: TextureKey) -> Option<&str> {
    let (_, entry) = texture_of(&session.stage, texture)?;
    offered(entry).filter(|_| relinked_image(session, texture).is_none())
}

/// The location of the image of another place that is shown for a texture.
pub fn image_from_elsewhere(session: &Session, texture: TextureKey) -> Option<&str> {
    let (location, entry) = texture_of(&session.stage, texture)?;
    let chosen = session.edits.relinks.get(location);
    from_elsewhere(entry, chosen.and_then(|chosen| chosen.get(&entry.reference)))
}

/// How many textures are shown by images of other places.
pub fn count_from_elsewhere(session: &Session) -> usize {
    let counts = textured(&session.stage).map(|file| {
        let chosen = session.edits.relinks.get(file.location);
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
pub fn texture_mark(session: &Session, item: Selected) -> Option<TextureMark> {
    let (key, material) = match item {
        Selected::File(key) => (key, None),
        Selected::Material(model, material) => {
            let placed = session.stage.placed(model)?;
            let material = placed.model().materials.get(material.get())?;
            (session.stage.file_of_scene(model)?, Some(material))
        }
        _ => return None,
    };
    let file = textured(&session.stage).find(|file| file.key == key)?;
    let chosen = session.edits.relinks.get(file.location);
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
fn offered_images(session: &Session, files: &[FileKey]) -> Vec<Offer> {
    let mut all = Vec::new();
    for open in session.stage.files.iter().filter(|file| files.contains(&file.key)) {
        let inside = open.instances.files.iter().map(|inside| inside.key);
        let keys: BTreeSet<FileKey> = std::iter::once(open.key).chain(inside).collect();
        for file in textured(&session.stage).filter(|file| keys.contains(&file.key) && !file.location.is_empty()) {
            for (at, entry) in file.textures.iter().enumerate() {
                let is_free = relinked_image(session, (file.key, TextureIndex::new(at))).is_none();
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
pub(crate) fn offer_told(session: &Session, files: &[FileKey]) -> Option<(String, &'static str, Action)> {
    told(&offered_images(session, files), files)
}

pub(crate) fn use_offered(session: &mut Session, files: &[FileKey]) -> Vec<Effect> {
    let instances = session.stage.offered_instances(files);
    for offer in offered_images(session, files).into_iter().chain(instances) {
        session.edits.choose(&offer.of, offer.reference, Some(offer.found));
    }
    Vec::new()
}

/// Folders came for these files; what references of theirs are missing is looked for there.
pub(crate) fn lent(session: &mut Session, files: &[FileKey]) -> Vec<Effect> {
    // Boxes stand for instances inside instances, too.
    let has_boxes = |file: &crate::OpenFile| {
        let mut inside = file.instances.files.iter();
        inside.any(|inside| inside.stands_for == StandsFor::Missing) || file.instances.missing_count() > 0
    };
    let lacks = |file: &&crate::OpenFile| files.contains(&file.key) && !file.location.is_empty() && has_boxes(file);
    let again = session
        .stage
        .files
        .iter()
        .filter(lacks)
        .map(|file| file.location.clone());
    let again: Vec<String> = again.collect();
    session.opening.changed.extend(again);
    reload_changed(session)
}

/// One notice for all that lack textures, if one of `files` does and all of its textures have been looked for.
pub(crate) fn missing_textures_notice(session: &Session, files: &[FileKey]) -> Option<Effect> {
    let lacking: Vec<_> = session.stage.lacking_files().collect();
    lacking.iter().find(|(file, _)| files.contains(&file.key))?;
    let (first, _) = lacking.first()?;
    let (lost, _) = session.stage.lost_textures()?;
    let lost = lost.told();
    let place = match lacking.len() {
        1 => first.name.clone(),
        count => format!("{count} files"),
    };
    let all: Vec<FileKey> = lacking.iter().map(|(file, _)| file.key).collect();
    if let Some((found, button, action)) = offer_told(session, &all) {
        let text = format!("{lost} in {place}; {found}.");
        let notice = Notice::warning(text).with_action(button, action);
        return Some(Effect::Notify(notice.about(Problem::MissingTextures)));
    }
    let notice = Notice::warning(format!("{lost} in {place}."));
    let show = Action::Window(WindowAction::TogglePage(Page::Textures));
    let notice = notice.with_action("Show", show);
    Some(Effect::Notify(notice.about(Problem::MissingTextures)))
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

    /// As [`offer_told`], of instances.
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
