//! One picture: files → stage → camera → pixels.

use super::arrange::{Arranged, Arrangement, Clips, Moment};
use super::compose::{compose, override_models};
use super::file_set::{FileSet, OfflineError};
use super::named::{bones_named, camera_named, shape_named};
use super::opening::Drawing;
use crate::core::StandardView;
use crate::files;
use crate::images::Image;
use crate::light::Preset;
use crate::opened::OpenedFile;
use crate::picture::{ColorBy, Lights, Shading, Tone};
use crate::session::{Backdrop, CameraKey, LevelPick, Message, SavedView, Selected};
use std::path::PathBuf;

/// What the picture shows and how. `None` leaves it as the view file has it; without one, as a picture is at first.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// A view of the window. What is said below counts in its place.
    pub saved: Option<Box<SavedView>>,
    pub arrangement: Arrangement,
    /// At first the clip's first frame.
    pub moment: Option<Moment>,
    /// Pixels; at first [`Shot::FIRST_SIZE`].
    pub size: Option<[u32; 2]>,
    /// At first the standard view from the front, the right and above.
    pub view: Option<ViewWish>,
    pub aim: Aim,
    /// The meshes of these names are hidden.
    pub hidden_meshes: Vec<String>,
    /// Weights of all blend shapes of these names.
    pub blends: Vec<(String, f32)>,
    pub level: Option<LevelPick>,
    pub shading: Option<Shading>,
    /// What the colours of surfaces tell.
    pub color_by: Option<ColorBy>,
    /// Bones that are selected, by name, in every model that has them.
    pub bones_selected: Vec<String>,
    /// The blend shapes of that name are.
    pub shape_selected: Option<String>,
    pub lights: Option<Lights>,
    pub light: LightWish,
    pub overlays: OverlayWish,
    pub background: Option<BackgroundWish>,
    /// 1 or 4.
    pub samples: u32,
    /// Draw all there is, whatever it costs.
    pub whole: bool,
}

impl Shot {
    /// Pixels of a picture of which nobody says how large it is.
    pub const FIRST_SIZE: [u32; 2] = [1280, 720];

    /// Pixels.
    pub fn size(&self) -> [u32; 2] {
        let of_view = || self.saved.as_ref().map(|view| view.viewport.map(|side| side.max(1)));
        self.size.or_else(of_view).unwrap_or(Self::FIRST_SIZE)
    }
}

/// What surrounds the models, and how its light is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LightWish {
    pub environment: Option<EnvironmentWish>,
    /// Counter-clockwise, seen from above.
    pub turn_rad: Option<f32>,
    /// Stops.
    pub exposure: Option<f32>,
    pub tone: Option<Tone>,
    pub shadows: Option<bool>,
    pub occlusion: Option<bool>,
    pub ground: Option<bool>,
}

/// What is drawn beside the surfaces and over them; at first nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OverlayWish {
    /// Where there are no surfaces they are drawn at first.
    pub bones: Option<bool>,
    /// The names of bones, and the bones with them.
    pub names: Option<bool>,
    /// Surfaces let one see through them.
    pub xray: Option<bool>,
    /// A pattern marks surfaces whose base colour is not found; else they are clay.
    pub marks_missing: Option<bool>,
    /// Boxes around the meshes as they are posed.
    pub bounds: Option<bool>,
    /// Cameras, lights and what else stands in a model beside its surfaces; where there are no surfaces they are drawn at first.
    pub fixtures: Option<bool>,
    /// Ground grid and axes.
    pub grid: Option<bool>,
}

/// What is seen behind the models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackgroundWish {
    pub backdrop: Backdrop,
    /// sRGB bytes; at first that of the view.
    pub flat_color: Option<[u8; 3]>,
}

/// What lights the picture.
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

/// What the camera looks at, and how. `None`: so that all is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// In world space.
    pub target: Option<[f32; 3]>,
    pub distance: Option<f32>,
    pub fov_y_rad: Option<f32>,
    pub is_orthographic: Option<bool>,
}

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Straight alpha.
    pub image: Image,
    /// Samples per pixel it has.
    pub samples: u32,
    /// What had to be left out of it, one sentence each.
    pub problems: Vec<String>,
    /// Something is left out or smaller as it would cost too much: [`Shot::whole`] shows it.
    pub is_reduced: bool,
}

/// All of a picture that needs no graphics adapter.
pub struct Prepared {
    pub(super) arranged: Arranged,
    /// What is laid out when the view file is shown; `None`: it is already, there is no view file.
    pub(super) over_view: Option<Clips>,
    pub(super) selected: Vec<Selected>,
    pub(super) camera: Option<CameraKey>,
    /// As in [`Taken`].
    problems: Vec<String>,
    is_reduced: bool,
}

/// Lays `batch` out as `shot` says.
pub fn prepare(batch: FileSet, shot: &Shot) -> Result<Prepared, OfflineError> {
    let mut problems = cut_files(&batch);
    let shrunk = batch.shrunk.sentence();
    let is_reduced = shrunk.is_some();
    problems.extend(shrunk);
    problems.extend(batch.stay_smaller.iter().chain(&batch.unread_images).cloned());
    let (mut arranged, over_view) = match &shot.saved {
        Some(_) => {
            let clips = Clips::named(&batch, &shot.arrangement)?;
            (Arranged::opened(batch), Some(clips))
        }
        None => (Arranged::new(batch, &shot.arrangement)?, None),
    };
    let mut selected = bones_named(&arranged.session, &shot.bones_selected)?;
    if let Some(name) = &shot.shape_selected {
        selected.push(shape_named(&arranged.session, name)?);
    }
    let camera = match &shot.view {
        Some(ViewWish::Camera(name)) => Some(camera_named(&arranged.session, name)?),
        _ => None,
    };
    let of_view = shot.saved.as_ref().and_then(|view| view.environment_image.as_deref());
    let wanted = match &shot.light.environment {
        Some(EnvironmentWish::Image(path)) => Some(path.clone()),
        Some(EnvironmentWish::Preset(_)) => None,
        None => of_view.map(files::path_of),
    };
    if let Some(path) = wanted {
        let image = files::open_environment(&path)?;
        arranged.session.receive(Message::EnvironmentLoaded(image));
    }
    if over_view.is_none() {
        override_models(&mut arranged.session, shot)?;
    }
    Ok(Prepared {
        arranged,
        over_view,
        selected,
        camera,
        problems,
        is_reduced,
    })
}

/// Draws what is `prepared` as `shot` says.
pub fn take(mut prepared: Prepared, drawing: &mut Drawing, shot: &Shot) -> Result<Taken, OfflineError> {
    let mut problems = std::mem::take(&mut prepared.problems);
    let is_reduced = prepared.is_reduced;
    let memory = drawing.renderer.context().is_software().then(files::system_memory);
    let (picture, over_budget) = compose(prepared, shot, memory.flatten())?;
    let is_reduced = is_reduced || over_budget.is_some();
    let (drawn, image) = drawing.draw(&picture)?;
    problems.append(&mut drawing.passed);
    problems.extend(over_budget);
    problems.extend(drawn.problems.iter().map(ToString::to_string));
    Ok(Taken {
        image,
        samples: drawn.samples,
        problems,
        is_reduced,
    })
}

/// Files that end too early: the picture shows what is whole in them.
fn cut_files(batch: &FileSet) -> Vec<String> {
    let told = |file: &OpenedFile| Some(format!("{}: {}", file.name, file.diagnostics.cut()?.message));
    batch.files.iter().filter_map(told).collect()
}
