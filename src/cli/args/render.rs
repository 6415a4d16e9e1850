//! `render`: one picture.

use super::switch::Switch;
use super::words::{
    above_zero, background, blend, environment, finite, lens, level, mode, point, samples, size, stops, view,
};
use super::{GpuArgs, ImportArgs, StackArgs};
use crate::offline::{BackgroundWish, EnvironmentWish, ViewWish};
use crate::picture::{ColorBy, Shading, Tone};
use crate::session::LevelPick;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview render hero.cast -o hero.png\n  castview render hero.cast run.cast --frame 12 --view \
                  front -o run.png\n  castview render hero.cast --size 256x256 --background none --bones -o icon.png\n  \
                  castview render hero.cast run.cast --view-file view.json --frame 20 --bones=off -o later.png"
)]
pub struct RenderArgs {
    /// Files of any format: a model, and animations for it; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The PNG to write; - writes to standard output
    #[arg(short, long, value_name = "PNG")]
    pub output: PathBuf,

    /// The clip to pose with: its name, else its number counted from 0 over all files, or rest [default: the first clip
    /// of the last file that has one]
    #[arg(long, value_name = "NAME|INDEX|rest", help_heading = "What plays")]
    pub clip: Option<String>,

    #[command(flatten)]
    pub stack: StackArgs,

    /// Frame of the clip; fractions are allowed [default: the clip's first]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = finite, conflicts_with = "time", help_heading = "What plays")]
    pub frame: Option<f64>,

