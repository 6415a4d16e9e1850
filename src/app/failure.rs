//! Why the window closed by itself, told on standard error and on the screen, and the exit code.

use super::display::window::WindowError;
use super::panics::Report;
use super::trace::Trace;
use crate::app::display::window::TITLE;
use std::io::IsTerminal;

/// Exit code of everything that could not produce what it was asked for.
pub(super) const FAILED: u8 = 2;

/// Exit code when the window system has gone away under the window.
pub(super) const NO_DISPLAY_ANY_MORE: u8 = 1;

/// Exit code after a mistake of ours; Rust's own for a panic.
pub(super) const PANICKED: u8 = 101;

/// Why the window closed by itself. One sentence each.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("there is no display to open a window on ({0}). `castview render FILE -o picture.png` works without one.")]
    NoDisplay(String),
    #[error("the connection to the window system broke, so the window closed; settings and markers are written ({0})")]
    DisplayLost(String),
    #[error("{}", .0.sentence)]
    Panicked(Report),
    #[error(transparent)]
    Window(#[from] WindowError),
    #[error("the graphics device was lost again and again, and no other adapter is left; the last reason was: {0}")]
    Gpu(String),
}

impl Failure {
    /// On the screen too, for those who started the program by its icon and see no terminal. A traced run is unattended.
    pub(super) fn show(&self) {
        let has_display = !matches!(self, Self::NoDisplay(_) | Self::DisplayLost(_));
        if has_display && !std::io::stderr().is_terminal() && !Trace::is_asked_for() {
            rfd::MessageDialog::new()
                .set_level(rfd::MessageLevel::Error)
                .set_title(TITLE)
                .set_description(self.to_string())
                .show();
        }
    }

    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::DisplayLost(_) => NO_DISPLAY_ANY_MORE,
            Self::Panicked(_) => PANICKED,
            Self::NoDisplay(_) | Self::Window(_) | Self::Gpu(_) => FAILED,
        }
    }
}
