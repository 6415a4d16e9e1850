//! `render`: one picture.

use super::words::{
    above_zero, background, blend, environment, finite, lens, level, mode, point, samples, size, stops, view,
};
use super::{GpuArgs, ImportArgs, StackArgs};
use crate::offline::{EnvironmentWish, ViewWish};
use crate::picture::{Background, ColorBy, Shading, Tone};
use crate::session::LevelPick;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview render hero.cast -o hero.png\n  castview render hero.cast run.cast --frame 12 --view \
                  front -o run.png\n  castview render hero.cast --size 256x256 --background none --bones -o icon.png"
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
    #[arg(long, value_name = "NAME|INDEX|rest")]
    pub clip: Option<String>,

    #[command(flatten)]
    pub stack: StackArgs,

    /// Frame of the clip; fractions are allowed [default: the clip's first]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = finite, conflicts_with = "time")]
    pub frame: Option<f64>,

    /// Time in seconds instead of a frame: frame 0 is at 0 s
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = finite)]
    pub time: Option<f64>,

    /// Draw the view that this file holds, which the window's "Copy view as command" writes: camera, time, layers, what is hidden and
    /// selected, light and everything else that a picture shows
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clip", "layers", "attachments", "loops", "rig", "stepped", "frame", "time", "view", "target",
          "distance", "fov", "orthographic", "hide", "blends", "lod", "shading", "weights", "delta", "mode", "file_lights", "environment",
          "environment_turn", "exposure", "tone", "shadows", "occlusion", "ground", "bones", "names", "xray", "mark_missing", "fixtures", "bounds", "grid",
          "background"])]
    pub view_file: Option<PathBuf>,

    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: [u32; 2],

    /// Where the camera looks from: front, back, left, right, top, bottom or iso; degrees to the right of the front and above the horizon,
    /// such as 30,15; or camera:NAME, a camera of a file by its name, else its number counted from 0
    #[arg(long, value_name = "NAME|AZIMUTH,ELEVATION|camera:NAME", default_value = "iso", allow_hyphen_values = true, value_parser = view)]
    pub view: ViewWish,

    /// The point that the camera looks at, in the units of the picture's world, whose y points up [default: the middle of all that is
    /// shown]
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point)]
    pub target: Option<[f32; 3]>,

    /// From the eye to that point [default: so that all is shown]
    #[arg(long, value_name = "D", value_parser = above_zero)]
    pub distance: Option<f64>,

    /// Vertical field of view in degrees, from 5 to 120 [default: 40.1]
    #[arg(long, value_name = "DEGREES", value_parser = lens)]
    pub fov: Option<f64>,

    /// What is farther away looks as large
    #[arg(long)]
    pub orthographic: bool,

    /// Hide the meshes of this name, as often as wanted
    #[arg(long, value_name = "MESH")]
    pub hide: Vec<String>,

    /// Give the blend shapes of this name this weight, as often as wanted, whatever the clip says
    #[arg(long = "blend", value_name = "SHAPE=WEIGHT", value_parser = blend)]
    pub blends: Vec<(String, f32)>,

    /// Which level of detail is drawn of models that have several: its number, auto by distance, or all [default: the
    /// lowest]
    #[arg(long, value_name = "N|auto|all", value_parser = level)]
    pub lod: Option<LevelPick>,

    /// How surfaces are drawn
    #[arg(long, value_enum, default_value_t = ShadingArg::Textured)]
    pub shading: ShadingArg,

    /// Colour surfaces by what this bone weighs; several times: by what these weigh together
    #[arg(long, value_name = "BONE", conflicts_with_all = ["mode", "delta"])]
    pub weights: Vec<String>,

    /// Colour surfaces by how far the blend shapes of this name move them at weight 1
    #[arg(long, value_name = "SHAPE", conflicts_with = "mode")]
    pub delta: Option<String>,

    /// Colour surfaces by something else than their materials: bones (of the greatest weight), influences (how many), sums (of weights, off
    /// by), methods (linear against dual quaternion), normals, tangents, faces (front or back), degenerate (faces without area), uv or uv:LAYER, colors, colors:LAYER or
    /// colors:LAYER:CHANNEL, where a channel is all, red, green, blue or alpha; unlit, depth, overdraw, density (texels of images along a length),
    /// matcap:NAME, which is clay, metal, pearl or wax; or one input of the materials by itself, such as base-color, roughness or normal-map
    #[arg(long, value_name = "MODE", value_parser = mode)]
    pub mode: Option<ColorBy>,

    /// Draw all there is, however long it takes and whatever memory [default: what costs too much is drawn in part, and one
    /// line says so]
    #[arg(long)]
    pub no_budget: bool,

    /// Light surfaces by the lights of the files, if they have any
    #[arg(long)]
    pub file_lights: bool,

    /// What surrounds the model and lights it: studio, overcast, sunset, workshop, or an image of all directions (.hdr, .exr)
    #[arg(long, value_name = "NAME|FILE", default_value = "studio", value_parser = environment)]
    pub environment: EnvironmentWish,

    /// Turn the environment counter-clockwise, seen from above
    #[arg(long, value_name = "DEGREES", default_value = "0", allow_negative_numbers = true, value_parser = finite)]
    pub environment_turn: f64,

    /// Double the light of surfaces so many times; fractions and less than 0 are allowed
    #[arg(long, value_name = "STOPS", default_value = "0", allow_negative_numbers = true, value_parser = stops)]
    pub exposure: f32,

    /// How light becomes colours of the screen: neutral keeps base colours, aces is as film, none cuts off what is too bright
    #[arg(long, value_enum, default_value_t = ToneArg::Neutral)]
    pub tone: ToneArg,

    /// Whether the strongest lamp of the environment throws shadows on the model
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub shadows: Switch,

    /// Whether surfaces that are near each other hold back light
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub occlusion: Switch,

    /// Whether the model throws a shadow on the ground
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub ground: Switch,

    /// Draw the bones over the model
    #[arg(long)]
    pub bones: bool,

    /// Draw the bones and their names, as many as find a place
    #[arg(long)]
    pub names: bool,

    /// Let surfaces be seen through
    #[arg(long)]
    pub xray: bool,

    /// Draw a pink pattern where a base color is not found [default: neutral clay]
    #[arg(long)]
    pub mark_missing: bool,

    /// Draw cameras, lights and other signs beside the surfaces
    #[arg(long)]
    pub fixtures: bool,

    /// Draw boxes around the meshes as they are posed
    #[arg(long)]
    pub bounds: bool,

    /// Draw the ground grid and the axes
    #[arg(long)]
    pub grid: bool,

    /// A colour such as 202428, none for a transparent picture, or the environment, also blurred [default: that of the window]
    #[arg(long, value_name = "RRGGBB|none|environment|blurred", value_parser = background)]
    pub background: Option<Background>,

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
pub enum Switch {
    On,
    Off,
}

impl Switch {
    pub fn is_on(self) -> bool {
        self == Self::On
    }
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
