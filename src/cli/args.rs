//! What may be typed: commands, options, their defaults and help.

use super::words::{
    above_zero, attachment, background, finite, layer, level, mode, samples, size, step, stops, vertex,
};
use crate::core::{Options, StandardView};
use crate::files::Allowance;
use crate::light::Preset;
use crate::offline::{Arrangement, AttachmentWish, LayerWish, VertexWish};
use crate::picture::{Background, ColorBy, Shading, Tone};
use crate::render::adapters::AdapterChoice;
use crate::session::LevelPick;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(
    name = "castview",
    version,
    about = "A viewer for models and animations: Cast, glTF, .Shape, MRTK recordings",
    long_about = "A viewer for models and animations: Cast (.cast), glTF 2.0 (.gltf, .glb), Train Simulator NEXT (.Shape) and \
                  input-animation recordings of MRTK2 (.bin).\n\nWithout a command it opens the window, with FILES if there are \
                  any, else with its demo. The commands need neither a window nor a display.",
    after_help = "Examples:\n  castview                          the window, with the demo\n  castview hero.cast run.cast       \
                  a model and an animation for it\n  castview render hero.cast -o hero.png\n  castview ./render                 a \
                  file whose name is a command's: write its folder too",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files and folders of textures to open in the window, in any order; - reads standard input
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    #[command(flatten)]
    pub gpu: GpuArgs,
}

/// Which graphics adapter draws.
#[derive(Debug, Args)]
pub struct GpuArgs {
    /// Draw with this graphics adapter only: part of its name, or its number in castview adapters
    #[arg(long, value_name = "NAME|N")]
    pub gpu: Option<String>,
}

impl GpuArgs {
    pub fn choice(&self) -> AdapterChoice {
        AdapterChoice {
            only: self.gpu.clone(),
            ..AdapterChoice::default()
        }
    }
}

/// What to decide otherwise about the files that are read.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Decide what a format leaves open, as often as wanted; info lists the choices of a file
    #[arg(long = "import", visible_alias = "shape", value_name = "KEY=VALUE[,…]", value_parser = Options::parse)]
    pub import: Vec<Options>,

    /// Let files read what they name in this folder and below it, as often as wanted [default: each file's own folder, and
    /// the files named here]
    #[arg(long = "allow", value_name = "DIR")]
    pub allow: Vec<PathBuf>,
}

impl ImportArgs {
    pub fn options(&self) -> Options {
        let mut all = Options::default();
        self.import.iter().for_each(|options| all.extend(options));
        all
    }

    /// What each of `files`, named together, may read beside its own folder.
    pub fn allowance(&self, files: &[PathBuf]) -> Allowance {
        Allowance {
            folders: self.allow.clone(),
            files: files.to_vec(),
            ..Allowance::default()
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw one picture and write it as a PNG
    Render(RenderArgs),
    /// Say what is inside: models, bones, materials, clips
    Info(FilesArgs),
    /// List what is wrong with each file; exits with 1 if there are warnings
    Validate(ValidateArgs),
    /// Say what a report means and what is done about it
    ExplainRule(ExplainArgs),
    /// Print what each file holds as it is stored: nodes and properties, JSON, sections, curves
    Dump(FilesArgs),
    /// Print the posed bones, and on request vertices, as JSON
    Pose(PoseArgs),
    /// Print the keys of a clip, and its values at every frame
    Curves(CurvesArgs),
    /// Write models and clips of any format as one Cast or GLB file
    Convert(ConvertArgs),
    /// List the graphics adapters in the order in which they are tried, and what each can do
    Adapters(AdaptersArgs),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview info hero.cast\n  castview validate *.cast --json\n  castview dump --json - < \
                        hero.cast"
)]
pub struct FilesArgs {
    /// Files of any format; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// Print one JSON object per file, each on a line of its own
    #[arg(long)]
    pub json: bool,
}

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

    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: [u32; 2],

    /// Where the camera looks from
    #[arg(long, value_enum, default_value_t = View::Iso)]
    pub view: View,

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
    /// colors:LAYER:CHANNEL, where a channel is all, red, green, blue or alpha
    #[arg(long, value_name = "MODE", value_parser = mode)]
    pub mode: Option<ColorBy>,

    /// Draw all there is, however long it takes and whatever memory [default: what costs too much is drawn in part, and one
    /// line says so]
    #[arg(long)]
    pub no_budget: bool,

    /// Light surfaces by the lights of the files, if they have any
    #[arg(long)]
    pub file_lights: bool,

