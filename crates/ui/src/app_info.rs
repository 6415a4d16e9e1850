//! Facts that only the app knows and the panels show.

use castview_picture::opened::FileKey;
use castview_session::ClipKey;
use egui::{Rect, TextureId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Facts that only the app knows and the panels show.
#[derive(Clone, Copy, Debug, Default)]
pub struct AppInfo<'a> {
    /// The last picture, to fill the viewport with.
    pub viewport: Option<TextureId>,
    /// The size of the viewport that it was drawn for, in pixels; `None`: the size that it has now.
    pub viewport_pixels: Option<[u32; 2]>,
    /// No open file is in the last picture, which is not shown: theirs is not drawn yet.
    pub viewport_is_former: bool,
    /// Name of the graphics adapter.
    pub adapter: &'a str,
    /// Abilities that the adapter lacks, each with what is done without it.
    pub adapter_lacks: &'a [(&'static str, &'static str)],
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
    /// The small pictures of files and clips that are there.
    pub thumbnails: Option<&'a Arc<Thumbnails>>,
    /// How the picture is drawn while something moves, if that is not at its finest.
    pub coarse: Option<Coarse>,
}

/// Reductions of a picture while something moves, and the reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coarse {
    /// Drawn pixels for each pixel that is shown, along a side.
    pub scale: f32,
    /// One sample per pixel in place of several.
    pub jagged: bool,
    /// Without shadows and occlusion, though they are wanted.
    pub unlit: bool,
    /// Sharp before and behind the focus of a lens that is open.
    pub sharp: bool,
    /// Seconds that a finer picture took, and the whole turn with it.
    pub took: Option<[f64; 2]>,
}

/// Subject of a small picture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThumbnailOf {
    /// The file at that size: a file that has another size now has another picture.
    File { location: String, bytes: u64 },
    /// On the models that were there when that number was counted.
    Clip(ClipKey, u64),
    /// The first clip of a file that is not open, on these models: file and place of their content.
    ClipFile {
        location: String,
        bytes: u64,
        on: Vec<(FileKey, usize)>,
    },
}

/// By what they show.
pub type Thumbnails = BTreeMap<ThumbnailOf, TextureId>;

/// One small picture that is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmPicture {
    pub frame: f64,
    pub texture: TextureId,
    /// The part of the texture.
    pub uv: Rect,
}
