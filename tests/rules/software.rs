//! Ways of drawing for software adapters alone lie in folders that can be deleted: few lines elsewhere name their feature.

use super::tree::{self, File};

/// Lines outside of folders called `software` that name the feature, as often as they do. A row more is a door more, and wants a reason.
const DOORS: &[(&str, usize)] = &[
    // The feature itself, and that it is on unless somebody leaves it out.
    ("Cargo.toml", 2),
    // How vertices and samples are sent and joined on software Vulkan.
    ("crates/render/src/gpu/context.rs", 1),
    // The folder of draws, and the module that stands for it.
    ("crates/render/src/lib.rs", 3),
    // The same of the pipelines and buffers that these draws need.
    ("crates/render/src/passes/mod.rs", 3),
    // The folder of what is packed, and the module that stands for it.
    ("crates/render/src/upload/mod.rs", 3),
    ("crates/gpu_report/Cargo.toml", 1),
    ("crates/render/Cargo.toml", 2),
    // The window's folder, and the only place that makes its painter.
    ("src/app/display/mod.rs", 1),
    ("src/app/display/screen.rs", 1),
];

/// Folders that can be deleted.
const FOLDERS: [&str; 4] = [
    "crates/render/src/software/",
    "crates/render/src/passes/software/",
    "crates/render/src/upload/software/",
    "src/app/display/software/",
];

/// The lines of each file outside of the folders that name the feature.
fn doors(files: &[File]) -> Vec<(&str, usize)> {
    let outside = files
        .iter()
        .filter(|file| !FOLDERS.iter().any(|folder| file.path.starts_with(folder)));
    let count = |file: &File| {
        let is_manifest = file.path.ends_with(".toml");
        let names = |line: &&str| {
            line.contains("feature = \"software\"")
                || is_manifest && (line.starts_with("software =") || line.contains("\"software\""))
        };
        file.text.lines().filter(names).count()
    };
    let counted = outside.map(|file| (file.path.as_str(), count(file)));
    counted.filter(|(_, count)| *count > 0).collect()
}

#[test]
fn few_lines_name_the_feature_for_software_adapters() {
    let mut files = tree::files(&["crates", "src", "benches", "examples", "xtask"], &[".rs", ".toml"]);
    files.push(File {
        path: "Cargo.toml".into(),
        text: tree::read("Cargo.toml"),
    });
    for folder in FOLDERS {
        assert!(
            files.iter().any(|file| file.path.starts_with(folder)),
            "{folder} is gone"
        );
    }
    let mut found = doors(&files);
    let mut known = DOORS.to_vec();
    found.sort();
    known.sort();
    assert_eq!(found, known);
}

#[test]
fn a_planted_door_is_found() {
    let file = |path: &str, text: &str| File {
        path: path.into(),
        text: text.into(),
    };
    let files = [
        file("src/app/display/software/canvas.rs", "#[cfg(feature = \"software\")]"),
        file(
            "src/app/turn.rs",
            "fn turn() {\n    #[cfg(feature = \"software\")]\n    paint();\n}",
        ),
        file("src/cli/adapters.rs", "/// `software`, or `discrete`"),
        file("crates/ui/Cargo.toml", "software = []"),
    ];
    assert_eq!(doors(&files), [("src/app/turn.rs", 1), ("crates/ui/Cargo.toml", 1)]);
}
