//! Files of one drop, each with the clip that is its own.

use super::arrange::{in_notice, parts_of_characters, several};
use crate::playback::own_clips::{models_fitted, play_alone};
use crate::window::motion::plays_at_once;
use crate::{ClipKey, Effect, Notice, Session, Stage};
use castview_base::core::ClipIndex;
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use std::collections::{BTreeMap, BTreeSet};

/// Lets each of the files of one drop play the clip that is its own, if there are several. `first`: the clip that is active meanwhile.
/// Returns a notice about models for which several clips would do as well.
pub(crate) fn pair_clips(session: &mut Session, files: &[FileKey], first: Option<ClipKey>) -> Option<Effect> {
    let own = clips_of_files(session, files);
    let clips: BTreeSet<ClipKey> = own.values().copied().collect();
    if clips.len() < 2 {
        return None;
    }
    // The one that would have played anyway, if it is anybody's.
    let active = first.filter(|first| clips.contains(first));
    let active = active.or_else(|| files.iter().find_map(|file| own.get(file)).copied());
    if active != session.playback.active_clip() {
        session.activate(active, plays_at_once(session));
    }
    let models = session.stage.models().iter().filter(|placed| !placed.is_stand_in);
    let others = models.filter_map(|placed| {
        let clip = own.get(&placed.file)?;
        (Some(*clip) != active).then_some((*clip, placed.key))
    });
    let others: Vec<(ClipKey, PlacedKey)> = others.collect();
    others
        .into_iter()
        .for_each(|(clip, model)| play_alone(session, clip, model));
    session.bind_active_clip();
    session.stage.one_of_several_told(files, &own)
}

/// The clip to play on each of `files` with models. A file plays its own first clip; without one, the clip named after it, as `Mage@Idle` for
/// `Mage`; without that, the first fitting clip not yet given to an earlier file. Parts of one character play the same clip.
fn clips_of_files(session: &Session, files: &[FileKey]) -> BTreeMap<FileKey, ClipKey> {
    let scene = |key: FileKey| session.stage.file(key).map(|file| &file.scene);
    let first = |key: &FileKey| {
        let has_clips = scene(*key).is_some_and(|scene| !scene.clips.is_empty());
        let clip = ClipIndex::new(0);
        has_clips.then_some(ClipKey { file: *key, clip })
    };
    let stands = |key: &&FileKey| {
        session
            .stage
            .models()
            .iter()
            .any(|placed| placed.file == **key && !placed.is_stand_in)
    };
    let (models, libraries): (Vec<FileKey>, Vec<FileKey>) = files.iter().partition(|key| stands(key));
    let libraries: Vec<ClipKey> = libraries.iter().filter_map(first).collect();
    if models.len() < 2 {
        return BTreeMap::new();
    }
    let fitted: BTreeMap<ClipKey, BTreeSet<PlacedKey>> = libraries
        .iter()
        .map(|clip| (*clip, models_fitted(session, *clip)))
        .collect();
    let fits = |clip: &ClipKey, file: FileKey| {
        let mut of_file = session.stage.models().iter().filter(|placed| placed.file == file);
        of_file.any(|placed| fitted[clip].contains(&placed.key))
    };
    let parts = parts_of_characters(session, &models);
    let mut own: BTreeMap<FileKey, ClipKey> = BTreeMap::new();
    for file in models {
        let of_file = libraries.iter().filter(|clip| fits(clip, file));
        let is_free = |clip: &&ClipKey| !own.values().any(|taken| taken == *clip);
        let of_character = parts.iter().find(|part| part.contains(&file));
        let shared = of_character.and_then(|part| part.iter().find_map(|other| own.get(other)));
        let shared = shared.filter(|clip| fitted.contains_key(clip) && fits(clip, file));
        let clip = first(&file)
            .or_else(|| {
                of_file
                    .clone()
                    .find(|clip| session.stage.is_named_after(clip.file, file))
                    .copied()
            })
            .or(shared.copied())
            .or_else(|| of_file.clone().find(is_free).or(of_file.clone().next()).copied());
        own.extend(clip.map(|clip| (file, clip)));
    }
    own
}

impl Stage {
    /// Tells which clips play on models of `own`, the clip of each, where several of `files` are named after the model: the first is taken.
    fn one_of_several_told(&self, files: &[FileKey], own: &BTreeMap<FileKey, ClipKey>) -> Option<Effect> {
        let name = |key: FileKey| self.file(key).map_or("", |file| &file.name);
        let has_clips = |key: &FileKey| self.file(*key).is_some_and(|file| !file.scene.clips.is_empty());
        let choices = own.iter().filter_map(|(model, clip)| {
            let is_other = |key: &&FileKey| **key != clip.file && has_clips(key) && self.is_named_after(**key, *model);
            let others: Vec<String> = files.iter().filter(is_other).map(|key| name(*key).to_owned()).collect();
            let is_choice = !others.is_empty() && self.is_named_after(clip.file, *model);
            is_choice.then(|| {
                let are = if others.len() == 1 { "is" } else { "are" };
                let (model, clip) = (in_notice(name(*model)), in_notice(name(clip.file)));
                format!("{model} plays {clip}; {} {are} named after it, too.", several(&others))
            })
        });
        let told: Vec<String> = choices.collect();
        (!told.is_empty()).then(|| Effect::Notify(Notice::info(told.join(" "))))
    }

    /// `Mage@Idle.cast` is named after `mage.cast`.
    fn is_named_after(&self, clips: FileKey, model: FileKey) -> bool {
        let name = |key: FileKey| self.file(key).map(|file| file.name.to_lowercase());
        let (Some(clips), Some(model)) = (name(clips), name(model)) else {
            return false;
        };
        let stem = model.rsplit_once('.').map_or(&model[..], |(stem, _)| stem);
        clips.split_once('@').is_some_and(|(of, _)| of == stem)
    }
}
