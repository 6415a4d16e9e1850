//! Picture → what is drawn, in order: one item per visible mesh and hair node, with its uniform.

use crate::gpu::gpu_types::DrawUniform;
use crate::gpu::pipeline::Sides;
use crate::gpu::srgb::linear;
use crate::lists::interleaved::{Blended, groups, stands};
use crate::lists::picked::{Picked, PickedPart};
use crate::upload::material::{CLAY, Features, Look};
use castview_base::core::{Bounds, MaterialIndex, MeshIndex};
use castview_base::scene::{Alpha, Input, Material, Mesh, Scene, SlotSource, Surface};
use castview_images::Pixels;
use castview_motion::animation::Pose;
use castview_picture::{ColorBy, Picture, PlacedModel, Selection, Shading, Texture};
use glam::{Affine3A, Vec4};
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Hair without a colour.
const HAIR: Vec4 = Vec4::new(0.16, 0.105, 0.07, 1.0);

/// How much a strand covers under X-ray.
const XRAY_HAIR: f32 = 0.3;

pub struct Item {
    /// Position in [`Picture::models`].
    pub placed: usize,
    pub part: Drawable,
    /// Position in [`DrawList::looks`].
    pub look: usize,
    pub alpha: Alpha,
    pub features: Features,
    /// The `SHOWS` constant of the shader: what of its material is seen.
    pub shows: u32,
    /// Its material has holes. Where materials are shown, their own alpha says so.
    pub is_cut: bool,
    pub sides: Sides,
    /// The placements that are outlined.
    pub selected: Option<Range<u32>>,
    /// It blends and interleaves with others: all of that group are drawn in any order, one after the other.
    pub group: Option<u32>,
    /// Its triangles are many and small, have numbers, and are drawn by these.
    pub is_numbered: bool,
    /// For a mesh that blends and shows both sides: back faces are drawn first, then front faces over them.
    pub halves: Option<[Sides; 2]>,
    /// A plane leaves some of it out.
    pub has_section: bool,
    /// Backs of its faces are drawn flat beyond that plane, and its front is this.
    pub capped: Option<Sides>,
}

impl Item {
    /// The sides that are drawn last, which are all unless the others were drawn before.
    pub fn last_sides(&self) -> Sides {
        self.halves.map_or(self.sides, |[_, last]| last)
    }

    /// Whether something is seen behind it: it blends with that, or lets its light through.
    pub fn shows_behind(&self) -> bool {
        self.alpha == Alpha::Blend || self.features.transmits
    }
}

/// Positions in the model's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawable {
    Mesh(usize),
    Hair(usize),
}

/// Meshes and hair that are drawn, and how.
#[derive(Default)]
pub struct DrawList {
    pub items: Vec<Item>,
    /// Parallel to `items`.
    pub uniforms: Vec<DrawUniform>,
    /// Each material once, and once for each pose that changes it; clay first.
    pub looks: Vec<Look>,
    /// Surfaces let one see through them, whatever their materials say.
    xray: bool,
    /// Source of their colours; with anything but materials their looks are all clay.
    pub color_by: ColorBy,
    known: HashMap<LookKey, usize>,
    /// The look of meshes that have colors and no material.
    known_tinted: Option<usize>,
    /// The looks that have the holes of a material and nothing else.
    known_holes: HashMap<LookKey, usize>,
    /// By ghost of the picture and by mesh: the look that has its holes.
    of_ghosts: Vec<Vec<usize>>,
}

/// A material of a scene with its textures, the pose that changes it, if any, and its tint.
type LookKey = (
    *const Scene,
    *const Vec<Texture>,
    usize,
    MaterialIndex,
    Option<*const Pose>,
    Option<[u8; 3]>,
);

