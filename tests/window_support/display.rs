//! One X server of our own, with a keyboard and a mouse.

use super::{Shot, wait_for};
use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt, CreateWindowAux, ImageFormat, InputFocus,
    KEY_PRESS_EVENT, KEY_RELEASE_EVENT, Keycode, MOTION_NOTIFY_EVENT, MapState, Window, WindowClass,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

pub struct Display {
    server: Child,
    pub number: u32,
    pub connection: RustConnection,
    pub root: Window,
    /// Interned names.
    atoms: RefCell<Vec<(String, u32)>>,
}

impl Drop for Display {
    fn drop(&mut self) {
        // The server is ours alone; nobody else can be on it.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Display {
    /// `None` if there is no Xvfb on this machine.
    pub fn start(size: [u16; 2]) -> Option<Self> {
        let screen = format!("{}x{}x24", size[0], size[1]);
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                &screen,
                "-nolisten",
                "tcp",
                "-noreset",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut line = String::new();
        let output = server.stdout.take().expect("piped above");
        BufReader::new(output)
            .read_line(&mut line)
            .expect("Xvfb says its number");
        let number: u32 = line.trim().parse().expect("Xvfb says its number");
        let (connection, screen) = wait_for(|| x11rb::connect(Some(&format!(":{number}"))).ok()).expect("Xvfb answers");
        let root = connection.setup().roots[screen].root;
        Some(Self {
            server,
            number,
            connection,
            root,
            atoms: RefCell::default(),
        })
    }

    /// Ends the server at once; nothing can be asked of it afterwards.
    pub fn kill(&mut self) {
        self.server.kill().expect("a child of ours");
        self.server.wait().expect("a child of ours");
    }

    /// Ends the server at once and starts another of the same number, as a display manager does. Nothing can be asked of the one
    /// that has ended.
    pub fn replace(&mut self) {
        self.kill();
        let name = format!(":{}", self.number);
        self.server = Command::new("Xvfb")
            .args([name.as_str(), "-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("there was one before");
        wait_for(|| x11rb::connect(Some(&name)).ok()).expect("the next server answers");
    }

    pub fn atom(&self, name: &str) -> u32 {
        if let Some((_, atom)) = self.atoms.borrow().iter().find(|(known, _)| known == name) {
            return *atom;
        }
        let atom = self
            .connection
            .intern_atom(false, name.as_bytes())
            .expect("sent")
            .reply()
            .expect("an atom")
            .atom;
        self.atoms.borrow_mut().push((name.to_owned(), atom));
        atom
    }

    /// The window that is mapped and takes drops; ours is the only program here.
    pub fn find_window(&self) -> Option<Window> {
        let aware = self.atom("XdndAware");
        self.mapped_window(|window| {
            let property = self
                .connection
                .get_property(false, window, aware, AtomEnum::ANY, 0, 1)
                .ok()?
                .reply();
            Some(property.ok()?.value_len > 0)
        })
    }

    /// The mapped window with that title.
    pub fn find_titled(&self, title: &str) -> Option<Window> {
        self.mapped_window(|window| {
            let property = self
                .connection
                .get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 64)
                .ok()?
                .reply();
            Some(property.ok()?.value == title.as_bytes())
        })
    }

    /// The first that is wanted; windows come and go meanwhile.
    fn mapped_window(&self, wanted: impl Fn(Window) -> Option<bool>) -> Option<Window> {
        let mut left = vec![self.root];
        while let Some(window) = left.pop() {
            let Ok(tree) = self.connection.query_tree(window).ok()?.reply() else {
                continue;
            };
            left.extend(tree.children);
            let is_mapped = || {
                let attributes = self.connection.get_window_attributes(window).ok()?.reply().ok()?;
                Some(attributes.map_state == MapState::VIEWABLE)
            };
            if window != self.root && wanted(window) == Some(true) && is_mapped() == Some(true) {
                return Some(window);
            }
        }
        None
    }

    /// Where the upper left corner of `window` is on the screen.
    pub fn origin(&self, window: Window) -> [i32; 2] {
        let place = self
            .connection
            .translate_coordinates(window, self.root, 0, 0)
            .expect("sent")
            .reply()
            .expect("a window");
        [place.dst_x.into(), place.dst_y.into()]
    }

    /// Keys go to `window`, as a window manager would see to.
    pub fn focus(&self, window: Window) {
        self.connection
            .set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)
            .expect("sent");
        self.flush();
    }

    pub fn move_mouse(&self, [x, y]: [i32; 2]) {
        self.fake(MOTION_NOTIFY_EVENT, 0, [x, y]);
    }

    /// The left button.
    pub fn press_mouse(&self) {
        self.fake(BUTTON_PRESS_EVENT, 1, [0, 0]);
    }

    pub fn release_mouse(&self) {
        self.fake(BUTTON_RELEASE_EVENT, 1, [0, 0]);
    }

    pub fn click(&self, at: [i32; 2]) {
        self.click_with(at, 1, &[]);
    }

    /// Clicks with the button of that number (2: the middle one), keys held by their X keysyms.
    pub fn click_with(&self, at: [i32; 2], button: u8, modifiers: &[u32]) {
        self.move_mouse(at);
        let codes: Vec<Keycode> = modifiers.iter().map(|keysym| self.keycode(*keysym).0).collect();
        for code in &codes {
            self.fake(KEY_PRESS_EVENT, *code, [0, 0]);
        }
        self.fake(BUTTON_PRESS_EVENT, button, [0, 0]);
        self.fake(BUTTON_RELEASE_EVENT, button, [0, 0]);
        for code in &codes {
            self.fake(KEY_RELEASE_EVENT, *code, [0, 0]);
        }
    }

    /// Taps a key by its X keysym (Latin-1 characters are their own), `modifiers` held.
    pub fn tap(&self, keysym: u32, modifiers: &[u32]) {
        let codes: Vec<Keycode> = modifiers
            .iter()
            .chain([&keysym])
            .map(|keysym| self.keycode(*keysym).0)
            .collect();
        for code in &codes {
            self.fake(KEY_PRESS_EVENT, *code, [0, 0]);
        }
        for code in codes.iter().rev() {
            self.fake(KEY_RELEASE_EVENT, *code, [0, 0]);
        }
    }

    /// Types Latin-1 characters.
    pub fn type_text(&self, text: &str) {
        const SHIFT: u32 = 0xffe1;
        for keysym in text.chars().map(u32::from) {
            let (_, column) = self.keycode(keysym);
            self.tap(keysym, if column == 1 { &[SHIFT] } else { &[] });
        }
    }

    /// The key with that symbol, and the symbol's column: 1 takes Shift.
    fn keycode(&self, keysym: u32) -> (Keycode, usize) {
        let setup = self.connection.setup();
        let (first, count) = (setup.min_keycode, setup.max_keycode - setup.min_keycode + 1);
        let map = self
            .connection
            .get_keyboard_mapping(first, count)
            .expect("sent")
            .reply()
            .expect("a keyboard");
        let per_code = usize::from(map.keysyms_per_keycode);
        let at = map
            .keysyms
            .iter()
            .position(|known| *known == keysym)
            .expect("a key for that symbol");
        (first + u8::try_from(at / per_code).expect("a keycode"), at % per_code)
    }

    fn fake(&self, kind: u8, detail: u8, [x, y]: [i32; 2]) {
        let [x, y] = [x, y].map(|at| i16::try_from(at).expect("on the screen"));
        self.connection
            .xtest_fake_input(kind, detail, 0, self.root, x, y, 0)
            .expect("sent");
        self.flush();
    }

    /// Returns the present content of the screen.
    pub fn shoot(&self) -> Shot {
        let size = self
            .connection
            .get_geometry(self.root)
            .expect("sent")
            .reply()
            .expect("a screen");
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, size.width, size.height, !0)
            .expect("sent")
            .reply()
            .expect("an image");
        Shot::from_bgrx([size.width.into(), size.height.into()], image.data)
    }

