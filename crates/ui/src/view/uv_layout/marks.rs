//! Marks over the edges: pinned vertices, what the pointer is over in the layout, and in the view.

use super::plane::Plane;
use super::subject::Subject;
use crate::kit::theme::{self, size, space};
use castview_base::scene::uvs_of;
use castview_session::Spot;
use castview_session::probe;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, TextStyle, Ui, vec2};

/// `spots`: what lies at the pointer.
pub fn show(ui: &Ui, painter: &Painter, subject: &Subject<'_>, spots: &[Spot], (canvas, plane): (Rect, Plane)) {
    let theme = theme::of(ui);
    let place = |uv: [f64; 2]| plane.place(canvas, uv);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let pins = subject
        .session
        .edits()
        .pins()
        .iter()
        .filter(|pin| is_of(subject, &pin.spot));
    let pins = pins.filter_map(|pin| {
        let [r, g, b] = probe::color_of_pin(subject.session, pin);
        Some((pin, Color32::from_rgb(r, g, b), corners(subject, &pin.spot, place)?))
    });
    let pins: Vec<_> = pins.collect();
    for (_, color, corners) in &pins {
        outline(painter, *corners, *color, theme.ground);
    }
    let of_surface = probe::hovered_spots(subject.session).surface();
    let of_surface = of_surface.filter(|spot| is_of(subject, spot));
    for spot in spots.iter().chain(&of_surface) {
        if let Some(corners) = corners(subject, spot, place) {
            outline(painter, corners, theme.accent, theme.ground);
        }
    }
    if let Some(at) = of_surface.and_then(|spot| uv_of(subject, &spot)) {
        ring(painter, place(at), theme.accent, theme.ground);
    }
    // Over the outlines, so that a pinned vertex is seen in a triangle that the pointer is over.
    for (pin, color, corners) in pins {
        let at = (0..3).find(|at| pin.spot.corners[*at] == pin.spot.vertex).unwrap_or(0);
        dot(painter, corners[at], color, theme.ground);
        let beside = corners[at] + vec2(space::S, 0.0);
        let number = pin.number.to_string();
        let galley = painter.layout_no_wrap(number.clone(), font.clone(), color);
        let behind = Rect::from_min_size(beside - vec2(0.0, galley.size().y * 0.5), galley.size());
        painter.rect_filled(behind.expand(1.0), size::RADIUS, theme.ground);
        painter.text(beside, Align2::LEFT_CENTER, number, font.clone(), color);
    }
}

/// Whether `spot` is on the mesh that is laid out.
pub fn is_of(subject: &Subject<'_>, spot: &Spot) -> bool {
    (spot.model, spot.mesh) == (subject.placed.key, subject.index)
}

/// Where a spot of the mesh lies in the layout; `None` if a corner lies nowhere.
pub fn uv_of(subject: &Subject<'_>, spot: &Spot) -> Option<[f64; 2]> {
    let corners = uvs_of(subject.mesh, subject.of.layer, spot.triangle)?;
    let sum = |axis: usize| {
        (0..3)
            .map(|at| f64::from(corners[at][axis]) * f64::from(spot.shares[at]))
            .sum()
    };
    Some([sum(0), sum(1)])
}

fn corners(subject: &Subject<'_>, spot: &Spot, place: impl Fn([f64; 2]) -> Pos2) -> Option<[Pos2; 3]> {
    let corners = uvs_of(subject.mesh, subject.of.layer, spot.triangle)?;
    Some(corners.map(|uv| place(uv.map(f64::from))))
}

fn outline(painter: &Painter, corners: [Pos2; 3], color: Color32, behind: Color32) {
    for stroke in [
        Stroke::new(size::RING + 2.0 * size::LINE, behind),
        Stroke::new(size::RING, color),
    ] {
        painter.add(egui::Shape::closed_line(corners.to_vec(), stroke));
    }
}

fn dot(painter: &Painter, at: Pos2, color: Color32, behind: Color32) {
    painter.circle(at, size::KEY * 0.5, color, Stroke::new(size::LINE, behind));
}

fn ring(painter: &Painter, at: Pos2, color: Color32, behind: Color32) {
    for (radius, width, color) in [
        (size::KEY, size::RING + 2.0 * size::LINE, behind),
        (size::KEY, size::RING, color),
    ] {
        painter.circle_stroke(at, radius, Stroke::new(width, color));
    }
    painter.circle_filled(at, size::RING, color);
}
