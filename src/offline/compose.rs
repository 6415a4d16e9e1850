//! Wishes of a command line for a picture → actions of a session → the picture.
//!
//! The same steps a user takes in the window, so that both show the same picture. With a view file the session begins as the window was.

use super::arrange::{Arranged, Clips};
use super::file_set::OfflineError;
use super::named::shape_named;
use super::unseen::{draws_nothing, unseen};
use super::wish::{BackgroundWish, EnvironmentWish, LightWish, Shot, ViewWish};
use crate::animation;
use crate::core::{BlendShapeIndex, MaterialIndex, MeshIndex, Projection, StandardView};
use crate::deform::corners;
use crate::opened::FileKey;
use crate::picture::{ColorBy, Picture, PlacedKey};
use crate::render::top_of_legends;
use crate::session::saved;
use crate::session::stage;
use crate::session::{
    Action, CameraKey, CameraMove, CompositionAction, DialValue, Effect, Message, Placed, Selected, SelectionAction,
    Session, StageAction, Switch, ViewAction,
};
use crate::session::{aids, view};
use glam::Vec3;
use std::collections::BTreeSet;
use std::path::Path;

/// A picture, its session, and the notes about it.
pub(super) struct Composed {
    pub session: Session,
    pub picture: Picture,
    /// Parts that the budget leaves out, in a sentence.
    pub over_budget: Option<String>,
    /// Wishes that are not in the picture, one sentence each.
    pub unseen: Vec<String>,
    /// No model shows anything of itself.
    pub is_empty: bool,
}

/// `over_view`: the clips that are laid out when the view file is shown;
/// `memory`: of this machine, if it draws by its processor; `reads_blocks`: the adapter takes blocks of texels as they are.
pub(super) fn compose(
    (mut arranged, over_view): (Arranged, Option<Clips>),
    (selected, camera): (Vec<Selected>, Option<CameraKey>),
    shot: &Shot,
    (memory, reads_blocks): (Option<u64>, bool),
) -> Result<Composed, OfflineError> {
    if shot.saved.is_none() {
        shot.time.into_iter().for_each(|time| drop(arranged.seek(time)));
    }
    arranged.session.receive(Message::LimitMemory {
        bytes: memory,
        reads_blocks,
    });
    let mut asked = Vec::new();
    if let (Some(view), Some(clips)) = (&shot.saved, over_view) {
        asked = saved::show_saved(&mut arranged.session, view).map_err(OfflineError::View)?;
        arranged.lay_out(&shot.arrangement, clips)?;
        override_models(&mut arranged.session, shot)?;
        shot.time.into_iter().for_each(|time| drop(arranged.seek(time)));
    }
    arranged.is_stopped_as_wished()?;
    let Arranged { mut session, .. } = arranged;
    let mut does = |session: &mut Session, action| asked.extend(session.apply(action));
    show_overlays(&mut session, shot, &mut does);
    if shot.whole {
        does(&mut session, Action::Stage(StageAction::LiftBudget));
    }
    show_surfaces(&mut session, shot, &mut does);
    if let Some((active, others)) = selected.split_first() {
        let (active, others) = (*active, others.to_vec());
        let select = SelectionAction::SelectAll { active, others };
        does(&mut session, Action::Selection(select));
    }
    turn_switches(&mut session, shot, &mut does);
    let size = shot.size();
    let is_of_window = shot.saved.is_some() && size == session.view().viewport();
    if size != session.view().viewport() {
        // The panels that covered the view of the window lie elsewhere in a picture of another size, which stands for itself.
        does(&mut session, Action::View(ViewAction::Cover(Vec::new())));
        does(&mut session, Action::View(ViewAction::KeepFoot(0)));
        does(&mut session, Action::View(ViewAction::ScaleViewport(None)));
        does(&mut session, Action::View(ViewAction::ResizeViewport(size)));
    }
    if shot.pixels_per_point.is_some() {
        does(
            &mut session,
            Action::View(ViewAction::ScaleViewport(shot.pixels_per_point)),
        );
    }
    take_aim(&mut session, shot, camera, &mut does);
    shine(&mut session, &shot.light, shot.background, &mut does);
    // A bone that is selected has numbers on its page, which no picture shows; but a heat map is seen through what it has no part of.
    let by = session.view().color_by();
    let counts = shot.saved.is_some() || by == ColorBy::DegenerateFaces || by.is_heat_map();
    asked.retain(|effect| counts || !matches!(effect, Effect::MeasureMeshes { .. }));
    measure(&mut session, asked);
    let mut picture = session.picture(size, shot.samples);
    if !is_of_window && let Some(foot) = wanted_foot(&picture) {
        session.apply(Action::View(ViewAction::KeepFoot(foot)));
        picture = session.picture(size, shot.samples);
    }
    if shot.is_thumbnail {
        aids::show_spot(&session, &mut picture);
    }
    Ok(Composed {
        is_empty: draws_nothing(&session, &picture),
        picture,
        over_budget: session.view().budget_sentence().map(str::to_owned),
        unseen: unseen(&session, shot),
        session,
    })
}

