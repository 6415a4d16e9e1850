//! One command of a run, timed and named.

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

/// What became of one step.
pub struct Outcome {
    pub name: &'static str,
    pub took: Duration,
    /// Why it failed; `None` when it passed.
    pub failure: Option<String>,
}

/// Runs `command` to its end with our own output streams.
pub fn run(name: &'static str, command: &mut Command) -> Outcome {
    println!("\n== {name}: {}", spelled(command));
    let start = Instant::now();
    let failure = match command.status() {
        Ok(status) if status.success() => None,
        Ok(status) => Some(status.to_string()),
        Err(error) => Some(format!("could not start: {error}")),
    };
    let took = start.elapsed();
    println!(
        "== {name}: {} after {:.1} s",
        failure.as_deref().unwrap_or("ok"),
        took.as_secs_f64()
    );
    Outcome { name, took, failure }
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
