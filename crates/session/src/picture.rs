//! Session → picture: written once, for the window and the command line.

use super::aids::ghosts::shown_ghosts;
use super::aids::trails::shown_trails;
use super::probe::listed::listed_marks;
use super::probe::marks::{hover_marks, newest_pinned, pin_marks};
use super::probe::measure::marks::measure_marks;
use super::{BodyPart, Edits, PinnedB, Placed, Selected, Session, Stage, Theme, View, pinned_b};
use crate::view::empty::stands_for_all;
use crate::view::surfaces::{fitting, posed_points, section, tint};
use castview_base::core::{Bounds, Camera, MeshIndex};
use castview_base::scene::{Fixture, FixtureKind};
use castview_picture::{Colors, DepthOfField, Picture, PlacedModel, Selection};
use std::sync::Arc;

impl Session {
    /// The picture that the viewport shows now, `size` pixels large.
    pub fn picture(&self, size: [u32; 2], samples: u32) -> Picture {
        let mut camera = self.view.seen_camera();
        let steady = self.view.steady_bounds();
        camera.target += self.camera_travel();
        let pinned = pinned_b(self).map_or(Bounds::EMPTY, PinnedB::bounds);
        let aids = self
            .aids
            .aids_bounds()
            .union(pinned)
            .transformed(self.world_from_stage());
        let rig = self.rig_lines();
        let (pin_lines, pin_labels) = pin_marks(self);
        let (measure_lines, measure_labels) = measure_marks(self);
        camera.fit_depth(&self.world_bounds().union(steady).union(aids));
        // A picture of another size is not the one that is seen in the window.
        let is_of_window = size == self.view.viewport();
        let mut picture = Picture {
            samples,
            pixels_per_point: self.view.pixels_per_point().filter(|_| is_of_window),
            shadows: self.preferences.look.environment.holding_back(self.view.ground()),
            posed_bounds: self.posed_world_bounds(),
            camera,
            through_camera: self.view.looks_through().is_some(),
            depth_of_field: depth_of_field(self, &camera),
            section: section::section(self),
            background: self
                .preferences
                .look
                .environment
                .background(fitting::theme_background(self)),
            shading: self.view.shading(),
            color_by: self.color_by(),
            longest: self.longest_of(self.color_by()),
            divided: self.divided(),
            overlays: self.view.overlays(),
            bones: self.preferences.bones.display.style(),
            ghosts: shown_ghosts(self, &camera),
            trails: shown_trails(self),
            lines: (self.mesh_lines().into_iter())
                .chain(rig.lines.iter().map(|line| line.line))
                .chain(pin_lines)
                .chain(measure_lines)
                .chain(hover_marks(self))
                .chain(listed_marks(self))
                .chain(self.source_lines())
                .collect(),
            face_lines: self.face_lines(),
            labels: (measure_labels.into_iter())
                .chain(pin_labels)
                .chain(self.labels(rig.labels))
                .collect(),
            legends: self.legends(),
            camera_paths: self.aids.shown_camera_paths(),
            ..self.plain_picture(size, self.placed_models())
        };
        posed_points::span_depth(self, &mut picture);
        picture.grid_labels = self.grid_labels(&picture);
        if is_of_window {
            picture.covered = self.view.covered().to_vec();
        }
        picture
    }

    /// The base that all pictures of the stage share, `size` pixels large; without drawn aids and overlays, and seen by no camera in
    /// particular.
    pub(super) fn plain_picture(&self, size: [u32; 2], models: Vec<PlacedModel>) -> Picture {
        let mut picture = Picture {
            size: size.map(|side| side.max(1)),
            world_from_stage: self.world_from_stage(),
            bounds: self.view.steady_bounds(),
            lights: self.view.lights(),
            environment: self.view.environment(&self.preferences.look.environment),
            colors: self.colors(),
            most_texels: self.view.most_texels(),
            ray_length: self.preferences.aids.ray_length,
            ..Picture::of(models)
        };
        self.preferences.look.environment.apply_to(&mut picture);
        picture.exposure += fitting::fitting_stops(self);
        picture
    }

    /// The theme that is shown, with the system's wish resolved.
    pub fn is_light(&self) -> bool {
        match self.preferences.window.theme {
            Theme::Dark => false,
            Theme::Light => true,
            Theme::System => self.window.system_is_light(),
        }
    }

    pub(super) fn colors(&self) -> Colors {
        if self.is_light() { Colors::LIGHT } else { Colors::DARK }
    }

    pub(super) fn placed_models(&self) -> Vec<PlacedModel> {
        let models = self.stage.models().iter();
        // A file may hold any number of models; those without content are left to the tree.
        let seen = models.filter(|placed| placed.pose().model_visible && placed.has_content());
        let within_budget = seen.map(|placed| self.drawn_model(placed));
        within_budget.chain(self.view.boxes_of_budget()).collect()
    }

    /// `placed` as it is drawn within the budget.
    pub(super) fn drawn_model(&self, placed: &Placed) -> PlacedModel {
        let whole = self.whole_model(placed);
        let places = match stands_for_all(self, placed) {
            true => whole.places.first_few(1),
            false => self.view.places_within_budget(placed.key, whole.places),
        };
        PlacedModel {
            places,
            hidden_meshes: self.view.undrawn_meshes(&self.edits, placed),
            ..whole
        }
    }

