//! A cube in the corner of the view that shows where it looks from: a click on a face, an edge or a corner looks from there, a drag turns.

use super::steer::{self, TURN};
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::view::widths::TOOLBAR;
use castview_base::core::{Camera, StandardView};
use castview_session::view;
use castview_session::{Action, CameraMove, Session, ViewAction};
use egui::accesskit::Role;
use egui::{FontId, Pos2, Rect, Response, Sense, Shape, Stroke, TextStyle, Ui, Vec2, WidgetInfo, vec2};
use glam::{Quat, Vec3};

/// Half of an edge, points.
const HALF: f32 = 21.0;
/// Half of the place that it needs however it is turned, points: half of its diagonal.
const REACH: f32 = HALF * 1.74;
/// A face that is seen from so far aside is not there: a cosine.
const SEEN: f32 = 0.06;

/// Farther from the middle of a face than this share of the way to an edge the edge is meant.
const EDGE: f32 = 0.6;

/// Name of a face, the view it stands for, and its middle for a model that faces +z.
const FACES: [(&str, &str, StandardView, Vec3); 6] = [
    ("Front", "View cube: front", StandardView::Front, Vec3::Z),
    ("Back", "View cube: back", StandardView::Back, Vec3::NEG_Z),
    ("Left", "View cube: left", StandardView::Left, Vec3::NEG_X),
    ("Right", "View cube: right", StandardView::Right, Vec3::X),
    ("Top", "View cube: top", StandardView::Top, Vec3::Y),
    ("Bottom", "View cube: bottom", StandardView::Bottom, Vec3::NEG_Y),
];

/// A face that is seen.
struct Face {
    index: usize,
    middle: Pos2,
    /// From the middle to the middles of two edges, on the screen, and in the space of the cube.
    sides: [Vec2; 2],
    axes: [Vec3; 2],
}

/// Where the cube stands in a view; `None` where there is no room, or it is switched off.
pub fn place(rect: Rect, session: &Session) -> Option<Rect> {
    let is_wanted = session.preferences().camera.view_cube && !session.stage().is_empty();
    let around = Vec2::splat(2.0 * REACH);
    let corner = rect.right_top() + vec2(-space::S - around.x, TOOLBAR + space::XS);
    let fits = rect.width() >= around.x * 3.5 && rect.height() >= TOOLBAR + around.y * 2.0;
    (is_wanted && fits).then(|| Rect::from_min_size(corner, around))
}

pub fn show(ui: &Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) {
    let Some(around) = place(rect, session) else { return };
    let theme = theme::of(ui);
    let faces = faces(
        &session.view().seen_camera(),
        view::front(session).yaw_rad,
        around.center(),
    );
    // Tab does not stop at it: the faces are buttons.
    let whole = ui.interact(around, control::stable_id("view cube"), Sense::CLICK | Sense::DRAG);
    whole.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "View cube"));
    let responses: Vec<Response> = faces
        .iter()
        .map(|face| {
            let (.., name, _, _) = FACES[face.index];
            let id = control::stable_id("view cube").with(face.index);
            let response = ui.interact(face.inside(), id, Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            response
        })
        .collect();
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let is_over = std::iter::once(&whole).chain(&responses).any(Response::hovered);
    let hovered = pointer
        .filter(|_| is_over)
        .and_then(|at| faces.iter().find_map(|face| face.way(at)));
    let painter = ui.painter();
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    for (at, face) in faces.iter().enumerate() {
        let fill = if responses[at].has_focus() {
            theme.hover
        } else {
            theme.float
        };
        let outline = Stroke::new(size::LINE, theme.handle);
        painter.add(Shape::convex_polygon(face.corners().to_vec(), fill, outline));
        let part = hovered.and_then(|way| face.part(way));
        if let Some(part) = &part {
            painter.add(Shape::convex_polygon(part.to_vec(), theme.hover, Stroke::NONE));
        }
        let word = painter.layout_no_wrap(FACES[face.index].0.to_owned(), font.clone(), theme.text);
        if face.holds_all(word.size()) {
            let is_meant = hovered == Some(FACES[face.index].3);
            let color = if is_meant { theme.text } else { theme.dim };
            painter.galley_with_override_text_color(face.middle - word.size() * 0.5, word, color);
        }
    }
    // Over the outlines of its neighbours.
    for part in hovered
        .iter()
        .flat_map(|way| faces.iter().filter_map(|face| face.part(*way)))
    {
        let outline = Stroke::new(size::RING, theme.accent);
        painter.add(Shape::closed_line(part.to_vec(), outline));
    }
    let of_faces = responses.into_iter().zip(&faces);
    let of_faces = of_faces.map(|(response, face)| (Some(FACES[face.index].3), response));
    for (whole_face, response) in std::iter::once((None, whole)).chain(of_faces) {
        if response.drag_started() {
            actions.push(Action::View(ViewAction::TakeHoldOfCube));
        }
        steer::end(ui, &response, actions);
        let delta = response.drag_delta();
        if delta != Vec2::ZERO {
            let movement = CameraMove::Orbit {
                yaw: -delta.x * TURN,
                pitch: delta.y * TURN,
            };
            actions.push(Action::View(ViewAction::Camera(movement)));
        }
        // The keyboard and assistive tools mean a face; the pointer means what is under it.
        let pressed = if response.interact_pointer_pos().is_some() {
            hovered
        } else {
            whole_face
        };
        if let Some(way) = pressed.filter(|_| response.clicked()) {
            actions.push(Action::View(ViewAction::Camera(looks_from(way))));
        }
        if let Some(way) = hovered {
            let text = format!("{} view. Drag to turn.\n{}", words(way), view::front(session).reason);
            response.on_hover_text(text);
        }
    }
}

