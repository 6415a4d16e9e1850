//! Files for a window that is there already: `castview --send FILE`.
//!
//! A window listens to its own user alone: on a socket in a folder of the user's own (`unix`), or on a named pipe for its owner (`windows`).
//! In: absolute paths. Out: an answer, after the window has taken them. The newest window that answers gets the files.
//! A window takes nothing that its sender has given up on. Elsewhere nothing is handed over.

mod talk;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

#[cfg(unix)]
pub use unix::{listen, send};
#[cfg(windows)]
pub use windows::{listen, send};

/// Bytes of all paths that are sent together.
const MOST_BYTES: u64 = 1 << 20;
/// Neither side waits longer for the other.
const PATIENCE: Duration = Duration::from_secs(2);
/// Nobody waits longer for all windows together.
const WHOLE_PATIENCE: Duration = Duration::from_secs(4);

/// The outcome of sending files to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// A window has them.
    Taken,
    /// There is no window that could have them.
    NoWindow,
    /// A window is there and says nothing. It will not open them.
    Unanswered,
    /// A window was told to open them, and has not said that it did.
    Unsure,
}

/// The file by which others find a window. It is removed with the window.
pub struct Listening {
    place: PathBuf,
}

impl Drop for Listening {
    fn drop(&mut self) {
        // Whoever finds it finds nobody behind it.
        let _ = std::fs::remove_file(&self.place);
    }
}

#[cfg(not(any(unix, windows)))]
pub fn listen(_: impl Fn(Vec<PathBuf>) -> bool + Send + 'static) -> Option<Listening> {
    None
}

#[cfg(not(any(unix, windows)))]
pub fn send(_: &[PathBuf]) -> Sent {
    Sent::NoWindow
}

/// The user's own folder for what lasts as long as a login.
fn folder() -> io::Result<PathBuf> {
    let named = std::env::var_os("XDG_RUNTIME_DIR").filter(|folder| cfg!(unix) && !folder.is_empty());
    let own = || {
        Some(
            directories::ProjectDirs::from("", "", "castview")?
                .cache_dir()
                .to_owned(),
        )
    };
    let parent = named.map(PathBuf::from).or_else(own);
    let parent = parent.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no home"))?;
    Ok(parent.join("castview"))
}

/// The files of windows in `folder`. Clocks of file systems are coarse: of two at one time the later name counts as newer.
fn newest_first(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut places: Vec<(SystemTime, PathBuf)> = std::fs::read_dir(folder)?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|there| there == extension))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    places.sort();
    Ok(places.into_iter().rev().map(|(_, place)| place).collect())
}
