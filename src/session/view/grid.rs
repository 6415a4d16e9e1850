//! How far lines of the floor grid are from the middle, in words beside one along each side.

use crate::picture::{Label, Picture, grid_step};
use crate::session::Session;
use glam::Vec3;

/// What stands farther from the middle than so many lines has none beside it.
const MOST_LINES: f32 = 100.0;

impl Session {
    /// One on each side along world x and z, at the first lines beyond what `picture` shows. None without a grid.
    pub(in crate::session) fn grid_labels(&self, picture: &Picture) -> Vec<Label> {
        if !picture.overlays.grid || picture.bounds.is_empty() {
            return Vec::new();
        }
        let apart = grid_step(picture.drawn_size());
        let beside = |reach: f32| (reach.max(0.0) / apart).floor() + 1.0;
        let bounds = &picture.bounds;
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
            .map(|(along, lines)| Label {
                anchor: along * apart * lines,
                text: length_words(apart * lines, self.is_in_meters()),
                color: picture.colors.words,
                is_minor: true,
            })
            .collect()
    }
}

/// A round length with its unit, where that is known.
fn length_words(length: f32, in_meters: bool) -> String {
    let (number, unit) = match (in_meters, length) {
        (false, _) => (length, ""),
        (true, ..0.0095) => (length * 1000.0, " mm"),
        (true, ..0.95) => (length * 100.0, " cm"),
        (true, ..950.0) => (length, " m"),
        (true, _) => (length / 1000.0, " km"),
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
    use super::length_words;

    #[test]
    fn lengths_are_round_and_have_units() {
        for (length, meters, wanted) in [
            (10.0f32.powf(-1.0), true, "10 cm"),
            (10.0f32.powf(-2.0) * 3.0, true, "3 cm"),
            (10.0f32.powf(-3.0) * 2.0, true, "2 mm"),
            (10.0, true, "10 m"),
            (2000.0, true, "2 km"),
            (10.0f32.powf(2.0) * 2.0, false, "200"),
            (10.0f32.powf(-2.0), false, "0.01"),
            (1e-7, false, "1e-7"),
        ] {
            assert_eq!(length_words(length, meters), wanted, "{length}");
        }
    }
}
