//! How far lines of the floor grid are from the middle, in words beside one along each side.

use crate::core::{Bounds, Camera, Projection};
use crate::picture::{ColorBy, Label, Picture, grid_step};
use crate::session::Session;
use crate::session::view::camera::surface::Ray;
use glam::Vec3;

/// What stands farther from the middle than so many lines has none beside it.
const MOST_LINES: f32 = 100.0;
/// How many lines farther out a number may stand, so that it does not cover the model.
const MOST_OUTWARDS: u8 = 6;
/// A number and its plate reach about so many widths of thin lines from their point.
const PLATE_LINES: f32 = 30.0;

impl Session {
    /// One on each side along world x and z, at the first line beyond the room that `picture`'s models take over the clip that is neither behind nor
    /// in front of it. None without a grid.
    pub(in crate::session) fn grid_labels(&self, picture: &Picture) -> Vec<Label> {
        // Where layers are counted no grid is drawn.
        if !picture.overlays.grid || picture.color_by == ColorBy::Overdraw || picture.bounds.is_empty() {
            return Vec::new();
        }
        let apart = grid_step(picture.drawn_size());
        let beside = |reach: f32| (reach.max(0.0) / apart).floor() + 1.0;
        // Over the clip: a number that a tail sweeps over cannot be read, and one that jumps aside cannot be followed.
        let bounds = &picture.bounds.union(self.view.swept);
        // The plate beside the point is kept off the model, too.
        let plate_rows = PLATE_LINES * picture.line_px() / picture.size[1] as f32;
        let plate = Vec3::splat(2.0 * picture.camera.half_height() * plate_rows);
        let kept_free = &Bounds {
            min: bounds.min - plate,
            max: bounds.max + plate,
        };
        let sides = [
            (Vec3::X, bounds.max.x),
            (Vec3::NEG_X, -bounds.min.x),
            (Vec3::Z, bounds.max.z),
            (Vec3::NEG_Z, -bounds.min.z),
        ];
        sides
            .into_iter()
            .map(|(along, reach)| (along, beside(reach)))
            .filter(|(_, lines)| *lines <= MOST_LINES)
            .filter_map(|(along, lines)| {
                let outwards = (0..MOST_OUTWARDS).map(|more| lines + f32::from(more));
                let mut seen = outwards.filter(|lines| !covers(&picture.camera, along * apart * *lines, kept_free));
                Some((along, seen.next()?))
            })
            .map(|(along, lines)| Label {
                anchor: along * apart * lines,
                text: length_words(apart * lines, self.meters_per_unit()),
                color: picture.colors.words,
                is_minor: true,
            })
            .collect()
    }
}

/// Whether `point` is seen in the same place of the picture as a part of `bounds`, before or behind it; all in world space. Labels are drawn
/// over everything: one in front hides the model as one behind would.
fn covers(camera: &Camera, point: Vec3, bounds: &Bounds) -> bool {
    let from = match camera.projection {
        Projection::Perspective => camera.eye(),
        Projection::Orthographic => {
            let far = point.distance(camera.target) + camera.distance + bounds.diagonal();
            point - camera.forward() * far
        }
    };
    let way = point - from;
    Ray::new(from, way.normalize_or_zero()).through(bounds).is_some()
}

/// A round length with its unit, where that is known.
fn length_words(length: f32, meters_per_unit: Option<f32>) -> String {
    let (number, unit) = match meters_per_unit.map(|meters| length * meters) {
        None => (length, ""),
        Some(meters @ ..0.0095) => (meters * 1000.0, " mm"),
        Some(meters @ ..0.95) => (meters * 100.0, " cm"),
        Some(meters @ ..950.0) => (meters, " m"),
        Some(meters) => (meters / 1000.0, " km"),
    };
    // What f32 makes of a power of ten.
    let rounded = (f64::from(number) * 1e4).round() / 1e4;
    match rounded > 0.0 && rounded < 1e7 {
        true => format!("{rounded}{unit}"),
        false => format!("{number:e}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{covers, length_words};
    use crate::core::{Bounds, Camera, Projection};
    use glam::Vec3;

    #[test]
    fn a_point_before_or_behind_a_box_would_cover_it() {
        let bounds = Bounds {
            min: Vec3::new(-1.0, 0.0, -1.0),
            max: Vec3::new(1.0, 2.0, 1.0),
        };
        for projection in [Projection::Perspective, Projection::Orthographic] {
            // In front of the box, at its height, looking along -z.
            let mut camera = Camera {
                target: Vec3::Y,
                distance: 10.0,
                projection,
                ..Camera::default()
            };
            (camera.yaw_rad, camera.pitch_rad) = (0.0, 0.0);
            let toward_the_eye = -camera.forward();
            assert!(covers(&camera, toward_the_eye * -2.0, &bounds), "{projection:?}");
            // In front of it.
            let front = toward_the_eye * 2.0;
            assert!(covers(&camera, front + Vec3::Y, &bounds), "{projection:?}");
            // Seen below its feet.
            assert!(!covers(&camera, front - Vec3::Y, &bounds), "{projection:?}");
            assert!(!covers(&camera, camera.right() * 3.0, &bounds), "{projection:?}");
            assert!(
                !covers(&camera, toward_the_eye * -2.0, &Bounds::EMPTY),
                "{projection:?}"
            );
        }
    }

    #[test]
    fn lengths_are_round_and_have_units() {
        for (length, meters, wanted) in [
            (10.0f32.powf(-1.0), Some(1.0), "10 cm"),
            (10.0f32.powf(-2.0) * 3.0, Some(1.0), "3 cm"),
            (10.0f32.powf(-3.0) * 2.0, Some(1.0), "2 mm"),
            (10.0, Some(1.0), "10 m"),
            (2000.0, Some(1.0), "2 km"),
            (10.0, Some(0.0254), "25.4 cm"),
            (200.0, Some(0.01), "2 m"),
            (10.0f32.powf(2.0) * 2.0, None, "200"),
            (10.0f32.powf(-2.0), None, "0.01"),
            (1e-7, None, "1e-7"),
        ] {
            assert_eq!(length_words(length, meters), wanted, "{length}");
        }
    }
}
