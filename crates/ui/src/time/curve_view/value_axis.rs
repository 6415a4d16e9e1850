//! The axis of values: lines at round numbers, what these are, and the wheel over them.

use super::drawing::Height;
use super::state::CurveView;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use egui::{CursorIcon, FontId, Painter, PointerButton, Rect, Response, Stroke, TextStyle, Ui, pos2, vec2};

/// Logarithm of the shown values' change over a point of scrolling.
const ZOOM: f32 = 0.004;

/// The wheel zooms values around the pointer, the middle button moves them.
pub fn steer(ui: &Ui, view: &mut CurveView, response: &Response, height: Height, values: [f32; 2]) {
    let keep = |values: [f32; 2]| {
        let usable =
            values.iter().all(|value| value.is_finite()) && values[1] - values[0] > f32::EPSILON * values[1].abs();
        usable.then_some(values)
    };
    if response.dragged_by(PointerButton::Middle) && response.drag_delta().y != 0.0 {
        let by = response.drag_delta().y / height.unit;
        view.values = keep(values.map(|value| value - by)).or(view.values);
    }
    let Some(pointer) = response.hover_pos() else { return };
    ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    let (scrolled, pinched) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    if scrolled != 0.0 && pinched == 1.0 {
        let still = height.value(pointer.y);
        let factor = (-scrolled * ZOOM).exp();
        view.values = keep(values.map(|value| still + (value - still) * factor)).or(view.values);
    }
}

/// Horizontal lines at round values. Returns where each stands, and its number.
pub fn lines(ui: &Ui, painter: &Painter, plot: Rect, height: Height, values: [f32; 2]) -> Vec<(f32, String)> {
    let theme = theme::of(ui);
    let span = f64::from(values[1]) - f64::from(values[0]);
    let lines = f64::from((plot.height() / size::VALUE_LINE).max(1.0));
    let step = round_step(span / lines);
    let mut labels = Vec::new();
    if !step.is_finite() || step <= 0.0 {
        return labels;
    }
    let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
    let first = (f64::from(values[0]) / step).ceil();
    for n in 0..=(lines * 4.0) as usize {
        let value = (first + n as f64) * step;
        if value > f64::from(values[1]) {
            break;
        }
        let y = painter.round_to_pixel_center(height.y(value as f32));
        let ends = [pos2(plot.left(), y), pos2(plot.right(), y)];
        painter.line_segment(ends, Stroke::new(size::LINE, theme.line));
        let said = if !(1e-6..1e6).contains(&step) {
            words::exponent(value as f32)
        } else {
            words::fixed(value, decimals)
        };
        labels.push((y, said));
    }
    labels
}

/// The numbers of the lines, each on a ground of its own over the curves, and none that would be cut.
pub fn labels(ui: &Ui, painter: &Painter, plot: Rect, labels: &[(f32, String)]) {
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    for (y, said) in labels {
        let galley = painter.layout_no_wrap(said.clone(), font.clone(), theme.dim);
        let corner = pos2(plot.left() + space::XS, y - galley.size().y);
        let ground = Rect::from_min_size(corner, galley.size()).expand2(vec2(2.0, 0.0));
        if plot.contains_rect(ground) {
            painter.rect_filled(ground, 0, theme.ground);
            painter.galley(corner, galley, theme.dim);
        }
    }
}

/// The smallest 1, 2 or 5 times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let decade = 10f64.powf(least.log10().floor());
    let digits = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * decade);
    digits.into_iter().find(|step| *step >= least).unwrap_or(decade * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_lines_stand_at_round_values() {
        for (least, step) in [
            (0.3, 0.5),
            (1.0, 1.0),
            (1.1, 2.0),
            (0.02, 0.02),
            (60.0, 100.0),
            (3e-7, 5e-7),
        ] {
            assert!((round_step(least) / step - 1.0).abs() < 1e-9, "{least}");
        }
    }
}
