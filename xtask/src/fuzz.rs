//! `cargo xtask fuzz [SECONDS]`: breaks files at random and sends them through everything that takes files, for that long each.
//!
//! The bodies are those of the tests; only the time is longer and the seed another one each day, so that every run looks at files
//! which nobody saw. The fuzzers of `fuzz/`, which need a nightly toolchain, search by coverage; this needs nothing.

use std::process::{Command, ExitCode};
use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS: u64 = 60;
/// Random rigs that the graphics adapter and the CPU are asked about.
const RIGS: &str = "2000";
/// Random runs of a session.
const RUNS: &str = "20000";

/// `arguments`: the seconds, if they are stated.
pub fn run(arguments: &[String]) -> ExitCode {
    let seconds = match arguments {
        [] => Ok(SECONDS),
        [seconds] => seconds.parse().map_err(|_| seconds.clone()),
        more => Err(more.join(" ")),
    };
    let seconds = match seconds {
        Ok(seconds) => seconds,
        Err(given) => {
            eprintln!("cargo xtask fuzz: wants a number of seconds, not {given:?}");
            return ExitCode::from(2);
        }
    };
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = (since.as_secs() / 86_400).to_string();
    println!("{seconds} s for each target, seed {seed}");
    // One target at a time, so that seconds of the clock are seconds of one core.
    let mut targets = cargo(&["--test", "hostile_bytes", "--", "--nocapture", "--test-threads=1"]);
    targets.args(["minutes", "ways", "against"]);
    targets.env("CASTVIEW_HOSTILE_SECONDS", seconds.to_string());
    targets.env("CASTVIEW_HOSTILE_SEED", &seed);
    let mut twins = cargo(&["--package", "castview-render", "--test", "deform", "--", "twins"]);
    twins.env("PROPTEST_CASES", RIGS).env("PROPTEST_RNG_SEED", &seed);
    let mut sessions = cargo(&["--package", "castview-session", "--lib", "--", "tests::derived"]);
    sessions.env("PROPTEST_CASES", RUNS).env("PROPTEST_RNG_SEED", &seed);
    // A fault found by one command is no reason to leave the others out.
    let outcomes = [targets, twins, sessions].map(|mut command| command.status().is_ok_and(|status| status.success()));
    match outcomes.into_iter().all(|is_fine| is_fine) {
        true => ExitCode::SUCCESS,
        false => {
            eprintln!(
                "What failed is kept as target/tmp/hostile.*; it becomes a named test in tests/hostile_bytes/found.rs"
            );
            ExitCode::FAILURE
        }
    }
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["test", "--locked"]).args(arguments);
    command
}
