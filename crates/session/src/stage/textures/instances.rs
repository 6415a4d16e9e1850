//! Models in place of those that instances name, because the user said so.
//!
//! In: the choices of the user, by the file that names a path and by the path, and those of a view file. Out: word to the loader, which reads a
//! file again whose choices have changed, as instances bring models that are not there yet. The user's choices are kept with those of textures;
//! those of a view file last as long as its files are open.

use super::folders::folders_told;
use crate::stage::watched::reload_changed;
use crate::{Action, Effect, Notice, OpenFile, Selected, Session};
use castview_base::core::InstanceIndex;
use castview_picture::opened::{FileKey, NamedPath, Target};
use std::collections::BTreeMap;

/// Paths of instances of the files, each with the file that the user's folder has for it: it is shown by now, and is a choice from here on.
pub(crate) fn instances_lent(session: &mut Session, found: &[(FileKey, NamedPath, String)]) -> Vec<Effect> {
    let mut first = None;
    let mut shown = Vec::new();
    for (key, named, location) in found {
        let Some(file) = session.stage.file(*key).filter(|file| !file.location.is_empty()) else {
            continue;
        };
        let namer = named.namer(&file.location).to_owned();
        let names = |instance: &castview_base::scene::Instance| named.by.is_empty() && *instance.path == *named.path;
        let at = file.scene.instances.iter().position(names);
        first = first.or(at.map(|at| Selected::Instance(*key, InstanceIndex::new(at))));
        session.edits.choose(&namer, named.path.clone(), Some(location.clone()));
        shown.push(&**location);
    }
    let folders = folders_told(shown.iter().copied());
    let text = match shown.len() {
        0 => return Vec::new(),
        1 => format!("1 path of instances is shown by a file from {folders}."),
        count => format!("{count} paths of instances are shown by files from {folders}."),
    };
    let notice = Notice::info(text);
    vec![Effect::Notify(match first {
        Some(first) => notice.with_action("Show", Action::select(first)),
        None => notice,
    })]
}

/// For the loader: the choices, as far as they have changed since the last call. Those files are read again, unless they show that by now.
pub(crate) fn follow_relinked_instances(session: &mut Session) -> Vec<Effect> {
    let opening = &session.opening;
    if session.edits.all_relinks().is_empty() && opening.instead.is_empty() && opening.instead_by_view.is_empty() {
        return Vec::new();
    }
    let (mut effects, mut put, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for file in &session.stage.files {
        if file.scene.instances.is_empty() || file.location.is_empty() {
            continue;
        }
        let instead = choices_of(session, file);
        let told = session.opening.instead.get(&file.key);
        if told.map_or(instead.is_empty(), |told| *told == instead) {
            continue;
        }
        let shown = &file.instances.elsewhere;
        let none = BTreeMap::new();
        let told = told.unwrap_or(&none);
        let paths = told.keys().chain(instead.keys());
        let mut changed = paths.filter(|path| told.get(*path) != instead.get(*path));
        if changed.any(|path| !instead.contains_key(path) || instead.get(path) != shown.get(path)) {
            again.push(file.location.clone());
        }
        put.push((file.key, instead));
    }
    for (file, instead) in put {
        session.opening.instead.insert(file, instead.clone());
        effects.push(Effect::PutInstead { file, instead });
    }
    session.opening.changed.extend(again);
    if !effects.is_empty() {
        effects.extend(reload_changed(session));
    }
    effects
}

pub(crate) fn relink_instance(session: &mut Session, file: FileKey, instance: InstanceIndex, chosen: Option<String>) {
    let Some(file) = session.stage.file(file).filter(|file| !file.location.is_empty()) else {
        return;
    };
    if let Some(instance) = file.instance(instance) {
        let (key, location, path) = (file.key, file.location.clone(), instance.path.to_string());
        if let Some(by_view) = session
            .opening
            .instead_by_view
            .get_mut(&key)
            .filter(|_| chosen.is_none())
        {
            by_view.remove(&NamedPath::own(&path));
        }
        session.edits.choose(&location, path, chosen);
    }
}

/// The location of the model that is offered for what `instance` of `file` names and what lies nowhere.
pub fn offered_instance<'a>(session: &Session, file: &'a OpenFile, instance: InstanceIndex) -> Option<&'a str> {
    let path = &*file.instance(instance)?.path;
    let is_free = chosen_instead(session, file, path).is_none();
    let is_missing = matches!(file.target(instance), Some(Target::Missing(_)));
    let offered = file.instances.offered.get(&NamedPath::own(path))?;
    (is_free && is_missing).then_some(&**offered)
}

/// The location of the model that the user put in place of what `instance` of `file` names.
pub fn instance_from_elsewhere<'a>(session: &'a Session, file: &OpenFile, instance: InstanceIndex) -> Option<&'a str> {
    chosen_instead(session, file, &file.instance(instance)?.path)
}

/// Counts the paths in place of which the user put models, over all open files.
pub fn count_instead(session: &Session) -> usize {
    let told = |file: &OpenFile| session.opening.instead.get(&file.key).map_or(0, BTreeMap::len);
    session.stage.files.iter().map(told).sum()
}

/// The first instance whose model the user chose.
pub fn first_from_elsewhere(session: &Session) -> Option<Selected> {
    session.stage.files.iter().find_map(|file| {
        let mut all = (0..file.scene.instances.len()).map(InstanceIndex::new);
        let first = all.find(|instance| instance_from_elsewhere(session, file, *instance).is_some())?;
        Some(Selected::Instance(file.key, first))
    })
}

fn chosen_instead<'a>(session: &'a Session, file: &OpenFile, path: &str) -> Option<&'a str> {
    let chosen = session.edits.all_relinks().get(&file.location);
    let by_view = session.opening.instead_by_view.get(&file.key);
    let chosen = chosen.and_then(|chosen| chosen.get(path));
    Some(chosen.or_else(|| by_view?.get(&NamedPath::own(path)))?)
}

/// Puts the files of a view in place of those that instances of `file` name. Nothing of it is remembered, and a choice of the user counts more.
pub fn put_by_view(session: &mut Session, file: FileKey, chosen: BTreeMap<NamedPath, String>) -> Vec<Effect> {
    let is_open = session.stage.file(file).is_some_and(|file| !file.location.is_empty());
    if is_open && !chosen.is_empty() {
        session.opening.instead_by_view.insert(file, chosen);
    }
    follow_relinked_instances(session)
}

/// All choices that hold for what `file` and the files inside of it name: the user's, and those of a view file beside them.
fn choices_of(session: &Session, file: &OpenFile) -> BTreeMap<NamedPath, String> {
    let by_view = session.opening.instead_by_view.get(&file.key);
    let mut all = by_view.cloned().unwrap_or_default();
    let relinks = session.edits.all_relinks();
    let inside = file.instances.namers.iter().filter(|namer| **namer != file.location);
    let namers = std::iter::once(("", &file.location)).chain(inside.map(|namer| (&**namer, namer)));
    for (by, location) in namers {
        let mut parts = file.instances.files.iter();
        let textures = match by {
            "" => Some(&file.textures),
            _ => parts.find(|part| part.location == *location).map(|part| &part.textures),
        };
        let is_texture =
            |reference: &str| textures.is_some_and(|all| all.iter().any(|entry| entry.reference == reference));
        let chosen = relinks.get(location).into_iter().flatten();
        let chosen = chosen.filter(|(reference, _)| !is_texture(reference));
        all.extend(chosen.map(|(path, found)| (NamedPath::by(by, path), found.clone())));
    }
    all
}
