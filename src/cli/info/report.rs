//! A scene's inventory, in the shape that is printed as JSON.

use crate::animation::rest_pose;
use crate::cli::diagnostics::List;
use crate::cli::input::Input;
use crate::core::{Bounds, Choice, ModelIndex, Transform};
use crate::deform::posed_bounds;
use crate::files::plain_path;
use crate::formats::Import;
use crate::scene::{
    Clip, Copies, CurveMode, Instance, Material, Mesh, Model, PlayMode, Property, Scene, Skinning, Slot, SlotSource,
    Workflow,
};
use glam::Affine3A;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Serialize)]
pub struct Report<'a> {
    pub path: &'a str,
    pub bytes: usize,
    pub metadata: Metadata<'a>,
    pub models: Models<'a>,
    pub clips: Clips<'a>,
    pub instances: Instances<'a>,
    /// What the format leaves open, and how it was decided.
    pub choices: Vec<Decision<'a>>,
    pub diagnostics: List<'a>,
}

#[derive(Serialize)]
pub struct Decision<'a> {
    pub key: &'a str,
    pub title: &'a str,
    pub chosen: &'a str,
    pub outcome: &'a str,
    pub values: Vec<&'a str>,
}

impl<'a> Decision<'a> {
    fn new(choice: &'a Choice) -> Self {
        Self {
            key: choice.key,
            title: choice.title,
            chosen: &choice.chosen,
            outcome: &choice.outcome,
            values: choice.values.iter().map(|(value, _)| value.as_str()).collect(),
        }
    }
}

/// Lists that are as long as a file likes make one entry at a time.
pub struct Models<'a> {
    scene: &'a Scene,
    found: &'a [Option<PathBuf>],
}

pub struct Clips<'a>(&'a [Clip]);

pub struct Instances<'a> {
    list: &'a [Instance],
    found: &'a [Option<PathBuf>],
}

impl<'a> Models<'a> {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ModelReport<'a>> + use<'a> {
        let (scene, found) = (self.scene, self.found);
        scene.models.iter().map({
            let mut rests = LeaderRest::default();
            move |model| ModelReport::new(scene, model, found, &mut rests)
        })
    }
}

impl<'a> Clips<'a> {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ClipReport<'a>> + use<'a> {
        self.0.iter().map(ClipReport::new)
    }
}

impl<'a> Instances<'a> {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = InstanceReport<'a>> + use<'a> {
        self.list
            .iter()
            .zip(self.found)
            .map(|(instance, found)| InstanceReport {
                name: &instance.name,
                file: &instance.path,
                found: found.as_deref().map(plain_path),
                placement: instance.placement.into(),
            })
    }
}

macro_rules! serialize_one_by_one {
    ($($list:ident)*) => {$(
        impl Serialize for $list<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }
    )*};
}
serialize_one_by_one! { Models Clips Instances }

#[derive(Serialize)]
pub struct Metadata<'a> {
    pub author: Option<&'a str>,
    pub software: Option<&'a str>,
    pub up: Option<&'a str>,
    pub scene_root: Option<&'a str>,
}

#[derive(Serialize)]
pub struct PlacedAt {
    pub translation: [f32; 3],
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
}

#[derive(Serialize)]
pub struct Extent {
    pub min: [f32; 3],
    pub max: [f32; 3],
}

#[derive(Serialize)]
pub struct ModelReport<'a> {
    pub name: &'a str,
    pub placement: PlacedAt,
    /// Around the meshes at rest, in stage space.
    pub bounds: Option<Extent>,
    pub copies: Option<CopiesReport<'a>>,
    pub vertices: usize,
    pub triangles: usize,
    pub bones: Vec<BoneReport<'a>>,
    pub meshes: Vec<MeshReport<'a>>,
    pub hairs: Vec<HairReport<'a>>,
    pub blend_shapes: Vec<ShapeReport<'a>>,
    pub materials: Vec<MaterialReport<'a>>,
    pub ik_handles: Vec<&'a str>,
    pub constraints: Vec<ConstraintReport<'a>>,
}

/// Of a model that another one carries to many places.
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

#[derive(Serialize)]
pub struct BoneReport<'a> {
    pub name: &'a str,
    /// Position in this list, −1 for a root.
    pub parent: i64,
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
    /// `null` for a mesh that hangs on no bones.
    pub skinning: Option<&'static str>,
    pub influences: u32,
    pub material: Option<&'a str>,
    /// In mesh space.
    pub bounds: Option<Extent>,
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

