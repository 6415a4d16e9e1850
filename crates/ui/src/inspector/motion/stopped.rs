//! A model that is stopped after one of its steps: rows to stop at, the mark that says so, and the way back.

use super::marked::{self, Ends};
use crate::kit::control::{self, fact_with};
use crate::kit::theme;
use castview_picture::PlacedKey;
use castview_session::{Action, CompositionAction, Session, StopAfter, Stopped, stopped_words};
use egui::accesskit::Role;
use egui::{Button, RichText, TextStyle, Ui, WidgetInfo};
use egui_material_icons::icons;

const SHOW_ALL: Ends = Ends {
    text: "Show all",
    tip: "Show all steps (Esc)",
    name: "Show all steps",
};

/// A step as a row: its word, its change, and all numbers under the pointer. A click stops the model after the step; a second click shows
/// all steps again.
pub fn row(
    ui: &mut Ui,
    session: &Session,
    (word, change, numbers): (&str, &str, &str),
    (model, after): (PlacedKey, StopAfter),
    actions: &mut Vec<Action>,
) {
    let stopped = Stopped { model, after };
    let is_it = session.edits().stopped == Some(stopped);
    fact_with(ui, word, |ui| {
        let theme = theme::of(ui);
        let text = RichText::new(change).text_style(TextStyle::Monospace);
        let text = text.color(if is_it { theme.selected } else { theme.accent });
        let response = match is_it {
            true => {
                let flag = control::icon(icons::ICON_STAIRS).color(theme.selected);
                ui.add(Button::new((flag, text)).frame(false).truncate())
            }
            false => ui.add(Button::new(text).frame(false).truncate()),
        };
        let said = format!("{word}: {change}");
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_it, &said));
        let tip = match is_it {
            true => "Click to show all steps (Esc)",
            false => "Click to show the model stopped here",
        };
        if response.on_hover_text(format!("{change}\n{numbers}\n{tip}")).clicked() {
            actions.push(stop((!is_it).then_some(stopped)));
        }
    });
}

/// `Stopped after layer recoil`, and a button that shows all steps; nothing while they are shown.
pub fn mark(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = stopped_words(session)
        && marked::line(ui, (icons::ICON_STAIRS, &told), SHOW_ALL)
    {
        actions.push(stop(None));
    }
}

/// The same in the status line.
pub fn hint(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = stopped_words(session)
        && marked::hint(ui, (icons::ICON_STAIRS, &told), SHOW_ALL)
    {
        actions.push(stop(None));
    }
}

fn stop(stopped: Option<Stopped>) -> Action {
    Action::Composition(CompositionAction::Stop(stopped))
}