impl DrawList {
    /// Lists the draws of `picture`. Meshes that can be hit are appended to `table`; ids are positions in it, plus one. `missing` marks
    /// base colours that are not found, where that is wanted. `any_order`: the adapter can blend in any order.
    pub fn of(picture: &Picture, (missing, any_order): (&Arc<Pixels>, bool), table: &mut Vec<Picked>) -> Self {
        let mut list = Self {
            xray: picture.overlays.xray,
            color_by: picture.color_by,
            ..Self::default()
        };
        let parts = |placed: &PlacedModel| placed.model().meshes.len() + placed.model().hairs.len();
        let most = picture.models.iter().map(parts).sum();
        list.items.reserve(most);
        list.uniforms.reserve(most);
        table.reserve(most);
        list.push_look(Look::plain(&Surface {
            base_color: CLAY,
            ..Surface::default()
        }));
        for (index, placed) in picture.models.iter().enumerate() {
            if placed.pose.model_visible {
                list.add_model(picture, index, placed, missing, table);
            }
        }
        for ghost in &picture.ghosts {
            let meshes = ghost.model.model().meshes.iter();
            let looks = meshes.map(|mesh| list.holes(&ghost.model, mesh.material)).collect();
            list.of_ghosts.push(looks);
        }
        let boxes: Vec<Option<Bounds>> = list.items.iter().map(|item| stands_of(picture, item)).collect();
        if any_order && shows_surfaces(picture) {
            let blended = |(item, around): (&Item, &Option<Bounds>)| match item.part {
                Drawable::Mesh(mesh) if item.alpha == Alpha::Blend => {
                    Blended::of(&picture.models[item.placed], mesh, (*around)?)
                }
                _ => None,
            };
            let groups = groups(&list.items.iter().zip(&boxes).map(blended).collect::<Vec<_>>());
            for (item, group) in list.items.iter_mut().zip(groups) {
                item.group = group;
            }
        }
        for item in &mut list.items {
            let blends = item.alpha == Alpha::Blend && item.group.is_none() && item.sides == Sides::Both;
            item.halves = item.halves.filter(|_| blends && shows_surfaces(picture));
        }
        let away = boxes.iter().map(|around| distance(picture, around.as_ref())).collect();
        list.blend_last(away);
        list
    }

    /// Leaves out what a later item covers with the same pixels: meshes that stand in one place, are drawn with the same vertices and
    /// look the same. The last of them stays, which is the one that is seen and picked anyway. `leader`: for a placed model and its
    /// mesh, the mesh whose vertices it is drawn with.
    pub fn drop_repeated(&mut self, leader: impl Fn(usize, usize) -> Option<usize>) {
        if self.color_by == ColorBy::Overdraw {
            return;
        }
        let is_led = |item: &Item| match item.part {
            Drawable::Mesh(mesh) => leader(item.placed, mesh).is_some_and(|leader| leader != mesh),
            Drawable::Hair(_) => false,
        };
        if !self.items.iter().any(is_led) {
            return;
        }
        let mut seen = HashSet::new();
        let is_last = |item: &Item| match item.part {
            // Under X-ray each layer shines through the next, and the same surface twice would only be darker.
            Drawable::Mesh(mesh) if (item.alpha != Alpha::Blend || self.xray) && item.selected.is_none() => {
                leader(item.placed, mesh).is_none_or(|leader| seen.insert((item.placed, leader, item.look)))
            }
            _ => true,
        };
        let keeps: Vec<bool> = self.items.iter().rev().map(is_last).collect();
        let mut of_items = keeps.iter().rev();
        self.items.retain(|_| of_items.next() == Some(&true));
        let mut of_uniforms = keeps.iter().rev();
        self.uniforms.retain(|_| of_uniforms.next() == Some(&true));
    }

