//! `cargo xtask COMMAND`: what a stranger needs after `git clone`.
//!
//! No dependencies, so that it starts in seconds on a fresh machine.

mod checks;
mod deny;
mod dist;
mod fuzz;
mod gpu_report;
mod long;
mod machine;
mod release;
mod sample;
mod step;
mod viewer;
mod windows;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  run [--as-is] [-- FILES…]   build castview and open its window (without a display: render a PNG)
  release                     build castview in release, without a path of this machine in it
  dist [--as-is]              make the packages for Linux and Windows, in target/dist
  test [--as-is]              every check and test: format, lints, docs, unit, integration and doc tests
  test-long                   all checks, nothing sampled, and broken files for a minute a reader: an hour or two
  test-windows [--as-is]      build castview for Windows and test it through Wine; skips loudly where that cannot be had
  provide-windows [--as-is]   install what test-windows needs; fails where that cannot be had
  check-macos                 compile castview for macOS, without linking; skips loudly where the target cannot be had
  deny                        hold licences, sources and versions of all dependencies to deny.toml; builds cargo-deny once
  gpu-report [--as-is] [-- …]   whether this machine's graphics adapter draws rightly, and how fast: 60 lines, in target/gpu-report.txt
  fuzz [SECONDS]              break files at random, that long for each target (60); what fails is kept
  demo                        write assets/ anew (the demo creature, its clip and textures, the icon, tables of light)
  environments                draw the built-in environments anew (assets/light); takes many minutes
  environment-maps            make the maps of surfaces anew from the backgrounds that are there; takes a while
  pictures                    draw the pictures of README and guide anew (docs/pictures)
  help                        this page

`run`, `dist`, `gpu-report` and the tests first look for what this machine lacks and install it with apt when they may;
--as-is goes on without looking. REQUIRE_GPU=1, REQUIRE_WINDOWS=1, REQUIRE_MACOS=1 and REQUIRE_DENY=1 turn skips into failures.";

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
        "fuzz" => fuzz::run(rest),
        "gpu-report" => gpu_report::run(files, as_is),
        "release" | "dist" | "test" | "test-long" | "test-windows" | "provide-windows" | "check-macos" | "deny"
        | "demo" | "environments" | "environment-maps" | "pictures"
            if !files.is_empty() =>
        {
            eprintln!("cargo xtask {command}: takes no {:?}\n\n{HELP}", files.join(" "));
            ExitCode::from(2)
        }
        "release" => release::run(),
        "dist" => dist::run(as_is),
        "test" => checks::run(as_is),
        "test-long" => long::run(),
        "test-windows" => windows::run(as_is),
        "provide-windows" => windows::provide_alone(as_is),
        "check-macos" => checks::compile_for_macos(),
        "deny" => deny::run(),
        "demo" => viewer::generate_demo(&[]),
        "environments" | "environment-maps" => viewer::generate_demo(&[command]),
        "pictures" => viewer::draw_pictures(),
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
