//! What the panels show and only the app knows.

use super::time::filmstrip::FilmPicture;
use egui::TextureId;

/// What the panels show and only the app knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct AppInfo<'a> {
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
