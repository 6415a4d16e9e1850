//! `cargo xtask gpu-report`: how castview draws on the graphics adapter of this machine, as text.
//!
//! The work is that of the crate `castview-gpu-report`, a program of its own, so that it can be carried to a machine without a toolchain.

use crate::machine::{self, Purpose};
use crate::release::without_folders;
use crate::step::{cargo, exit_code, root, spelled};
use std::process::{Command, ExitCode};

/// Builds the program as `cargo xtask run` builds castview, and starts it. `arguments` are its own.
pub fn run(arguments: &[String], as_is: bool) -> ExitCode {
    if !as_is && let Err(problem) = machine::provide(Purpose::Picture) {
        eprintln!("cargo xtask gpu-report: {problem}");
        return ExitCode::FAILURE;
    }
    let mut report = cargo("run");
    without_folders(&mut report);
    report.args(["--profile", "viewer", "--locked", "--package", "castview-gpu-report"]);
    report.args(["--bin", "gpu-report", "--", "--root"]).arg(root());
    report.arg("--write").arg(root().join("target").join("gpu-report.txt"));
    if let Some(commit) = commit() {
        report.args(["--sources", &commit]);
    }
    report.args(arguments);
    println!("{}", spelled(&report));
    match report.status() {
        Ok(status) => exit_code(status),
        Err(error) => {
            eprintln!("could not start {}: {error}", spelled(&report));
            ExitCode::FAILURE
        }
    }
}

/// The commit of the sources, with a `+` where files differ from it; `None` outside of a clone.
fn commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    };
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() {
        commit
    } else {
        format!("{commit}+")
    })
}
