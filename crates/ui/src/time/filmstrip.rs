//! Small pictures of the model along the time axis, between the transport's buttons and the ruler.
//!
//! In: the pictures that are there. Out: the painted strip, and the frames it wants pictures of, the most urgent first. Where the
//! pointer is over strip or ruler, its own frame is shown under it. Pressing and dragging on the strip scrubs.

use super::ruler::{self, Scrub};
use super::time_axis::TimeAxis;
use super::time_view::TimeView;
use crate::app_info::FilmPicture;
use crate::kit::control;
use crate::kit::theme::{self, Theme, size, space};
use crate::kit::words;
use crate::time::heights;
use castview_session::{Action, Session};
use egui::accesskit::Role;
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

/// Width of a picture over its height.
const ASPECT: f32 = 4.0 / 3.0;

/// The strip's memory of one pass.
#[derive(Clone, Debug, Default)]
pub struct Film {
    /// In the order of their frames.
    pub pictures: Vec<FilmPicture>,
    /// Frames the strip would like to show, the most urgent first.
    pub wanted: Vec<f64>,
}

pub fn show(
    ui: &mut Ui,
    session: &Session,
    view: &mut TimeView,
    scrub: &mut Scrub,
    film: &mut Film,
    actions: &mut Vec<Action>,
) {
    film.wanted.clear();
    let high = heights::film(session);
    if high <= 0.0 {
        return;
    }
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Filmstrip"));
    let Some((axis, frame)) = view.axis(session, rect).zip(session.frame()) else {
        return;
    };
    ruler::drag(ui, session, &axis, frame, &response, scrub, actions);
    view.steer(ui, session, &axis, &response, true);

    let strip = Rect::from_x_y_ranges(axis.left..=axis.right, rect.y_range()).shrink2(vec2(0.0, 2.0));
    let cells = cells(&axis, strip);
    let painter = ui.painter_at(strip);
    for (cell, frame) in &cells {
        painter.rect_filled(cell.shrink2(vec2(1.0, 0.0)), size::RADIUS, theme.sky[1]);
        if let Some(picture) = nearest(&film.pictures, *frame, &axis, cell.width()) {
            paint(&painter, *cell, picture);
        }
    }
    // The ruler lies right below.
    let over = Rect::from_min_max(
        rect.min,
        pos2(rect.right(), rect.bottom() + ruler::height(ui.ctx(), session)),
    );
    let pointer = ui.input(|input| input.pointer.latest_pos()).filter(|at| {
        let holds = response.is_pointer_button_down_on() || ui.rect_contains_pointer(over);
        holds && (axis.left..=axis.right).contains(&at.x)
    });
    let hovered = pointer.map(|at| (at, axis.whole_frame(at.x)));
    if let Some((at, frame)) = hovered {
        lens(ui, &painter, &axis, strip, (at, frame), &film.pictures, theme);
        film.wanted.push(frame);
    }
    // Coarse before fine: all along the clip after a quarter of them.
    for step in [4, 2, 1] {
        let frames = cells
            .iter()
            .enumerate()
            .filter(|(at, _)| at % step == 0)
            .map(|(_, cell)| cell.1);
        for frame in frames {
            if !film.wanted.contains(&frame) {
                film.wanted.push(frame);
            }
        }
    }
}

/// As many cells as fit, each with the whole frame in its middle.
fn cells(axis: &TimeAxis, strip: Rect) -> Vec<(Rect, f64)> {
    let count = (strip.width() / (strip.height() * ASPECT)).round().max(1.0);
    let width = strip.width() / count;
    (0..count as usize)
        .map(|at| {
            let left = strip.left() + at as f32 * width;
            let cell = Rect::from_x_y_ranges(left..=left + width, strip.y_range());
            (cell, axis.whole_frame(cell.center().x))
        })
        .collect()
}

/// The picture of `frame`, or one that stands at most half a cell beside it.
fn nearest<'a>(pictures: &'a [FilmPicture], frame: f64, axis: &TimeAxis, width: f32) -> Option<&'a FilmPicture> {
    let at = pictures.partition_point(|picture| picture.frame < frame);
    let near = &pictures[at.saturating_sub(1)..(at + 1).min(pictures.len())];
    let away = |picture: &FilmPicture| (picture.frame - frame).abs();
    let best = near.iter().min_by(|a, b| away(a).total_cmp(&away(b)))?;
    ((axis.x(best.frame) - axis.x(frame)).abs() <= width * 0.5).then_some(best)
}

/// As large as fits, in the middle.
fn paint(painter: &Painter, cell: Rect, picture: &FilmPicture) {
    let width = cell.width().min(cell.height() * ASPECT);
    let place = Rect::from_center_size(cell.center(), vec2(width, width / ASPECT));
    painter.image(picture.texture, place, picture.uv, Color32::WHITE);
}

/// The frame under the pointer, with its number, over its neighbours.
fn lens(
    ui: &Ui,
    painter: &Painter,
    axis: &TimeAxis,
    strip: Rect,
    (pointer, frame): (Pos2, f64),
    pictures: &[FilmPicture],
    theme: &Theme,
) {
    let half = strip.height() * ASPECT * 0.5;
    let (low, high) = (strip.left() + half, (strip.right() - half).max(strip.left() + half));
    let middle = pos2(pointer.x.clamp(low, high), strip.center().y);
    let card = Rect::from_center_size(middle, vec2(2.0 * half, strip.height()));
    painter.rect_filled(card, size::RADIUS, theme.raised);
    if let Some(picture) = nearest(pictures, frame, axis, f32::INFINITY) {
        paint(painter, card, picture);
    }
    painter.rect_stroke(
        card,
        size::RADIUS,
        Stroke::new(size::LINE, theme.accent),
        StrokeKind::Inside,
    );
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let number = painter.layout_no_wrap(words::frame(frame), font, theme.text);
    let at = Align2::LEFT_TOP.anchor_size(card.min + vec2(space::XS, 1.0), number.size());
    painter.rect_filled(at.expand2(vec2(2.0, 0.0)), 2, theme.float);
    painter.galley(at.min, number, theme.text);
    let name = format!("Frame {} in the filmstrip", words::frame(frame));
    let response = ui.interact(card, control::stable_id("film lens"), Sense::empty());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name.clone()));
}
