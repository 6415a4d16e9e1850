//! The program: a window or a command. Everything else is in the library.

use castview::cli::Request;
use std::process::ExitCode;

fn main() -> ExitCode {
    match castview::cli::run() {
        #[cfg(not(feature = "window"))]
        Request::Window { .. } => {
            eprintln!("this castview was built without its window; castview --help lists its commands");
            ExitCode::from(2)
        }
        #[cfg(feature = "window")]
        Request::Window {
            files,
            options,
            allowed,
            gpu,
        } => castview::app::run(files, options, &allowed, gpu),
        Request::Done(code) => code,
    }
}
