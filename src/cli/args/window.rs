//! Options of the window: how it begins.

use super::on_off::OnOff;
use super::switches::SwitchArgs;
use super::words::{finite, view};
use crate::offline::ViewWish;
use clap::Args;
use std::path::PathBuf;

/// How the window begins. Without any of these it is as the settings say.
#[derive(Debug, Args)]
pub struct WindowArgs {
    /// Begin at this frame of the clip, stopped
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = finite, conflicts_with = "time", help_heading = "How the window begins")]
    pub frame: Option<f64>,

    /// Begin at this time in seconds, stopped: frame 0 is at 0 s
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = finite, help_heading = "How the window begins")]
    pub time: Option<f64>,

    /// Play, or stand still [default: as the settings say, and stopped at a frame that is named]
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "How the window begins")]
    pub play: Option<OnOff>,

    /// Look from there: front, back, left, right, top, bottom or iso; two angles in degrees, such as 30,15; or camera:NAME
    #[arg(long, value_name = "NAME|AZIMUTH,ELEVATION|camera:NAME", allow_hyphen_values = true, value_parser = view, help_heading = "How the window begins")]
    pub view: Option<ViewWish>,

    /// Color surfaces by the weight of this bone, and select it; may be given several times
    #[arg(long, value_name = "BONE", help_heading = "How the window begins")]
    pub weights: Vec<String>,

    /// Show the view that this file holds, as "Copy view as command" writes them: camera, time, layers, what is hidden, light. Other options
    /// count more than its contents
    #[arg(
        long,
        value_name = "FILE",
        requires = "files",
        help_heading = "How the window begins"
    )]
    pub view_file: Option<PathBuf>,

    #[command(flatten)]
    pub switches: SwitchArgs,
}
