//! One picture: files → stage → camera → pixels.

use super::arrange::{Arranged, Arrangement, Moment};
use super::file_set::{FileSet, OfflineError};
use super::opening::Drawing;
use crate::animation;
use crate::core::{BlendShapeIndex, MeshIndex, StandardView};
use crate::files;
use crate::images::Image;
use crate::light::Preset;
use crate::opened::OpenedFile;
use crate::picture::{Background, ColorBy, Lights, Picture, PlacedKey, Shading};
use crate::session::{
    Action, CameraKey, CameraMove, CompositionAction, Effect, EnvironmentChoice, LevelPick, Message, SavedView,
    Selected, SelectionAction, Session, StageAction, ViewAction,
};
use glam::Vec3;
use std::path::PathBuf;

/// What the picture shows and how. The rest is as the window begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// All that a view file says of the picture: it stands for everything below but size, samples and `whole`.
    pub saved: Option<Box<SavedView>>,
    pub arrangement: Arrangement,
    /// `None`: the clip's first frame.
    pub moment: Option<Moment>,
    /// Pixels.
    pub size: [u32; 2],
    pub view: ViewWish,
    pub aim: Aim,
    /// The meshes of these names are hidden.
    pub hidden_meshes: Vec<String>,
    /// Weights of all blend shapes of these names.
    pub blends: Vec<(String, f32)>,
    pub level: LevelPick,
    pub shading: Shading,
    /// What the colours of surfaces tell.
    pub color_by: ColorBy,
    /// Bones that are selected, by name, in every model that has them.
    pub bones_selected: Vec<String>,
    /// The blend shapes of that name are.
    pub shape_selected: Option<String>,
    pub lights: Lights,
    /// How the light of the surroundings is shown; what they are and the background are said below.
    pub environment: EnvironmentChoice,
    pub surroundings: EnvironmentWish,
    pub bones: bool,
    /// The names of bones, and the bones with them.
    pub names: bool,
    /// Surfaces let one see through them.
    pub xray: bool,
    /// A pattern marks surfaces whose base colour is not found; else they are clay.
    pub marks_missing: bool,
    /// Boxes around the meshes as they are posed.
    pub bounds: bool,
    /// Cameras, lights and what else stands in a model beside its surfaces; where there are no surfaces they are drawn anyway.
    pub fixtures: bool,
    /// Ground grid and axes.
    pub grid: bool,
    /// `None`: the theme's own.
    pub background: Option<Background>,
    /// 1 or 4.
    pub samples: u32,
    /// Draw all there is, whatever it costs.
    pub whole: bool,
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
    pub is_orthographic: bool,
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
    arranged: Arranged,
    selected: Vec<Selected>,
    camera: Option<CameraKey>,
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
    problems.extend(batch.stay_smaller.iter().cloned());
    let mut arranged = Arranged::new(batch, &shot.arrangement)?;
    let mut selected = bones_named(&arranged.session, &shot.bones_selected)?;
    if let Some(name) = &shot.shape_selected {
        selected.push(shape_named(&arranged.session, name)?);
    }
    let camera = match &shot.view {
        ViewWish::Camera(name) => Some(camera_named(&arranged.session, name)?),
        _ => None,
    };
    let of_view = shot.saved.as_ref().and_then(|view| view.environment_image.as_deref());
    let of_view = of_view.map(files::path_of);
    let wanted = match &shot.surroundings {
        EnvironmentWish::Image(path) => Some(path),
        EnvironmentWish::Preset(_) => None,
    };
    if let Some(path) = of_view.as_ref().or(wanted) {
        let image = files::open_environment(path)?;
        arranged.session.receive(Message::EnvironmentLoaded(image));
    }
    override_models(&mut arranged.session, shot)?;
    Ok(Prepared {
        arranged,
        selected,
        camera,
        problems,
        is_reduced,
    })
}

