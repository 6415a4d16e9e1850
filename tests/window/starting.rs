//! How the window comes up: as large as it was left.

use crate::window_support::{Display, skipped, software_vulkan, wait_for};
use std::process::{Child, Command, Stdio};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt, EventMask};

/// Ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The test hears what a window manager would hear: it forgets wishes of windows that are not on the screen yet.
#[test]
fn a_maximized_window_asks_for_that_once_it_is_on_the_screen() {
    let Some(display) = Display::start([1280, 720]) else {
        let _: Option<()> = skipped("there is no Xvfb");
        return;
    };
    let hears = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
    let asked = display.connection.change_window_attributes(display.root, &hears);
    asked.expect("sent").check().expect("nobody else hears it");
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("settings.json"), r#"{"maximized":true}"#).expect("settings");
    let mut command = Command::new(env!("CARGO_BIN_EXE_castview"));
    command
        .env("DISPLAY", format!(":{}", display.number))
        .env("CASTVIEW_CONFIG_DIR", folder.path())
        .env("XDG_RUNTIME_DIR", folder.path())
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if std::env::var_os("VK_ICD_FILENAMES").is_none()
        && let Some(driver) = software_vulkan()
    {
        command.env("VK_ICD_FILENAMES", driver);
    }
    let _running = Running(command.spawn().expect("the binary starts"));
    let state = display.atom("_NET_WM_STATE");
    let maximized = display.atom("_NET_WM_STATE_MAXIMIZED_VERT");
    let mut shown = Vec::new();
    let heard = wait_for(|| {
        while let Some(event) = display.connection.poll_for_event().expect("the server answers") {
            match event {
                Event::MapNotify(event) => shown.push(event.window),
                Event::ClientMessage(event)
                    if event.type_ == state
                        && event.data.as_data32()[1..3].contains(&maximized)
                        && shown.contains(&event.window) =>
                {
                    return Some(());
                }
                _ => {}
            }
        }
        None
    });
    heard.expect("the window asks for all of the screen");
}
