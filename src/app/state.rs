//! Everything between the event loop and the session: what there is, how it begins, and how it is kept.

use super::clock::Clock;
use super::display::loss_count::Losses;
use super::display::view::View;
use super::display::window::Window;
use super::export::exports::Exports;
use super::failure::Failure;
use super::handover::{self, Listening};
use super::input::dialog::Dialogs;
use super::input::drop::Drops;
use super::input::hold::Hold;
use super::input::less_motion;
use super::input::pointer::Pointer;
use super::keeping::target::Saving;
use super::saved::settings::Settings;
use super::saved::store::Store;
use super::thumbnails::held::Thumbnails;
use super::trace::Trace;
use super::wake::Wake;
use crate::app::background::{in_background, waking};
use crate::files::peek;
use crate::files::{Loader, Watch, guard, location_of, open_demo, system_memory};
use crate::offline::StartView;
use crate::opened::{Consent, FileKey, OpenedFile, Placement};
use crate::render::Context;
use crate::session::browser;
use crate::session::playback;
use crate::session::stage;
use crate::session::view;
use crate::session::{Action, BrowserAction, Effect, Markers, Message, Notice, Recent, Relinks, Session, UpAxes};
use crate::ui::{BoneRow, Pick, TextureRow, UiState};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};

/// Everything between the event loop and the session.
pub(super) struct App {
    pub(super) proxy: EventLoopProxy<Wake>,
    pub(super) store: Store,
    pub(super) settings: Settings,
    /// As they were last read or written.
    pub(super) stored_markers: Arc<Markers>,
    pub(super) stored_up_axes: Arc<UpAxes>,
    pub(super) stored_relinks: Arc<Relinks>,
    pub(super) stored_consents: Arc<Vec<Consent>>,
    pub(super) stored_recent: Arc<Recent>,
    /// Since when it has not been written though it has changed.
    pub(super) recent_waits: Option<Instant>,
    /// When it was last looked where the user is in what is open.
    pub(super) resume_noted: Option<Instant>,
    pub(super) watch: Watch,
    /// The files that were open when it was last told what to watch.
    pub(super) watched: Vec<FileKey>,
    pub(super) thumbnails: Thumbnails,
    /// Other starts of the program may send files to this window.
    pub(super) listening: Option<Listening>,
    pub(super) dialogs: Box<dyn Dialogs>,
    /// A dialog was asked for, and neither has it answered nor has the window given the keyboard away: keys wait.
    pub(super) asked: bool,
    pub(super) session: Session,
    /// Asked for by effects, not yet carried out: outside the turn's borrow of the window.
    pub(super) effects: Vec<Effect>,
    pub(super) loader: Loader,
    /// Which files were last asked to be read ahead.
    pub(super) prefetch: Asked,
    /// Whether the folder that is listed in the background is still wanted.
    pub(super) listing: Arc<AtomicBool>,
    pub(super) panels: UiState,
    /// Lines of the report about the notices of this run, the oldest first.
    pub(super) told: VecDeque<String>,
    /// Texts of this turn's notices, for the trace.
    pub(super) notices: Vec<String>,
    pub(super) egui: egui::Context,
    pub(super) drops: Drops,
    /// How long they have been over one bone.
    pub(super) hold: Hold,
    pub(super) pointer: Pointer,
    /// Where the 3D view was in the last turn, in points.
    pub(super) view_rect: egui::Rect,
    /// Textures that are listed on the screen.
    pub(super) texture_rows: Vec<TextureRow>,
    /// Rows of bones that the tree shows while files hover.
    pub(super) bone_rows: Vec<BoneRow>,
    /// Where an image was dropped, to be asked what is there.
    pub(super) image_pick: Option<Pick>,
    pub(super) shift_held: bool,
    pub(super) clock: Clock,
    /// When the last turn began.
    pub(super) began: Instant,
    /// There was one since the last step of a picture that takes longer than a turn.
    pub(super) has_turned: bool,
    pub(super) trace: Trace,
    pub(super) counts: Counts,
    /// Named on the command line, until the window is there.
    pub(super) files: Vec<PathBuf>,
    pub(super) accepts_drops: bool,
    /// `--gpu`.
    pub(super) wanted_adapter: Option<String>,
    /// How the window begins, until its files are open.
    pub(super) start_view: Option<Box<StartView>>,
    /// Files are read again with what the view of the start puts in place of others.
    pub(super) is_placing: bool,
    /// Sentences for the user, until there is a window.
    pub(super) notices_at_start: Vec<String>,
    /// Why the graphics driver keeps no shaders, until that is told.
    pub(super) without_cache: Option<String>,
    /// `None` until the system lets us open it.
    pub(super) window: Option<Window>,
    /// `None` while there is no device.
    pub(super) view: Option<View>,
    pub(super) losses: Losses,
    /// Where a picture belongs that the device was lost over.
    pub(super) unsaved: Option<PathBuf>,
    /// Pictures that are to be saved; the first of them is drawn.
    pub(super) saving: VecDeque<Saving>,
    /// Pictures that are written by a command beside the window.
    pub(super) exports: Exports,
    /// Each ends when a picture is written.
    pub(super) writing: Vec<Receiver<()>>,
    pub(super) failure: Option<Failure>,
    /// The signal that asked the program to end.
    #[cfg(unix)]
    pub(super) ended_by: Option<i32>,
}

