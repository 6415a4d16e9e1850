//! The files that a view file names for paths of instances, in place of those that the paths lead to.
//!
//! In: a view, and the file that it is of. Out: what that file may read because of it, for a command or for the loader of a window, and
//! sentences about files of other places. A file that cannot be read changes nothing.

use super::shown_images::{first_of, may_be_read};
use crate::files::{Allowance, location_of, path_of, whole_location_of};
use crate::opened::{Instances, NamedPath, Target};
use crate::session::SavedView;
use std::collections::BTreeMap;
use std::path::Path;

/// `allowed`, with the choices that `view` has for its file at `index`, which is at `path`.
pub fn allowance_of(allowed: &Allowance, view: Option<&SavedView>, (index, path): (usize, &Path)) -> Allowance {
    let chosen = chosen(view, (index, &whole_location_of(path)));
    let mut allowed = allowed.clone();
    let of_view = chosen.into_iter().map(|(named, location)| (named, path_of(&location)));
    allowed.instead.extend(of_view);
    allowed
}

/// The choices that `view` has for its file at `index`, which is at the location `own`, as far as they may be read.
pub fn chosen(view: Option<&SavedView>, (index, own): (usize, &str)) -> BTreeMap<NamedPath, String> {
    let chosen = named(view, index).filter(|(_, location)| may_be_read(location, own));
    chosen.map(|(named, location)| (named, location.to_owned())).collect()
}

/// Sentences about the files that `view` names for instances of its file at `index`, shown or not. `name`, `own`: of that file, with its location.
pub fn told((name, own, instances): (&str, &str, &Instances), view: Option<&SavedView>, index: usize) -> Vec<String> {
    let real = |location: &str| {
        let path = path_of(location);
        path.canonicalize()
            .map_or_else(|_| location.to_owned(), |real| location_of(&real))
    };
    let unreadable: Vec<&String> = (instances.targets.iter())
        .filter_map(|target| match target {
            Target::Unreadable(location, _) => Some(location),
            _ => None,
        })
        .collect();
    let sentence = |(named, location): (NamedPath, &str)| {
        let stored = &named.path;
        let inside = Path::new(&named.by).file_name().map(|inside| inside.to_string_lossy());
        let name = inside.as_deref().unwrap_or(name);
        if !may_be_read(location, own) {
            return format!(
                "{location} does not stand for {stored}: a view file names no file on a share from which nothing was opened"
            );
        }
        let location_shown = instances
            .elsewhere
            .get(&named)
            .filter(|shown| **shown == real(location));
        match location_shown.is_some_and(|shown| !unreadable.contains(&shown)) {
            true => format!("instances of {stored} in {name} are shown by {location}, as the view file says"),
            false => format!("{location} does not stand for {stored}: it is no file that instances of {name} can show"),
        }
    };
    let more = |more| format!("the view file names {more} more files for instances");
    first_of(named(view, index).map(sentence).collect(), more)
}

/// Paths of instances with the locations that `view` has for them.
fn named(view: Option<&SavedView>, index: usize) -> impl Iterator<Item = (NamedPath, &str)> {
    let key = view.and_then(|view| view.file_keys.get(index));
    let all = view.map_or(&[][..], |view| &view.instances);
    all.iter().filter(move |one| Some(&one.file) == key).map(|one| {
        let by = one.by.as_deref().unwrap_or_default();
        (NamedPath::by(by, &one.path), &*one.location)
    })
}
