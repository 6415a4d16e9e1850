//! How far lines of the floor grid are from the middle, in words beside one along each side.

use crate::view::bones::legends;
use crate::view::camera::surface::Ray;
use crate::{LengthUnit, Session};
use castview_base::core::{Bounds, Camera, Projection, grouped};
use castview_picture::{ColorBy, Label, Picture, grid_step};
use glam::Vec3;

/// Lines from the middle that may have a number: they make round ones, as lines are a power of ten apart. A model that stands farther out
/// than the last of them has no number beside it.
const NUMBERED: [u8; 17] = [1, 2, 3, 4, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100];
/// How many of them a number may stand farther out, so that it does not cover the model.
const MOST_OUTWARDS: usize = 6;
/// In widths of thin lines: from a point to the plate right above it, the plate's margins, a letter, the plate's height, and what stays free around
/// it.
const AWAY: f32 = 7.0;
const MARGINS: f32 = 8.0;
const LETTER: f32 = 7.5;
const HEIGHT: f32 = 18.0;
const FREE: f32 = 8.0;
/// Beside lines that have less of their strength no numbers stand.
const LEAST_FADE: f32 = 0.2;

/// One on each side along world x and z, at the first of [`NUMBERED`] beyond the room that `picture`'s models take over the clip that is neither
/// behind nor in front of it. None without a grid, and none where its lines
/// have faded.
pub(crate) fn grid_labels(session: &Session, picture: &Picture) -> Vec<Label> {
    // Where layers are counted no grid is drawn.
    if !picture.overlays.grid || picture.color_by == ColorBy::Overdraw || picture.bounds.is_empty() {
        return Vec::new();
    }
    let apart = grid_step(picture.drawn_size());
    let beside = |reach: f32| reach.max(0.0) / apart;
    // Over the clip: a number that a tail sweeps over cannot be read, and one that jumps aside cannot be followed.
    let bounds = &picture.bounds.union(session.view.swept);
    let camera = &picture.camera;
    let line = 2.0 * camera.half_height() * picture.line_px() / picture.size[1] as f32;
    let free = Vec3::splat(FREE * line);
    let kept_free = Bounds {
        min: bounds.min - free,
        max: bounds.max + free,
    };
    let is_free = |anchor: Vec3, text: &str| {
        let plate = plate(camera, (anchor, line), text);
        !plate.into_iter().any(|point| covers(camera, point, &kept_free))
    };
    let unit = legends::meters_per_unit(session);
    let sides = [
        (Vec3::X, bounds.max.x),
        (Vec3::NEG_X, -bounds.min.x),
        (Vec3::Z, bounds.max.z),
        (Vec3::NEG_Z, -bounds.min.z),
    ];
    sides
        .into_iter()
        .filter_map(|(along, reach)| {
            let numbered = NUMBERED.into_iter().map(f32::from);
            let outwards = numbered.filter(|lines| *lines > beside(reach)).take(MOST_OUTWARDS);
            let mut worded = outwards.map(|lines| (along * apart * lines, length_words(apart * lines, unit)));
            worded.find(|(anchor, text)| is_free(*anchor, text))
        })
        .filter(|(anchor, _)| picture.grid_fade(*anchor) >= LEAST_FADE)
        .map(|(anchor, text)| Label {
            anchor,
            text,
            color: picture.colors.words,
            is_minor: true,
        })
        .collect()
}

/// Points of the plate right above `anchor`, and `anchor` itself: so close to each other that what is kept free around models reaches from
/// one to the next. `line`: the width of a thin line at the camera's target, in world space.
fn plate(camera: &Camera, (anchor, line): (Vec3, f32), text: &str) -> Vec<Vec3> {
    let nearness = match camera.projection {
        Projection::Perspective => (anchor - camera.eye()).dot(camera.forward()) / camera.distance,
        Projection::Orthographic => 1.0,
    };
    let [right, up] = [camera.right(), camera.up()].map(|way| way * line * nearness.max(0.0));
    let width = MARGINS + LETTER * text.chars().count() as f32;
    let [columns, rows] = [width, HEIGHT].map(|length| (length / FREE).ceil());
    let mut points = vec![anchor];
    for row in 0..=rows as usize {
        for column in 0..=columns as usize {
            let (x, y) = (column as f32 / columns, row as f32 / rows);
            points.push(anchor + right * (AWAY + width * x) + up * (AWAY + HEIGHT * y));
        }
    }
    points
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

/// A round length with its unit. In inches no length of the metric system would be round.
fn length_words(length: f32, meters_per_unit: Option<f32>) -> String {
    let is_inch = meters_per_unit.is_some() && meters_per_unit == LengthUnit::Inch.meters();
    let (number, unit) = match meters_per_unit.map(|meters| length * meters) {
        None => (length, " units"),
        Some(_) if is_inch => (length, " in"),
        Some(meters @ ..0.0095) => (meters * 1000.0, " mm"),
        Some(meters @ ..0.95) => (meters * 100.0, " cm"),
        Some(meters @ ..950.0) => (meters, " m"),
        Some(meters) => (meters / 1000.0, " km"),
    };
    // Rounding removes the error of f32 in a power of ten.
    let rounded = (f64::from(number) * 1e4).round() / 1e4;
    let unit = match unit {
        " units" if rounded == 1.0 => " unit",
        unit => unit,
    };
    match rounded {
        ..=0.0 | 1e7.. => format!("{number:e}{unit}"),
        1e4.. => format!("{}{unit}", grouped(rounded as u64, ' ')),
        _ => format!("{rounded}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{AWAY, FREE, HEIGHT, LETTER, MARGINS, covers, length_words, plate};
    use castview_base::core::{Bounds, Camera, Projection};
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

    /// Whatever part of the plate the corner of a model reaches under.
    #[test]
    fn no_corner_is_too_thin_to_be_in_the_way_of_a_number() {
        let mut camera = Camera {
            target: Vec3::ZERO,
            distance: 10.0,
            projection: Projection::Orthographic,
            ..Camera::default()
        };
        (camera.yaw_rad, camera.pitch_rad) = (0.0, 0.0);
        let (line, text) = (0.01, "20 000 units");
        let width = MARGINS + LETTER * text.chars().count() as f32;
        for (across, up) in (0..=20).flat_map(|across| [0.0, 0.5, 1.0].map(|up| (across as f32 / 20.0, up))) {
            let at = camera.right() * (AWAY + width * across) + camera.up() * (AWAY + HEIGHT * up);
            let kept_free = Bounds {
                min: at * line - Vec3::splat(FREE * line),
                max: at * line + Vec3::splat(FREE * line),
            };
            let mut points = plate(&camera, (Vec3::ZERO, line), text).into_iter();
            assert!(points.any(|point| covers(&camera, point, &kept_free)), "{across} {up}");
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
            (10.0, Some(0.0254), "10 in"),
            (200.0, Some(0.01), "2 m"),
            (10.0f32.powf(-1.0) * 15.0, Some(1.0), "1.5 m"),
            (10.0f32.powf(2.0) * 2.0, None, "200 units"),
            (10.0f32.powf(-2.0), None, "0.01 units"),
            (1.0, None, "1 unit"),
            (20000.0, None, "20 000 units"),
            (1e8, None, "1e8 units"),
            (1e-7, None, "1e-7 units"),
        ] {
            assert_eq!(length_words(length, meters), wanted, "{length}");
        }
    }
}
