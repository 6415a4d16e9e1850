//! A view that can be written down and shown again: what the window copies as a command, and `castview render --view-file` reads.
//!
//! In: a session. Out: [`SavedView`], plain data. Back: a session that has the same files open shows the same picture. A view holds nothing
//! about the spot under the pointer, nor state that only panels show.

pub(crate) mod command;
pub(crate) mod keys;
pub(crate) mod numbers;
pub(crate) mod render_command;
pub(crate) mod view;

use crate::view::covered;
pub use command::ViewCommand;
pub use view::{SavedEdits, SavedHandPose, SavedImage, SavedInstance, SavedRange, SavedView, VERSION};

use super::{
    Change, CompositionAction, Edits, Effect, ExportChoice, LayerKey, ModelExport, Pin, PlaybackAction, Preferences,
    Selected, Session, Stage, Theme,
};
use crate::apply::follow_edits;
use crate::composition::stopped::stop;
use crate::playback::looping;
use crate::view::bones::speeds::ask_for_speeds;
use crate::view::camera::look_through;
use crate::view::camera::placing;
use crate::view::mesh_facts::ask_for_mesh_facts;
use crate::view::origin::world_origin;
use crate::window::colors;
use crate::{
    Action, BonePreferences, CameraPreferences, ClipLayer, HandPoses, MotionPreferences, PlayingPreferences,
    SavedCamera, Stopped, Viewpoints,
};
use castview_base::core::{BlendShapeIndex, BoneIndex, Bounds, MaterialIndex, MeshIndex, Transform};
use castview_base::scene::Model;
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, TextureEntry, TextureState};
use glam::{Quat, Vec3};
use keys::Keys;
use std::sync::Arc;

/// Saves the present view.
pub fn saved_view(session: &Session) -> SavedView {
    let (view, playback, composition) = (&session.view, &session.playback, &session.composition);
    let bounds = view.steady_bounds();
    SavedView {
        castview_view: VERSION,
        files: session.stage.files().iter().map(|file| file.name.clone()).collect(),
        imports: (session.stage.files().iter())
            .map(|file| file.decided.options.clone())
            .collect(),
        file_keys: session.stage.files().iter().map(|file| file.key).collect(),
        models: session.stage.models().iter().map(|placed| placed.key).collect(),
        viewport: view.viewport(),
        pixels_per_point: view.pixels_per_point(),
        covered: view.covered().to_vec(),
        is_light: colors::is_light(session),
        preferences: Preferences {
            camera: CameraPreferences {
                // Places of other pictures.
                viewpoints: Viewpoints::default(),
                ..session.preferences.camera.clone()
            },
            // The command says it.
            export: ExportChoice::default(),
            export_models: ModelExport::default(),
            ..session.preferences.clone()
        },
        camera: SavedCamera::of(&session.view.seen_camera(), world_origin(session)),
        look_through: view.looks_through().map(|look| look.camera),
        steady_bounds: (!bounds.is_empty()).then(|| [bounds.min.to_array(), bounds.max.to_array()]),
        ground: view.ground(),
        swept: (!view.swept().is_empty()).then(|| [view.swept().min.to_array(), view.swept().max.to_array()]),
        shading: view.shading(),
        color_by: view.color_by(),
        divided: view.divided().map(|at| (at, view.right())),
        lights: view.lights(),
        overlays: view.overlays(),
        mesh_bounds: view.mesh_bounds(),
        level: view.level(),
        environment_image: session.view.lighting_image().map(|image| image.location.clone()),
        images: session.stage.saved_images(),
        instances: session.stage.saved_instances(),
        whole: view.lifted(),
        clip: playback.active_clip(),
        playhead_secs: playback.transport().playhead_secs(),
        speed: playback.transport().speed,
        loops_by_hand: playback.loops_by_hand(),
        plays_all: playback.plays_all(),
        root_motion: composition.root_motion(),
        rig: composition.rig(),
        stepped: composition.stepped(),
        shown_pose: composition.shown_pose(),
        trails: session.aids.trail_bones().to_vec(),
        edits: saved_edits(session),
    }
}

