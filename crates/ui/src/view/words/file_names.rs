//! The name of each file below its models, while models are moved.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_session::Session;
use castview_session::joining;
use egui::accesskit::Role;
use egui::{FontId, Rect, Sense, TextStyle, Ui, WidgetInfo, vec2};

pub fn show(ui: &mut Ui, rect: Rect, session: &Session) {
    let marks = joining::file_marks(session);
    if marks.is_empty() {
        return;
    }
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let painter = ui.painter().with_clip_rect(rect);
    let mut taken: Vec<Rect> = Vec::new();
    for (at, (name, pixel)) in marks.into_iter().enumerate() {
        let on_screen = rect.min + vec2(pixel.x, pixel.y) / ui.pixels_per_point();
        let galley = control::cut_name(ui, name, font.clone(), theme.text, size::NOTICE * 0.5);
        let back = Rect::from_center_size(
            on_screen + vec2(0.0, size::ROW * 0.5 + space::XS),
            galley.size() + vec2(space::S, space::XS) * 2.0,
        );
        // A name that would cover an earlier one is left out.
        if !rect.contains_rect(back) || taken.iter().any(|other| other.intersects(back)) {
            continue;
        }
        painter.rect_filled(back, size::RADIUS, theme.raised.gamma_multiply(0.85));
        painter.galley(back.min + vec2(space::S, space::XS), galley, theme.text);
        let response = ui.interact(back, control::stable_id("file name").with(at), Sense::empty());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("File {name}")));
        taken.push(back);
    }
}
