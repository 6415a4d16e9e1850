//! Words that are neither files nor commands: no window is opened for them.

use super::args::Cli;
use crate::files::{file_bytes, is_folder};
use clap::CommandFactory;
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
    let is_inside = || is_folder(file) || file_bytes(file).is_some();
    file != Path::new(crate::files::STDIN)
        && std::fs::metadata(file).is_err_and(|error| is_absent(error.kind()))
        && !is_inside()
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

/// The command that `word` was meant to be, if a slip or two of the fingers make it of that. Clap's own suggestions go farther: `curves` for
/// `pictures`.
fn near_command(word: &OsStr) -> Option<String> {
    let word = word.to_str()?.to_lowercase();
    let commands = Cli::command();
    let distance = |name: &str| strsim::damerau_levenshtein(&word, name);
    let names = commands.get_subcommands().filter(|command| !command.is_hide_set());
    let near = names
        .map(|command| command.get_name())
        .min_by_key(|name| distance(name))?;
    // One letter in three.
    (distance(near) * 3 <= near.chars().count()).then(|| near.to_owned())
}
