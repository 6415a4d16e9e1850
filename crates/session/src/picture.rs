//! Session → picture: written once, for the window and the command line.

use super::aids::ghosts::shown_ghosts;
use super::aids::trails::shown_trails;
use super::probe::listed::listed_marks;
use super::probe::marks::{hover_marks, newest_pinned, pin_marks};
use super::probe::measure::marks::measure_marks;
use super::{BodyPart, PinnedB, Placed, Session, Stage, pinned_b};
use crate::composition::attach::camera_travel;
use crate::composition::pinned::wiped::wiped_bounds;
use crate::composition::played::source_lines::source_lines;
use crate::stage::up_axis;
use crate::view::bones::labels;
use crate::view::bones::rig_lines::rig_lines;
use crate::view::divided;
use crate::view::grid::grid_labels;
use crate::view::ground::posed_world_bounds;
use crate::view::ground::world_bounds;
use crate::view::shown::drawn::{models_of_b, placed_models};
use crate::view::surfaces::legend::legends;
use crate::view::surfaces::marked;
use crate::view::surfaces::mesh_marks;
use crate::view::surfaces::{fitting, posed_points, section};
use crate::window::colors;
use castview_base::core::{Bounds, Camera};
use castview_base::scene::{Fixture, FixtureKind};
use castview_picture::{DepthOfField, Picture, PlacedModel};

impl Session {
    /// The picture that the viewport shows now, `size` pixels large.
    pub fn picture(&self, size: [u32; 2], samples: u32) -> Picture {
        let mut camera = self.view.seen_camera();
        let steady = self.view.steady_bounds();
        camera.target += camera_travel(self);
        let pinned = pinned_b(self).map_or(Bounds::EMPTY, PinnedB::bounds);
        let aids = self
            .aids
            .aids_bounds()
            .union(pinned)
            .transformed(up_axis::world_from_stage(self));
        let rig = rig_lines(self);
        let (pin_lines, pin_labels) = pin_marks(self);
        let (measure_lines, measure_labels) = measure_marks(self);
        camera.fit_depth(&world_bounds(self).union(steady).union(aids));
        // A picture of another size is not the one that is seen in the window.
        let is_of_window = size == self.view.viewport();
        let mut picture = Picture {
            samples,
            pixels_per_point: self.view.pixels_per_point().filter(|_| is_of_window),
            shadows: self.preferences.look.environment.holding_back(self.view.ground()),
            reflection: self.preferences.look.environment.reflecting(self.view.ground()),
            posed_bounds: posed_world_bounds(self)
                .union(wiped_bounds(self).transformed(up_axis::world_from_stage(self))),
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
            color_by: marked::color_by(self),
            longest: marked::longest_of(self, marked::color_by(self)),
            divided: divided::divided(self),
            overlays: self.view.overlays(),
            bones: self.preferences.bones.display.style(),
            ghosts: shown_ghosts(self, &camera),
            trails: shown_trails(self),
            lines: (mesh_marks::mesh_lines(self).into_iter())
                .chain(rig.lines.iter().map(|line| line.line))
                .chain(pin_lines)
                .chain(measure_lines)
                .chain(hover_marks(self))
                .chain(listed_marks(self))
                .chain(source_lines(self))
                .collect(),
            face_lines: mesh_marks::face_lines(self),
            labels: (measure_labels.into_iter())
                .chain(pin_labels)
                .chain(labels::labels(self, rig.labels))
                .collect(),
            legends: legends(self),
            camera_paths: self.aids.shown_camera_paths(),
            ..plain_picture(self, size, placed_models(self))
        };
        picture.left_models = models_of_b(self);
        posed_points::span_depth(self, &mut picture);
        picture.grid_labels = grid_labels(self, &picture);
        if is_of_window {
            picture.covered = self.view.covered().to_vec();
        }
        picture
    }
}

/// The base that all pictures of the stage share, `size` pixels large; without drawn aids and overlays, and seen by no camera in
/// particular.
pub(super) fn plain_picture(session: &Session, size: [u32; 2], models: Vec<PlacedModel>) -> Picture {
    let mut picture = Picture {
        size: size.map(|side| side.max(1)),
        world_from_stage: up_axis::world_from_stage(session),
        bounds: session.view.steady_bounds(),
        lights: session.view.lights(),
        environment: session.view.environment(&session.preferences.look.environment),
        colors: colors::colors(session),
        most_texels: session.view.most_texels(),
        ray_length: session.preferences.aids.ray_length,
        ..Picture::of(models)
    };
    session.preferences.look.environment.apply_to(&mut picture);
    picture.exposure += fitting::fitting_stops(session);
    picture
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
