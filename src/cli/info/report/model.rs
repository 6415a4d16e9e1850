//! The inventory of a model: bones, meshes, shapes, materials, rig.

use super::extent::{LeaderRest, PlacedAt, ReportExtent, around_copies, extent};
use crate::animation::rest_pose;
use crate::cli::info::lead::Lead;
use crate::core::Bounds;
use crate::deform::posed_bounds;
use crate::files::plain_path;
use crate::scene::{Copies, Material, Mesh, Model, Scene, Skeleton, Skinning, Slot, SlotSource, Workflow};
use serde::Serialize;

#[derive(Serialize)]
pub struct ModelReport<'a> {
    pub name: &'a str,
    pub placement: PlacedAt,
    /// Around the meshes and the hair as the bones place them at rest, in stage space.
    pub bounds: Option<ReportExtent>,
    pub copies: Option<CopiesReport<'a>>,
    pub vertices: usize,
    pub triangles: usize,
    pub bones: Bones<'a>,
    pub meshes: Vec<MeshReport<'a>>,
    pub hairs: Vec<HairReport<'a>>,
    pub blend_shapes: Vec<ShapeReport<'a>>,
    pub materials: Vec<MaterialReport<'a>>,
    pub ik_handles: Vec<&'a str>,
    pub constraints: Vec<ConstraintReport<'a>>,
}

/// Report on a model that another one carries to many places.
#[derive(Serialize)]
pub struct CopiesReport<'a> {
    pub count: usize,
    /// The model that carries them, and the bone of it.
    pub model: &'a str,
    pub bone: &'a str,
}

impl<'a> CopiesReport<'a> {
    fn new(scene: &'a Scene, copies: &Copies) -> Self {
        let leader = &scene.models[copies.leader.get()];
        Self {
            count: copies.places.len(),
            model: &leader.name,
            bone: leader.skeleton.name(copies.bone),
        }
    }
}

/// In file order, made one at a time.
pub struct Bones<'a>(&'a Skeleton);

impl<'a> Bones<'a> {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = BoneReport<'a>> + use<'a> {
        let skeleton = self.0;
        (0..skeleton.len()).map(|index| BoneReport::new(skeleton, index))
    }

    /// The name of the bone at a position of this list.
    pub fn name(&self, index: usize) -> &'a str {
        self.0.from_file(index).map_or("", |bone| self.0.name(bone))
    }
}

#[derive(Serialize)]
pub struct BoneReport<'a> {
    pub name: &'a str,
    /// Position in this list, −1 for a root.
    pub parent: i64,
}

impl<'a> BoneReport<'a> {
    fn new(skeleton: &'a Skeleton, index: usize) -> Self {
        let parent = skeleton.from_file(index).and_then(|bone| skeleton.parent(bone));
        Self {
            name: Bones(skeleton).name(index),
            parent: parent.map_or(-1, |parent| skeleton.file_index(parent) as i64),
        }
    }
}

#[derive(Serialize)]
pub struct MeshReport<'a> {
    pub name: &'a str,
    pub vertices: usize,
    pub triangles: usize,
    pub normals: bool,
    pub tangents: bool,
    pub uv_layers: usize,
    pub color_layers: usize,
    /// Color layers that tint the surface.
    #[serde(skip)]
    pub shown_colors: usize,
    /// `null` for a mesh that hangs on no bones.
    pub skinning: Option<&'static str>,
    pub influences: u32,
    pub material: Option<&'a str>,
    /// In mesh space.
    pub bounds: Option<ReportExtent>,
}

#[derive(Serialize)]
pub struct HairReport<'a> {
    pub name: &'a str,
    pub strands: usize,
    pub points: usize,
}

#[derive(Serialize)]
pub struct ShapeReport<'a> {
    pub name: &'a str,
    pub mesh: &'a str,
    pub vertices: usize,
    pub max_weight: f32,
}

#[derive(Serialize)]
pub struct MaterialReport<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    pub workflow: &'static str,
    pub slots: Vec<SlotReport<'a>>,
}

#[derive(Serialize)]
pub struct SlotReport<'a> {
    pub slot: &'a str,
    #[serde(flatten)]
    pub source: SourceReport<'a>,
}

#[derive(Serialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum SourceReport<'a> {
    /// `found` is where the file lies, `null` if it is missing.
    Texture {
        path: &'a str,
        found: Option<String>,
        /// Why what lies there cannot be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        unreadable: Option<&'a str>,
        /// The kind of a file that holds several images, and the one of them that is shown.
        #[serde(skip_serializing_if = "Option::is_none")]
        several: Option<&'a str>,
    },
    Color {
        rgba: [f32; 4],
        space: &'static str,
    },
    NoPath,
    Dangling,
}

