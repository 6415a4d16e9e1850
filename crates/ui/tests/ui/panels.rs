//! The panels over a session, as the app shows them: what they ask for is carried out and remembered.

pub(super) use super::fixture;
pub use castview_base::core::{BoneIndex, ClipIndex, FrameRange, MaterialIndex, MeshIndex};
pub use castview_base::scene::{Clip, CurveMode, Keys, Notification, Property, Scene, Track, Values};
pub use castview_picture::Shading;
pub use castview_picture::opened::{FileKey, OpenedFile, Placement};
pub use castview_session::{
    Action, CameraMove, ClipKey, Effect, GhostStep, Marker, MarkerEdit, ModeScope, Notice, Page, PlayAs,
    PlaybackAction, RangeEdit, Seek, Selected, Session, Theme, ViewAction,
};
pub use castview_ui::kit::theme::size;
pub use castview_ui::{self as ui, AppInfo, Coarse, FilmPicture, Job, Purpose, UiOutput, UiState};
pub use egui::accesskit::Role;
pub use egui::{Key, Modifiers, PointerButton, Pos2, Rect, TextureId, Vec2, pos2, vec2};
pub use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
use std::cell::RefCell;
use std::rc::Rc;
pub use std::sync::{Arc, Mutex};

pub struct Window {
    pub session: Session,
    state: Rc<RefCell<Option<UiState>>>,
    /// Everything asked for since the last [`actions`].
    pub actions: Vec<Action>,
    pub picks: Vec<[u32; 2]>,
    /// Those that pin what is there.
    pub pins: Vec<[u32; 2]>,
    /// Those that the pointer is over.
    pub hovers: Vec<[u32; 2]>,
    output: Option<UiOutput>,
    /// Carry actions out, as the app does.
    pub applies: bool,
    pub trouble: Option<&'static str>,
    /// The size of the viewport for which the picture on the screen was drawn; `None`: there is none.
    pub picture: Option<[u32; 2]>,
    /// That picture shows files that are closed.
    pub is_former: bool,
    pub passed_adapters: Vec<String>,
    pub adapters: Vec<String>,
    pub chosen_adapter: Option<String>,
    /// Details that are left out of the picture while something moves.
    pub coarse: Option<Coarse>,
    /// Pictures of the filmstrip that the app has drawn.
    pub film: Vec<FilmPicture>,
    jobs: Arc<Mutex<Vec<Job>>>,
}

pub type Panels = Harness<'static, Window>;

impl Window {
    /// Output of the last pass.
    pub fn shown(&self) -> &UiOutput {
        self.output.as_ref().expect("it was shown")
    }

    /// Does the background work that was asked for.
    pub fn work(&self) {
        let waiting: Vec<Job> = self.jobs.lock().expect("no job panics").drain(..).collect();
        waiting.into_iter().for_each(|job| job());
    }

    pub fn panels(&self) -> std::cell::RefMut<'_, UiState> {
        std::cell::RefMut::map(self.state.borrow_mut(), |state| state.as_mut().expect("it was shown"))
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let stats = [("pictures", "60 a second".to_owned()), ("deform", "0.8 ms".to_owned())];
        let outside = AppInfo {
            adapter_lacks: &[("BC compression", "compressed textures are decoded by the processor")],
            viewport: self.picture.map(|_| TextureId::User(7)),
            viewport_pixels: self.picture,
            viewport_is_former: self.is_former,
            adapter: "llvmpipe (LLVM 15.0.6, 256 bits)",
            passed_adapters: &self.passed_adapters,
            adapters: &self.adapters,
            chosen_adapter: self.chosen_adapter.as_deref(),
            trouble: self.trouble,
            stats: &stats,
            film: &self.film,
            thumbnails: None,
            coarse: self.coarse,
        };
        let mut state = self.state.borrow_mut();
        let state = state.as_mut().expect("the state is made with the context");
        // The harness leaves a margin around its own `Ui`; the app does not.
        let whole = egui::UiBuilder::new().max_rect(ui.ctx().content_rect());
        let mut ui = egui::Ui::new(ui.ctx().clone(), egui::Id::unique("window"), whole);
        let output = ui::show(&mut ui, &self.session, state, &outside);
        if let Some(pick) = output.pick {
            let asked = match pick.purpose {
                Purpose::Pin => &mut self.pins,
                Purpose::Hover => &mut self.hovers,
                Purpose::Select | Purpose::Add | Purpose::Menu | Purpose::Put => &mut self.picks,
            };
            asked.push(pick.pixel);
        }
        for action in output.actions.iter().filter(|_| self.applies) {
            for effect in self.session.apply(action.clone()) {
                match effect {
                    Effect::FocusSearch => state.focus_search(),
                    Effect::ListDifferences { over_clip } => state.list_differences(over_clip),
                    Effect::SweepB { question } => {
                        let answer = castview_session::sweep_b(&self.session, question);
                        self.session.receive(answer.expect("it was just asked for")());
                    }
                    Effect::FocusFrame => state.focus_frame(),
                    Effect::FitCurves { all } => state.fit_curves(all),
                    Effect::FocusPanel { forward } => state.focus_panel(forward),
                    Effect::FocusMenuBar => state.focus_menu_bar(),
                    Effect::FocusCurves => state.focus_curves(),
                    Effect::ShowBrowser => state.show_browser(),
                    Effect::Notify(notice) => state.notify(notice),
                    Effect::MeasureMeshes { question } => measure_meshes(&mut self.session, question),
                    Effect::MeasureSpeeds { question } => measure_speeds(&mut self.session, question),
                    _ => {}
                }
            }
        }
        let asked = output.actions.iter();
        let asked = asked.filter(|action| {
            !matches!(
                action,
                Action::View(
                    ViewAction::ResizeViewport(_)
                        | ViewAction::ScaleViewport(_)
                        | ViewAction::Cover(_)
                        | ViewAction::KeepFoot(_)
                )
            )
        });
        self.actions.extend(asked.cloned());
        self.output = Some(output);
    }
}

