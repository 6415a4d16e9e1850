//! Where the pointer is while another program drags files over the window.
//!
//! winit hands the files on and keeps the place to itself, so the X server is asked. Other systems do not say: there,
//! files are dropped on the window as a whole.

/// The pointer as the system tells it, whoever has the keyboard.
#[derive(Clone, Copy, Debug)]
pub struct Pointed {
    /// Pixels from the top left of the window.
    pub at: [f32; 2],
    pub shift: bool,
    pub ctrl: bool,
}

#[cfg(target_os = "linux")]
mod x11 {
    use super::Pointed;
    use x11rb::protocol::xproto::{ConnectionExt, KeyButMask};
    use x11rb::rust_connection::RustConnection;

    /// A connection of its own, opened when files first hover.
    #[derive(Default)]
    pub struct Pointer {
        connection: Option<RustConnection>,
        failed: bool,
    }

    impl Pointer {
        /// Where it is over `window`; `None` where nobody says.
        pub fn place(&mut self, window: &winit::window::Window) -> Option<Pointed> {
            if self.connection.is_none() && !self.failed {
                self.connection = x11rb::connect(None).ok().map(|(connection, _)| connection);
                self.failed = self.connection.is_none();
            }
            let id = u32::try_from(u64::from(window.id())).ok()?;
            let reply = self.connection.as_ref()?.query_pointer(id).ok()?.reply().ok()?;
            reply.same_screen.then(|| Pointed {
                at: [f32::from(reply.win_x), f32::from(reply.win_y)],
                shift: reply.mask.contains(KeyButMask::SHIFT),
                ctrl: reply.mask.contains(KeyButMask::CONTROL),
            })
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod nowhere {
    use super::Pointed;

    #[derive(Default)]
    pub struct Pointer;

    impl Pointer {
        pub fn place(&mut self, _: &winit::window::Window) -> Option<Pointed> {
            None
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub use nowhere::Pointer;
#[cfg(target_os = "linux")]
pub use x11::Pointer;
