//! Commands that draw never touch a display.

/// Graphics drivers look at these on their own: with `DISPLAY` set they connect to the X server, even when nobody asked
/// for a window (and take six times as long).
#[cfg(unix)]
const DISPLAYS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Switches off Mesa's device-select layer, which tries the default Wayland socket even without `WAYLAND_DISPLAY`. Its
/// work, choosing an adapter, is ours here.
#[cfg(unix)]
const NO_DEVICE_SELECT: &str = "NODEVICE_SELECT";

/// Makes sure that no driver finds a display: starts this program again, in place of itself, in a cleaned environment. A
/// running program cannot safely change its own, as other threads may be reading it.
///
/// Returns when there is nothing to hide, or when it could not be hidden (then drawing works all the same).
#[cfg(unix)]
pub fn hide_display() {
    use std::env;
    use std::os::unix::process::CommandExt;
    let has_display = DISPLAYS.iter().any(|name| env::var_os(name).is_some());
    let selects_device = cfg!(target_os = "linux") && env::var_os(NO_DEVICE_SELECT).is_none();
    if !has_display && !selects_device {
        return;
    }
    let Ok(program) = env::current_exe() else {
        return;
    };
    let mut again = std::process::Command::new(program);
    let mut words = env::args_os();
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    again.args(words).env(NO_DEVICE_SELECT, "1");
    for name in DISPLAYS {
        again.env_remove(name);
    }
    // Only comes back if it failed. Nothing was opened or read so far.
    drop(again.exec());
}

/// Elsewhere drivers need no display server.
#[cfg(not(unix))]
pub fn hide_display() {}
