//! Session → painted panels and a list of actions.
//!
//! In: the [`Session`], what only the app knows ([`AppInfo`]), and this room's own memory ([`UiState`]: scroll places, folds,
//! notices). Out: [`UiOutput`]. Keys are read here, by the session's table: the app hands egui its events and applies what
//! comes back. Never here: files, clocks, GPUs; the session is only read, the viewport is a texture id and a rectangle.

mod app_info;
mod browser;
mod clips;
mod inspector;
pub mod kit;
mod pages;
mod shell;
mod state;
pub mod time;
pub mod tree;
mod view;

pub use app_info::{AppInfo, Coarse, FilmPicture, ThumbnailOf, Thumbnails};
use castview_session::window;
pub use kit::fonts::{Job, SystemFonts};
pub use pages::textures::TextureRow;
pub use shell::answers::{Answer, Things, found};
pub use shell::input_order::{Awaited, InputOrder, Keyboard};
pub use shell::title::title;
pub use state::UiState;
pub use tree::attaching::BoneRow;
pub use view::viewport::{Pick, Purpose};

use castview_session::{Action, Page, PlaybackAction, Session, ViewAction, command};
use egui::{Context, Rect, Ui};
use kit::keyboard::walk::FocusPlace;

#[derive(Clone, Debug)]
pub struct UiOutput {
    /// To be applied in this order.
    pub actions: Vec<Action>,
    /// Where the viewport lies, in points.
    pub viewport: Rect,
    /// Its size in pixels, both at least 1; [`ViewAction::ResizeViewport`] is among the actions when it changed.
    pub viewport_pixels: [u32; 2],
    /// The pixel of the viewport that was clicked or is pointed at, to learn what is drawn there.
    pub pick: Option<Pick>,
    /// Textures that are listed; an image may be dropped on one of them.
    pub textures: Vec<TextureRow>,
    /// Rows of bones in the tree, while files hover: they may hang on one of them.
    pub bones: Vec<BoneRow>,
    /// Frames the filmstrip wants pictures of, the most urgent first; empty while it is closed.
    pub film: Vec<f64>,
    /// Subjects of the small pictures that lists want, the most urgent first.
    pub thumbnails: Vec<ThumbnailOf>,
}

/// Paints the whole window into `ui`, which must cover it.
pub fn show(ui: &mut Ui, session: &Session, state: &mut UiState, app: &AppInfo<'_>) -> UiOutput {
    let ctx = ui.ctx().clone();
    apply_preferences(&ctx, session);
    state.let_glide(&ctx, window::may_glide(session));
    if session.window().page() == Some(Page::Palette) {
        // Keys belong to the palette's field from its first pass on.
        (state.keyboard.focused, state.keyboard.typing) = (true, true);
    }
    state.walk.take(&ctx, state.settings.binds.is_some());
    let is_free = !state.keyboard.typing && !state.keyboard.menu_open && !state.keyboard.binding;
    let to_menus = state.alt.take(&ctx, is_free && session.window().page().is_none());
    let mut actions = shell::keys::actions(&ctx, session, state.keyboard);
    if to_menus {
        actions.push(command("menu_bar").action());
    }
    let widths = view::widths::Widths::of(ui, session);

    let pointer = kit::hover::take(&ctx, session);
    state.walk.at(&ctx, FocusPlace::Menu);
    shell::menu_bar::show(ui, session, app, &mut actions);
    state.walk.at(&ctx, FocusPlace::Status);
    shell::status_bar::show(ui, session, app, &state.notices.log, &mut actions);
    state.transport.film.pictures.clear();
    state.transport.film.pictures.extend_from_slice(app.film);
    state.thumbnails.begin(app.thumbnails);
    state.walk.at(&ctx, FocusPlace::Transport);
    time::transport::show(
        ui,
        session,
        &mut state.time_view,
        &mut state.timeline,
        &mut state.transport,
        &mut state.library,
        &mut actions,
    );
    state.walk.at(&ctx, FocusPlace::Dock);
    time::dock::show(ui, session, state, &mut actions);
    shell::layout::columns(ui, session, state, widths, &mut actions);
    state.walk.at(&ctx, FocusPlace::UvLayout);
    view::uv_layout::show(ui, session, &mut state.uv_layout, &state.background, &mut actions);
    state.walk.at(&ctx, FocusPlace::Tools);
    view::statistics::show(ui, session, app);
    let view = view::viewport::show(
        ui,
        session,
        app,
        (widths, state.drawer),
        &mut state.uv_layout.surface,
        &mut actions,
    );
    shell::layout::drawers(&ctx, session, state, widths, view.rect, &mut actions);
    if let Some(wanted) = state.inspected.rows.wanted.take() {
        state.curve_view.wanted = Some(wanted);
    }
    kit::hover::give_back(&ctx, pointer);

    state.walk.at(&ctx, FocusPlace::Page);
    page(&ctx, session, state, app, &mut actions);
    state.palette.show(&ctx, session, &mut actions);
    state.walk.at(&ctx, FocusPlace::Notices);
    let corner = state.drawer.free(session, widths, view.rect);
    let axes = view::AXES_CORNER;
    state
        .notices
        .show(&ctx, session, (corner, axes), &view.foot, &mut actions);

    shell::layout::steer(session, state, widths, &mut actions);
    if session.view().viewport() != view.pixels {
        actions.push(Action::View(ViewAction::ResizeViewport(view.pixels)));
    }
    if session.view().pixels_per_point() != Some(view.pixels_per_point) {
        let pixels = Some(view.pixels_per_point);
        actions.push(Action::View(ViewAction::ScaleViewport(pixels)));
    }
    if session.view().covered() != view.covered {
        actions.push(Action::View(ViewAction::Cover(view.covered)));
    }
    if session.view().foot() != view.foot_pixels {
        actions.push(Action::View(ViewAction::KeepFoot(view.foot_pixels)));
    }
    let order = state.library.chosen_order(session);
    if session.playback().listed() != order {
        actions.push(Action::Playback(PlaybackAction::ListClips(order)));
    }
    kit::hover::settle(&ctx, session, &mut actions);
    state.walk.settle(&ctx, view.rect);
    state.note_keyboard(&ctx, session);
    state.fonts.update(&ctx);
    state.thumbnails.wanted.extend(kit::thumbnail::take_recent(&ctx));
    UiOutput {
        actions,
        viewport: view.rect,
        viewport_pixels: view.pixels,
        pick: view.pick,
        textures: std::mem::take(&mut state.texture_pictures.rows),
        bones: tree::attaching::take_bone_rows(&ctx),
        film: std::mem::take(&mut state.transport.film.wanted),
        thumbnails: std::mem::take(&mut state.thumbnails.wanted),
    }
}

