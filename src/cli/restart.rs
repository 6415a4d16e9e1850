//! The environment as graphics drivers see it.
//!
//! A running program cannot safely change its own environment, as other threads may be reading it. It starts again in place of itself, with
//! the same words, files and number of process; nothing was opened or read before.

use super::output::complain;
use crate::files::{SHADER_CACHE_OFF, shader_cache_trouble};
use std::ffi::OsString;

/// Graphics drivers look at these on their own: with `DISPLAY` set they connect to the X server, even when nobody asked
/// for a window (and take six times as long).
const DISPLAYS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Switches off Mesa's device-select layer, which tries the default Wayland socket even without `WAYLAND_DISPLAY`. Its
/// work, choosing an adapter, is ours here.
const NO_DEVICE_SELECT: &str = "NODEVICE_SELECT";

/// Tells the program that starts again why the driver's cache is off.
const WITHOUT_CACHE: &str = "CASTVIEW_WITHOUT_SHADER_CACHE";

/// For commands that draw: no driver finds a display, and none writes into a cache that cannot be written.
///
/// Returns when nothing is to be changed, or when it could not be changed, which is told (then drawing works all the same, as a rule).
pub fn for_drawing() {
    let has_display = DISPLAYS.iter().any(|name| std::env::var_os(name).is_some());
    let selects_device = cfg!(target_os = "linux") && std::env::var_os(NO_DEVICE_SELECT).is_none();
    let mut changes = without_cache();
    if has_display || selects_device {
        changes.extend(DISPLAYS.map(|name| (name, None)));
        changes.push((NO_DEVICE_SELECT, Some("1".into())));
    }
    start_again(&changes);
    if let Some(trouble) = told() {
        complain(trouble);
    }
}

/// For the window. Returns why the driver's cache is off, if castview has switched it off.
pub fn for_window() -> Option<String> {
    start_again(&without_cache());
    told().inspect(|trouble| complain(trouble))
}

/// Variables and what they become; `None`: they go.
type Changes = Vec<(&'static str, Option<OsString>)>;

fn without_cache() -> Changes {
    let Some(trouble) = shader_cache_trouble() else {
        return Vec::new();
    };
    let off = SHADER_CACHE_OFF.map(|(name, value)| (name, Some(value.into())));
    let told = (WITHOUT_CACHE, Some(trouble.to_string().into()));
    off.into_iter().chain([told]).collect()
}

fn told() -> Option<String> {
    Some(std::env::var_os(WITHOUT_CACHE)?.to_string_lossy().into_owned())
}

/// Only comes back if there is nothing to change, or if it failed.
#[cfg(unix)]
fn start_again(changes: &Changes) {
    use std::env;
    use std::os::unix::process::CommandExt;
    if changes.is_empty() {
        return;
    }
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(error) => return complain(format!("this program cannot find itself to start again ({error})")),
    };
    let mut again = std::process::Command::new(program);
    let mut words = env::args_os();
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    again.args(words);
    for (name, value) in changes {
        match value {
            Some(value) => again.env(name, value),
            None => again.env_remove(name),
        };
    }
    let error = again.exec();
    complain(format!("this program cannot start again ({error})"));
}

/// Elsewhere drivers need no display server, and map no such index.
#[cfg(not(unix))]
fn start_again(_: &Changes) {}
