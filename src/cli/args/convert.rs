//! `convert`: one file of any format as Cast, GLB, SEModel, SEAnim or OBJ.

use super::moving::ProgressArg;
use super::words::finite;
use super::{BulkArgs, ImportArgs, StackArgs, VerboseArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview convert hero.cast run.cast -o hero.glb\n  castview convert fox.glb -o fox.cast\n  castview convert models -o converted --to glb --recursive\n  castview convert hero.cast walk.cast wave.cast --layer wave:0.5 -o hero.glb --bake\n\nWhat \
                  the written format cannot hold is listed. A clip goes with the model it moves most of."
)]
pub struct ConvertArgs {
    /// Files of any format: models, and animations for them; with --to also folders; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The file to write, .cast, .glb, .semodel, .seanim or, for one pose, .obj with .mtl; with --to the folder to write into
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: PathBuf,

    /// Convert each file by itself to this format. Files keep their names, and those of a folder their subfolders
    #[arg(
        long,
        value_enum,
        value_name = "cast|glb|semodel|seanim|obj",
        hide_possible_values = true,
        conflicts_with_all = ["play_as", "retarget", "layers", "attachments", "merges", "clip", "view_file"]
    )]
    pub to: Option<FormatArg>,

    #[command(flatten)]
    pub bulk: BulkArgs,

    /// Where textures go: into the file (.glb only), as copies beside it, or nowhere, so that the file names them by their paths [default: into a
    /// .glb, by their paths elsewhere]
    #[arg(long, value_enum, value_name = "embed|copy|path", hide_possible_values = true)]
    pub textures: Option<TexturesArg>,

    /// Frames per second of all clips (.cast and .seanim, and baked clips) [default: such that all keys fall on whole frames, else 120;
    /// baked: the clip's own]
    #[arg(long, value_name = "RATE", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: Option<u32>,

    /// Write what is played, and not what is stored: clips with layers, attachments, solved rigs and other ways of playing, frame by frame
    /// (clips), or models that rest in one pose (pose)
    #[arg(
        long,
        value_enum,
        value_name = "clips|pose",
        hide_possible_values = true,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "clips",
        help_heading = "What plays"
    )]
    pub bake: Option<BakeArg>,

    /// With --bake the one clip that is played: its name, else its number counted from 0 over all files, or rest [default: each clip that
    /// is no layer by itself; for a pose the first clip of the last file that has one]
    #[arg(long, value_name = "NAME|INDEX|rest", help_heading = "What plays")]
    pub clip: Option<String>,

    /// With --bake=pose, and for .obj, the frame of the clip; fractions are allowed [default: its first]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = finite, help_heading = "What plays")]
    pub frame: Option<f64>,

    /// With --bake the view of a window, as Copy view as command writes it: its clip, layers and edits
    #[arg(long, value_name = "FILE", help_heading = "What plays")]
    pub view_file: Option<PathBuf>,

    #[command(flatten)]
    pub stack: StackArgs,

    /// Write nothing, and say what would be written and lost
    #[arg(long, conflicts_with = "to")]
    pub check: bool,

    /// Tell programs on standard error how far baking is and what is lost, one line each
    #[arg(
        long,
        value_enum,
        value_name = "text|json",
        hide_possible_values = true,
        default_value = "text",
        conflicts_with = "to"
    )]
    pub progress: ProgressArg,

    /// Stop when standard input ends, and leave nothing behind: for programs that start this one
    #[arg(long, conflicts_with = "to")]
    pub stop_with_input: bool,

    #[command(flatten)]
    pub verbose: VerboseArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    Cast,
    Glb,
    Semodel,
    Seanim,
    Obj,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TexturesArg {
    Embed,
    Copy,
    #[value(alias = "beside")]
    Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BakeArg {
    Clips,
    Pose,
}
