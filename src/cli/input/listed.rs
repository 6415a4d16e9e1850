//! The files that a command line means: those it names, and those in the folders that it names.

use crate::files::{file_bytes, is_folder, list_folder, path_of};
use crate::opened::FolderNews;
use std::path::{Path, PathBuf};

/// One entry of the list, in order.
pub enum Listed {
    File {
        path: PathBuf,
        /// Its path in the folder that was named, or its name.
        below: PathBuf,
        bytes: u64,
    },
    /// A sentence about a folder.
    Trouble(String),
}

/// `paths` with the files of each folder and each archive in its place; `is_deep`: those of the folders below it, too. Folders hold files that can be opened
/// by their names.
pub fn listed(paths: &[PathBuf], is_deep: bool) -> Vec<Listed> {
    let mut all = Vec::new();
    for path in paths {
        match is_folder(path) {
            // An archive mostly holds one folder with everything in it.
            true => all.extend(files_in(path, is_deep || !path.is_dir())),
            false => all.push(Listed::File {
                path: path.clone(),
                below: name_of(path),
                bytes: file_bytes(path).unwrap_or(0),
            }),
        }
    }
    all
}

fn name_of(path: &Path) -> PathBuf {
    path.file_name().map(PathBuf::from).unwrap_or_default()
}

fn files_in(folder: &Path, is_deep: bool) -> Vec<Listed> {
    let mut list = None;
    list_folder(folder, is_deep, false, |news| {
        if let FolderNews::Listed(found) = news {
            list = Some(found);
        }
        false
    });
    let at = folder.display();
    let Some(list) = list else {
        return vec![Listed::Trouble(format!("this folder cannot be listed: {at}"))];
    };
    if let Some(error) = list.error {
        return vec![Listed::Trouble(format!("this folder cannot be listed ({error}): {at}"))];
    }
    let mut all: Vec<Listed> = list
        .files
        .iter()
        .map(|file| {
            let path = path_of(&file.location);
            let below = path.strip_prefix(folder).map(Path::to_path_buf);
            Listed::File {
                below: below.unwrap_or_else(|_| name_of(&path)),
                bytes: file.bytes,
                path,
            }
        })
        .collect();
    if list.is_cut {
        let count = all.len();
        all.push(Listed::Trouble(format!(
            "only {count} files are read, there are more or they lie too deep: {at}"
        )));
    }
    if all.is_empty() {
        let deeper = if is_deep {
            ""
        } else {
            "; --recursive looks into the folders below it"
        };
        all.push(Listed::Trouble(format!(
            "this folder holds no file that can be opened{deeper}: {at}"
        )));
    }
    all
}
