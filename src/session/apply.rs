//! One action → new state and effects.

use super::{Action, CameraMove, Edits, Effect, Notice, Page, RAY_LENGTHS, Selected, Session};
use crate::core::BlendShapeIndex;
use crate::picture::{Lights, PlacedKey, Shading};

/// Undo remembers this many edits.
const UNDO_DEPTH: usize = 100;

impl Session {
    /// Carries out one action. Poses fit the new state when this returns.
    pub fn apply(&mut self, action: Action) -> Vec<Effect> {
        let before = self.edits.clone();
        let slider = dragged_slider(&action);
        let keeps_history = matches!(
            action,
            Action::Undo | Action::Redo | Action::Loaded { .. } | Action::CloseAll
        );
        let rescales = matches!(
            action,
            Action::ScaleClips(..) | Action::ResetTreatments | Action::Undo | Action::Redo
        );
        let effects = self.carry_out(action);
        let rescaled = rescales && self.edits.scales != before.scales;
        if self.edits != before {
            self.revision += 1;
            self.treat_again(&before);
            if self.moves_differently(&before) {
                self.moved += 1;
            }
            if self.edits.hidden_meshes != before.hidden_meshes {
                self.looked += 1;
            }
            if self.binds_differently(&before) {
                self.bind_clips();
            }
            if self.edits.attachments != before.attachments {
                self.pair_followers();
                self.resized = true;
            }
            // What keeps a model in place depends on what is up.
            let plays_differently =
                self.edits.layers != before.layers || self.edits.base != before.base || self.edits.up != before.up;
            self.stale |= plays_differently;
            self.seam_is_stale |= plays_differently;
            if !keeps_history {
                self.remember(before, slider);
            }
        }
        self.evaluate();
        if rescaled {
            // What was seen is as many times smaller or larger now.
            self.move_camera(CameraMove::FrameAll);
        }
        self.measure_seam();
        self.list_events();
        self.follow_aids();
        effects
    }

