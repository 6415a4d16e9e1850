//! One command of a run, timed and named.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::time::{Duration, Instant};

/// The folder with the workspace's `Cargo.toml`.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies inside the workspace")
        .to_path_buf()
}

/// The cargo that started us. Stays in the caller's folder, so that relative file arguments keep their meaning.
pub fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .arg(subcommand)
        .arg("--manifest-path")
        .arg(root().join("Cargo.toml"));
    command
}

/// As a user would type it.
pub fn spelled(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_stem()
        .unwrap_or(command.get_program())
        .to_string_lossy();
    let mut words = vec![program.into_owned()];
    let mut arguments = command.get_args().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        // The same for every command, and long.
        if argument == "--manifest-path" {
            arguments.next();
        } else if argument.contains(' ') {
            words.push(format!("{argument:?}"));
        } else {
            words.push(argument.into_owned());
        }
    }
    words.join(" ")
}

/// Name, duration and result of one step.
pub struct Outcome {
    pub name: &'static str,
    pub took: Duration,
    /// Why it failed; `None` when it passed.
    pub failure: Option<String>,
}

/// Runs `command` to its end with our own output streams.
pub fn run(name: &'static str, command: &mut Command) -> Outcome {
    println!("\n== {name}: {}", spelled(command));
    timed(name, || match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(format!("could not start: {error}")),
    })
}

/// The same for a step of several commands.
pub fn run_all(name: &'static str, work: impl FnOnce() -> Result<(), String>) -> Outcome {
    println!("\n== {name}");
    timed(name, work)
}

fn timed(name: &'static str, work: impl FnOnce() -> Result<(), String>) -> Outcome {
    let start = Instant::now();
    let failure = work().err();
    let took = start.elapsed();
    println!(
        "== {name}: {} after {:.1} s",
        failure.as_deref().unwrap_or("ok"),
        took.as_secs_f64()
    );
    Outcome { name, took, failure }
}

/// Runs `command` without showing its output, unless it fails.
pub fn silent(command: &mut Command) -> Result<(), String> {
    let words = spelled(command);
    let output = command.output().map_err(|error| format!("{words}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{words}: {}\n{}", output.status, said.trim_end()))
}

/// Names a file that gets a line for each step, so that `.ci/run` can tell those of all commands at its end.
const TIMES: &str = "CASTVIEW_TIMES";

/// Appends the steps of `cargo xtask COMMAND` to the file that [`TIMES`] names.
fn note_times(command: &str, outcomes: &[Outcome]) {
    let Some(path) = std::env::var_os(TIMES) else { return };
    let lines: String = outcomes
        .iter()
        .map(|Outcome { name, took, failure }| {
            let ended = if failure.is_none() { "ok" } else { "FAILED" };
            format!("{:>9.1}  s    {command}: {name}: {ended}\n", took.as_secs_f64())
        })
        .collect();
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
    if let Err(error) = file.and_then(|mut file| file.write_all(lines.as_bytes())) {
        eprintln!("{} could not be written: {error}", Path::new(&path).display());
    }
}

/// Prints how each step of `cargo xtask COMMAND` went, and all of them.
pub fn summary(command: &str, outcomes: &[Outcome]) -> ExitCode {
    note_times(command, outcomes);
    println!("\n== summary");
    for Outcome { name, took, failure } in outcomes {
        println!(
            "{name:>12}  {:>7.1} s  {}",
            took.as_secs_f64(),
            failure.as_deref().unwrap_or("ok")
        );
    }
    let failed: Vec<_> = outcomes
        .iter()
        .filter(|outcome| outcome.failure.is_some())
        .map(|outcome| outcome.name)
        .collect();
    let took: Duration = outcomes.iter().map(|outcome| outcome.took).sum();
    let took = took.as_secs_f64();
    if failed.is_empty() {
        println!(
            "cargo xtask {command}: all {} steps passed in {took:.1} s",
            outcomes.len()
        );
        ExitCode::SUCCESS
    } else {
        println!(
            "cargo xtask {command}: FAILED ({}) after {took:.1} s",
            failed.join(", ")
        );
        ExitCode::FAILURE
    }
}

/// Says loudly that `what` was not checked; a failure if the variable is 1, so that green means ran.
pub fn not_checked(what: &str, variable: &str, why: &str) -> ExitCode {
    println!("\n== NOT CHECKED: {what}\n{why}");
    if std::env::var_os(variable).is_some_and(|value| value == "1") {
        println!("{variable}=1 makes that a failure.");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Makes sure that this toolchain can compile for `target`, with rustup where there is one.
pub fn provide_target(target: &str) -> Result<(), String> {
    let library = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .current_dir(root())
        .output()
        .map_err(|error| format!("rustc does not start: {error}"))?;
    let library = String::from_utf8_lossy(&library.stdout).trim().to_owned();
    if !library.is_empty() && Path::new(&library).is_dir() {
        return Ok(());
    }
    println!("rustup target add {target}");
    silent(
        Command::new("rustup")
            .args(["target", "add", target])
            .current_dir(root()),
    )
    .map_err(|error| format!("Rust cannot compile for {target} here.\n{error}"))
}

/// Passes a child's exit code on.
pub fn exit_code(status: ExitStatus) -> ExitCode {
    status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_spelled_without_their_manifest() {
        let mut command = cargo("test");
        command.args(["--locked", "a b"]);
        assert!(
            spelled(&command).ends_with("test --locked \"a b\""),
            "{}",
            spelled(&command)
        );
    }
}