    /// Translucent draws come after opaque ones, the farthest first; those of a group together, where the nearest of them is. `away`: from
    /// the eye to each item.
    fn blend_last(&mut self, away: Vec<f32>) {
        if !self.items.iter().any(Item::shows_behind) {
            return;
        }
        let mut nearest: HashMap<u32, f32> = HashMap::new();
        for (item, away) in self.items.iter().zip(&away) {
            if let Some(group) = item.group {
                let nearness = nearest.entry(group).or_insert(f32::NEG_INFINITY);
                *nearness = nearness.max(-away);
            }
        }
        let items = std::mem::take(&mut self.items).into_iter();
        let mut drawn: Vec<(f32, Item, DrawUniform)> = items
            .zip(std::mem::take(&mut self.uniforms))
            .zip(away)
            .map(|((item, uniform), away)| {
                let nearness = match (item.shows_behind(), item.group) {
                    (true, Some(group)) => nearest[&group],
                    (true, None) => -away,
                    (false, _) => f32::NEG_INFINITY,
                };
                (nearness, item, uniform)
            })
            .collect();
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.group.cmp(&b.1.group)));
        for (_, item, uniform) in drawn {
            self.items.push(item);
            self.uniforms.push(uniform);
        }
    }

    /// The look of a mesh with that material.
    fn look(
        &mut self,
        picture: &Picture,
        placed: &PlacedModel,
        of: Option<MaterialIndex>,
        missing: &Arc<Pixels>,
    ) -> usize {
        if !shows_materials(picture) {
            return self.holes(placed, of);
        }
        let Some(index) = of.filter(|index| material_of(placed, *index).is_some()) else {
            return 0;
        };
        let key = look_key(placed, index);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let material = placed.pose.material(placed.model(), index);
        let missing = picture.overlays.missing.then_some(missing);
        let look = Look::of(&material, &placed.textures, missing);
        let at = self.push_look(match picture.color_by {
            // Inputs shown by themselves are those of the file.
            ColorBy::Input(_) | ColorBy::TexelDensity => look.bare(),
            _ => look.tinted(placed.tint(index)),
        });
        self.known.insert(key, at);
        at
    }

    /// The look of a mesh that has colors of its vertices and no material: white, to be multiplied.
    fn tinted(&mut self) -> usize {
        let known = self.known_tinted;
        known.unwrap_or_else(|| {
            let look = self.push_look(Look::plain(&Surface {
                vertex_colors: true,
                ..Surface::default()
            }));
            self.known_tinted = Some(look);
            look
        })
    }

    /// The look of a mesh with that material where no material is shown: clay with the same holes, if it has some.
    fn holes(&mut self, placed: &PlacedModel, of: Option<MaterialIndex>) -> usize {
        let Some(index) = of.filter(|index| material_of(placed, *index).is_some()) else {
            return 0;
        };
        let key = look_key(placed, index);
        if let Some(known) = self.known_holes.get(&key) {
            return *known;
        }
        let material = placed.pose.material(placed.model(), index);
        let look = Look::of(&material, &placed.textures, None).holes();
        let at = look.map_or(0, |look| self.push_look(look));
        self.known_holes.insert(key, at);
        at
    }

    /// The look that has the holes of a ghost's mesh; clay without holes.
    pub fn ghost_look(&self, ghost: usize, mesh: usize) -> usize {
        let meshes = self.of_ghosts.get(ghost);
        meshes.and_then(|meshes| meshes.get(mesh)).copied().unwrap_or(0)
    }

    /// Its position among the looks.
    fn push_look(&mut self, look: Look) -> usize {
        self.looks.push(match self.xray {
            true => look.seen_through(),
            false => look,
        });
        self.looks.len() - 1
    }

    fn add_model(
        &mut self,
        picture: &Picture,
        index: usize,
        placed: &PlacedModel,
        missing: &Arc<Pixels>,
        table: &mut Vec<Picked>,
    ) {
        let model = placed.model();
        let base = DrawUniform {
            line_color: linear(picture.colors.wire),
            ..DrawUniform::default()
        };
        let mirrors = LazyCell::new(|| mirrors(picture, placed));
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
                triangle: None,
            });
            let look = match mesh.material.filter(|index| material_of(placed, *index).is_some()) {
                None if model.shown_colors(mesh) > 0 && shows_materials(picture) => self.tinted(),
                of => self.look(picture, placed, of, missing),
            };
            let features = match picture.color_by {
                ColorBy::Material => self.looks[look].features(),
                // Colours that tell anything else are not lit.
                _ => Features::default(),
            };
            let front = facing(placed, mesh, &mirrors);
            let is_solid = self.looks[look].alpha == Alpha::Opaque && !features.transmits && front != Sides::Both;
            let caps = picture.section.is_some_and(|section| section.caps) && !picture.overlays.xray;
            let capped = (caps && is_solid && picture.color_by.reads_materials()).then_some(front);
            let halves = match front {
                Sides::Both => None,
                Sides::Front => Some([Sides::FrontMirrored, Sides::Front]),
                Sides::FrontMirrored => Some([Sides::Front, Sides::FrontMirrored]),
            };
            self.items.push(Item {
                placed: index,
                part: Drawable::Mesh(mesh_index),
                look,
                alpha: match picture.color_by.is_heat_map() && placed.marked.seen_through.get(mesh_index) == Some(&true)
                {
                    true => Alpha::Blend,
                    false => self.looks[look].alpha,
                },
                features,
                shows: match shows_materials(picture) || look == 0 {
                    true => shows(picture.color_by),
                    false => CLAY_ALONE,
                },
                is_cut: self.looks[look].uniform.cutoff > 0.0,
                sides: match capped {
                    Some(_) => Sides::Both,
                    None => sides(placed, mesh, &mirrors, picture.color_by == ColorBy::FaceSides),
                },
                selected: outlined(placed, MeshIndex::new(mesh_index)),
                group: None,
                is_numbered: false,
                halves,
                has_section: picture.section.is_some(),
                capped,
            });
            self.uniforms.push(DrawUniform {
                // Triangles have it from their material.
                color: match mesh.triangles.is_empty() {
                    true => self.looks[look].uniform.base_color,
                    false => base.color,
                },
                id: table.len() as u32,
                ..with_scales(base, features, || (picture, placed, mesh))
            });
        }
        for (hair_index, hair) in model.hairs.iter().enumerate() {
            let (strands, color) = strands(picture, hair_color(placed, hair.material));
            self.items.push(Item {
                placed: index,
                part: Drawable::Hair(hair_index),
                look: 0,
                // Under X-ray after all surfaces: strands hide each other still.
                alpha: if self.xray { Alpha::Blend } else { Alpha::Opaque },
                features: Features::default(),
                shows: 0,
                is_cut: false,
                sides: Sides::Both,
                selected: None,
                group: None,
                is_numbered: false,
                halves: None,
                has_section: picture.section.is_some(),
                capped: None,
            });
            self.uniforms.push(DrawUniform {
                color: color.with_w(if self.xray { XRAY_HAIR } else { 1.0 }).to_array(),
                strands,
                ..base
            });
        }
    }
}