/// The page that is open, over everything else.
fn page(ctx: &Context, session: &Session, state: &mut UiState, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    if session.window().page() != Some(Page::Settings) {
        // A command waits for its key only as long as it is seen to wait.
        state.settings.binds = None;
    }
    if session.window().page() != Some(Page::Compare) {
        state.compare.close();
    }
    if session.window().page() != Some(Page::Trouble) {
        state.trouble.close();
    }
    if session.window().page() != Some(Page::Document) {
        state.document.close();
    }
    if session.window().page() != Some(Page::Vertices) {
        state.vertices.close();
    }
    if session.window().page() != Some(Page::AllNotifications) {
        state.notifications.close();
    }
    if session.window().page() != Some(Page::Sockets) {
        state.sockets.close();
    }
    match session.window().page() {
        Some(Page::Diagnostics) => pages::diagnostics::show(ctx, session, actions),
        Some(Page::Trouble) => pages::trouble::show(ctx, session, &mut state.trouble, actions),
        Some(Page::Textures) => pages::textures::show(ctx, session, &mut state.texture_pictures, actions),
        Some(Page::Compare) => pages::compare::show(ctx, session, &mut state.compare, actions),
        Some(Page::Document) => {
            pages::document::show(ctx, session, &mut state.document, &state.background, actions);
        }
        Some(Page::Vertices) => {
            pages::vertices::show(ctx, session, &mut state.vertices, &state.background, actions);
        }
        Some(Page::Matching) => pages::matching::show(ctx, session, actions),
        Some(Page::Shortcuts) => pages::shortcuts::show(ctx, session, actions),
        Some(Page::Notifications) => time::event_list::show(ctx, session, actions),
        Some(Page::AllNotifications) => {
            pages::notifications::show(ctx, session, &mut state.notifications, actions);
        }
        Some(Page::Sockets) => pages::sockets::show(ctx, session, &mut state.sockets, actions),
        Some(Page::AllowedFolders) => pages::allowed_folders::show(ctx, session, actions),
        Some(Page::About) => pages::about::show(ctx, app, actions),
        Some(Page::Notices) => pages::notices::show(ctx, session, &mut state.notices.log, actions),
        Some(Page::FileDialog) => pages::file_dialog::show(ctx, session, &mut state.file_dialog, actions),
        Some(Page::Settings) => pages::settings::show(ctx, session, app, &mut state.settings, actions),
        Some(Page::ExportModels) => pages::export_models::show(ctx, session, actions),
        Some(Page::Export) => pages::export::show(ctx, session, &mut state.export, actions),
        Some(Page::Palette) | None => {}
    }
}

fn apply_preferences(ctx: &Context, session: &Session) {
    let look = if window::is_light(session) {
        egui::Theme::Light
    } else {
        egui::Theme::Dark
    };
    ctx.set_theme(look);
    // Takes effect in the next pass; egui asks for one only when the factor changed.
    ctx.set_zoom_factor(session.preferences().window.ui_scale);
}
