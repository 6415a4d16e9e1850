//! The program: a window or a command. Everything else is in the library.

use castview::cli::Invocation;
use std::process::ExitCode;

fn main() -> ExitCode {
    match castview::cli::run() {
        #[cfg(not(feature = "window"))]
        Invocation::Window { .. } => {
            eprintln!("this castview was built without its window; castview --help lists its commands");
            ExitCode::from(2)
        }
        #[cfg(feature = "window")]
        Invocation::Window {
            files,
            options,
            allowed,
            gpu,
            sends,
            view,
            told,
            without_cache,
        } => castview::app::run(castview::app::Start {
            files,
            options,
            allowed,
            adapter: gpu,
            sends,
            view,
            told,
            without_cache,
        }),
        #[cfg(not(feature = "window"))]
        Invocation::Diagnostics { .. } => {
            eprintln!("this castview was built without its window, whose settings and log a report is about");
            ExitCode::from(2)
        }
        #[cfg(feature = "window")]
        Invocation::Diagnostics { output, adapters } => castview::app::write_report(&output, &adapters),
        Invocation::Done(code) => code,
    }
}
