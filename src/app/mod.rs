//! The window: events, dialogs, drag and drop, clock, settings.
//!
//! In: files named on the command line, and whatever the user does. Out: a window, and an exit code. The only room with an event loop. A
//! problem that a sentence on screen or on stderr can tell never ends in a panic.
//!
//! One turn, as a list (`turn`):
//!
//! 1. dropped files, answers of dialogs, finished loads → actions → session
//! 2. the clock advances the playhead; the session evaluates poses
//! 3. the panels are painted and return actions → session; if they moved time, they are painted again
//! 4. the 3D view is drawn, if anything it shows has changed; what takes longer is drawn between turns, a submission at a time
//! 5. the window shows both
//! 6. effects are carried out; then the loop sleeps until something happens, or until the next picture is due

mod arrivals;
mod background;
mod clock;
mod display;
mod effects;
mod export;
mod failure;
mod filmstrip;
mod handover;
mod input;
mod keeping;
mod logging;
mod panics;
mod prefetch;
mod report;
mod saved;
mod state;
mod thumbnails;
mod trace;
mod turn;
mod view_command;
mod wake;

pub use arrivals::message_of;

use crate::core::Options;
use crate::files::STDIN;
use crate::offline::StartView;
use crate::picture::Shadows;
use crate::render::parse_ahead;
use display::server::Server;
use failure::Failure;
use handover::Sent;
use logging::{plain, say};
use panics::Report;
use saved::store::Store;
use state::App;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use wake::Wake;
use winit::event_loop::EventLoopProxy;

/// Said where files could have gone to a window that is there.
const OWN_WINDOW: &str = "--import, --allow, --gpu and options of the view hold for a window of their own, so the files are opened in a new window.";

/// Writes the diagnostics bundle without a window; `adapters`: what is known of the graphics adapters, as text.
pub fn write_report(output: &Path, adapters: &str) -> ExitCode {
    logging::begin();
    report::write(output, adapters)
}

/// Files and options for a new window.
pub struct Start {
    /// None: it starts with the demo.
    pub files: Vec<PathBuf>,
    pub options: Options,
    /// Folders in which the files may read what they name.
    pub allowed: Vec<PathBuf>,
    /// Only graphics adapters that fit these words, part of a name or a number, draw.
    pub adapter: Option<String>,
    /// A window that is there gets the files, if there is one; so does the setting wish it.
    pub sends: bool,
    /// How the window begins, once the files are open.
    pub view: Box<StartView>,
    /// Complaint about its view file.
    pub told: Option<String>,
    /// Why the graphics driver keeps no shaders this time.
    pub without_cache: Option<String>,
}

/// Opens the window; returns when it closes.
pub fn run(start: Start) -> ExitCode {
    logging::begin();
    let has_own_wishes = start.options != Options::NONE
        || !start.allowed.is_empty()
        || start.adapter.is_some()
        || !start.view.is_empty();
    if let Some(code) = hand_over(&start.files, start.sends, has_own_wishes) {
        return code;
    }
    match run_window(start) {
        Ok(code) => code.into(),
        Err(failure) => {
            say(&failure);
            failure.show();
            failure.exit_code().into()
        }
    }
}

/// Hands the files to a window that is there, if that is wanted. Files alone are handed over: with wishes for how to read or draw them
/// another window is opened. Returns the exit code where this start ends with it.
fn hand_over(files: &[PathBuf], sends: bool, has_own_wishes: bool) -> Option<ExitCode> {
    let can_be_sent = !files.is_empty() && !files.iter().any(|file| file.as_os_str() == STDIN);
    if !can_be_sent || !(sends || Store::of_user().load().preferences.files.hands_over) {
        return None;
    }
    if has_own_wishes {
        say(OWN_WINDOW);
        return None;
    }
    match handover::send(files) {
        Sent::Taken => Some(ExitCode::SUCCESS),
        Sent::NoWindow => None,
        Sent::Unanswered if sends => {
            say(
                "a castview window is there and does not answer, so nothing was opened; without --send the files get a window of their own",
            );
            Some(failure::FAILED.into())
        }
        Sent::Unanswered => {
            say("a castview window is there and does not answer, so the files are opened in a new window");
            None
        }
        Sent::Unsure => {
            say("a castview window was sent the files and does not say whether it opens them");
            Some(failure::FAILED.into())
        }
    }
}

/// Returns the exit code: 0 unless a signal ended the program.
fn run_window(start: Start) -> Result<u8, Failure> {
    // While the display and the device are opened; whoever needs a shader earlier waits for it.
    std::thread::spawn(|| {
        parse_ahead(Shadows {
            key: true,
            occlusion: true,
            ground: None,
        });
    });
    let event_loop = input::event_loop::event_loop()?;
    let server = Server::connect();
    let mut app = App::new(
        event_loop.create_proxy(),
        start.files,
        input::event_loop::accepts_drops(&event_loop),
    );
    if app.files.is_empty() {
        // While the window and the device are opened, so that the first turn has it.
        app.load_demo(0);
    }
    app.loader.read_all_as(start.options);
    app.loader.allow_folders(&start.allowed);
    app.wanted_adapter = start.adapter;
    app.without_cache = start.without_cache;
    app.start_view = (!start.view.is_empty()).then_some(start.view);
    app.notices_at_start.extend(start.told);
    #[cfg(unix)]
    input::signals::listen(event_loop.create_proxy());
    let last_panic = listen_for_panics(&app, event_loop.create_proxy());

    let ended = match catch_unwind(AssertUnwindSafe(|| event_loop.run_app(&mut app))) {
        Ok(Ok(())) => match app.failure.take() {
            None => {
                // Everything is written; destructors of drivers must not hold a process whose window is gone.
                #[cfg(unix)]
                input::signals::end_soon(app.exit_code());
                return Ok(app.exit_code());
            }
            Some(failure) if !server.is_gone() => return Err(failure),
            // Whatever noticed it first has failed for want of a display.
            Some(failure) => Failure::DisplayLost(failure.to_string()),
        },
        Ok(Err(error)) => Failure::DisplayLost(plain(error)),
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
    // Objects that the window system and the graphics driver hold are not dropped: with their other end gone, or a panic half way through
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
            say(&report.sentence);
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