#[derive(Serialize)]
pub struct ConstraintReport<'a> {
    pub name: &'a str,
    pub kind: &'static str,
    pub driven: &'a str,
    pub target: &'a str,
}

impl<'a> ModelReport<'a> {
    pub fn new(scene: &'a Scene, model: &'a Model, found: &'a [Lead], rests: &mut LeaderRest) -> Self {
        let skeleton = &model.skeleton;
        // The bones of a model without surface have no size of their own.
        let has_vertices = model.meshes.iter().any(|mesh| mesh.vertex_count() > 0);
        let bounds = match has_vertices || !model.hairs.is_empty() {
            true => posed_bounds(model, &rest_pose(model)),
            false => Bounds::EMPTY,
        };
        let copies = model.copies.as_deref();
        let bounds = match copies {
            Some(copies) => around_copies(scene, copies, bounds, rests),
            None => bounds.transformed(model.placement.affine()),
        };
        Self {
            name: &model.name,
            placement: model.placement.into(),
            bounds: extent(bounds),
            copies: copies.map(|copies| CopiesReport::new(scene, copies)),
            vertices: model.meshes.iter().map(Mesh::vertex_count).sum(),
            triangles: model.meshes.iter().map(Mesh::triangle_count).sum(),
            bones: Bones(skeleton),
            meshes: model.meshes.iter().map(|mesh| MeshReport::new(model, mesh)).collect(),
            hairs: model
                .hairs
                .iter()
                .map(|hair| HairReport {
                    name: &hair.name,
                    strands: hair.strands.len(),
                    points: hair.points.len(),
                })
                .collect(),
            blend_shapes: model
                .blend_shapes
                .iter()
                .map(|shape| ShapeReport {
                    name: &shape.name,
                    mesh: &model.meshes[shape.mesh.get()].name,
                    vertices: shape.vertices.len(),
                    max_weight: shape.max_weight,
                })
                .collect(),
            materials: model
                .materials
                .iter()
                .map(|material| MaterialReport::new(scene, material, found))
                .collect(),
            ik_handles: model.rig.handles.iter().map(|handle| handle.name.as_str()).collect(),
            constraints: model
                .rig
                .constraints
                .iter()
                .map(|constraint| ConstraintReport {
                    name: &constraint.name,
                    kind: constraint.kind.word(),
                    driven: skeleton.name(constraint.driven),
                    target: skeleton.name(constraint.target),
                })
                .collect(),
        }
    }
}

impl<'a> MeshReport<'a> {
    fn new(model: &'a Model, mesh: &'a Mesh) -> Self {
        Self {
            name: &mesh.name,
            vertices: mesh.vertex_count(),
            triangles: mesh.triangle_count(),
            normals: !mesh.normals.is_empty(),
            tangents: !mesh.tangents.is_empty(),
            uv_layers: mesh.uvs.len(),
            color_layers: mesh.colors.len(),
            shown_colors: model.shown_colors(mesh),
            skinning: mesh.skin.map(|_| match mesh.skinning {
                Skinning::Linear => "linear",
                Skinning::DualQuaternion => "dual_quaternion",
            }),
            influences: mesh.influences.stride,
            material: mesh
                .material
                .map(|material| model.materials[material.get()].name.as_str()),
            bounds: extent(mesh.bounds),
        }
    }
}

impl<'a> MaterialReport<'a> {
    fn new(scene: &'a Scene, material: &'a Material, found: &'a [Lead]) -> Self {
        let source = |slot: &Slot| match slot.source {
            SlotSource::Texture(texture) => SourceReport::Texture {
                path: &scene.textures[texture.get()],
                found: found[texture.get()].found.as_deref().map(plain_path),
                unreadable: found[texture.get()].unreadable.as_deref(),
                several: found[texture.get()].several.as_deref(),
            },
            SlotSource::Color { rgba, space } => SourceReport::Color {
                rgba: rgba.to_array(),
                space: match space {
                    crate::scene::ColorSpace::Srgb => "srgb",
                    crate::scene::ColorSpace::Linear => "linear",
                },
            },
            SlotSource::NoPath => SourceReport::NoPath,
            SlotSource::Missing => SourceReport::Dangling,
        };
        Self {
            name: &material.name,
            kind: &material.kind,
            workflow: match material.surface.workflow {
                Workflow::Metalness => "metalness",
                Workflow::SpecularGloss => "specular_gloss",
            },
            slots: material
                .slots
                .iter()
                .map(|slot| SlotReport {
                    slot: &slot.name,
                    source: source(slot),
                })
                .collect(),
        }
    }
}
