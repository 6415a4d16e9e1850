//! Plain data: all that a picture of the open files is made from, beside the files.

use crate::{
    Attachment, CameraKey, ClipKey, ClipLayer, LevelPick, Measure, Mix, ModeScope, PlayAs, Preferences, RootMotion,
    SavedCamera, SectionChoice, Selected, ShownPose, Spot, Stopped,
};
use castview_base::core::{BoneIndex, FrameRange, Options, UpAxis};
use castview_base::scene::Skinning;
use castview_motion::animation::Retarget;
use castview_picture::opened::FileKey;
use castview_picture::{ColorBy, Lights, Overlays, PlacedKey, Shading, Way};
use serde::{Deserialize, Serialize};

/// The form that is written now, and read.
pub const VERSION: u32 = 1;

/// A view of the open files, in the order of their opening. Keys are those of the saved session; `file_keys` and `models` say for
/// which files and models they stood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedView {
    /// `VERSION`.
    pub castview_view: u32,
    /// Names of the files, for people who read this.
    pub files: Vec<String>,
    pub file_keys: Vec<FileKey>,
    /// The user's choices for reading each file, in the order of `files`; empty in older view files. They stand here because `--import` on the
    /// command line is for all files.
    #[serde(default)]
    pub imports: Vec<Options>,
    /// In drawing order.
    pub models: Vec<PlacedKey>,
    /// The picture's size in pixels.
    pub viewport: [u32; 2],
    /// Pixels for a point of the window, by which lines and letters were measured.
    #[serde(default)]
    pub pixels_per_point: Option<f32>,
    /// Rectangles that covered parts of the picture: left, top, right and bottom in pixels.
    pub covered: Vec<[u32; 4]>,
    /// The light theme was shown.
    pub is_light: bool,
    pub preferences: Preferences,
    pub camera: SavedCamera,
    pub look_through: Option<CameraKey>,
    /// Bounds that size the grid, axes and bone glyphs: least and greatest corner in world space; `None`: nothing was there.
    pub steady_bounds: Option<[[f32; 3]; 2]>,
    pub ground: Option<f32>,
    /// Around all surfaces over the clip, as `steady_bounds`: numbers of the grid stand outside of it.
    #[serde(default)]
    pub swept: Option<[[f32; 3]; 2]>,
    pub shading: Shading,
    pub color_by: ColorBy,
    /// Where the picture is divided, as a share of its width, and how surfaces are seen right of that.
    #[serde(default)]
    pub divided: Option<(f32, Way)>,
    pub lights: Lights,
    pub overlays: Overlays,
    pub mesh_bounds: bool,
    pub level: LevelPick,
    /// Where the image lies that lights the models, if one does.
    pub environment_image: Option<String>,
    /// The image files that are shown for textures, wherever they were found or the user put them from.
    #[serde(default)]
    pub images: Vec<SavedImage>,
    /// Files that are shown for paths of instances which do not lead there by themselves: of folders that came along, or the user's choice.
    #[serde(default)]
    pub instances: Vec<SavedInstance>,
    /// The files that are drawn whole, whatever that costs.
    pub whole: Vec<FileKey>,
    pub clip: Option<ClipKey>,
    #[serde(with = "crate::saved::numbers::exact")]
    pub playhead_secs: f64,
    /// Times the clip's own pace; below 0 backwards.
    #[serde(default = "own_pace", with = "crate::saved::numbers::exact")]
    pub speed: f64,
    /// Whether the clip loops, where the user said so.
    pub loops_by_hand: Option<bool>,
    pub plays_all: bool,
    pub root_motion: RootMotion,
    pub rig: bool,
    /// Every curve stays at its last key until the next one.
    #[serde(default)]
    pub stepped: bool,
    pub shown_pose: ShownPose,
    pub trails: Vec<(PlacedKey, BoneIndex)>,
    pub edits: SavedEdits,
}

/// Pace in view files that do not say any.
fn own_pace() -> f64 {
    1.0
}

/// The part of a view that undo keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedEdits {
    pub selected: Option<Selected>,
    pub also_selected: Vec<Selected>,
    /// Numbers of pins, and where they are.
    pub pins: Vec<(u32, Spot)>,
    #[serde(default)]
    pub measures: Vec<Measure>,
    pub up: Option<UpAxis>,
    pub hidden_meshes: Vec<(PlacedKey, Vec<bool>)>,
    pub hidden_bones: Vec<(PlacedKey, Vec<bool>)>,
    /// The clipping plane.
    #[serde(default, skip_serializing_if = "SectionChoice::is_default")]
    pub section: SectionChoice,
    /// Model, number of the shape, weight.
    pub shape_weights: Vec<(PlacedKey, u32, f32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand_poses: Vec<SavedHandPose>,
    /// Model, number of the mesh, method.
    pub methods: Vec<(PlacedKey, u32, Skinning)>,
    /// Model, number of the material, sRGB.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tints: Vec<(PlacedKey, u32, [u8; 3])>,
    pub attachments: Vec<(PlacedKey, Attachment)>,
    /// Model, its offset and its turn, as [`crate::Moved`] has them.
    pub moved: Vec<(PlacedKey, [f32; 3], [f32; 3])>,
    pub base: Mix,
    pub modes: Vec<(ModeScope, PlayAs)>,
    pub scales: Vec<(FileKey, f32)>,
    #[serde(default)]
    pub retargets: Vec<(ClipKey, PlacedKey, Retarget)>,
    pub layers: Vec<ClipLayer>,
    /// The model that is shown as one of its steps leaves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    pub ranges: Vec<(ClipKey, SavedRange)>,
    pub pins_came_last: bool,
}

/// A bone that is posed by hand, with its change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedHandPose {
    pub model: PlacedKey,
    /// Number of the bone.
    pub bone: u32,
    pub translation: [f32; 3],
    /// x, y, z, w.
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
}

/// The image file that is shown for one texture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedImage {
    pub file: FileKey,
    /// Position among the files that the instances of `file` lead to; `None`: `file` itself names the texture.
    pub inside: Option<u32>,
    /// The path as its file spells it.
    pub texture: String,
    /// Where the image lies.
    pub location: String,
}

/// The file that is shown for what instances name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedInstance {
    pub file: FileKey,
    /// Location of the file inside that names the path; `None`: `file` itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The path as its file spells it.
    pub path: String,
    /// Where the shown file lies.
    pub location: String,
}

/// Frames between two points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedRange {
    #[serde(with = "crate::saved::numbers::exact")]
    pub start: f64,
    #[serde(with = "crate::saved::numbers::exact")]
    pub end: f64,
}

impl From<FrameRange> for SavedRange {
    fn from(range: FrameRange) -> Self {
        Self {
            start: range.start,
            end: range.end,
        }
    }
}

impl From<SavedRange> for FrameRange {
    fn from(range: SavedRange) -> Self {
        Self {
            start: range.start,
            end: range.end.max(range.start),
        }
    }
}
