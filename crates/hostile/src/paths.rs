//! The body of the paths: whatever a file names, nothing outside the allowed folders is found, and nothing but a file is.
//!
//! The bytes are lines. `+name` puts a file beside the model, `/name` a folder, `>name|target` a link; `!` allows the folder
//! `allowed`. Every other line is a path that the file names, `@` being the folder of all of it.

use castview_base::core::Transform;
use castview_base::scene::{Instance, Metadata, References, Scene};
use castview_files::{Allowance, Beside, InstanceSearch, Reach, ReachedFile, TextureSearch};
use castview_formats::SideFiles;
use std::path::{Path, PathBuf};

/// Lines that are looked at.
const MOST_LINES: usize = 12;
/// Bytes of one line: longer than any system lets a path be.
const LONGEST: usize = 6000;

const INSIDE: &[u8] = b"inside";
const ALLOWED: &[u8] = b"allowed";

/// Whether anything was found.
pub fn opens(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let root = tempfile::tempdir().expect("a temporary folder");
    let root = root.path().canonicalize().expect("it exists");
    lay_out(&root);
    let (mut allows, mut stored) = (false, Vec::new());
    for line in text.split('\n').take(MOST_LINES).filter(|line| line.len() <= LONGEST) {
        let line = line.replace('@', &root.to_string_lossy());
        match line.split_at_checked(1) {
            Some(("+", name)) => drop(beside(&root, name).map(|path| std::fs::write(path, INSIDE))),
            Some(("/", name)) if !name.contains('/') => {
                drop(beside(&root, name).map(std::fs::create_dir));
            }
            Some((">", rest)) => {
                let (name, target) = rest.split_once('|').unwrap_or((rest, ".."));
                drop(beside(&root, name).map(|path| link(target, &path)));
            }
            _ if line == "!" => allows = true,
            _ => stored.push(line),
        }
    }
    let allowance = Allowance {
        folders: allows.then(|| root.join("allowed")).into_iter().collect(),
        ..Allowance::default()
    };
    let model = root.join("model");
    let reach = Reach::of(&model.join("model.x"), &allowance);
    let mut found = false;
    for stored in &stored {
        found |= stays_inside(&reach, stored, &|path| {
            path.starts_with(&model) || allows && path.starts_with(root.join("allowed"))
        });
    }
    for one in reach.outside() {
        let folder = Path::new(&one.folder);
        let is_normal = folder
            .components()
            .all(|part| !matches!(part.as_os_str().to_str(), Some("." | "..")));
        assert!(folder.is_absolute() && is_normal && !one.shown.is_empty(), "{one:?}");
        assert!(!folder.starts_with(&model), "asked for its own folder: {one:?}");
        assert!(
            !allows || !folder.starts_with(root.join("allowed")),
            "asked for again: {one:?}"
        );
        for system in ["/dev", "/proc", "/sys"] {
            assert!(!folder.starts_with(system), "{one:?}");
        }
    }
    found
}

/// The model's folder, one that may be allowed, and one that never is.
fn lay_out(root: &Path) {
    for folder in ["model/sub", "allowed/sub", "secret"] {
        std::fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    for ending in ["png", "cast", "Shape", "bin"] {
        for (file, bytes) in [
            ("model/a", INSIDE),
            ("model/sub/b", INSIDE),
            ("allowed/c", ALLOWED),
            ("secret/key", b"secret"),
            ("key", b"secret"),
        ] {
            std::fs::write(root.join(format!("{file}.{ending}")), bytes).expect("room for a file");
        }
    }
    drop(link("../secret", &root.join("model/out")));
    drop(link("../sub/..", &root.join("model/sub/up")));
}

/// Where the input may put something: names alone, so that it stays in the model's folder.
fn beside(root: &Path, name: &str) -> Option<PathBuf> {
    let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(['/', '\\', '\0']);
    let mut path = root.join("model");
    match name.strip_prefix("sub/") {
        Some(name) if is_name(name) => path.extend(["sub", name]),
        None if is_name(name) => path.push(name),
        _ => return None,
    }
    Some(path)
}

#[cfg(unix)]
fn link(target: &str, path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn link(_: &str, _: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Resolves one path as every kind of reference. Each file found lies where `may` allows, and belongs to these folders.
fn stays_inside(reach: &Reach, stored: &str, may: &dyn Fn(&Path) -> bool) -> bool {
    let mut found: Vec<ReachedFile> = Vec::new();
    for references in [References::SceneRoot, References::OwnFolder] {
        let (root, name) = stored.rsplit_once(['/', '\\']).unwrap_or(("", stored));
        for (scene_root, path) in [(None, stored), (Some(root.to_owned()), name)] {
            let scene = Scene {
                metadata: Metadata {
                    scene_root,
                    ..Metadata::default()
                },
                references,
                instances: vec![Instance {
                    name: "".into(),
                    path: path.into(),
                    placement: Transform::IDENTITY,
                    offset: 0,
                }],
                ..Scene::default()
            };
            found.extend(TextureSearch::new(reach).for_scene(&scene).find(stored));
            found.extend(InstanceSearch::new(reach, &scene).find(path));
        }
    }
    for one in &found {
        assert!(may(one.path()), "{stored:?} leads to {}", one.path().display());
        let read = one.read(100).expect("it was found a moment ago");
        assert!(
            *read == *INSIDE || *read == *ALLOWED,
            "{stored:?}: {}",
            one.path().display()
        );
    }
    let buffer = Beside::new(reach).read(stored, 100);
    match &buffer {
        Ok(bytes) => assert!(**bytes == *INSIDE || **bytes == *ALLOWED, "{stored:?} as a buffer"),
        Err(reason) => assert!(!reason.is_empty()),
    }
    buffer.is_ok() || !found.is_empty()
}
