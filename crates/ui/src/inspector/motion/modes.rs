//! Choosing the mode that curves are scope in: a menu, and a line of the inspector.

use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_base::core::BoneIndex;
use castview_base::scene::CurveMode;
use castview_session::{Action, CompositionAction, ModeScope, Placed, Session};
use egui::{ComboBox, RichText, Ui};
use egui_material_icons::icons;

const MODES: [CurveMode; 3] = [CurveMode::Absolute, CurveMode::Relative, CurveMode::Additive];

/// The entries of a menu: as the file says, or one of the modes.
pub fn menu(ui: &mut Ui, session: &Session, scope: ModeScope, actions: &mut Vec<Action>) {
    let chosen = session.edits().mode_overrides.get(&scope).copied();
    if control::entry(ui, "As the file says", "", true, Some(chosen.is_none())) {
        actions.push(Action::Composition(CompositionAction::OverrideMode(scope, None)));
        ui.close();
    }
    for mode in MODES {
        if control::entry(ui, as_title(mode), "", true, Some(chosen == Some(mode))) {
            actions.push(Action::Composition(CompositionAction::OverrideMode(scope, Some(mode))));
            ui.close();
        }
    }
}

/// A bone's line: the choice, and the way back where something was chosen.
pub fn line(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let scope = ModeScope::Bone(placed.key, bone);
    let chosen = session.edits().mode_overrides.get(&scope).copied();
    control::fact_with(ui, "mode override", |ui| {
        let text = match chosen {
            Some(mode) => RichText::new(format!("{}, changed", mode.word())).color(theme.warning),
            None => RichText::new("as the file says").color(theme.text),
        };
        let width = ui.available_width() - size::ROW * 1.5;
        let combo = ComboBox::from_id_salt("mode override")
            .selected_text(text)
            .width(width)
            .truncate();
        let response = combo.show_ui(ui, |ui| menu(ui, session, scope, actions)).response;
        response
            .on_hover_text("Play this bone's curves in another mode, for a look")
            .accessible_name("Mode override");
        if chosen.is_some() {
            let tip = "Back to what the file says";
            if control::icon_button(ui, icons::ICON_UNDO, "Reset mode", tip, true).clicked() {
                actions.push(Action::Composition(CompositionAction::OverrideMode(scope, None)));
            }
        }
    });
}

fn as_title(mode: CurveMode) -> &'static str {
    match mode {
        CurveMode::Absolute => "Override as absolute",
        CurveMode::Relative => "Override as relative",
        CurveMode::Additive => "Override as additive",
    }
}