#[derive(Default)]
pub(super) struct Counts {
    pub(super) turns: u64,
    pub(super) presented: u64,
    /// Pictures of the 3D view drawn on earlier devices.
    pub(super) pictures: u64,
    /// By the panels, the 3D view and the screen in the last turn.
    pub(super) took: [Duration; 3],
}

/// State that the last wish for files to read ahead follows from. An equal one has nothing new to ask for.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Asked {
    pub(super) at: Option<String>,
    /// Revision of the list of the folder.
    pub(super) revision: u64,
    /// Generation of what is open.
    pub(super) generation: u64,
    pub(super) is_loading: bool,
    pub(super) megabytes: u32,
}

impl App {
    pub(super) fn new(proxy: EventLoopProxy<Wake>, files: Vec<PathBuf>, accepts_drops: bool) -> Self {
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
        let waker = proxy.clone();
        let watch = Watch::new(move |news| {
            let locations = |paths: &[PathBuf]| paths.iter().map(|path| location_of(path)).collect();
            let told = [
                Message::FilesGone(locations(&news.gone)),
                Message::FilesChanged(locations(&news.changed)),
            ];
            told.into_iter()
                .all(|message| waker.send_event(Wake::Told(message)).is_ok())
        });
        let waker = proxy.clone();
        let panels = UiState::new(&egui, false, move |job| {
            let waker = waker.clone();
            in_background(waking(job, move || drop(waker.send_event(Wake::Background))));
        });
        let session = Session::with_preferences(settings.preferences.clone());
        let session = playback::with_markers(session, store.load_markers());
        let session = stage::with_up_axes(session, store.load_up_axes());
        let session = stage::with_relinks(session, store.load_relinks());
        let session = stage::with_consents(session, store.load_consents());
        let session = browser::with_recent(session, store.load_recent());
        let session = view::with_gliding_camera(session);
        loader.set_consents(session.opening().all_consents().to_vec());
        // The first picture wants its map, which is read while the window is opened.
        let preset = session.preferences().look.environment.preset;
        in_background(Box::new(move || drop(preset.map())));
        Self {
            proxy,
            stored_markers: session.edits().all_markers().clone(),
            stored_up_axes: session.edits().all_up_axes().clone(),
            stored_relinks: session.edits().all_relinks().clone(),
            stored_consents: session.opening().all_consents().clone(),
            stored_recent: session.browser().recent().clone(),
            recent_waits: None,
            resume_noted: None,
            watch,
            watched: Vec::new(),
            thumbnails: Thumbnails::default(),
            listening: None,
            session,
            store,
            dialogs: Box::new(super::input::dialog::System),
            asked: false,
            settings,
            effects: Vec::new(),
            loader,
            prefetch: Asked::default(),
            listing: Arc::default(),
            panels,
            told: VecDeque::new(),
            notices: Vec::new(),
            egui,
            drops: Drops::default(),
            hold: Hold::default(),
            pointer: Pointer::default(),
            view_rect: egui::Rect::NOTHING,
            texture_rows: Vec::new(),
            bone_rows: Vec::new(),
            image_pick: None,
            shift_held: false,
            clock: Clock::default(),
            began: Instant::now(),
            has_turned: false,
            trace,
            counts: Counts::default(),
            files,
            accepts_drops,
            wanted_adapter: None,
            start_view: None,
            is_placing: false,
            notices_at_start: Vec::new(),
            without_cache: None,
            window: None,
            view: None,
            losses: Losses::default(),
            unsaved: None,
            saving: VecDeque::new(),
            exports: Exports::default(),
            writing: Vec::new(),
            failure: None,
            #[cfg(unix)]
            ended_by: None,
        }
    }

