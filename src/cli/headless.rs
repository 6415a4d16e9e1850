//! Commands that draw never touch a display, and draw in memory of large pages.
//!
//! Drivers read both from the environment. A running program cannot safely change its own, as other threads may be reading it.

/// Graphics drivers look at these on their own: with `DISPLAY` set they connect to the X server, even when nobody asked
/// for a window (and take six times as long).
#[cfg(unix)]
const DISPLAYS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Switches off Mesa's device-select layer, which tries the default Wayland socket even without `WAYLAND_DISPLAY`. Its
/// work, choosing an adapter, is ours here.
#[cfg(unix)]
const NO_DEVICE_SELECT: &str = "NODEVICE_SELECT";

/// How glibc hands out memory: from one heap, in large pages where the system gives these to who asks. Mesa's software renderer takes
/// some hundred megabytes for what it sorts and draws, and every page of 4 kB of it is a fault: a tenth to a fifth of the time of a picture.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MEMORY: Option<[&str; 2]> = Some(["GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1"]);
#[cfg(all(unix, not(all(target_os = "linux", target_env = "gnu"))))]
const MEMORY: Option<[&str; 2]> = None;

/// Starts this program again, in place of itself, in an environment as drawing wants it.
///
/// Returns when that is the case already, or when it could not be started (then drawing works all the same).
#[cfg(unix)]
pub fn be_headless() {
    use std::env;
    use std::os::unix::process::CommandExt;
    let Some((removed, added)) = changes(cfg!(target_os = "linux"), |name| env::var_os(name).is_some()) else {
        return;
    };
    let Ok(program) = env::current_exe() else {
        return;
    };
    let mut again = std::process::Command::new(program);
    let mut words = env::args_os();
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    again.args(words).envs(added.map(|[name, value]| (name, value)));
    for name in removed {
        again.env_remove(name);
    }
    // Only comes back if it failed. Nothing was opened or read so far.
    drop(again.exec());
}

/// Elsewhere drivers need no display server.
#[cfg(not(unix))]
pub fn be_headless() {}

/// Variables that are taken from the environment, and those that are set there; `None`: no driver would find a display as it is.
/// What somebody says about memory stays as it is.
#[cfg(unix)]
fn changes(
    selects_device: bool,
    is_set: impl Fn(&str) -> bool,
) -> Option<(
    impl Iterator<Item = &'static str>,
    impl Iterator<Item = [&'static str; 2]>,
)> {
    let has_display = DISPLAYS.iter().any(|name| is_set(name));
    let selects_device = selects_device && !is_set(NO_DEVICE_SELECT);
    let memory = MEMORY.filter(|[name, _]| !is_set(name));
    (has_display || selects_device).then(|| {
        let added = memory.into_iter().chain([[NO_DEVICE_SELECT, "1"]]);
        (DISPLAYS.into_iter(), added)
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// What the program finds after it was started again.
    fn after(before: &[&'static str]) -> Option<Vec<&'static str>> {
        let (removed, added) = changes(true, |name| before.contains(&name))?;
        let removed: Vec<&str> = removed.collect();
        let kept = before.iter().copied().filter(|name| !removed.contains(name));
        Some(kept.chain(added.map(|[name, _]| name)).collect())
    }

    #[test]
    fn a_second_start_finds_no_display_and_is_the_last() {
        let memory: &[&str] = if MEMORY.is_some() { &["GLIBC_TUNABLES"] } else { &[] };
        let mine = [memory, &[NO_DEVICE_SELECT]].concat();
        assert_eq!(after(&["DISPLAY", "WAYLAND_SOCKET"]), Some(mine.clone()));
        assert_eq!(after(&[]), Some(mine.clone()));
        assert_eq!(after(&[NO_DEVICE_SELECT]), None);
        assert_eq!(after(&mine), None);
    }

    #[test]
    fn what_was_said_about_memory_stays() {
        if MEMORY.is_some() {
            let theirs = ["GLIBC_TUNABLES", "DISPLAY"];
            let (_, mut added) = changes(true, |name| theirs.contains(&name)).expect("a second start");
            assert!(added.all(|[name, _]| name == NO_DEVICE_SELECT));
        }
    }
}