fn saved_edits(session: &Session) -> SavedEdits {
    let edits = &session.edits;
    let flags = |flags: &super::Flags| flags.iter().map(|(key, flags)| (*key, flags.to_vec())).collect();
    SavedEdits {
        selected: edits.selected,
        also_selected: edits.also_selected.iter().copied().collect(),
        pins: edits.pins.iter().map(|pin| (pin.number, pin.spot)).collect(),
        measures: edits.measures.to_vec(),
        up: edits.up,
        hidden_meshes: flags(&edits.hidden_meshes),
        hidden_bones: flags(&edits.hidden_bones),
        section: edits.section,
        shape_weights: (edits.shape_weights.iter())
            .map(|((key, shape), weight)| (*key, shape.get() as u32, *weight))
            .collect(),
        hand_poses: (edits.hand_poses.iter())
            .map(|((model, bone), change)| SavedHandPose {
                model,
                bone: bone.get() as u32,
                translation: change.translation.to_array(),
                rotation: change.rotation.to_array(),
                scale: change.scale.to_array(),
            })
            .collect(),
        tints: (edits.tints.iter())
            .map(|((key, material), color)| (*key, material.get() as u32, *color))
            .collect(),
        methods: (edits.methods.iter())
            .map(|((key, mesh), method)| (*key, mesh.get() as u32, *method))
            .collect(),
        attachments: edits.attachments.iter().map(|(key, to)| (*key, *to)).collect(),
        moved: (edits.moved.iter())
            .map(|(key, moved)| (*key, moved.offset.to_array(), moved.turn.to_array()))
            .collect(),
        base: edits.base.clone(),
        modes: edits
            .mode_overrides
            .iter()
            .map(|(scope, mode)| (*scope, *mode))
            .collect(),
        scales: edits.scales.iter().map(|(key, scale)| (*key, *scale)).collect(),
        retargets: (edits.retargets.iter())
            .map(|((clip, model), way)| (*clip, *model, *way))
            .collect(),
        layers: edits.layers.clone(),
        stopped: edits.stopped,
        ranges: edits
            .ranges
            .iter()
            .map(|(key, range)| (*key, (*range).into()))
            .collect(),
        pins_came_last: session.selection.pins_came_last(),
    }
}

/// Shows `saved` of the files that are open: as many of them, with as many models, as it was taken from; else a sentence says what
/// is missing, and nothing is changed. The image that lit the models is for whoever opens files.
pub fn show_saved(session: &mut Session, saved: &SavedView) -> Result<Vec<Effect>, String> {
    if saved.castview_view != VERSION {
        return Err(format!(
            "the view file is of version {}; this castview reads version {VERSION}",
            saved.castview_view
        ));
    }
    let keys = Keys::between(&saved.file_keys, &saved.models, session).ok_or_else(|| {
        let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let all = |files, models| format!("{} with {}", counted(files, "file"), counted(models, "model"));
        format!(
            "the view file is of {} ({}), and what is open is {}",
            all(saved.file_keys.len(), saved.models.len()),
            saved.files.join(", "),
            all(session.stage.files().len(), session.stage.models().len()),
        )
    })?;
    let mut effects = Vec::new();
    show_choices(session, saved, &keys);
    let clip = saved.clip.and_then(|clip| keys.clip(clip));
    effects.extend(session.apply(Action::Playback(PlaybackAction::ChooseClip(clip))));
    effects.extend(session.apply(Action::Playback(PlaybackAction::Pause)));
    let loops_by_hand = saved.loops_by_hand;
    session
        .playback
        .play_as_saved(saved.speed, loops_by_hand, saved.plays_all);
    session.playback.loop_as(looping::looping(session));
    session.changes.begin();
    let before = session.edits.clone();
    session.edits = edits_of(&saved.edits, &keys, session).into();
    session.composition.keep_keys_apart(&session.edits.layers);
    session.composition.choose_root_motion(saved.root_motion);
    session.composition.solve_rig(saved.rig);
    session.composition.step_keys(saved.stepped);
    session.composition.show_pose(saved.shown_pose);
    let trails = (saved.trails.iter())
        .filter_map(|(key, bone)| Some((keys.model(*key)?, *bone)))
        .filter(|(key, bone)| session.stage.has(Selected::Bone(*key, *bone)))
        .collect();
    session.aids.choose_trails(trails);
    session.forget_what_is_gone();
    follow_edits(session, &before);
    session.selection.came_last(saved.edits.pins_came_last);
    session.bind_active_clip();
    session.playback.put_at(saved.playhead_secs);
    session.note(Change::PICTURE | Change::POSES | Change::MOTION | Change::LOOKS | Change::SEAM | Change::SIZE);
    session.evaluate();
    let moved = session.edits.moved.clone();
    // One by one: a file may ask for a round.
    for (key, attachment) in &saved.edits.attachments {
        if let (Some(key), Some(attachment)) = (keys.model(*key), keys.attachment(*attachment)) {
            effects.extend(session.apply(Action::Composition(CompositionAction::Attach(key, Some(attachment)))));
        }
    }
    // Attaching a model puts it back; it may have been moved afterwards.
    session.edits.moved = moved;
    stop::end_if_gone(session);
    session.note(Change::POSES | Change::SIZE);
    session.evaluate();
    session.history = Default::default();
    show_sizes(session, saved, &keys);
    session.note(Change::PICTURE);
    session.follow_poses();
    effects.extend(ask_for_speeds(session));
    effects.extend(ask_for_mesh_facts(session));
    effects.extend(crate::aids::trouble::ask_for_trouble(session));
    Ok(effects)
}

