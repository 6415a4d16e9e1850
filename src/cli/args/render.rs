//! `render`: one picture, or pictures that move.

use super::on_off::OnOff;
use super::switches::SwitchArgs;
use super::words::{
    above_zero, background, blend, environment, finite, lens, level, mode, percent, picture_path, pixels_per_point,
    point, samples, size, stops, thumbnail, tint, view,
};
use super::{BatchArgs, GpuArgs, ImportArgs, MovingArgs, StackArgs, StopArgs};
use crate::offline::{BackgroundWish, EnvironmentWish, ViewWish};
use crate::picture::{ColorBy, Shading, Tone};
use crate::session::{Aperture, LevelPick, SectionAxis};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview render hero.cast -o hero.png\n  castview render hero.cast run.cast --frame 12 --view \
                  front -o run.png\n  castview render hero.cast --size 256x256 --background none --bones -o icon.png\n  \
                  castview render hero.cast run.cast --view-file view.json --frame 20 --bones=off -o later.png\n  castview render hero.cast run.cast --loop --size \
                  480x480 --fps 25 -o run.gif\n  castview render hero.cast --turntable 1 -o hero.webp\n  castview render models --thumbnail 256 --recursive -o 'pictures/{name}.png'"
)]
pub struct RenderArgs {
    /// Files of any format: a model, and animations for it; - reads standard input. With {name} in the output also folders
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The file to write; - writes a PNG to standard output. Its ending says the format: .png or .jpg for one picture; .gif, .apng (.png
    /// with --frames, --fps or --turntable) and .webp for pictures that move, .mp4 and .webm by the program ffmpeg. With {frame:04} or
    /// {index:04} in its name a .png or .jpg is written for each picture, numbered by the clip's frame or from 0. With {name} in it each file
    /// is drawn by itself, and its own name stands there: out/{name}.png
    #[arg(short, long, value_name = "FILE", value_parser = picture_path)]
    pub output: PathBuf,

    /// The clip to pose with: its name, else its number counted from 0 over all files, or rest [default: the first clip
    /// of the last file that has one]
    #[arg(long, value_name = "NAME|INDEX|rest", help_heading = "What plays")]
    pub clip: Option<String>,

    #[command(flatten)]
    pub stack: StackArgs,

    #[command(flatten)]
    pub stop: StopArgs,

    #[command(flatten)]
    pub moving: MovingArgs,

    /// Frame of the clip; fractions are allowed [default: the clip's first]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = finite, conflicts_with = "time", help_heading = "What plays")]
    pub frame: Option<f64>,

    /// Time in seconds instead of a frame: frame 0 is at 0 s
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = finite, help_heading = "What plays")]
    pub time: Option<f64>,

    /// Draw the view that this file holds: how each file is read, camera, time, layers, what is hidden and selected, light and everything
    /// else in a picture. The window's "Copy view as command" writes such files. Other options count more than its contents
    #[arg(long, value_name = "FILE")]
    pub view_file: Option<PathBuf>,

    /// Width and height in pixels [default: those of the view file, else 1280x720]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<[u32; 2]>,

    /// Draw a picture for a file manager, at most so many pixels wide and high: the pose of the first key of the clip, tight, with nothing behind it
    #[arg(long, value_name = "SIZE", value_parser = thumbnail, conflicts_with_all = ["size", "view_file", "frame", "time", "background", "grid"])]
    pub thumbnail: Option<u32>,

    /// How thick lines and how large letters are: 1 as in a window on a plain screen, 2 as on a screen scaled by 200 %; from 0.5 to 8. Edges
    /// of triangles are a whole number of pixels thick, meshes that are lines always one pixel [default: as in the view file in a picture of its size, else 1 for each 900 rows, at least 1]
    #[arg(long, value_name = "N", value_parser = pixels_per_point, help_heading = "Drawn over the model")]
    pub pixels_per_point: Option<f64>,

    /// Where the camera looks from: front, back, left, right, top, bottom or iso; two angles in degrees, to the right of the front and above
    /// the horizon, such as 30,15; or camera:NAME, a camera of a file by its name, else its number counted from 0 [default: iso]
    #[arg(long, value_name = "NAME|AZIMUTH,ELEVATION|camera:NAME", allow_hyphen_values = true, value_parser = view, help_heading = "Camera")]
    pub view: Option<ViewWish>,

    /// The point that the camera looks at, in the file's units, y up whatever the file's up axis is [default: the middle of all that is
    /// shown]
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point, help_heading = "Camera")]
    pub target: Option<[f32; 3]>,

    /// How far the eye is from the point that the camera looks at [default: so that all is shown]
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = above_zero, help_heading = "Camera")]
    pub distance: Option<f64>,

    /// Vertical field of view in degrees, from 5 to 120 [default: 40.1]
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, value_parser = lens, help_heading = "Camera")]
    pub fov: Option<f64>,

    /// Without perspective: what is farther away looks as large as what is near
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Camera")]
    pub orthographic: Option<OnOff>,

    /// Frame all that the clip makes of the models, instead of the pose that is drawn
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "Camera")]
    pub frame_clip: Option<OnOff>,

    /// Hide the meshes of this name; may be given several times
    #[arg(long, value_name = "MESH", help_heading = "Models")]
    pub hide: Vec<String>,

    /// Hide the meshes of this group: their names are alike up to the last separator or number, such as head of head_a and head_b; unnamed
    /// are those without a name. A name that no group has hides all models of the file of that name, such as hat or hat.cast. May be given
    /// several times
    #[arg(long, value_name = "GROUP", help_heading = "Models")]
    pub hide_group: Vec<String>,

    /// Give the blend shapes of this name this weight, whatever the clip says; may be given several times
    #[arg(long = "blend", value_name = "SHAPE=WEIGHT", value_parser = blend, help_heading = "Models")]
    pub blends: Vec<(String, f32)>,

    /// Multiply the base color of the materials of this name by a color, such as paint=ff8000; the picture says so, and no file is changed.
    /// May be given several times
    #[arg(long = "tint", value_name = "MATERIAL=RRGGBB", value_parser = tint, help_heading = "Surfaces")]
    pub tints: Vec<(String, [u8; 3])>,

    /// Which level of detail is drawn of models that have several: its number, auto by distance, or all at once [default: the lowest
    /// number, usually the finest]
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

    /// Color surfaces by the weight of this bone; given several times: by the sum of these bones' weights
    #[arg(long, value_name = "BONE", conflicts_with_all = ["mode", "delta"], help_heading = "Surfaces")]
    pub weights: Vec<String>,

    /// Color surfaces by how far the blend shapes of this name move them at weight 1
    #[arg(long, value_name = "SHAPE", conflicts_with = "mode", help_heading = "Surfaces")]
    pub delta: Option<String>,

    /// Color surfaces by something else than their materials.
    /// Skinning: bones (which weighs most), influences (how many bones move a vertex), sums (how far weights are from a sum of 1), methods
    /// (how far linear and dual quaternion skinning are apart).
    /// Geometry: normals, tangents, faces (front or back), degenerate (faces without area), uv or uv:LAYER, colors, colors:LAYER or
    /// colors:LAYER:CHANNEL (vertex colors; the channel is all, red, green, blue or alpha), density (texels along a length), depth, overdraw.
    /// Light: unlit, matcap or matcap:NAME (clay, metal, pearl or wax), materials (as they are, in place of the view file's mode).
    /// Or one input of the materials by itself, such as base-color, roughness or normal-map; a wrong word lists all
    #[arg(long, value_name = "MODE", value_parser = mode, help_heading = "Surfaces")]
    pub mode: Option<ColorBy>,

    /// Draw all there is, however long it takes and however much memory [default: what costs too much is drawn in part, and one line says
    /// so]
    #[arg(long, help_heading = "Models")]
    pub no_budget: bool,

    /// Write the picture although no model shows anything in it [default: exits with 2]
    #[arg(long, help_heading = "Models")]
    pub allow_empty: bool,

    /// Environment that surrounds the model and lights it: studio, dark, overcast, sunset, workshop, city, or an image of all
    /// directions (.hdr, .exr)
    /// [default: studio]
    #[arg(long, value_name = "NAME|FILE", value_parser = environment, help_heading = "Light and background")]
    pub environment: Option<EnvironmentWish>,

    /// Turn the environment counter-clockwise, seen from above [default: 0]
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, value_parser = finite, help_heading = "Light and background")]
    pub environment_turn: Option<f64>,

    /// Brighten surfaces by so many stops: each doubles their light, below 0 each halves it; fractions are allowed [default: 0]
    #[arg(long, value_name = "STOPS", allow_negative_numbers = true, value_parser = stops, help_heading = "Light and background")]
    pub exposure: Option<f32>,

    /// Show the models mirrored in the ground, with this share of their light at their feet, fading with height [default: 0]
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = "Light and background")]
    pub reflections: Option<f32>,

    /// How rough that ground is: 0 is a mirror, and what is farther from the ground is blurred more [default: 30]
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = "Light and background")]
    pub reflection_roughness: Option<f32>,

    /// How light becomes colors of the screen: neutral keeps base colors, aces looks like film, agx is soft and
    /// keeps hues, none cuts off what is too bright [default: neutral]
    #[arg(
        long,
        value_enum,
        value_name = "neutral|aces|agx|none",
        hide_possible_values = true,
        help_heading = "Light and background"
    )]
    pub tone: Option<ToneArg>,

    /// Blur surfaces before and behind the focus, which is the camera's target: the picture is the mean of at least 64, seen from points of
    /// a lens [default: off]
    #[arg(
        long,
        value_enum,
        value_name = "off|slight|medium|strong",
        hide_possible_values = true,
        help_heading = "Camera"
    )]
    pub depth_of_field: Option<ApertureArg>,

    /// Leave out what lies before a plane across that axis of the files, to look inside [default: off]
    #[arg(
        long,
        value_enum,
        value_name = "off|x|y|z",
        hide_possible_values = true,
        help_heading = "Surfaces"
    )]
    pub section: Option<SectionArg>,

    /// Where that plane lies between both ends of the models [default: 50]
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = "Surfaces")]
    pub section_at: Option<f32>,

    /// Background behind the model: a flat color such as 202428, none (transparent), environment (sharp), blurred (the environment out of
    /// focus) or gradient (as in the window) [default: gradient]
    #[arg(long, value_name = "RRGGBB|none|environment|blurred|gradient", value_parser = background, help_heading = "Light and background")]
    pub background: Option<BackgroundWish>,

    #[command(flatten)]
    pub switches: SwitchArgs,

    /// Samples per pixel. More than 4 are the mean of several pictures, in which edges, highlights and textures are smooth;
    /// 4 falls to 1 where the adapter has no more
    #[arg(long, value_name = "1|4|16|64|256", default_value = "4", value_parser = samples)]
    pub samples: u32,

    #[command(flatten)]
    pub gpu: GpuArgs,

    /// Draw the files in the folders below each folder, too
    #[arg(short, long, help_heading = "Many files")]
    pub recursive: bool,

    #[command(flatten)]
    pub batch: BatchArgs,

    /// Name every missing texture with the places searched, and say where in a file something is wrong
    #[arg(long)]
    pub verbose: bool,
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
    Agx,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ApertureArg {
    Off,
    Slight,
    Medium,
    Strong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SectionArg {
    Off,
    X,
    Y,
    Z,
}

impl From<SectionArg> for Option<SectionAxis> {
    fn from(section: SectionArg) -> Self {
        match section {
            SectionArg::Off => None,
            SectionArg::X => Some(SectionAxis::X),
            SectionArg::Y => Some(SectionAxis::Y),
            SectionArg::Z => Some(SectionAxis::Z),
        }
    }
}

impl From<ApertureArg> for Aperture {
    fn from(aperture: ApertureArg) -> Self {
        match aperture {
            ApertureArg::Off => Self::Pinhole,
            ApertureArg::Slight => Self::Slight,
            ApertureArg::Medium => Self::Medium,
            ApertureArg::Strong => Self::Strong,
        }
    }
}

impl From<ToneArg> for Tone {
    fn from(tone: ToneArg) -> Self {
        match tone {
            ToneArg::Neutral => Self::Neutral,
            ToneArg::Aces => Self::Aces,
            ToneArg::Agx => Self::Agx,
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
