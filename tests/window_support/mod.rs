//! A real X server, a real drag source, a real mouse: what the window tests drive the binary with.

mod castview;
mod display;
mod drag;
pub mod fixture;
mod picture;

pub use castview::{CONTROL_KEY, Castview, Control, State, skipped, software_vulkan};
pub use display::Display;
pub use picture::Shot;

use std::time::{Duration, Instant};

/// Nothing here depends on how fast the machine is; this only ends a test that would wait for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks until `ask` answers; `None` after [`PATIENCE`].
pub fn wait_for<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = ask() {
            return Some(answer);
        }
        if Instant::now() > end {
            return None;
        }
        std::thread::sleep(Duration::from_millis(15));
    }
}