/// Pixels at the lower edge that framing has to keep free for the legends of `picture`; `None` where the models end above them anyway, so
/// that legends which disturb nobody move nothing.
fn wanted_foot(picture: &Picture) -> Option<u32> {
    let top = top_of_legends(picture)?;
    let bounds = picture.posed_bounds;
    if bounds.is_empty() {
        return None;
    }
    let height = picture.size[1] as f32;
    let clip_from_world = picture.camera.clip_from_world(picture.aspect());
    let lowest = corners(&bounds)
        .map(|corner| clip_from_world * corner.extend(1.0))
        .into_iter()
        .filter(|at| at.w > 0.0)
        .map(|at| (1.0 - at.y / at.w) * 0.5 * height)
        .fold(f32::NEG_INFINITY, f32::max);
    (lowest > top).then(|| (height - top).ceil() as u32)
}

/// Applies an action and keeps what it asks for.
pub(super) type Does<'a> = &'a mut dyn FnMut(&mut Session, Action);

/// The window measures in the background; a picture waits for it.
pub(super) fn measure(session: &mut Session, asked: Vec<Effect>) {
    for effect in asked {
        let measured = match effect {
            Effect::MeasureMeshes { question } => session.view().measure_meshes(question).map(|count| count()),
            Effect::MeasureSpeeds { question } => view::measure_speeds(session, question).map(|measure| measure()),
            _ => None,
        };
        if let Some(measured) = measured {
            session.receive(measured);
        }
    }
}

/// Level, shading and colours.
fn show_surfaces(session: &mut Session, shot: &Shot, does: Does<'_>) {
    if let Some(shading) = shot.shading {
        does(session, Action::View(ViewAction::SetShading(shading)));
    }
    let now = session.view().color_by();
    match shot.color_by.filter(|wanted| *wanted != now) {
        // It is taken back by asking for it again.
        Some(ColorBy::Material) => does(session, Action::View(ViewAction::ToggleColorBy(now))),
        Some(other) => does(session, Action::View(ViewAction::ToggleColorBy(other))),
        None => {}
    }
    if let Some(level) = shot.level {
        does(session, Action::View(ViewAction::SetLevel(level)));
    }
}

/// Environment, exposure, tone and background.
fn shine(session: &mut Session, light: &LightWish, background: Option<BackgroundWish>, does: Does<'_>) {
    let mut actions = Vec::new();
    if let Some(EnvironmentWish::Preset(preset)) = light.environment {
        actions.push(DialValue::environment(Some(preset)).choose());
    }
    let now = session.preferences().look.environment;
    let turn = light
        .turn_rad
        .map(|turn| ViewAction::TurnEnvironment(turn - now.turn_rad));
    let exposure = light.exposure.map(ViewAction::SetExposure);
    let roughness = light.reflection_roughness.map(ViewAction::SetReflectionRoughness);
    let reflection = light.reflection.map(ViewAction::SetReflection);
    let numbers = turn.into_iter().chain(exposure).chain(roughness).chain(reflection);
    actions.extend(numbers.map(Action::View));
    actions.extend(light.tone.map(|tone| DialValue::tone(tone).choose()));
    if let Some(background) = background {
        let color = background.flat_color.map(ViewAction::SetFlatColor);
        actions.extend(color.map(Action::View));
        actions.push(DialValue::background(background.backdrop).choose());
    }
    for action in actions {
        does(session, action);
    }
}

