//! Pins as the picture shows them: the triangle, the vertex, a line from the pinned point to it, and a label.

use super::state::{Pin, Spot};
use crate::Session;
use crate::view::surfaces::mesh_marks::world_from_drawn;
use crate::window::colors::is_light;
use castview_motion::deform;
use castview_picture::{Label, Line};
use glam::Vec3;

/// How much of what lies behind the edges of a pinned triangle they cover.
const EDGES: f32 = 0.75;
/// Colour of spots under the pointer, on the dark theme and on the light one: as in the UV layout. sRGB bytes.
const HOVERED: [[u8; 3]; 2] = [[0x6a, 0xa9, 0xff], [0x1f, 0x63, 0xc9]];
/// On the light theme, what is left of each channel: 4.5 to 1 against white, the brightest colour, too.
const DARKER: f32 = 0.52;

/// The marks of all pins whose surface is drawn, in world space. Twelve vertices are deformed at most for each.
pub(crate) fn pin_marks(session: &Session) -> (Vec<Line>, Vec<Label>) {
    let (mut lines, mut labels) = (Vec::new(), Vec::new());
    for pin in session.edits.pins() {
        let Some((corners, point, vertex)) = places_of(session, &pin.spot) else {
            continue;
        };
        let color = color_of_pin(session, pin);
        let mut add = |from: Vec3, to: Vec3, opacity: f32| {
            lines.push(Line {
                from,
                to,
                color,
                opacity,
            });
        };
        for at in 0..3 {
            add(corners[at], corners[(at + 1) % 3], EDGES);
        }
        add(point, vertex, 1.0);
        add(vertex, vertex, 1.0);
        labels.push(Label {
            anchor: vertex,
            text: format!("{} · vertex {}", pin.number, pin.spot.vertex),
            color,
            is_minor: false,
        });
    }
    (lines, labels)
}

/// Where on the surface that is drawn the pointer in the UV layout is, in world space: each triangle, and a dot in it. Four vertices
/// are deformed at most for each.
pub(crate) fn hover_marks(session: &Session) -> Vec<Line> {
    let color = HOVERED[usize::from(is_light(session))];
    let line = |from: Vec3, to: Vec3, opacity: f32| Line {
        from,
        to,
        color,
        opacity,
    };
    let found = session
        .hovered
        .layout
        .iter()
        .filter_map(|spot| places_of(session, spot));
    let lines = found.flat_map(|(corners, point, _)| {
        let edge = |at: usize| line(corners[at], corners[(at + 1) % 3], EDGES);
        [edge(0), edge(1), edge(2), line(point, point, 1.0)]
    });
    lines.collect()
}

/// sRGB bytes; darker on the light theme, where its name has to be read.
pub fn color_of_pin(session: &Session, pin: &Pin) -> [u8; 3] {
    match is_light(session) {
        true => pin.color().map(|channel| (f32::from(channel) * DARKER).round() as u8),
        false => pin.color(),
    }
}

/// The point that was pinned last, of those on surfaces that are drawn, in world space.
pub(crate) fn newest_pinned(session: &Session) -> Option<Vec3> {
    let pins = session.edits.pins().iter().rev();
    pins.filter_map(|pin| places_of(session, &pin.spot))
        .map(|(_, point, _)| point)
        .next()
}

/// The corners of a triangle, the point on it, and the vertex that is meant; `None` if it is not drawn.
fn places_of(session: &Session, spot: &Spot) -> Option<([Vec3; 3], Vec3, Vec3)> {
    let placed = session.stage.placed(spot.model)?;
    let world_from_model = world_from_drawn(session, placed, spot.mesh, spot.placement as usize)?;
    let posed = |vertex: u32| deform::deform_vertex(placed.model(), spot.mesh, placed.pose(), vertex as usize);
    let world = |vertex: u32| world_from_model.transform_point3(posed(vertex));
    let corners = spot.corners.map(world);
    let vertex = (0..3)
        .find(|at| spot.corners[*at] == spot.vertex)
        .map(|at| corners[at])?;
    let point = (0..3).map(|at| corners[at] * spot.shares[at]).sum::<Vec3>();
    let is_finite = corners.iter().all(|corner| corner.is_finite()) && point.is_finite();
    is_finite.then_some((corners, point, vertex))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::state::PIN_COLORS;

    fn luminance(color: [u8; 3]) -> f32 {
        let linear = |c: u8| match f32::from(c) / 255.0 {
            c if c <= 0.04045 => c / 12.92,
            c => ((c + 0.055) / 1.055).powf(2.4),
        };
        let [r, g, b] = color.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    #[test]
    fn the_colors_of_pins_are_read_on_white() {
        for color in PIN_COLORS {
            let darker = color.map(|channel| (f32::from(channel) * DARKER).round() as u8);
            let contrast = 1.05 / (luminance(darker) + 0.05);
            assert!(contrast >= 4.5, "{color:?}: {contrast}");
        }
    }
}
