//! Measures as the picture shows them: lines between the points, and the number beside them.

use super::points::measured_now;
use super::told::measure_value;
use crate::Session;
use crate::stage::up_axis;
use crate::window::colors::is_light;
use castview_picture::{Label, Line};
use glam::Vec3;

/// Colour of lines and numbers, on the dark theme and on the light one. sRGB bytes.
const MEASURED: [[u8; 3]; 2] = [[0x63, 0xd2, 0x97], [0x0b, 0x66, 0x3a]];

/// Lines and labels of all measures, in world space.
pub(crate) fn measure_marks(session: &Session) -> (Vec<Line>, Vec<Label>) {
    let (mut lines, mut labels) = (Vec::new(), Vec::new());
    let color = MEASURED[usize::from(is_light(session))];
    let world_from_stage = up_axis::world_from_stage(session);
    for measure in session.edits.measures() {
        let Some(found) = measured_now(session, measure) else {
            continue;
        };
        let places: Vec<Vec3> = found
            .places
            .iter()
            .map(|place| world_from_stage.transform_point3(*place))
            .collect();
        let mut add = |from: Vec3, to: Vec3| {
            lines.push(Line {
                from,
                to,
                color,
                opacity: 1.0,
            });
        };
        places.windows(2).for_each(|pair| add(pair[0], pair[1]));
        places.iter().for_each(|place| add(*place, *place));
        let anchor = match places[..] {
            [a, b] => a.midpoint(b),
            [_, corner, _] => corner,
            _ => continue,
        };
        labels.push(Label {
            anchor,
            text: measure_value(session, measure, found.value),
            color,
            is_minor: false,
        });
    }
    (lines, labels)
}
