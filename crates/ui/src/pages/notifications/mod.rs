//! The page of all notifications of all open clips and of the layers: a table with a search, in the order of any column. A row leads to its
//! frame, and to its clip if another one plays.

mod state;

pub use state::NotificationsPage;

use crate::kit::keyboard::field::{self, Left};
use crate::kit::keyboard::row_keys::jump;
use crate::kit::theme::{self, size, space};
use crate::kit::words::{self, time_text};
use crate::kit::{control, page};
use castview_base::core::printed;
use castview_session::{
    Action, FilePlace, ListedNotification, NotificationColumn, NotificationRow, NotificationTable, Page,
    PlaybackAction, RangeEdit, Seek, Session, WindowAction,
};
use egui::accesskit::Role;
use egui::{
    Align, Align2, Button, Context, FontId, Key, Label, Layout, Rect, Response, RichText, Sense, TextEdit, TextStyle,
    Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// Characters that can be typed.
const LONGEST: usize = 200;
/// Characters of a number.
const NUMBER: usize = 11;
/// Share of the names' room that those of clips take.
const CLIPS: f32 = 0.45;

const COLUMNS: [(NotificationColumn, &str); 4] = [
    (NotificationColumn::Clip, "Clip"),
    (NotificationColumn::Frame, "Frame"),
    (NotificationColumn::Seconds, "Seconds"),
    (NotificationColumn::Name, "Name"),
];

/// Shows the page.
pub fn show(ctx: &Context, session: &Session, memory: &mut NotificationsPage, actions: &mut Vec<Action>) {
    page::show_wide(
        ctx,
        Page::AllNotifications,
        "All notifications",
        actions,
        |ui, actions| {
            memory.update(session);
            let count = memory.table().map_or(0, |table| table.rows().len());
            if count == 0 {
                control::empty(
                    ui,
                    "No open clip has notifications. Open an animation with events, and they are listed here.",
                );
                return;
            }
            search(ui, memory, count);
            // As tall as all rows need, whatever is searched: the field stays where it is.
            let room = ui.available_rect_before_wrap();
            let whole = room.with_max_y(room.bottom().min(room.top() + (count + 1) as f32 * size::ROW));
            ui.allocate_rect(whole, Sense::hover());
            let columns = Columns::of(ui, whole.width());
            let (titles, below) = whole.split_top_bottom_at_y(whole.top() + size::ROW);
            if let Some(column) = columns.titles(ui, titles, memory) {
                memory.sort(column);
                memory.update(session);
            }
            if memory.order.is_empty() {
                let mut ui = ui.new_child(UiBuilder::new().max_rect(below));
                control::empty(&mut ui, "No clip or notification has this in its name.");
                return;
            }
            list(ui, session, memory, &columns, below, actions);
        },
    );
}

fn search(ui: &mut Ui, memory: &mut NotificationsPage, count: usize) {
    let theme = theme::of(ui);
    ui.horizontal(|ui| {
        let shown = memory.order.len();
        let left_out = memory.table().map_or(0, |table| table.left_out);
        let told = match (shown == count, left_out) {
            (true, 0) => words::counted(count as u64, "row", "rows"),
            (true, _) => format!("the first {}", words::counted(count as u64, "row", "rows")),
            (false, _) => format!("{} of {}", words::grouped(shown as u64), words::grouped(count as u64)),
        };
        let id = control::stable_id("notification search");
        let typed = TextEdit::singleline(&mut memory.query)
            .id(id)
            .hint_text("Search clips and names")
            .char_limit(LONGEST)
            .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
            .desired_width(ui.available_width() * 0.6)
            .min_size(vec2(0.0, size::ROW))
            .align(Align2::LEFT_CENTER);
        let response = ui.add(typed).accessible_name("Search notifications");
        let told = RichText::new(told).color(theme.dim).text_style(theme::dense());
        let told = ui.add(Label::new(told).truncate());
        if left_out > 0 {
            told.on_hover_text(format!("{} more are not listed.", words::grouped(left_out as u64)));
        }
        // Down and Enter lead from the search into the list.
        let goes_down = response.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
        if goes_down || field::left(&response) == Some(Left::Entered) {
            ui.memory_mut(|memory| memory.request_focus(control::stable_id("notification table")));
            memory.row = memory.row.or((shown > 0).then_some(0));
        }
    });
    ui.add_space(space::XS);
}

/// Left and right edge of each column, from the left edge of the table.
struct Columns {
    edges: [(f32, f32); 4],
    body: FontId,
    number: FontId,
}

impl Columns {
    fn of(ui: &Ui, width: f32) -> Self {
        let body = theme::dense().resolve(ui.style());
        let number = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
        let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&number, '0'));
        let of_number = digit * NUMBER as f32;
        let right = width - space::M;
        let names = (right - 2.0 * of_number).max(0.0);
        let frame = names * CLIPS;
        let [secs, name] = [frame + of_number, frame + 2.0 * of_number];
        Self {
            edges: [(0.0, frame), (frame, secs), (secs, name), (name + space::M, right)],
            body,
            number,
        }
    }

    fn cell(&self, rect: Rect, at: usize) -> Rect {
        let (left, right) = self.edges[at];
        Rect::from_x_y_ranges(rect.left() + left..=rect.left() + right, rect.y_range())
    }

    /// The titles; out: the one that was clicked.
    fn titles(&self, ui: &mut Ui, rect: Rect, memory: &NotificationsPage) -> Option<NotificationColumn> {
        let mut chosen = None;
        for (at, (column, title)) in COLUMNS.into_iter().enumerate() {
            let mark = match memory.sorted {
                Some((by, true)) if by == column => " ▼",
                Some((by, false)) if by == column => " ▲",
                _ => "",
            };
            let text = RichText::new(format!("{title}{mark}")).text_style(theme::dense());
            // Titles of numbers stand at the right edge, as the numbers do.
            let layout = match column {
                NotificationColumn::Frame | NotificationColumn::Seconds => Layout::right_to_left(Align::Center),
                NotificationColumn::Clip | NotificationColumn::Name => Layout::left_to_right(Align::Center),
            };
            let builder = UiBuilder::new()
                .max_rect(self.cell(rect, at))
                .layout(layout)
                .id_salt(title);
            let mut ui = ui.new_child(builder);
            ui.spacing_mut().button_padding = vec2(space::XS, 0.0);
            let response = ui.add(Button::new(text).frame_when_inactive(false).truncate());
            let name = format!("Sort by {}", title.to_lowercase());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            let tip = format!("{name}: up, down, clip by clip");
            if response.on_hover_text(tip).clicked() {
                chosen = Some(column);
            }
        }
        chosen
    }

    /// Out: the words that are read out.
    fn paint(&self, ui: &Ui, rect: Rect, line: &Line<'_>) -> String {
        let theme = theme::of(ui);
        let clip = line.clip();
        let name = printed(line.name);
        for (at, text, color) in [(0, clip.as_str(), theme.dim), (3, &name, theme.text)] {
            let cell = self.cell(rect, at);
            let room = cell.width() - 2.0 * space::XS;
            let galley = control::cut_name(ui, text, self.body.clone(), color, room);
            let at = pos2(cell.left() + space::XS, cell.center().y - galley.size().y * 0.5);
            ui.painter().galley(at, galley, color);
        }
        let (frame, secs) = (words::fixed(line.row.frame, 2), time_text::seconds(line.row.secs));
        for (at, text, color) in [(1, &frame, theme.text), (2, &secs, theme.dim)] {
            let cell = self.cell(rect, at);
            let at = pos2(cell.right() - space::XS, cell.center().y);
            ui.painter()
                .text(at, Align2::RIGHT_CENTER, text, self.number.clone(), color);
        }
        format!("{name}, {clip}, frame {frame}, {secs}")
    }
}

