//! The layout itself: the texture, the unit square, the edges, and what the pointer does.

use super::plane::Plane;
use super::source::UvShown;
use super::subject::{Subject, UvWindow};
use super::{below, marks};
use crate::kit::fonts::Background;
use crate::kit::theme::{self, size, space};
use crate::kit::{control, words};
use castview_base::scene::{UvHit, uvs_of};
use castview_session::probe;
use castview_session::{Action, MOST_HOVERED, ProbeAction, Spot, mesh_name};
use egui::accesskit::Role;
use egui::{
    Align2, CursorIcon, FontId, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo,
    pos2, vec2,
};

/// Pixels along a side of the picture of edges, at most.
const MOST_PIXELS: f32 = 4096.0;
/// The last line.
#[derive(Default)]
pub struct Said {
    /// In figures of one width; may be empty.
    pub coordinates: String,
    pub words: String,
}

/// Paints it on `canvas`; `fits`: all of it is asked for. Returns what the last line says.
pub fn show(
    ui: &mut Ui,
    subject: &Subject<'_>,
    window: &mut UvWindow,
    (canvas, fits): (Rect, bool),
    background: &Background,
    actions: &mut Vec<Action>,
) -> Said {
    let response = ui.interact(canvas, control::stable_id("uv plane"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "UV plane"));
    let kept = window.plane.take().filter(|(of, _)| *of == subject.of && !fits);
    let all = || Plane::fitting(subject.layout.bounds(), canvas.size());
    let mut plane = kept.as_ref().map_or_else(all, |(_, plane)| *plane);
    let before = plane;
    steer(ui, &response, canvas, &mut plane);
    // As long as nobody has moved it, all of it is shown whatever the size of the window.
    if kept.is_some() || plane != before {
        window.plane = Some((subject.of.clone(), plane));
    }
    let painter = ui.painter_at(canvas);
    let named = below::show(ui, &painter, subject, window, (canvas, plane), background);
    tiles(ui, &painter, canvas, plane);
    let is_cut = edges(ui, &painter, subject, window, (canvas, plane), background);
    let spots = hovered(ui, subject, &response, (canvas, plane));
    marks::show(ui, &painter, subject, &spots, (canvas, plane));
    window.is_hovered = !spots.is_empty();
    if !spots.is_empty() && spots != probe::hovered_spots(subject.session).layout() {
        actions.push(Action::Probe(ProbeAction::HoverLayout(spots.clone())));
    }
    if let Some(spot) = response.clicked().then(|| next(subject, &spots)).flatten() {
        actions.push(Action::Probe(ProbeAction::Pin(spot)));
    }
    let pointed = response.hover_pos().map(|at| plane.uv(canvas, at));
    let said = pointed.map_or_else(|| on_surface(subject), |uv| Some(at_pointer(uv, &spots)));
    said.unwrap_or_else(|| summary(subject, named, is_cut))
}

/// The wheel and a pinch zoom about the pointer, any drag moves the plane.
fn steer(ui: &Ui, response: &Response, canvas: Rect, plane: &mut Plane) {
    if response.dragged() {
        // The grabbed place stays under the pointer: a drag is known as one only after the first few points.
        let since = ui
            .input(|input| input.pointer.press_origin())
            .filter(|_| response.drag_started());
        let by = since.zip(response.interact_pointer_pos()).map(|(from, to)| to - from);
        plane.drag(by.unwrap_or_else(|| response.drag_delta()));
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        return;
    }
    let Some(pointer) = response.hover_pos() else { return };
    ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    let (scrolled, pinched) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    if pinched != 1.0 {
        plane.zoom(canvas, pointer, 0.0, pinched);
    } else if scrolled != 0.0 {
        plane.zoom(canvas, pointer, scrolled, 1.0);
    }
}

/// Lines at whole numbers, the unit square, and which way u and v grow.
fn tiles(ui: &Ui, painter: &Painter, canvas: Rect, plane: Plane) {
    let theme = theme::of(ui);
    let [u0, v0, u1, v1] = plane.shown(canvas);
    if plane.scale > f64::from(size::VALUE_LINE) {
        let line = Stroke::new(size::LINE, theme.line);
        for u in u0.ceil() as i64..=u1.floor() as i64 {
            painter.vline(plane.place(canvas, [u as f64, 0.0]).x, canvas.y_range(), line);
        }
        for v in v0.ceil() as i64..=v1.floor() as i64 {
            painter.hline(canvas.x_range(), plane.place(canvas, [0.0, v as f64]).y, line);
        }
    }
    let unit = below::unit_square(canvas, plane);
    painter.rect_stroke(unit, 0, Stroke::new(size::LINE, theme.handle), StrokeKind::Middle);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let word = |at: Pos2, align: Align2, word: &str| {
        painter.text(at, align, word, font.clone(), theme.dim);
    };
    word(unit.left_top() - vec2(space::XS, 0.0), Align2::RIGHT_BOTTOM, "0");
    word(unit.right_top() - vec2(0.0, 1.0), Align2::RIGHT_BOTTOM, "u 1");
    word(unit.left_bottom() + vec2(0.0, 1.0), Align2::LEFT_TOP, "v 1");
}

