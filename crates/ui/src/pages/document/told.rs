//! The selected line in words, with the ways from there to the line that is named and to the described thing in the window.

use super::state::DocumentPage;
use crate::kit::control;
use crate::kit::theme::{self, space};
use crate::kit::words;
use castview_session::{Action, OpenFile, Page, Session, WindowAction};
use egui::{Button, Label, RichText, Ui, WidgetInfo};
use egui_material_icons::icons;

/// The findings of the reader: the worst of them, which leads to its byte, and how many there are.
pub fn findings(ui: &mut Ui, memory: &mut DocumentPage) {
    let theme = theme::of(ui);
    if let Some(missed) = &memory.missed {
        let text = RichText::new(missed).color(theme.warning).text_style(theme::dense());
        ui.add(Label::new(text).wrap());
    }
    let Some((told, byte)) = memory.findings().first().cloned() else {
        return;
    };
    let more = match memory.findings().len() - 1 {
        0 => String::new(),
        more => format!(" (and {} more)", words::grouped(more as u64)),
    };
    let all: Vec<&str> = memory
        .findings()
        .iter()
        .take(12)
        .map(|(told, _)| told.as_str())
        .collect();
    let all = all.join("\n");
    let text = format!("{told}{more}");
    let shown = RichText::new(&text).color(theme.warning).text_style(theme::dense());
    let response = ui.add(Button::new(shown).frame(false).truncate());
    response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Button, true, &text));
    if response
        .on_hover_text(format!("{all}\nClick to go to the byte"))
        .clicked()
    {
        memory.go_to_byte(byte);
    }
}

/// The selected line.
pub fn selected(ui: &mut Ui, session: &Session, memory: &mut DocumentPage, file: &OpenFile, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let dim = |text: String| RichText::new(text).color(theme.dim).text_style(theme::dense());
    let Some(id) = memory.selected else {
        let told = "Select a line, a value or a byte: the same bytes are marked in all three.";
        ui.add(Label::new(dim(told.to_owned())).wrap());
        return;
    };
    let line = memory.line(id);
    let name = line.full_name();
    let title = RichText::new(castview_base::core::printed(&name)).text_style(theme::dense());
    ui.add(Label::new(title).truncate());
    let [place, inner] = memory.marked();
    let bytes = memory.value.and(inner).or(place);
    let told = match &bytes {
        Some(bytes) => format!(
            "bytes {:#x} to {:#x}, {}",
            bytes.start,
            bytes.end,
            words::counted(bytes.len() as u64, "byte", "bytes")
        ),
        None => "no bytes of its own".to_owned(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.label(dim(told));
        if let Some(bytes) = &bytes {
            let copy = control::icon_button(ui, icons::ICON_CONTENT_COPY, "Copy offset", "Copy the offset", true);
            if copy.clicked() {
                actions.push(Action::Window(WindowAction::Copy(format!("{:#x}", bytes.start))));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let ways = memory.ways(session, file);
        if let Some((to, name)) = ways.linked {
            let name = format!("Go to {}", castview_base::core::shortened(&name, 40));
            if ui
                .button(name)
                .on_hover_text("The line that this value names")
                .clicked()
            {
                memory.go(to);
            }
        }
        for (name, way) in ways.back {
            if ui
                .button(&name)
                .on_hover_text("Closes the page and goes there")
                .clicked()
            {
                actions.push(Action::Window(WindowAction::TogglePage(Page::Document)));
                actions.extend(way);
            }
        }
    });
}
