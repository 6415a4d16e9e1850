//! The keys of one track, a row each, below the titles of their columns.

use super::cells::{self, Column, KeyedCell};
use super::state::{self, KeyTable, Playhead};
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_base::scene::Track;
use castview_session::{Action, FilePlace, Session, WindowAction};
use egui::accesskit::Role;
use egui::{
    Align2, FontId, Rect, Response, ScrollArea, Sense, Stroke, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

/// Characters of a frame and of a byte offset.
const FRAME_CHARS: usize = 9;
const OFFSET_CHARS: usize = 12;
/// Characters of the flags: where there is room, and at least.
const FLAG_CHARS: [usize; 2] = [20, 10];
/// Characters of a number with all its digits.
const ALL_DIGITS: usize = 13;
/// Sign, digits before the point and the point of a number whose decimals are chosen.
const BEFORE_DECIMALS: usize = 6;

/// Where each column stands, from the left edge of the rows.
struct Layout {
    columns: Vec<(Column, f32, f32, usize)>,
    width: f32,
    font: FontId,
    decimals: Option<u8>,
}

impl Layout {
    fn of(ui: &Ui, track: &Track, decimals: Option<u8>) -> Self {
        let font = FontId::new(size::DENSE, TextStyle::Monospace.resolve(ui.style()).family);
        let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let number = decimals.map_or(ALL_DIGITS, |count| BEFORE_DECIMALS + usize::from(count));
        let chars = |column: &Column| match column {
            Column::Frame => FRAME_CHARS,
            Column::Offset => OFFSET_CHARS,
            Column::Flags => FLAG_CHARS[0],
            _ => number.max(column.title(track).chars().count()),
        };
        let all = cells::columns(track);
        let wanted: f32 = all.iter().map(|column| digit * chars(column) as f32 + space::S).sum();
        let excess = (wanted + 2.0 * space::S - ui.available_width()).max(0.0) / digit;
        // Flags are mostly short or none: before the bytes are out of sight, they get less.
        let flags = FLAG_CHARS[0].saturating_sub(excess.ceil() as usize).max(FLAG_CHARS[1]);
        let mut left = space::S;
        let mut columns = Vec::new();
        for column in all {
            let most = match column {
                Column::Flags => flags,
                _ => chars(&column),
            };
            let right = left + digit * most as f32 + space::S;
            columns.push((column, left, right, most));
            left = right;
        }
        Self {
            columns,
            width: left + space::S,
            font,
            decimals,
        }
    }

    /// Numbers stand at the right edge of their column, words at the left one.
    fn paint(&self, ui: &Ui, rect: Rect, column: usize, text: &str, color: egui::Color32) {
        let (column, left, right, _) = self.columns[column];
        let (x, align) = match column {
            Column::Flags => (rect.left() + left + space::L, Align2::LEFT_CENTER),
            _ => (rect.left() + right, Align2::RIGHT_CENTER),
        };
        ui.painter()
            .text(pos2(x, rect.center().y), align, text, self.font.clone(), color);
    }
}

/// The key that was clicked.
pub(super) fn show(
    ui: &mut Ui,
    session: &Session,
    table: &mut KeyTable,
    keyed: KeyedCell<'_>,
    playhead: Playhead,
    actions: &mut Vec<Action>,
) -> Option<usize> {
    let track = keyed.track;
    ui.spacing_mut().item_spacing.y = 0.0;
    let layout = Layout::of(ui, track, session.preferences().bones.readout.decimals);
    let outer = ui.available_rect_before_wrap();
    let titles = Rect::from_min_size(outer.min, vec2(outer.width(), size::ROW));
    ui.allocate_rect(titles, Sense::hover());
    let height = outer.height() - size::ROW;
    table.page = (height / size::ROW) as usize;
    let mut area = ScrollArea::both().id_salt("key rows").auto_shrink([false, false]);
    if let Some(offset) = follow(table, playhead, height) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut clicked = None;
    let output = area.show_rows(ui, size::ROW, track.keys.len(), |ui, shown| {
        ui.set_min_width(layout.width);
        for key in shown {
            let response = row(ui, table, &keyed, key, playhead, &layout);
            if response.clicked() {
                clicked = Some(key);
                ui.memory_mut(|memory| memory.request_focus(state::id()));
            }
            response.context_menu(|ui| menu(ui, table, &keyed, key, actions));
        }
    });
    table.scrolled = output.state.clamped_offset().y;
    let mut above = ui.new_child(UiBuilder::new().max_rect(titles));
    above.set_clip_rect(titles.intersect(ui.clip_rect()));
    title_row(&mut above, titles, output.state.clamped_offset().x, track, &layout);
    clicked
}

/// The scroll offset that brings the key at the playhead into view, when that is another one than before.
fn follow(table: &mut KeyTable, playhead: Playhead, height: f32) -> Option<f32> {
    let now = Some((table.channels.chosen(), playhead.at));
    if table.followed == now {
        return None;
    }
    let is_other_channel = table
        .followed
        .is_none_or(|(channel, _)| channel != table.channels.chosen());
    table.followed = now;
    let top = playhead.at.unwrap_or(0) as f32 * size::ROW;
    let inside = top >= table.scrolled && top + size::ROW <= table.scrolled + height;
    if is_other_channel {
        return Some((top - (height - size::ROW) * 0.5).max(0.0));
    }
    match inside {
        true => None,
        false if top < table.scrolled => Some(top),
        false => Some((top + size::ROW - height).max(0.0)),
    }
}

fn title_row(ui: &mut Ui, rect: Rect, scrolled: f32, track: &Track, layout: &Layout) {
    let theme = theme::of(ui);
    ui.painter().rect_filled(rect, 0, theme.raised);
    for (at, (column, left, right, _)) in layout.columns.iter().enumerate() {
        let rect = rect.translate(vec2(-scrolled, 0.0));
        let cell = Rect::from_min_max(
            pos2(rect.left() + left, rect.top()),
            pos2(rect.left() + right, rect.bottom()),
        );
        let title = column.title(track);
        let color = match column {
            Column::Value(axis) if layout.columns.len() > 4 && title.len() == 1 => theme.axes[usize::from(*axis)],
            _ => theme.dim,
        };
        layout.paint(ui, rect, at, &title, color);
        let id = control::stable_id("key column").with(at);
        let response = ui.interact(cell, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &title));
        response.on_hover_text(column.tip());
    }
}

