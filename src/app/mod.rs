//! The window: events, dialogs, drag and drop, clock, settings.
//!
//! In: files named on the command line, and whatever the user does. Out: a window, and an exit code.
//! The only room with an event loop. What a sentence on screen or on stderr can say never ends in a panic.
//!
//! One turn, as a list ([`turn`]):
//!
//! 1. dropped files, answers of dialogs, finished loads → actions → session
//! 2. the clock advances the playhead; the session evaluates poses
//! 3. the panels are painted and return actions → session; if they moved time, they are painted again
//! 4. the 3D view is drawn, if anything it shows has changed; what takes longer is drawn between turns, a submission at a time
//! 5. the window shows both
//! 6. effects are carried out; then the loop sleeps until something happens, or until the next picture is due

mod clock;
mod display;
mod effects;
mod filmstrip;
mod input;
mod logging;
mod panics;
mod saved;
mod saving;
mod trace;
mod turn;

use crate::core::Options;
use crate::files::peek;
use crate::files::{Loader, guard, open_demo, system_memory};
use crate::render::Context;
use crate::session::{Action, Consent, Effect, Markers, Message, Notice, OpenedFile, Placement, Session, UpAxes};
use crate::ui::{self, UiState};
use clock::Clock;
use display::losses::Losses;
use display::server::Server;
use display::view::View;
use display::window::{Window, WindowError};
use input::dialog::Dialogs;
use input::drop::Drops;
use input::events::Wake;
use input::pointer::Pointer;
use panics::Report;
use saved::settings::Settings;
use saved::store::Store;
use saving::Saving;
use std::collections::VecDeque;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use trace::Trace;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};

const TITLE: &str = "castview";

/// Exit code of everything that could not produce what it was asked for.
const FAILED: u8 = 2;
/// Exit code when the window system has gone away under the window.
const NO_DISPLAY_ANY_MORE: u8 = 1;
/// Exit code after a mistake of ours; Rust's own for a panic.
const PANICKED: u8 = 101;

/// Why the window closed by itself. One sentence each.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("there is no display to open a window on ({0}). `castview render FILE -o picture.png` works without one.")]
    NoDisplay(String),
    #[error("the connection to the window system broke, so the window closed; settings and markers are written ({0})")]
    DisplayLost(String),
    #[error("{}", .0.sentence)]
    Panicked(Report),
    #[error(transparent)]
    Window(#[from] WindowError),
    #[error("the graphics device was lost again and again, and no other adapter is left; the last reason was: {0}")]
    Gpu(String),
}

impl Failure {
    /// On the screen too, for those who started the program by its icon and see no terminal. A traced run is unattended.
    fn show(&self) {
        let has_display = !matches!(self, Self::NoDisplay(_) | Self::DisplayLost(_));
        if has_display && !std::io::stderr().is_terminal() && !Trace::is_asked_for() {
            rfd::MessageDialog::new()
                .set_level(rfd::MessageLevel::Error)
                .set_title(TITLE)
                .set_description(self.to_string())
                .show();
        }
    }

    fn exit_code(&self) -> u8 {
        match self {
            Self::DisplayLost(_) => NO_DISPLAY_ANY_MORE,
            Self::Panicked(_) => PANICKED,
            Self::NoDisplay(_) | Self::Window(_) | Self::Gpu(_) => FAILED,
        }
    }
}

/// Opens the window with `files` in it, or with the demo if there are none; returns when it closes.
///
/// `allowed`: folders in which the files may read what they name. `adapter`: only graphics adapters that fit these words, part of
/// a name or a number, draw.
pub fn run(files: Vec<PathBuf>, options: Options, allowed: &[PathBuf], adapter: Option<String>) -> ExitCode {
    logging::begin();
    match run_window(files, options, allowed, adapter) {
        Ok(code) => code.into(),
        Err(failure) => {
            // The terminal may be closed; `eprintln!` would panic.
            let _ = writeln!(std::io::stderr(), "castview: {failure}");
            failure.show();
            failure.exit_code().into()
        }
    }
}

/// Returns the exit code: 0 unless a signal ended the program.
fn run_window(
    files: Vec<PathBuf>,
    options: Options,
    allowed: &[PathBuf],
    adapter: Option<String>,
) -> Result<u8, Failure> {
    let event_loop = input::events::event_loop()?;
    let server = Server::connect();
    let mut app = App::new(
        event_loop.create_proxy(),
        files,
        input::events::accepts_drops(&event_loop),
    );
    app.loader.read_all_as(options);
    app.loader.allow_folders(allowed);
    app.wanted_adapter = adapter;
    #[cfg(unix)]
    input::signals::listen(event_loop.create_proxy());
    let last_panic = listen_for_panics(&app, event_loop.create_proxy());

    let ended = match catch_unwind(AssertUnwindSafe(|| event_loop.run_app(&mut app))) {
        Ok(Ok(())) => match app.failure.take() {
            None => return Ok(app.exit_code()),
            Some(failure) if !server.is_gone() => return Err(failure),
            // Whatever noticed it first has failed for want of a display.
            Some(failure) => Failure::DisplayLost(failure.to_string()),
        },
        Ok(Err(error)) => Failure::DisplayLost(error.to_string()),
        Err(_) => {
            let report = last_panic.lock().ok().and_then(|mut last| last.take());
            match report {
                Some(report) if server.is_gone() => Failure::DisplayLost(report.what),
                Some(report) => Failure::Panicked(report),
                None => Failure::DisplayLost("the event loop unwound".into()),
            }
        }
    };
    app.keep();
    // What the window system and the graphics driver hold is not dropped: with their other end gone, or a panic half way through
    // them, their destructors may panic or never return. The process ends now in any case.
    std::mem::forget(app);
    Err(ended)
}

