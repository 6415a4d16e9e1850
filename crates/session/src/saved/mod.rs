//! A view that can be written down and shown again: what the window copies as a command, and `castview render --view-file` reads.
//!
//! In: a session. Out: [`SavedView`], plain data. Back: a session that has the same files open shows the same picture. A view holds nothing
//! about the spot under the pointer, nor state that only panels show.

pub(crate) mod keys;
pub(crate) mod numbers;
pub(crate) mod render_command;
pub(crate) mod view;

pub use render_command::ViewCommand;
pub use view::{SavedEdits, SavedHandPose, SavedImage, SavedInstance, SavedRange, SavedView, VERSION};

use super::{
    Change, CompositionAction, Edits, Effect, ExportChoice, LayerKey, ModelExport, Pin, PlaybackAction, Preferences,
    Selected, Session, Stage, Theme,
};
use crate::composition::stopped::stop;
use crate::view::covered;
use crate::view::origin::world_origin;
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

impl Session {
    /// Saves the present view.
    pub fn saved_view(&self) -> SavedView {
        let (view, playback, composition) = (&self.view, &self.playback, &self.composition);
        let bounds = view.steady_bounds();
        SavedView {
            castview_view: VERSION,
            files: self.stage.files().iter().map(|file| file.name.clone()).collect(),
            imports: (self.stage.files().iter())
                .map(|file| file.decided.options.clone())
                .collect(),
            file_keys: self.stage.files().iter().map(|file| file.key).collect(),
            models: self.stage.models().iter().map(|placed| placed.key).collect(),
            viewport: view.viewport(),
            pixels_per_point: view.pixels_per_point(),
            covered: view.covered().to_vec(),
            is_light: self.is_light(),
            preferences: Preferences {
                camera: CameraPreferences {
                    // Places of other pictures.
                    viewpoints: Viewpoints::default(),
                    ..self.preferences.camera.clone()
                },
                // The command says it.
                export: ExportChoice::default(),
                export_models: ModelExport::default(),
                ..self.preferences.clone()
            },
            camera: SavedCamera::of(&self.view.seen_camera(), world_origin(self)),
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
            environment_image: self.view.lighting_image().map(|image| image.location.clone()),
            images: self.stage.saved_images(),
            instances: self.stage.saved_instances(),
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
            trails: self.aids.trail_bones().to_vec(),
            edits: self.saved_edits(),
        }
    }

