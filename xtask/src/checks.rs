//! `cargo xtask test`: every check, one after the other, with its time.
//!
//! All cargo calls that compile share one profile and one set of features, so nothing is built twice.

use crate::machine::{self, Purpose};
use crate::sample;
use crate::step::{self, cargo, root};
use std::process::{Command, ExitCode};

/// Arguments of every call that compiles. `xtask/demo` brings the code that makes the demo under the same checks.
pub const WORKSPACE: [&str; 4] = ["--locked", "--workspace", "--features", "xtask/demo"];

/// Features that compile without all others. The lints of the workspace compile all of them together. `CASTVIEW_SAMPLE` draws half of
/// these.
const FEATURES: [(&str, &str); 6] = [
    ("no feature", ""),
    ("only files", "files"),
    ("only render", "render"),
    ("only cli", "cli"),
    ("only window", "window"),
    ("without software", "cli,window"),
];

/// How long each reader is fed broken files.
pub const HOSTILE_SECONDS: &str = "CASTVIEW_HOSTILE_SECONDS";

const MACOS: &str = "aarch64-apple-darwin";

/// Runs all checks, goes on after a failure, and ends with one line that says how it went.
pub fn run(as_is: bool) -> ExitCode {
    if !as_is && let Err(problem) = machine::provide(Purpose::Tests) {
        eprintln!("cargo xtask test: {problem}");
        return ExitCode::FAILURE;
    }
    let mut outcomes = vec![
        step::run("format", cargo("fmt").args(["--all", "--", "--check"])),
        step::run(
            "lints",
            cargo("clippy")
                .args(WORKSPACE)
                .args(["--all-targets", "--", "-D", "warnings"]),
        ),
        step::run("docs", &mut docs()),
        step::run("build", tests().arg("--no-run")),
        step::run("tests", &mut tests()),
        step::run("doc tests", in_private(cargo("test").args(WORKSPACE).arg("--doc"))),
    ];
    let alone = sample::of(&FEATURES);
    outcomes.extend(alone.into_iter().map(|(name, features)| library_with(name, features)));
    step::summary("test", &outcomes)
}

/// The pages of the libraries, every link of which leads somewhere. Those of private items are made, too, so that their links are looked
/// at; links from public to private items are told all the same.
fn docs() -> Command {
    let mut docs = cargo("doc");
    docs.args(WORKSPACE)
        .args(["--no-deps", "--lib", "--document-private-items"]);
    docs.env("RUSTDOCFLAGS", "-D warnings");
    docs
}

/// The library compiles with `features` alone, and uses all that it has then.
fn library_with(name: &'static str, features: &str) -> step::Outcome {
    let mut check = cargo("clippy");
    check.args(["--locked", "--package", "castview", "--lib", "--no-default-features"]);
    check.args(["--features", features, "--", "-D", "warnings"]);
    step::run(name, &mut check)
}

/// `cargo xtask check-macos`: library and program compile for macOS. Nothing is linked, so nothing of Apple's is needed.
pub fn compile_for_macos() -> ExitCode {
    if let Err(why) = step::provide_target(MACOS) {
        return step::not_checked("the program on macOS", "REQUIRE_MACOS", &why);
    }
    let mut check = cargo("check");
    check.args([
        "--locked",
        "--package",
        "castview",
        "--lib",
        "--bins",
        "--target",
        MACOS,
    ]);
    step::summary("check-macos", &[step::run("macOS", &mut check)])
}

/// Unit and integration tests: shader validation, golden pictures, the window under Xvfb and layering are all
/// among them.
fn tests() -> Command {
    let mut command = cargo("test");
    command
        .args(WORKSPACE)
        .args(["--lib", "--bins", "--tests", "--examples", "--no-fail-fast"]);
    if std::env::var_os(HOSTILE_SECONDS).is_none() {
        command.env(HOSTILE_SECONDS, if sample::word().is_some() { "5" } else { "20" });
    }
    in_private(&mut command);
    command
}

/// Tests neither read the user's settings nor open windows on the user's screen.
pub fn in_private(command: &mut Command) -> &mut Command {
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY"] {
        command.env_remove(variable);
    }
    let home = root().join("target").join("xtask");
    for (variable, folder) in [
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_RUNTIME_DIR", "runtime"),
    ] {
        let folder = home.join(folder);
        if machine::make_private_folder(&folder) {
            command.env(variable, folder);
        }
    }
    if let Some(driver) = machine::software_vulkan_to_pin() {
        command.env("VK_ICD_FILENAMES", &driver).env("VK_DRIVER_FILES", driver);
    }
    command
}
