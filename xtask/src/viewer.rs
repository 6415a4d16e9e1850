//! `cargo xtask run`: castview built by the profile `viewer`, its window or, without a display, a picture of the demo.

use crate::machine::{self, Purpose};
use crate::release::without_folders;
use crate::step::{cargo, exit_code, root, spelled};
use std::process::{Command, ExitCode};

pub fn run(files: &[String], as_is: bool) -> ExitCode {
    let purpose = if machine::has_display() {
        Purpose::Window
    } else {
        Purpose::Picture
    };
    if !as_is && let Err(problem) = machine::provide(purpose) {
        eprintln!("cargo xtask run: {problem}");
        return ExitCode::FAILURE;
    }
    match purpose {
        Purpose::Picture => picture(castview(), files),
        Purpose::Window | Purpose::Tests | Purpose::WindowsTests | Purpose::Packages => finish(castview().args(files)),
    }
}

/// `cargo run` of the program, up to the program's own arguments.
fn castview() -> Command {
    let mut castview = cargo("run");
    without_folders(&mut castview);
    castview.args(["--profile", "viewer", "--locked", "--package", "castview"]);
    castview.args(["--bin", "castview", "--"]);
    castview
}

/// Renders `files`, or the demo when there are none, beside the build.
fn picture(mut castview: Command, files: &[String]) -> ExitCode {
    println!(
        "No display (neither DISPLAY nor WAYLAND_DISPLAY is set): rendering a picture instead of opening a window."
    );
    let picture = root().join("target").join("castview.png");
    castview.arg("render");
    if files.is_empty() {
        let assets = root().join("assets");
        castview
            .arg(assets.join("demo.cast"))
            .arg(assets.join("demo_idle.cast"));
    } else {
        castview.args(files);
    }
    let code = finish(castview.arg("-o").arg(&picture));
    if code == ExitCode::SUCCESS {
        println!("The picture is {}", picture.display());
    }
    code
}

/// Writes `assets/` anew, or its environments. Its code needs castview itself, hence a program of its own behind a feature.
pub fn generate_demo(arguments: &[&str]) -> ExitCode {
    // Rays take hours where they are not optimised.
    let profile = if arguments.is_empty() { "dev" } else { "release" };
    let program = ["--locked", "--package", "xtask", "--bin", "demo", "--features", "demo"];
    finish(
        cargo("run")
            .args(["--profile", profile])
            .args(program)
            .arg("--")
            .args(arguments),
    )
}

/// Draws the pictures of README and guide anew, as `docs/pictures/pictures.txt` lists them.
pub fn draw_pictures() -> ExitCode {
    let folder = root().join("docs").join("pictures");
    let list = match std::fs::read_to_string(folder.join("pictures.txt")) {
        Ok(list) => list,
        Err(error) => {
            eprintln!("cargo xtask pictures: pictures.txt cannot be read: {error}");
            return ExitCode::FAILURE;
        }
    };
    for (name, words) in pictures(&list) {
        let mut castview = castview();
        castview.current_dir(root()).arg("render");
        castview.args(words).arg("-o").arg(folder.join(name));
        let code = finish(&mut castview);
        if code != ExitCode::SUCCESS {
            return code;
        }
    }
    ExitCode::SUCCESS
}

/// Files, and the words that `castview render` gets for them.
fn pictures(list: &str) -> impl Iterator<Item = (&str, impl Iterator<Item = &str>)> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (name, words) = line.split_once(':')?;
        Some((name, words.split_whitespace()))
    })
}

fn finish(command: &mut Command) -> ExitCode {
    println!("{}", spelled(command));
    match command.status() {
        Ok(status) => exit_code(status),
        Err(error) => {
            eprintln!("could not start {}: {error}", spelled(command));
            ExitCode::FAILURE
        }
    }
}
