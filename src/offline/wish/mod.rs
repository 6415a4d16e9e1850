//! Wishes for one picture, before anything is opened.

pub mod play_as;
pub mod start_view;
pub mod stop;

use crate::core::StandardView;
use crate::light::Preset;
use crate::offline::arrange::{Arrangement, PoseTime};
use crate::picture::{ColorBy, Shading, Tone};
use crate::session::{Aperture, Backdrop, LevelPick, SavedView, SectionAxis, Switch};
use std::path::PathBuf;

/// Content of the picture, and how it is shown. `None` leaves it as the view file has it; without one, as a picture is at first.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// A view of the window. The fields below count in its place.
    pub saved: Option<Box<SavedView>>,
    pub arrangement: Arrangement,
    /// At first the clip's first frame.
    pub time: Option<PoseTime>,
    /// Pixels; at first [`Shot::FIRST_SIZE`].
    pub size: Option<[u32; 2]>,
    /// Pixels for each point of a window's panels. `None`: as in the window of the view file, if the picture has its size.
    pub pixels_per_point: Option<f32>,
    /// At first the standard view from the front, the right and above.
    pub view: Option<ViewWish>,
    pub aim: Aim,
    /// The meshes of these names are hidden.
    pub hidden_meshes: Vec<String>,
    /// The groups of meshes of these names are, too.
    pub hidden_groups: Vec<String>,
    /// Colours, as sRGB, that multiply the base colours of the materials of these names.
    pub tints: Vec<(String, [u8; 3])>,
    /// Weights of all blend shapes of these names.
    pub blends: Vec<(String, f32)>,
    pub level: Option<LevelPick>,
    pub shading: Option<Shading>,
    /// Property that the colours of surfaces tell.
    pub color_by: Option<ColorBy>,
    /// Bones that are selected, by name, in every model that has them.
    pub bones_selected: Vec<String>,
    /// The blend shapes of that name are.
    pub shape_selected: Option<String>,
    pub light: LightWish,
    /// Switches that are turned on or off; overlays are off at first.
    pub switches: Vec<(Switch, bool)>,
    pub background: Option<BackgroundWish>,
    /// Cut off around the models; the picture is square and transparent.
    pub is_thumbnail: bool,
    /// 1, 4, or more: the mean of several pictures.
    pub samples: u32,
    /// Draw all there is, whatever it costs.
    pub whole: bool,
}

impl Default for Shot {
    fn default() -> Self {
        Self {
            samples: 4,
            saved: Default::default(),
            arrangement: Default::default(),
            time: Default::default(),
            size: Default::default(),
            pixels_per_point: Default::default(),
            view: Default::default(),
            aim: Default::default(),
            hidden_meshes: Default::default(),
            hidden_groups: Default::default(),
            tints: Default::default(),
            blends: Default::default(),
            level: Default::default(),
            shading: Default::default(),
            color_by: Default::default(),
            bones_selected: Default::default(),
            shape_selected: Default::default(),
            switches: Default::default(),
            light: Default::default(),
            background: Default::default(),
            is_thumbnail: false,
            whole: false,
        }
    }
}

impl Shot {
    /// Pixels of a picture of which nobody says how large it is.
    pub const FIRST_SIZE: [u32; 2] = [1280, 720];

    /// Whether that switch is wished on or off.
    pub fn wish(&self, switch: Switch) -> Option<bool> {
        let wish = self.switches.iter().find(|(wished, _)| *wished == switch);
        wish.map(|(_, on)| *on)
    }

    /// Pixels.
    pub fn size(&self) -> [u32; 2] {
        let of_view = || self.saved.as_ref().map(|view| view.viewport.map(|side| side.max(1)));
        self.size.or_else(of_view).unwrap_or(Self::FIRST_SIZE)
    }
}

/// Surroundings of the models, and how their light is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LightWish {
    pub environment: Option<EnvironmentWish>,
    /// Counter-clockwise, seen from above.
    pub turn_rad: Option<f32>,
    /// Stops.
    pub exposure: Option<f32>,
    pub tone: Option<Tone>,
    /// How strongly the ground shows the models mirrored, 0 to 1.
    pub reflection: Option<f32>,
    /// How rough it is, 0 to 1.
    pub reflection_roughness: Option<f32>,
}

/// Background behind the models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackgroundWish {
    pub backdrop: Backdrop,
    /// sRGB bytes; at first that of the view.
    pub flat_color: Option<[u8; 3]>,
}

/// Environment that lights the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvironmentWish {
    Preset(Preset),
    /// An image of all directions.
    Image(PathBuf),
}

/// Where the camera looks from.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewWish {
    Standard(StandardView),
    /// To the right of the models' front, and above the horizon.
    Angles {
        azimuth_rad: f32,
        elevation_rad: f32,
    },
    /// Through a camera of a file: by name, else by its number over all files.
    Camera(String),
}

/// Point that the camera looks at, and how. `None`: so that all is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// In world space.
    pub target: Option<[f32; 3]>,
    pub distance: Option<f32>,
    pub fov_y_rad: Option<f32>,
    pub is_orthographic: Option<bool>,
    /// How far the lens is open.
    pub aperture: Option<Aperture>,
    /// The axis that the clipping plane stands across; `Some(None)`: there is no plane.
    pub section: Option<Option<SectionAxis>>,
    /// Where that lies from one end of the models to the other, 0 to 1.
    pub section_at: Option<f32>,
    /// All that the clip makes of the models is framed.
    pub frames_clip: bool,
}
