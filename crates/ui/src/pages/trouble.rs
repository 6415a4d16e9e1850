//! Trouble of the models and the active clip, by kind. A click on a finding goes to its frame, selects its bone or mesh, and frames it.

use crate::kit::control;
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use crate::kit::words::counted;
use crate::tree::node;
use castview_motion::trouble::{FoundTrouble, TroubleKind};
use castview_picture::PlacedKey;
use castview_session::{
    Action, CameraMove, Page, PlaybackAction, Seek, Selected, SelectionAction, Session, ViewAction, WindowAction, aids,
};
use egui::{Context, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};

/// Two lines of text and the air around them.
const ENTRY: f32 = 2.0 * size::ROW;

/// A line of the list.
enum Line<'a> {
    Kind(TroubleKind, usize),
    Found(PlacedKey, &'a FoundTrouble),
}

/// Where the list was last opened.
#[derive(Default)]
pub struct TroublePage {
    opened: Option<(u64, Option<Selected>)>,
}

impl TroublePage {
    /// Forgets it, while the page is closed.
    pub fn close(&mut self) {
        self.opened = None;
    }

    /// Whether this is the first pass in which these findings are listed for this selection.
    fn opens_at(&mut self, count: u64, selected: Option<Selected>) -> bool {
        self.opened.replace((count, selected)) != Some((count, selected))
    }
}

pub fn show(ctx: &Context, session: &Session, state: &mut TroublePage, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Trouble, "Trouble", actions, |ui, actions| {
        let search = session.aids().trouble();
        let mut found: Vec<(PlacedKey, &FoundTrouble)> = search
            .found()
            .flat_map(|(key, found)| found.all().map(move |trouble| (key, trouble)))
            .collect();
        found.sort_by_key(|(_, trouble)| trouble.kind);
        let mut lines = Vec::new();
        for of_kind in found.chunk_by(|(_, a), (_, b)| a.kind == b.kind) {
            lines.push(Line::Kind(of_kind[0].1.kind, of_kind.len()));
            lines.extend(of_kind.iter().map(|(key, trouble)| Line::Found(*key, trouble)));
        }
        if search.is_busy() {
            ui.label(RichText::new("Looking for trouble…").color(theme::of(ui).dim));
        }
        if lines.is_empty() {
            if !search.is_busy() {
                control::empty(ui, nothing(session));
            }
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let selected = session.edits().selected;
        let is_of_selected =
            |key: PlacedKey, trouble: &FoundTrouble| selected.is_some() && aids::troubled(key, trouble.of) == selected;
        let first = lines
            .iter()
            .position(|line| matches!(line, Line::Found(key, trouble) if is_of_selected(*key, trouble)));
        let height = ui.available_height() - size::ROW - space::M;
        let area = ScrollArea::vertical()
            .id_salt("trouble")
            .max_height(height)
            .auto_shrink([false, true]);
        // The page opens at the first finding of the selection, with the head of its kind above.
        let opens_at = first.filter(|_| state.opens_at(search.mark_count(), selected));
        let area = match opens_at {
            Some(line) => area.vertical_scroll_offset(line.saturating_sub(1) as f32 * ENTRY),
            None => area,
        };
        area.show_rows(ui, ENTRY, lines.len(), |ui, rows| {
            page::scroll_by_keys(ui);
            for line in lines.get(rows).unwrap_or_default() {
                match line {
                    Line::Kind(kind, count) => head(ui, *kind, *count),
                    Line::Found(key, trouble) => {
                        if entry(ui, session, (*key, trouble), is_of_selected(*key, trouble)) {
                            go(*key, trouble, actions);
                        }
                    }
                }
            }
        });
        ui.add_space(space::M);
        let copy = ui.button("Copy all").on_hover_text("All of it as text, one line each");
        if copy.clicked() {
            actions.push(Action::Window(WindowAction::Copy(as_text(session, &found))));
        }
    });
}

fn nothing(session: &Session) -> &'static str {
    match (session.stage().models().is_empty(), session.active_clip().is_some()) {
        (true, _) => "Open a model, and what is wrong with it is listed here.",
        (false, false) => "Nothing is wrong with the models. Play a clip, and it is looked at, too.",
        (false, true) => {
            "Nothing is wrong with the models and the clip, as far as this looks. docs/trouble.md says how far."
        }
    }
}

fn head(ui: &mut Ui, kind: TroubleKind, count: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::hover());
    let row = kind.row();
    let text = format!("{}: {}", row.title, counted(count as u64, "finding", "findings"));
    let font = TextStyle::Body.resolve(ui.style());
    let color = theme::of(ui).text;
    let galley = control::elided(ui, &text, font, color, rect.width());
    let at = egui::pos2(rect.left(), rect.bottom() - galley.size().y - space::S);
    ui.painter().galley(at, galley, color);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Label, true, &text));
    response.on_hover_text(row.found_by);
}

/// Whether it was clicked.
fn entry(ui: &mut Ui, session: &Session, (key, trouble): (PlacedKey, &FoundTrouble), is_selected: bool) -> bool {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::click());
    control::row_back(ui, rect, &response, is_selected);
    let place = place(session, key, trouble);
    let left = rect.left() + space::M;
    let width = rect.right() - left;
    let body = TextStyle::Body.resolve(ui.style());
    let first = control::elided(ui, &place, body, theme.text, width);
    ui.painter()
        .galley(egui::pos2(left, rect.top() + ENTRY * 0.06), first, theme.text);
    let small = egui::FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let second = control::elided(ui, &trouble.message, small, theme.dim, width);
    ui.painter()
        .galley(egui::pos2(left, rect.top() + ENTRY * 0.52), second, theme.dim);
    let spoken = format!("{place}: {}", trouble.message);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::ListItem, true, &spoken));
    let was_clicked = response.clicked();
    response.on_hover_text(format!("{spoken}\n{}", trouble.kind.row().found_by));
    was_clicked
}

/// `Hand_L · frame 17`.
fn place(session: &Session, key: PlacedKey, trouble: &FoundTrouble) -> String {
    let of = node::troubled(session.stage(), key, trouble.of);
    match trouble.frame {
        Some(frame) => format!("{of} · frame {frame}"),
        None => of.to_owned(),
    }
}

/// To the frame, with the thing selected and framed; the page closes, so that it is seen.
fn go(key: PlacedKey, trouble: &FoundTrouble, actions: &mut Vec<Action>) {
    if let Some(frame) = trouble.frame {
        actions.push(Action::Playback(PlaybackAction::Pause));
        actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
    }
    if let Some(item) = aids::troubled(key, trouble.of) {
        actions.push(Action::Selection(SelectionAction::Select(Some(item))));
        actions.push(Action::View(ViewAction::Camera(CameraMove::FrameSelection)));
    }
    actions.push(Action::Window(WindowAction::TogglePage(Page::Trouble)));
}

fn as_text(session: &Session, found: &[(PlacedKey, &FoundTrouble)]) -> String {
    let line = |(key, trouble): &(PlacedKey, &FoundTrouble)| {
        let (name, place) = (trouble.kind.row().name, place(session, *key, trouble));
        format!("{name}: {place}: {}\n", trouble.message)
    };
    found.iter().map(line).collect()
}
