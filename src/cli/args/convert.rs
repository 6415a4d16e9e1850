//! `convert`: one file of any format as Cast, GLB, SEModel or SEAnim.

use super::words::play_as;
use super::{BulkArgs, ImportArgs, NameArgs, RetargetArg, VerboseArgs};
use crate::offline::PlayAsWish;
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
        hide_possible_values = true
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

    /// Play a clip on the model otherwise than its file says: absolute, relative, additive, or additive over the rest pose, over the clip's
    /// own first frame or over a frame of another clip, such as recoil=additive:first; may be given several times
    #[arg(long = "play-as", value_name = "CLIP=WAY", value_parser = play_as, conflicts_with = "to")]
    pub play_as: Vec<PlayAsWish>,

    /// Play clips of other files on the model's own bone lengths, which turn as the clip's own do while the body moves in proportion
    /// (lengths), or by their stored rotations only
    #[arg(
        long,
        value_enum,
        value_name = "lengths|rotations|stored",
        hide_possible_values = true,
        conflicts_with = "to"
    )]
    pub retarget: Option<RetargetArg>,

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