/// The picture of the edges, where it stands now; whether lines are missing from it.
fn edges(
    ui: &Ui,
    painter: &Painter,
    subject: &Subject<'_>,
    window: &mut UvWindow,
    (canvas, plane): (Rect, Plane),
    background: &Background,
) -> bool {
    let scale = ui.pixels_per_point();
    let side = |points: f32| (points * scale).round().clamp(1.0, MOST_PIXELS) as usize;
    let wanted = UvShown {
        of: subject.of.clone(),
        part: plane.shown(canvas),
        size: [side(canvas.width()), side(canvas.height())],
    };
    let Some((shown, texture, picture)) = window.source.lines(&wanted, &subject.layout, ui.ctx(), background) else {
        return false;
    };
    let [u0, v0, u1, v1] = shown.part;
    let place = Rect::from_min_max(plane.place(canvas, [u0, v0]), plane.place(canvas, [u1, v1]));
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let color = theme::of(ui).text.gamma_multiply(picture.opacity);
    painter.image(texture.id(), place, whole, color);
    picture.is_cut && shown == wanted
}

/// Finds the spots at the pointer.
fn hovered(ui: &Ui, subject: &Subject<'_>, response: &Response, (canvas, plane): (Rect, Plane)) -> Vec<Spot> {
    let is_dragged =
        response.dragged() || ui.input(|input| input.pointer.any_down()) && !response.is_pointer_button_down_on();
    let Some(pointer) = response.hover_pos().filter(|_| !is_dragged) else {
        return Vec::new();
    };
    let uv = plane.uv(canvas, pointer).map(|at| at as f32);
    let hits = subject.layout.at(subject.mesh, uv, MOST_HOVERED);
    hits.iter().map(|hit| spot(subject, hit, uv)).collect()
}

/// The vertex that is meant is the nearest in the layout.
fn spot(subject: &Subject<'_>, hit: &UvHit, uv: [f32; 2]) -> Spot {
    let corners = uvs_of(subject.mesh, subject.of.layer, hit.triangle).unwrap_or_default();
    let away = |at: &usize| f64::from(corners[*at][0] - uv[0]).hypot(f64::from(corners[*at][1] - uv[1]));
    let nearest = (0..3).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or_default();
    Spot {
        model: subject.placed.key,
        mesh: subject.index,
        placement: 0,
        triangle: hit.triangle,
        corners: hit.corners,
        shares: hit.shares,
        vertex: hit.corners[nearest],
    }
}

/// Returns the spot that a click pins: the first of `spots`, and by more clicks on one place one after another.
fn next(subject: &Subject<'_>, spots: &[Spot]) -> Option<Spot> {
    let newest = subject.session.edits().pins().last();
    let at = newest.and_then(|pin| spots.iter().position(|spot| spot.triangle == pin.spot.triangle));
    let at = at.filter(|at| newest.is_some_and(|pin| pin.spot.vertex == spots[*at].vertex));
    spots.get(at.map_or(0, |at| (at + 1) % spots.len())).copied()
}

fn coordinates(uv: [f64; 2]) -> String {
    let [u, v] = uv.map(|at| words::number(at as f32, Some(4)));
    format!("u {u}  v {v}")
}

fn at_pointer(uv: [f64; 2], spots: &[Spot]) -> Said {
    let there = match spots {
        [] => String::new(),
        [spot] => format!("triangle {}, vertex {}", spot.triangle, spot.vertex),
        [spot, ..] if spots.len() < MOST_HOVERED => format!("{} triangles, first {}", spots.len(), spot.triangle),
        [spot, ..] => format!("{MOST_HOVERED} or more triangles, first {}", spot.triangle),
    };
    Said {
        coordinates: coordinates(uv),
        words: there,
    }
}

/// Where the pointer in the view is.
fn on_surface(subject: &Subject<'_>) -> Option<Said> {
    let session = subject.session;
    let spot = probe::hovered_spots(session).surface()?;
    if !marks::is_of(subject, &spot) {
        let placed = session.stage().placed(spot.model)?;
        let words = format!("The pointer is over {}", mesh_name(placed, spot.mesh));
        return Some(Said {
            words,
            ..Said::default()
        });
    }
    let uv = marks::uv_of(subject, &spot)?;
    Some(at_pointer(uv, &[spot]))
}

fn summary(subject: &Subject<'_>, texture: Option<&str>, is_cut: bool) -> Said {
    let layout = &subject.layout;
    let mut said = words::counted(layout.len() as u64, "triangle", "triangles");
    if layout.left_out() > 0 {
        let count = words::grouped(layout.left_out() as u64);
        said += &format!(", {count} without finite coordinates");
    }
    if is_cut {
        said += ", not all edges drawn: zoom in";
    }
    if let Some(name) = texture {
        said += " over ";
        said += name;
    }
    Said {
        words: said,
        ..Said::default()
    }
}