/// Puts back what is the window's own after a view was shown in it: `preferences` but for those that a picture shows, and the size of the view
/// with its pixels for a point.
pub fn keep_window(
    session: &mut Session,
    preferences: Preferences,
    (viewport, pixels_per_point): ([u32; 2], Option<f32>),
) {
    let seen = std::mem::take(&mut session.preferences);
    session.preferences = Preferences {
        look: seen.look,
        aids: seen.aids,
        playing: PlayingPreferences {
            autoplay: preferences.playing.autoplay,
            ..seen.playing
        },
        bones: BonePreferences {
            readout: preferences.bones.readout,
            ..seen.bones
        },
        camera: CameraPreferences {
            fov_y_rad: seen.camera.fov_y_rad,
            ..preferences.camera
        },
        motion: MotionPreferences {
            renames: seen.motion.renames,
            ..preferences.motion
        },
        ..preferences
    };
    session.view.uncover();
    placing::resize_viewport(session, viewport);
    covered::scale_viewport(session, pixels_per_point);
    session.note(Change::PICTURE);
}

fn show_choices(session: &mut Session, saved: &SavedView, keys: &Keys) {
    session.preferences = saved.preferences.clone().checked();
    session.preferences.window.theme = if saved.is_light { Theme::Light } else { Theme::Dark };
    let view = &mut session.view;
    view.stand_in(saved.viewport, saved.pixels_per_point, &saved.covered);
    view.see(saved.shading, saved.color_by);
    let (at, right) = saved.divided.unzip();
    view.divide_at(at, right.unwrap_or_default());
    view.choose_lights(saved.lights);
    *view.overlays_mut() = saved.overlays;
    view.show_mesh_bounds(saved.mesh_bounds);
    view.pick_level(saved.level);
    let whole = saved.whole.iter().filter_map(|key| keys.file(*key));
    view.lift(whole);
}

/// Restores the sizes that last changed as clips began, and the camera.
fn show_sizes(session: &mut Session, saved: &SavedView, keys: &Keys) {
    let origin = world_origin(session);
    let between = Vec3::from_array(saved.camera.counts_from) - origin;
    let finite = |bounds: &[[f32; 3]; 2]| bounds.iter().flatten().all(|number| number.is_finite());
    let bounds = |saved: Option<[[f32; 3]; 2]>| match saved.filter(finite) {
        Some(corners) => corners
            .iter()
            .map(|corner| Vec3::from_array(*corner) + between)
            .collect(),
        None => Bounds::EMPTY,
    };
    session.view.keep_steady(bounds(saved.steady_bounds));
    let ground = saved.ground.map(|height| height + between.y);
    session
        .view
        .take_swept(bounds(saved.swept), ground.filter(|height| height.is_finite()));
    session.view.let_go_of_all();
    if let Some(camera) = saved.look_through.and_then(|camera| keys.camera(camera)) {
        look_through::look_through(session, Some(camera));
    } else {
        session.view.put_at(saved.camera.camera(origin));
    }
    session.view.leave_frame();
}

impl Stage {
    fn saved_instances(&self) -> Vec<SavedInstance> {
        let each = self.files().iter().flat_map(|file| {
            let elsewhere = file.instances.elsewhere.iter();
            elsewhere.map(|(named, location)| SavedInstance {
                file: file.key,
                by: (!named.by.is_empty()).then(|| named.by.clone()),
                path: named.path.clone(),
                location: location.clone(),
            })
        });
        each.collect()
    }

    /// An image inside its model file needs no name, and one that is not decoded is not shown.
    fn saved_images(&self) -> Vec<SavedImage> {
        let of = |file: FileKey, inside: Option<u32>, textures: &[TextureEntry]| -> Vec<SavedImage> {
            let is_ready = |entry: &&TextureEntry| matches!(entry.state, TextureState::Ready(_));
            let named = textures.iter().filter(is_ready).filter_map(|entry| {
                Some(SavedImage {
                    file,
                    inside,
                    texture: entry.reference.clone(),
                    location: entry.location.clone()?,
                })
            });
            named.collect()
        };
        let mut images = Vec::new();
        for file in self.files() {
            images.extend(of(file.key, None, &file.textures));
            for (at, inside) in file.instances.files.iter().enumerate() {
                images.extend(of(file.key, Some(at as u32), &inside.textures));
            }
        }
        images
    }
}

