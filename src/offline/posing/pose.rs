//! Posed bones and vertices in stage space: the file's own axes and units, after each model's placement.

use crate::animation::Pose;
use crate::core::{MeshIndex, Transform};
use crate::deform::{self, Deformed, Rest};
use crate::offline::arrange::{Arranged, Arrangement, Clips, Counting, PoseTime};
use crate::offline::file_set::{FileSet, OfflineError};
use crate::offline::fitting::fitting_in;
use crate::offline::opening::{Drawing, renderer};
use crate::picture::{Picture, PlacedModel, Shading};
use crate::render::Renderer;
use crate::render::adapters::{AdapterChoice, Proof};
use crate::scene::Model;
use crate::session::{Placed, SavedView, Session, saved};
use glam::{Mat4, Vec3};
use std::sync::Arc;

/// Everything on the stage at one time; all numbers finite.
pub struct PosesAtTime<'a> {
    pub time: PoseTime,
    /// One per Model node, in file order over all files.
    pub models: Vec<ModelPose<'a>>,
}

pub struct ModelPose<'a> {
    pub name: &'a str,
    pub bones: BonePoses<'a>,
    /// One per Mesh node, in file order.
    pub meshes: Vec<MeshPose<'a>>,
    /// By shape name, in file order; a name that several meshes share is here once.
    pub blend_weights: Vec<(&'a str, f32)>,
}

/// In file order, made one at a time: a file may have a million.
pub struct BonePoses<'a>(&'a Placed);

#[derive(Clone, Debug, PartialEq)]
pub struct BonePose<'a> {
    pub name: &'a str,
    /// Position of the parent in the model's list.
    pub parent: Option<usize>,
    /// Relative to the parent.
    pub local: Transform,
    /// `stage_from_bone`.
    pub world: Mat4,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MeshPose<'a> {
    pub name: &'a str,
    pub visible: bool,
    pub vertex_count: usize,
    /// Every step-th vertex from the first; `None` if vertices were not asked for.
    pub positions: Option<Vec<Vec3>>,
}

/// Device that moves the vertices.
pub enum Deformer {
    Cpu,
    Gpu(Box<Renderer>),
}

impl Deformer {
    /// The first adapter that can deform, and a sentence about each that was passed over.
    pub fn gpu(choice: &AdapterChoice) -> Result<(Self, Vec<String>), OfflineError> {
        let Drawing { renderer, passed, .. } = renderer(choice, Proof::Deform)?;
        Ok((Self::Gpu(Box::new(renderer)), passed))
    }
}

/// A batch laid out for posing.
pub struct Poser {
    arranged: Arranged,
}

impl Poser {
    /// Puts every model of `batch` on one stage, with what `wish` lets play (cast.md A50).
    pub fn new(batch: FileSet, wish: &Arrangement) -> Result<Self, OfflineError> {
        Ok(Self {
            arranged: Arranged::new(batch, wish, Counting::AsFiled)?,
        })
    }

    /// [`Poser::new`], with all that `view` shows, which `batch` was opened for; `wish` counts more. `None`: no view.
    pub fn of_view(batch: FileSet, wish: &Arrangement, view: Option<&SavedView>) -> Result<Self, OfflineError> {
        let Some(view) = view else {
            return Self::new(batch, wish);
        };
        let clips = Clips::named(&batch, wish)?;
        let mut arranged = Arranged::opened(batch, Counting::AsFiled);
        // Nothing is measured for numbers.
        drop(saved::show_saved(&mut arranged.session, view).map_err(OfflineError::View)?);
        arranged.lay_out(wish, clips)?;
        Ok(Self { arranged })
    }

    pub(super) fn session(&self) -> &Session {
        &self.arranged.session
    }

    /// The time that [`Poser::evaluate`] is to look at, without its numbers.
    /// Fails where a model cannot be stopped there as it was wished.
    pub fn seek(&mut self, time: PoseTime) -> Result<(), OfflineError> {
        self.arranged.seek(time);
        self.arranged.is_stopped_as_wished()
    }

    /// Sentences about how the names of what plays fit the models.
    pub fn fitting(&self) -> Vec<String> {
        fitting_in(&self.arranged.session)
    }