#[derive(Serialize)]
pub struct ClipReport<'a> {
    pub name: &'a str,
    pub frames_per_second: f64,
    /// First and last frame.
    pub range: [f64; 2],
    pub duration_secs: f64,
    pub looping: bool,
    /// How the file means the clip to be played, if it says.
    pub mode: Option<&'static str>,
    pub curves: usize,
    pub keys: usize,
    /// Curves by property and mode: `{"tx": {"relative": 3}}`.
    pub curves_by_property: BTreeMap<Cow<'static, str>, BTreeMap<&'static str, usize>>,
    pub overrides: Vec<OverrideReport<'a>>,
    pub notifications: Vec<NotificationReport<'a>>,
    /// Of the clip's own skeleton, if it has one.
    pub bones: Option<usize>,
}

#[derive(Serialize)]
pub struct OverrideReport<'a> {
    pub bone: &'a str,
    pub mode: &'static str,
    pub translation: bool,
    pub rotation: bool,
    pub scale: bool,
}

#[derive(Serialize)]
pub struct NotificationReport<'a> {
    pub name: &'a str,
    pub frames: &'a [f64],
}

#[derive(Serialize)]
pub struct InstanceReport<'a> {
    pub name: &'a str,
    pub file: &'a str,
    /// Where the file lies, `null` if it is missing.
    pub found: Option<String>,
    pub placement: PlacedAt,
}

impl<'a> Report<'a> {
    /// `found` and `leads` have one entry per texture reference and per instance of the scene.
    pub fn new(
        input: &'a Input,
        imported: &'a Import,
        (found, leads): (&'a [Option<PathBuf>], &'a [Option<PathBuf>]),
    ) -> Self {
        let scene = &imported.scene;
        Self {
            path: &input.shown_path,
            bytes: input.bytes.len(),
            metadata: Metadata {
                author: scene.metadata.author.as_deref(),
                software: scene.metadata.software.as_deref(),
                up: scene.metadata.up_axis().map(crate::core::UpAxis::letter),
                scene_root: scene.metadata.scene_root.as_deref(),
            },
            models: Models { scene, found },
            clips: Clips(&scene.clips),
            instances: Instances {
                list: &scene.instances,
                found: leads,
            },
            choices: imported.choices.iter().map(Decision::new).collect(),
            diagnostics: List(&imported.diagnostics),
        }
    }
}

