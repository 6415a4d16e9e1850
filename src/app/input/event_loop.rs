//! The system's event loop, and what it can do.

use crate::app::failure::Failure;
use crate::app::logging::plain;
use crate::app::wake::Wake;
use winit::event_loop::EventLoop;

/// The system's event loop. Under Wayland it runs through XWayland if it can: winit delivers no file drops on Wayland.
pub fn event_loop() -> Result<EventLoop<Wake>, Failure> {
    let mut builder = EventLoop::<Wake>::with_user_event();
    #[cfg(target_os = "linux")]
    {
        use winit::platform::x11::EventLoopBuilderExtX11;
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if is_set("DISPLAY") {
            builder.with_x11();
            match builder.build() {
                Ok(event_loop) => return Ok(event_loop),
                // No X server after all: whatever else is there.
                Err(error) if is_set("WAYLAND_DISPLAY") => {
                    log::warn!(
                        "X11 could not be used, so files cannot be dropped on the window: {}",
                        plain(error)
                    );
                    builder = EventLoop::<Wake>::with_user_event();
                }
                Err(error) => return Err(Failure::NoDisplay(plain(error))),
            }
        }
    }
    builder.build().map_err(|error| Failure::NoDisplay(plain(error)))
}

/// Whether files can be dropped on windows of this loop.
pub fn accepts_drops(event_loop: &EventLoop<Wake>) -> bool {
    #[cfg(target_os = "linux")]
    {
        winit::platform::x11::EventLoopExtX11::is_x11(event_loop)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _: &EventLoop<Wake> = event_loop;
        true
    }
}
