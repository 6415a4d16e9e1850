//! What the window remembers about itself from pass to pass, and what the app may ask of it.

use super::kit::fonts::{Background, Job, SystemFonts};
use super::{clips, inspector, kit, shell, time, tree, view};
use crate::session::Notice;
use egui::Context;
use std::sync::Arc;

/// What the window remembers about itself: scroll places, folds, a scrub in progress, notices.
pub struct UiState {
    pub(super) fonts: Arc<SystemFonts>,
    pub(super) keyboard: shell::keys::Holder,
    pub(super) tree: tree::node_tree::NodeTree,
    pub(super) inspected: inspector::bone_shown::Shown,
    pub(super) timeline: time::ruler::Scrub,
    pub(super) transport: time::transport::Memory,
    pub(super) library: clips::Library,
    pub(super) time_view: time::time_view::TimeView,
    pub(super) dope_sheet: time::dope_sheet::DopeSheet,
    pub(super) curve_view: time::curve_view::CurveView,
    pub(super) key_table: time::key_table::KeyTable,
    pub(super) uv_layout: view::uv_layout::UvWindow,
    pub(super) background: Background,
    pub(super) thumbnails: crate::ui::pages::textures::Thumbnails,
    pub(super) notices: shell::notices::Notices,
    pub(super) drawer: shell::widths::Drawers,
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
            inspected: inspector::bone_shown::Shown::default(),
            timeline: time::ruler::Scrub::default(),
            transport: time::transport::Memory::default(),
            library: clips::Library::default(),
            time_view: time::time_view::TimeView::default(),
            dope_sheet: time::dope_sheet::DopeSheet::default(),
            curve_view: time::curve_view::CurveView::default(),
            key_table: time::key_table::KeyTable::default(),
            uv_layout: view::uv_layout::UvWindow::default(),
            background,
            thumbnails: crate::ui::pages::textures::Thumbnails::default(),
            notices: shell::notices::Notices::default(),
            drawer: shell::widths::Drawers::default(),
        }
    }

    /// Shows a notice; [`crate::session::Effect::Notify`] ends here.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
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
