//! Signals that end the program: a terminating signal, Ctrl+C, a closed terminal.
//!
//! In: SIGTERM, SIGINT, SIGHUP. Out: a wake of the event loop, which leaves as if its window had been closed; so settings and markers
//! are written. The exit code is 128 + the signal's number, as shells tell it. Windows ends programs without asking us here.

use crate::app::background::in_background;
use crate::app::wake::Wake;
use crate::files::ignored_signals;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::time::Duration;
use winit::event_loop::EventLoopProxy;

/// A program that has not ended by then hangs, in a driver for instance. The user's choices were written as they were made.
const PATIENCE: Duration = Duration::from_secs(10);

/// From here on. Signals that whoever started the program had ignored (`nohup`) stay ignored.
pub fn listen(proxy: EventLoopProxy<Wake>) {
    let ignored = ignored_signals();
    let heard = [SIGTERM, SIGINT, SIGHUP]
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0);
    match Signals::new(heard) {
        Ok(mut signals) => in_background(Box::new(move || {
            for (before, signal) in signals.forever().enumerate() {
                // A second one ends a program that hangs; so does one after the loop has ended.
                if before > 0 || proxy.send_event(Wake::Signal(signal)).is_err() {
                    end_now(exit_code(signal));
                }
                end_soon(exit_code(signal));
            }
        })),
        Err(error) => log::warn!("signals end the program without saving: {error}"),
    }
}

/// The process ends within [`PATIENCE`], whatever the end of the program still waits for: a driver, or a destructor.
pub fn end_soon(code: u8) {
    in_background(Box::new(move || {
        std::thread::sleep(PATIENCE);
        end_now(code);
    }));
}

/// Without what drivers have asked to be called at the end. `std::process::exit` would wait for ever for a main thread that hangs there.
fn end_now(code: u8) {
    signal_hook::low_level::exit(code.into());
}

/// Exit code that a shell gives for a program that the signal has ended.
pub fn exit_code(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}