    /// The window is there: what was asked for is opened. If nothing was, the demo is on its way.
    pub(super) fn begin(&mut self, event_loop: &ActiveEventLoop, window: Window) {
        let theme = window.system_theme();
        self.window = Some(window);
        if let Err(failure) = self.set_up_first(event_loop) {
            self.fail(event_loop, failure);
            return;
        }
        if let Some(theme) = theme {
            self.on_system_theme(theme);
        }
        self.ask_about_motion();
        self.look_for_recent();
        self.light_again();
        let proxy = self.proxy.clone();
        self.listening = handover::listen(move |files| proxy.send_event(Wake::Sent(files)).is_ok());
        let files = std::mem::take(&mut self.files);
        if files.is_empty() {
            if self.session.preferences().files.restores && self.session.browser().has_previous() {
                self.act(Action::Browser(BrowserAction::Restore));
            }
        } else {
            self.open(&files, Placement::Replace);
        }
        for sentence in std::mem::take(&mut self.notices_at_start) {
            self.receive(Message::Told(Notice::warning(sentence)));
        }
        if let Some(trouble) = self.without_cache.take() {
            self.receive(Message::Told(Notice::warning(format!("A slower start: {trouble}"))));
        }
        if !self.accepts_drops {
            self.receive(Message::Told(Notice::info(
                "This Wayland desktop has no XWayland, so files cannot be dropped here. Use File ▸ Open.",
            )));
        }
    }

    /// Tells the session how much memory a software adapter shares with everything else, and whether the adapter reads compressed blocks.
    pub(super) fn limit_memory(&mut self) {
        let context = self.window.as_ref().and_then(Window::context);
        let bytes = context.is_some_and(Context::is_software).then(system_memory).flatten();
        let reads_blocks = context.is_some_and(|context| context.abilities().blocks);
        self.receive(Message::LimitMemory { bytes, reads_blocks });
    }

    /// One action into the session; what it asks for is carried out at the end of the turn.
    pub(super) fn act(&mut self, action: Action) {
        self.effects.extend(self.session.apply(action));
        if let Some(window) = &mut self.window {
            window.wish(Duration::ZERO);
        }
    }

    /// The files of the start are open: they are shown as the command line says.
    pub(super) fn begin_view(&mut self) {
        let Some(wish) = self.start_view.take() else { return };
        let placing = wish.place_instances(&mut self.session);
        if !placing.is_empty() {
            // The view is shown once the files are read with them: it may name models that come with instances.
            self.effects.extend(placing);
            self.start_view = Some(wish);
            self.is_placing = true;
            return;
        }
        self.is_placing = false;
        let (effects, troubles) = wish.show(&mut self.session);
        self.effects.extend(effects);
        for trouble in troubles {
            self.receive(Message::Told(Notice::warning(trouble)));
        }
    }

    /// Hands `message`, found out meanwhile, to the session, as [`Self::act`] does with actions.
    pub(super) fn receive(&mut self, message: Message) {
        self.effects.extend(self.session.receive(message));
        if let Some(window) = &mut self.window {
            window.wish(Duration::ZERO);
        }
    }