/// Logs panics outside of guards from here on. One on a thread of its own becomes a notice; the main thread's last one is returned.
fn listen_for_panics(app: &App, proxy: EventLoopProxy<Wake>) -> Arc<Mutex<Option<Report>>> {
    let last = Arc::new(Mutex::new(None));
    let (kept, proxy) = (last.clone(), Mutex::new(proxy));
    panics::report_to(app.store.log_folder(), move |report| {
        if !report.on_main_thread {
            let _ = writeln!(std::io::stderr(), "castview: {}", report.sentence);
            // The loop may have ended; then standard error has it.
            if let Ok(proxy) = proxy.lock() {
                let _ = proxy.send_event(Wake::Panicked(report.sentence));
            }
        } else if let Ok(mut kept) = kept.lock() {
            *kept = Some(report);
        }
    });
    last
}

/// Runs a job on a thread of its own; without a thread it is not done, and the window does without.
fn in_background(job: ui::Job) {
    starts_in_background(job);
}

/// The same; whether there is a thread for it.
fn starts_in_background(job: ui::Job) -> bool {
    let started = std::thread::Builder::new().name("background".into()).spawn(job);
    started
        .map_err(|error| log::warn!("a background job has no thread: {error}"))
        .is_ok()
}

/// Everything between the event loop and the session.
struct App {
    proxy: EventLoopProxy<Wake>,
    store: Store,
    settings: Settings,
    /// As they were last read or written.
    stored_markers: Arc<Markers>,
    stored_up_axes: Arc<UpAxes>,
    stored_consents: Arc<Vec<Consent>>,
    dialogs: Box<dyn Dialogs>,
    session: Session,
    /// Asked for by effects, not yet carried out: outside the turn's borrow of the window.
    effects: Vec<Effect>,
    loader: Loader,
    panels: UiState,
    /// Texts of this turn's notices, for the trace.
    notices: Vec<String>,
    egui: egui::Context,
    drops: Drops,
    pointer: Pointer,
    /// Where the 3D view was in the last turn, in points.
    view_rect: egui::Rect,
    shift_held: bool,
    clock: Clock,
    /// When the last turn began.
    began: Instant,
    /// There was one since the last step of a picture that takes longer than a turn.
    has_turned: bool,
    trace: Trace,
    counts: Counts,
    /// Named on the command line, until the window is there.
    files: Vec<PathBuf>,
    accepts_drops: bool,
    /// `--gpu`.
    wanted_adapter: Option<String>,
    /// `None` until the system lets us open it.
    window: Option<Window>,
    /// `None` while there is no device.
    view: Option<View>,
    losses: Losses,
    /// Where a picture belongs that the device was lost over.
    unsaved: Option<PathBuf>,
    /// Pictures that are to be saved; the first of them is drawn.
    saving: VecDeque<Saving>,
    /// Each ends when a picture is written.
    writing: Vec<Receiver<()>>,
    failure: Option<Failure>,
    /// The signal that asked the program to end.
    #[cfg(unix)]
    ended_by: Option<i32>,
}

#[derive(Default)]
struct Counts {
    turns: u64,
    presented: u64,
    /// Pictures of the 3D view drawn on earlier devices.
    pictures: u64,
    /// By the panels, the 3D view and the screen in the last turn.
    took: [Duration; 3],
}

impl App {
    fn new(proxy: EventLoopProxy<Wake>, files: Vec<PathBuf>, accepts_drops: bool) -> Self {
        let store = Store::of_user();
        let settings = store.load();
        let trace = Trace::from_env();
        let egui = egui::Context::default();
        if trace.is_on() {
            egui.enable_accesskit();
        }
        // The scale is a preference of the session; egui's own keys would change it behind its back.
        egui.options_mut(|options| options.zoom_with_keyboard = false);
        let waker = proxy.clone();
        // The loop may have ended while a file was read; then nobody wants it.
        let mut loader = Loader::new(move || drop(waker.send_event(Wake::Loader)));
        let panels = UiState::new(&egui, false, in_background);
        let session = Session::with_preferences(settings.preferences.clone())
            .with_markers(store.load_markers())
            .with_up_axes(store.load_up_axes())
            .with_consents(store.load_consents());
        loader.set_consents(session.all_consents().to_vec());
        Self {
            proxy,
            stored_markers: session.all_markers().clone(),
            stored_up_axes: session.all_up_axes().clone(),
            stored_consents: session.all_consents().clone(),
            session,
            store,
            dialogs: Box::new(input::dialog::System),
            settings,
            effects: Vec::new(),
            loader,
            panels,
            notices: Vec::new(),
            egui,
            drops: Drops::default(),
            pointer: Pointer::default(),
            view_rect: egui::Rect::NOTHING,
            shift_held: false,
            clock: Clock::default(),
            began: Instant::now(),
            has_turned: false,
            trace,
            counts: Counts::default(),
            files,
            accepts_drops,
            wanted_adapter: None,
            window: None,
            view: None,
            losses: Losses::default(),
            unsaved: None,
            saving: VecDeque::new(),
            writing: Vec::new(),
            failure: None,
            #[cfg(unix)]
            ended_by: None,
        }
    }

