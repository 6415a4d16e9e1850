//! Squares behind a transparent picture, as image editors show them.

use super::theme;
use egui::{Mesh, Rect, Ui, vec2};

/// Side of a square, points.
const SQUARE: f32 = 12.0;

/// Fills `rect`.
pub fn paint(ui: &Ui, rect: Rect) {
    let [even, odd] = theme::of(ui).checks;
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0, even);
    let mut squares = Mesh::default();
    let [columns, rows] = [rect.width(), rect.height()].map(|side| (side / SQUARE).ceil().max(0.0) as usize);
    for row in 0..rows {
        for column in (row % 2..columns).step_by(2) {
            let corner = rect.min + vec2(column as f32, row as f32) * SQUARE;
            squares.add_colored_rect(Rect::from_min_size(corner, vec2(SQUARE, SQUARE)), odd);
        }
    }
    painter.add(squares);
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Context, RawInput, Shape, pos2};

    #[test]
    fn every_other_square_is_of_the_other_colour() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(4.0 * SQUARE, 2.5 * SQUARE));
        let mut output = Context::default().run_ui(RawInput::default(), |ui| paint(ui, rect));
        // Nothing is drawn with them.
        output.textures_delta.clear();
        let squares = output.shapes.iter().find_map(|clipped| match &clipped.shape {
            Shape::Mesh(mesh) => Some(mesh.vertices.len() / 4),
            _ => None,
        });
        // Three rows of four squares have six odd ones; the last row is cut.
        assert_eq!(squares, Some(6));
    }
}
