//! The window: events, dialogs, drag and drop, clock, settings.
//!
//! In: files named on the command line, and whatever the user does. Out: a window, and an exit code.
//! The only room with an event loop. What a sentence on screen or on stderr can say never ends in a panic.

mod clock;
mod dialog;
mod drop;
mod egui_textures;
mod events;
mod gpu;
mod icon;
mod logging;
mod screen;
mod settings;
mod window;

use clock::Clock;
use dialog::{Answer, Dialogs};
use drop::Drops;
use events::Wake;
use settings::{Settings, Store};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use window::{Window, WindowError};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};

const TITLE: &str = "castview";

/// Exit code of everything that could not produce what it was asked for.
const FAILED: u8 = 2;

/// Why the window closed by itself. One sentence each.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("there is no display to open a window on ({0}). `castview render FILE -o picture.png` works without one.")]
    NoDisplay(String),
    #[error("the event loop ended: {0}")]
    EventLoop(#[from] winit::error::EventLoopError),
    #[error(transparent)]
    Window(#[from] WindowError),
}

/// Opens the window with `files` in it, or with the demo if there are none; returns when it closes.
pub fn run(files: Vec<PathBuf>) -> ExitCode {
    logging::begin();
    match run_window(files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("castview: {failure}");
            ExitCode::from(FAILED)
        }
    }
}

fn run_window(files: Vec<PathBuf>) -> Result<(), Failure> {
    let event_loop = events::event_loop()?;
    let mut app = App::new(event_loop.create_proxy(), files, events::accepts_drops(&event_loop));
    event_loop.run_app(&mut app)?;
    app.failure.map_or(Ok(()), Err)
}

/// Everything between the event loop and the session.
struct App {
    proxy: EventLoopProxy<Wake>,
    store: Store,
    settings: Settings,
    dialogs: Box<dyn Dialogs>,
    egui: egui::Context,
    drops: Drops,
    clock: Clock,
    /// When the last turn began.
    began: Instant,
    /// Named on the command line, until the window is there.
    files: Vec<PathBuf>,
    accepts_drops: bool,
    /// `None` until the system lets us open it.
    window: Option<Window>,
    failure: Option<Failure>,
}

impl App {
    fn new(proxy: EventLoopProxy<Wake>, files: Vec<PathBuf>, accepts_drops: bool) -> Self {
        let store = Store::of_user();
        let settings = store.load();
        Self {
            proxy,
            store,
            settings,
            dialogs: Box::new(dialog::System),
            egui: egui::Context::default(),
            drops: Drops::default(),
            clock: Clock::default(),
            began: Instant::now(),
            files,
            accepts_drops,
            window: None,
            failure: None,
        }
    }

    fn begin(&mut self, window: Window) {
        self.window = Some(window);
    }

    fn turn(&mut self, _event_loop: &ActiveEventLoop) -> Result<(), Failure> {
        let Some(window) = &mut self.window else { return Ok(()) };
        self.began = Instant::now();
        let input = window.take_input();
        let output = self.egui.run_ui(input, |ui| {
            egui::CentralPanel::default().show(ui, |ui| {
                ui.heading("castview");
                for file in &self.files {
                    ui.label(file.display().to_string());
                }
            });
        });
        window.paint(output)?;
        Ok(())
    }

    fn is_playing(&self) -> bool {
        false
    }

    fn on_batch(&mut self) {
        if let Some(batch) = self.drops.take_batch() {
            self.files.extend(batch);
        }
    }

    fn on_answer(&mut self, _answer: Answer) {}

    fn on_loader(&mut self) {}

    /// The window closes because it cannot go on.
    fn fail(&mut self, event_loop: &ActiveEventLoop, failure: Failure) {
        self.failure = Some(failure);
        event_loop.exit();
    }

    /// The window closes because the user says so.
    fn leave(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(window) = &self.window {
            window.remember(&mut self.settings);
            self.store.save(&self.settings);
        }
        event_loop.exit();
    }
}
