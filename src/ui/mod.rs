//! Session → painted panels and a list of actions.
//!
//! In: the [`Session`], what only the app knows ([`Outside`]), and this room's own memory ([`UiState`]: scroll places, folds,
//! toasts). Out: [`UiOutput`]. Keys are read here, by the session's table: the app hands egui its events and applies what
//! comes back. Never here: files, clocks, GPUs; the session is only read, the viewport is a texture id and a rectangle.

mod inspector;
pub mod kit;
mod pages;
mod shell;
pub mod time;
mod tree;
mod view;

pub use kit::fonts::{Job, SystemFonts};
pub use time::filmstrip::FilmPicture;

use crate::session::{Action, BoneLine, Notice, Page, Session, ViewAction};
use egui::{Context, Rect, TextureId, Ui};
use std::sync::Arc;

/// Runs a job on another thread, never at once.
type Background = Arc<dyn Fn(Job) + Send + Sync>;

/// What the window remembers about itself: scroll places, folds, a scrub in progress, toasts.
pub struct UiState {
    fonts: Arc<SystemFonts>,
    keyboard: shell::keys::Holder,
    tree: tree::node_tree::NodeTree,
    timeline: time::ruler::Scrub,
    transport: time::transport::Memory,
    library: pages::clip_library::Library,
    time_view: time::time_view::TimeView,
    dope_sheet: time::dope_sheet::DopeSheet,
    curve_view: time::curve_view::CurveView,
    background: Background,
    toasts: shell::toasts::Toasts,
    drawer: shell::layout::Drawers,
}

/// What the panels show and only the app knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outside<'a> {
    /// The last picture, to fill the viewport with.
    pub viewport: Option<TextureId>,
    /// Name of the graphics adapter.
    pub adapter: &'a str,
    /// Adapters that could not be used, each with the reason.
    pub passed_adapters: &'a [String],
    /// Names of the adapters to choose from.
    pub adapters: &'a [String],
    /// The part of a name by which the user has chosen one; `None`: the best that works.
    pub chosen_adapter: Option<&'a str>,
    /// Why there is no picture: shown in its place.
    pub trouble: Option<&'a str>,
    /// Lines of (what, value) for the statistics overlay.
    pub stats: &'a [(&'a str, String)],
    /// The small pictures that are there, in the order of their frames.
    pub film: &'a [FilmPicture],
}

#[derive(Clone, Debug)]
pub struct UiOutput {
    /// To be applied in this order.
    pub actions: Vec<Action>,
    /// Where the viewport lies, in points.
    pub viewport: Rect,
    /// Its size in pixels, both at least 1; [`ViewAction::ResizeViewport`] is among the actions when it changed.
    pub viewport_pixels: [u32; 2],
    /// The pixel of the viewport that was clicked to select what is drawn there, from its top left.
    pub pick: Option<[u32; 2]>,
    /// The bone that was named where it was clicked.
    pub named: Option<BoneLine>,
    /// Frames the filmstrip wants pictures of, the most urgent first; empty while it is closed.
    pub film: Vec<f64>,
}

impl UiState {
    /// Gives `ctx` the looks and fonts. `background` runs a job on another thread, never at once; with `less_motion` nothing
    /// glides.
    pub fn new(ctx: &Context, less_motion: bool, background: impl Fn(Job) + Send + Sync + 'static) -> Self {
        kit::theme::install(ctx, less_motion);
        let background: Background = Arc::new(background);
        let for_fonts = background.clone();
        Self {
            fonts: SystemFonts::install(ctx, move |job| for_fonts(job)),
            keyboard: shell::keys::Holder::default(),
            tree: tree::node_tree::NodeTree::default(),
            timeline: time::ruler::Scrub::default(),
            transport: time::transport::Memory::default(),
            library: pages::clip_library::Library::default(),
            time_view: time::time_view::TimeView::default(),
            dope_sheet: time::dope_sheet::DopeSheet::default(),
            curve_view: time::curve_view::CurveView::default(),
            background,
            toasts: shell::toasts::Toasts::default(),
            drawer: shell::layout::Drawers::default(),
        }
    }