    /// The text on the clipboard, if there is one.
    pub fn clipboard(&self) -> Option<String> {
        let bytes = self.clipboard_as("UTF8_STRING");
        bytes.map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    }

    /// The content of the clipboard in the form of that name, if it has one.
    pub fn clipboard_as(&self, form: &str) -> Option<Vec<u8>> {
        let (selection, text) = (self.atom("CLIPBOARD"), self.atom(form));
        let connection = &self.connection;
        let asker = connection.generate_id().expect("an id");
        let aux = CreateWindowAux::new();
        connection
            .create_window(0, asker, self.root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &aux)
            .expect("sent");
        connection
            .convert_selection(asker, selection, text, selection, x11rb::CURRENT_TIME)
            .expect("sent");
        self.flush();
        let answer = wait_for(|| match connection.poll_for_event().expect("the server listens") {
            Some(Event::SelectionNotify(answer)) if answer.requestor == asker => Some(answer),
            _ => None,
        });
        let is_there = answer.expect("an answer").property != x11rb::NONE;
        let read = |()| {
            let property = connection.get_property(true, asker, selection, text, 0, u32::MAX / 4);
            property.expect("sent").reply().expect("a property").value
        };
        let value = is_there.then_some(()).map(read);
        connection.destroy_window(asker).expect("sent");
        value
    }

    pub fn flush(&self) {
        self.connection.flush().expect("the server listens");
    }
}