    /// What surrounds the model and lights it
    #[arg(long, value_enum, default_value_t = EnvironmentArg::Studio)]
    pub environment: EnvironmentArg,

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

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview pose hero.cast run.cast --frame 0,12.5 --json\n  castview pose hero.cast --clip rest \
                  --frame 0 --vertices=10 --json\n\nEverything is in stage space: the file's own axes and units, after the \
                  model's position, rotation and scale."
)]
pub struct PoseArgs {
    /// Files of any format: a model, and animations for it; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The clip to pose with: its name, else its number counted from 0 over all files, or rest [default: the first clip
    /// of the last file that has one]
    #[arg(long, value_name = "NAME|INDEX|rest")]
    pub clip: Option<String>,

    #[command(flatten)]
    pub stack: StackArgs,

    /// Frames of the clip, separated by commas; fractions are allowed; outside the clip its ends are held
    #[arg(long, required_unless_present = "time", conflicts_with = "time", value_name = "F[,F…]", value_delimiter = ',',
          allow_negative_numbers = true, allow_hyphen_values = true, value_parser = finite)]
    pub frame: Vec<f64>,

    /// Times in seconds instead of frames, separated by commas: frame 0 is at 0 s
    #[arg(long, value_name = "S[,S…]", value_delimiter = ',', allow_negative_numbers = true, allow_hyphen_values = true,
          value_parser = finite)]
    pub time: Vec<f64>,

    /// Print the position of every vertex, or of every STEP-th
    #[arg(long, value_name = "STEP", num_args = 0..=1, require_equals = true, default_missing_value = "1",
          value_parser = step)]
    pub vertices: Option<usize>,

    /// Print everything about one vertex: the mesh's name, else its number counted from 0 over all models, and the vertex
    /// counted from 0; may be given several times
    #[arg(long, value_name = "MESH:INDEX", value_parser = vertex)]
    pub vertex: Vec<VertexWish>,

    /// What moves the vertices; gpu needs an adapter
    #[arg(long, value_enum, default_value_t = Deform::Cpu)]
    pub deform: Deform,

    #[command(flatten)]
    pub gpu: GpuArgs,

    /// Print JSON; there is no other form yet, so it may be left out
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  castview validate *.cast --json\n  castview validate hero.glb --explain")]
pub struct ValidateArgs {
    #[command(flatten)]
    pub files: FilesArgs,

    /// Say below each file what its reports mean and what is done about them
    #[arg(long, conflicts_with = "json")]
    pub explain: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview explain-rule C37\n  castview explain-rule G9 S22 --json\n  castview explain-rule"
)]
pub struct ExplainArgs {
    /// Ids that `validate` prints; none: all rules
    #[arg(value_name = "IDS")]
    pub ids: Vec<String>,

    /// Print one JSON object per rule, each on a line of its own
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview adapters\n  castview render hero.cast --gpu 1 -o hero.png\n  castview --gpu radeon \
                  hero.cast\n\nThe first one that works draws. The window tries the one that worked the last time before all \
                  others."
)]
pub struct AdaptersArgs {
    /// Print one JSON object per adapter, each on a line of its own
    #[arg(long)]
    pub json: bool,
}

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

    /// Print comma-separated values, which is also what is printed without a wish
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  castview convert hero.cast run.cast -o hero.glb\n  castview convert fox.glb -o fox.cast\n\nWhat \
                  the written format cannot hold is listed. A clip goes with the model it moves most of."
)]
pub struct ConvertArgs {
    /// Files of any format: models, and animations for them; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub import: ImportArgs,

    /// The file to write, .cast or .glb
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// Where textures go: into the file (GLB only), or left beside it
    #[arg(long, value_enum, default_value_t = TexturesArg::Embed)]
    pub textures: TexturesArg,

    /// Frames of a second of all clips (.cast only) [default: such that all keys fall on whole frames, else 120]
    #[arg(long, value_name = "RATE", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TexturesArg {
    Embed,
    Beside,
}

/// What plays besides the clip, and on what terms.
#[derive(Debug, Args)]
pub struct StackArgs {
    /// Lay a clip over the others, as often as wanted: its name or number, then its weight from 0 to 1 [default: 1], then the
    /// bone it starts from [default: all]
    #[arg(long = "layer", value_name = "CLIP[:WEIGHT[:BONE]]", value_parser = layer)]
    pub layers: Vec<LayerWish>,

    /// Hang a model on a bone of another, as often as wanted
    #[arg(long = "attach", value_name = "MODEL:BONE", value_parser = attachment)]
    pub attachments: Vec<AttachmentWish>,

