//! Picture → what is drawn, in order: one item per visible mesh and hair node, with its uniform.

use super::gpu_types::DrawUniform;
use super::linear;
use super::renderer::{Picked, PickedPart};
use crate::core::{MaterialIndex, MeshIndex};
use crate::images::Image;
use crate::picture::{Picture, PlacedModel, Selection, Shading};
use crate::scene::{Alpha, Material, Slot, SlotSource, Surface};
use glam::{Vec3, Vec4};
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
    pub alpha: Alpha,
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
        list.blend_last(picture);
        list
    }

    /// What shows what is behind it comes after everything that does not, the farthest first.
    fn blend_last(&mut self, picture: &Picture) {
        if self.items.iter().all(|item| item.alpha != Alpha::Blend) {
            return;
        }
        let items = std::mem::take(&mut self.items).into_iter();
        let mut drawn: Vec<(f32, Item, DrawUniform)> = items
            .zip(std::mem::take(&mut self.uniforms))
            .map(|(item, uniform)| {
                let nearness = match item.alpha {
                    Alpha::Blend => -distance(picture, &item),
                    _ => f32::NEG_INFINITY,
                };
                (nearness, item, uniform)
            })
            .collect();
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, item, uniform) in drawn {
            self.items.push(item);
            self.uniforms.push(uniform);
        }
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
            let (color, image) = base_color(picture.shading, placed, mesh.material, CLAY);
            let surface = match picture.shading {
                Shading::Textured => material_of(placed, mesh.material).map(|material| material.surface),
                _ => None,
            }
            .unwrap_or_default();
            self.items.push(Item {
                placed: index,
                part: Part::Mesh(mesh_index),
                image,
                alpha: surface.alpha,
                selected: outlined(placed, MeshIndex::new(mesh_index)),
            });
            let lookup = base_slot(placed, mesh.material).map(|slot| slot.lookup);
            let [lookup_u, lookup_v] = lookup.unwrap_or_default().matrix().map(|row| row.to_array());
            self.uniforms.push(DrawUniform {
                color: (color * surface.base_color).to_array(),
                emissive: emissive(placed, mesh.material, &surface).to_array(),
                cutoff: match surface.alpha {
                    Alpha::Mask(cutoff) => cutoff,
                    _ => 0.0,
                },
                lookup_u,
                lookup_v,
                unlit: f32::from(u8::from(surface.unlit)),
                id: table.len() as u32,
                ..base
            });
        }
        for (hair_index, hair) in model.hairs.iter().enumerate() {
            let (color, _) = base_color(Shading::Textured, placed, hair.material, HAIR);
            self.items.push(Item {
                placed: index,
                part: Part::Hair(hair_index),
                image: None,
                alpha: Alpha::Opaque,
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
fn base_color(
    shading: Shading,
    placed: &PlacedModel,
    material: Option<MaterialIndex>,
    otherwise: Vec4,
) -> (Vec4, Option<Arc<Image>>) {
    match (shading, base_slot(placed, material).map(|slot| slot.source)) {
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

fn material_of(placed: &PlacedModel, material: Option<MaterialIndex>) -> Option<&Material> {
    placed.model().materials.get(material?.get())
}

fn base_slot(placed: &PlacedModel, material: Option<MaterialIndex>) -> Option<&Slot> {
    material_of(placed, material)?.base_color()
}

/// Light of its own, where it is the same all over: textures of it are not sampled yet, and without theirs such a surface would
/// glow as a whole.
fn emissive(placed: &PlacedModel, material: Option<MaterialIndex>, surface: &Surface) -> Vec3 {
    let textured = |material: &Material| {
        let slot = material.slot(&["emissive"]);
        slot.is_some_and(|slot| matches!(slot.source, SlotSource::Texture(_)))
    };
    match material_of(placed, material) {
        Some(material) if !textured(material) => surface.emissive,
        _ => Vec3::ZERO,
    }
}

/// From the eye to the middle of a mesh at rest, where it first stands.
fn distance(picture: &Picture, item: &Item) -> f32 {
    let placed = &picture.models[item.placed];
    let Part::Mesh(mesh) = item.part else { return 0.0 };
    let bounds = placed.model().meshes[mesh].bounds;
    if bounds.is_empty() {
        return 0.0;
    }
    let stands = placed.instances.as_ref().and_then(|instances| instances.first());
    let world_from_model = picture.world_from_stage * stands.copied().unwrap_or_default() * placed.stage_from_model;
    world_from_model
        .transform_point3(bounds.center())
        .distance(picture.camera.eye())
}
