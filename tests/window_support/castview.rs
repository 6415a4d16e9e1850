//! The program under test: the real binary on a display of its own, and what its trace says.

use super::drag::Drag;
use super::{Display, Shot, wait_for};
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask, Window};

pub struct Castview {
    pub display: Display,
    pub window: Window,
    child: Child,
    /// Settings, trace and stderr of this run.
    folder: tempfile::TempDir,
    trace: Trace,
}

/// The left control key, as X names it.
pub const CONTROL_KEY: u32 = 0xffe3;

/// One turn, as the trace tells it.
pub type State = Value;

/// Anything with a name on the screen.
#[derive(Clone, Debug)]
pub struct Control {
    pub role: String,
    pub name: String,
    /// x, y, width, height in pixels of the screen.
    pub rect: [i32; 4],
}

impl Control {
    pub fn middle(&self) -> [i32; 2] {
        let [x, y, width, height] = self.rect;
        [x + width / 2, y + height / 2]
    }
}

impl Drop for Castview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("stderr of castview:\n{}", self.stderr());
            eprintln!("its last turn: {}", self.trace.last);
        }
    }
}

impl Castview {
    /// Starts the program with `arguments` on a screen of `size` and waits for its first image. `None`, after saying
    /// "skipped", on a machine without X server or adapter.
    pub fn start(size: [u16; 2], arguments: &[&Path]) -> Option<Self> {
        Self::start_with(size, arguments, &[])
    }

    pub fn start_with(size: [u16; 2], arguments: &[&Path], variables: &[(&str, &str)]) -> Option<Self> {
        let program = Command::new(env!("CARGO_BIN_EXE_castview"));
        Self::start_program(program, size, arguments, variables)
    }

    /// `command` may start castview for another system through what runs it here.
    pub fn start_program(
        mut command: Command,
        size: [u16; 2],
        arguments: &[&Path],
        variables: &[(&str, &str)],
    ) -> Option<Self> {
        let Some(display) = Display::start(size) else {
            return skipped("there is no Xvfb");
        };
        let folder = tempfile::tempdir().expect("a folder for the test");
        let trace = folder.path().join("trace.jsonl");
        let settings = format!(r#"{{"window_size":[{}.0,{}.0]}}"#, size[0], size[1]);
        std::fs::write(folder.path().join("settings.json"), settings).expect("settings");
        let stderr = std::fs::File::create(folder.path().join("stderr")).expect("a file for stderr");
        command
            .args(arguments)
            .env("DISPLAY", format!(":{}", display.number))
            .env("CASTVIEW_TRACE", &trace)
            .env("CASTVIEW_CONFIG_DIR", folder.path())
            // No session bus, no portal: nothing outside this test answers.
            .env("XDG_RUNTIME_DIR", folder.path())
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(stderr);
        if std::env::var_os("VK_ICD_FILENAMES").is_none()
            && let Some(driver) = software_vulkan()
        {
            // A real driver has nothing to present with on this X server.
            command.env("VK_ICD_FILENAMES", driver);
        }
        command.envs(variables.iter().copied());
        let mut child = command.spawn().expect("the binary starts");

        let mut trace = Trace::new(trace);
        let first = wait_for(|| {
            trace.read();
            let ended = child.try_wait().expect("a child of ours");
            (ended.is_some() || trace.last["presented"].as_u64() > Some(0)).then_some(ended)
        });
        let stderr = || std::fs::read_to_string(folder.path().join("stderr")).unwrap_or_default();
        match first {
            Some(None) => {}
            Some(Some(_)) if stderr().contains("no graphics adapter") => {
                return skipped("there is no graphics adapter");
            }
            Some(Some(status)) => panic!("castview ended with {status}:\n{}", stderr()),
            None => panic!("castview shows nothing:\n{}", stderr()),
        }
        let window = wait_for(|| display.find_window()).expect("a window that takes drops");
        display.focus(window);
        Some(Self {
            display,
            window,
            child,
            folder,
            trace,
        })
    }

    /// Where settings and markers of this run are.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// How the program ended, once it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child of ours")
    }

    /// Waits until the program ends by itself.
    pub fn wait_for_end(&mut self) -> ExitStatus {
        wait_for(|| self.ended()).expect("castview ends")
    }

