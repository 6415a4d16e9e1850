//! `diff`: two files beside each other.

use super::words::{not_below_zero, size};
use super::{GpuArgs, ImportArgs, VerboseArgs};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview diff old/hero.cast new/hero.cast\n  castview diff hero.cast hero.glb --tolerance 0.001 --json\n  castview diff a.cast b.cast \
                  -o both.png\n\nExits with 0 if the files hold the same, with 1 if they differ."
)]
pub struct DiffArgs {
    /// The two files, of any formats; - reads standard input
    #[arg(required = true, num_args = 2, value_names = ["A", "B"])]
    pub files: Vec<PathBuf>,

    /// Take numbers that differ by no more than this for equal: lengths in units of the file, factors, weights, values of curves
    #[arg(long, value_name = "N", default_value_t = 0.0001, value_parser = not_below_zero)]
    pub tolerance: f64,

    /// Take rotations that differ by no more than so many degrees for equal
    #[arg(long, value_name = "DEGREES", default_value_t = 0.01, value_parser = not_below_zero)]
    pub degrees: f64,

    /// Take texels for equal whose channels, 0 to 255, differ by no more than this
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub texels: u8,

    /// Write a picture with both files at rest beside each other: PNG, or JPEG by the ending
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Width and height of that picture in pixels
    #[arg(long, value_name = "WxH", value_parser = size, requires = "output")]
    pub size: Option<[u32; 2]>,

    #[command(flatten)]
    pub gpu: GpuArgs,

    #[command(flatten)]
    pub import: ImportArgs,

    /// Print one JSON object per difference, each on a line of its own
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub verbose: VerboseArgs,
}
