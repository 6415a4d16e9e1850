//! A file has no differences to itself, whatever it holds.

use castview::compare::{Tolerance, compare};
use castview::offline::{Beside, FileSet, Maps};
use castview_testkit::program::Folder;
use castview_testkit::{assets, everything, root};
use std::path::{Path, PathBuf};

const BESIDE: Beside = Beside {
    maps: Maps::All,
    full_size: false,
    instances: false,
};

/// Compares `path` with itself, read twice; `false` if it cannot be read.
fn is_itself(path: &Path) -> bool {
    let Ok(pair) = FileSet::open(&[path.into(), path.into()], BESIDE) else {
        return false;
    };
    let found = compare(&pair.files[0], &pair.files[1], &Tolerance::NONE);
    let told: Vec<String> = found.iter().map(|difference| difference.told()).collect();
    assert!(told.is_empty(), "{}: {told:?}", path.display());
    true
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let list = if path.is_dir() { &mut open } else { &mut found };
            list.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn every_shared_file_is_itself() {
    let Some(folder) = assets::shared_assets() else { return };
    let count = files_below(&folder).iter().filter(|path| is_itself(path)).count();
    assert!(count > 60, "{count} files were read");
}

#[test]
fn the_files_of_the_repository_are_themselves() {
    let mut files = files_below(&root().join("tests/oracle/cases"));
    files.extend(files_below(&root().join("assets")));
    let count = files.iter().filter(|path| is_itself(path)).count();
    assert!(count > 15, "{count} files were read");
    let folder = Folder::new();
    folder.put("everything.cast", &everything::everything());
    assert!(is_itself(&folder.at("everything.cast")));
}