impl<'a> ModelReport<'a> {
    fn new(scene: &'a Scene, model: &'a Model, found: &[Option<PathBuf>], rests: &mut LeaderRest) -> Self {
        let skeleton = &model.skeleton;
        let file_order = (0..skeleton.len()).filter_map(|index| skeleton.from_file(index));
        let rest = skeleton.rest_model_from_bone();
        // Shapes that are there at rest move vertices out of the box that is stored.
        let bounds = match model.blend_shapes.iter().any(|shape| shape.rest_weight != 0.0) {
            true => posed_bounds(model, &rest_pose(model)),
            false => {
                let meshes = model.meshes.iter();
                meshes.fold(Bounds::EMPTY, |all, mesh| all.union(at_rest(model, &rest, mesh)))
            }
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
            bones: file_order
                .map(|bone| BoneReport {
                    name: skeleton.name(bone),
                    parent: skeleton
                        .parent(bone)
                        .map_or(-1, |parent| skeleton.file_index(parent) as i64),
                })
                .collect(),
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
    fn new(scene: &'a Scene, material: &'a Material, found: &[Option<PathBuf>]) -> Self {
        let source = |slot: &Slot| match slot.source {
            SlotSource::Texture(texture) => SourceReport::Texture {
                path: &scene.textures[texture.get()],
                found: found[texture.get()].as_ref().map(|path| plain_path(path)),
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

impl<'a> ClipReport<'a> {
    fn new(clip: &'a Clip) -> Self {
        let mut curves_by_property: BTreeMap<Cow<str>, BTreeMap<&str, usize>> = BTreeMap::new();
        for track in &clip.tracks {
            let by_mode = curves_by_property
                .entry(Property::short_name(track.property))
                .or_default();
            *by_mode.entry(CurveMode::word(track.mode)).or_default() += 1;
        }
        Self {
            name: &clip.name,
            frames_per_second: clip.frames_per_second,
            range: [clip.range.start, clip.range.end],
            duration_secs: clip.range.length() / clip.frames_per_second,
            looping: clip.looping,
            mode: clip.mode.map(PlayMode::word),
            curves: clip.tracks.len(),
            keys: clip.tracks.iter().map(|track| track.keys.len()).sum(),
            curves_by_property,
            overrides: clip
                .overrides
                .iter()
                .map(|o| OverrideReport {
                    bone: &o.bone,
                    mode: o.mode.word(),
                    translation: o.translation,
                    rotation: o.rotation,
                    scale: o.scale,
                })
                .collect(),
            notifications: clip
                .notifications
                .iter()
                .map(|notification| NotificationReport {
                    name: &notification.name,
                    frames: &notification.frames,
                })
                .collect(),
            bones: clip.skeleton.as_ref().map(crate::scene::Skeleton::len),
        }
    }
}

impl From<Transform> for PlacedAt {
    fn from(transform: Transform) -> Self {
        Self {
            translation: transform.translation.to_array(),
            rotation: transform.rotation.to_array(),
            scale: transform.scale.to_array(),
        }
    }
}

/// `None` for an empty box; a box beyond the range of f32 ends at its limits, as JSON knows no infinity.
/// In model space: what rides on one bone as a whole stands where that does, what several bend where it is stored.
fn at_rest(model: &Model, rest: &[Affine3A], mesh: &Mesh) -> Bounds {
    let skin = mesh.skin.map(|skin| &model.skins[skin.get()]);
    match skin.map(|skin| (&skin.bones[..], &skin.bone_from_mesh[..])) {
        Some(([bone], [bone_from_mesh])) if !mesh.bounds.is_empty() => {
            let model_from_mesh = bone_from_mesh.map_or(Affine3A::IDENTITY, |from| rest[bone.get()] * from);
            mesh.bounds.transformed(model_from_mesh)
        }
        _ => mesh.bounds,
    }
}

/// The last leader's bones at rest: thousands of models may be carried by one that has as many bones.
#[derive(Default)]
struct LeaderRest(Option<(ModelIndex, Vec<Affine3A>)>);

impl LeaderRest {
    fn model_from_bone(&mut self, scene: &Scene, copies: &Copies) -> Affine3A {
        if self.0.as_ref().is_none_or(|(leader, _)| *leader != copies.leader) {
            let skeleton = &scene.models[copies.leader.get()].skeleton;
            self.0 = Some((copies.leader, skeleton.rest_model_from_bone()));
        }
        self.0
            .as_ref()
            .map_or(Affine3A::IDENTITY, |(_, rest)| rest[copies.bone.get()])
    }
}

/// Around `bounds` (model space) at all places, while the model that carries them rests: in stage space.
fn around_copies(scene: &Scene, copies: &Copies, bounds: Bounds, rests: &mut LeaderRest) -> Bounds {
    let leader = &scene.models[copies.leader.get()];
    let rest = rests.model_from_bone(scene, copies);
    let stage_from_bone = leader.placement.affine() * rest;
    let places = copies.places.iter();
    places.fold(Bounds::EMPTY, |all, place| {
        all.union(bounds.transformed(stage_from_bone * place.affine()))
    })
}

fn extent(bounds: Bounds) -> Option<Extent> {
    let finite = |corner: glam::Vec3| corner.clamp(glam::Vec3::MIN, glam::Vec3::MAX).to_array();
    (!bounds.is_empty()).then(|| Extent {
        min: finite(bounds.min),
        max: finite(bounds.max),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Request, import};
    use allocation_counter::measure;
    use std::path::Path;

    /// Nodes with instances are models of their own, carried by one that has as many bones: these are made once, not for each.
    #[test]
    fn carried_models_are_listed_with_memory_in_proportion() {
        let bytes = |count: usize| {
            let node = r#"{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}"#;
            let roots: Vec<String> = (0..count).map(|node| node.to_string()).collect();
            let text = format!(
                r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[{}]}}],"nodes":[{}],
                "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
                "accessors":[{{"componentType":5126,"type":"VEC3","count":3}}]}}"#,
                roots.join(","),
                vec![node; count].join(",")
            );
            let input = Input {
                path: Path::new("carried.gltf"),
                shown_path: "carried.gltf".into(),
                bytes: text.into_bytes().into(),
            };
            let imported = import(input.bytes.clone(), &Request::alone("carried")).expect("a good file");
            assert!(imported.scene.models.len() >= count, "each node is a model");
            let write = || {
                let report = Report::new(&input, &imported, (&[], &[]));
                serde_json::to_writer(std::io::sink(), &report).expect("nothing can fail to be swallowed");
            };
            measure(write).bytes_total
        };
        let (few, many) = (bytes(300), bytes(1200));
        assert!(few > 0 && many < 6 * few, "{few} bytes for 300, {many} for 1 200");
    }
}