    /// Shows a toast; [`crate::session::Effect::Notify`] ends here.
    pub fn notify(&mut self, notice: Notice) {
        self.toasts.push(notice);
    }

    /// Puts the keyboard into the tree's search; [`crate::session::Effect::FocusSearch`] ends here.
    pub fn focus_search(&mut self) {
        self.tree.wants_search = true;
    }

    /// Puts the keyboard into the frame number; [`crate::session::Effect::FocusFrame`] ends here.
    pub fn focus_frame(&mut self) {
        self.transport.wants_frame = true;
    }

    /// [`crate::session::Effect::FitCurves`] ends here.
    pub fn fit_curves(&mut self, all: bool) {
        self.curve_view.fit_next(all);
    }

    /// Puts the keyboard into the list of curves; [`crate::session::Effect::FocusCurves`] ends here.
    pub fn focus_curves(&mut self) {
        self.curve_view.wants_focus = true;
    }
}

/// The window's title: what is open, and where.
pub fn title(session: &Session) -> String {
    let stage = session.stage();
    // The file whose model is on the stage; clips of earlier ones may wait in the library before it.
    let shown = stage.models.iter().find_map(|placed| stage.file(placed.file));
    match shown.or(stage.files.first()) {
        None => "castview".to_owned(),
        Some(first) if first.is_demo => "castview".to_owned(),
        Some(first) => match stage.files.len() {
            1 => format!("{} — castview", first.name),
            n => format!("{} and {} more — castview", first.name, n - 1),
        },
    }
}

/// Paints the whole window into `ui`, which must cover it.
pub fn show(ui: &mut Ui, session: &Session, state: &mut UiState, outside: &Outside<'_>) -> UiOutput {
    let ctx = ui.ctx().clone();
    apply_preferences(&ctx, session);
    let mut actions = shell::keys::actions(&ctx, session, state.keyboard);
    let room = shell::layout::Room::of(ui, session);

    shell::menu_bar::show(ui, session, outside, &mut actions);
    shell::status_bar::show(ui, session, outside, &mut actions);
    state.transport.film.pictures.clear();
    state.transport.film.pictures.extend_from_slice(outside.film);
    time::transport::show(
        ui,
        session,
        &mut state.time_view,
        &mut state.timeline,
        &mut state.transport,
        &mut actions,
    );
    time::time_panels::show(ui, session, state, &mut actions);
    shell::layout::columns(ui, session, state, room, &mut actions);
    let view = view::viewport::show(ui, session, outside, room, &mut actions);
    shell::layout::drawers(&ctx, session, state, room, view.rect, &mut actions);

    match session.window().page {
        Some(Page::Diagnostics) => pages::diagnostics::show(&ctx, session, &mut actions),
        Some(Page::Matching) => pages::matching::show(&ctx, session, &mut actions),
        Some(Page::Shortcuts) => pages::shortcuts::show(&ctx, &mut actions),
        Some(Page::Notifications) => pages::event_list::show(&ctx, session, &mut actions),
        Some(Page::AllowedFolders) => pages::allowed_folders::show(&ctx, session, &mut actions),
        Some(Page::About) => pages::about::show(&ctx, outside, &mut actions),
        None => {}
    }
    state.toasts.show(&ctx, view.rect, &mut actions);

    shell::layout::steer(session, state, room, &mut actions);
    if session.view().viewport != view.pixels {
        actions.push(Action::View(ViewAction::ResizeViewport(view.pixels)));
    }
    state.keyboard = shell::keys::Holder::now(&ctx);
    state.fonts.update(&ctx);
    UiOutput {
        actions,
        viewport: view.rect,
        viewport_pixels: view.pixels,
        pick: view.pick,
        named: view.named,
        film: std::mem::take(&mut state.transport.film.wanted),
    }
}

fn apply_preferences(ctx: &Context, session: &Session) {
    let look = if session.is_light() {
        egui::Theme::Light
    } else {
        egui::Theme::Dark
    };
    ctx.set_theme(look);
    // Takes effect in the next pass; egui asks for one only when the factor changed.
    ctx.set_zoom_factor(session.preferences().ui_scale);
}
