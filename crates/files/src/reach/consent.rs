//! Consents: what the user allowed the files of one folder to read outside it.

use super::root::Root;
use super::{lexical, place, system};
use crate::{location_of, path_of};
use castview_picture::opened::{Consent, Wish};
use std::path::{Path, PathBuf};

/// The wishes that can be fulfilled, as they are remembered, and the folders of the others: there is none at their place.
pub fn consents(wishes: &[Wish]) -> (Vec<Consent>, Vec<String>) {
    let (mut given, mut missing) = (Vec::new(), Vec::new());
    for wish in wishes {
        match real_folder(&path_of(&wish.folder)) {
            Some(real) => given.push(Consent {
                of: wish.of.clone(),
                folder: wish.folder.clone(),
                real: location_of(&real),
            }),
            None => missing.push(wish.folder.clone()),
        }
    }
    (given, missing)
}

/// The user has agreed to `folder`, so it is looked for; also in another letter case, as files spell it.
fn real_folder(folder: &Path) -> Option<PathBuf> {
    let exact = place::real(folder).ok().filter(|real| real.is_dir());
    exact.or_else(|| {
        let mut here = PathBuf::new();
        for part in folder.components() {
            let exact = here.join(part);
            here = match exact.is_dir() {
                true => exact,
                false => {
                    let name = part.as_os_str().to_str()?.to_lowercase();
                    let mut names = system::list(&here).ok()?;
                    names.sort();
                    let same = names.into_iter().find(|other| other.to_lowercase() == name);
                    here.join(same?)
                }
            };
        }
        place::real(&here).ok().filter(|real| real.is_dir())
    })
}

/// The place that `consent` opens to files in one of `own`, real folders. A folder that has become a link elsewhere since opens nothing.
pub(super) fn root(consent: &Consent, own: &[PathBuf]) -> Option<Root> {
    let of = path_of(&consent.of);
    let is_own = own.contains(&of);
    let real = path_of(&consent.real);
    (is_own && place::real(&real).ok()? == real).then(|| Root {
        spelled: lexical::normal(&path_of(&consent.folder)),
        real,
    })
}