    /// Everything the program said on stderr.
    pub fn stderr(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("stderr")).unwrap_or_default()
    }

    /// The state after the latest turn.
    pub fn state(&mut self) -> State {
        self.trace.read();
        self.trace.last.clone()
    }

    /// Waits until a turn is as wanted. Turns between two looks are seen too.
    pub fn wait_until(&mut self, what: &str, mut wanted: impl FnMut(&State) -> bool) -> State {
        let mut seen = false;
        let found = wait_for(|| {
            if !seen {
                seen = true;
                if wanted(&self.trace.last) {
                    return Some(self.trace.last.clone());
                }
            }
            self.assert_alive();
            self.trace.read().into_iter().find(|turn| wanted(turn))
        });
        found.unwrap_or_else(|| panic!("never happened: {what}"))
    }

    /// Waits until no turn happened for a while: half a second is far beyond any tooltip, notice fade or cursor.
    pub fn wait_until_still(&mut self) -> State {
        let quiet = Duration::from_millis(500);
        let mut since = Instant::now();
        let still = wait_for(|| {
            self.assert_alive();
            if !self.trace.read().is_empty() {
                since = Instant::now();
            }
            let is_still = since.elapsed() > quiet && self.trace.last["gets_finer"] != true;
            is_still.then(|| self.trace.last.clone())
        });
        still.expect("the window comes to rest")
    }

    pub fn assert_alive(&mut self) {
        if let Some(status) = self.child.try_wait().expect("a child of ours") {
            panic!("castview ended with {status}:\n{}", self.stderr());
        }
    }

    /// Waits for a control with that name, exactly.
    pub fn control(&mut self, name: &str) -> Control {
        self.find_control(name, |control| control.name == name)
    }

    /// Waits for a control that is as wanted.
    pub fn find_control(&mut self, what: &str, wanted: impl Fn(&Control) -> bool) -> Control {
        let found = wait_for(|| {
            self.assert_alive();
            self.trace.read();
            self.trace.controls.iter().find(|control| wanted(control)).cloned()
        });
        let [left, top] = self.display.origin(self.window);
        let on_screen = |mut control: Control| {
            control.rect[0] += left;
            control.rect[1] += top;
            control
        };
        found.map(on_screen).unwrap_or_else(|| {
            let names: Vec<_> = self
                .trace
                .controls
                .iter()
                .map(|control| (&control.role, &control.name))
                .collect();
            panic!("nothing is called {what}; there are {names:?}")
        })
    }

    pub fn hover(&self, paths: &[&Path]) -> Drag<'_> {
        Drag::enter(&self.display, self.window, paths)
    }

    pub fn drop_files(&self, paths: &[&Path]) {
        self.hover(paths).drop();
    }

    pub fn shoot(&self) -> Shot {
        self.display.shoot()
    }

    /// The trace is written when an image is handed to the display, which may show it a little later.
    pub fn shoot_when(&mut self, wanted: impl Fn(&Shot) -> bool) -> Shot {
        let shot = wait_for(|| Some(self.shoot()).filter(&wanted));
        shot.expect("the screen shows what is wanted")
    }

    /// Asks the window to close, as a window manager does, and waits for the program's end.
    pub fn close(mut self) -> ExitStatus {
        let (protocols, delete) = (self.display.atom("WM_PROTOCOLS"), self.display.atom("WM_DELETE_WINDOW"));
        let message = ClientMessageEvent::new(32, self.window, protocols, [delete, 0, 0, 0, 0]);
        self.display
            .connection
            .send_event(false, self.window, EventMask::NO_EVENT, message)
            .expect("sent");
        self.display.connection.flush().expect("the server listens");
        self.wait_for_end()
    }

    /// Presses Ctrl+Q, and waits for the program's end.
    pub fn quit_by_key(mut self) -> ExitStatus {
        self.display.tap(u32::from('q'), &[CONTROL_KEY]);
        self.wait_for_end()
    }
}

/// Follows the trace as it grows.
struct Trace {
    path: PathBuf,
    file: Option<std::fs::File>,
    /// The beginning of a line whose end is not written yet.
    rest: Vec<u8>,
    last: Value,
    controls: Vec<Control>,
}

impl Trace {
    fn new(path: PathBuf) -> Self {
        Self {
            path,
            file: None,
            rest: Vec::new(),
            last: Value::Null,
            controls: Vec::new(),
        }
    }

    /// The turns since the last call.
    fn read(&mut self) -> Vec<Value> {
        if self.file.is_none() {
            self.file = std::fs::File::open(&self.path).ok();
        }
        let Some(file) = &mut self.file else { return Vec::new() };
        file.read_to_end(&mut self.rest).expect("the trace is readable");
        let mut turns = Vec::new();
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line: Value = serde_json::from_slice(&line).expect("the trace is JSON");
            match line.get("controls").and_then(Value::as_array) {
                Some(controls) => self.controls = controls.iter().map(control).collect(),
                None => turns.push(line),
            }
        }
        if let Some(last) = turns.last() {
            self.last = last.clone();
        }
        turns
    }
}

fn control(value: &Value) -> Control {
    let text = |key: &str| value[key].as_str().expect("a string").to_owned();
    let side = |at: usize| value["rect"][at].as_i64().expect("four numbers") as i32;
    Control {
        role: text("role"),
        name: text("name"),
        rect: [side(0), side(1), side(2), side(3)],
    }
}

/// The description of Mesa's software Vulkan, where it usually lies.
pub fn software_vulkan() -> Option<PathBuf> {
    ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
        .into_iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .find(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd"))
        })
}

/// Says so; `REQUIRE_GPU=1` turns it into a failure, so that green means ran.
pub fn skipped<T>(why: &str) -> Option<T> {
    assert!(
        std::env::var_os("REQUIRE_GPU").is_none_or(|set| set != "1"),
        "REQUIRE_GPU is set, but {why}"
    );
    eprintln!("skipped: {why}");
    None
}
