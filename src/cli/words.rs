//! Words that are neither files nor commands: no window is opened for them.

use super::args::Cli;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Says what is wrong with the first of `files` that is not there; `None`: all are.
pub fn missing(files: &[PathBuf]) -> Option<String> {
    let word = files.iter().find(|file| is_missing(file))?;
    Some(told(word.as_os_str()))
}

/// The same of the word that stands where a command would, of all words that the program was called with.
pub fn misspelt_command(words: impl IntoIterator<Item = std::ffi::OsString>) -> Option<String> {
    let word = words.into_iter().nth(1)?;
    let is_word = !word.as_encoded_bytes().starts_with(b"-") && !is_command(&word) && is_missing(Path::new(&word));
    is_word.then(|| told(&word))
}

fn is_command(word: &OsStr) -> bool {
    word == "help"
        || Cli::command()
            .get_subcommands()
            .any(|command| word == command.get_name())
}

/// A file that cannot be looked at is left to whoever opens it, who says why.
fn is_missing(file: &Path) -> bool {
    let is_absent = |kind| {
        matches!(
            kind,
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename
        )
    };
    file != Path::new(crate::files::STDIN) && std::fs::metadata(file).is_err_and(|error| is_absent(error.kind()))
}

fn told(word: &OsStr) -> String {
    let path = Path::new(word);
    let may_be_command = path.extension().is_none() && path.file_name() == Some(word);
    if !may_be_command {
        return format!("no such file: {}", path.display());
    }
    let near = match near_command(word) {
        Some(command) => format!(". Did you mean {command}?"),
        None => "; castview --help lists the commands".into(),
    };
    format!("no such file or command: {}{near}", path.display())
}

fn near_command(word: &OsStr) -> Option<String> {
    let commands = clap::Command::new("castview")
        .subcommand_required(true)
        .subcommands(Cli::command().get_subcommands().cloned());
    let error = commands.try_get_matches_from([OsStr::new("castview"), word]).err()?;
    match error.get(ContextKind::SuggestedSubcommand)? {
        ContextValue::Strings(near) => near.first().cloned(),
        ContextValue::String(near) => Some(near.clone()),
        _ => None,
    }
}
