//! The page of differences: two open files, or one as it was before it was read again, by subject. A row leads to its bone, mesh, material
//! or clip.

use crate::kit::control;
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use crate::kit::words::counted;
use castview_picture::compare::FileDifference;
use castview_session::{
    Action, CompareSide, CompareSubject, ComparedOf, ComparedPair, Page, Session, StageAction, WindowAction,
    compare_pair, compare_sides, compared_of, compared_pair, difference_item,
};
use egui::{Align, Button, Context, Label, Layout, RichText, ScrollArea, TextStyle, Ui, UiBuilder, WidgetInfo, vec2};
use egui_material_icons::icons;

/// Height of a row.
const ROW: f32 = size::ROW;

/// The differences that are listed, kept while the page is open.
#[derive(Default)]
pub struct ComparePage {
    made: Option<(ComparedOf, ComparedPair)>,
}

impl ComparePage {
    /// Lets go of the list; it may be long.
    pub fn close(&mut self) {
        self.made = None;
    }

    /// The differences of `pair`, made anew where the files are others.
    fn of(&mut self, session: &Session, pair: [CompareSide; 2]) -> Option<&ComparedPair> {
        let of = compared_of(session, pair)?;
        if self.made.as_ref().is_none_or(|(made_of, _)| *made_of != of) {
            self.made = Some((of, compare_pair(session, pair)));
        }
        self.made.as_ref().map(|(_, compared)| compared)
    }
}

/// Shows the page.
pub fn show(ctx: &Context, session: &Session, memory: &mut ComparePage, actions: &mut Vec<Action>) {
    page::show_wide(ctx, Page::Compare, "Compare files", actions, |ui, actions| {
        let Some(pair) = compared_pair(session) else {
            control::empty(
                ui,
                "Open a second file, or reload one that has changed, and its differences are listed here.",
            );
            return;
        };
        head(ui, session, pair, actions);
        let Some(compared) = memory.of(session, pair) else {
            return;
        };
        told(ui, compared);
        ui.add_space(space::S);
        ui.spacing_mut().item_spacing.y = 0.0;
        let count = compared.subjects.len() + compared.differences.len();
        let area = ScrollArea::vertical()
            .id_salt("compare")
            .max_height(ui.available_height())
            .auto_shrink([false, true]);
        area.show_rows(ui, ROW, count, |ui, rows| {
            page::scroll_by_keys(ui);
            for row in rows {
                line(ui, session, (pair, compared), row, actions);
            }
        });
    });
}

/// The two files, each a menu of all there are, and a button that exchanges them.
fn head(ui: &mut Ui, session: &Session, pair: [CompareSide; 2], actions: &mut Vec<Action>) {
    let sides = compare_sides(session);
    let mut choose = |pair| actions.push(Action::Stage(StageAction::Compare(pair)));
    ui.horizontal(|ui| {
        let half = (ui.available_width() - 3.0 * size::ROW) * 0.5;
        for (at, title) in ["First file", "Second file"].into_iter().enumerate() {
            let name = sides
                .iter()
                .find(|(side, _)| *side == pair[at])
                .map_or("", |(_, name)| name.as_str());
            ui.scope(|ui| {
                ui.set_max_width(half);
                control::menu_within(ui, name, title, title, |ui| {
                    for (side, name) in &sides {
                        if control::entry(ui, name, "", true, Some(pair[at] == *side)) {
                            let mut chosen = pair;
                            chosen[at] = *side;
                            choose(chosen);
                        }
                    }
                });
            });
            if at == 0 {
                let tip = "Exchange the two files";
                if control::icon_button(ui, icons::ICON_SWAP_HORIZ, "Exchange", tip, true).clicked() {
                    choose([pair[1], pair[0]]);
                }
            }
        }
    });
}

/// All in one line.
fn told(ui: &mut Ui, compared: &ComparedPair) {
    let count = compared.differences.len() as u64;
    let mut line = match (compared.is_too_large, count) {
        (true, _) => "Files above 64 MiB are compared by castview diff.".to_owned(),
        (false, 0) => "Nothing differs.".to_owned(),
        (false, count) => format!("{}: {}.", counted(count, "difference", "differences"), compared.summary),
    };
    if compared.waits_for_images {
        line += " Images that are still being read are not compared yet.";
    }
    ui.add(Label::new(RichText::new(line).text_style(theme::dense())).wrap());
}

fn line(
    ui: &mut Ui,
    session: &Session,
    (pair, compared): ([CompareSide; 2], &ComparedPair),
    row: usize,
    actions: &mut Vec<Action>,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::hover());
    let layout = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout).id_salt(row));
    match row_at(compared, row) {
        Some(RowOf::Subject(subject, count)) => subject_line(&mut ui, compared, subject, count),
        Some(RowOf::Difference(difference)) => difference_line(&mut ui, session, (pair, difference), actions),
        None => {}
    }
}

/// A line of the list.
enum RowOf<'a> {
    Subject(CompareSubject, usize),
    Difference(&'a FileDifference),
}

/// Each subject is a line, followed by its differences.
fn row_at(compared: &ComparedPair, row: usize) -> Option<RowOf<'_>> {
    compared.subjects.iter().enumerate().find_map(|(at, (subject, range))| {
        let first = at + range.start;
        match row.checked_sub(first)? {
            0 => Some(RowOf::Subject(*subject, range.len())),
            below if below <= range.len() => compared.differences.get(range.start + below - 1).map(RowOf::Difference),
            _ => None,
        }
    })
}

fn subject_line(ui: &mut Ui, compared: &ComparedPair, subject: CompareSubject, count: usize) {
    let theme = theme::of(ui);
    let mut titles = CompareSubject::ALL.iter();
    let title = titles.find(|(of, _)| *of == subject).map_or("", |(_, title)| *title);
    let font = TextStyle::Body.resolve(ui.style());
    control::title(ui, title, font, theme.text);
    let told = match (compared.is_too_large, count) {
        (true, _) => "not compared".to_owned(),
        (false, 0) => "nothing differs".to_owned(),
        (false, count) => counted(count as u64, "difference", "differences"),
    };
    ui.add(Label::new(RichText::new(told).color(theme.dim).text_style(theme::dense())).truncate());
}

fn difference_line(
    ui: &mut Ui,
    session: &Session,
    (pair, difference): ([CompareSide; 2], &FileDifference),
    actions: &mut Vec<Action>,
) {
    let theme = theme::of(ui);
    ui.add_space(space::L);
    let told = difference.told();
    let item = difference_item(session, pair, difference);
    let text = RichText::new(&told).text_style(theme::dense());
    let color = if item.is_some() { theme.accent } else { theme.text };
    let button = Button::new(text.color(color)).frame(false).truncate();
    let response = ui.add_enabled(item.is_some(), button);
    response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Button, item.is_some(), &told));
    let response = response
        .on_hover_text(format!("{told}\nClick to go there"))
        .on_disabled_hover_text(&told);
    if let Some(item) = item.filter(|_| response.clicked()) {
        actions.push(Action::Window(WindowAction::TogglePage(Page::Compare)));
        actions.push(Action::select(item));
    }
}
