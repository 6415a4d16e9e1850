//! What was assumed while reading, file by file, with places.

use crate::core::{Diagnostic, Severity};
use crate::session::{Action, OpenFile, Page, Session, Urgency};
use crate::ui::kit::control;
use crate::ui::kit::page;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::words;
use egui::{Context, Label, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};

/// Two lines of text and the air around them.
const ENTRY: f32 = 2.0 * size::ROW;

/// A line of the list: the name of a file, or something found in it.
enum Line<'a> {
    File(&'a OpenFile),
    Found(&'a Diagnostic),
}

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Diagnostics, "Notes and warnings", actions, |ui, actions| {
        let files = session
            .stage()
            .files
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
        let height = ui.available_height() - size::ROW - space::M;
        let area = ScrollArea::vertical()
            .id_salt("diagnostics")
            .max_height(height)
            .auto_shrink([false, true]);
        area.show_rows(ui, ENTRY, lines.len(), |ui, rows| {
            for line in lines.get(rows).unwrap_or_default() {
                match line {
                    Line::File(file) => head(ui, file),
                    Line::Found(diagnostic) => entry(ui, diagnostic),
                }
            }
        });
        ui.add_space(space::M);
        if ui
            .button("Copy all")
            .on_hover_text("All of it as text, one line each")
            .clicked()
        {
            actions.push(Action::Copy(as_text(session)));
        }
    });
}

/// Warnings first, otherwise in the order they were found.
fn sorted(file: &OpenFile) -> Vec<&Diagnostic> {
    let mut items: Vec<&Diagnostic> = file.diagnostics.items().iter().collect();
    items.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
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

fn entry(ui: &mut Ui, diagnostic: &Diagnostic) {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::hover());
    let (glyph, word) = crate::ui::shell::toasts::icon_of(Urgency::from(diagnostic.severity));
    let color = theme.severity(diagnostic.severity);
    let center = egui::pos2(rect.left() + size::ICON * 0.5, rect.top() + ENTRY * 0.3);
    control::paint_icon(ui, center, glyph, size::ICON, color);
    let left = rect.left() + size::ICON + space::S;
    let width = rect.right() - left;
    let body = TextStyle::Body.resolve(ui.style());
    let message = control::elided(ui, &diagnostic.message, body, theme.text, width);
    ui.painter()
        .galley(egui::pos2(left, center.y - message.size().y * 0.5), message, theme.text);
    let place = format!("{word} {} · {}", diagnostic.id, diagnostic.place);
    let mono = egui::FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let second = control::elided(ui, &place, mono, theme.dim, width);
    ui.painter()
        .galley(egui::pos2(left, rect.top() + ENTRY * 0.52), second, theme.dim);
    let spoken = format!("{word}: {} {place}", diagnostic.message);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::ListItem, true, &spoken));
    response.on_hover_text(format!("{}\n{place}", diagnostic.message));
}

fn as_text(session: &Session) -> String {
    let mut out = String::new();
    for file in &session.stage().files {
        for Diagnostic {
            severity,
            id,
            place,
            message,
        } in file.diagnostics.items()
        {
            let word = Severity::word(*severity);
            out.push_str(&format!("{}: {word} {id}: {message} ({place})\n", file.name));
        }
    }
    out
}
