//! The files that a view file names for paths of instances, in place of those that the paths lead to.
//!
//! In: a view, and the file that it is of. Out: what that file may read because of it, and sentences about files of other places. A file that
//! cannot be read changes nothing.

use super::shown_images::{first_of, may_be_read};
use crate::files::{Allowance, Opened, location_of, path_of, whole_location_of};
use crate::opened::Target;
use crate::session::SavedView;
use std::path::Path;

/// `allowed`, with the choices that `view` has for its file at `index`, which is at `path`.
pub fn allowance_of(allowed: &Allowance, view: Option<&SavedView>, (index, path): (usize, &Path)) -> Allowance {
    let own = whole_location_of(path);
    let chosen = named(view, index).filter(|(_, location)| may_be_read(location, &own));
    let mut allowed = allowed.clone();
    let of_view = chosen.map(|(stored, location)| (stored.to_owned(), path_of(location)));
    allowed.instead.extend(of_view);
    allowed
}

/// Sentences about the files that `view` names for instances of its file at `index`, shown or not.
pub fn told(one: &Opened, view: Option<&SavedView>, index: usize) -> Vec<String> {
    let shown = &one.file.instances.elsewhere;
    let real = |location: &str| {
        let path = path_of(location);
        path.canonicalize()
            .map_or_else(|_| location.to_owned(), |real| location_of(&real))
    };
    let targets = one.file.instances.targets.iter();
    let unreadable: Vec<&String> = targets
        .filter_map(|target| match target {
            Target::Unreadable(location, _) => Some(location),
            _ => None,
        })
        .collect();
    let sentence = |(stored, location): (&str, &str)| {
        let name = &one.file.name;
        if !may_be_read(location, &one.file.location) {
            return format!(
                "{location} does not stand for {stored}: a view file names no file on a share from which nothing was opened"
            );
        }
        let location_shown = shown.get(stored).filter(|shown| **shown == real(location));
        match location_shown.is_some_and(|shown| !unreadable.contains(&shown)) {
            true => format!("instances of {stored} in {name} are shown by {location}, as the view file says"),
            false => format!("{location} does not stand for {stored}: it is no file that instances of {name} can show"),
        }
    };
    let more = |more| format!("the view file names {more} more files for instances");
    first_of(named(view, index).map(sentence).collect(), more)
}

/// Paths of instances with the locations that `view` has for them.
fn named(view: Option<&SavedView>, index: usize) -> impl Iterator<Item = (&str, &str)> {
    let key = view.and_then(|view| view.file_keys.get(index));
    let all = view.map_or(&[][..], |view| &view.instances);
    all.iter()
        .filter(move |one| Some(&one.file) == key)
        .map(|one| (&*one.path, &*one.location))
}
