//! The values of an array, a line each: only those in sight are read.

use super::state::DocumentPage;
use crate::kit::control;
use crate::kit::keyboard::row_keys::jump;
use crate::kit::theme::{self, size, space};
use castview_formats::StoredValues;
use egui::accesskit::Role;
use egui::{Align2, FontId, Rect, Sense, TextStyle, Ui, WidgetInfo, pos2};

/// Characters of a position.
const INDEX: usize = 10;

pub fn show(ui: &mut Ui, memory: &mut DocumentPage, values: StoredValues, rect: Rect) {
    let id = control::stable_id("document values");
    let Some(outlined) = memory.outlined() else {
        return;
    };
    let mut lines = std::mem::take(&mut memory.list);
    let (chosen, mut clicked) = (memory.value, None);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    let keys = lines.show(ui, (id, "Values"), rect, values.count, |ui, rect, at| {
        let theme = theme::of(ui);
        let response = ui.interact(rect, control::stable_id("document value").with(at), Sense::CLICK);
        control::row_back(ui, rect, &response, chosen == Some(at));
        let text = values
            .text(outlined.bytes(), at)
            .unwrap_or_else(|| "beyond the end".to_owned());
        let middle = rect.center().y;
        let split = rect.left() + digit * INDEX as f32;
        let painter = ui.painter();
        painter.text(pos2(split, middle), Align2::RIGHT_CENTER, at, font.clone(), theme.dim);
        painter.text(
            pos2(split + space::M, middle),
            Align2::LEFT_CENTER,
            &text,
            font.clone(),
            theme.text,
        );
        let spoken = format!("Value {at}: {text}");
        response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen == Some(at), &spoken));
        if response.clicked() {
            clicked = Some(at);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
    });
    let page = lines.page;
    memory.list = lines;
    for key in keys {
        if let Some(to) = jump(key, memory.value, values.count, page) {
            memory.choose_value(Some(to));
        }
    }
    memory.choose_value(clicked);
}
