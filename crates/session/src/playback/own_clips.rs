//! Each model plays its own clip, where several came together: which clip is whose, and how one is chosen without taking the others away.
//!
//! In: files of one drop, or a clip that is chosen. Out: the active clip, and for models that another clip moves a layer of their own that
//! takes its place ([`ClipLayer::alone`]). With one clip for all there are no such layers.

use crate::stage::arrange::{in_notice, several};
use crate::window::motion::plays_at_once;
use crate::{ClipKey, ClipLayer, Effect, Notice, Placed, Session, Stage};
use castview_base::core::ClipIndex;
use castview_motion::animation::DrivenCount;
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use std::collections::{BTreeMap, BTreeSet};

impl Session {
    /// Makes `clip` the active one, as [`Session::activate`] does. Models that it does not fit go on with what moved them.
    pub(crate) fn activate_beside(&mut self, clip: ClipKey, plays: bool) {
        let before = self.playback.active_clip;
        let fitted = models_fitted(self, clip);
        let is_moved = |placed: &&Placed| placed.clips.is_matched();
        let moved = self.stage.models().iter().filter(is_moved).map(|placed| placed.key);
        let left: Vec<PlacedKey> = moved.filter(|key| !fitted.contains(key)).collect();
        let is_taken = |layer: &ClipLayer| layer.model.is_some_and(|model| fitted.contains(&model));
        self.edits.layers.retain(|layer| !(layer.alone && is_taken(layer)));
        self.activate(Some(clip), plays);
        if let Some(before) = before.filter(|before| *before != clip && !fitted.is_empty()) {
            left.into_iter().for_each(|model| self.play_alone(before, model));
            self.bind_active_clip();
        }
    }

    /// Lets each of the files of one drop play the clip that is its own, if there are several. `first`: the clip that is active meanwhile.
    /// Returns a notice about models for which several clips would do as well.
    pub(crate) fn pair_clips(&mut self, files: &[FileKey], first: Option<ClipKey>) -> Option<Effect> {
        let own = clips_of_files(self, files);
        let clips: BTreeSet<ClipKey> = own.values().copied().collect();
        if clips.len() < 2 {
            return None;
        }
        // The one that would have played anyway, if it is anybody's.
        let active = first.filter(|first| clips.contains(first));
        let active = active.or_else(|| files.iter().find_map(|file| own.get(file)).copied());
        if active != self.playback.active_clip {
            self.activate(active, plays_at_once(self));
        }
        let models = self.stage.models().iter().filter(|placed| !placed.is_stand_in);
        let others = models.filter_map(|placed| {
            let clip = own.get(&placed.file)?;
            (Some(*clip) != active).then_some((*clip, placed.key))
        });
        let others: Vec<(ClipKey, PlacedKey)> = others.collect();
        others
            .into_iter()
            .for_each(|(clip, model)| self.play_alone(clip, model));
        self.bind_active_clip();
        self.stage.one_of_several_told(files, &own)
    }

    /// `clip` is what moves `model`, in place of the active one.
    pub(crate) fn play_alone(&mut self, clip: ClipKey, model: PlacedKey) {
        let is_own = |layer: &ClipLayer| layer.alone && layer.model == Some(model);
        self.edits.layers.retain(|layer| !is_own(layer));
        if let Some(key) = self.add_layer(clip, Some(model)) {
            let layer = self.edits.layers.iter_mut().find(|layer| layer.key == key);
            layer.expect("it was just added").alone = true;
        }
    }
}

/// Chooses `clip`. Models that it does not fit keep the clips that are their own.
pub(crate) fn choose(session: &mut Session, clip: Option<ClipKey>, plays: bool) {
    let has_own = session.edits.layers.iter().any(|layer| layer.alone);
    match clip.filter(|_| has_own) {
        Some(clip) => session.activate_beside(clip, plays),
        None => {
            session.edits.layers.retain(|layer| !layer.alone);
            session.activate(clip, plays);
        }
    }
}

/// A clip for each of `files` with models: its own first one; else one whose name says that it is for it, as `Mage@Idle` is for `Mage`;
/// else the first that fits it, and of several the first that no file before has taken. Parts of one character play one clip.
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
    let parts = session.parts_of_characters(&models);
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

/// The models that half of the tracks of `clip` find something on.
fn models_fitted(session: &Session, clip: ClipKey) -> BTreeSet<PlacedKey> {
    let Some(entry) = session.stage.clip(clip) else {
        return BTreeSet::new();
    };
    let (content, renames) = (entry.clip(), &session.preferences.motion.renames);
    let fits = |placed: &&Placed| {
        let count = DrivenCount::new(placed.model(), renames).of(content);
        count > 0 && 2 * count >= content.tracks.len()
    };
    let models = session.stage.models().iter().filter(|placed| !placed.is_stand_in);
    models.filter(fits).map(|placed| placed.key).collect()
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