    fn carry_out(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::ChooseFiles => vec![Effect::ChooseFiles],
            Action::Open { locations, placement } => self.open(locations, Vec::new(), placement),
            Action::LoadProgress {
                generation,
                name,
                progress,
            } => self.load_progress(generation, name, progress),
            Action::Loaded {
                generation,
                files,
                placement,
            } => self.loaded(generation, files, placement),
            Action::LoadFailed {
                generation,
                name,
                message,
                retry,
            } => self.load_failed(generation, &name, &message, retry),
            Action::OpenAs(retry) => self.open_as(retry),
            Action::TextureLoaded {
                file,
                texture,
                location,
                file_bytes,
                state,
            } => self.texture_loaded(file, texture, (location, file_bytes), state),
            Action::CancelLoad => self.cancel_load(),
            Action::Drawing(progress) => quiet(|| self.live.drawing = progress),
            Action::StopDrawing => self.stop_drawing(),
            Action::DrawAgain => self.look(|_| {}),
            Action::AddInstead => self.add_instead(),
            Action::LiftBudget => quiet(|| self.lift_budget()),
            Action::LimitMemory(bytes) => quiet(|| self.limit_memory(bytes)),
            Action::Allow { wishes, files } => self.allow(wishes, &files),
            Action::Allowed(consents) => self.allowed(consents),
            Action::Revoke(consent) => self.revoke(&consent),
            Action::Reload => self.reload(),
            Action::Decide { file, key, value } => self.decide(file, key, value),
            Action::CloseAll => self.close_all(),
            Action::CloseFile(key) => self.close_file(key),
            Action::SavePicture => vec![Effect::SavePicture],
            Action::Copy(text) => vec![Effect::CopyText(text)],
            Action::DropHint(hint) => quiet(|| self.live.drop_hint = hint),
            Action::Notify(notice) => vec![Effect::Notify(notice)],
            Action::Quit => vec![Effect::Quit],

            Action::TogglePlay => quiet(|| self.set_playing(!self.live.transport.playing)),
            Action::Play => quiet(|| self.set_playing(true)),
            Action::Pause => quiet(|| self.set_playing(false)),
            Action::ToggleLoop => quiet(|| self.toggle_loop()),
            Action::SetSpeed(speed) => quiet(|| self.set_speed(speed)),
            Action::ToggleFileLoop => quiet(|| self.toggle_file_loop()),
            Action::TogglePingPong => quiet(|| self.toggle_ping_pong()),
            Action::ToggleReverse => quiet(|| self.live.transport.reverse()),
            Action::Slower => quiet(|| self.step_speed(false)),
            Action::Faster => quiet(|| self.step_speed(true)),
            Action::Seek(seek) => self.seek(seek),
            Action::Range(edit) => quiet(|| self.edit_range(edit)),
            Action::ToggleSnap => quiet(|| self.preferences.snaps ^= true),
            Action::FocusFrame => vec![Effect::FocusFrame],
            Action::Marker(edit) => quiet(|| self.edit_marker(edit)),
            Action::ToggleNotificationRows => quiet(|| self.preferences.notification_rows ^= true),
            Action::ToggleLibrary => quiet(|| self.preferences.library ^= true),
            Action::TogglePlayAll => self.toggle_play_all(),
            Action::ChooseClip(clip) => {
                self.activate(clip, clip.is_some());
                self.stand_in_for_missing_model();
                self.evaluate();
                self.matching_notice().into_iter().collect()
            }
            Action::StepClip(step) => self.step_clip(step),

            Action::AddLayer { clip, model } => {
                self.add_layer(clip, model);
                Vec::new()
            }
            Action::ChangeLayer(layer, change) => quiet(|| self.change_layer(layer, change)),
            Action::ChangeBase(change) => quiet(|| self.change_base(change)),
            Action::CrossFade { to, frames } => quiet(|| self.cross_fade(to, frames)),
            Action::Attach(model, attachment) => quiet(|| self.attach(model, attachment)),
            Action::SetRootMotion(motion) => self.look(|s| {
                s.live.root_motion = motion;
                s.stale = true;
            }),
            Action::TreatAs(treated, mode) => quiet(|| self.treat(treated, mode)),
            Action::ResetTreatments => quiet(|| {
                self.edits.treated.clear();
                self.edits.scales.clear();
            }),
            Action::ScaleClips(file, scale) => quiet(|| self.scale_clips(file, scale)),
            Action::SetRenames(renames) => quiet(|| {
                self.preferences.renames = renames;
                self.unbind_layers();
                self.bind_active_clip();
            }),
            Action::ShowKeys(layer) => quiet(|| self.live.keyed_layer = layer),
            Action::StepLayer(step) => quiet(|| self.step_layer(step)),
            Action::CarryModel => self.carry(),
            Action::HangCarried => self.hang_carried(),
            Action::TakeSelectedOff => quiet(|| self.take_selected_off()),
            Action::ClearLayers => quiet(|| self.edits.layers.clear()),

            Action::ToggleRig => {
                self.live.rig ^= true;
                self.seam_is_stale = true;
                // Where a walk begins follows from the pose.
                self.find_carriers();
                quiet(|| self.stale = true)
            }

            Action::Select(selected) => quiet(|| self.edits.selected = selected),
            Action::ToggleShown(part) => quiet(|| self.hide(part, self.is_shown(part))),
            Action::HideSelected => {
                if let Some(part) = self.edits.selected {
                    self.hide(part, true);
                }
                Vec::new()
            }
            Action::ShowAll => quiet(|| self.show_all()),
            Action::SetShapeWeight { model, shape, weight } => {
                match weight {
                    Some(weight) => self.edits.shape_weights.insert((model, shape), weight),
                    None => self.edits.shape_weights.remove(&(model, shape)),
                };
                quiet(|| self.stale = true)
            }
            Action::EndDrag => quiet(|| self.merging = None),
            Action::ResetShapeWeights => {
                self.edits.shape_weights.clear();
                quiet(|| self.stale = true)
            }

            Action::Camera(movement) => quiet(|| self.move_camera(movement)),
            Action::LookThrough(camera) => quiet(|| self.look_through(camera)),
            Action::LookThroughNext => self.look_through_next(),
            Action::ResizeViewport(size) => quiet(|| self.resize_viewport(size)),
            Action::SetShading(shading) => self.look(|s| s.live.shading = shading),
            Action::CycleShading => self.look(|s| {
                s.live.shading = match s.live.shading {
                    Shading::Textured => Shading::Untextured,
                    Shading::Untextured => Shading::Wireframe,
                    Shading::Wireframe => Shading::Textured,
                }
            }),
            Action::ToggleTextures => self.look(|s| {
                s.live.shading = match s.live.shading {
                    Shading::Textured => Shading::Untextured,
                    _ => Shading::Textured,
                }
            }),
            Action::ToggleFileLights => self.look(|s| {
                s.live.lights = match s.live.lights {
                    Lights::Viewer => Lights::Files,
                    Lights::Files => Lights::Viewer,
                }
            }),
            Action::ToggleWireframe => self.look(|s| s.live.overlays.wireframe ^= true),
            Action::ToggleBones => self.look(|s| {
                s.live.overlays.bones ^= true;
                s.preferences.bones = s.live.overlays.bones;
            }),
            Action::ToggleFixtures => self.look(|s| s.live.overlays.fixtures ^= true),
            Action::ToggleVolumes => self.look(|s| s.live.overlays.volumes ^= true),
            Action::ToggleGhostHands => self.look(|s| s.live.overlays.ghost_hands ^= true),
            Action::SetRayLength(length) if length.is_finite() => self.look(|s| {
                s.preferences.ray_length = length.clamp(RAY_LENGTHS[0], RAY_LENGTHS[1]);
            }),
            Action::SetRayLength(_) => Vec::new(),
            Action::SetLevel(level) => self.look(|s| s.live.level = level),
            Action::ToggleTrail => self.toggle_trail(),
            Action::ClearTrails => quiet(|| self.clear_trails()),
            Action::ToggleGhosts => quiet(|| self.preferences.ghosts.shown ^= true),
            Action::SetGhosts(choice) => quiet(|| self.preferences.ghosts = choice.checked()),
            Action::ToggleGrid => self.look(|s| {
                s.live.overlays.grid ^= true;
                s.preferences.grid = s.live.overlays.grid;
            }),
            Action::ToggleAxes => self.look(|s| {
                s.live.overlays.axes ^= true;
                s.preferences.axes = s.live.overlays.axes;
            }),
            Action::ToggleStats => quiet(|| self.preferences.stats ^= true),
            Action::SetUpAxis(up) => {
                self.choose_up_axis(up);
                quiet(|| self.turned_up())
            }
            Action::TogglePanels => quiet(|| self.live.panels_hidden ^= true),
            Action::ToggleTree => quiet(|| self.preferences.tree_open ^= true),
            Action::ToggleInspector => quiet(|| self.preferences.inspector_open ^= true),
            Action::SetTreeWidth(width) => quiet(|| self.preferences.tree_width = width),
            Action::SetInspectorWidth(width) => quiet(|| self.preferences.inspector_width = width),
            Action::ToggleDopeSheet => quiet(|| self.preferences.dope_sheet ^= true),
            Action::ToggleCurveView => quiet(|| self.preferences.curve_view ^= true),
            Action::FitCurves { all } => vec![Effect::FitCurves { all }],
            Action::FocusCurves => vec![Effect::FocusCurves],
            Action::ToggleFilmstrip => quiet(|| self.preferences.filmstrip ^= true),
            Action::SetDopeSheetHeight(height) => quiet(|| self.preferences.dope_sheet_height = height),
            Action::SetCurveViewHeight(height) => quiet(|| self.preferences.curve_view_height = height),
            Action::SetTheme(theme) => self.look(|s| s.preferences.theme = theme),
            Action::SystemTheme { is_light } => self.look(|s| s.live.system_is_light = is_light),
            Action::SetUiScale(scale) => quiet(|| self.preferences.ui_scale = scale.clamp(0.5, 4.0)),
            Action::PreferAdapter(name) => vec![Effect::PreferAdapter(name)],
            Action::ToggleFullScreen => {
                self.live.full_screen ^= true;
                vec![Effect::SetFullScreen(self.live.full_screen)]
            }

            Action::Undo => quiet(|| self.undo_or_redo(true)),
            Action::Redo => quiet(|| self.undo_or_redo(false)),
            Action::Escape => self.escape(),
            Action::TogglePage(page) => quiet(|| self.toggle_page(page)),
            Action::FocusSearch => vec![Effect::FocusSearch],
        }
    }

    /// Nothing moves from here on, or the next picture would begin at once.
    fn stop_drawing(&mut self) -> Vec<Effect> {
        if self.live.drawing.take().is_none() {
            return Vec::new();
        }
        let mut effects = self.apply(Action::Pause);
        let notice = Notice::info("Drawing was stopped.").with_action("Draw it", Action::DrawAgain);
        effects.extend([Effect::StopDrawing, Effect::Notify(notice)]);
        effects
    }

    /// A change of how things are drawn.
    fn look(&mut self, change: impl FnOnce(&mut Self)) -> Vec<Effect> {
        change(self);
        self.revision += 1;
        Vec::new()
    }

    /// Drops every pointer to files, models and clips that are no longer open.
    pub(super) fn forget_what_is_gone(&mut self) {
        let stage = &self.stage;
        let lives = |key: PlacedKey| stage.placed(key).is_some();
        let selected_lives = |selected: &Selected| match *selected {
            Selected::File(key) => stage.file(key).is_some(),
            Selected::Clip(key) => stage.clip(key).is_some(),
            Selected::Instance(key, instance) => stage.file(key).is_some_and(|f| f.instance(instance).is_some()),
            Selected::Model(key) => lives(key),
            Selected::Bone(key, bone) => stage.placed(key).is_some_and(|p| bone.get() < p.model().skeleton.len()),
            Selected::Handle(key, handle) => stage
                .placed(key)
                .is_some_and(|p| handle.get() < p.model().rig.handles.len()),
            Selected::Constraint(key, constraint) => stage
                .placed(key)
                .is_some_and(|p| constraint.get() < p.model().rig.constraints.len()),
            Selected::Mesh(key, mesh) => stage.placed(key).is_some_and(|p| mesh.get() < p.model().meshes.len()),
            Selected::Hair(key, hair) => stage.placed(key).is_some_and(|p| hair.get() < p.model().hairs.len()),
            Selected::BlendShape(key, shape) => stage
                .placed(key)
                .is_some_and(|p| shape.get() < p.model().blend_shapes.len()),
            Selected::Material(key, material) => stage
                .placed(key)
                .is_some_and(|p| material.get() < p.model().materials.len()),
            Selected::Fixture(key, fixture) => stage
                .placed(key)
                .is_some_and(|p| fixture.get() < p.model().fixtures.len()),
        };
        self.edits.selected = self.edits.selected.filter(selected_lives);
        self.edits.hidden_meshes.retain(|key, _| lives(*key));
        self.edits.shape_weights.retain(|(key, shape), _| {
            stage
                .placed(*key)
                .is_some_and(|placed| shape.get() < placed.model().blend_shapes.len())
        });
        self.live.ranges.retain(|key, _| stage.clip(*key).is_some());
        self.forget_layers();
        self.forget_treatments();
        self.forget_attachments();
        if self.live.active_clip.is_some_and(|key| self.stage.clip(key).is_none()) {
            self.activate(None, false);
        }
    }

    // What is looked at.

    fn resize_viewport(&mut self, size: [u32; 2]) {
        let size = size.map(|side| side.max(1));
        if self.live.viewport == size {
            return;
        }
        self.live.viewport = size;
        self.revision += 1;
        if self.live.camera_is_framed {
            self.move_camera(CameraMove::FrameAll);
        }
    }

    // Everything else.

    fn remember(&mut self, before: Edits, slider: Option<Slider>) {
        if slider.is_none() || slider != self.merging {
            self.undo.push(before);
            if self.undo.len() > UNDO_DEPTH {
                self.undo.remove(0);
            }
        }
        self.merging = slider;
        self.redo.clear();
    }

    fn undo_or_redo(&mut self, undo: bool) {
        let up = self.up_axis();
        let (from, to) = if undo {
            (&mut self.undo, &mut self.redo)
        } else {
            (&mut self.redo, &mut self.undo)
        };
        if let Some(edits) = from.pop() {
            to.push(std::mem::replace(&mut self.edits, edits));
            self.merging = None;
            self.stale = true;
            self.forget_what_is_gone();
            if self.up_axis() != up {
                self.turned_up();
            }
        }
    }

    /// The stage lies differently in the world: what is sized by it, and a camera that still shows all of it, follow.
    fn turned_up(&mut self) {
        self.live.steady_bounds = self.tight_world_bounds();
        if self.live.camera_is_framed {
            self.move_camera(CameraMove::FrameAll);
        }
    }

    fn toggle_page(&mut self, page: Page) {
        self.live.page = if self.live.page == Some(page) { None } else { Some(page) };
    }

    fn escape(&mut self) -> Vec<Effect> {
        if self.live.page.take().is_some() {
            Vec::new()
        } else if self.live.loading.is_some() {
            self.cancel_load()
        } else if self.live.drawing.is_some() {
            self.stop_drawing()
        } else if self.live.look_through.is_some() {
            quiet(|| self.look_through(None))
        } else if self.edits.selected.take().is_some() {
            Vec::new()
        } else if std::mem::take(&mut self.live.full_screen) {
            vec![Effect::SetFullScreen(false)]
        } else {
            Vec::new()
        }
    }
}

/// For actions that only change state.
fn quiet(change: impl FnOnce()) -> Vec<Effect> {
    change();
    Vec::new()
}

/// Names one blend-shape slider.
type Slider = (PlacedKey, BlendShapeIndex);

/// The slider the action moves: a drag is one entry of undo.
fn dragged_slider(action: &Action) -> Option<Slider> {
    match action {
        Action::SetShapeWeight { model, shape, .. } => Some((*model, *shape)),
        _ => None,
    }
}
