//! The program: a window or a command. Everything else is in the library.

use castview::cli::Request;
use std::process::ExitCode;

fn main() -> ExitCode {
    match castview::cli::run() {
        Request::Window(files) => castview::app::run(files),
        Request::Done(code) => code,
    }
}