/// A row with its names.
struct Line<'a> {
    row: NotificationRow,
    of: ListedNotification,
    clip_name: &'a str,
    name: &'a str,
}

impl<'a> Line<'a> {
    fn of(session: &'a Session, table: &NotificationTable, row: usize) -> Self {
        let row = table.rows()[row];
        let of = table.of_row(&row);
        let (clip_name, name) = of.names(session);
        Self {
            row,
            of,
            clip_name,
            name,
        }
    }

    fn clip(&self) -> String {
        let name = printed(self.clip_name);
        match self.of.layer {
            Some(_) => format!("{name} (layer)"),
            None => name.into_owned(),
        }
    }

    /// Whether its frame is one of the clock: of the active clip or of a layer.
    fn is_playing(&self, session: &Session) -> bool {
        self.of.layer.is_some() || session.playback().active_clip() == Some(self.of.clip)
    }

    /// Goes to the frame in its clip, and closes the page, which lies over the view.
    fn go(&self, session: &Session, actions: &mut Vec<Action>) {
        if !self.is_playing(session) {
            actions.push(Action::Playback(PlaybackAction::ChooseClip(Some(self.of.clip))));
        }
        actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(self.row.frame))));
        actions.push(Action::Window(WindowAction::TogglePage(Page::AllNotifications)));
    }

    fn menu(&self, response: &Response, session: &Session, actions: &mut Vec<Action>) {
        response.context_menu(|ui| {
            if control::entry(ui, "Go there", "Enter", true, None) {
                self.go(session, actions);
            }
            if control::entry(ui, "Loop from here to the next notification", "", true, None) {
                self.go(session, actions);
                let edit = RangeEdit::ToNextNotification(Some(self.row.frame));
                actions.push(Action::Playback(PlaybackAction::Range(edit)));
            }
            if control::entry(ui, "Show in the file", "", true, None) {
                let place = FilePlace::Note(self.of.clip, self.of.index);
                actions.push(Action::Window(WindowAction::ShowInFile(place)));
            }
            if control::entry(ui, "Copy row", "", true, None) {
                let NotificationRow { frame, secs, .. } = self.row;
                let text = format!("{}\t{frame}\t{secs}\t{}", self.clip(), printed(self.name));
                actions.push(Action::Window(WindowAction::Copy(text)));
            }
        });
    }
}

