//! Words that may be typed: commands, options, their defaults and help. One file a command.

mod convert;
mod curves;
mod diff;
mod generated;
mod lists;
mod moving;
mod names;
mod on_off;
mod pose;
mod render;
mod reports;
mod stack;
mod switches;
mod version;
mod window;
mod words;

pub use convert::{BakeArg, ConvertArgs, FormatArg, TexturesArg};
pub use curves::CurvesArgs;
pub use diff::DiffArgs;
pub use generated::{CompletionsArgs, ManArgs};
pub use lists::batch::{BatchArgs, BulkArgs};
pub use lists::sheet::SheetArgs;
pub use moving::{MovingArgs, ProgressArg};
pub use names::NameArgs;
pub use on_off::OnOff;
pub use pose::{Deform, ExplainArgs, PoseArgs};
pub use render::{RenderArgs, ShadingArg};
pub use reports::{AdaptersArgs, DiagnosticsArgs, ExplainRuleArgs, InfoArgs, ValidateArgs};
pub use stack::{StackArgs, StopArgs};
pub use window::WindowArgs;

use crate::core::Options;
use crate::files::Allowance;
use crate::render::adapters::AdapterChoice;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(
    name = "castview",
    bin_name = "castview",
    version,
    long_version = version::long(),
    about = "A viewer for models and animations: Cast, SEModel, SEAnim, glTF, .Shape, MRTK recordings",
    long_about = "A viewer for models and animations: Cast (.cast), SEModel and SEAnim (.semodel, .seanim), glTF 2.0 (.gltf, .glb), Train Simulator NEXT (.Shape) and \
                  input-animation recordings of MRTK2 (.bin).\n\nWithout a command it opens the window, with FILES if there are \
                  any, else with its demo. The commands need neither a window nor a display.",
    after_help = "Examples:\n  castview                          the window, with the demo\n  castview hero.cast run.cast       \
                  a model and an animation for it\n  castview hero.cast run.cast --frame 12 --view front    how the window begins\n  castview render hero.cast -o hero.png\n  castview ./render                 a \
                  file whose name is a command's: write its folder too",
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files and folders of textures to open in the window, in any order; - reads standard input
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,

    /// Open the files in a castview window that is open already; if none is, they open in a new one
    #[arg(long, requires = "files")]
    pub send: bool,

    #[command(flatten)]
    pub import: ImportArgs,

    #[command(flatten)]
    pub window: WindowArgs,

    #[command(flatten)]
    pub gpu: GpuArgs,

    /// Belongs to commands: it is only known here, so that whoever writes it for the window is told.
    #[arg(long, hide = true)]
    pub verbose: bool,
}

/// How much is said of a file that cannot be read.
#[derive(Debug, Args)]
pub struct VerboseArgs {
    /// Say where in a file something is wrong, and by which rule
    #[arg(long)]
    pub verbose: bool,
}

/// Which graphics adapter draws.
#[derive(Debug, Args)]
pub struct GpuArgs {
    /// Draw with this graphics adapter only: part of its name, or its number; castview adapters lists both
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

/// Decisions that differ from the reader's about the files that are read.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Decide what a format leaves open, such as matrix=column, about every file that is read; castview info FILE lists the choices of a file
    /// with their keys and values; may be given several times
    #[arg(long = "import", visible_alias = "shape", value_name = "KEY=VALUE[,…]", value_parser = Options::parse)]
    pub import: Vec<Options>,

    /// Let files read the textures and other files that they name in this folder and below it; may be given several times [default: each
    /// file's own folder, and the files named here]
    #[arg(long = "allow", value_name = "DIR")]
    pub allow: Vec<PathBuf>,
}

impl ImportArgs {
    pub fn options(&self) -> Options {
        let mut all = Options::default();
        self.import.iter().for_each(|options| all.extend(options));
        all
    }

