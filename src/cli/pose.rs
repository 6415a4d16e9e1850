//! `pose`: posed bones and vertices as JSON.

use super::args::{Deform, PoseArgs};
use super::input::refuse_words_of_switches;
use super::output::{Failure, complain, output};
use super::outside;
use super::restart;
use super::view_file;
use crate::core::Transform;
use crate::offline::{BonePose, BonePoses, Deformer, FoundVertex, MeshPose, ModelPose, PoseTime, Poser, PosesAtTime};
use serde::{Serialize, Serializer};
use std::io::Write;

pub fn run(args: &PoseArgs) -> Result<u8, Failure> {
    refuse_words_of_switches(&args.files)?;
    // Bones alone need no adapter.
    let uses_gpu = args.deform == Deform::Gpu && args.vertices.is_some();
    if uses_gpu {
        restart::for_drawing();
    }
    let view = args.view_file.as_deref().map(view_file::told).transpose()?;
    let batch = outside::open_for(&args.files, &args.import, view.as_deref())?;
    let arrangement = args.stop.of(args.stack.arrangement(args.clip.clone()));
    let mut poser = Poser::of_view(batch, &arrangement, view.as_deref()).map_err(Failure::new)?;
    poser.fitting().iter().for_each(complain);
    let mut deformer = if uses_gpu {
        let (deformer, passed) = Deformer::gpu(&args.gpu.choice()).map_err(Failure::new)?;
        passed.iter().for_each(complain);
        deformer
    } else {
        Deformer::Cpu
    };
    let vertices = args.vertex.iter().map(|wish| poser.find_vertex(wish));
    let vertices: Vec<FoundVertex> = vertices.collect::<Result<_, _>>().map_err(Failure::new)?;
    let mut out = output();
    out.writes_json();
    // Frame by frame: all of them at once may be more than fits into memory.
    out.write_all(b"{\"frames\":[")?;
    let frames = args.frame.iter().copied().map(PoseTime::Frame);
    let times = frames.chain(args.time.iter().copied().map(PoseTime::Seconds));
    for (index, time) in times.enumerate() {
        let pose = poser
            .evaluate(time, args.vertices, &mut deformer)
            .map_err(Failure::new)?;
        if index > 0 {
            out.write_all(b",")?;
        }
        let frame = Frame::from(&pose);
        if vertices.is_empty() {
            serde_json::to_writer(&mut out, &frame)?;
            continue;
        }
        let mut frame = serde_json::to_string(&frame)?;
        // One more field of the object, spelled as the window spells it.
        frame.pop();
        let found: Vec<String> = vertices.iter().map(|found| poser.vertex_json(found)).collect();
        write!(out, "{frame},\"vertices\":[{}]}}", found.join(","))?;
    }
    out.write_all(b"]}\n")?;
    out.flush()?;
    Ok(0)
}

#[derive(Serialize)]
struct Frame<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    models: Vec<Model<'a>>,
}

#[derive(Serialize)]
struct Model<'a> {
    name: &'a str,
    bones: Bones<'a>,
    meshes: Vec<Mesh<'a>>,
    blend_weights: Weights<'a>,
}

/// One at a time.
struct Bones<'a>(&'a BonePoses<'a>);

impl Serialize for Bones<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Bone::from))
    }
}

#[derive(Serialize)]
struct Bone<'a> {
    name: &'a str,
    parent: i64,
    local: Local,
    world: [f32; 16],
}

#[derive(Serialize)]
struct Local {
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

#[derive(Serialize)]
struct Mesh<'a> {
    name: &'a str,
    visible: bool,
    vertex_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Positions<'a>>,
}

struct Positions<'a>(&'a [glam::Vec3]);

impl Serialize for Positions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|position| position.to_array()))
    }
}

/// `{name: weight}`, in file order.
struct Weights<'a>(&'a [(&'a str, f32)]);

impl Serialize for Weights<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, weight)| (name, weight)))
    }
}

impl<'a> From<&'a PosesAtTime<'_>> for Frame<'a> {
    fn from(pose: &'a PosesAtTime<'_>) -> Self {
        let (frame, time) = match pose.time {
            PoseTime::Frame(frame) => (Some(frame), None),
            PoseTime::Seconds(secs) => (None, Some(secs)),
        };
        Self {
            frame,
            time,
            models: pose.models.iter().map(Model::from).collect(),
        }
    }
}

impl<'a> From<&'a ModelPose<'_>> for Model<'a> {
    fn from(pose: &'a ModelPose<'_>) -> Self {
        Self {
            name: pose.name,
            bones: Bones(&pose.bones),
            meshes: pose.meshes.iter().map(Mesh::from).collect(),
            blend_weights: Weights(&pose.blend_weights),
        }
    }
}

impl<'a> From<BonePose<'a>> for Bone<'a> {
    fn from(pose: BonePose<'a>) -> Self {
        let Transform {
            translation,
            rotation,
            scale,
        } = pose.local;
        Self {
            name: pose.name,
            parent: pose.parent.map_or(-1, |parent| parent as i64),
            local: Local {
                translation: translation.to_array(),
                rotation: rotation.to_array(),
                scale: scale.to_array(),
            },
            world: pose.world.to_cols_array(),
        }
    }
}

impl<'a> From<&'a MeshPose<'_>> for Mesh<'a> {
    fn from(pose: &'a MeshPose<'_>) -> Self {
        Self {
            name: pose.name,
            visible: pose.visible,
            vertex_count: pose.vertex_count,
            positions: pose.positions.as_deref().map(Positions),
        }
    }
}
