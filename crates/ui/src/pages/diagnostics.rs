//! Assumptions made while reading, file by file, with places. A click on an entry shows the rule that it was reported by.

use crate::kit::control;
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_base::core::{Diagnostic, Rule};
use castview_formats::rules;
use castview_session::{Action, OpenFile, Page, Session, Urgency, WindowAction};
use egui::{Context, Label, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};

/// Two lines of text and the air around them.
const ENTRY: f32 = 2.0 * size::ROW;

/// Lines of the explanation below the list: the rule, what was found, what is done, each of the latter two up to two lines long.
const EXPLANATION: f32 = 6.0 * size::ROW;

/// A line of the list: the name of a file, or something found in it.
enum Line<'a> {
    File(&'a OpenFile),
    Found(&'a Diagnostic),
}

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Diagnostics, "Notes and warnings", actions, |ui, actions| {
        let files = session
            .stage()
            .files()
            .iter()
            .filter(|file| !file.diagnostics.items().is_empty());
        let lines: Vec<Line<'_>> = files
            .flat_map(|file| std::iter::once(Line::File(file)).chain(sorted(file).into_iter().map(Line::Found)))
            .collect();
        if lines.is_empty() {
            control::empty(ui, "Nothing to report. What is read without any doubt leaves no note.");
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let chosen = chosen(ui).filter(|rule| is_told(&lines, rule));
        let explained = if chosen.is_some() { EXPLANATION + space::M } else { 0.0 };
        let height = ui.available_height() - size::ROW - space::M - explained;
        let area = ScrollArea::vertical()
            .id_salt("diagnostics")
            .max_height(height)
            .auto_shrink([false, true]);
        area.show_rows(ui, ENTRY, lines.len(), |ui, rows| {
            page::scroll_by_keys(ui);
            for line in lines.get(rows).unwrap_or_default() {
                match line {
                    Line::File(file) => head(ui, file),
                    Line::Found(diagnostic) => {
                        if entry(ui, diagnostic, chosen == Some(diagnostic.rule)) {
                            choose(ui, Some(diagnostic.rule).filter(|rule| chosen != Some(*rule)));
                        }
                    }
                }
            }
        });
        ui.add_space(space::M);
        if let Some(rule) = chosen {
            explain(ui, rule);
            ui.add_space(space::M);
        }
        if ui
            .button("Copy all")
            .on_hover_text("All of it as text, one line each")
            .clicked()
        {
            actions.push(Action::Window(WindowAction::Copy(as_text(session))));
        }
    });
}

/// Warnings first, otherwise in the order they were found.
fn sorted(file: &OpenFile) -> Vec<&Diagnostic> {
    let mut items: Vec<&Diagnostic> = file.diagnostics.items().iter().collect();
    items.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.rule.severity));
    items
}

fn head(ui: &mut Ui, file: &OpenFile) {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::hover());
    let mut text = words::problems(std::iter::once(&*file.diagnostics));
    if file.diagnostics.suppressed() > 0 {
        text.push_str(&format!(
            ", {} of them not listed",
            words::grouped(file.diagnostics.suppressed())
        ));
    }
    let mut ui = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect)
            .layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    ui.label(
        RichText::new(&file.name)
            .text_style(TextStyle::Monospace)
            .size(size::BODY),
    );
    ui.add(Label::new(RichText::new(text).color(theme.dim).text_style(theme::dense())).truncate());
}

/// Where the chosen rule is kept: as a scroll position it is the page's own, and of no use elsewhere.
fn memory() -> egui::Id {
    control::stable_id("explained rule")
}

fn chosen(ui: &Ui) -> Option<&'static Rule> {
    ui.data(|data| data.get_temp::<Option<&'static Rule>>(memory()))
        .flatten()
}

fn choose(ui: &Ui, rule: Option<&'static Rule>) {
    ui.data_mut(|data| data.insert_temp(memory(), rule));
}

fn is_told(lines: &[Line<'_>], rule: &Rule) -> bool {
    let mut found = lines.iter().filter_map(|line| match line {
        Line::File(_) => None,
        Line::Found(diagnostic) => Some(diagnostic.rule),
    });
    found.any(|other| other == rule)
}

fn explain(ui: &mut Ui, rule: &'static Rule) {
    let theme = theme::of(ui);
    let chapter = rules::find(rule.id).map(|(chapter, _)| chapter);
    let title = chapter.map_or_else(
        || format!("Rule {}", rule.id),
        |chapter| format!("Rule {} of {}", rule.id, chapter.title),
    );
    control::named(ui, egui::accesskit::Role::Note, &title, |ui| {
        ui.set_min_height(EXPLANATION);
        ui.separator();
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.label(RichText::new(&title).strong());
            if let Some(page) = chapter.and_then(|chapter| chapter.page) {
                ui.label(
                    RichText::new(format!("more in {page}"))
                        .color(theme.dim)
                        .text_style(theme::dense()),
                );
            }
        });
        ui.add_space(space::S);
        ui.label(format!("Found: {}", rule.finding));
        ui.label(format!("Done: {}", rule.treatment));
    });
}

/// Whether it was clicked.
fn entry(ui: &mut Ui, diagnostic: &Diagnostic, is_chosen: bool) -> bool {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::click());
    control::row_back(ui, rect, &response, is_chosen);
    let (glyph, word) = crate::shell::notices::icon_of(Urgency::from(diagnostic.rule.severity));
    let color = theme.severity(diagnostic.rule.severity);
    let center = egui::pos2(rect.left() + size::ICON * 0.5, rect.top() + ENTRY * 0.3);
    control::paint_icon(ui, center, glyph, size::ICON, color);
    let left = rect.left() + size::ICON + space::S;
    let width = rect.right() - left;
    let body = TextStyle::Body.resolve(ui.style());
    let message = control::elided(ui, &diagnostic.message, body, theme.text, width);
    ui.painter()
        .galley(egui::pos2(left, center.y - message.size().y * 0.5), message, theme.text);
    let place = format!("{word} {} · {}", diagnostic.rule.id, diagnostic.place);
    let mono = egui::FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let second = control::elided(ui, &place, mono, theme.dim, width);
    ui.painter()
        .galley(egui::pos2(left, rect.top() + ENTRY * 0.52), second, theme.dim);
    let spoken = format!("{word}: {} {place}", diagnostic.message);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::ListItem, true, &spoken));
    let was_clicked = response.clicked();
    response.on_hover_text(format!(
        "{}\n{place}\n{}",
        diagnostic.message, diagnostic.rule.treatment
    ));
    was_clicked
}

fn as_text(session: &Session) -> String {
    let mut out = String::new();
    for file in session.stage().files() {
        for Diagnostic { rule, place, message } in file.diagnostics.items() {
            let (word, id) = (rule.word(), rule.id);
            out.push_str(&format!("{}: {word} {id}: {message} ({place})\n", file.name));
        }
    }
    out
}
