//! Files that other programs change while they are open.

use crate::{Effect, Notice, OpenFile, Problem, Session};
use castview_picture::opened::{FileKey, Placement, StandsFor, TextureEntry, TextureState};
use std::collections::BTreeSet;

/// All files that were read for this one: itself, its buffers and textures, its instances and their textures.
fn places(file: &OpenFile) -> impl Iterator<Item = &str> {
    let inside = file
        .instances
        .files
        .iter()
        .filter(|inside| inside.stands_for == StandsFor::Itself);
    let of_inside = inside.flat_map(|inside| {
        let textures = inside.textures.iter().filter_map(|texture| texture.location.as_deref());
        textures.chain([&inside.location[..]])
    });
    let textures = file.textures.iter().filter_map(|texture| texture.location.as_deref());
    textures
        .chain([&file.location[..]])
        .chain(file.buffers.iter().map(String::as_str))
        .chain(of_inside)
        .filter(|location| !location.is_empty())
}

/// Whether the open file `key` is not at its place any more.
pub fn is_deleted(session: &Session, key: FileKey) -> bool {
    let file = session.stage.file(key);
    file.is_some_and(|file| session.opening.gone.contains(&file.location))
}

/// The file `key` has taken the place of `old` and reads its images again. The good ones of `old` are kept for now, in case a new one
/// is only half written.
pub(crate) fn keep_images(session: &mut Session, old: &OpenFile, key: FileKey) {
    let Some(new) = session.stage.file(key) else { return };
    let awaited: BTreeSet<(String, String)> = pictured(new)
        .filter(|(_, entry)| entry.state == TextureState::Loading)
        .map(|(location, entry)| (location.to_owned(), entry.reference.clone()))
        .collect();
    let shown = pictured(old).filter(|(_, entry)| matches!(entry.state, TextureState::Ready(_)));
    let shown = shown.map(|(location, entry)| ((location.to_owned(), entry.reference.clone()), entry.clone()));
    let kept: Vec<_> = shown.filter(|(name, _)| awaited.contains(name)).collect();
    session.opening.kept_images.extend(kept);
}

/// Forgets the kept images of closed files.
pub(crate) fn forget_kept_images(session: &mut Session) {
    let files = session.stage.files.iter().flat_map(places_of_textures);
    let open: BTreeSet<&str> = files.map(|(_, location)| location).collect();
    session
        .opening
        .kept_images
        .retain(|(location, _), _| open.contains(&location[..]));
}

/// The places whose changes concern what is open or may be brought back; the open files first, as not everything of very many can be
/// watched.
pub fn watched(session: &Session) -> Vec<String> {
    let held = session.history.held_files();
    let files = session.stage.files.iter().chain(held);
    let files = files.filter(|file| !file.location.is_empty());
    let own = files.clone().map(|file| &file.location[..]);
    let others = files.flat_map(|file| places(file).filter(move |place| *place != file.location));
    let files = session.stage.files.iter();
    let awaited = files.flat_map(|file| file.awaited.iter().map(String::as_str));
    own.chain(session.opening.waited_for())
        .chain(awaited)
        .chain(others)
        .map(str::to_owned)
        .collect()
}

/// Open files that are not there any more stay open, and say so.
pub(crate) fn files_gone(session: &mut Session, locations: Vec<String>) -> Vec<Effect> {
    let mut effects = Vec::new();
    for location in locations {
        let file = session.stage.files.iter().find(|file| file.location == location);
        let Some(file) = file.filter(|file| !file.location.is_empty()) else {
            continue;
        };
        let text = format!("{} is not there any more; still showing what was read.", file.name);
        let notice = Notice::warning(text).with_details(location.clone());
        effects.push(Effect::Notify(notice.about(Problem::Gone(file.key))));
        session.opening.gone.insert(location);
    }
    effects
}