    /// The window is there: what was asked for is opened, the demo if nothing was.
    fn begin(&mut self, event_loop: &ActiveEventLoop, window: Window) {
        let theme = window.system_theme();
        self.window = Some(window);
        if let Err(failure) = self.set_up_first(event_loop) {
            self.fail(event_loop, failure);
            return;
        }
        if let Some(theme) = theme {
            self.on_system_theme(theme);
        }
        let files = std::mem::take(&mut self.files);
        if files.is_empty() {
            self.load_demo();
        } else {
            self.open(&files, Placement::Replace);
        }
        if !self.accepts_drops {
            self.receive(Message::Told(Notice::info(
                "This Wayland desktop has no XWayland, so files cannot be dropped here. Use File ▸ Open.",
            )));
        }
    }

    /// What may be drawn follows the memory that the adapter shares with everything else.
    fn limit_memory(&mut self) {
        let context = self.window.as_ref().and_then(Window::context);
        let memory = context.is_some_and(Context::is_software).then(system_memory).flatten();
        self.receive(Message::LimitMemory(memory));
    }

    /// One action into the session; what it asks for is carried out at the end of the turn.
    fn act(&mut self, action: Action) {
        self.effects.extend(self.session.apply(action));
        if let Some(window) = &mut self.window {
            window.wish(Duration::ZERO);
        }
    }

    /// What was found out meanwhile into the session, as [`Self::act`] does with actions.
    fn receive(&mut self, message: Message) {
        self.effects.extend(self.session.receive(message));
        if let Some(window) = &mut self.window {
            window.wish(Duration::ZERO);
        }
    }

    /// In the background: the window comes first.
    fn load_demo(&self) {
        let proxy = self.proxy.clone();
        in_background(Box::new(move || match guard(open_demo) {
            // The loop may have ended meanwhile; then nobody wants it.
            Ok(files) => drop(proxy.send_event(Wake::Demo(files))),
            Err(panic) => log::error!("the demo could not be opened: {panic}"),
        }));
    }

    /// In the background: the disk may be slow, and the words that are there will do until then.
    fn look_at(&self, path: PathBuf) {
        let proxy = self.proxy.clone();
        in_background(Box::new(move || match guard(|| peek(&path)) {
            // The loop may have ended meanwhile; then nobody wants it.
            Ok(peek) => drop(proxy.send_event(Wake::Peek(path, peek))),
            Err(panic) => log::error!("a hovering file could not be looked at: {panic}"),
        }));
    }

    /// Whatever the user has opened meanwhile stays: it counts as a later load than the demo.
    fn on_demo(&mut self, files: Vec<OpenedFile>) {
        let (generation, placement) = (0, Placement::Replace);
        self.receive(Message::Loaded {
            generation,
            files,
            placement,
        });
    }

    fn on_system_theme(&mut self, theme: winit::window::Theme) {
        self.receive(Message::SystemTheme {
            is_light: theme == winit::window::Theme::Light,
        });
    }

    /// The window closes because it cannot go on.
    fn fail(&mut self, event_loop: &ActiveEventLoop, failure: Failure) {
        self.failure = Some(failure);
        self.keep();
        self.let_go_of_device();
        event_loop.exit();
    }

    /// The window closes because the user says so.
    fn leave(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(window) = &self.window {
            window.remember(&mut self.settings);
        }
        self.keep();
        self.finish_saving();
        event_loop.exit();
    }

    /// Writes what outlives a run.
    fn keep(&mut self) {
        self.settings.preferences = self.session.preferences().clone();
        self.store.save(&self.settings);
        self.keep_markers();
        self.keep_up_axes();
        self.keep_consents();
    }

    /// Writes the preferences as soon as they change, but not while something is dragged: whatever ends the program afterwards,
    /// a driver that crashes included, finds them written.
    fn keep_preferences(&mut self) {
        let is_dragging = self.egui.input(|input| input.pointer.any_down());
        if !is_dragging && self.settings.preferences != *self.session.preferences() {
            self.settings.preferences = self.session.preferences().clone();
            self.store.save(&self.settings);
        }
    }

    /// 0, or what a shell says of a program that a signal has ended.
    fn exit_code(&self) -> u8 {
        #[cfg(unix)]
        return self.ended_by.map_or(0, input::signals::exit_code);
        #[cfg(not(unix))]
        0
    }
}
