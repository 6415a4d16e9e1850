//! `sheet`: many small pictures on one.

use crate::cli::args::moving::frame_span;
use crate::cli::args::words::view;
use crate::cli::args::{GpuArgs, ImportArgs, NameArgs, OnOff};
use crate::offline::{FrameSpan, ViewWish};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview sheet models --recursive -o models.png\n  castview sheet models -o models.html\n  castview sheet hero.cast run.cast \
                  --frames 0..60:5 -o run.png\n  castview sheet hero.cast run.cast --sprites --frames 0..60:4 --size 128 -o run.png"
)]
pub struct SheetArgs {
    /// Files of any format, and folders of them: each gets a picture. With --frames or --sprites a model, and animations for it
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The file to write: .png, or .html, a page of its own on which models move under the pointer
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// Pixels along each side of a small picture [default: 160]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=2048))]
    pub size: Option<u32>,

    /// Small pictures in a row of a .png [default: about as many as there are rows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub columns: Option<u32>,

    /// Show these frames of one clip, both ends included, such as 0..60, or every fifth of them: 0..60:5
    #[arg(long, value_name = "A..B[:STEP]", allow_hyphen_values = true, value_parser = frame_span, conflicts_with = "recursive")]
    pub frames: Option<FrameSpan>,

    /// Show the frames of one clip as a game reads them: side by side, with nothing behind and between them, and a .json beside the .png that
    /// says where each is, how long it stands, and where the origin of the model is
    #[arg(long, conflicts_with = "recursive")]
    pub sprites: bool,

    /// The clip of --frames and --sprites: its name, else its number counted from 0 over all files [default: the first clip of the last file
    /// that has one]
    #[arg(long, value_name = "NAME|INDEX")]
    pub clip: Option<String>,

    /// Where the camera looks from, as render takes it [default: iso]
    #[arg(long, value_name = "NAME|AZIMUTH,ELEVATION", allow_hyphen_values = true, value_parser = view)]
    pub view: Option<ViewWish>,

    /// Whether what emits light has a halo, as render draws it [default: off]
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true)]
    pub bloom: Option<OnOff>,

    /// Show the files in the folders below each folder, too
    #[arg(short, long)]
    pub recursive: bool,

    /// Read so many files at one time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,

    #[command(flatten)]
    pub names: NameArgs,

    #[command(flatten)]
    pub gpu: GpuArgs,

    /// Say where in a file something is wrong
    #[arg(long)]
    pub verbose: bool,
}
