//! `pose` and `explain`: bones and vertices as numbers, and the steps that lead to them.

use super::words::{finite, step, vertex};
use super::{GpuArgs, ImportArgs, StackArgs, StopArgs, VerboseArgs};
use crate::offline::{PoseTime, VertexWish};
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview pose hero.cast run.cast --frame 0,12.5 --json\n  castview pose hero.cast --clip rest \
                  --frame 0 --vertices=10 --json\n\nEverything is in stage space: the file's own axes and units, after the \
                  model's position, rotation and scale."
)]
pub struct PoseArgs {
    /// Files of any format: a model, and animations for it; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The clip to pose with: its name, else its number counted from 0 over all files, or rest [default: the first clip
    /// of the last file that has one]
    #[arg(long, value_name = "NAME|INDEX|rest", help_heading = "What plays")]
    pub clip: Option<String>,

    /// Pose what a window showed, as Copy view as command writes it: how each file is read, clip, layers, retarget, pose by hand and other
    /// edits; other options count more than its contents
    #[arg(long, value_name = "FILE", help_heading = "What plays")]
    pub view_file: Option<PathBuf>,

    #[command(flatten)]
    pub stack: StackArgs,

    #[command(flatten)]
    pub stop: StopArgs,

    /// Frames of the clip, separated by commas; fractions are allowed; outside the clip its ends are held
    #[arg(long, required_unless_present = "time", conflicts_with = "time", value_name = "F[,F…]", value_delimiter = ',',
          allow_negative_numbers = true, allow_hyphen_values = true, value_parser = finite, help_heading = "What plays")]
    pub frame: Vec<f64>,

    /// Times in seconds instead of frames, separated by commas: frame 0 is at 0 s
    #[arg(long, value_name = "S[,S…]", value_delimiter = ',', allow_negative_numbers = true, allow_hyphen_values = true,
          value_parser = finite, help_heading = "What plays")]
    pub time: Vec<f64>,

    /// Print the position of every vertex, or of every STEP-th
    #[arg(long, value_name = "STEP", num_args = 0..=1, require_equals = true, default_missing_value = "1",
          value_parser = step)]
    pub vertices: Option<usize>,

    /// Print everything about one vertex: the mesh's name, else its number counted from 0 over all models, and the vertex
    /// counted from 0; may be given several times
    #[arg(long, value_name = "MESH:INDEX", value_parser = vertex)]
    pub vertex: Vec<VertexWish>,

    /// Move the vertices by the processor, or by a graphics adapter as in the window
    #[arg(long, value_enum, default_value_t = Deform::Cpu)]
    pub deform: Deform,

    #[command(flatten)]
    pub gpu: GpuArgs,

    /// Print JSON; this is the default and the only form
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub verbose: VerboseArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deform {
    Cpu,
    Gpu,
}

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("explained").args(["bone", "vertex"]).required(true),
    group = ArgGroup::new("moment").args(["frame", "time"]).required(true),
    after_help = "Examples:\n  castview explain hero.cast run.cast --bone hand_r --frame 12.5\n  castview explain hero.cast run.cast \
                  --vertex body:1204 --frame 12.5 --json\n\nEach step has the numbers that it follows from: rest, keys with their bytes, \
                  mode, layers, IK and constraints, parent, model, stage."
)]
pub struct ExplainArgs {
    /// Files of any format: a model, and animations for it; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The bone, in every model that has one of that name
    #[arg(long, value_name = "NAME")]
    pub bone: Option<String>,

    /// The vertex: the mesh's name, else its number counted from 0 over all models, and the vertex counted from 0
    #[arg(long, value_name = "MESH:INDEX", value_parser = vertex)]
    pub vertex: Option<VertexWish>,

    /// The clip to pose with: its name, else its number counted from 0 over all files, or rest [default: the first clip
    /// of the last file that has one]
    #[arg(long, value_name = "NAME|INDEX|rest", help_heading = "What plays")]
    pub clip: Option<String>,

    /// Pose what a window showed, as Copy view as command writes it: how each file is read, clip, layers, retarget, pose by hand and other
    /// edits; other options count more than its contents
    #[arg(long, value_name = "FILE", help_heading = "What plays")]
    pub view_file: Option<PathBuf>,

    #[command(flatten)]
    pub stack: StackArgs,

    #[command(flatten)]
    pub stop: StopArgs,

    /// A frame of the clip; fractions are allowed; outside the clip its ends are held
    #[arg(long, value_name = "F", allow_negative_numbers = true, allow_hyphen_values = true, value_parser = finite,
          help_heading = "What plays")]
    frame: Option<f64>,

    /// A time in seconds instead of a frame: frame 0 is at 0 s
    #[arg(long, value_name = "S", allow_negative_numbers = true, allow_hyphen_values = true, value_parser = finite,
          help_heading = "What plays")]
    time: Option<f64>,

    /// Print one JSON object for each bone, or for the vertex, each on a line of its own
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub verbose: VerboseArgs,
}

impl ExplainArgs {
    /// The moment that is explained.
    pub fn moment(&self) -> PoseTime {
        match (self.frame, self.time) {
            (Some(frame), _) => PoseTime::Frame(frame),
            (None, secs) => PoseTime::Seconds(secs.unwrap_or_default()),
        }
    }
}