fn row(
    ui: &mut Ui,
    table: &KeyTable,
    keyed: &KeyedCell<'_>,
    key: usize,
    playhead: Playhead,
    layout: &Layout,
) -> Response {
    let track = keyed.track;
    let theme = theme::of(ui);
    let width = layout.width.max(ui.available_width());
    let (rect, _) = ui.allocate_exact_size(vec2(width, size::ROW), Sense::hover());
    let response = ui.interact(rect, control::stable_id("key row").with(key), Sense::CLICK);
    let is_here = playhead.at == Some(key);
    control::row_back(ui, rect, &response, is_here && playhead.is_on);
    let line = match playhead {
        Playhead {
            at: Some(at),
            is_on: false,
        } if at == key => Some(rect.bottom()),
        Playhead { at: None, .. } if key == 0 => Some(rect.top()),
        _ => None,
    };
    if let Some(y) = line {
        // The playhead stands between this key and the next.
        let stroke = Stroke::new(size::RING, theme.accent);
        ui.painter()
            .line_segment([pos2(rect.left(), y), pos2(rect.right(), y)], stroke);
    }
    let jump = table.jumps.at(track, key);
    let mut spoken = Vec::with_capacity(layout.columns.len());
    for (at, (column, left, right, most)) in layout.columns.iter().enumerate() {
        let text = cells::short(keyed, key, *column, layout.decimals, jump, *most);
        let color = match column {
            Column::Flags => theme.warning,
            Column::Offset => theme.dim,
            _ => theme.text,
        };
        layout.paint(ui, rect, at, &text, color);
        if *column == Column::Offset {
            let x = (rect.left() + left)..=(rect.left() + right);
            let cell = Rect::from_x_y_ranges(x, rect.y_range());
            let place = ui.interact(cell, control::stable_id("key place").with(key), Sense::hover());
            place.on_hover_text(keyed.place(key));
        }
        if !text.is_empty() {
            spoken.push(format!("{} {text}", column.title(track)));
        }
    }
    let spoken = spoken.join(", ");
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_here, format!("Key: {spoken}")));
    response
}

fn menu(ui: &mut Ui, table: &KeyTable, keyed: &KeyedCell<'_>, key: usize, actions: &mut Vec<Action>) {
    let track = keyed.track;
    let jump = table.jumps.at(track, key);
    let exact = |column: &Column| cells::exact(keyed, key, *column, jump);
    let columns = cells::columns(track);
    if control::entry(ui, "Copy key", "", true, None) {
        let cells: Vec<String> = columns.iter().map(exact).collect();
        actions.push(Action::Window(WindowAction::Copy(cells.join("\t"))));
    }
    let own = keyed.byte(key).ok().filter(|place| place.of.is_none());
    if control::entry(ui, "Show in the file", "", own.is_some(), None)
        && let Some(place) = own
    {
        let place = FilePlace::Bytes(keyed.file, place.byte, 1);
        actions.push(Action::Window(WindowAction::ShowInFile(place)));
    }
    let offset = exact(&Column::Offset);
    if control::entry(ui, "Copy byte offset", "", !offset.is_empty(), None) {
        actions.push(Action::Window(WindowAction::Copy(offset)));
    }
}
