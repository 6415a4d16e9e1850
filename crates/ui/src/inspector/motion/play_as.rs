//! Choosing how curves play whatever their file says: a menu, a line of the inspector, and the offer of a clip that looks additive.

use crate::inspector::rows::dim_line;
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_motion::animation::Timeline;
use castview_session::{Action, Base, ClipKey, CompositionAction, LayerKey, ModeScope, PlayAs, Session};
use egui::{Button, ComboBox, DragValue, RichText, Ui};
use egui_material_icons::icons;

/// Other clips that the menu offers as a base; the inspector's number then chooses the frame.
const MOST_BASES: usize = 8;

fn choose(scope: ModeScope, how: Option<PlayAs>) -> Action {
    Action::Composition(CompositionAction::OverrideMode(scope, how))
}

/// The entries of a menu: as the file says, or one of the other ways. `clip`: whose curves they are; its own frames are no other clip's.
pub fn menu(ui: &mut Ui, session: &Session, (scope, clip): (ModeScope, Option<ClipKey>), actions: &mut Vec<Action>) {
    let chosen = session.edits().mode_overrides.get(&scope).copied();
    let mut entry = |title: &str, how: Option<PlayAs>| {
        if control::entry(ui, title, "", true, Some(chosen == how)) {
            actions.push(choose(scope, how));
            ui.close();
        }
    };
    entry("As the file says", None);
    for (title, how) in [
        ("Play as absolute", PlayAs::Absolute),
        ("Play as relative", PlayAs::Relative),
        ("Play as additive", PlayAs::Additive),
        ("Additive over its first frame", PlayAs::Beyond(Base::First)),
        ("Additive over the rest pose", PlayAs::Beyond(Base::Rest)),
    ] {
        entry(title, Some(how));
    }
    for base in bases(session, clip, chosen) {
        let title = session.stage().play_as_words(PlayAs::Beyond(base));
        let title = title.replacen("additive", "Additive", 1);
        entry(&title, Some(PlayAs::Beyond(base)));
    }
}

/// The chosen frame, the frame that the active clip shows, and the first frames of other clips.
fn bases(session: &Session, clip: Option<ClipKey>, chosen: Option<PlayAs>) -> Vec<Base> {
    let stage = session.stage();
    let mut bases = Vec::new();
    if let Some(PlayAs::Beyond(base @ Base::Frame { .. })) = chosen {
        bases.push(base);
    }
    let active = session.active_clip().map(|entry| entry.key);
    let others = stage
        .clips
        .iter()
        .map(|entry| entry.key)
        .filter(|key| Some(*key) != active);
    for key in active.into_iter().chain(others).filter(|key| Some(*key) != clip) {
        let Some(entry) = stage.clip(key).filter(|_| bases.len() < MOST_BASES) else {
            continue;
        };
        let frame = match Some(key) == active {
            // A whole frame, as its number is told.
            true => session.frame().map_or(0.0, f64::round),
            false => entry.clip().range.start,
        };
        let base = Base::Frame { clip: key, frame };
        if !bases.contains(&base) {
            bases.push(base);
        }
    }
    bases
}

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
    let Some(reason) = session.additive_hint(clip, layer) else {
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