    /// Frames outside the clip start over instead of holding its ends
    #[arg(long = "loop")]
    pub loops: bool,

    /// Solve IK handles and constraints, which are off otherwise
    #[arg(long)]
    pub rig: bool,
}

impl StackArgs {
    pub fn arrangement(&self, clip: Option<String>) -> Arrangement {
        Arrangement {
            clip,
            layers: self.layers.clone(),
            attachments: self.attachments.clone(),
            loops: self.loops,
            rig: self.rig,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    Front,
    Back,
    Left,
    Right,
    Top,
    Bottom,
    Iso,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShadingArg {
    Textured,
    Untextured,
    Wireframe,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EnvironmentArg {
    Studio,
    Overcast,
    Sunset,
    Workshop,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deform {
    Cpu,
    Gpu,
}

impl From<View> for StandardView {
    fn from(view: View) -> Self {
        match view {
            View::Front => Self::Front,
            View::Back => Self::Back,
            View::Left => Self::Left,
            View::Right => Self::Right,
            View::Top => Self::Top,
            View::Bottom => Self::Bottom,
            View::Iso => Self::Iso,
        }
    }
}

impl From<EnvironmentArg> for Preset {
    fn from(environment: EnvironmentArg) -> Self {
        match environment {
            EnvironmentArg::Studio => Self::Studio,
            EnvironmentArg::Overcast => Self::Overcast,
            EnvironmentArg::Sunset => Self::Sunset,
            EnvironmentArg::Workshop => Self::Workshop,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("castview").chain(line.split_whitespace()))
    }

    #[test]
    fn words_become_values() {
        assert_eq!(parse("a.cast ./render").expect("files").files.len(), 2);
        assert!(parse("").expect("nothing").command.is_none());
        let Some(Command::Render(args)) =
            parse("render a.cast -o o.png --size 64x32 --background #0a0B0c --frame -1.5")
                .expect("valid")
                .command
        else {
            panic!("render");
        };
        assert_eq!(args.size, [64, 32]);
        assert_eq!(args.background, Some(Background::Solid([10, 11, 12])));
        assert_eq!((args.frame, args.samples), (Some(-1.5), 4));
        let Some(Command::Pose(args)) = parse("pose a b --frame -1,0,2.5 --vertices=3 --json")
            .expect("valid")
            .command
        else {
            panic!("pose");
        };
        assert_eq!(args.frame, [-1.0, 0.0, 2.5]);
        assert_eq!((args.vertices, args.deform), (Some(3), Deform::Cpu));
        let Some(Command::Pose(args)) = parse("pose a --vertices --frame 1").expect("valid").command else {
            panic!("pose");
        };
        assert_eq!(args.vertices, Some(1));
        let Some(Command::Pose(args)) =
            parse("pose a --frame 1 --layer wave:0.5:spine --layer rig:walk --layer 2:1 --loop --rig")
                .expect("valid")
                .command
        else {
            panic!("pose");
        };
        let layers = args.stack.layers.iter();
        let layers: Vec<_> = layers.map(|l| (l.clip.as_str(), l.weight, l.mask.as_deref())).collect();
        assert_eq!(
            layers,
            [("wave", 0.5, Some("spine")), ("rig:walk", 1.0, None), ("2", 1.0, None)]
        );
        assert!(args.stack.loops && args.stack.rig);
        let Some(Command::Info(args)) = parse("info - --json").expect("valid").command else {
            panic!("info");
        };
        assert_eq!(args.files, [PathBuf::from("-")]);
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "info",
            "render a.cast",
            "render a.cast -o o.png --size 0x5",
            "render a.cast -o o.png --size 5",
            "render a.cast -o o.png --background grey",
            "render a.cast -o o.png --samples 2",
            "render a.cast -o o.png --environment moon",
            "render a.cast -o o.png --exposure 40",
            "render a.cast -o o.png --tone film",
            "render a.cast -o o.png --frame 1 --time 1",
            "render a.cast -o o.png --view sideways",
            "pose a.cast",
            "pose a.cast --frame 1 --time 1",
            "pose a.cast --time inf",
            "pose a.cast --frame nan",
            "pose a.cast --frame 1,,2",
            "pose a.cast --frame 1 --vertices=0",
            "pose a.cast --frame 1 --layer wave:2",
            "curves a.cast --csv --json",
            "curves a.cast --step 0",
            "pose a.cast --frame 1 --attach sword",
            "pose a.cast --frame 1 --attach sword:",
            "--frobnicate",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
