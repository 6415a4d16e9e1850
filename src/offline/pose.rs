//! Posed bones and vertices in stage space: the file's own axes and units, after each model's placement.

use super::batch::{Batch, OfflineError};
use crate::animation::{self, Binding, Pose};
use crate::core::{Bounds, Camera, MeshIndex, ModelIndex, Transform};
use crate::deform::{self, Deformed};
use crate::picture::{Background, Overlays, Palette, Picture, PlacedKey, PlacedModel, Shading};
use crate::render::{Context, Renderer};
use crate::scene::{Model, Scene};
use crate::session::ClipKey;
use glam::{Affine3A, Mat4, Vec3};
use std::sync::Arc;

/// Everything on the stage at one frame; all numbers finite.
#[derive(Clone, Debug, PartialEq)]
pub struct FramePose {
    pub frame: f64,
    /// One per Model node, in file order over all files.
    pub models: Vec<ModelPose>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelPose {
    pub name: String,
    /// In file order.
    pub bones: Vec<BonePose>,
    /// One per Mesh node, in file order.
    pub meshes: Vec<MeshPose>,
    /// By shape name, in file order; a name that several meshes share is here once.
    pub blend_weights: Vec<(String, f32)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BonePose {
    pub name: String,
    /// Position of the parent in the model's list.
    pub parent: Option<usize>,
    /// Relative to the parent.
    pub local: Transform,
    /// `stage_from_bone`.
    pub world: Mat4,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MeshPose {
    pub name: String,
    pub visible: bool,
    pub vertex_count: usize,
    /// Every step-th vertex from the first; `None` if vertices were not asked for.
    pub positions: Option<Vec<Vec3>>,
}

/// What moves the vertices.
pub enum Deformer {
    Cpu,
    Gpu(Box<Renderer>),
}

impl Deformer {
    /// The best adapter there is.
    pub fn gpu() -> Result<Self, OfflineError> {
        Ok(Self::Gpu(Box::new(Renderer::new(&Context::headless()?))))
    }
}

/// The models of a batch, bound to one clip.
pub struct Poser {
    models: Vec<Bound>,
    /// The scene that holds the clip, and which it is.
    clip: Option<(Arc<Scene>, ClipKey)>,
}

struct Bound {
    scene: Arc<Scene>,
    model: ModelIndex,
    binding: Option<Binding>,
}

impl Bound {
    fn model(&self) -> &Model {
        &self.scene.models[self.model.get()]
    }
}

impl Poser {
    /// Puts every model of `batch` on one stage and binds the clip to each (A50). `None`: the rest pose.
    pub fn new(batch: &Batch, clip: Option<ClipKey>) -> Self {
        let clip = clip.and_then(|key| {
            let file = batch.files.iter().find(|file| file.key == key.file)?;
            Some((file.scene.clone(), key))
        });
        let models = batch.files.iter().flat_map(|file| {
            let scene = &file.scene;
            (0..scene.models.len()).map(|index| (scene.clone(), ModelIndex::new(index)))
        });
        let models = models
            .map(|(scene, model)| {
                let binding = clip
                    .as_ref()
                    .map(|(owner, key)| animation::bind(&owner.clips[key.clip.get()], &scene.models[model.get()]));
                Bound { scene, model, binding }
            })
            .collect();
        Self { models, clip }
    }

    /// Evaluates one frame. `step`: print every step-th vertex, at least 1; `None`: no vertices.
    pub fn evaluate(
        &self,
        frame: f64,
        step: Option<usize>,
        deformer: &mut Deformer,
    ) -> Result<FramePose, OfflineError> {
        let poses: Vec<Arc<Pose>> = self
            .models
            .iter()
            .map(|bound| Arc::new(self.pose(bound, frame)))
            .collect();
        if let (Some(_), Deformer::Gpu(renderer)) = (step, &mut *deformer) {
            let drawn = renderer.draw(&self.picture(&poses))?;
            if let Some(problem) = drawn.problems.into_iter().next() {
                return Err(problem.into());
            }
        }
        let mut models = Vec::with_capacity(self.models.len());
        for (index, (bound, pose)) in self.models.iter().zip(&poses).enumerate() {
            let model = bound.model();
            let stage_from_model = model.placement.affine();
            let mut meshes = Vec::with_capacity(model.meshes.len());
            for (mesh_index, mesh) in model.meshes.iter().enumerate() {
                let positions = match step {
                    None => None,
                    Some(step) => {
                        let mesh = MeshIndex::new(mesh_index);
                        let positions = self.positions(index, mesh, pose, deformer)?;
                        let to_stage = |p: Vec3| finite(stage_from_model.transform_point3(p));
                        Some(positions.into_iter().step_by(step).map(to_stage).collect())
                    }
                };
                meshes.push(MeshPose {
                    name: mesh.name.clone(),
                    visible: pose.model_visible && pose.mesh_visible[mesh_index],
                    vertex_count: mesh.vertex_count(),
                    positions,
                });
            }
            models.push(ModelPose {
                name: model.name.clone(),
                bones: bones(model, pose, stage_from_model),
                meshes,
                blend_weights: blend_weights(model, pose),
            });
        }
        Ok(FramePose { frame, models })
    }

    fn pose(&self, bound: &Bound, frame: f64) -> Pose {
        let mut pose = Pose::default();
        let driven = match (&self.clip, &bound.binding) {
            (Some((owner, key)), Some(binding)) => Some((&owner.clips[key.clip.get()], binding, frame)),
            _ => None,
        };
        animation::evaluate(bound.model(), driven, &mut pose);
        pose
    }

    /// In model space, one per vertex.
    fn positions(
        &self,
        model: usize,
        mesh: MeshIndex,
        pose: &Pose,
        deformer: &mut Deformer,
    ) -> Result<Vec<Vec3>, OfflineError> {
        let bound = &self.models[model];
        match deformer {
            Deformer::Cpu => {
                let mut deformed = Deformed::default();
                deform::deform(bound.model(), mesh, pose, &[], &mut deformed);
                Ok(deformed.positions)
            }
            Deformer::Gpu(_) if bound.model().meshes[mesh.get()].vertex_count() == 0 => Ok(Vec::new()),
            Deformer::Gpu(renderer) => match renderer.read_deformed(key(model), mesh)? {
                Some(deformed) => Ok(deformed.positions.into_iter().map(Vec3::from).collect()),
                None => Err(OfflineError::NotDeformed {
                    model: bound.model().name.clone(),
                    mesh: bound.model().meshes[mesh.get()].name.clone(),
                }),
            },
        }
    }

    /// The smallest picture in which every mesh is deformed: hidden ones are shown for it.
    fn picture(&self, poses: &[Arc<Pose>]) -> Picture {
        let models = self.models.iter().zip(poses).enumerate();
        let models = models.map(|(index, (bound, pose))| {
            let mut pose = Pose::clone(pose);
            pose.model_visible = true;
            pose.mesh_visible.fill(true);
            PlacedModel {
                key: key(index),
                scene: bound.scene.clone(),
                model: bound.model,
                textures: Arc::new(vec![None; bound.scene.textures.len()]),
                pose: Arc::new(pose),
                stage_from_model: bound.model().placement.affine(),
                hidden_meshes: Arc::new(vec![false; bound.model().meshes.len()]),
                selection: None,
            }
        });
        Picture {
            size: [1, 1],
            samples: 1,
            camera: Camera::default(),
            world_from_stage: Affine3A::IDENTITY,
            bounds: Bounds::EMPTY,
            background: Background::Transparent,
            shading: Shading::Untextured,
            overlays: Overlays::default(),
            palette: Palette::DARK,
            models: models.collect(),
        }
    }
}

fn key(model: usize) -> PlacedKey {
    PlacedKey(model as u64 + 1)
}

fn bones(model: &Model, pose: &Pose, stage_from_model: Affine3A) -> Vec<BonePose> {
    let skeleton = &model.skeleton;
    let in_file_order = (0..skeleton.len()).filter_map(|index| skeleton.from_file(index));
    in_file_order
        .map(|bone| {
            let local = pose.local[bone.get()];
            let world = Mat4::from(stage_from_model * pose.model_from_bone[bone.get()]);
            BonePose {
                name: skeleton.name(bone).to_owned(),
                parent: skeleton.parent(bone).map(|parent| skeleton.file_index(parent)),
                local,
                world: Mat4::from_cols_array(&world.to_cols_array().map(finite_number)),
            }
        })
        .collect()
}

fn blend_weights(model: &Model, pose: &Pose) -> Vec<(String, f32)> {
    let mut seen = std::collections::HashSet::new();
    let shapes = model.blend_shapes.iter().zip(&pose.shape_weights);
    shapes
        .filter(|(shape, _)| seen.insert(shape.name.as_str()))
        .map(|(shape, weight)| (shape.name.clone(), *weight))
        .collect()
}

fn finite(point: Vec3) -> Vec3 {
    Vec3::from_array(point.to_array().map(finite_number))
}

/// A placement can push what was finite out of range; it stays at the last number there is.
fn finite_number(number: f32) -> f32 {
    if number.is_nan() {
        0.0
    } else {
        number.clamp(f32::MIN, f32::MAX)
    }
}
