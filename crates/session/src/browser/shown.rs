//! Which files of the folder are listed, and in what order.
//!
//! In: the files of the folder, what is searched, the order, the filter, the models that are open. Out: positions among the files of the
//! folder. Made anew when one of these changes, never for a pass of the window; steps to the next file follow it, whatever tab is shown.

use super::order::{FileFilter, FileOrder, Shown};
use crate::{Browser, Effect, Session, Stage};
use castview_base::core::natural_order;
use castview_base::scene::Scene;
use castview_motion::animation::DrivenCount;
use castview_picture::opened::{ListedFile, ListedKind, Targets};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

pub(crate) fn search_files(session: &mut Session, query: String) {
    session.browser.query = query;
    arrange_files(session);
}

pub(crate) fn order_files(session: &mut Session, order: FileOrder) {
    session.preferences.files.file_order = order;
    arrange_files(session);
}

/// Lists only files of `filter`. The targets of clips are not known before somebody asks.
pub(crate) fn filter_files(session: &mut Session, filter: FileFilter) -> Vec<Effect> {
    session.browser.filter = filter;
    arrange_files(session);
    let lists_targets = session.browser.list.as_ref().is_some_and(|list| list.has_targets);
    match filter == FileFilter::Fitting && !lists_targets {
        true => session.browser.list_again(),
        false => Vec::new(),
    }
}

/// Lists the files anew. Call it when the folder, or what is asked of it, has changed.
pub(crate) fn arrange_files(session: &mut Session) {
    let files = session.browser.list.as_ref().map(|list| list.files.clone());
    let files = files.unwrap_or_default();
    let mut order: Vec<u32> = (0..files.len() as u32).collect();
    let file = |at: &u32| &files[*at as usize];
    match session.preferences.files.file_order {
        // They come in this order.
        FileOrder::Name => {}
        FileOrder::Newest => order.sort_by_key(|at| Reverse(file(at).changed_secs)),
        FileOrder::Largest => order.sort_by_key(|at| Reverse(file(at).bytes)),
        FileOrder::Kind => order.sort_by(|a, b| {
            let [a, b] = [a, b].map(file);
            rank(a.kind)
                .cmp(&rank(b.kind))
                .then_with(|| natural_order(&a.name, &b.name))
        }),
    }
    let filter = session.browser.filter;
    let fits = match filter {
        FileFilter::Fitting => fitting(session, &files),
        _ => HashMap::new(),
    };
    let is_of_kind = |file: &ListedFile| match filter {
        FileFilter::All => true,
        FileFilter::Models => file.kind == ListedKind::Model,
        FileFilter::Clips => file.kind == ListedKind::Clips,
        FileFilter::Fitting => file.targets.as_ref().is_some_and(|targets| fits[&Arc::as_ptr(targets)]),
    };
    let words: Vec<String> = session
        .browser
        .query
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let is_meant = |file: &ListedFile| {
        let has = |text: &str| {
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        words.is_empty() || has(&file.name) || has(&file.below)
    };
    let is_listed: Vec<bool> = order
        .iter()
        .map(file)
        .map(|file| is_of_kind(file) && is_meant(file))
        .collect();
    let listed = order.iter().zip(&is_listed).filter(|(_, is_listed)| **is_listed);
    session.browser.shown = Shown {
        files: listed.map(|(at, _)| *at).collect(),
        fitted_to: match filter {
            FileFilter::Fitting => session.stage.fitted_scenes(),
            _ => Vec::new(),
        },
        order,
        is_listed,
    };
    session.browser.revision += 1;
}

/// Lists the files anew if other models are open than those that clips were chosen for.
pub(crate) fn fit_files(session: &mut Session) {
    if session.browser.filter == FileFilter::Fitting {
        let now = session.stage.fitted_scenes();
        let before = &session.browser.shown.fitted_to;
        let is_same = now.len() == before.len() && now.iter().zip(before).all(|(a, b)| a.ptr_eq(b));
        if !is_same {
            arrange_files(session);
        }
    }
}

/// Whether half of the names of each set are found on a model that is open, as for clips that are opened. Files of one rig share a set.
fn fitting(session: &Session, files: &[ListedFile]) -> HashMap<*const Targets, bool> {
    let sets = files.iter().filter_map(|file| file.targets.as_ref());
    let mut fits: HashMap<*const Targets, (&Targets, bool)> =
        sets.map(|set| (Arc::as_ptr(set), (&**set, false))).collect();
    // The names of one model at a time: a file may hold very many.
    for placed in session.stage.models().iter().filter(|placed| !placed.is_stand_in) {
        let count = DrivenCount::new(placed.model(), &session.preferences.motion.renames);
        for (set, fits) in fits.values_mut().filter(|(_, fits)| !fits) {
            let found = set.iter().filter(|name| count.has(name)).count();
            *fits = found > 0 && 2 * found >= set.len();
        }
    }
    fits.into_iter().map(|(set, (_, fits))| (set, fits)).collect()
}

impl Browser {
    /// The files that are listed, in order, as positions in [`Browser::listed_files`].
    pub fn shown_files(&self) -> &[u32] {
        &self.shown.files
    }

    /// All files are listed again.
    pub(crate) fn show_all_files(&mut self) {
        self.query.clear();
        self.filter = FileFilter::All;
    }

    /// The listed file after or before the one at `location`, which may itself not be listed. The outer `None`: it is not in the folder.
    pub(crate) fn beside(&self, location: &str, forward: bool) -> Option<Option<&ListedFile>> {
        let files = self.listed_files();
        let shown = &self.shown;
        let file = |at: usize| &files[shown.order[at] as usize];
        let here = (0..shown.order.len()).find(|at| file(*at).location == location)?;
        let is_listed = |at: &usize| shown.is_listed[*at];
        let next = match forward {
            true => (here + 1..shown.order.len()).find(is_listed),
            false => (0..here).rev().find(is_listed),
        };
        Some(next.map(file))
    }
}

impl Stage {
    fn fitted_scenes(&self) -> Vec<Weak<Scene>> {
        let models = self.models().iter().filter(|placed| !placed.is_stand_in);
        models.map(|placed| Arc::downgrade(&placed.scene)).collect()
    }
}

fn rank(kind: ListedKind) -> u8 {
    match kind {
        ListedKind::Model => 0,
        ListedKind::Clips => 1,
        ListedKind::Unknown => 2,
        ListedKind::Unreadable => 3,
    }
}