    /// `placed` as the user wants to see it, whatever that costs.
    pub(super) fn whole_model(&self, placed: &Placed) -> PlacedModel {
        PlacedModel {
            key: placed.key,
            scene: placed.scene.clone(),
            model: placed.model,
            textures: placed.textures.clone(),
            pose: placed.pose().clone(),
            stage_from_model: placed.stage_from_model(),
            places: placed.standing().places.clone(),
            hidden_meshes: self.view.wanted_meshes(&self.edits, placed),
            selection: self.edits.selected.and_then(|selected| match selected {
                // Drawn by itself, whatever it hangs on.
                Selected::Fixture(..) => selection_in(selected, placed),
                _ => selection_in(placed.shown_as(selected), placed),
            }),
            also_selected_meshes: self.edits.also_selected_meshes(placed.key).collect(),
            bones: self.bone_marks(placed),
            marked: self.marked(placed),
            tints: tint::tints_of(self, placed.key),
        }
    }

    /// Whether the user, or else the file, hides that mesh.
    pub fn is_hidden(&self, key: castview_picture::PlacedKey, mesh: MeshIndex) -> bool {
        self.stage.is_drawable(Selected::Mesh(key, mesh)) && !self.is_shown(Selected::Mesh(key, mesh))
    }
}

impl Edits {
    /// One flag per mesh: whether the user, or else the file, hides it.
    pub(super) fn hidden_meshes(&self, placed: &Placed) -> Arc<Vec<bool>> {
        let chosen = self.hidden_meshes.get(&placed.key).cloned();
        chosen.unwrap_or_else(|| Arc::new(placed.model().hidden_meshes()))
    }
}

impl View {
    /// One flag per mesh: hidden, or left out with its level of detail or by the budget.
    pub(super) fn undrawn_meshes(&self, edits: &Edits, placed: &Placed) -> Arc<Vec<bool>> {
        let mut hidden = self.wanted_meshes(edits, placed);
        if let Some(left_out) = self.left_out_by_budget(placed.key) {
            let flags = Arc::make_mut(&mut hidden).iter_mut().zip(left_out.iter());
            flags.for_each(|(hidden, left_out)| *hidden |= left_out);
        }
        hidden
    }

    /// One flag per mesh: hidden, or left out with its level of detail.
    fn wanted_meshes(&self, edits: &Edits, placed: &Placed) -> Arc<Vec<bool>> {
        let mut hidden = edits.hidden_meshes(placed);
        if let Some(left_out) = self.left_out_of(placed.key) {
            let flags = Arc::make_mut(&mut hidden).iter_mut().zip(left_out.iter());
            flags.for_each(|(hidden, left_out)| *hidden |= left_out);
        }
        hidden
    }
}

impl Stage {
    /// Whether any model brings lights along.
    pub fn has_lights(&self) -> bool {
        let lights = |placed: &Placed| placed.model().fixtures.iter().any(Fixture::is_light);
        self.models().iter().any(lights)
    }

    /// Whether any model has bones of that part of a body, and surfaces that they move.
    pub fn has_part(&self, part: BodyPart) -> bool {
        self.models()
            .iter()
            .any(|placed| !placed.bones_of_part(part).is_empty())
    }

    pub fn has_hands(&self) -> bool {
        let mut models = self.models().iter();
        models.any(|placed| !placed.model().hands.is_empty())
    }

    /// Whether anything has a line of sight.
    pub fn has_rays(&self) -> bool {
        let is_ray = |fixture: &Fixture| matches!(fixture.kind, FixtureKind::Ray);
        let mut models = self.models().iter();
        models.any(|placed| placed.model().fixtures.iter().any(is_ray))
    }

    /// Whether any file states what its parts take up.
    pub fn has_volumes(&self) -> bool {
        let mut models = self.models().iter();
        models.any(|placed| !placed.model().volumes.is_empty())
    }
}

fn selection_in(selected: Selected, placed: &Placed) -> Option<Selection> {
    if let Selected::Instance(file, instance) = selected {
        let standing = placed.instances().filter(|_| placed.file == file)?;
        let (first, count) = standing.of(instance);
        return (count > 0).then_some(Selection::Instances {
            first: first as u32,
            count: count as u32,
        });
    }
    if selected.placed() != Some(placed.key) {
        return None;
    }
    match selected {
        Selected::Bone(_, bone) => Some(Selection::Bone(bone)),
        Selected::Mesh(_, mesh) => Some(Selection::Mesh(mesh)),
        Selected::Fixture(_, fixture) => Some(Selection::Fixture(fixture)),
        Selected::Model(_) => Some(Selection::Model),
        _ => None,
    }
}

/// The open lens of `camera`, in world space. Its focus is the newest pin that lies ahead, else the point the camera turns about.
fn depth_of_field(session: &Session, camera: &Camera) -> Option<DepthOfField> {
    let ratio = session.preferences.camera.aperture.radius_of_focus()?;
    let pinned = newest_pinned(session).map(|point| (point - camera.eye()).dot(camera.forward()));
    let focus = pinned.filter(|focus| *focus > camera.near).unwrap_or(camera.distance);
    Some(DepthOfField {
        radius: ratio * focus,
        focus,
    })
}