    /// Files and folders that each of `files`, named together, may read beside its own folder.
    pub fn allowance(&self, files: &[PathBuf]) -> Allowance {
        Allowance {
            folders: self.allow.clone(),
            files: files.to_vec().into(),
            ..Allowance::default()
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw pictures and write them as PNG, JPEG or a file that plays
    Render(Box<RenderArgs>),
    /// Draw small pictures of many models, or of the frames of a clip, on one picture or page
    Sheet(Box<SheetArgs>),
    /// Say what is inside: models, bones, materials, clips
    Info(InfoArgs),
    /// List what is wrong with each file; exits with 1 if there are warnings
    Validate(ValidateArgs),
    /// Say step by step why a bone or a vertex is where it is
    Explain(ExplainArgs),
    /// Say what a report means and what is done about it
    ExplainRule(ExplainRuleArgs),
    /// Print what each file holds as it is stored: nodes and properties, JSON, sections, curves
    #[command(after_help = "Examples:\n  castview dump hero.cast\n  castview dump --json - < hero.cast")]
    Dump(FilesArgs),
    /// Print the posed bones, and on request vertices, as JSON
    Pose(PoseArgs),
    /// Print the keys of a clip, and its values at every frame
    Curves(CurvesArgs),
    /// Say what a file has otherwise than another; exits with 1 if they differ
    Diff(Box<DiffArgs>),
    /// Write models and clips of any format as one Cast or GLB file
    Convert(ConvertArgs),
    /// List the graphics adapters in the order in which they are tried, and what each can do
    Adapters(AdaptersArgs),
    /// Write what helps to look into a problem: adapters, versions, settings, the log; nothing of your files
    Diagnostics(DiagnosticsArgs),
    /// Print what makes a shell complete the words of castview
    Completions(CompletionsArgs),
    /// Write the manual pages, one a command
    #[command(hide = true)]
    Man(ManArgs),
}

impl Command {
    /// Whether `--verbose` is given. Commands that read no files have no such option: there is nothing it could add.
    pub fn is_verbose(&self) -> bool {
        match self {
            Self::Render(args) => args.verbose,
            Self::Sheet(args) => args.verbose,
            Self::Dump(args) => args.verbose.verbose,
            Self::Info(args) => args.files.verbose.verbose,
            Self::Validate(args) => args.files.verbose.verbose,
            Self::Pose(args) => args.verbose.verbose,
            Self::Curves(args) => args.verbose.verbose,
            Self::Explain(args) => args.verbose.verbose,
            Self::Diff(args) => args.verbose.verbose,
            Self::Convert(args) => args.verbose.verbose,
            Self::ExplainRule(_) | Self::Adapters(_) | Self::Diagnostics(_) | Self::Completions(_) | Self::Man(_) => {
                false
            }
        }
    }

    /// How a list of files is worked through, with the list and the place that is written to; `None` of commands that take no list.
    fn batch_mut(&mut self) -> Option<(&mut BatchArgs, &mut Vec<PathBuf>, Option<&mut PathBuf>)> {
        let args = match self {
            Self::Convert(args) => return Some((&mut args.bulk.batch, &mut args.files, Some(&mut args.output))),
            Self::Render(args) => return Some((&mut args.batch, &mut args.files, Some(&mut args.output))),
            Self::Info(args) => &mut args.files,
            Self::Validate(args) => &mut args.files,
            Self::Dump(args) => args,
            _ => return None,
        };
        Some((&mut args.bulk.batch, &mut args.files, None))
    }

    /// The process that works at one file of a list, with the memory it may take.
    pub fn alone(&self) -> Option<&BatchArgs> {
        let batch = match self {
            Self::Info(args) => &args.files.bulk.batch,
            Self::Validate(args) => &args.files.bulk.batch,
            Self::Dump(args) => &args.bulk.batch,
            Self::Convert(args) => &args.bulk.batch,
            Self::Render(args) => &args.batch,
            _ => return None,
        };
        batch.only.is_some().then_some(batch)
    }

    /// Notes what results follow from beside the files: version and options, without the list of files and the place that is written to.
    pub fn note_words(&mut self) {
        let taken = self
            .batch_mut()
            .map(|(_, files, output)| (std::mem::take(files), output.map(std::mem::take)));
        let Some((of_files, of_output)) = taken else { return };
        let words = format!("{}\n{self:?}", version::long());
        if let Some((batch, files, output)) = self.batch_mut() {
            batch.words = words;
            *files = of_files;
            if let (Some(output), Some(was)) = (output, of_output) {
                *output = was;
            }
        }
    }
}

#[derive(Debug, Args)]
pub struct FilesArgs {
    /// Files of any format, and folders of them; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub bulk: BulkArgs,

    #[command(flatten)]
    pub import: ImportArgs,

    /// Print one JSON object per file, each on a line of its own
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub verbose: VerboseArgs,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::light::Preset;
    use crate::offline::{BackgroundWish, EnvironmentWish, ViewWish};
    use crate::session::{Backdrop, Switch};
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    /// Those that read files, from which a refusal can have details.
    #[test]
    fn commands_that_read_files_are_verbose_and_no_others() {
        for command in Cli::command().get_subcommands() {
            let reads_files = command.get_arguments().any(|arg| arg.get_id() == "files");
            let help = command.clone().render_long_help().to_string();
            assert_eq!(help.contains("--verbose"), reads_files, "{}", command.get_name());
        }
        let window = Cli::command().render_long_help().to_string();
        assert!(!window.contains("--verbose"), "the window refuses it");
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
        assert_eq!(args.size, Some([64, 32]));
        let flat = BackgroundWish {
            backdrop: Backdrop::Flat,
            flat_color: Some([10, 11, 12]),
        };
        assert_eq!(args.background, Some(flat));
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
        let Some(Command::Render(args)) =
            parse("render a.cast -o o.png --view -30,15 --target 0,-1.5,2 --distance 4 --environment x/Sun.HDR --blend a=b=0.5")
                .expect("valid")
                .command
        else {
            panic!("render");
        };
        let Some(ViewWish::Angles {
            azimuth_rad,
            elevation_rad,
        }) = args.view
        else {
            panic!("{:?}", args.view);
        };
        assert!((azimuth_rad + 30f32.to_radians()).abs() < 1e-4 && (elevation_rad - 15f32.to_radians()).abs() < 1e-4);
        assert_eq!((args.target, args.distance), (Some([0.0, -1.5, 2.0]), Some(4.0)));
        assert_eq!(args.environment, Some(EnvironmentWish::Image("x/Sun.HDR".into())));
        assert_eq!(args.blends, [("a=b".to_owned(), 0.5)]);
        let Some(Command::Render(args)) =
            parse("render a -o o.png --bones --view camera:left:1 --grid=off --environment sunset")
                .expect("valid")
                .command
        else {
            panic!("render");
        };
        assert_eq!(args.view, Some(ViewWish::Camera("left:1".into())));
        assert_eq!(args.environment, Some(EnvironmentWish::Preset(Preset::Sunset)));
        assert_eq!(args.switches.turned, [(Switch::GRID, false), (Switch::BONES, true)]);
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
        assert_eq!((args.stack.loops, args.stack.rig), (Some(OnOff::On), Some(OnOff::On)));
        let cli = parse(
            "hero.cast run.cast --frame -2.5 --play --view front --weights hip --weights knee --bones --grid=off",
        )
        .expect("valid");
        assert_eq!(
            (cli.files.len(), cli.window.frame, cli.window.play),
            (2, Some(-2.5), Some(OnOff::On))
        );
        assert_eq!(cli.window.weights, ["hip", "knee"]);
        assert!(cli.window.view.is_some());
        assert_eq!(
            cli.window.switches.turned,
            [(Switch::GRID, false), (Switch::BONES, true)]
        );
        let Some(Command::Info(args)) = parse("info - --json").expect("valid").command else {
            panic!("info");
        };
        assert_eq!(args.files.files, [PathBuf::from("-")]);
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
            "render a.cast -o o.png --view 10,100",
            "render a.cast -o o.png --view camera:",
            "render a.cast -o o.png --target 1,2",
            "render a.cast -o o.png --distance 0",
            "render a.cast -o o.png --pixels-per-point 9",
            "render a.cast -o o.png --fov 200",
            "render a.cast -o o.png --environment sky.png",
            "render a.cast -o o.png --blend smile",
            "render a.cast -o o.png --bones=maybe",
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
            "a.cast --frame 1 --time 1",
            "a.cast --view sideways",
            "--view-file v.json",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
