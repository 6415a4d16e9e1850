//! `cargo xtask test-long`: all checks, with nothing sampled and broken files for a minute a reader, then the search of `cargo xtask fuzz`, a
//! fresh root of Debian, and a list that is shared by Ray.

use crate::checks::{HOSTILE_SECONDS, WORKSPACE};
use crate::step::Outcome;
use crate::{sample, step};
use std::process::{Command, ExitCode};

const SECONDS: &str = "60";

/// Goes on after a failure, and ends with one line that says how it went.
pub fn run() -> ExitCode {
    let commands = [
        ["test", ""],
        ["test-windows", ""],
        ["check-macos", ""],
        ["deny", ""],
        ["fuzz", SECONDS],
    ];
    let mut outcomes: Vec<Outcome> = commands
        .map(|[name, argument]| {
            // By cargo, as a check may build this very program anew.
            let mut xtask = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            xtask.current_dir(step::root()).args(["xtask", name]);
            xtask.args((!argument.is_empty()).then_some(argument));
            xtask.env(HOSTILE_SECONDS, SECONDS).env_remove(sample::VARIABLE);
            step::run(name, &mut xtask)
        })
        .into();
    let mut debian = step::cargo("test");
    debian
        .args(WORKSPACE)
        .args(["--bin", "xtask", "--", "--ignored", "fresh_debian", "--nocapture"]);
    outcomes.push(step::run("debian", &mut debian));
    outcomes.push(step::run_all("ray", share_by_ray));
    step::summary("test-long", &outcomes)
}

/// 1 000 files by two workers of Ray, one of which is killed. Where Python has no Ray, that is told.
fn share_by_ray() -> Result<(), String> {
    let root = step::root();
    let has_ray = step::silent(Command::new("python3").args(["-c", "import ray"]));
    if has_ray.is_err() {
        println!(
            "NOT TESTED: Python has no Ray here (pip install ray), so nobody has seen that a lost worker loses no file"
        );
        return Ok(());
    }
    step::silent(step::cargo("build").args(["--locked", "--bin", "castview"]))?;
    let mut python = Command::new("python3");
    python.arg(root.join("examples/batch/ray_loses_a_worker.py"));
    python
        .arg(root.join("target/debug/castview"))
        .arg(root.join("assets/demo_idle.cast"));
    match python.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(format!("could not start: {error}")),
    }
}
