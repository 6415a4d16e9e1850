//! The commands.
//!
//! In: the words of a command line. Out: text, JSON or pictures, and an exit code: 0 when it produced its output, 2 when it
//! could not or was called wrongly, 1 only from `validate` for warnings
//! and from `diff` for differences, 128 and the signal's number where one stopped it. Errors are one line on standard error.

mod adapters;
mod args;
mod convert;
mod curves;
mod diagnostics;
mod diff;
mod dump;
mod explain;
mod explain_rule;
mod generated;
mod info;
mod input;
mod moving;
mod output;
mod outside;
mod pen;
mod pose;
mod render;
mod restart;
mod sheet;
mod validate;
mod view_file;
mod words;

use crate::core::Options;
use crate::offline::{PoseTime, Shot, StartView};
use args::{Cli, Command, OnOff, WindowArgs};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use output::{Failure, complain};
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit code when the output could not be produced.
const FAILED: u8 = 2;

/// Request that the words of a command line make.
#[derive(Debug)]
pub enum Invocation {
    /// The window, with these files, read as the options say.
    Window {
        files: Vec<PathBuf>,
        options: Options,
        /// Folders in which the files may read what they name.
        allowed: Vec<PathBuf>,
        /// Words that the graphics adapter must fit.
        gpu: Option<String>,
        /// A window that is there gets the files.
        sends: bool,
        /// How it begins.
        view: Box<StartView>,
        /// Complaint about its view file.
        told: Option<String>,
        /// Why the graphics driver keeps no shaders this time.
        without_cache: Option<String>,
    },
    /// The diagnostics bundle, which needs what the window keeps.
    Diagnostics {
        output: PathBuf,
        /// Text about the graphics adapters.
        adapters: String,
    },
    /// A command, which has been carried out.
    Done(ExitCode),
}

/// Reads the words the program was called with, and carries out a command if they name one.
pub fn run() -> Invocation {
    let parsed = Cli::try_parse();
    let missing = match &parsed {
        Ok(Cli {
            command: None, files, ..
        }) => words::missing(files),
        Err(error) if error.use_stderr() => words::misspelt_command(std::env::args_os()),
        _ => None,
    };
    if let Some(trouble) = missing {
        complain(trouble);
        return Invocation::Done(ExitCode::from(FAILED));
    }
    match parsed {
        Err(error) => Invocation::Done(refuse(&error)),
        Ok(Cli {
            command: None,
            files,
            send,
            import,
            window,
            gpu,
            verbose: false,
        }) => match start_view(&window) {
            Ok((view, told)) => Invocation::Window {
                files,
                options: import.options(),
                allowed: import.allow,
                gpu: gpu.gpu,
                sends: send,
                view: Box::new(view),
                told,
                without_cache: restart::for_window(),
            },
            Err(failure) => fail(failure, false),
        },
        Ok(Cli {
            command: None,
            verbose: true,
            ..
        }) => Invocation::Done(refuse(&Cli::command().error(
            ErrorKind::ArgumentConflict,
            "--verbose belongs to commands; the window has Details behind each notice",
        ))),
        Ok(Cli {
            command: Some(command), ..
        }) => carry_out(command),
    }
}

fn carry_out(mut command: Command) -> Invocation {
    let verbose = command.is_verbose();
    let done = crate::files::guard(|| {
        command.alone().map_or(Ok(()), input::obey)?;
        command.note_words();
        dispatch(command, verbose)
    });
    match done.unwrap_or_else(|panic| {
        Err(Failure::new(format!(
            "castview made a mistake, please report it: {panic}"
        )))
    }) {
        Ok(invocation) => invocation,
        Err(failure) => fail(failure, verbose),
    }
}

fn fail(failure: Failure, verbose: bool) -> Invocation {
    match failure {
        Failure::ReaderGone => Invocation::Done(ExitCode::SUCCESS),
        Failure::Message(message) => {
            complain(message.text(verbose));
            Invocation::Done(ExitCode::from(FAILED))
        }
    }
}

/// How the window begins, and a sentence if its view file is broken.
fn start_view(args: &WindowArgs) -> Result<(StartView, Option<String>), Failure> {
    let file = args.view_file.as_deref().map(view_file::read).transpose()?;
    let (saved, told) = file.map_or((None, None), |file| (Some(file.view), file.told));
    let shot = Shot {
        saved,
        time: args.frame.map(PoseTime::Frame).or(args.time.map(PoseTime::Seconds)),
        view: args.view.clone(),
        bones_selected: args.weights.clone(),
        switches: args.switches.turned.clone(),
        ..Shot::default()
    };
    let plays = args.play.map(OnOff::is_on);
    Ok((StartView { shot, plays }, told))
}

fn dispatch(command: Command, verbose: bool) -> Result<Invocation, Failure> {
    let code = match command {
        Command::Validate(args) => validate::run(&args),
        Command::Render(args) => render::run(&args, verbose),
        Command::Sheet(args) => sheet::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::ExplainRule(args) => explain_rule::run(&args),
        Command::Dump(args) => dump::run(&args),
        Command::Pose(args) => pose::run(&args),
        Command::Curves(args) => curves::run(&args),
        Command::Diff(args) => diff::run(&args, verbose),
        Command::Convert(args) => convert::run(&args),
        Command::Adapters(args) => adapters::run(&args),
        Command::Completions(args) => generated::completions(&args),
        Command::Man(args) => generated::man(&args),
        Command::Diagnostics(args) => {
            return Ok(Invocation::Diagnostics {
                output: args.output,
                adapters: adapters::as_text(),
            });
        }
    }?;
    Ok(Invocation::Done(ExitCode::from(code)))
}

/// Prints help or the version as asked, or one line about what is wrong with the words.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A reader that has seen enough is no failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let about = text.split("\n\nUsage:").next().unwrap_or(&text);
    let about = about.split("\n\nFor more information").next().unwrap_or(about);
    // A tip about what else could be meant follows in a paragraph of its own.
    let about = about
        .trim_start_matches("error: ")
        .trim_end()
        .replace("\n\n  tip: ", "; ");
    complain(format!(
        "{about}; castview --help and castview COMMAND --help say what can be written"
    ));
    ExitCode::from(FAILED)
}