/// From a face, an edge or a corner of a cube whose front looks along +z: each part of `way` is −1, 0 or 1.
fn looks_from(way: Vec3) -> CameraMove {
    match FACES.iter().find(|(.., normal)| *normal == way) {
        Some((_, _, view, _)) => CameraMove::View(*view),
        None => CameraMove::Look {
            yaw_rad: way.x.atan2(way.z),
            pitch_rad: way.y.atan2(way.x.hypot(way.z)),
        },
    }
}

/// The faces that meet there: "Front right top".
fn words(way: Vec3) -> String {
    let meet = FACES.iter().filter(|(.., normal)| normal.dot(way) > 0.5);
    let words: Vec<&str> = meet.map(|(word, ..)| *word).collect();
    let words = words.join(" ").to_lowercase();
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The faces that are seen, of a cube whose front looks to `yaw_rad`.
fn faces(camera: &Camera, yaw_rad: f32, center: Pos2) -> Vec<Face> {
    let turned = Quat::from_rotation_y(yaw_rad);
    let on_screen = |way: Vec3| vec2(way.dot(camera.right()), -way.dot(camera.up())) * HALF;
    let face = |(index, (.., normal)): (usize, &(&str, &str, StandardView, Vec3))| {
        let normal = *normal;
        let toward = (turned * normal).dot(-camera.forward());
        // The other two axes.
        let [a, b] = [
            Vec3::new(normal.y, normal.z, normal.x),
            Vec3::new(normal.z, normal.x, normal.y),
        ];
        (toward > SEEN).then(|| Face {
            index,
            middle: center + on_screen(turned * normal),
            sides: [on_screen(turned * a), on_screen(turned * b)],
            axes: [a, b],
        })
    };
    FACES.iter().enumerate().filter_map(face).collect()
}

impl Face {
    fn corners(&self) -> [Pos2; 4] {
        let [a, b] = self.sides;
        [a + b, a - b, -a - b, b - a].map(|way| self.middle + way)
    }

    /// The place of `way` from the middle, −1…1 within the face in both.
    fn inner(&self, way: Vec2) -> [f32; 2] {
        let [a, b] = self.sides;
        let area = a.x * b.y - a.y * b.x;
        [(way.x * b.y - way.y * b.x) / area, (a.x * way.y - a.y * way.x) / area]
    }

    /// The direction of the part under `at`: the face itself, or an edge or corner shared with its neighbours.
    fn way(&self, at: Pos2) -> Option<Vec3> {
        let shares = self.inner(at - self.middle);
        let [a, b] = shares.map(|share| if share.abs() > EDGE { share.signum() } else { 0.0 });
        let [x, y] = self.axes;
        self.holds(at).then(|| FACES[self.index].3 + x * a + y * b)
    }

    /// The corners of the part of it that means `way`; `None` if no part does.
    fn part(&self, way: Vec3) -> Option<[Pos2; 4]> {
        let extents = self.axes.map(|axis| match way.dot(axis) {
            share if share.abs() > 0.5 => [EDGE * share.signum(), share.signum()],
            _ => [-EDGE, EDGE],
        });
        let [a, b] = self.sides;
        let at = |u: usize, v: usize| self.middle + a * extents[0][u] + b * extents[1][v];
        let is_of = FACES[self.index].3.dot(way) > 0.5;
        is_of.then(|| [at(0, 0), at(0, 1), at(1, 1), at(1, 0)])
    }

    fn holds(&self, at: Pos2) -> bool {
        self.inner(at - self.middle).iter().all(|share| share.abs() <= 1.0)
    }

    /// Whether something of that size in the middle hardly reaches over its edges.
    fn holds_all(&self, size: Vec2) -> bool {
        let [a, b] = self.sides;
        let across = vec2(a.x.abs() + b.x.abs(), a.y.abs() + b.y.abs()) * 2.0;
        across.x >= size.x + space::XS && across.y >= size.y
    }

    /// The largest upright square around the middle that lies within the face.
    fn inside(&self) -> Rect {
        let corners = [vec2(1.0, 1.0), vec2(1.0, -1.0)];
        let most = corners
            .iter()
            .flat_map(|way| self.inner(*way))
            .map(f32::abs)
            .fold(1e-3, f32::max);
        Rect::from_center_size(self.middle, Vec2::splat(2.0 / most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_that_was_chosen_is_seen_from_before() {
        for yaw in [0.0, 0.5, std::f32::consts::PI] {
            for (index, (word, _, view, _)) in FACES.iter().enumerate() {
                let mut camera = Camera::default();
                camera.set_view(*view);
                camera.yaw_rad += yaw;
                let seen = faces(&camera, yaw, Pos2::ZERO);
                assert_eq!(seen.len(), 1, "{word}");
                assert_eq!(seen[0].index, index);
                assert!(seen[0].holds(Pos2::new(15.0, 15.0)) && !seen[0].holds(Pos2::new(25.0, 0.0)));
            }
        }
    }

    /// Each face, edge and corner that is seen: the camera that looks from there sees it nearest.
    #[test]
    fn edges_and_corners_are_looked_from() {
        let camera = Camera {
            yaw_rad: 0.6,
            pitch_rad: 0.5,
            ..Camera::default()
        };
        let mut ways: Vec<Vec3> = Vec::new();
        for face in faces(&camera, 0.0, Pos2::ZERO) {
            for (u, v) in (-1..=1).flat_map(|u| (-1..=1).map(move |v| (u, v))) {
                let at = face.middle + face.sides[0] * (u as f32 * 0.8) + face.sides[1] * (v as f32 * 0.8);
                let way = face.way(at).expect("it is within the face");
                assert!(face.part(way).is_some());
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        assert_eq!(ways.len(), 19, "three faces, nine edges, seven corners");
        for way in ways {
            if let CameraMove::Look { yaw_rad, pitch_rad } = looks_from(way) {
                let camera = Camera {
                    yaw_rad,
                    pitch_rad,
                    ..Camera::default()
                };
                assert!(camera.forward().abs_diff_eq(-way.normalize(), 1e-5), "{way}");
            }
        }
        assert_eq!(words(Vec3::new(1.0, 1.0, 1.0)), "Front right top");
        assert_eq!(words(Vec3::Z), "Front");
    }

    #[test]
    fn squares_within_faces_lie_within_them_and_not_over_each_other() {
        for (yaw, pitch) in [(0.6, 0.4), (2.0, -0.9), (-0.6, 1.2)] {
            let camera = Camera {
                yaw_rad: yaw,
                pitch_rad: pitch,
                ..Camera::default()
            };
            let seen = faces(&camera, 0.0, Pos2::ZERO);
            assert_eq!(seen.len(), 3);
            for (at, face) in seen.iter().enumerate() {
                let square = face.inside().shrink(0.01);
                for corner in [
                    square.left_top(),
                    square.right_top(),
                    square.left_bottom(),
                    square.right_bottom(),
                ] {
                    assert!(face.holds(corner), "{corner}");
                }
                for other in &seen[at + 1..] {
                    assert!(!square.intersects(other.inside().shrink(0.01)));
                }
            }
        }
    }
}