/// Draws what is `prepared` as `shot` says.
pub fn take(prepared: Prepared, drawing: &mut Drawing, shot: &Shot) -> Result<Taken, OfflineError> {
    let Prepared {
        arranged,
        selected,
        camera,
        mut problems,
        mut is_reduced,
    } = prepared;
    let memory = drawing.renderer.context().is_software().then(files::system_memory);
    let memory = memory.flatten();
    let (picture, over_budget) = match &shot.saved {
        Some(view) => compose_saved(arranged.session, view, shot, memory)?,
        None => compose(arranged, shot, (selected, memory), camera),
    };
    is_reduced |= over_budget.is_some();
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

/// The bones of these names, of every model that has them; one that none has is an error.
fn bones_named(session: &Session, names: &[String]) -> Result<Vec<Selected>, OfflineError> {
    let mut selected = Vec::new();
    for name in names {
        let before = selected.len();
        for placed in &session.stage().models {
            let bone = placed.model().skeleton.find(name);
            selected.extend(bone.map(|bone| Selected::Bone(placed.key, bone)));
        }
        if selected.len() == before {
            return Err(OfflineError::NoBone {
                wanted: name.clone(),
                near: near_to(session, name),
            });
        }
    }
    Ok(selected)
}

/// The camera of that name, else of that number.
fn camera_named(session: &Session, wanted: &str) -> Result<CameraKey, OfflineError> {
    let cameras = session.cameras();
    let named = cameras
        .iter()
        .find(|camera| session.camera_name(**camera) == Some(wanted));
    let numbered = || wanted.parse().ok().and_then(|number: usize| cameras.get(number));
    named.or_else(numbered).copied().ok_or_else(|| OfflineError::NoCamera {
        wanted: wanted.to_owned(),
        cameras: cameras
            .iter()
            .filter_map(|camera| session.camera_name(*camera).map(str::to_owned))
            .collect(),
    })
}

/// Hides meshes and sets weights of blend shapes, by their names.
fn override_models(session: &mut Session, shot: &Shot) -> Result<(), OfflineError> {
    let keys: Vec<PlacedKey> = session.stage().models.iter().map(|placed| placed.key).collect();
    for name in &shot.hidden_meshes {
        let mut hidden = Vec::new();
        for placed in &session.stage().models {
            let meshes = placed.model().meshes.iter().enumerate();
            let named = meshes.filter(|(_, mesh)| mesh.name == *name);
            hidden.extend(named.map(|(index, _)| Selected::Mesh(placed.key, MeshIndex::new(index))));
        }
        if hidden.is_empty() {
            let models = session.stage().models.iter();
            let names = models.flat_map(|placed| placed.model().meshes.iter().map(|mesh| mesh.name.as_str()));
            return Err(OfflineError::NoMesh {
                wanted: name.clone(),
                near: animation::near_names(name, names)
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
            });
        }
        for mesh in hidden
            .into_iter()
            .filter(|mesh| session.is_shown(*mesh))
            .collect::<Vec<_>>()
        {
            drop(session.apply(Action::Selection(SelectionAction::ToggleShown(mesh))));
        }
    }
    for (name, weight) in &shot.blends {
        let weight = Some(*weight);
        // An error if there is none.
        shape_named(session, name)?;
        for key in &keys {
            let shapes = session
                .stage()
                .placed(*key)
                .map(|placed| placed.model().blend_shapes.len());
            for shape in (0..shapes.unwrap_or_default()).map(BlendShapeIndex::new) {
                let is_named = session
                    .stage()
                    .placed(*key)
                    .is_some_and(|placed| placed.model().blend_shapes[shape.get()].name == *name);
                if is_named {
                    let set = CompositionAction::SetShapeWeight {
                        model: *key,
                        shape,
                        weight,
                    };
                    drop(session.apply(Action::Composition(set)));
                }
            }
        }
    }
    Ok(())
}

/// The first blend shape of that name.
fn shape_named(session: &Session, name: &str) -> Result<Selected, OfflineError> {
    let models = session.stage().models.iter();
    let shapes = models.flat_map(|placed| {
        let shapes = placed.model().blend_shapes.iter().enumerate();
        shapes.map(|(index, shape)| (placed.key, index, shape.name.as_str()))
    });
    let found = shapes.clone().find(|(.., of)| *of == name);
    match found {
        Some((key, index, _)) => Ok(Selected::BlendShape(key, BlendShapeIndex::new(index))),
        None => {
            let near = animation::near_names(name, shapes.map(|(.., name)| name));
            Err(OfflineError::NoShape {
                wanted: name.to_owned(),
                near: near.into_iter().map(str::to_owned).collect(),
            })
        }
    }
}

/// The names of bones that are most like `wanted`, the likest first.
fn near_to(session: &Session, wanted: &str) -> Vec<String> {
    let models = session.stage().models.iter();
    let names = models.flat_map(|placed| {
        let skeleton = &placed.model().skeleton;
        skeleton.bones().map(move |bone| skeleton.name(bone))
    });
    let near = animation::near_names(wanted, names);
    near.into_iter().map(str::to_owned).collect()
}

/// What the window showed when the view was saved; and what the budget leaves out, in a sentence.
fn compose_saved(
    mut session: Session,
    view: &SavedView,
    shot: &Shot,
    memory: Option<u64>,
) -> Result<(Picture, Option<String>), OfflineError> {
    session.receive(Message::LimitMemory(memory));
    let mut effects = session.show_saved(view).map_err(OfflineError::View)?;
    if shot.whole {
        effects.extend(session.apply(Action::Stage(StageAction::LiftBudget)));
    }
    if shot.size != view.viewport {
        effects.extend(session.apply(Action::View(ViewAction::Cover(Vec::new()))));
        effects.extend(session.apply(Action::View(ViewAction::ResizeViewport(shot.size))));
    }
    // The window measures in the background; a picture waits for it.
    for effect in effects {
        let measured = match effect {
            Effect::MeasureMeshes { question } => session.measure_meshes(question).map(|count| count()),
            Effect::MeasureSpeeds { question } => session.measure_speeds(question).map(|measure| measure()),
            _ => None,
        };
        if let Some(measured) = measured {
            session.receive(measured);
        }
    }
    let over_budget = session.budget_sentence().map(str::to_owned);
    Ok((session.picture(shot.size, shot.samples), over_budget))
}

/// The same steps a user takes in the window, so that both show the same picture; and what the budget leaves out, in a sentence.
fn compose(
    mut arranged: Arranged,
    shot: &Shot,
    (selected, memory): (Vec<Selected>, Option<u64>),
    camera: Option<CameraKey>,
) -> (Picture, Option<String>) {
    if let Some(moment) = shot.moment {
        arranged.seek(moment);
    }
    let mut session = arranged.session;
    session.receive(Message::LimitMemory(memory));
    show_overlays(&mut session, shot);
    let counts = shot.color_by == ColorBy::DegenerateFaces;
    let mut does = |action| {
        for effect in session.apply(action) {
            // The window counts in the background; a picture waits for it.
            if let (Effect::MeasureMeshes { question }, true) = (effect, counts)
                && let Some(count) = session.measure_meshes(question)
            {
                session.receive(count());
            }
        }
    };
    if shot.whole {
        does(Action::Stage(StageAction::LiftBudget));
    }
    if let EnvironmentWish::Preset(preset) = shot.surroundings {
        does(Action::View(ViewAction::SetEnvironment(preset)));
    }
    does(Action::View(ViewAction::SetShading(shot.shading)));
    if shot.color_by != ColorBy::Material {
        does(Action::View(ViewAction::ToggleColorBy(shot.color_by)));
    }
    if let Some((active, others)) = selected.split_first() {
        let (active, others) = (*active, others.to_vec());
        does(Action::Selection(SelectionAction::SelectAll { active, others }));
    }
    does(Action::View(ViewAction::SetLevel(shot.level)));
    does(Action::View(ViewAction::ResizeViewport(shot.size)));
    take_aim(shot, &mut does);
    if camera.is_some() {
        does(Action::View(ViewAction::LookThrough(camera)));
    }
    let over_budget = session.budget_sentence().map(str::to_owned);
    let mut picture = session.picture(shot.size, shot.samples);
    picture.lights = shot.lights;
    shot.environment.apply_to(&mut picture);
    picture.shadows = shot.environment.holding_back(session.view().ground);
    picture.background = shot.background.unwrap_or(picture.background);
    (picture, over_budget)
}

/// Shows what floats over surfaces and below them as the shot says, and hides the rest.
fn show_overlays(session: &mut Session, shot: &Shot) {
    // A clip on its own skeleton has nothing else to show.
    let shows_bones = shot.bones || shot.names || !session.stage().has_model();
    // So has a recording of hands.
    let has_surface = session.stage().models.iter().any(|placed| placed.model().has_surface());
    let shows_fixtures = shot.fixtures || !has_surface;
    for (shown, wanted, toggle) in [
        (session.view().overlays.bones, shows_bones, ViewAction::ToggleBones),
        (session.preferences().bone_names, shot.names, ViewAction::ToggleNames),
        (session.view().overlays.xray, shot.xray, ViewAction::ToggleXray),
        (
            session.view().overlays.missing,
            shot.marks_missing,
            ViewAction::ToggleMissing,
        ),
        (
            session.view().overlays.fixtures,
            shows_fixtures,
            ViewAction::ToggleFixtures,
        ),
        (session.view().overlays.grid, shot.grid, ViewAction::ToggleGrid),
        (session.view().overlays.axes, shot.grid, ViewAction::ToggleAxes),
        (session.view().mesh_bounds, shot.bounds, ViewAction::ToggleMeshBounds),
    ] {
        if shown != wanted {
            drop(session.apply(Action::View(toggle)));
        }
    }
}

/// Sets the lens, looks from where the shot says, and then frames what it says.
fn take_aim(shot: &Shot, does: &mut impl FnMut(Action)) {
    let aim = &shot.aim;
    if aim.is_orthographic {
        does(Action::View(ViewAction::Camera(CameraMove::ToggleProjection)));
    }
    if let Some(fov_y_rad) = aim.fov_y_rad {
        does(Action::View(ViewAction::Camera(CameraMove::Lens { fov_y_rad })));
    }
    does(Action::View(ViewAction::Camera(match shot.view {
        ViewWish::Standard(view) => CameraMove::View(view),
        ViewWish::Angles {
            azimuth_rad,
            elevation_rad,
        } => CameraMove::Look {
            yaw_rad: azimuth_rad,
            pitch_rad: elevation_rad,
        },
        ViewWish::Camera(_) => CameraMove::FrameAll,
    })));
    does(Action::View(ViewAction::Camera(CameraMove::FrameAll)));
    if aim.target.is_some() || aim.distance.is_some() {
        let (target, distance) = (aim.target.map(Vec3::from_array), aim.distance);
        does(Action::View(ViewAction::Camera(CameraMove::Place { target, distance })));
    }
}