fn list(
    ui: &mut Ui,
    session: &Session,
    memory: &mut NotificationsPage,
    columns: &Columns,
    rect: Rect,
    actions: &mut Vec<Action>,
) {
    let id = control::stable_id("notification table");
    let mut lines = std::mem::take(&mut memory.lines);
    let Some(table) = memory.table() else { return };
    let (mut clicked, mut chosen) = (None, memory.row);
    let keys = lines.show(ui, (id, "Notifications"), rect, memory.order.len(), |ui, rect, at| {
        let line = Line::of(session, table, memory.order[at] as usize);
        let response = ui.interact(rect, control::stable_id("notification row").with(at), Sense::CLICK);
        let is_chosen = memory.row == Some(at);
        control::row_back(ui, rect, &response, is_chosen);
        let spoken = columns.paint(ui, rect, &line);
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_chosen, &spoken));
        if response.clicked() {
            clicked = Some(at);
        }
        line.menu(&response, session, actions);
    });
    let is_here = ui.memory(|memory| memory.has_focus(id));
    for key in keys {
        chosen = jump(key, chosen, memory.order.len(), lines.page).or(chosen);
    }
    if is_here && ui.input(|input| input.key_pressed(Key::Enter)) {
        clicked = clicked.or(chosen);
    }
    if let Some(at) = clicked {
        chosen = Some(at);
        Line::of(session, table, memory.order[at] as usize).go(session, actions);
    }
    if let Some(row) = chosen.filter(|_| chosen != memory.row) {
        lines.reveal(row);
    }
    memory.lines = lines;
    memory.row = chosen;
}
