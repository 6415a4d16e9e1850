//! Whether the X server that the window is on has ended.
//!
//! In: a connection of its own, opened before the window. Out: yes once that connection has ended. Asking for a new connection
//! would not tell: another server may have taken the display's number by then, as a display manager that restarts does.

#[cfg(target_os = "linux")]
mod x11 {
    use x11rb::protocol::xproto::ConnectionExt;
    use x11rb::rust_connection::RustConnection;

    /// `None` where there is no X server: then it cannot end.
    pub struct Server(Option<RustConnection>);

    impl Server {
        pub fn connect() -> Self {
            Self(x11rb::connect(None).ok().map(|(connection, _)| connection))
        }

        /// Waits for an answer, or for the end of the connection. winit unwraps its answers, so its end shows as a panic.
        pub fn is_gone(&self) -> bool {
            let answers = |connection: &RustConnection| {
                let asked = connection.get_input_focus();
                asked.is_ok_and(|cookie| cookie.reply().is_ok())
            };
            self.0.as_ref().is_some_and(|connection| !answers(connection))
        }
    }
}

/// Window systems of other platforms do not end before their programs.
#[cfg(not(target_os = "linux"))]
mod nowhere {
    pub struct Server;

    impl Server {
        pub fn connect() -> Self {
            Self
        }

        pub fn is_gone(&self) -> bool {
            false
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub use nowhere::Server;
#[cfg(target_os = "linux")]
pub use x11::Server;
