//! Commands that draw never touch a display.

/// Graphics drivers look at these on their own: a Vulkan loader with `DISPLAY` set connects to the X server, even when
/// nobody asked for a window (and takes six times as long).
#[cfg(unix)]
const DISPLAYS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Makes sure that no driver finds a display: starts this program again, in place of itself, without those variables. A
/// running program cannot safely change its own, as other threads may be reading them.
///
/// Returns when there is no display to hide, or when it could not be hidden (then drawing works all the same).
#[cfg(unix)]
pub fn hide_display() {
    use std::os::unix::process::CommandExt;
    if DISPLAYS.iter().all(|name| std::env::var_os(name).is_none()) {
        return;
    }
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let mut again = std::process::Command::new(program);
    let mut words = std::env::args_os();
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    again.args(words);
    for name in DISPLAYS {
        again.env_remove(name);
    }
    // Only comes back if it failed.
    let _ = again.exec();
}

/// Elsewhere drivers need no display server.
#[cfg(not(unix))]
pub fn hide_display() {}