impl DrawList {
    /// Says how wide strands are before they are placed. `width`: for a placed model and its hair.
    pub fn tell_strands(&mut self, width: impl Fn(usize, usize) -> Option<f32>) {
        for (item, uniform) in self.items.iter().zip(&mut self.uniforms) {
            if let Drawable::Hair(hair) = item.part {
                uniform.length = width(item.placed, hair).unwrap_or(0.0);
            }
        }
    }

    /// Says by what bones multiply the lengths of meshes, before these are placed.
    pub fn tell_bone_scales(&mut self, picture: &Picture) {
        for (item, uniform) in self.items.iter().zip(&mut self.uniforms) {
            let Drawable::Mesh(mesh) = item.part else { continue };
            let placed = &picture.models[item.placed];
            (_, uniform.length) = scales(picture, placed, &placed.model().meshes[mesh]);
        }
    }
}

/// With how long something of the mesh is in the world and in its file, where light goes through it.
fn with_scales<'a>(
    base: DrawUniform,
    features: Features,
    of: impl FnOnce() -> (&'a Picture, &'a PlacedModel, &'a Mesh),
) -> DrawUniform {
    if !features.transmits {
        return base;
    }
    let (picture, placed, mesh) = of();
    let (world_scale, file_scale) = scales(picture, placed, mesh);
    DrawUniform {
        world_scale,
        file_scale,
        ..base
    }
}

/// A length of the mesh in world space, where its model first stands, and in the units of its file.
fn scales(picture: &Picture, placed: &PlacedModel, mesh: &Mesh) -> (f32, f32) {
    let palette = mesh.skin.and_then(|skin| placed.pose.palettes.get(skin.get()));
    let length = |matrix: &Affine3A| matrix.matrix3.determinant().abs().cbrt();
    // A node that is scaled is a bone.
    let file_scale = palette.and_then(|palette| palette.first()).map_or(1.0, length);
    let world_from_model = picture.world_from_stage * placed.places.first_place() * placed.stage_from_model;
    (file_scale * length(&world_from_model), file_scale)
}

/// Whether triangles are drawn as their materials have them.
pub(crate) fn shows_surfaces(picture: &Picture) -> bool {
    picture.color_by.reads_materials() && shows_fill(picture)
}

/// Whether triangles are filled; edges alone are those of the whole mesh.
pub(crate) fn shows_fill(picture: &Picture) -> bool {
    picture.shading != Shading::Wireframe || picture.color_by != ColorBy::Material
}

fn shows_materials(picture: &Picture) -> bool {
    match picture.color_by {
        ColorBy::Material => picture.shading == Shading::Textured,
        by => by.reads_materials(),
    }
}

/// The `SHOWS` constant of a material of which the holes are seen alone; no maps are shown with it.
pub const CLAY_ALONE: u32 = Input::COUNT as u32 + 3;

/// The other `SHOWS` constants of the shader.
fn shows(by: ColorBy) -> u32 {
    const UNLIT: u32 = Input::COUNT as u32 + 1;
    const DENSITY: u32 = UNLIT + 1;
    match by {
        ColorBy::Input(input) => input as u32 + 1,
        ColorBy::Unlit => UNLIT,
        ColorBy::TexelDensity => DENSITY,
        _ => 0,
    }
}

fn outlined(placed: &PlacedModel, mesh: MeshIndex) -> Option<Range<u32>> {
    let everywhere = 0..placed.places.len() as u32;
    if placed.also_selected_meshes.binary_search(&mesh).is_ok() {
        return Some(everywhere);
    }
    match placed.selection? {
        Selection::Mesh(selected) if selected == mesh => Some(everywhere),
        Selection::Instances { first, count } => Some(first..first.saturating_add(count)),
        _ => None,
    }
}