/// Where the file `key` would have what it still lacks.
pub(crate) fn awaits(session: &mut Session, key: FileKey, folders: Vec<String>) {
    if let Some(file) = session.stage.files.iter_mut().find(|file| file.key == key) {
        file.awaited = folders;
    } else {
        session.opening.goes_on_waiting(key, folders);
    }
}

/// Reads the files again that have changed, or whose textures have. While others are loaded it waits.
pub(crate) fn files_changed(session: &mut Session, locations: Vec<String>) -> Vec<Effect> {
    if !session.preferences.files.watches {
        return Vec::new();
    }
    // Files that an undo may bring back are read when it does.
    let is_away = |file: &&OpenFile| session.stage.file(file.key).is_none();
    let away = session.history.held_files().filter(is_away);
    let away: BTreeSet<&str> = away.flat_map(places).collect();
    let changed = locations.iter().filter(|place| away.contains(&place[..]));
    session.opening.changed_away.extend(changed.cloned());
    let lacks = |file: &&OpenFile| file.awaited.iter().any(|folder| locations.contains(folder));
    let mut lacking: Vec<FileKey> = session.stage.files.iter().filter(lacks).map(|file| file.key).collect();
    lacking.extend(session.opening.waiting_in(&locations));
    // Folders are no files that are read.
    session.opening.changed.extend(locations);
    let mut effects = reload_changed(session);
    if !lacking.is_empty() {
        effects.push(Effect::LookAgain(lacking));
    }
    effects
}

pub(crate) fn reload_changed(session: &mut Session) -> Vec<Effect> {
    if session.opening.changed.is_empty() || session.opening.loading.is_some() {
        return Vec::new();
    }
    let changed = std::mem::take(&mut session.opening.changed);
    session.opening.gone.retain(|gone| !changed.contains(gone));
    let files = session.stage.files.iter().filter(|file| !file.location.is_empty());
    let files = files.filter(|file| places(file).any(|place| changed.contains(place)));
    let (locations, keys): (Vec<String>, Vec<FileKey>) = files.map(|file| (file.location.clone(), file.key)).unzip();
    match locations.is_empty() {
        true => session.opening.open_what_waited(changed),
        false => {
            // Files that waited are opened after these.
            let waiting = changed
                .into_iter()
                .filter(|place| session.opening.has_waiting(place))
                .collect();
            let effects = session.opening.open(locations, keys, Placement::Reload);
            session.opening.changed = waiting;
            effects
        }
    }
}

/// Asks to read again the files that have changed while they were away, as far as they are open now.
pub(crate) fn come_back_changed(session: &mut Session) {
    let open: BTreeSet<&str> = session.stage.files.iter().flat_map(places).collect();
    let (here, away) = std::mem::take(&mut session.opening.changed_away)
        .into_iter()
        .partition(|place| open.contains(&place[..]));
    let here: BTreeSet<String> = here;
    session.opening.changed.extend(here);
    session.opening.changed_away = away;
}

/// Takes the image that the file `key` showed as `reference` before it was read again. It is asked for once.
pub(crate) fn take_kept_image(session: &mut Session, key: FileKey, reference: &str) -> Option<TextureEntry> {
    let files = session.stage.files.iter();
    let location = files.flat_map(places_of_textures).find(|(file, _)| *file == key)?.1;
    let name = (location.to_owned(), reference.to_owned());
    session.opening.kept_images.remove(&name)
}

/// The file and those that it references, each with its place.
fn places_of_textures(file: &OpenFile) -> impl Iterator<Item = (FileKey, &str)> {
    let inside = file.instances.files.iter();
    let inside = inside.map(|inside| (inside.key, &inside.location[..]));
    std::iter::once((file.key, &file.location[..])).chain(inside)
}

/// The textures of the file and of those that it references, with the place of the file they are from.
fn pictured(file: &OpenFile) -> impl Iterator<Item = (&str, &TextureEntry)> {
    let own = file.textures.iter().map(|entry| (&file.location[..], entry));
    let inside = file.instances.files.iter();
    own.chain(inside.flat_map(|inside| inside.textures.iter().map(|entry| (&inside.location[..], entry))))
}