/// Shows what floats over surfaces and below them, as far as a picture has it at first or the shot wishes it with something else.
fn show_overlays(session: &mut Session, shot: &Shot, does: Does<'_>) {
    let wish = |switch| shot.wish(switch);
    let shows_names = wish(Switch::NAMES).or(shot.saved.is_none().then_some(false));
    let has_surface = session
        .stage()
        .models()
        .iter()
        .any(|placed| placed.model().has_surface());
    // A clip on its own skeleton has nothing else to show, nor has a recording of hands.
    let (bones, fixtures) = match shot.saved {
        None => (Some(!session.stage().has_model()), Some(!has_surface)),
        Some(_) => (None, None),
    };
    let named = (shows_names == Some(true)).then_some(true);
    let first = |wish: Option<bool>| wish.or(shot.saved.is_none().then_some(false));
    for (switch, wanted) in [
        (Switch::BONES, wish(Switch::BONES).or(named).or(bones)),
        (Switch::NAMES, shows_names),
        (Switch::FIXTURES, wish(Switch::FIXTURES).or(fixtures)),
        (Switch::GRID, first(wish(Switch::GRID))),
        (Switch::AXES, first(wish(Switch::AXES).or(wish(Switch::GRID)))),
    ] {
        wanted.into_iter().for_each(|on| does(session, switch.turn(on)));
    }
}

/// Turns the switches of the shot. One that cannot be turned on stays off, and `unseen` says why.
pub(super) fn turn_switches(session: &mut Session, shot: &Shot, does: Does<'_>) {
    for (switch, on) in &shot.switches {
        if !on || switch.row().is_enabled(session) {
            does(session, switch.turn(*on));
        }
    }
}

/// Sets the lens, then the direction, then the frame, each only if the shot names it: otherwise a view file's camera stays.
pub(super) fn take_aim(session: &mut Session, shot: &Shot, camera: Option<CameraKey>, does: Does<'_>) {
    let aim = &shot.aim;
    let is_orthographic = session.view().seen_camera().projection == Projection::Orthographic;
    if aim.is_orthographic.is_some_and(|wanted| wanted != is_orthographic) {
        does(session, Action::View(ViewAction::Camera(CameraMove::ToggleProjection)));
    }
    if let Some(fov_y_rad) = aim.fov_y_rad {
        does(
            session,
            Action::View(ViewAction::Camera(CameraMove::Lens { fov_y_rad })),
        );
    }
    if let Some(aperture) = aim.aperture {
        does(session, DialValue::aperture(aperture).choose());
    }
    if let Some(axis) = aim.section {
        does(session, DialValue::section(axis).choose());
    }
    if let Some(share) = aim.section_at {
        does(session, Action::View(ViewAction::MoveSection(share)));
    }
    let first = ViewWish::Standard(StandardView::Iso);
    let view = shot.view.as_ref().or(shot.saved.is_none().then_some(&first));
    if let Some(view) = view {
        let movement = match view {
            ViewWish::Standard(view) => CameraMove::View(*view),
            ViewWish::Angles {
                azimuth_rad,
                elevation_rad,
            } => CameraMove::Look {
                yaw_rad: *azimuth_rad,
                pitch_rad: *elevation_rad,
            },
            ViewWish::Camera(_) => CameraMove::FrameAll,
        };
        does(session, Action::View(ViewAction::Camera(movement)));
    }
    if view.is_some() || aim.frames_clip {
        let frame = if aim.frames_clip {
            CameraMove::FrameClip
        } else {
            CameraMove::FrameAll
        };
        does(session, Action::View(ViewAction::Camera(frame)));
    }
    if aim.target.is_some() || aim.distance.is_some() {
        let origin = view::world_origin(session);
        let target = aim.target.map(|target| Vec3::from_array(target) - origin);
        let distance = aim.distance;
        let place = CameraMove::Place { target, distance };
        does(session, Action::View(ViewAction::Camera(place)));
    }
    if camera.is_some() {
        does(session, Action::View(ViewAction::LookThrough(camera)));
    }
}