/// The sides of a mesh that are drawn: all, unless its material says otherwise and all of it is mirrored or none.
///
/// `are_told`: both are drawn, and what is asked is which of them is the front.
fn sides(
    placed: &PlacedModel,
    mesh: &Mesh,
    mirrors: &LazyCell<Option<bool>, impl FnOnce() -> Option<bool>>,
    are_told: bool,
) -> Sides {
    let material = mesh.material.and_then(|index| material_of(placed, index));
    if !are_told && material.is_none_or(|material| material.surface.double_sided) {
        return Sides::Both;
    }
    facing(placed, mesh, mirrors)
}

/// The front of a mesh; both sides where some of it is mirrored and some is not.
fn facing(placed: &PlacedModel, mesh: &Mesh, mirrors: &LazyCell<Option<bool>, impl FnOnce() -> Option<bool>>) -> Sides {
    let colors = mesh.skin.and_then(|skin| placed.pose.palettes.get(skin.get()));
    let of_bones = one_sign(colors.into_iter().flatten().copied());
    match (of_bones, **mirrors) {
        (Some(bones), Some(placement)) if bones == placement => Sides::Front,
        (Some(_), Some(_)) => Sides::FrontMirrored,
        _ => Sides::Both,
    }
}

/// Whether the model is mirrored wherever it stands; `None`: here and there.
fn mirrors(picture: &Picture, placed: &PlacedModel) -> Option<bool> {
    let own = picture.world_from_stage * placed.stage_from_model;
    Some(one_sign([own])? != one_sign(placed.places.iter().copied())?)
}

/// Whether all of them mirror, or none; `None`: some do.
fn one_sign(matrices: impl IntoIterator<Item = Affine3A>) -> Option<bool> {
    let mut signs = matrices.into_iter().map(|matrix| matrix.matrix3.determinant() < 0.0);
    let first = signs.next().unwrap_or(false);
    signs.all(|sign| sign == first).then_some(first)
}

/// The `STRANDS_` constant of the shader, and the colour that strands have there. They have none of what most ways to look ask about.
fn strands(picture: &Picture, own: Vec4) -> (u32, Vec4) {
    const LIT: u32 = 0;
    const FLAT: u32 = 1;
    const DEPTH: u32 = 2;
    const LAYERS: u32 = 3;
    match (picture.color_by, picture.shading) {
        (ColorBy::Material, Shading::Untextured) => (LIT, CLAY),
        (ColorBy::Material, _) => (LIT, own),
        (ColorBy::Unlit | ColorBy::Input(Input::BaseColor), _) => (FLAT, own),
        (ColorBy::Input(Input::Opacity), _) => (FLAT, Vec4::ONE),
        (ColorBy::Depth, _) => (DEPTH, own),
        (ColorBy::Overdraw, _) => (LAYERS, own),
        _ => (FLAT, Vec4::from(linear(picture.colors.neutral))),
    }
}

/// Strands have no texture coordinates: one colour or none.
fn hair_color(placed: &PlacedModel, material: Option<MaterialIndex>) -> Vec4 {
    let material = material.and_then(|index| material_of(placed, index));
    match material.and_then(Material::base_color).map(|slot| slot.source) {
        Some(SlotSource::Color { rgba, space }) => space.to_linear(rgba),
        _ => HAIR,
    }
}

fn look_key(placed: &PlacedModel, index: MaterialIndex) -> LookKey {
    (
        Arc::as_ptr(&placed.scene),
        Arc::as_ptr(&placed.textures),
        placed.model.get(),
        index,
        placed.pose.sets(index).then_some(Arc::as_ptr(&placed.pose)),
        placed.tint(index),
    )
}

fn material_of(placed: &PlacedModel, material: MaterialIndex) -> Option<&Material> {
    placed.model().materials.get(material.get())
}

/// Around a mesh through which something is seen, as it is posed.
fn stands_of(picture: &Picture, item: &Item) -> Option<Bounds> {
    let Drawable::Mesh(mesh) = item.part else { return None };
    item.shows_behind()
        .then(|| stands(picture.world_from_stage, &picture.models[item.placed], mesh))?
}

/// From the eye to the middle of a box.
fn distance(picture: &Picture, around: Option<&Bounds>) -> f32 {
    around.map_or(0.0, |around| around.center().distance(picture.camera.eye()))
}
