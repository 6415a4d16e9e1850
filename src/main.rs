//! The program: a window or a command. Everything else is in the library.

use castview::cli::Request;
use std::process::ExitCode;

fn main() -> ExitCode {
    match castview::cli::run() {
        Request::Window {
            files,
            options,
            allowed,
            gpu,
        } => castview::app::run(files, options, &allowed, gpu),
        Request::Done(code) => code,
    }
}
