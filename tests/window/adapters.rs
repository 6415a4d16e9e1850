//! A broken Vulkan driver stands before the good one, and the window opens all the same: it says which adapter was passed over,
//! and does not try one again that has ended the program.

use crate::window_support::{Castview, Display, skipped, software_vulkan, wait_for};
use castview_testkit::drivers::Drivers;
use std::path::Path;
use std::process::{Command, Stdio};

/// `apis`: the interfaces that may be asked.
fn start(drivers: &Drivers, (what, apis): (&str, &str), settings: &Path) -> Option<Castview> {
    software_vulkan()?;
    let variables = drivers.variables(what);
    let mut variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    variables.push(("CASTVIEW_CONFIG_DIR", settings.to_str()?));
    variables.push(("WGPU_BACKEND", apis));
    Castview::start_with([900, 640], &[], &variables)
}

/// A notice says what was passed over, and why.
fn is_passed_over(app: &mut Castview, what: &str, why: &str) {
    let told = format!("Passed over: {what} (Vulkan): {why}");
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
    let Some(mut app) = start(&drivers, ("device", "vulkan"), settings.path()) else {
        return;
    };
    is_passed_over(&mut app, "Broken GPU", "no device could be opened");
    assert!(app.close().success());
}

/// Starts the window with a driver that ends the whole process.
fn crash(drivers: &Drivers, (what, apis): (&str, &str), settings: &Path) {
    let Some(display) = Display::start([640, 480]) else {
        skipped::<()>("there is no Xvfb");
        return;
    };
    let mut crashed = Command::new(env!("CARGO_BIN_EXE_castview"))
        .env("DISPLAY", format!(":{}", display.number))
        .env("CASTVIEW_CONFIG_DIR", settings)
        .env("XDG_RUNTIME_DIR", settings)
        .env_remove("WAYLAND_DISPLAY")
        .envs(drivers.variables(what))
        .env("WGPU_BACKEND", apis)
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let status = wait_for(|| crashed.try_wait().expect("a child of ours"));
    assert_eq!(status.map(|status| status.code()), Some(None), "a signal ends it");
}

/// The driver ends the whole process while it is tried: the second start draws with the next adapter, and so does the third.
#[test]
fn a_driver_that_ends_the_program_is_not_tried_at_the_next_start() {
    let Some(drivers) = Drivers::new() else { return };
    let settings = tempfile::tempdir().expect("a folder");
    let how = ("crash", "vulkan");
    crash(&drivers, how, settings.path());
    for _ in 0..2 {
        let Some(mut app) = start(&drivers, how, settings.path()) else {
            return;
        };
        is_passed_over(&mut app, "Broken GPU", "castview ended while it was tried");
        assert!(app.close().success());
    }
}

/// The same while the driver lists its adapters: the interface is not asked again, as another one has an adapter that works.
#[test]
fn a_driver_that_ends_the_program_while_it_lists_adapters_is_not_asked_at_the_next_start() {
    let Some(drivers) = Drivers::new() else { return };
    let settings = tempfile::tempdir().expect("a folder");
    let how = ("list", "vulkan,gl");
    crash(&drivers, how, settings.path());
    for _ in 0..2 {
        let Some(mut app) = start(&drivers, how, settings.path()) else {
            return;
        };
        is_passed_over(&mut app, "all adapters", "castview ended while they were listed");
        assert!(app.close().success());
    }
}
