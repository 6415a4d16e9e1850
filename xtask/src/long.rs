//! `cargo xtask test-long`: all checks, with nothing sampled and broken files for a minute a reader, then the search of `cargo xtask fuzz`.

use crate::checks::HOSTILE_SECONDS;
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
    let outcomes = commands.map(|[name, argument]| {
        // By cargo, as a check may build this very program anew.
        let mut xtask = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        xtask.current_dir(step::root()).args(["xtask", name]);
        xtask.args((!argument.is_empty()).then_some(argument));
        xtask.env(HOSTILE_SECONDS, SECONDS).env_remove(sample::VARIABLE);
        step::run(name, &mut xtask)
    });
    step::summary("test-long", &outcomes)
}
