//! Adapters fall through: a broken Vulkan driver stands before the good one, and everything still draws.
//!
//! The broken driver is compiled here, from `broken_driver/broken_driver.c`. It hands everything on to software Vulkan but the one
//! thing that it is told to fail at.

#![cfg(target_os = "linux")]

mod common;

use castview::formats::cast::{NodeDraft, NodeKind};
use common::program::{Folder, Ran, clip, model};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The manifest and the library of software Vulkan.
fn good_driver() -> Option<(PathBuf, PathBuf)> {
    let named = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].map(std::env::var_os);
    let named = named.iter().flatten().flat_map(std::env::split_paths);
    let usual = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"].map(std::fs::read_dir);
    let usual = usual
        .into_iter()
        .flatten()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let is_software = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("lvp"))
    };
    let manifest = named.chain(usual).find(is_software)?;
    let text = std::fs::read_to_string(&manifest).ok()?;
    let library = serde_json::from_str::<Value>(&text).ok()?["ICD"]["library_path"]
        .as_str()?
        .to_owned();
    Some((manifest, library.into()))
}

/// A triangle without textures, so that a picture of it is drawn without a word.
fn plain() -> NodeDraft {
    NodeDraft::new(NodeKind::Model).child(
        NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2]),
    )
}

/// What it takes to run with a broken driver first.
struct Drivers {
    folder: Folder,
    manifests: String,
    real: PathBuf,
}

impl Drivers {
    /// `None`, after saying so, without software Vulkan, a C compiler or the Vulkan headers; a failure with `REQUIRE_GPU=1`.
    fn new() -> Option<Self> {
        let skipped = |why: &str| {
            let required = std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "REQUIRE_GPU=1, but {why}");
            eprintln!("skipped: {why}");
            None
        };
        let Some((good, real)) = good_driver() else {
            return skipped("software Vulkan is not installed");
        };
        let folder = Folder::new();
        folder
            .cast("plain.cast", [plain()])
            .cast("flag.cast", [model()])
            .cast("wave.cast", [clip("wave")]);
        let library = folder.at("libbroken_driver.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken_driver/broken_driver.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([&library, &source])
            .output();
        match compiled {
            Err(error) => return skipped(&format!("there is no C compiler ({error})")),
            Ok(done) if !done.status.success() => {
                return skipped(&format!(
                    "the broken driver does not compile: {}",
                    String::from_utf8_lossy(&done.stderr)
                ));
            }
            Ok(_) => {}
        }
        let manifest = serde_json::json!({
            "file_format_version": "1.0.0",
            "ICD": {"library_path": library, "api_version": "1.1.230"},
        });
        folder.put("broken.json", manifest.to_string().as_bytes());
        let manifests = format!("{}:{}", folder.at("broken.json").display(), good.display());
        Some(Self {
            folder,
            manifests,
            real,
        })
    }

    /// Runs a command while the first driver fails at `what`.
    fn run(&self, what: &str, words: &str) -> Ran {
        let mut command = self.folder.command();
        command
            .args(words.split_whitespace())
            .env("VK_DRIVER_FILES", &self.manifests)
            .env("VK_ICD_FILENAMES", &self.manifests)
            .env("WGPU_BACKEND", "vulkan")
            .env("BROKEN_DRIVER", what)
            .env("BROKEN_DRIVER_REAL", &self.real);
        let output = command.output().expect("the program starts");
        Ran {
            code: output.status.code().expect("no signal ended it"),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn picture(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.at(name)).expect("a picture")
    }
}

/// What each broken driver is passed over for.
const FAILURES: [(&str, &str); 3] = [
    ("device", "no device could be opened"),
    ("pipelines", "The graphics device was lost"),
    ("picture", "pixels of the test picture are wrong"),
];

#[test]
fn a_broken_adapter_is_passed_over_for_the_next() {
    let Some(drivers) = Drivers::new() else { return };
    drivers
        .run("nothing", "render plain.cast --size 64x64 --gpu llvmpipe -o good.png")
        .fine();
    for (what, why) in FAILURES {
        let ran = drivers.run(what, "render plain.cast --size 64x64 -o out.png");
        assert_eq!(ran.code, 0, "{what}: {}", ran.stderr);
        let told = "castview: the graphics adapter Broken GPU (Vulkan) was passed over: ";
        assert!(
            ran.stderr.starts_with(told) && ran.stderr.contains(why),
            "{what}: {}",
            ran.stderr
        );
        assert!(
            drivers.picture("out.png") == drivers.picture("good.png"),
            "{what}: another picture"
        );
    }
}

#[test]
fn vertices_are_deformed_by_the_next_adapter() {
    let Some(drivers) = Drivers::new() else { return };
    let words = "pose flag.cast wave.cast --frame 1 --vertices --deform gpu";
    let good = drivers.run("nothing", &format!("{words} --gpu llvmpipe")).fine();
    let ran = drivers.run("device", words);
    assert_eq!((ran.code, ran.stdout), (0, good.stdout), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("Broken GPU (Vulkan) was passed over"),
        "{}",
        ran.stderr
    );
}

#[test]
fn adapters_are_listed_with_what_is_wrong_with_them() {
    let Some(drivers) = Drivers::new() else { return };
    for (what, why) in FAILURES {
        let rows = drivers.run(what, "adapters --json").fine().json();
        let [broken, good] = &rows[..] else { panic!("{rows:?}") };
        let of = |row: &Value, key: &str| row[key].clone();
        assert_eq!(of(broken, "name"), "Broken GPU");
        assert_eq!(
            (of(broken, "works"), of(broken, "chosen")),
            (false.into(), false.into())
        );
        assert!(
            of(broken, "failure").as_str().is_some_and(|told| told.contains(why)),
            "{broken}"
        );
        assert_eq!((of(good, "works"), of(good, "chosen")), (true.into(), true.into()));
        assert_eq!((of(good, "index"), of(good, "kind")), (1.into(), "software".into()));
        assert_eq!(
            (of(good, "backend"), of(good, "failure")),
            ("Vulkan".into(), Value::Null)
        );
        let text = drivers.run(what, "adapters").fine().text();
        assert!(
            text.contains("Broken GPU: passed over: ") && text.contains(why),
            "{text}"
        );
    }
    // One that works is the discrete one it claims to be, and goes first.
    let rows = drivers.run("nothing", "adapters --json").fine().json();
    assert_eq!(
        (&rows[0]["name"], &rows[0]["chosen"]),
        (&"Broken GPU".into(), &true.into())
    );
}

#[test]
fn the_asked_for_adapter_draws_or_nothing_does() {
    let Some(drivers) = Drivers::new() else { return };
    let render = "render plain.cast --size 64x64 -o out.png --gpu";
    // No word about the other one: it was not asked for.
    for wanted in ["LLVM", "1"] {
        drivers.run("device", &format!("{render} {wanted}")).fine();
    }
    for wanted in ["broken", "0"] {
        drivers.run("nothing", &format!("{render} {wanted}")).fine();
        drivers
            .run("device", &format!("{render} {wanted}"))
            .refused("No graphics adapter works. Broken GPU (Vulkan): no device could be opened");
    }
    for wanted in ["voodoo", "7"] {
        drivers
            .run("nothing", &format!("{render} {wanted}"))
            .refused("`castview adapters` lists those that are there");
    }
}
