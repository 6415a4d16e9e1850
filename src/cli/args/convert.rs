//! `convert`: one file of any format as Cast, GLB, SEModel or SEAnim.

use super::{BulkArgs, ImportArgs, NameArgs, VerboseArgs, WayArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview convert hero.cast run.cast -o hero.glb\n  castview convert fox.glb -o fox.cast\n  castview convert models -o converted --to glb --recursive\n\nWhat \
                  the written format cannot hold is listed. A clip goes with the model it moves most of."
)]
pub struct ConvertArgs {
    /// Files of any format: models, and animations for them; with --to also folders; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The file to write, .cast, .glb, .semodel or .seanim; with --to the folder to write into
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: PathBuf,

    /// Convert each file by itself to this format. Files keep their names, and those of a folder their subfolders
    #[arg(
        long,
        value_enum,
        value_name = "cast|glb|semodel|seanim",
        hide_possible_values = true,
        conflicts_with_all = ["play_as", "retarget"]
    )]
    pub to: Option<FormatArg>,

    #[command(flatten)]
    pub bulk: BulkArgs,

    /// Where textures go: into the file (.glb only), or beside it [default: into a .glb, beside a .cast]
    #[arg(long, value_enum, value_name = "embed|beside", hide_possible_values = true)]
    pub textures: Option<TexturesArg>,

    /// Frames per second of all clips (.cast and .seanim only) [default: such that all keys fall on whole frames, else 120]
    #[arg(long, value_name = "RATE", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: Option<u32>,

    #[command(flatten)]
    pub ways: WayArgs,

    #[command(flatten)]
    pub names: NameArgs,

    #[command(flatten)]
    pub verbose: VerboseArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    Cast,
    Glb,
    Semodel,
    Seanim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TexturesArg {
    Embed,
    Beside,
}
