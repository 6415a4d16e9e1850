//! `curves`: keys and values of a clip.

use super::words::above_zero;
use super::{ImportArgs, NameArgs, VerboseArgs};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview curves run.cast > run.csv\n  castview curves run.cast --bone j_spine4 --json\n  castview \
                  curves pack.cast --clip walk --step 0.5"
)]
pub struct CurvesArgs {
    /// Files of any format; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The clip: its name, else its number counted from 0 over all files [default: the first clip of the last file that
    /// has one]
    #[arg(long, value_name = "NAME|INDEX")]
    pub clip: Option<String>,

    /// Only the curves of this bone, mesh or blend shape
    #[arg(long, value_name = "NAME")]
    pub bone: Option<String>,

    /// Frames between two samples; fractions are allowed
    #[arg(long, value_name = "F", default_value = "1", value_parser = above_zero)]
    pub step: f64,

    /// Print comma-separated values; this is the default
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub names: NameArgs,

    #[command(flatten)]
    pub verbose: VerboseArgs,
}
