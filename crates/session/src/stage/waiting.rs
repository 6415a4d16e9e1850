//! Files that were refused as a file beside them is missing, such as a glTF model whose `.bin` is exported after it.
//!
//! In: refusals, and word of places that have changed. Out: loads of the refused files as soon as the awaited ones are there. Waiting ends
//! when the file is opened or refused for another reason, and when the user opens something in place of all.

use super::opening::Waiting;
use super::problem::Problem;
use crate::{Effect, Notice, Opening};
use castview_picture::opened::{FileKey, OpenedFile, Placement, Waits};
use std::collections::BTreeSet;

impl Opening {
    /// Remembers that a file waits, and says so.
    pub(crate) fn wait_for(
        &mut self,
        generation: u64,
        (name, location): (&str, String),
        (message, details): (&str, String),
        waits: Waits,
    ) -> Effect {
        let (first, others) = waits
            .names
            .split_first()
            .map_or(("", 0), |(one, more)| (&one[..], more.len()));
        let others = match others {
            0 => String::new(),
            1 => " and another file".to_owned(),
            count => format!(" and {count} other files"),
        };
        let text = format!("{name} waits for {first}{others}: it opens when that is there.");
        let details = match details.is_empty() {
            true => message.to_owned(),
            false => format!("{message}: {details}"),
        };
        let problem = Problem::Waits(location.clone());
        self.waiting.push(Waiting {
            generation,
            location,
            waits,
        });
        Effect::Notify(Notice::warning(text).about(problem).with_details(details))
    }

    /// Places whose change may end a wait.
    pub(crate) fn waited_for(&self) -> impl Iterator<Item = &str> {
        let waiting = self.waiting.iter();
        waiting.flat_map(|one| {
            let places = one.waits.folders.iter().chain(&one.waits.short);
            places.map(String::as_str).chain([&one.location[..]])
        })
    }

    /// Files that wait for something in one of the `changed` folders. Files that wait for one of `changed` itself are noted to be opened.
    pub(crate) fn waiting_in(&mut self, changed: &[String]) -> Vec<FileKey> {
        let is_changed = |places: &[String]| places.iter().any(|place| changed.contains(place));
        let waiting = self.waiting.iter();
        let longer = waiting.clone().filter(|one| is_changed(&one.waits.short));
        let longer = longer.map(|one| one.location.clone());
        self.changed.extend(longer);
        let come = waiting.filter(|one| is_changed(&one.waits.folders));
        come.map(|one| one.waits.file).collect()
    }

    pub(crate) fn has_waiting(&self, location: &str) -> bool {
        self.waiting.iter().any(|one| one.location == location)
    }

    /// The file `key` still lacks something that would be in these folders.
    pub(crate) fn goes_on_waiting(&mut self, key: FileKey, folders: Vec<String>) {
        let mut waiting = self.waiting.iter_mut();
        if let Some(one) = waiting.find(|one| one.waits.file == key) {
            one.waits.folders = folders;
        }
    }

    /// Opens those of the `changed` files that waited: all that are placed alike. The others follow when these have been loaded.
    pub(crate) fn open_what_waited(&mut self, changed: BTreeSet<String>) -> Vec<Effect> {
        let is_changed = |one: &Waiting| changed.contains(&one.location);
        let Some(first) = self.waiting.iter().find(|one| is_changed(one)) else {
            return Vec::new();
        };
        let placement = first.waits.placement;
        let waiting = std::mem::take(&mut self.waiting);
        let (now, later): (Vec<Waiting>, Vec<Waiting>) = waiting
            .into_iter()
            .partition(|one| is_changed(one) && one.waits.placement == placement);
        let rest = later.iter().filter(|one| is_changed(one));
        self.changed.extend(rest.map(|one| one.location.clone()));
        self.waiting = later;
        let (locations, keys) = now.into_iter().map(|one| (one.location, one.waits.file)).unzip();
        self.open(locations, keys, placement)
    }

    /// Files that are open do not wait any more, nor do those that would replace `files`, opened by a later load.
    pub(crate) fn forget_waiting(&mut self, generation: u64, files: &[OpenedFile], placement: Placement) {
        let opened: BTreeSet<&str> = files.iter().map(|file| &*file.location).collect();
        let replaces = placement.replaces() && !files.is_empty();
        self.waiting.retain(|one| {
            let is_older = one.generation < generation;
            !(opened.contains(&one.location[..]) || is_older && replaces)
        });
    }
}