pub fn builder(size: Vec2) -> HarnessBuilder<Window> {
    Harness::builder()
        .with_size(size)
        .with_render_cursor(false)
        .allow_missing_glyphs()
        .with_max_steps(60)
        // Every event is a step: two clicks must stay one double click.
        .with_step_dt(0.02)
}

pub fn build(builder: HarnessBuilder<Window>, session: Session) -> Panels {
    let state: Rc<RefCell<Option<UiState>>> = Rc::default();
    let jobs: Arc<Mutex<Vec<Job>>> = Arc::default();
    let (made, queue) = (state.clone(), jobs.clone());
    let builder = builder.with_context_setup(move |ctx| {
        let later = move |job| queue.lock().expect("no job panics").push(job);
        *made.borrow_mut() = Some(UiState::new(ctx, true, later));
    });
    let window = Window {
        session,
        state,
        actions: Vec::new(),
        picks: Vec::new(),
        pins: Vec::new(),
        hovers: Vec::new(),
        output: None,
        applies: true,
        trouble: None,
        picture: None,
        is_former: false,
        passed_adapters: Vec::new(),
        adapters: vec!["llvmpipe (LLVM 15.0.6, 256 bits)".into()],
        chosen_adapter: None,
        coarse: None,
        film: Vec::new(),
        jobs,
    };
    let mut harness = builder.build_ui_state(|ui, window: &mut Window| window.show(ui), window);
    work(&mut harness);
    harness.state_mut().actions.clear();
    harness
}

/// Background work is done between two passes, as the app's worker does; it may ask for more.
pub fn work(harness: &mut Panels) {
    for _ in 0..3 {
        harness.run_steps(2);
        let jobs = harness.state().jobs.clone();
        let waiting: Vec<Job> = jobs.lock().expect("no job panics").drain(..).collect();
        for job in waiting {
            job();
        }
    }
    harness.run_steps(2);
}

pub fn window(session: Session) -> Panels {
    build(builder(vec2(1280.0, 720.0)), session)
}

/// Actions that were asked for since the last call.
pub fn actions(harness: &mut Panels) -> Vec<Action> {
    harness.run_steps(2);
    std::mem::take(&mut harness.state_mut().actions)
}

/// The walker with its first clip, at the first frame.
pub fn paused() -> Session {
    let mut session = fixture::session();
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    session
}

pub fn session_of(harness: &Panels) -> &Session {
    &harness.state().session
}

/// As the app's worker does.
fn measure_meshes(session: &mut Session, question: u64) {
    if let Some(job) = session.view().measure_meshes(question) {
        session.receive(job());
    }
}

/// As the app's worker does.
fn measure_speeds(session: &mut Session, question: u64) {
    if let Some(job) = castview_session::view::measure_speeds(session, question) {
        session.receive(job());
    }
}

pub fn act(harness: &mut Panels, action: Action) {
    let session = &mut harness.state_mut().session;
    for effect in session.apply(action) {
        if let Effect::MeasureMeshes { question } = effect {
            measure_meshes(session, question);
        }
    }
    harness.run_steps(2);
}

pub fn bone(session: &Session, name: &str) -> Selected {
    let placed = &session.stage().models()[0];
    let bone = placed.model().skeleton.find(name);
    Selected::Bone(placed.key, bone.expect("the model has it"))
}

/// Where `frame` of the walk, which has 118, stands on the shared axis.
pub fn x_of(harness: &Panels, frame: f32) -> f32 {
    let ruler = harness.get_by_label("Playhead").rect();
    let (left, right) = (ruler.left() + size::AXIS_INSET, ruler.right() - size::AXIS_INSET);
    left + (right - left) * frame / 118.0
}

/// Where `frame` stands on the ruler, below the handles of the range.
pub fn on_ruler(harness: &Panels, frame: f32) -> Pos2 {
    let top = harness.get_by_label("Playhead").rect().top();
    pos2(x_of(harness, frame), top + 22.0)
}

pub fn drag(harness: &mut Panels, from: Pos2, to: Pos2) {
    press(harness, from);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    harness.run_steps(2);
}

pub fn press(harness: &mut Panels, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(1);
    harness.drag_at(at);
    harness.run_steps(1);
}