fn hand_poses_of(saved: &SavedEdits, keys: &Keys) -> HandPoses {
    let mut poses = HandPoses::default();
    for saved in &saved.hand_poses {
        let change = Transform {
            translation: saved.translation.into(),
            rotation: Quat::from_array(saved.rotation),
            scale: saved.scale.into(),
        };
        if let Some(model) = keys.model(saved.model) {
            poses.set((model, BoneIndex::new(saved.bone as usize)), Some(change));
        }
    }
    poses
}

/// Attachments are left out: each is looked at by itself.
fn edits_of(saved: &SavedEdits, keys: &Keys, session: &Session) -> Edits {
    let flags = |saved: &[(PlacedKey, Vec<bool>)], count: fn(&Model) -> usize| {
        let each = saved.iter().filter_map(|(key, flags)| {
            let key = keys.model(*key)?;
            let mut flags = flags.clone();
            flags.resize(count(session.stage.placed(key)?.model()), false);
            Some((key, Arc::new(flags)))
        });
        each.collect()
    };
    let layer = |layer: &ClipLayer| {
        Some(ClipLayer {
            key: LayerKey(layer.key.0.min(u64::MAX / 2)),
            clip: keys.clip(layer.clip)?,
            model: layer.model.map_or(Some(None), |key| keys.model(key).map(Some))?,
            ..layer.clone().checked()
        })
    };
    let pin = |(number, spot): &(u32, super::Spot)| {
        Some(Pin {
            number: *number,
            spot: keys.spot(*spot)?,
            rest_normal: Vec3::Y,
        })
    };
    let moved = |(key, offset, turn): &(PlacedKey, [f32; 3], [f32; 3])| {
        let [offset, turn] = [*offset, *turn].map(Vec3::from_array);
        let is_finite = offset.is_finite() && turn.is_finite();
        is_finite.then_some((keys.model(*key)?, super::Moved { offset, turn }))
    };
    Edits {
        selected: saved.selected.and_then(|selected| keys.selected(selected)),
        also_selected: Arc::new(
            (saved.also_selected.iter())
                .filter_map(|selected| keys.selected(*selected))
                .collect(),
        ),
        pins: Arc::new(saved.pins.iter().take(super::MOST_PINS).filter_map(pin).collect()),
        measures: Arc::new(
            (saved.measures.iter().take(super::MOST_MEASURES))
                .filter_map(|measure| measure.of_models(|key| keys.model(key)))
                .collect(),
        ),
        up: saved.up,
        hidden_meshes: flags(&saved.hidden_meshes, |model| model.meshes.len()),
        hidden_bones: flags(&saved.hidden_bones, |model| model.skeleton.len()),
        section: saved.section.checked(),
        shape_weights: (saved.shape_weights.iter())
            .filter(|(_, _, weight)| weight.is_finite())
            .filter_map(|(key, shape, weight)| {
                Some(((keys.model(*key)?, BlendShapeIndex::new(*shape as usize)), *weight))
            })
            .collect(),
        hand_poses: Arc::new(hand_poses_of(saved, keys)),
        tints: (saved.tints.iter())
            .filter_map(|(key, material, color)| {
                Some(((keys.model(*key)?, MaterialIndex::new(*material as usize)), *color))
            })
            .collect(),
        methods: (saved.methods.iter())
            .filter_map(|(key, mesh, method)| Some(((keys.model(*key)?, MeshIndex::new(*mesh as usize)), *method)))
            .collect(),
        moved: saved.moved.iter().filter_map(moved).collect(),
        base: saved.base.clone().checked(),
        mode_overrides: (saved.modes.iter())
            .filter_map(|(scope, mode)| Some((keys.scope(*scope)?, mode.with_clip(|clip| keys.clip(clip))?)))
            .collect(),
        scales: (saved.scales.iter())
            .filter(|(_, scale)| scale.is_finite() && *scale > 0.0)
            .filter_map(|(key, scale)| Some((keys.file(*key)?, *scale)))
            .collect(),
        retargets: (saved.retargets.iter())
            .filter_map(|(clip, model, way)| Some(((keys.clip(*clip)?, keys.model(*model)?), *way)))
            .collect(),
        layers: saved.layers.iter().filter_map(layer).collect(),
        stopped: saved.stopped.and_then(|stopped| {
            let model = keys.model(stopped.model)?;
            Some(Stopped { model, ..stopped })
        }),
        ranges: (saved.ranges.iter())
            .filter_map(|(key, range)| Some((keys.clip(*key)?, (*range).into())))
            .collect(),
        markers: session.edits.markers.clone(),
        ups: session.edits.ups.clone(),
        relinks: session.edits.relinks.clone(),
        before_solo: None,
        attachments: Default::default(),
    }
}
