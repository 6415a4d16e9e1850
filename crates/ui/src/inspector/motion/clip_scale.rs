//! Choosing the scale of clips that were made in other units than the model: a line of the inspector.

use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_session::composition;
use castview_session::{Action, ClipKey, CompositionAction, Session};
use egui::{ComboBox, RichText, Ui};
use egui_material_icons::icons;

/// Between millimetres, inches and metres, both ways.
const OFFERED: [f32; 8] = [0.001, 0.01, 0.0254, 0.3937, 2.54, 39.37, 100.0, 1000.0];

/// The choice, and the way back where something was chosen.
pub fn line(ui: &mut Ui, session: &Session, clip: ClipKey, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let scale = session.edits().clip_scale(clip);
    control::fact_with(ui, "bone lengths", |ui| {
        let text = match scale == 1.0 {
            true => RichText::new("as the file says").color(theme.text),
            false => RichText::new(format!("{}, changed", times(scale))).color(theme.warning),
        };
        let combo = ComboBox::from_id_salt("clip scale")
            .selected_text(text)
            .width(ui.available_width() - size::ROW * 1.5)
            .height(size::ROW * (OFFERED.len() + 4) as f32)
            .truncate();
        let response = combo.show_ui(ui, |ui| menu(ui, session, clip, actions)).response;
        response
            .on_hover_text(
                "Multiply how far the clips of this file put bones from their parents, on models of other files",
            )
            .accessible_name("Clip scale");
        if scale != 1.0 {
            let tip = "Back to what the file says";
            if control::icon_button(ui, icons::ICON_UNDO, "Reset clip scale", tip, true).clicked() {
                actions.push(Action::Composition(CompositionAction::ScaleClips(clip.file, None)));
            }
        }
    });
}

fn menu(ui: &mut Ui, session: &Session, clip: ClipKey, actions: &mut Vec<Action>) {
    let now = session.edits().clip_scale(clip);
    let mut entry = |title: &str, scale: f32| {
        if control::entry(ui, title, "", true, Some(now == scale)) {
            actions.push(Action::Composition(CompositionAction::ScaleClips(
                clip.file,
                Some(scale),
            )));
            ui.close();
        }
    };
    entry("As the file says", 1.0);
    let fitting = composition::fitting_scale(session, clip);
    if let Some(scale) = fitting {
        entry(&format!("{}, as the model is", times(scale)), scale);
    }
    for scale in OFFERED {
        if fitting != Some(scale) {
            entry(&times(scale), scale);
        }
    }
}

/// Four digits that count.
fn times(scale: f32) -> String {
    let digits = (3.0 - scale.log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{scale:.digits$}");
    match text.contains('.') {
        true => format!("× {}", text.trim_end_matches('0').trim_end_matches('.')),
        false => format!("× {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_short() {
        for (scale, text) in [
            (0.01, "× 0.01"),
            (39.37, "× 39.37"),
            (1000.0, "× 1000"),
            (0.333_333, "× 0.3333"),
            (2e-6, "× 0.000002"),
        ] {
            assert_eq!(times(scale), text);
        }
    }
}
