//! Tells on standard error what files name outside the folders they may read.

use super::args::ImportArgs;
use super::output::{Failure, Output, complain};
use crate::files::{path_of, shell_word};
use crate::offline::{Beside, FileSet};
use crate::opened::{OpenedFile, Outside, told};
use crate::session::SavedView;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Folders that the line spells out as options.
const MOST_OPTIONS: usize = 3;

/// [`tell`], in order with what a command prints.
pub fn tell_in(out: &mut Output<'_>, file: &str, outside: &[Outside]) {
    if let Some(line) = line(file, outside) {
        out.complain(line);
    }
}

/// One line about what `file` names outside, with the option that lets it be read; nothing if there is nothing.
pub fn tell(file: &str, outside: &[Outside]) {
    if let Some(line) = line(file, outside) {
        complain(line);
    }
}

/// The same for each of `files`.
pub fn tell_all(files: &[OpenedFile]) {
    lines(files).iter().for_each(complain);
}

/// Lines of [`tell_all`].
pub fn lines(files: &[OpenedFile]) -> Vec<String> {
    files
        .iter()
        .filter_map(|file| line(&file.name, &file.outside))
        .collect()
}

/// Opens files without images and instances, and tells of what they name outside.
pub fn open(files: &[PathBuf], import: &ImportArgs) -> Result<FileSet, Failure> {
    open_for(files, import, None)
}

/// [`open()`], each file as `view` has it, whose models that stand in files are counted, too.
pub fn open_for(files: &[PathBuf], import: &ImportArgs, view: Option<&SavedView>) -> Result<FileSet, Failure> {
    let beside = Beside {
        instances: view.is_some(),
        ..Beside::default()
    };
    let (options, allowance) = (import.options(), import.allowance(files));
    let opened = FileSet::open_for(files, beside, (&options, &allowance), view);
    let opened = opened.map_err(|error| failure(&error, error.outside()))?;
    tell_all(&opened.files);
    opened.of_view.iter().for_each(complain);
    Ok(opened)
}

/// `error` as the end of a command. If a file was refused that names others outside, the line about them comes first.
pub fn failure(error: impl Display, refused: Option<(&Path, &[Outside])>) -> Failure {
    if let Some((path, outside)) = refused {
        let name = path.file_name().unwrap_or(path.as_os_str());
        tell(&name.to_string_lossy(), outside);
    }
    Failure::new(error)
}

fn line(file: &str, outside: &[Outside]) -> Option<String> {
    let (what, folders) = told(outside)?;
    let mut options: Vec<String> = Vec::new();
    for one in outside {
        let option = format!("--allow {}", shell_word(&path_of(&one.folder)));
        if !options.contains(&option) && options.len() < MOST_OPTIONS {
            options.push(option);
        }
    }
    let options = options.join(" ");
    let [lie, were, them] = match outside.len() {
        1 => ["lies", "was", "it"],
        _ => ["lie", "were", "them"],
    };
    Some(format!(
        "{file}: {what} {lie} outside its folder and {were} not opened: {folders}; {options} opens {them}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opened::OutsideKind;

    #[test]
    fn one_line_says_what_and_how_to_open_it() {
        let texture = |folder: &str, shown: &str| Outside {
            kind: OutsideKind::Texture,
            stored: "x".into(),
            of: "/a/model".into(),
            folder: folder.into(),
            shown: shown.into(),
        };
        assert_eq!(line("hero.cast", &[]), None);
        let folder = if cfg!(windows) { r#""/a/my tex""# } else { "'/a/my tex'" };
        assert_eq!(
            line("hero.cast", &[texture("/a/my tex", "../my tex")]),
            Some(format!(
                "hero.cast: 1 texture lies outside its folder and was not opened: ../my tex; --allow {folder} opens it"
            ))
        );
        let many = ["/a/t", "/a/u", "/a/t"].map(|folder| texture(folder, folder));
        assert_eq!(
            line("hero.cast", &many).as_deref(),
            Some(
                "hero.cast: 3 textures lie outside its folder and were not opened: /a/t, /a/u; --allow /a/t --allow /a/u \
                 opens them"
            )
        );
    }
}
