//! Choosing how curves play whatever their file says: a line of the inspector, and the offer of a clip that looks additive.

use crate::inspector::rows::dim_line;
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::tree::play_as_menu::{MOST_BASES, choose, menu};
use castview_motion::animation::Timeline;
use castview_session::composition;
use castview_session::{Action, Base, ClipKey, LayerKey, ModeScope, PlayAs, Session};
use egui::{Button, ComboBox, DragValue, RichText, Ui};
use egui_material_icons::icons;

/// The choice, the number of a chosen frame, and the way back where something was chosen.
pub fn line(ui: &mut Ui, session: &Session, (scope, clip): (ModeScope, Option<ClipKey>), actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let chosen = session.edits().mode_overrides.get(&scope).copied();
    control::fact_with(ui, "plays", |ui| {
        let text = match chosen {
            Some(how) => RichText::new(session.stage().play_as_words(how)).color(theme.warning),
            None => RichText::new("as the file says").color(theme.text),
        };
        let width = ui.available_width() - size::ROW * 1.5;
        let combo = ComboBox::from_id_salt(("plays as", scope))
            .selected_text(text)
            .width(width)
            .height(size::ROW * (MOST_BASES + 7) as f32)
            .truncate();
        // A long text is cut at the end of the room there is, not at the width of the field.
        let shown = ui.scope(|ui| {
            ui.set_max_width(width);
            combo
                .show_ui(ui, |ui| menu(ui, session, (scope, clip), actions))
                .response
        });
        shown
            .inner
            .on_hover_text("Play these curves in another way than their file says. Other clips stay as they are")
            .accessible_name("Plays as");
        if chosen.is_some() {
            let tip = "Back to what the file says";
            if control::icon_button(ui, icons::ICON_UNDO, "Reset how it plays", tip, true).clicked() {
                actions.push(choose(scope, None));
            }
        }
    });
    if let Some(PlayAs::Beyond(Base::Frame { clip, frame })) = chosen
        && let Some(entry) = session.stage().clip(clip)
    {
        let range = Timeline::of(entry.clip()).range;
        control::fact_with(ui, "over frame", |ui| {
            let mut new = frame;
            let drag = DragValue::new(&mut new).speed(0.25).range(range.start..=range.end);
            let response = ui
                .add(drag)
                .on_hover_text(format!("Frame of {} that the differences are counted from", entry.name));
            if response.changed() {
                actions.push(choose(scope, Some(PlayAs::Beyond(Base::Frame { clip, frame: new }))));
            }
        });
    }
}

/// The reason why a clip looks additive, and the offer to play it so.
pub fn hint(
    ui: &mut Ui,
    session: &Session,
    (scope, clip, layer): (ModeScope, ClipKey, Option<LayerKey>),
    actions: &mut Vec<Action>,
) {
    let Some(reason) = composition::additive_hint(session, clip, layer) else {
        return;
    };
    let mut sentence = format!("{reason}.");
    sentence[..1].make_ascii_uppercase();
    dim_line(ui, &sentence);
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let tip = "Add its keys to what lies below, and leave all other clips as they are";
        if ui.add(Button::new("Play as additive")).on_hover_text(tip).clicked() {
            actions.push(choose(scope, Some(PlayAs::Additive)));
        }
    });
}
