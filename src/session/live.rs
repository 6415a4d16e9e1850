//! What changes without being an edit: playhead, camera, loads in flight; and the settings that outlive a run.

use super::{ClipKey, EventKey, GhostChoice, LayerKey, LevelPick, LookThrough, RootMotion};
use crate::animation::{Renames, Seam, Transport};
use crate::core::{Bounds, Camera, FrameRange};
use crate::picture::{Lights, Overlays, PlacedKey, Shading};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Live {
    pub transport: Transport,
    pub active_clip: Option<ClipKey>,
    pub root_motion: RootMotion,
    /// In and out points, in frames of the clip they belong to.
    pub(super) ranges: BTreeMap<ClipKey, FrameRange>,
    /// How well what is played closes; `None` while nothing is driven.
    pub seam: Option<Seam>,
    /// Whether the active clip loops, where the user said otherwise than its file means it.
    pub(super) loops_by_hand: Option<bool>,
    /// At a clip's end the next one begins.
    pub plays_all: bool,
    /// The notifications that fired since the active clip began.
    pub fired: BTreeMap<EventKey, Fired>,
    /// The model on its way to what it shall hang on, without a pointer.
    pub(super) carried_model: Option<PlacedKey>,
    /// The layer whose keys the user looks at ([`super::Session::keyed`]).
    pub(super) keyed_layer: Option<LayerKey>,
    pub camera: Camera,
    /// The camera follows one of a model.
    pub look_through: Option<LookThrough>,
    /// The camera still stands where framing put it: a new viewport size frames again.
    pub camera_is_framed: bool,
    /// Around the stage as it was when the active clip began, in world space: grid, axes and bone glyphs take their size from it
    /// and keep it while the model moves.
    pub steady_bounds: Bounds,
    /// Viewport size in pixels.
    pub viewport: [u32; 2],
    /// IK handles and constraints are solved. Off at first (A30): exporters mostly bake what they do.
    pub rig: bool,
    pub shading: Shading,
    pub lights: Lights,
    pub overlays: Overlays,
    /// Of models with several levels of detail.
    pub level: LevelPick,
    pub panels_hidden: bool,
    pub full_screen: bool,
    /// The page that lies over the window.
    pub page: Option<Page>,
    pub loading: Option<Loading>,
    /// How much of a picture is there that takes its time, 0…1.
    pub drawing: Option<f32>,
    /// What the system prefers, for [`Theme::System`].
    pub system_is_light: bool,
    /// What a drop would do, while files hover: one line.
    pub drop_hint: Option<String>,
}

/// How short and how long lines of sight may be.
pub const RAY_LENGTHS: [f32; 2] = [0.1, 20.0];

/// What one notification did since its clip began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fired {
    pub count: u64,
    /// Where it fired last.
    pub frame: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Loading {
    pub generation: u64,
    /// What is being loaded, for people.
    pub name: String,
    /// 0…1.
    pub progress: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    Shortcuts,
    /// What the active clip found on each model, and the table of names.
    Matching,
    Diagnostics,
    About,
    /// Every notification and marker of the active clip.
    Notifications,
    /// Folders that files may read outside their own.
    AllowedFolders,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Theme {
    #[default]
    Dark,
    Light,
    /// Whatever the system says.
    System,
}

/// Choices that stick; stored by the app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    pub theme: Theme,
    /// Multiplies the system's own scale.
    pub ui_scale: f32,
    /// Loop whatever the clip says.
    pub loops: bool,
    /// Loop exactly when the clip says so.
    pub follows_file_loop: bool,
    /// Ping-pong, before either of the two.
    pub ping_pong: bool,
    /// Scrubbing goes to whole frames.
    pub snaps: bool,
    /// One row for each notification under the ruler.
    pub notification_rows: bool,
    /// The left panel lists clips.
    pub library: bool,
    pub grid: bool,
    pub axes: bool,
    pub bones: bool,
    pub stats: bool,
    /// How names of curves are changed before they are looked for.
    pub renames: Renames,
    pub tree_width: f32,
    pub inspector_width: f32,
    pub tree_open: bool,
    pub inspector_open: bool,
    pub dope_sheet: bool,
    pub curve_view: bool,
    pub filmstrip: bool,
    pub ghosts: GhostChoice,
    /// Of lines of sight, in the units of the models they belong to.
    pub ray_length: f32,
    /// Points.
    pub dope_sheet_height: f32,
    /// Points.
    pub curve_view_height: f32,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            ui_scale: 1.0,
            loops: true,
            follows_file_loop: false,
            ping_pong: false,
            snaps: true,
            notification_rows: true,
            library: false,
            grid: true,
            axes: true,
            bones: false,
            stats: false,
            renames: Renames::default(),
            tree_width: 260.0,
            inspector_width: 300.0,
            tree_open: true,
            inspector_open: true,
            dope_sheet: false,
            curve_view: false,
            filmstrip: false,
            ghosts: GhostChoice::default(),
            ray_length: 2.0,
            dope_sheet_height: 180.0,
            curve_view_height: 220.0,
        }
    }
}

impl Preferences {
    /// What is out of range (settings can be edited by hand) takes the nearest sensible value.
    pub fn checked(mut self) -> Self {
        let usual = Self::default();
        let within = |value: f32, least: f32, most: f32, usual: f32| {
            if value.is_finite() {
                value.clamp(least, most)
            } else {
                usual
            }
        };
        self.ui_scale = within(self.ui_scale, 0.5, 4.0, usual.ui_scale);
        self.tree_width = within(self.tree_width, 100.0, 2000.0, usual.tree_width);
        self.inspector_width = within(self.inspector_width, 100.0, 2000.0, usual.inspector_width);
        for (height, usual) in [
            (&mut self.dope_sheet_height, usual.dope_sheet_height),
            (&mut self.curve_view_height, usual.curve_view_height),
        ] {
            *height = within(*height, 60.0, 2000.0, usual);
        }
        self.ray_length = within(self.ray_length, RAY_LENGTHS[0], RAY_LENGTHS[1], usual.ray_length);
        self.ghosts = self.ghosts.checked();
        self
    }
}

impl Default for Live {
    fn default() -> Self {
        Self {
            transport: Transport::default(),
            active_clip: None,
            root_motion: RootMotion::default(),
            ranges: BTreeMap::new(),
            seam: None,
            loops_by_hand: None,
            plays_all: false,
            fired: BTreeMap::new(),
            carried_model: None,
            keyed_layer: None,
            camera: Camera::default(),
            look_through: None,
            camera_is_framed: true,
            steady_bounds: Bounds::EMPTY,
            viewport: [1280, 720],
            rig: false,
            shading: Shading::default(),
            lights: Lights::default(),
            overlays: Overlays {
                grid: true,
                axes: true,
                bones: false,
                fixtures: true,
                wireframe: false,
                volumes: false,
                ghost_hands: false,
            },
            level: LevelPick::default(),
            panels_hidden: false,
            full_screen: false,
            page: None,
            loading: None,
            drawing: None,
            system_is_light: false,
            drop_hint: None,
        }
    }
}
