//! The bytes of the file in lines: offset, numbers, letters. Those of the selected line and value are marked; a click goes to the line that
//! has the byte.

use super::state::DocumentPage;
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use egui::accesskit::Role;
use egui::{Align2, FontId, Key, Pos2, Rect, Sense, TextStyle, Ui, WidgetInfo, pos2};
use std::fmt::Write;
use std::ops::Range;

/// Characters of an offset, and of the gap behind it.
const OFFSET: usize = 10;

/// Where the characters of a line stand.
struct Columns {
    width: usize,
    digit: f32,
    font: FontId,
}

impl Columns {
    fn of(ui: &Ui, room: f32) -> Self {
        let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
        let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let fits = |width: usize| digit * (OFFSET + 4 * width + 2) as f32 + 2.0 * space::M <= room;
        let width = [16, 8].into_iter().find(|width| fits(*width)).unwrap_or(4);
        Self { width, digit, font }
    }

    /// Left edges of a byte's number and of its letter, from the left edge of the line.
    fn places(&self, byte: usize) -> [f32; 2] {
        let number = OFFSET + 3 * byte;
        let letter = OFFSET + 3 * self.width + 1 + byte;
        [number, letter].map(|at| space::XS + self.digit * at as f32)
    }

    /// The byte below the pointer.
    fn byte_at(&self, x: f32) -> Option<usize> {
        (0..self.width).find(|byte| {
            let [number, letter] = self.places(*byte);
            let half = self.digit * 0.5;
            (number - half..number + 2.5 * self.digit).contains(&x) || (letter..letter + self.digit).contains(&x)
        })
    }
}

pub fn show(ui: &mut Ui, memory: &mut DocumentPage, rect: Rect) {
    let id = control::stable_id("document bytes");
    let Some(outlined) = memory.outlined() else {
        return;
    };
    let bytes = outlined.bytes();
    let columns = Columns::of(ui, rect.width());
    if memory.hex_width != columns.width {
        let first = memory.hex.top * memory.hex_width;
        memory.hex_width = columns.width;
        memory.hex.top = first / columns.width;
        if let Some(place) = memory.selected.and_then(|id| memory.line(id).place) {
            memory.reveal_byte(place.start);
        }
    }
    let marked = memory.marked();
    let mut lines = std::mem::take(&mut memory.hex);
    let mut clicked = None;
    let count = bytes.len().div_ceil(columns.width);
    let keys = lines.show(ui, (id, "Bytes"), rect, count, |ui, rect, at| {
        let start = at * columns.width;
        let shown = &bytes[start.min(bytes.len())..(start + columns.width).min(bytes.len())];
        let pointed = line(ui, &columns, rect, (start, shown), &marked);
        if let Some(byte) = pointed.filter(|byte| *byte < shown.len()) {
            clicked = Some(start + byte);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
    });
    for key in keys {
        lines.top = match key {
            Key::ArrowUp => lines.top.saturating_sub(1),
            Key::ArrowDown => lines.top + 1,
            Key::PageUp => lines.top.saturating_sub(lines.page),
            Key::PageDown => lines.top + lines.page,
            Key::Home => 0,
            Key::End => count,
            _ => lines.top,
        };
    }
    memory.hex = lines;
    if let Some(byte) = clicked {
        memory.go_to_byte(byte);
    }
}

/// The byte that was clicked, from the start of the line.
fn line(
    ui: &mut Ui,
    columns: &Columns,
    rect: Rect,
    (start, shown): (usize, &[u8]),
    marked: &[Option<Range<usize>>; 2],
) -> Option<usize> {
    let theme = theme::of(ui);
    let response = ui.interact(rect, control::stable_id("document hex").with(start), Sense::CLICK);
    let mark = |range: &Option<Range<usize>>, color| {
        let Some(range) = range else { return };
        let from = range.start.max(start);
        let to = range.end.min(start + shown.len());
        if from >= to {
            return;
        }
        for (column, chars) in [(0, 3.0), (1, 1.0)] {
            let left = columns.places(from - start)[column] - if column == 0 { columns.digit * 0.5 } else { 0.0 };
            let width = (to - from) as f32 * chars * columns.digit;
            let min = pos2(rect.left() + left, rect.top());
            let part = Rect::from_min_max(min, pos2(min.x + width, rect.bottom()));
            ui.painter().rect_filled(part, 0, color);
        }
    };
    mark(&marked[0], theme.selected_fill.gamma_multiply(0.5));
    mark(&marked[1], theme.selected_fill);
    let (mut numbers, mut letters) = (String::new(), String::new());
    for byte in shown {
        // Writing to a text cannot fail.
        let _ = write!(numbers, "{byte:02x} ");
        letters.push(match byte {
            0x20..=0x7e => char::from(*byte),
            _ => '·',
        });
    }
    let [number, letter] = columns.places(0);
    let put = |x: f32, text: &str, color| {
        let at: Pos2 = pos2(rect.left() + x, rect.center().y);
        ui.painter()
            .text(at, Align2::LEFT_CENTER, text, columns.font.clone(), color);
    };
    put(space::XS, &format!("{start:08x}"), theme.dim);
    put(number, &numbers, theme.text);
    put(letter, &letters, theme.dim);
    let spoken = format!("{start:#x}: {}", numbers.trim_end());
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &spoken));
    let pointer = response.interact_pointer_pos().filter(|_| response.clicked());
    pointer.and_then(|at| columns.byte_at(at.x - rect.left()))
}
