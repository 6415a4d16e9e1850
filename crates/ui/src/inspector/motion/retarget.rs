//! Choosing how a clip is brought to models of other proportions: lines of the inspector.

use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_motion::animation::Retarget;
use castview_picture::PlacedKey;
use castview_session::composition;
use castview_session::{Action, ClipKey, CompositionAction, RETARGET_WAYS, Session};
use egui::{ComboBox, RichText, Ui};
use egui_material_icons::icons;

/// Models with a line of their own; further ones follow the last.
const MOST_MODELS: usize = 8;

/// A line for each model of another file; one alone needs no name.
pub fn lines(ui: &mut Ui, session: &Session, clip: ClipKey, actions: &mut Vec<Action>) {
    let models = session.stage().models().iter();
    let models: Vec<_> = models
        .filter(|placed| placed.file != clip.file && !placed.is_stand_in)
        .take(MOST_MODELS)
        .collect();
    for placed in &models {
        let label = match models.len() {
            1 => "retarget",
            _ => placed.model().name.as_str(),
        };
        line(ui, session, (label, clip, placed.key), actions);
    }
}

fn line(ui: &mut Ui, session: &Session, (label, clip, model): (&str, ClipKey, PlacedKey), actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let now = composition::retargeted(session, clip, model);
    let choose = |way| Action::Composition(CompositionAction::Retarget(clip, Some(model), way));
    control::fact_with(ui, label, |ui| {
        let words = RETARGET_WAYS
            .iter()
            .find(|(way, _)| *way == now)
            .map_or("", |(_, words)| *words);
        let color = if now == Retarget::Stored {
            theme.text
        } else {
            theme.warning
        };
        let width = ui.available_width() - size::ROW * 1.5;
        let combo = ComboBox::from_id_salt(("retarget", clip, model))
            .selected_text(RichText::new(words).color(color))
            .width(width)
            .truncate();
        let shown = ui.scope(|ui| {
            // A long text is cut at the end of the room there is, not at the width of the field.
            ui.set_max_width(width);
            let entries = |ui: &mut Ui| {
                for (way, words) in RETARGET_WAYS {
                    let mut title = words.to_owned();
                    title[..1].make_ascii_uppercase();
                    if control::entry(ui, &title, "", true, Some(way == now)) {
                        actions.push(choose(way));
                        ui.close();
                    }
                }
            };
            combo.show_ui(ui, entries).response
        });
        shown
            .inner
            .on_hover_text(
                "On the model's bone lengths its bones turn from their rest pose as those that the clip was made for, and the body moves in \
                 proportion; names of common rigs are brought together",
            )
            .accessible_name("Retarget");
        if now != Retarget::Stored {
            let tip = "Back to the values of the file";
            if control::icon_button(ui, icons::ICON_UNDO, "Reset retarget", tip, true).clicked() {
                actions.push(choose(Retarget::Stored));
            }
        }
    });
}
