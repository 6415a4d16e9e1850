//! Images of textures that arrive late: those that files name, and those that the user chose in place of them.

use crate::stage::textures::elsewhere::missing_textures_notice;
use crate::stage::textures::relink::{TextureKey, choose_image, name_of, texture_of};
use crate::stage::watched;
use crate::undo::Remembers;
use crate::view::shown::full_size::lift_late_textures;
use crate::{Change, Effect, Notice, Problem, Session, Stage};
use castview_base::core::TextureIndex;
use castview_picture::opened::{FileKey, TextureEntry, TextureState};
use std::sync::Arc;

/// `read`: what becomes of the entry.
pub(crate) fn texture_loaded(
    session: &mut Session,
    key: FileKey,
    texture: TextureIndex,
    read: impl FnOnce(&TextureEntry) -> TextureEntry,
) -> Vec<Effect> {
    let file = session.stage.textures_mut(key);
    let Some(entry) = file.and_then(|(_, entries)| entries.get(texture.get())) else {
        return Vec::new();
    };
    let reference = entry.reference.clone();
    let mut read = read(entry);
    let kept = watched::take_kept_image(session, key, &reference);
    let mut effects = Vec::new();
    if let (Some(kept), TextureState::Broken(why)) = (kept, &read.state) {
        let text = format!("{reference} cannot be read now ({why}); still showing the image that was read before.");
        let notice = Notice::warning(text).about(Problem::OldImage(key, texture));
        effects.push(Effect::Notify(notice));
        read = kept;
    } else if matches!(read.state, TextureState::Ready(_) | TextureState::Unused) {
        session
            .opening
            .solve(|problem| *problem == Problem::OldImage(key, texture));
    }
    let Some((scene, entries)) = session.stage.textures_mut(key) else {
        return effects;
    };
    let Some(entry) = entries.get_mut(texture.get()) else {
        return effects;
    };
    if let (TextureState::Ready(_), TextureState::Broken(reason)) = (&entry.state, &read.state) {
        let text = format!("{} stays at a smaller size: {reason}.", entry.reference);
        let notice = Notice::warning(text).about(Problem::Smaller(key, texture));
        return vec![Effect::Notify(notice)];
    }
    let was_awaited = entry.state == TextureState::Loading;
    *entry = read;
    let textures = Stage::texture_set(entries);
    for placed in session.stage.models_mut() {
        if Arc::ptr_eq(&placed.scene, &scene) {
            placed.textures = textures.clone();
        }
    }
    session.note(Change::PICTURE);
    session.note(Change::LOOKS);
    let was_told = session.view.budget_sentence().is_some();
    session.follow_budget();
    effects.extend(missing_textures_notice(session, &[key]));
    if !was_told {
        effects.extend(session.view.budget_notice());
    }
    if was_awaited {
        effects.extend(lift_late_textures(session, key));
    }
    effects
}

/// `read`: what becomes of the entry. An image that cannot be read changes nothing, and is not remembered.
pub(crate) fn relinked(
    session: &mut Session,
    question: u64,
    texture: TextureKey,
    read: impl FnOnce(&TextureEntry) -> TextureEntry,
) -> Vec<Effect> {
    let told = session.opening.relinks.get_mut(&texture);
    // It was asked for something else since.
    let Some(told) = told.filter(|told| told.question == question) else {
        return Vec::new();
    };
    let is_chosen = told.location.is_some();
    let Some((_, entry)) = texture_of(&session.stage, texture) else {
        return Vec::new();
    };
    let mut read = read(entry);
    if let (TextureState::Broken(why), true) = (&read.state, is_chosen) {
        let image = read.location.as_deref().map_or("The image", name_of);
        let text = format!("{image} does not stand for {}: {why}.", name_of(&entry.reference));
        let notice = Notice::warning(text).about(Problem::NotRelinked(texture.0, texture.1));
        if told.accepted != told.location {
            // The user chose the image that goes, and that step goes with it.
            session.changes.remember_as(Remembers::Nothing);
            let accepted = told.accepted.clone();
            choose_image(session, texture, accepted);
            session.history.drop_idle_step(&session.edits);
        }
        return vec![Effect::Notify(notice)];
    }
    told.accepted = told.location.clone();
    // Its own one is wanted, whatever is shown now.
    if let (TextureState::Broken(why), TextureState::Ready(_)) = (&read.state, &entry.state) {
        read.state = TextureState::Missing(why.clone());
    }
    texture_loaded(session, texture.0, texture.1, |_| read)
}
