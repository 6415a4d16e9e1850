//! `cargo xtask COMMAND`: what a stranger needs after `git clone`.
//!
//! No dependencies, so that it starts in seconds on a fresh machine.

mod checks;
mod machine;
mod step;
mod viewer;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  run [--as-is] [-- FILES…]   build castview in release and open its window (without a display: render a PNG)
  test [--as-is]              every check and test: format, lints, unit, integration, doc tests, licences
  demo                        write assets/ anew (the demo creature, its clip and textures, the icon)
  help                        this page

`run` and `test` first look for what this machine lacks and install it with apt when they may;
--as-is goes on without looking.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        println!("{HELP}");
        return ExitCode::from(2);
    };
    // `cargo xtask run FILE` without the `--` means the same.
    let (as_is, rest) = match rest.split_first() {
        Some((first, rest)) if first == "--as-is" => (true, rest),
        _ => (false, rest),
    };
    let files = match rest.split_first() {
        Some((first, files)) if first == "--" => files,
        _ => rest,
    };
    match command.as_str() {
        "run" => viewer::run(files, as_is),
        "test" | "demo" if !files.is_empty() => {
            eprintln!("cargo xtask {command}: takes no {:?}\n\n{HELP}", files.join(" "));
            ExitCode::from(2)
        }
        "test" => checks::run(as_is),
        "demo" => viewer::generate_demo(),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        unknown => {
            eprintln!("cargo xtask: there is no command {unknown:?}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}
