//! Which bones and shapes the colours of surfaces are about: those that are selected.

use crate::core::BoneIndex;
use crate::picture::{ColorBy, Marked};
use crate::session::{Placed, Selected, Session};

/// Of the stage's size: methods of skinning that are farther apart than this have the last colour.
const FAR_APART: f32 = 0.02;

impl Session {
    /// What of `placed` is asked about.
    pub(in crate::session) fn marked(&self, placed: &Placed) -> Marked {
        match self.view.color_by {
            ColorBy::Weights => Marked {
                bones: self.marked_bones(placed),
                ..Marked::default()
            },
            _ => Marked::default(),
        }
    }

    /// Ascending.
    pub(in crate::session) fn marked_bones(&self, placed: &Placed) -> Vec<BoneIndex> {
        let active = self.edits.selected.map(|selected| placed.shown_as(selected));
        let active = active.and_then(|selected| match selected {
            Selected::Bone(key, bone) if key == placed.key => Some(bone),
            _ => None,
        });
        let mut bones: Vec<BoneIndex> = self.edits.also_selected_bones(placed.key).chain(active).collect();
        bones.sort_unstable();
        bones
    }

    /// How many layers of texture coordinates and of vertex colours the meshes on the stage have at most.
    pub fn vertex_layers(&self) -> [usize; 2] {
        let models = self.stage.models.iter();
        let meshes = models.flat_map(|placed| &placed.model().meshes);
        meshes.fold([0, 0], |[uvs, colors], mesh| {
            [uvs.max(mesh.uvs.len()), colors.max(mesh.colors.len())]
        })
    }

    /// The greatest length on the ramp, in units of the models.
    pub(in crate::session) fn longest(&self) -> f32 {
        let size = self.view.steady_bounds.diagonal() * FAR_APART;
        if size.is_finite() && size > 0.0 { size } else { 1.0 }
    }
}