    /// Time in seconds instead of a frame: frame 0 is at 0 s
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = finite, help_heading = "What plays")]
    pub time: Option<f64>,

    /// Draw the view that this file holds, which the window's "Copy view as command" writes: camera, time, layers, what is hidden and
    /// selected, light and everything else that a picture shows. Options beside it say what is otherwise
    #[arg(long, value_name = "FILE")]
    pub view_file: Option<PathBuf>,

    /// Width and height in pixels [default: those of the view file, else 1280x720]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<[u32; 2]>,

    /// Lines so many pixels wide, and letters as large as in a window with so many pixels for each point of its panels, from 0.5 to 8
    /// [default: that of the view file in a picture of its size, else a pixel for each 900 rows, at least 1]
    #[arg(long, value_name = "N", value_parser = above_zero, help_heading = "Drawn over the model")]
    pub pixels_per_point: Option<f64>,

    /// Where the camera looks from: front, back, left, right, top, bottom or iso; degrees to the right of the front and above the horizon,
    /// such as 30,15; or camera:NAME, a camera of a file by its name, else its number counted from 0 [default: iso]
    #[arg(long, value_name = "NAME|AZIMUTH,ELEVATION|camera:NAME", allow_hyphen_values = true, value_parser = view, help_heading = "Camera")]
    pub view: Option<ViewWish>,

    /// The point that the camera looks at, in the units of the picture's world, whose y points up [default: the middle of all that is
    /// shown]
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point, help_heading = "Camera")]
    pub target: Option<[f32; 3]>,

    /// How far the eye is from the point that the camera looks at [default: so that all is shown]
    #[arg(long, value_name = "D", value_parser = above_zero, help_heading = "Camera")]
    pub distance: Option<f64>,

    /// Vertical field of view in degrees, from 5 to 120 [default: 40.1]
    #[arg(long, value_name = "DEGREES", value_parser = lens, help_heading = "Camera")]
    pub fov: Option<f64>,

    /// Without perspective: what is farther away looks as large as what is near
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Camera")]
    pub orthographic: Option<Switch>,

    /// Hide the meshes of this name, as often as wanted
    #[arg(long, value_name = "MESH", help_heading = "Models")]
    pub hide: Vec<String>,

    /// Give the blend shapes of this name this weight, as often as wanted, whatever the clip says
    #[arg(long = "blend", value_name = "SHAPE=WEIGHT", value_parser = blend, help_heading = "Models")]
    pub blends: Vec<(String, f32)>,

    /// Which level of detail is drawn of models that have several: its number, auto by distance, or all [default: the
    /// lowest]
    #[arg(long, value_name = "N|auto|all", value_parser = level, help_heading = "Models")]
    pub lod: Option<LevelPick>,

    /// How surfaces are drawn [default: textured]
    #[arg(
        long,
        value_enum,
        value_name = "textured|untextured|wireframe",
        hide_possible_values = true,
        help_heading = "Surfaces"
    )]
    pub shading: Option<ShadingArg>,

    /// Colour surfaces by what this bone weighs; several times: by what these weigh together
    #[arg(long, value_name = "BONE", conflicts_with_all = ["mode", "delta"], help_heading = "Surfaces")]
    pub weights: Vec<String>,

    /// Colour surfaces by how far the blend shapes of this name move them at weight 1
    #[arg(long, value_name = "SHAPE", conflicts_with = "mode", help_heading = "Surfaces")]
    pub delta: Option<String>,

    /// Colour surfaces by something else than their materials, or by these again (materials): bones (of the greatest weight), influences (how many), sums (of weights, off
    /// by), methods (linear against dual quaternion), normals, tangents, faces (front or back), degenerate (faces without area), uv or uv:LAYER, colors, colors:LAYER or
    /// colors:LAYER:CHANNEL, where a channel is all, red, green, blue or alpha; unlit, depth, overdraw, density (texels of images along a length),
    /// matcap:NAME, which is clay, metal, pearl or wax; or one input of the materials by itself, such as base-color, roughness or normal-map
    #[arg(long, value_name = "MODE", value_parser = mode, help_heading = "Surfaces")]
    pub mode: Option<ColorBy>,

    /// Draw all there is, however long it takes and whatever memory [default: what costs too much is drawn in part, and one
    /// line says so]
    #[arg(long, help_heading = "Models")]
    pub no_budget: bool,

    /// Light surfaces by the lights of the files, if they have any
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Light and background")]
    pub file_lights: Option<Switch>,

    /// What surrounds the model and lights it: studio, overcast, sunset, workshop, or an image of all directions (.hdr, .exr) [default: studio]
    #[arg(long, value_name = "NAME|FILE", value_parser = environment, help_heading = "Light and background")]
    pub environment: Option<EnvironmentWish>,

    /// Turn the environment counter-clockwise, seen from above [default: 0]
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, value_parser = finite, help_heading = "Light and background")]
    pub environment_turn: Option<f64>,

    /// Double the light of surfaces so many times; fractions and less than 0 are allowed [default: 0]
    #[arg(long, value_name = "STOPS", allow_negative_numbers = true, value_parser = stops, help_heading = "Light and background")]
    pub exposure: Option<f32>,

    /// How light becomes colours of the screen: neutral keeps base colours, aces is as film, none cuts off what is too bright [default: neutral]
    #[arg(
        long,
        value_enum,
        value_name = "neutral|aces|none",
        hide_possible_values = true,
        help_heading = "Light and background"
    )]
    pub tone: Option<ToneArg>,

    /// Whether the strongest lamp of the environment throws shadows on the model [default: on]
    #[arg(
        long,
        value_enum,
        value_name = "on|off",
        hide_possible_values = true,
        help_heading = "Light and background"
    )]
    pub shadows: Option<Switch>,

    /// Whether surfaces that are near each other hold back light [default: on]
    #[arg(
        long,
        value_enum,
        value_name = "on|off",
        hide_possible_values = true,
        help_heading = "Light and background"
    )]
    pub occlusion: Option<Switch>,

    /// Whether the model throws a shadow on the ground [default: on]
    #[arg(
        long,
        value_enum,
        value_name = "on|off",
        hide_possible_values = true,
        help_heading = "Light and background"
    )]
    pub ground: Option<Switch>,

    /// Draw the bones over the model
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Drawn over the model")]
    pub bones: Option<Switch>,

    /// Draw the bones and their names, as many as find a place
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Drawn over the model")]
    pub names: Option<Switch>,

    /// Let surfaces be seen through
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Surfaces")]
    pub xray: Option<Switch>,

    /// Draw a pink pattern where a base color is not found [default: neutral clay]
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Surfaces")]
    pub mark_missing: Option<Switch>,

    /// Draw cameras, lights and other signs beside the surfaces
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Drawn over the model")]
    pub fixtures: Option<Switch>,

    /// Draw boxes around the meshes as they are posed
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Drawn over the model")]
    pub bounds: Option<Switch>,

    /// Draw the ground grid and the axes
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Drawn over the model")]
    pub grid: Option<Switch>,

    /// A flat colour such as 202428, none for a transparent picture, the environment, also blurred, or the window's own gradient
    /// [default: gradient]
    #[arg(long, value_name = "RRGGBB|none|environment|blurred|gradient", value_parser = background, help_heading = "Light and background")]
    pub background: Option<BackgroundWish>,

    /// Samples per pixel; falls to 1 where the adapter has no 4
    #[arg(long, value_name = "1|4", default_value = "4", value_parser = samples)]
    pub samples: u32,

    #[command(flatten)]
    pub gpu: GpuArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShadingArg {
    Textured,
    Untextured,
    Wireframe,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ToneArg {
    Neutral,
    Aces,
    None,
}

impl From<ToneArg> for Tone {
    fn from(tone: ToneArg) -> Self {
        match tone {
            ToneArg::Neutral => Self::Neutral,
            ToneArg::Aces => Self::Aces,
            ToneArg::None => Self::None,
        }
    }
}

impl From<ShadingArg> for Shading {
    fn from(shading: ShadingArg) -> Self {
        match shading {
            ShadingArg::Textured => Self::Textured,
            ShadingArg::Untextured => Self::Untextured,
            ShadingArg::Wireframe => Self::Wireframe,
        }
    }
}
