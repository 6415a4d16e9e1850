//! Files on their way onto the stage and off it: loads asked for, their results, textures that arrive late.
//!
//! In: locations, and what the loader says of them. Out: effects for the loader, and a changed stage.
//! Never here: what a batch makes of the stage it joins (`open`).

use crate::stage::watched;
use crate::undo::Remembers;
use crate::{
    Action, Change, Effect, Loading, Notice, Opening, Page, Problem, Session, Stage, StageAction, WindowAction,
};
use castview_base::core::TextureIndex;
use castview_picture::opened::{FileKey, OpenedFile, Placement, Retry, TextureEntry, TextureState, Waits};
use std::collections::HashSet;
use std::sync::Arc;

impl Session {
    /// Files that are open already keep their keys: no file is open twice, unless it hangs on bones.
    pub(crate) fn open_or_reload(&mut self, mut locations: Vec<String>, placement: Placement) -> Vec<Effect> {
        if !matches!(placement, Placement::On { .. }) {
            let mut named = HashSet::new();
            locations.retain(|location| named.insert(location.clone()));
        }
        let key_of = |location: &String| {
            let file = self.stage.files.iter().find(|file| file.location == *location);
            file.filter(|file| !file.is_demo && !matches!(placement, Placement::On { .. }))
                .map(|file| file.key)
        };
        let (again, new): (Vec<_>, Vec<_>) = locations
            .into_iter()
            .map(|location| (key_of(&location), location))
            .partition(|(key, _)| key.is_some());
        // Keys are those of the first locations.
        let keys = again.iter().filter_map(|(key, _)| *key).collect();
        let locations = again.into_iter().chain(new).map(|(_, location)| location).collect();
        self.opening.open(locations, keys, placement)
    }

    pub(crate) fn show_demo(&mut self) -> Vec<Effect> {
        let mut effects = self.cancel_load();
        self.opening.generation += 1;
        effects.push(Effect::ShowDemo {
            generation: self.opening.generation,
        });
        effects
    }

    pub(crate) fn loaded(&mut self, generation: u64, files: Vec<OpenedFile>, placement: Placement) -> Vec<Effect> {
        if generation != self.opening.generation {
            return Vec::new();
        }
        self.opening.loading = None;
        if !files.is_empty() {
            self.browser.forget_refused();
        }
        self.opening.forget_unopened(&files);
        self.opening.forget_waiting(generation, &files, placement);
        self.note(Change::PICTURE);
        self.browser.remember_opened(&files, placement);
        let mut effects = self.opened(files, placement);
        self.resume_loaded(generation);
        self.remember_stage();
        effects.extend(self.walk_on());
        effects.extend(self.reload_changed());
        effects
    }

    pub(crate) fn load_failed(
        &mut self,
        generation: u64,
        (name, location): (&str, String),
        (message, details): (&str, String),
        (retry, waits): (Option<Retry>, Option<Box<Waits>>),
    ) -> Vec<Effect> {
        if generation != self.opening.generation {
            return Vec::new();
        }
        self.opening.waiting.retain(|waiting| waiting.location != location);
        self.browser.refuse(generation, &location);
        if let Some(waits) = waits.filter(|_| self.preferences.files.watches) {
            return vec![
                self.opening
                    .wait_for(generation, (name, location), (message, details), *waits),
            ];
        }
        // A file that needs leave can be opened, and one that is not there may come back.
        if retry.is_none() && !self.browser.is_gone(&location) {
            self.browser.forget_broken(&location);
        }
        let notice = Notice::error(format!("{name} could not be opened: {message}"));
        let notice = notice.about(Problem::NotOpened(location)).with_details(details);
        vec![Effect::Notify(match retry {
            Some(retry) => notice.with_action(retry.label, Action::Stage(StageAction::OpenAs(retry))),
            None => notice,
        })]
    }

