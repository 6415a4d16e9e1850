//! A broken Vulkan driver stands before the good one, and the window opens all the same: it says which adapter was passed over,
//! and does not try one again that has ended the program.

use crate::common::drivers::Drivers;
use crate::window_support::{Castview, Display, skipped, software_vulkan, wait_for};
use std::path::Path;
use std::process::{Command, Stdio};

fn start(drivers: &Drivers, what: &str, settings: &Path) -> Option<Castview> {
    software_vulkan()?;
    let variables = drivers.variables(what);
    let mut variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    variables.push(("CASTVIEW_CONFIG_DIR", settings.to_str()?));
    Castview::start_with([900, 640], &[], &variables)
}

/// A notice names the adapter, and says why.
fn is_passed_over(app: &mut Castview, why: &str) {
    let told = format!("Passed over: Broken GPU (Vulkan): {why}");
    let seen = wait_for(|| {
        app.assert_alive();
        let trace = std::fs::read_to_string(app.folder().join("trace.jsonl")).unwrap_or_default();
        trace.contains(&told).then_some(())
    });
    assert!(seen.is_some(), "{told}: {}", app.stderr());
}

#[test]
fn the_window_says_which_adapter_was_passed_over() {
    let Some(drivers) = Drivers::new() else { return };
    let settings = tempfile::tempdir().expect("a folder");
    let Some(mut app) = start(&drivers, "device", settings.path()) else {
        return;
    };
    is_passed_over(&mut app, "no device could be opened");
    assert!(app.close().success());
}

/// The driver ends the whole process while it is tried: the second start draws with the next adapter, and so does the third.
#[test]
fn a_driver_that_ends_the_program_is_not_tried_at_the_next_start() {
    let Some(drivers) = Drivers::new() else { return };
    let settings = tempfile::tempdir().expect("a folder");
    let Some(display) = Display::start([640, 480]) else {
        skipped::<()>("there is no Xvfb");
        return;
    };
    let mut crashed = Command::new(env!("CARGO_BIN_EXE_castview"))
        .env("DISPLAY", format!(":{}", display.number))
        .env("CASTVIEW_CONFIG_DIR", settings.path())
        .env("XDG_RUNTIME_DIR", settings.path())
        .env_remove("WAYLAND_DISPLAY")
        .envs(drivers.variables("crash"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let status = wait_for(|| crashed.try_wait().expect("a child of ours"));
    assert_eq!(status.map(|status| status.code()), Some(None), "a signal ends it");
    drop(display);
    for _ in 0..2 {
        let Some(mut app) = start(&drivers, "crash", settings.path()) else {
            return;
        };
        is_passed_over(&mut app, "castview ended while it was tried");
        assert!(app.close().success());
    }
}
