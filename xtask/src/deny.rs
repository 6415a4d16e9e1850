//! `cargo xtask deny`: licences, sources and duplicate versions of every dependency, by the rules of `deny.toml`.
//!
//! Needs cargo-deny, which is built once where it is missing and kept in cargo's own folder. It is built without optimising: it runs for
//! seconds, and optimising it took minutes. Advisories are looked at where their database can be reached; a new one is told and fails nothing,
//! because it comes without a change of ours.

use crate::step::{self, root};
use std::process::{Command, ExitCode};

/// The version that `deny.toml` was written for.
const VERSION: &str = "0.20.2";

pub fn run() -> ExitCode {
    if let Err(why) = provide() {
        return step::not_checked("licences and versions of the dependencies", "REQUIRE_DENY", &why);
    }
    let rules = step::run(
        "deny",
        deny(&["check", "licenses", "bans", "sources"]).arg("--hide-inclusion-graph"),
    );
    advisories();
    step::summary("deny", &[rules])
}

fn provide() -> Result<(), String> {
    let is_there = || {
        deny(&["--version"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if is_there() {
        return Ok(());
    }
    let mut install = Command::new("cargo");
    install.args(["install", "--debug", "--locked", "--version", VERSION, "cargo-deny"]);
    println!("{}", step::spelled(&install));
    step::silent(install.current_dir(root()))?;
    is_there().then_some(()).ok_or("cargo-deny does not start".into())
}

/// `cargo deny`, in the folder of `deny.toml`.
fn deny(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.arg("deny").args(arguments).current_dir(root());
    command
}

/// Tells which dependencies are known to be weak.
fn advisories() {
    println!("\n== advisories: {}", step::spelled(&deny(&["check", "advisories"])));
    match deny(&["check", "advisories", "--hide-inclusion-graph"]).output() {
        Ok(output) if output.status.success() => println!("== advisories: none"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            if said.contains("failed to fetch advisory database") {
                println!("== NOT CHECKED: advisories: their database cannot be reached");
            } else {
                println!("{said}== ADVISORIES ARE THERE: see above");
            }
        }
        Err(error) => println!("== NOT CHECKED: advisories: {error}"),
    }
}