    /// Evaluates one time. `step`: print every step-th vertex, at least 1; `None`: no vertices.
    pub fn evaluate(
        &mut self,
        time: PoseTime,
        step: Option<usize>,
        deformer: &mut Deformer,
    ) -> Result<PosesAtTime<'_>, OfflineError> {
        self.arranged.seek(time);
        self.arranged.is_stopped_as_wished()?;
        if let (Some(_), Deformer::Gpu(renderer)) = (step, &mut *deformer) {
            let drawn = renderer.draw(&self.picture())?;
            if let Some(problem) = drawn.problems.into_iter().next() {
                return Err(problem.into());
            }
        }
        let mut models = Vec::new();
        for placed in self.placed() {
            let (model, pose) = (placed.model(), placed.pose());
            let stage_from_model = placed.first_stage_from_model();
            let mut meshes = Vec::with_capacity(model.meshes.len());
            for (mesh_index, mesh) in model.meshes.iter().enumerate() {
                let positions = match step {
                    None => None,
                    Some(step) => {
                        let mesh = MeshIndex::new(mesh_index);
                        let positions = positions(placed, mesh, deformer)?;
                        let to_stage = |p: Vec3| finite(stage_from_model.transform_point3(p));
                        Some(positions.into_iter().step_by(step).map(to_stage).collect())
                    }
                };
                meshes.push(MeshPose {
                    name: &mesh.name,
                    visible: pose.model_visible && pose.mesh_visible[mesh_index] && !mesh.hidden,
                    vertex_count: mesh.vertex_count(),
                    positions,
                });
            }
            models.push(ModelPose {
                name: &model.name,
                bones: BonePoses(placed),
                meshes,
                blend_weights: blend_weights(model, pose),
            });
        }
        Ok(PosesAtTime { time, models })
    }

    /// In file order; models of referenced files are not in these. A clip without a model has its sticks.
    pub(super) fn placed(&self) -> impl Iterator<Item = &Placed> + Clone {
        let models = self.arranged.session.stage().models();
        models.iter().filter(|placed| !placed.is_referenced())
    }

    /// The smallest picture in which every mesh is deformed: hidden ones are shown for it.
    fn picture(&self) -> Picture {
        let models = self.placed().map(|placed| {
            let mut pose = Pose::clone(placed.pose());
            pose.model_visible = true;
            pose.mesh_visible.fill(true);
            PlacedModel {
                pose: Arc::new(pose),
                stage_from_model: placed.stage_from_model(),
                ..PlacedModel::at_rest(placed.key, placed.scene.clone(), placed.model)
            }
        });
        Picture {
            shading: Shading::Untextured,
            ..Picture::of(models.collect())
        }
    }
}

/// In model space, one per vertex.
fn positions(placed: &Placed, mesh: MeshIndex, deformer: &mut Deformer) -> Result<Vec<Vec3>, OfflineError> {
    let model = placed.model();
    match deformer {
        Deformer::Cpu => {
            let mut deformed = Deformed::default();
            deform::deform(model, mesh, placed.pose(), Rest::default(), &mut deformed);
            Ok(deformed.positions)
        }
        Deformer::Gpu(_) if model.meshes[mesh.get()].vertex_count() == 0 => Ok(Vec::new()),
        Deformer::Gpu(renderer) => match renderer.read_deformed(placed.key, mesh)? {
            Some(deformed) => Ok(deformed.positions.into_iter().map(Vec3::from).collect()),
            None => Err(OfflineError::NotDeformed {
                model: model.name.clone(),
                mesh: model.meshes[mesh.get()].name.clone(),
            }),
        },
    }
}

impl<'a> BonePoses<'a> {
    pub fn iter(&self) -> impl Iterator<Item = BonePose<'a>> + use<'a> {
        let placed = self.0;
        let (skeleton, pose) = (&placed.model().skeleton, placed.pose());
        let in_file_order = (0..skeleton.len()).filter_map(|index| skeleton.from_file(index));
        in_file_order.map(|bone| BonePose {
            name: skeleton.name(bone),
            parent: skeleton.parent(bone).map(|parent| skeleton.file_index(parent)),
            local: pose.local[bone.get()],
            world: Mat4::from(placed.stage_from_bone(bone)),
        })
    }
}

fn blend_weights<'a>(model: &'a Model, pose: &Pose) -> Vec<(&'a str, f32)> {
    let mut seen = std::collections::HashSet::new();
    let shapes = model.blend_shapes.iter().zip(&pose.shape_weights);
    shapes
        .map(|(shape, weight)| (shape.name.as_str(), *weight))
        .filter(|(name, _)| seen.insert(*name))
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
