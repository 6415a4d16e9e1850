//! State of the window, kept from pass to pass, and what the app may ask of it.

use super::kit::fonts::{Background, Job, SystemFonts};
use super::shell::input_order::{Awaited, Keyboard};
use super::{browser, clips, inspector, kit, pages, shell, time, tree, view};
use castview_session::browser::file_dialog;
use castview_session::{Notice, Page, Session};
use egui::Context;
use std::sync::Arc;

/// Passes in which a field is shown that was promised the keyboard: its panel opens, shows its tab, and then the field.
const PATIENCE: u8 = 8;

/// State of the window, kept from pass to pass: scroll places, folds, a scrub in progress, notices.
pub struct UiState {
    pub(super) fonts: Arc<SystemFonts>,
    /// The system's wish for less motion.
    less_motion: bool,
    /// Whether things may glide, as the looks have it now.
    glides: bool,
    pub(super) keyboard: shell::keys::Holder,
    pub(super) walk: kit::keyboard::walk::Walk,
    pub(super) alt: kit::keyboard::alt_tap::AltTap,
    /// The focus, and whether the last pass moved it: what has it now may become a text field only a pass later.
    focus: (Option<egui::Id>, bool),
    /// The page that the last pass has shown.
    page: Option<Page>,
    /// Passes since a field was promised the keyboard that it does not have.
    promised: u8,
    pub(super) tree: tree::node_tree::NodeTree,
    pub(super) inspected: inspector::bone_shown::BoneShown,
    pub(super) timeline: time::ruler::Scrub,
    pub(super) transport: time::transport::Memory,
    pub(super) library: clips::Library,
    pub(super) browser: browser::BrowserPanel,
    pub(super) thumbnails: kit::thumbnail::ThumbnailWishes,
    pub(super) time_view: time::time_view::TimeView,
    pub(super) dope_sheet: time::dope_sheet::DopeSheet,
    pub(super) curve_view: time::curve_view::CurveView,
    pub(super) key_table: time::key_table::KeyTable,
    pub(super) uv_layout: view::uv_layout::UvWindow,
    pub(super) background: Background,
    pub(super) settings: pages::settings::SettingsPage,
    pub(super) export: pages::export::ExportPreview,
    pub(super) compare: pages::compare::ComparePage,
    pub(super) trouble: pages::trouble::TroublePage,
    pub(super) document: pages::document::DocumentPage,
    pub(super) notifications: pages::notifications::NotificationsPage,
    pub(super) sockets: pages::sockets::SocketsPage,
    pub(super) vertices: pages::vertices::VerticesPage,
    pub(super) file_dialog: pages::file_dialog::Typed,
    pub(super) palette: shell::palette::Palette,
    pub(super) texture_pictures: crate::pages::textures::Thumbnails,
    pub(super) notices: shell::notices::Notices,
    pub(super) drawer: view::widths::Drawers,
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
            less_motion,
            glides: !less_motion,
            keyboard: shell::keys::Holder::default(),
            walk: kit::keyboard::walk::Walk::default(),
            alt: kit::keyboard::alt_tap::AltTap::default(),
            focus: (None, false),
            page: None,
            promised: 0,
            tree: tree::node_tree::NodeTree::default(),
            inspected: inspector::bone_shown::BoneShown::default(),
            timeline: time::ruler::Scrub::default(),
            transport: time::transport::Memory::default(),
            library: clips::Library::default(),
            browser: browser::BrowserPanel::default(),
            thumbnails: kit::thumbnail::ThumbnailWishes::default(),
            time_view: time::time_view::TimeView::default(),
            dope_sheet: time::dope_sheet::DopeSheet::default(),
            curve_view: time::curve_view::CurveView::default(),
            key_table: time::key_table::KeyTable::default(),
            uv_layout: view::uv_layout::UvWindow::default(),
            background,
            settings: pages::settings::SettingsPage::default(),
            export: pages::export::ExportPreview::default(),
            compare: pages::compare::ComparePage::default(),
            trouble: pages::trouble::TroublePage::default(),
            document: pages::document::DocumentPage::default(),
            notifications: pages::notifications::NotificationsPage::default(),
            sockets: pages::sockets::SocketsPage::default(),
            vertices: pages::vertices::VerticesPage::default(),
            file_dialog: pages::file_dialog::Typed::default(),
            palette: shell::palette::Palette::default(),
            texture_pictures: crate::pages::textures::Thumbnails::default(),
            notices: shell::notices::Notices::default(),
            drawer: view::widths::Drawers::default(),
        }
    }

    /// Whether things may glide: `motion` is the user's choice.
    pub(super) fn let_glide(&mut self, ctx: &Context, motion: bool) {
        let glides = motion && !self.less_motion;
        if self.glides != glides {
            self.glides = glides;
            kit::theme::install(ctx, !glides);
        }
    }

    /// Shows a notice; [`castview_session::Effect::Notify`] ends here.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Puts the keyboard into the tree's search; [`castview_session::Effect::FocusSearch`] ends here.
    pub fn focus_search(&mut self) {
        self.tree.wants_search = true;
    }

    /// Lists the bones in the tree by their difference from B; [`castview_session::Effect::ListDifferences`] ends here.
    pub fn list_differences(&mut self, over_clip: bool) {
        self.drawer.tree = true;
        self.tree.wants_differences = Some(over_clip);
    }

    /// Shows the list of files and puts the keyboard into it; [`castview_session::Effect::ShowBrowser`] ends here.
    pub fn show_browser(&mut self) {
        self.drawer.tree = true;
        self.browser.take_keyboard();
    }

    /// Puts the keyboard into the frame number; [`castview_session::Effect::FocusFrame`] ends here.
    pub fn focus_frame(&mut self) {
        self.transport.wants_frame = true;
    }

    /// Puts the keyboard into the next panel or the one before; [`castview_session::Effect::FocusPanel`] ends here.
    pub fn focus_panel(&mut self, forward: bool) {
        self.walk.step(forward);
    }

    /// [`castview_session::Effect::FocusMenuBar`] ends here.
    pub fn focus_menu_bar(&mut self) {
        self.walk.to_menu_bar();
    }

    /// [`castview_session::Effect::FitCurves`] ends here.
    pub fn fit_curves(&mut self, all: bool) {
        self.curve_view.fit_next(all);
    }

    /// The least and the greatest value of the curve view, once the user has chosen; `None` while they fit the lines.
    pub fn curve_values(&self) -> Option<[f32; 2]> {
        self.curve_view.values
    }

    /// Puts the keyboard into the list of curves; [`castview_session::Effect::FocusCurves`] ends here.
    pub fn focus_curves(&mut self) {
        self.curve_view.wants_focus = true;
    }

    /// Where the next key would go, as the last pass and what was asked for since leave it.
    pub fn keyboard(&self, session: &Session) -> Keyboard {
        let awaited = if Self::lists_places(session) {
            Awaited::Answer
        } else if self.is_promised() || self.focus.1 || session.window().page() != self.page {
            Awaited::Turn
        } else {
            Awaited::Nothing
        };
        Keyboard {
            typing: self.keyboard.typing,
            awaited,
        }
    }

    /// The built-in file dialog has no list yet, and so no field.
    fn lists_places(session: &Session) -> bool {
        let dialog = file_dialog(session);
        session.window().page() == Some(Page::FileDialog) && dialog.is_some_and(|dialog| dialog.places().is_none())
    }

    /// Whether a field is to take the keyboard as soon as it is shown.
    fn is_promised(&self) -> bool {
        let lists = self.tree.wants_differences.is_some();
        let searches = self.tree.wants_search || self.library.wants_search || self.browser.wants_search;
        let in_time = self.transport.wants_frame || self.transport.rows.wants_name() || self.curve_view.wants_focus;
        searches || lists || in_time || self.walk.is_under_way() || self.file_dialog.waits()
    }

    /// Notes who has the keyboard when a pass has shown all of its controls. A field that is not shown then waits no more: it would take
    /// the keyboard from whatever is done much later.
    pub(super) fn note_keyboard(&mut self, ctx: &Context, session: &Session) {
        self.keyboard = shell::keys::Holder {
            binding: self.settings.binds.is_some(),
            ..shell::keys::Holder::now(ctx)
        };
        let focus = ctx.memory(|memory| memory.focused());
        self.focus = (focus, focus != self.focus.0);
        self.page = session.window().page();
        self.promised = if self.is_promised() && !Self::lists_places(session) {
            self.promised + 1
        } else {
            0
        };
        if self.promised > PATIENCE {
            self.tree.wants_search = false;
            self.tree.wants_differences = None;
            self.library.wants_search = false;
            self.browser.wants_search = false;
            self.transport.wants_frame = false;
            self.curve_view.wants_focus = false;
            self.transport.rows.forget_name();
            self.walk.forget();
            self.file_dialog.wait_no_more();
        }
    }
}
