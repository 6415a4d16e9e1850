//! Handles that turn, move or scale the selected bone by hand: three rings, three arrows, or three bars.
//!
//! In: where the session says they are seen. Out: a drag, one step of undo. Escape takes the drag back. Handles lie over the picture and are not
//! part of it.

use super::pull::{self, Pull};
use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_session::view;
use castview_session::{Action, CompositionAction, HandHandles, HandPart, HandPoseAction, Session};
use egui::{Color32, CursorIcon, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};

/// Radius of a ring and length of an arrow, points.
const REACH: f32 = 72.0;

/// A handle that is dragged.
#[derive(Clone, Debug)]
struct Axis {
    axis: usize,
    /// The handles as they were seen when the drag began: the axis stays.
    handles: HandHandles,
}

pub fn show(ui: &Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) {
    let scale = session.view().viewport()[0] as f32 / rect.width().max(1.0);
    if session.window().drop_hint().is_some() {
        return;
    }
    let Some(handles) = view::hand_handles(session, REACH * scale) else {
        return;
    };
    let place = |pixel: glam::Vec2| rect.min + Vec2::new(pixel.x, pixel.y) / scale;
    let painter = ui.painter_at(rect);
    let theme = theme::of(ui);
    let id = control::stable_id("hand drag");
    let held = pull::held::<Axis, f32>(ui, id);
    let pointer = ui.input(|input| input.pointer.latest_pos());
    for axis in 0..3 {
        let ring: Vec<Pos2> = handles.rings[axis].iter().map(|pixel| place(*pixel)).collect();
        let tip = handles.tips[axis].map(place);
        let grip = match tip {
            Some(tip) => tip,
            None => match nearest_on(&ring, pointer) {
                Some(grip) => grip,
                None => continue,
            },
        };
        let name = name_of(handles.part, axis);
        let response = handle(ui, rect, name, grip);
        let is_held = held.as_ref().is_some_and(|held| held.axis == axis);
        let color = match response.hovered() && held.is_none() || is_held {
            true => theme.accent,
            false => theme.axes[axis],
        };
        match tip {
            Some(tip) => bar(
                &painter,
                handles.part,
                (place(handles.center), tip),
                color,
                theme.ground,
            ),
            None => {
                for (width, color) in [(size::RING + 2.0 * size::EDGE, theme.ground), (size::RING, color)] {
                    painter.add(Shape::closed_line(ring.clone(), Stroke::new(width, color)));
                }
            }
        }
        let pixel = |at: Pos2| glam::vec2(at.x - rect.min.x, at.y - rect.min.y) * scale;
        pull(&handles, axis).show((ui, session), id, &response, pixel, actions);
    }
}

fn name_of(part: HandPart, axis: usize) -> &'static str {
    let names = match part {
        HandPart::Turn => ["Turn bone about x", "Turn bone about y", "Turn bone about z"],
        HandPart::Shift => ["Move bone along x", "Move bone along y", "Move bone along z"],
        HandPart::Scale => ["Scale bone along x", "Scale bone along y", "Scale bone along z"],
    };
    names[axis.min(2)]
}

/// The point of a closed line that is nearest to the pointer; its first one without a pointer. `None`: there is no line.
fn nearest_on(ring: &[Pos2], pointer: Option<Pos2>) -> Option<Pos2> {
    let first = *ring.first()?;
    let Some(pointer) = pointer else { return Some(first) };
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let nearest = sides.map(|(from, to)| {
        let side = *to - *from;
        let share = (pointer - *from).dot(side) / side.length_sq().max(f32::MIN_POSITIVE);
        *from + side * share.clamp(0.0, 1.0)
    });
    nearest.min_by(|a, b| a.distance_sq(pointer).total_cmp(&b.distance_sq(pointer)))
}

/// The area around `grip`, where the handle is taken hold of.
fn handle(ui: &Ui, rect: Rect, name: &'static str, grip: Pos2) -> Response {
    let around = Rect::from_center_size(grip, Vec2::splat(size::ICON)).intersect(rect);
    let id = control::stable_id("hand handle").with(name);
    let response = ui.interact(around, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Slider, true, name));
    match response.dragged() {
        true => response,
        false => response
            .on_hover_text(format!("{name}. Shift is finer, Esc takes the drag back"))
            .on_hover_cursor(CursorIcon::Grab),
    }
}

fn pull(handles: &HandHandles, axis: usize) -> Pull<Axis, f32> {
    let asked = |action| Action::Composition(CompositionAction::PoseByHand(action));
    Pull {
        handle: Axis {
            axis,
            handles: handles.clone(),
        },
        is_same: |a, b| a.axis == b.axis,
        begin: asked(HandPoseAction::BeginDrag),
        way: |session, held, pixels| view::hand_way(session, &held.handles, held.axis, pixels),
        to: |held, way| {
            let (part, axis) = (held.handles.part, held.axis);
            Action::Composition(CompositionAction::PoseByHand(HandPoseAction::Drag { part, axis, way }))
        },
    }
}

/// An arrow, or a bar with a square, with an edge of the other tone so that it is seen over whatever the picture shows.
fn bar(painter: &Painter, part: HandPart, (center, tip): (Pos2, Pos2), color: Color32, edge: Color32) {
    let way = (tip - center).normalized();
    let (base, side) = (tip - way * size::ICON * 0.6, way.rot90() * size::ICON * 0.3);
    for (width, color) in [(size::RING + 2.0 * size::EDGE, edge), (size::RING, color)] {
        painter.line_segment([center, base], Stroke::new(width, color));
    }
    if part == HandPart::Scale {
        let square = Rect::from_center_size(tip, Vec2::splat(size::ICON * 0.6));
        painter.rect_filled(square.expand(size::EDGE), 0, edge);
        painter.rect_filled(square, 0, color);
        return;
    }
    let points = vec![tip, base + side, base - side];
    painter.add(Shape::convex_polygon(points, color, Stroke::new(size::EDGE, edge)));
}
