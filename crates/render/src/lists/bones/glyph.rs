//! Common to all bones of a picture: the shapes of the shader, strengths, and the bones to draw.

use crate::gpu::srgb::linear;
use castview_base::core::BoneIndex;
use castview_picture::{Picture, PlacedModel, Selection};

pub const OPACITY: f32 = 0.85;
/// Strength of the selected bone's parent and children where bones are not shown.
pub const FAINT: f32 = 0.4;

/// `GLYPH_…` in `shaders/shared/bone_glyph.wgsl`.
pub const BALL: u32 = 0;
pub const OCTAHEDRON: u32 = 1;
pub const STICK: u32 = 2;
pub const LINE: u32 = 3;
/// Added to a shape: no other glyph hides it.
pub const IN_FRONT: u32 = 4;

pub fn shows_bones(picture: &Picture, placed: &PlacedModel) -> bool {
    picture.overlays.bones || !placed.has_surface()
}

/// How many more bones the picture has room for, and how many had none.
pub struct Room {
    pub bones: usize,
    pub left_out: usize,
}

/// The bones of a model that are looked at.
#[derive(Clone, Copy)]
pub struct Focus {
    pub selected: Option<BoneIndex>,
    pub hovered: Option<BoneIndex>,
    /// Others are selected, too.
    pub has_others: bool,
}

impl Focus {
    pub fn of(placed: &PlacedModel) -> Self {
        let there = |bone: &BoneIndex| bone.get() < placed.model().skeleton.len();
        let selected = match placed.selection {
            Some(Selection::Bone(bone)) => Some(bone),
            _ => None,
        };
        Self {
            selected: selected.filter(there),
            hovered: placed.bones.hovered.filter(there),
            has_others: placed.bones.selected.is_some(),
        }
    }

    pub fn is_any(self) -> bool {
        self.selected.is_some() || self.hovered.is_some() || self.has_others
    }
}

/// Whether `bone` is selected beside the one that [`Focus::selected`] names.
pub fn is_also_selected(placed: &PlacedModel, bone: BoneIndex) -> bool {
    let flags = placed.bones.selected.as_deref();
    flags.is_some_and(|flags| flags.get(bone.get()) == Some(&true))
}

pub fn tinted(rgb: [u8; 3], opacity: f32) -> [f32; 4] {
    let [r, g, b, _] = linear(rgb);
    [r, g, b, opacity]
}
