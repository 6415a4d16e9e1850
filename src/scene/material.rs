//! Materials as named slots, and what the renderer makes of them.

use crate::core::TextureIndex;
use glam::Vec4;
use std::sync::Arc;

#[derive(Clone, Debug, Default)]
pub struct Material {
    pub name: String,
    /// The file's own word for the type (`pbr`, `lambert`, …); shown, not used.
    pub kind: Arc<str>,
    /// In the file's property order; of two slots that feed the same input the first wins (A35).
    pub slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
pub struct Slot {
    /// The file's own name: `albedo`, `extra3`, …
    pub name: Arc<str>,
    pub source: SlotSource,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlotSource {
    Texture(TextureIndex),
    /// `rgba` as stored, in `space`.
    Color {
        rgba: Vec4,
        space: ColorSpace,
    },
    /// The slot names a file without a path.
    NoPath,
    /// The slot's link leads nowhere.
    Missing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorSpace {
    #[default]
    Srgb,
    Linear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workflow {
    Metalness,
    SpecularGloss,
}

impl Material {
    /// Metalness if a `metal` slot exists (A36).
    pub fn workflow(&self) -> Workflow {
        if self.slot(&["metal"]).is_some() {
            Workflow::Metalness
        } else {
            Workflow::SpecularGloss
        }
    }

    /// The first slot, in property order, whose name is one of `names`.
    pub fn slot(&self, names: &[&str]) -> Option<&Slot> {
        self.slots.iter().find(|slot| names.contains(&&*slot.name))
    }

    /// The slot that feeds the base colour.
    pub fn base_color(&self) -> Option<&Slot> {
        self.slot(&["albedo", "diffuse"])
    }
}

impl ColorSpace {
    /// `rgba` as linear light; alpha is never converted (spec/cast.md 3.12).
    pub fn to_linear(self, rgba: Vec4) -> Vec4 {
        let linear = |c: f32| {
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        match self {
            Self::Linear => rgba,
            Self::Srgb => Vec4::new(linear(rgba.x), linear(rgba.y), linear(rgba.z), rgba.w),
        }
    }
}