    /// `read`: what becomes of the entry.
    pub(crate) fn texture_loaded(
        &mut self,
        key: FileKey,
        texture: TextureIndex,
        read: impl FnOnce(&TextureEntry) -> TextureEntry,
    ) -> Vec<Effect> {
        let file = self.stage.textures_mut(key);
        let Some(entry) = file.and_then(|(_, entries)| entries.get(texture.get())) else {
            return Vec::new();
        };
        let reference = entry.reference.clone();
        let mut read = read(entry);
        let kept = watched::take_kept_image(self, key, &reference);
        let mut effects = Vec::new();
        if let (Some(kept), TextureState::Broken(why)) = (kept, &read.state) {
            let text = format!("{reference} cannot be read now ({why}); still showing the image that was read before.");
            let notice = Notice::warning(text).about(Problem::OldImage(key, texture));
            effects.push(Effect::Notify(notice));
            read = kept;
        } else if matches!(read.state, TextureState::Ready(_) | TextureState::Unused) {
            self.opening
                .solve(|problem| *problem == Problem::OldImage(key, texture));
        }
        let Some((scene, entries)) = self.stage.textures_mut(key) else {
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
        for placed in &mut self.stage.models {
            if Arc::ptr_eq(&placed.scene, &scene) {
                placed.textures = textures.clone();
            }
        }
        self.note(Change::PICTURE);
        self.note(Change::LOOKS);
        let was_told = self.view.budget_sentence().is_some();
        self.follow_budget();
        effects.extend(self.missing_textures_notice(&[key]));
        if !was_told {
            effects.extend(self.view.budget_notice());
        }
        if was_awaited {
            effects.extend(self.lift_late_textures(key));
        }
        effects
    }

    /// One notice for all that lack textures, if one of `files` does and all of its textures have been looked for.
    pub(crate) fn missing_textures_notice(&self, files: &[FileKey]) -> Option<Effect> {
        let lacking: Vec<_> = self.stage.lacking_files().collect();
        lacking.iter().find(|(file, _)| files.contains(&file.key))?;
        let (first, _) = lacking.first()?;
        let (lost, _) = self.stage.lost_textures()?;
        let lost = lost.told();
        let place = match lacking.len() {
            1 => first.name.clone(),
            count => format!("{count} files"),
        };
        let all: Vec<FileKey> = lacking.iter().map(|(file, _)| file.key).collect();
        if let Some((found, button, action)) = self.offer_told(&all) {
            let text = format!("{lost} in {place}; {found}.");
            let notice = Notice::warning(text).with_action(button, action);
            return Some(Effect::Notify(notice.about(Problem::MissingTextures)));
        }
        let notice = Notice::warning(format!("{lost} in {place}."));
        let show = Action::Window(WindowAction::TogglePage(Page::Textures));
        let notice = notice.with_action("Show", show);
        Some(Effect::Notify(notice.about(Problem::MissingTextures)))
    }

    pub(crate) fn cancel_load(&mut self) -> Vec<Effect> {
        if self.opening.loading.take().is_none() {
            return self.opening.stop_full_size();
        }
        // Whatever still arrives is of an older generation.
        self.opening.generation += 1;
        let mut effects = vec![Effect::CancelLoad];
        effects.extend(self.reload_changed());
        effects
    }

    pub(crate) fn reload(&mut self) -> Vec<Effect> {
        // A file may be open twice: what arrives for one is not for the other.
        let open = self.stage.files.iter().filter(|file| !file.location.is_empty());
        let (locations, keys): (Vec<String>, Vec<FileKey>) = open.map(|file| (file.location.clone(), file.key)).unzip();
        if locations.is_empty() {
            return vec![Effect::Notify(Notice::info(
                "There is nothing to reload: no file is open.",
            ))];
        }
        self.opening.open(locations, keys, Placement::Reload)
    }

    /// The first of a choice's values is the reader's own decision.
    pub(crate) fn decide(&mut self, key: FileKey, choice: String, value: String) -> Vec<Effect> {
        let Some(file) = self.stage.file(key) else {
            return Vec::new();
        };
        if file.location.is_empty() {
            let notice = "This file cannot be read again: it came from standard input.";
            return vec![Effect::Notify(Notice::info(notice))];
        }
        let Some(offered) = file.decided.choices.iter().find(|offered| offered.key == choice) else {
            return Vec::new();
        };
        let mut options = file.decided.options.clone();
        match offered.values.first() {
            Some((own, _)) if *own == value => options.clear(&choice),
            _ => options.set(choice, value),
        }
        let locations = vec![file.location.clone()];
        let mut effects = vec![Effect::ReadAs { file: key, options }];
        effects.extend(self.opening.open(locations, vec![key], Placement::Reload));
        effects
    }

    pub(crate) fn close_all(&mut self) -> Vec<Effect> {
        // Files that are still being loaded were to join the files that are closed here.
        let mut effects = self.cancel_load();
        effects.extend(self.opening.stop_full_size());
        self.close_files(|_| true);
        self.opening.waiting.clear();
        self.edits = self.edits.of_another_stage().into();
        self.history.clear();
        self.changes.remember_as(Remembers::Nothing);
        self.view.stop_flying();
        self.activate(None, false);
        self.note(Change::PICTURE);
        effects
    }

    pub(crate) fn close_file(&mut self, key: FileKey) -> Vec<Effect> {
        self.close_files(|file| file.key == key);
        self.bind_active_clip();
        self.stand_in_for_missing_model();
        self.note(Change::PICTURE);
        self.remember_stage();
        Vec::new()
    }
}

impl Opening {
    /// `keys`: of the first of `locations`.
    pub(crate) fn open(&mut self, locations: Vec<String>, keys: Vec<FileKey>, placement: Placement) -> Vec<Effect> {
        if locations.is_empty() {
            return Vec::new();
        }
        self.generation += 1;
        self.loading = Some(Loading {
            generation: self.generation,
            name: match locations.as_slice() {
                [one] => one.rsplit(['/', '\\']).next().unwrap_or(one).to_owned(),
                many => format!("{} files", many.len()),
            },
            progress: 0.0,
        });
        vec![Effect::Load {
            generation: self.generation,
            locations,
            keys,
            placement,
        }]
    }

    pub(crate) fn load_progress(&mut self, generation: u64, name: String, progress: f32) -> Vec<Effect> {
        if let Some(loading) = self.loading.as_mut().filter(|loading| loading.generation == generation) {
            loading.name = name;
            loading.progress = progress.clamp(0.0, 1.0);
        }
        Vec::new()
    }

    pub(crate) fn open_as(&mut self, retry: Retry) -> Vec<Effect> {
        let mut effects = vec![Effect::ReadAs {
            file: retry.file,
            options: retry.options,
        }];
        if !retry.wishes.is_empty() {
            effects.push(Effect::Allow(retry.wishes));
        }
        effects.extend(self.open(vec![retry.location], vec![retry.file], retry.placement));
        effects
    }
}