    /// In the background: it is taken in once there is a window.
    pub(super) fn load_demo(&self, generation: u64) {
        let proxy = self.proxy.clone();
        in_background(Box::new(move || match guard(open_demo) {
            // The loop may have ended meanwhile; then nobody wants it.
            Ok(files) => drop(proxy.send_event(Wake::Demo(generation, files))),
            Err(panic) => log::error!("the demo could not be opened: {panic}"),
        }));
    }

    /// In the background: the disk may be slow, and the words that are there will do until then.
    pub(super) fn look_at(&self, path: PathBuf) {
        let proxy = self.proxy.clone();
        in_background(Box::new(move || match guard(|| peek(&path)) {
            // The loop may have ended meanwhile; then nobody wants it.
            Ok(peek) => drop(proxy.send_event(Wake::Peek(path, peek))),
            Err(panic) => log::error!("a hovering file could not be looked at: {panic}"),
        }));
    }

    /// Whatever the user has opened meanwhile stays: it counts as a later load than the demo of the start.
    pub(super) fn on_demo(&mut self, generation: u64, files: Vec<OpenedFile>) {
        let placement = Placement::Replace;
        self.receive(Message::Loaded {
            generation,
            files,
            placement,
        });
        self.begin_view();
    }

    pub(super) fn on_system_theme(&mut self, theme: winit::window::Theme) {
        self.receive(Message::SystemTheme {
            is_light: theme == winit::window::Theme::Light,
        });
    }

    /// Whether the system asks for less motion is told when it is otherwise than before.
    pub(super) fn ask_about_motion(&self) {
        let (known, proxy) = (self.session.window().less_motion(), self.proxy.clone());
        in_background(Box::new(move || match guard(less_motion::is_asked_for) {
            Ok(asked) if asked == known => {}
            // The loop may have ended meanwhile; then nobody wants it.
            Ok(asked) => drop(proxy.send_event(Wake::Told(Message::LessMotion(asked)))),
            Err(panic) => log::error!("the system could not be asked about motion: {panic}"),
        }));
    }

    /// The window closes because it cannot go on.
    pub(super) fn fail(&mut self, event_loop: &ActiveEventLoop, failure: Failure) {
        self.failure = Some(failure);
        self.listening = None;
        self.keep();
        self.let_go_of_device();
        event_loop.exit();
    }

    /// The window closes because the user says so.
    pub(super) fn leave(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(window) = &self.window {
            window.remember(&mut self.settings);
        }
        self.listening = None;
        self.keep();
        self.finish_saving();
        event_loop.exit();
    }

    /// Writes what outlives a run.
    pub(super) fn keep(&mut self) {
        self.settings.preferences = self.session.preferences().clone();
        self.store.save(&self.settings);
        self.keep_markers();
        self.keep_up_axes();
        self.keep_relinks();
        self.keep_consents();
        browser::remember_resume(&mut self.session);
        self.keep_recent();
    }

    /// Writes the preferences as soon as they change, but not while something is dragged: whatever ends the program afterwards,
    /// a driver that crashes included, finds them written.
    pub(super) fn keep_preferences(&mut self) {
        let is_dragging = self.egui.input(|input| input.pointer.any_down());
        if let Some(window) = &mut self.window
            && window.is_resized()
        {
            let before = self.settings.clone();
            window.remember(&mut self.settings);
            if before != self.settings {
                self.store.save(&self.settings);
            }
        }
        if !is_dragging && self.settings.preferences != *self.session.preferences() {
            self.settings.preferences = self.session.preferences().clone();
            self.store.save(&self.settings);
        }
    }

    /// 0, or what a shell says of a program that a signal has ended.
    pub(super) fn exit_code(&self) -> u8 {
        #[cfg(unix)]
        return self.ended_by.map_or(0, super::input::signals::exit_code);
        #[cfg(not(unix))]
        0
    }
}