/// Hides meshes and sets weights of blend shapes, by their names.
pub(super) fn override_models(session: &mut Session, shot: &Shot) -> Result<(), OfflineError> {
    let keys: Vec<PlacedKey> = session.stage().models().iter().map(|placed| placed.key).collect();
    for name in &shot.hidden_meshes {
        let mut hidden = Vec::new();
        for placed in session.stage().models() {
            let meshes = placed.model().meshes.iter().enumerate();
            let named = meshes.filter(|(_, mesh)| mesh.name == *name);
            hidden.extend(named.map(|(index, _)| Selected::Mesh(placed.key, MeshIndex::new(index))));
        }
        if hidden.is_empty() {
            let models = session.stage().models().iter();
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
            .filter(|mesh| stage::is_shown(session, *mesh))
            .collect::<Vec<_>>()
        {
            drop(session.apply(Action::Selection(SelectionAction::ToggleShown(mesh))));
        }
    }
    for name in &shot.hidden_groups {
        hide_group(session, name)?;
    }
    for (name, color) in &shot.tints {
        tint(session, name, *color)?;
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

/// Hides the meshes of the groups of that name, else all models of the files of that name, with or without its ending; in whatever capitals.
fn hide_group(session: &mut Session, name: &str) -> Result<(), OfflineError> {
    let wanted = name.to_lowercase();
    let (mut parts, mut groups) = (Vec::new(), BTreeSet::new());
    for placed in session.stage().models() {
        for geoset in placed.geosets() {
            groups.insert(geoset.name.clone());
            if geoset.name.to_lowercase() == wanted {
                parts.extend(placed.meshes_of(geoset));
            }
        }
    }
    if parts.is_empty() {
        let with_models = session.stage().models().iter().map(|placed| placed.file);
        let with_models: BTreeSet<FileKey> = with_models.collect();
        let files = session.stage().files().iter();
        let files = files.filter(|file| with_models.contains(&file.key) && is_called(&file.name, &wanted));
        parts.extend(files.map(|file| Selected::File(file.key)));
    }
    if parts.is_empty() {
        return Err(OfflineError::NoGroup {
            wanted: name.to_owned(),
            groups: groups.into_iter().collect(),
        });
    }
    if parts.iter().any(|part| stage::is_shown(session, *part)) {
        drop(session.apply(Action::Selection(SelectionAction::ToggleAllShown(parts))));
    }
    Ok(())
}

/// Whether `wanted`, in small letters, is that file's name, or what stands before its ending.
fn is_called(file: &str, wanted: &str) -> bool {
    let file = file.to_lowercase();
    file == wanted || Path::new(&file).file_stem().is_some_and(|stem| stem == wanted)
}

/// Multiplies the base colour of all materials of that name.
fn tint(session: &mut Session, wanted: &str, color: [u8; 3]) -> Result<(), OfflineError> {
    let of_model = |placed: &Placed| {
        let all = placed.model().materials.iter().map(|material| material.name.clone());
        let key = placed.key;
        all.enumerate()
            .map(move |(at, name)| (key, MaterialIndex::new(at), name))
            .collect::<Vec<_>>()
    };
    let all: Vec<_> = session.stage().models().iter().flat_map(of_model).collect();
    if !all.iter().any(|(.., name)| name == wanted) {
        let near = animation::near_names(wanted, all.iter().map(|(.., name)| name.as_str()));
        return Err(OfflineError::NoMaterial {
            wanted: wanted.to_owned(),
            near: near.into_iter().map(str::to_owned).collect(),
        });
    }
    for (model, material, _) in all.into_iter().filter(|(.., name)| name == wanted) {
        drop(session.apply(Action::View(ViewAction::Tint(model, material, Some(color)))));
    }
    Ok(())
}
