//! Files on their way onto the stage: loads that are asked for, and stopped.
//!
//! In: locations. Out: effects for the loader. Never here: what a batch makes of the stage it joins (`joining`).

use crate::stage::watched;
use crate::{Effect, Loading, Notice, Opening, Session};
use castview_picture::opened::{FileKey, Placement, Retry};
use std::collections::HashSet;

/// Files that are open already keep their keys: no file is open twice, unless it hangs on bones.
pub(crate) fn open_or_reload(session: &mut Session, mut locations: Vec<String>, placement: Placement) -> Vec<Effect> {
    if !matches!(placement, Placement::On { .. }) {
        let mut named = HashSet::new();
        locations.retain(|location| named.insert(location.clone()));
    }
    let key_of = |location: &String| {
        let file = session.stage.files.iter().find(|file| file.location == *location);
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
    session.opening.open(locations, keys, placement)
}

pub(crate) fn show_demo(session: &mut Session) -> Vec<Effect> {
    let mut effects = cancel_load(session);
    session.opening.generation += 1;
    effects.push(Effect::ShowDemo {
        generation: session.opening.generation,
    });
    effects
}

pub(crate) fn cancel_load(session: &mut Session) -> Vec<Effect> {
    if session.opening.loading.take().is_none() {
        return session.opening.stop_full_size();
    }
    // Whatever still arrives is of an older generation.
    session.opening.generation += 1;
    let mut effects = vec![Effect::CancelLoad];
    effects.extend(watched::reload_changed(session));
    effects
}

pub(crate) fn reload(session: &mut Session) -> Vec<Effect> {
    // A file may be open twice: what arrives for one is not for the other.
    let open = session.stage.files.iter().filter(|file| !file.location.is_empty());
    let (locations, keys): (Vec<String>, Vec<FileKey>) = open.map(|file| (file.location.clone(), file.key)).unzip();
    if locations.is_empty() {
        return vec![Effect::Notify(Notice::info(
            "There is nothing to reload: no file is open.",
        ))];
    }
    session.opening.open(locations, keys, Placement::Reload)
}

/// The first of a choice's values is the reader's own decision.
pub(crate) fn decide(session: &mut Session, key: FileKey, choice: String, value: String) -> Vec<Effect> {
    let Some(file) = session.stage.file(key) else {
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
    effects.extend(session.opening.open(locations, vec![key], Placement::Reload));
    effects
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
