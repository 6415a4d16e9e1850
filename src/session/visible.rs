//! What the user hides and shows: a mesh, all that a bone holds, a whole model.

use super::{Placed, Selected, Session};
use crate::core::MeshIndex;
use crate::picture::PlacedKey;
use std::sync::Arc;

impl Session {
    /// The meshes that are drawn as `part` or below it; none of what is never drawn.
    fn meshes_of(&self, part: Selected) -> Option<(&Placed, Vec<MeshIndex>)> {
        let placed = self.stage.placed(part.placed()?)?;
        let count = placed.model().meshes.len();
        let meshes = match part {
            Selected::Mesh(_, mesh) if mesh.get() < count => vec![mesh],
            Selected::Bone(_, bone) => placed.below.bone(bone).to_vec(),
            Selected::Model(_) => (0..count).map(MeshIndex::new).collect(),
            _ => Vec::new(),
        };
        (!meshes.is_empty()).then_some((placed, meshes))
    }

    /// Whether there is anything to hide or show at `part` or below it.
    pub fn is_drawable(&self, part: Selected) -> bool {
        let placed = || part.placed().and_then(|key| self.stage.placed(key));
        match part {
            Selected::Mesh(..) => true,
            Selected::Bone(_, bone) => placed().is_some_and(|placed| !placed.below.bone(bone).is_empty()),
            Selected::Model(_) => placed().is_some_and(|placed| !placed.model().meshes.is_empty()),
            _ => false,
        }
    }

    /// Whether any mesh at `part` or below it is not hidden.
    pub fn is_shown(&self, part: Selected) -> bool {
        let Some((placed, meshes)) = self.meshes_of(part) else {
            return false;
        };
        match self.edits.hidden_meshes.get(&placed.key) {
            Some(flags) => meshes.iter().any(|mesh| !flags[mesh.get()]),
            None => meshes.iter().any(|mesh| !placed.model().meshes[mesh.get()].hidden),
        }
    }

    /// Whether all that is not hidden at `part` and below it is on levels of detail that are not drawn now.
    pub fn is_on_other_level(&self, part: Selected) -> bool {
        let Some((placed, meshes)) = self.meshes_of(part) else {
            return false;
        };
        let mut shown = meshes
            .iter()
            .filter(|mesh| !self.is_hidden(placed.key, **mesh))
            .peekable();
        shown.peek().is_some() && shown.all(|mesh| self.is_left_out(placed.key, *mesh))
    }

    pub(super) fn hide(&mut self, part: Selected, hidden: bool) {
        let Some((placed, meshes)) = self.meshes_of(part) else {
            return;
        };
        let (key, stored) = (placed.key, placed.model().hidden_meshes());
        let mut flags = self.hidden_meshes(placed);
        let all = Arc::make_mut(&mut flags);
        meshes.iter().for_each(|mesh| all[mesh.get()] = hidden);
        self.hide_meshes(key, flags, &stored);
    }

    pub(super) fn show_all(&mut self) {
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