    fn saved_edits(&self) -> SavedEdits {
        let edits = &self.edits;
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
            pins_came_last: self.selection.pins_came_last(),
        }
    }

    /// Shows `saved` of the files that are open: as many of them, with as many models, as it was taken from; else a sentence says what
    /// is missing, and nothing is changed. The image that lit the models is for whoever opens files.
    pub fn show_saved(&mut self, saved: &SavedView) -> Result<Vec<Effect>, String> {
        if saved.castview_view != VERSION {
            return Err(format!(
                "the view file is of version {}; this castview reads version {VERSION}",
                saved.castview_view
            ));
        }
        let keys = Keys::between(&saved.file_keys, &saved.models, self).ok_or_else(|| {
            let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
            let all = |files, models| format!("{} with {}", counted(files, "file"), counted(models, "model"));
            format!(
                "the view file is of {} ({}), and what is open is {}",
                all(saved.file_keys.len(), saved.models.len()),
                saved.files.join(", "),
                all(self.stage.files().len(), self.stage.models().len()),
            )
        })?;
        let mut effects = Vec::new();
        self.show_choices(saved, &keys);
        let clip = saved.clip.and_then(|clip| keys.clip(clip));
        effects.extend(self.apply(Action::Playback(PlaybackAction::ChooseClip(clip))));
        effects.extend(self.apply(Action::Playback(PlaybackAction::Pause)));
        let loops_by_hand = saved.loops_by_hand;
        self.playback.play_as_saved(saved.speed, loops_by_hand, saved.plays_all);
        self.playback.loop_as(self.looping());
        self.changes.begin();
        let before = self.edits.clone();
        self.edits = edits_of(&saved.edits, &keys, self).into();
        self.composition.keep_keys_apart(&self.edits.layers);
        self.composition.choose_root_motion(saved.root_motion);
        self.composition.solve_rig(saved.rig);
        self.composition.step_keys(saved.stepped);
        self.composition.show_pose(saved.shown_pose);
        let trails = (saved.trails.iter())
            .filter_map(|(key, bone)| Some((keys.model(*key)?, *bone)))
            .filter(|(key, bone)| self.stage.has(Selected::Bone(*key, *bone)))
            .collect();
        self.aids.choose_trails(trails);
        self.forget_what_is_gone();
        self.follow_edits(&before);
        self.selection.came_last(saved.edits.pins_came_last);
        self.bind_active_clip();
        self.playback.put_at(saved.playhead_secs);
        self.note(Change::PICTURE | Change::POSES | Change::MOTION | Change::LOOKS | Change::SEAM | Change::SIZE);
        self.evaluate();
        let moved = self.edits.moved.clone();
        // One by one: a file may ask for a round.
        for (key, attachment) in &saved.edits.attachments {
            if let (Some(key), Some(attachment)) = (keys.model(*key), keys.attachment(*attachment)) {
                effects.extend(self.apply(Action::Composition(CompositionAction::Attach(key, Some(attachment)))));
            }
        }
        // Attaching a model puts it back; it may have been moved afterwards.
        self.edits.moved = moved;
        stop::end_if_gone(self);
        self.note(Change::POSES | Change::SIZE);
        self.evaluate();
        self.history = Default::default();
        self.show_sizes(saved, &keys);
        self.note(Change::PICTURE);
        self.follow_poses();
        effects.extend(self.ask_for_speeds());
        effects.extend(self.ask_for_mesh_facts());
        effects.extend(crate::aids::trouble::ask_for_trouble(self));
        Ok(effects)
    }

    /// Puts back what is the window's own after a view was shown in it: `preferences` but for those that a picture shows, and the size of the view
    /// with its pixels for a point.
    pub fn keep_window(&mut self, preferences: Preferences, (viewport, pixels_per_point): ([u32; 2], Option<f32>)) {
        let seen = std::mem::take(&mut self.preferences);
        self.preferences = Preferences {
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
        self.view.uncover();
        covered::resize_viewport(self, viewport);
        covered::scale_viewport(self, pixels_per_point);
        self.note(Change::PICTURE);
    }

    fn show_choices(&mut self, saved: &SavedView, keys: &Keys) {
        self.preferences = saved.preferences.clone().checked();
        self.preferences.window.theme = if saved.is_light { Theme::Light } else { Theme::Dark };
        let view = &mut self.view;
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
    fn show_sizes(&mut self, saved: &SavedView, keys: &Keys) {
        let origin = world_origin(self);
        let between = Vec3::from_array(saved.camera.counts_from) - origin;
        let finite = |bounds: &[[f32; 3]; 2]| bounds.iter().flatten().all(|number| number.is_finite());
        let bounds = |saved: Option<[[f32; 3]; 2]>| match saved.filter(finite) {
            Some(corners) => corners
                .iter()
                .map(|corner| Vec3::from_array(*corner) + between)
                .collect(),
            None => Bounds::EMPTY,
        };
        self.view.keep_steady(bounds(saved.steady_bounds));
        let ground = saved.ground.map(|height| height + between.y);
        self.view
            .take_swept(bounds(saved.swept), ground.filter(|height| height.is_finite()));
        self.view.let_go_of_all();
        if let Some(camera) = saved.look_through.and_then(|camera| keys.camera(camera)) {
            self.look_through(Some(camera));
        } else {
            self.view.put_at(saved.camera.camera(origin));
        }
        self.view.leave_frame();
    }
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
