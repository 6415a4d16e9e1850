//! A panic that nobody expects, in the built program: the log, the sentence, the dialog for those without a terminal, the exit
//! code, and what the user chose.
//!
//! The panic is the standard library's own. A small library, compiled here, lets the program's clock fail once.

use crate::window_support::{Display, fixture, skipped, software_vulkan, wait_for};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Exit code of the program after a mistake of ours.
const PANICKED: i32 = 101;

#[test]
fn an_unexpected_panic_is_logged_told_in_a_dialog_and_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failing_clock/failing_clock.c");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"])
        .args([&at("libfailing_clock.so"), &source])
        .arg("-ldl")
        .output();
    let is_there = compiled.as_ref().is_ok_and(|output| output.status.success());
    let Some(display) = Display::start([640, 480]).filter(|_| is_there) else {
        let is_required = std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1");
        assert!(
            !is_required,
            "REQUIRE_GPU=1, but there is no Xvfb or no C compiler: {compiled:?}"
        );
        skipped::<()>("there is no Xvfb or no C compiler");
        return;
    };
    // Where no portal answers, the dialog is a program of this name.
    let dialog = format!("#!/bin/sh\necho \"$@\" >> '{}'\n", at("dialog").display());
    std::fs::write(at("zenity"), dialog).expect("a writable folder");
    std::fs::set_permissions(at("zenity"), std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let path = std::env::var("PATH").unwrap_or_default();
    let stderr = std::fs::File::create(at("stderr")).expect("a file for stderr");
    let mut command = Command::new(env!("CARGO_BIN_EXE_castview"));
    command
        .arg(fixture::model_file(folder.path()))
        .env("DISPLAY", format!(":{}", display.number))
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .env("LD_PRELOAD", at("libfailing_clock.so"))
        .env("FAILING_CLOCK", at("flag"))
        .env("CASTVIEW_CONFIG_DIR", at("config"))
        .env("XDG_RUNTIME_DIR", folder.path())
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
        .env_remove("CASTVIEW_TRACE")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr);
    if std::env::var_os("VK_ICD_FILENAMES").is_none()
        && let Some(driver) = software_vulkan()
    {
        command.env("VK_ICD_FILENAMES", driver);
    }
    let mut child = command.spawn().expect("the binary starts");
    let told = || std::fs::read_to_string(at("stderr")).unwrap_or_default();
    // The title names the model when that is shown. A panic while the first letters are on their way to the GPU would be two in
    // a program with debug assertions: egui's own follows, and ends the process.
    let draws = wait_for(|| {
        let ended = child.try_wait().expect("a child of ours").is_some();
        let is_titled = display.find_titled("tower.cast — castview").is_some();
        (ended || is_titled).then_some(!ended)
    });
    if draws == Some(false) && told().contains("no graphics adapter") {
        skipped::<()>("there is no graphics adapter");
        return;
    }
    assert_eq!(draws, Some(true), "castview shows nothing: {}", told());
    let mut step = 0;
    let status = wait_for(|| {
        step += 1;
        // A window at rest needs no new letters. It asks for the time when the mouse moves; where a guard catches the panic, the
        // clock fails once more.
        if step % 100 == 0 {
            std::fs::write(at("flag"), "").expect("a writable folder");
        }
        if step >= 100 {
            display.move_mouse([300 + step % 100, 200]);
        }
        child.try_wait().expect("a child of ours")
    });
    let stderr = told();
    assert_eq!(status.expect("it ends").code(), Some(PANICKED), "{stderr}");

    let log = std::fs::read_to_string(at("config/panics.log")).expect("there is a log");
    assert!(log.contains("thread main") && log.contains("Invalid argument"), "{log}");
    assert!(log.lines().count() > 5, "with a backtrace: {log}");
    let log_path = at("config/panics.log").display().to_string();
    let dialog = std::fs::read_to_string(at("dialog")).expect("there was a dialog");
    for (what, text) in [("standard error", &stderr), ("the dialog", &dialog)] {
        assert!(text.contains("castview made a mistake"), "{what}: {text}");
        assert!(text.contains(&log_path), "{what} names the log: {text}");
    }
    assert!(at("config/settings.json").exists(), "what the user chose is written");
}
