//! Models in place of those that instances name, because the user said so.
//!
//! In: the choices of the user, by file and by the path that instances name. Out: word to the loader, which reads a file again whose choices
//! have changed, as instances bring models that are not there yet. Choices are kept with those of textures.

use crate::{Effect, OpenFile, Selected, Session};
use castview_base::core::InstanceIndex;
use castview_picture::opened::{FileKey, Target};
use std::collections::BTreeMap;

impl Session {
    pub(crate) fn relink_instance(&mut self, file: FileKey, instance: InstanceIndex, chosen: Option<String>) {
        let Some(file) = self.stage.file(file).filter(|file| !file.location.is_empty()) else {
            return;
        };
        if let Some(instance) = file.instance(instance) {
            let (location, path) = (file.location.clone(), instance.path.to_string());
            self.edits.choose(&location, path, chosen);
        }
    }

    /// The location of the model that is offered for what `instance` of `file` names and what lies nowhere.
    pub fn offered_instance<'a>(&self, file: &'a OpenFile, instance: InstanceIndex) -> Option<&'a str> {
        let path = &*file.instance(instance)?.path;
        let is_free = self.chosen_instead(file, path).is_none();
        let is_missing = matches!(file.target(instance), Some(Target::Missing(_)));
        let offered = file.instances.offered.get(path)?;
        (is_free && is_missing).then_some(&**offered)
    }

    /// The location of the model that the user put in place of what `instance` of `file` names.
    pub fn instance_from_elsewhere(&self, file: &OpenFile, instance: InstanceIndex) -> Option<&str> {
        self.chosen_instead(file, &file.instance(instance)?.path)
    }

    /// Counts the paths in place of which the user put models, over all open files.
    pub fn count_instead(&self) -> usize {
        let told = |file: &OpenFile| self.opening.instead.get(&file.key).map_or(0, BTreeMap::len);
        self.stage.files.iter().map(told).sum()
    }

    /// The first instance whose model the user chose.
    pub fn first_from_elsewhere(&self) -> Option<Selected> {
        self.stage.files.iter().find_map(|file| {
            let mut all = (0..file.scene.instances.len()).map(InstanceIndex::new);
            let first = all.find(|instance| self.instance_from_elsewhere(file, *instance).is_some())?;
            Some(Selected::Instance(file.key, first))
        })
    }

    fn chosen_instead(&self, file: &OpenFile, path: &str) -> Option<&str> {
        let chosen = self.edits.all_relinks().get(&file.location)?.get(path)?;
        Some(chosen)
    }

    /// For the loader: the choices, as far as they have changed since the last call. Those files are read again.
    pub(crate) fn follow_relinked_instances(&mut self) -> Vec<Effect> {
        let relinks = self.edits.all_relinks().clone();
        if relinks.is_empty() && self.opening.instead.is_empty() {
            return Vec::new();
        }
        let mut effects = Vec::new();
        for file in &self.stage.files {
            if file.scene.instances.is_empty() || file.location.is_empty() {
                continue;
            }
            let is_texture = |reference: &str| file.textures.iter().any(|entry| entry.reference == reference);
            let chosen = relinks.get(&file.location).into_iter().flatten();
            let chosen = chosen.filter(|(reference, _)| !is_texture(reference));
            let instead: BTreeMap<String, String> = chosen
                .map(|(reference, location)| (reference.clone(), location.clone()))
                .collect();
            let told = self.opening.instead.get(&file.key);
            if told.map_or(instead.is_empty(), |told| *told == instead) {
                continue;
            }
            self.opening.instead.insert(file.key, instead.clone());
            self.opening.changed.insert(file.location.clone());
            effects.push(Effect::PutInstead {
                file: file.key,
                instead,
            });
        }
        if !effects.is_empty() {
            effects.extend(self.reload_changed());
        }
        effects
    }
}
