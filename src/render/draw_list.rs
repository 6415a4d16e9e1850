//! Picture → what is drawn, in order: one item per visible mesh and hair node, with its uniform.

use super::gpu_types::DrawUniform;
use super::linear;
use super::renderer::{Picked, PickedPart};
use crate::core::{MaterialIndex, MeshIndex};
use crate::images::Image;
use crate::picture::{Picture, PlacedModel, Selection, Shading};
use crate::scene::SlotSource;
use glam::Vec4;
use std::ops::Range;
use std::sync::Arc;

/// Surfaces without a base colour, and all of them when untextured; linear light.
const CLAY: Vec4 = Vec4::new(0.46, 0.46, 0.47, 1.0);
/// Hair without a colour.
const HAIR: Vec4 = Vec4::new(0.16, 0.105, 0.07, 1.0);

pub struct Item {
    /// Position in [`Picture::models`].
    pub placed: usize,
    pub part: Part,
    /// Base-colour texture.
    pub image: Option<Arc<Image>>,
    /// The placements that are outlined.
    pub selected: Option<Range<u32>>,
}

/// Positions in the model's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Mesh(usize),
    Hair(usize),
}

/// Parallel lists: what is drawn and its uniform.
#[derive(Default)]
pub struct DrawList {
    pub items: Vec<Item>,
    pub uniforms: Vec<DrawUniform>,
}

impl DrawList {
    /// What can be hit is appended to `table`; ids are positions in it, plus one.
    pub fn of(picture: &Picture, table: &mut Vec<Picked>) -> Self {
        let mut list = Self::default();
        for (index, placed) in picture.models.iter().enumerate() {
            if placed.pose.model_visible && placed.placement_count() > 0 {
                list.add_model(picture, index, placed, table);
            }
        }
        list
    }

    fn add_model(&mut self, picture: &Picture, index: usize, placed: &PlacedModel, table: &mut Vec<Picked>) {
        let model = placed.model();
        let base = DrawUniform {
            line_color: linear(picture.palette.wire),
            ..DrawUniform::default()
        };
        for (mesh_index, mesh) in model.meshes.iter().enumerate() {
            let visible = placed.pose.mesh_visible.get(mesh_index).copied().unwrap_or(true);
            let hidden = placed.hidden_meshes.get(mesh_index).copied().unwrap_or(false);
            if !visible || hidden || mesh.vertex_count() == 0 {
                continue;
            }
            table.push(Picked {
                key: placed.key,
                what: PickedPart::Mesh(MeshIndex::new(mesh_index)),
                placement: 0,
            });
            let (color, image) = surface(picture.shading, placed, mesh.material, CLAY);
            self.items.push(Item {
                placed: index,
                part: Part::Mesh(mesh_index),
                image,
                selected: outlined(placed, MeshIndex::new(mesh_index)),
            });
            self.uniforms.push(DrawUniform {
                color: color.to_array(),
                id: table.len() as u32,
                ..base
            });
        }
        for (hair_index, hair) in model.hairs.iter().enumerate() {
            let (color, _) = surface(Shading::Textured, placed, hair.material, HAIR);
            self.items.push(Item {
                placed: index,
                part: Part::Hair(hair_index),
                image: None,
                selected: None,
            });
            self.uniforms.push(DrawUniform {
                color: color.to_array(),
                ..base
            });
        }
    }
}

fn outlined(placed: &PlacedModel, mesh: MeshIndex) -> Option<Range<u32>> {
    match placed.selection? {
        Selection::Mesh(selected) if selected == mesh => Some(0..placed.placement_count() as u32),
        Selection::Instances { first, count } => Some(first..first.saturating_add(count)),
        _ => None,
    }
}

/// What feeds the base colour: linear colour and texture. `otherwise`: the colour of a surface that has neither.
fn surface(
    shading: Shading,
    placed: &PlacedModel,
    material: Option<MaterialIndex>,
    otherwise: Vec4,
) -> (Vec4, Option<Arc<Image>>) {
    let slot = || placed.model().materials.get(material?.get())?.base_color();
    match (shading, slot().map(|slot| slot.source)) {
        (Shading::Textured, Some(SlotSource::Texture(texture))) => {
            match placed.textures.get(texture.get()).cloned().flatten() {
                Some(image) => (Vec4::ONE, Some(image)),
                None => (otherwise, None),
            }
        }
        (Shading::Textured, Some(SlotSource::Color { rgba, space })) => (space.to_linear(rgba), None),
        _ => (otherwise, None),
    }
}
