//! A drag source that speaks XDND 5, the protocol file managers drop files with.

use super::{Display, wait_for};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

const VERSION: u32 = 5;

/// One drag over one window, from enter to drop or leave.
pub struct Drag<'a> {
    display: &'a Display,
    source: Window,
    target: Window,
    /// `text/uri-list`.
    list: Vec<u8>,
}

impl<'a> Drag<'a> {
    /// Begins to hover over the middle of `target`; panics if it does not accept.
    pub fn enter(display: &'a Display, target: Window, paths: &[&Path]) -> Self {
        let connection = &display.connection;
        let source = connection.generate_id().expect("an id");
        connection
            .create_window(
                0,
                source,
                display.root,
                0,
                0,
                1,
                1,
                0,
                WindowClass::INPUT_ONLY,
                0,
                &CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE),
            )
            .expect("sent");
        let list = paths
            .iter()
            .flat_map(|path| uri(path).into_bytes().into_iter().chain(*b"\r\n"))
            .collect();
        let drag = Self {
            display,
            source,
            target,
            list,
        };
        connection
            .set_selection_owner(source, display.atom("XdndSelection"), x11rb::CURRENT_TIME)
            .expect("sent");
        drag.send(
            "XdndEnter",
            [source, VERSION << 24, display.atom("text/uri-list"), 0, 0],
        );

        let size = connection
            .get_geometry(target)
            .expect("sent")
            .reply()
            .expect("a window");
        let (x, y) = (size.width as i16 / 2, size.height as i16 / 2);
        let on_root = connection
            .translate_coordinates(target, display.root, x, y)
            .expect("sent")
            .reply()
            .expect("a window");
        let position = (u32::from(on_root.dst_x as u16) << 16) | u32::from(on_root.dst_y as u16);
        let copy = display.atom("XdndActionCopy");
        drag.send("XdndPosition", [source, 0, position, x11rb::CURRENT_TIME, copy]);
        let status = drag.await_message("XdndStatus");
        assert_eq!(status[1] & 1, 1, "the window refused the drag");
        drag
    }

    /// Lets go: the window takes the files.
    pub fn drop(self) {
        self.send("XdndDrop", [self.source, 0, x11rb::CURRENT_TIME, 0, 0]);
        let finished = self.await_message("XdndFinished");
        assert_eq!(finished[1] & 1, 1, "the window refused the drop");
        self.end();
    }

    /// Moves away without dropping.
    pub fn leave(self) {
        self.send("XdndLeave", [self.source, 0, 0, 0, 0]);
        self.end();
    }

    fn end(self) {
        self.display.connection.destroy_window(self.source).expect("sent");
        self.display.flush();
    }

    fn send(&self, kind: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, self.target, self.display.atom(kind), data);
        self.display
            .connection
            .send_event(false, self.target, EventMask::NO_EVENT, message)
            .expect("sent");
        self.display.flush();
    }

    /// The next message of that kind; hands out the file list meanwhile, to whoever asks for it.
    fn await_message(&self, kind: &str) -> [u32; 5] {
        let wanted = self.display.atom(kind);
        let message = wait_for(|| {
            while let Some(event) = self.display.connection.poll_for_event().expect("the server lives") {
                match event {
                    Event::SelectionRequest(request) => self.serve(&request),
                    Event::ClientMessage(message) if message.type_ == wanted && message.window == self.source => {
                        return Some(message.data.as_data32());
                    }
                    _ => {}
                }
            }
            None
        });
        message.unwrap_or_else(|| panic!("no {kind} from the window"))
    }

    fn serve(&self, request: &SelectionRequestEvent) {
        let connection = &self.display.connection;
        let kind = self.display.atom("text/uri-list");
        // Old clients leave the property to us.
        let mut property = if request.property == 0 {
            request.target
        } else {
            request.property
        };
        if request.target == kind {
            connection
                .change_property8(PropMode::REPLACE, request.requestor, property, kind, &self.list)
                .expect("sent");
        } else if request.target == self.display.atom("TARGETS") {
            connection
                .change_property32(PropMode::REPLACE, request.requestor, property, AtomEnum::ATOM, &[kind])
                .expect("sent");
        } else {
            property = x11rb::NONE;
        }
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property,
        };
        connection
            .send_event(false, request.requestor, EventMask::NO_EVENT, answer)
            .expect("sent");
        self.display.flush();
    }
}

/// `file://` with everything but plain characters percent-encoded.
fn uri(path: &Path) -> String {
    let path = path.canonicalize().expect("the dropped file exists");
    let mut uri = "file://".to_owned();
    for &byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
