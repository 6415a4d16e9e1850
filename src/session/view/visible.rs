//! What the user hides and shows: a mesh, all that a bone holds, a whole model.

use crate::picture::PlacedKey;
use crate::session::{Placed, Selected, Session};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Session {
    /// Whether `test` holds for any mesh, by its position, that is drawn as `part` or below it.
    fn any_mesh(&self, part: Selected, mut test: impl FnMut(&Placed, usize) -> bool) -> bool {
        let Some(placed) = part.placed().and_then(|key| self.stage.placed(key)) else {
            return false;
        };
        let count = placed.model().meshes.len();
        match part {
            Selected::Mesh(_, mesh) => mesh.get() < count && test(placed, mesh.get()),
            Selected::Bone(_, bone) => {
                let held = placed.below.as_ref().map_or(&[][..], |below| below.bone(bone));
                held.iter().any(|mesh| test(placed, mesh.get()))
            }
            Selected::Model(_) => (0..count).any(|mesh| test(placed, mesh)),
            _ => false,
        }
    }

    /// Whether there is anything to hide or show at `part` or below it.
    pub fn is_drawable(&self, part: Selected) -> bool {
        self.any_mesh(part, |_, _| true)
    }

    /// Whether any mesh at `part` or below it is not hidden.
    pub fn is_shown(&self, part: Selected) -> bool {
        self.any_mesh(part, |placed, mesh| !self.is_hidden_in(placed, mesh))
    }

    /// Whether all that is not hidden at `part` and below it is on levels of detail that are not drawn now.
    pub fn is_on_other_level(&self, part: Selected) -> bool {
        let left_out = part.placed().and_then(|key| self.left_out_of(key));
        let is_left_out = |mesh| left_out.is_some_and(|flags| flags.get(mesh) == Some(&true));
        let is_seen = |placed: &Placed, mesh| !self.is_hidden_in(placed, mesh) && !is_left_out(mesh);
        left_out.is_some() && self.is_shown(part) && !self.any_mesh(part, is_seen)
    }

    fn is_hidden_in(&self, placed: &Placed, mesh: usize) -> bool {
        match self.edits.hidden_meshes.get(&placed.key) {
            // A file that was read again may have other meshes than it had.
            Some(flags) => flags.get(mesh).copied().unwrap_or(false),
            None => placed.model().meshes[mesh].hidden,
        }
    }

    /// All that is drawn at `parts` and below them. Each model's flags are written once, however many parts it has.
    pub(in crate::session) fn hide(&mut self, parts: &[Selected], hidden: bool) {
        let mut of_models: BTreeMap<PlacedKey, Arc<Vec<bool>>> = BTreeMap::new();
        for part in parts {
            let Some(placed) = part.placed().and_then(|key| self.stage.placed(key)) else {
                continue;
            };
            let flags = of_models
                .entry(placed.key)
                .or_insert_with(|| self.hidden_meshes(placed));
            let flags = Arc::make_mut(flags);
            flags.resize(placed.model().meshes.len(), false);
            self.any_mesh(*part, |_, mesh| {
                flags[mesh] = hidden;
                false
            });
        }
        for (key, flags) in of_models {
            if let Some(stored) = self.stage.placed(key).map(|placed| placed.model().hidden_meshes()) {
                self.hide_meshes(key, flags, &stored);
            }
        }
    }

    pub(in crate::session) fn show_all(&mut self) {
        let placed = self.stage.models.iter();
        let stored: Vec<_> = placed
            .map(|placed| (placed.key, placed.model().hidden_meshes()))
            .collect();
        for (model, stored) in stored {
            self.hide_meshes(model, Arc::new(vec![false; stored.len()]), &stored);
        }
    }

    /// `stored`: what the file hides; it needs no keeping.
    fn hide_meshes(&mut self, model: PlacedKey, flags: Arc<Vec<bool>>, stored: &[bool]) {
        if *flags == stored {
            self.edits.hidden_meshes.remove(&model);
        } else {
            self.edits.hidden_meshes.insert(model, flags);
        }
    }
}
