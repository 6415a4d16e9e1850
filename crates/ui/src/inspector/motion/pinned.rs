//! A against B: what is pinned, ways to see it, how far the selected bone is from it, and the bones that differ most.

use super::marked::{self, Ends};
use crate::inspector::rows::dim_line;
use crate::kit::control::{self, fact, section};
use crate::kit::theme::{self, space};
use crate::kit::words::{self, from_b};
use castview_base::core::BoneIndex;
use castview_session::view;
use castview_session::{
    Action, Along, BoneDifference, CompositionAction, PinnedAction, PinnedB, Placed, PlaybackAction, Seek, Selected,
    SelectionAction, Session, bone_difference, command, flipped_words, greatest_differences, is_sweeping, is_swept,
    lacking_words, pinned_b,
};
use egui::{RichText, Ui};
use egui_material_icons::icons;

/// Bones that are listed.
const MOST_LISTED: usize = 10;

const BACK: Ends = Ends {
    text: "Back to A",
    tip: "What is shown now is what was pinned (A, or Esc, flips back)",
    name: "Flip back to A",
};

const PIN_AGAIN: Ends = Ends {
    text: "Pin again",
    tip: "They were opened after B was pinned, do not play along, or are too many for B. A click pins what is shown now",
    name: "Pin what is shown as B again",
};

/// The section, while something is pinned.
pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(pinned) = pinned_b(session) else {
        return;
    };
    section(ui, "Against B", None, |ui| {
        fact(ui, "B is", pinned.words());
        if let Some(lacking) = lacking_words(session) {
            let word = if pinned.is_flipped() { "as in A" } else { "without" };
            fact(ui, word, lacking);
        }
        ui.horizontal(|ui| {
            ui.add_space(space::L);
            for name in ["flip_b", "wipe_b", "ghost_b", "forget_b"] {
                let command = command(name);
                let word = match name {
                    "flip_b" => "Flip",
                    "wipe_b" => "Wipe",
                    "ghost_b" => "Ghost",
                    _ => "Forget",
                };
                let is_on = match name {
                    "flip_b" => pinned.is_flipped(),
                    "wipe_b" => pinned.is_wiped(),
                    "ghost_b" => pinned.has_ghosts(),
                    _ => false,
                };
                let text = RichText::new(word).text_style(theme::dense());
                let response = ui.selectable_label(is_on, text).on_hover_text(command.title);
                if response.accessible_name(command.title).clicked() {
                    actions.push(command.action());
                }
            }
        });
        if pinned.has_clip() {
            plays(ui, session, pinned, actions);
        }
        if pinned.is_flipped() {
            dim_line(ui, "B is shown in place of A.");
            return;
        }
        let selected = session.edits().selected;
        let placed = selected.and_then(Selected::placed);
        let placed = placed.and_then(|key| session.stage().placed(key));
        let Some(placed) = placed.or(session.stage().models().first()) else {
            return;
        };
        if let Some(Selected::Bone(_, bone)) = selected {
            of_bone(ui, session, (placed, bone), actions);
        }
        list(ui, session, placed, actions);
    });
}

/// How B goes on: it stands still, or its clip plays along.
fn plays(ui: &mut Ui, session: &Session, pinned: &PinnedB, actions: &mut Vec<Action>) {
    let shown = pinned.along().map_or("stands still", Along::word);
    control::fact_with(ui, "plays", |ui| {
        control::menu(
            ui,
            shown,
            "How B plays",
            "The clip of B, alone, along with what plays now; or B as it was pinned",
            |ui| {
                for name in ["still_b", "along_b_frames", "along_b_seconds", "along_b_stretched"] {
                    actions.extend(control::menu_entry(ui, session, command(name)));
                }
            },
        );
    });
}

fn of_bone(ui: &mut Ui, session: &Session, (placed, bone): (&Placed, BoneIndex), actions: &mut Vec<Action>) {
    let Some(found) = bone_difference(session, placed, bone) else {
        dim_line(ui, "This model was not pinned, or is another one since.");
        return;
    };
    let unit = view::unit_of(session, placed.file);
    fact(
        ui,
        "from B",
        format!("{} {unit}", words::fixed(found.distance.into(), 3)),
    );
    fact(ui, "turned", from_b::degrees(found.turn_rad));
    if let Some(far) = found.greatest {
        let distance = format!("{} {unit}", words::fixed(far.distance.into(), 3));
        goes_to(ui, "greatest", (distance, far.frame), actions);
        goes_to(
            ui,
            "turned most",
            (from_b::degrees(far.turn_rad), far.turn_frame),
            actions,
        );
    }
}

/// A greatest difference, and its frame, to which a click goes.
fn goes_to(ui: &mut Ui, name: &str, (told, frame): (String, f64), actions: &mut Vec<Action>) {
    control::fact_with(ui, name, |ui| {
        let told = format!("{told} at frame {}", words::fixed(frame, 2));
        let text = RichText::new(&told)
            .text_style(theme::dense())
            .color(theme::of(ui).accent);
        let response = ui.add(egui::Button::new(text).frame(false).truncate());
        if response.on_hover_text("Go to that frame").clicked() {
            actions.push(Action::Playback(PlaybackAction::Pause));
            actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        }
    });
}

/// The bones that differ most, and the button that looks through the clip.
fn list(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    let found = greatest_differences(session, placed, MOST_LISTED);
    if found.is_empty() {
        dim_line(ui, from_b::ALIKE);
    }
    let unit = view::unit_of(session, placed.file);
    for BoneDifference {
        bone,
        distance,
        turn_rad,
        greatest,
    } in found
    {
        let name = placed.model().skeleton.name(bone);
        let told = match greatest {
            Some(far) => format!(
                "{} {unit} at {}",
                words::fixed(far.distance.into(), 3),
                words::fixed(far.frame, 1)
            ),
            None => format!(
                "{} {unit}, {}",
                words::fixed(distance.into(), 3),
                from_b::degrees(turn_rad)
            ),
        };
        control::fact_with(ui, name, |ui| {
            let text = RichText::new(&told)
                .text_style(theme::dense())
                .color(theme::of(ui).accent);
            let response = ui.add(egui::Button::new(text).frame(false).truncate());
            let response = response.on_hover_text(format!("{name}: {told}\nClick to select it"));
            if response.accessible_name(format!("{name} differs by {told}")).clicked() {
                let bone = Selected::Bone(placed.key, bone);
                actions.push(Action::Selection(SelectionAction::Select(Some(bone))));
            }
        });
    }
    let sweep = command("sweep_b");
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let mut asks = |name: &str, text: &str| {
            let command = command(name);
            let text = RichText::new(text).text_style(theme::dense());
            let response = ui.button(text).on_hover_text(command.title);
            if response.accessible_name(command.title).clicked() {
                actions.push(command.action());
            }
        };
        if sweep.is_enabled(session) && !is_swept(session) && !is_sweeping(session) {
            asks("sweep_b", "Greatest over the clip");
        }
        asks("list_b", "All in the tree");
    });
    if is_sweeping(session) {
        dim_line(ui, from_b::LOOKS);
    }
}

/// `Shows B: …` in the status line, with the way back; or the parts of A that B has not, with a button that pins all of them.
pub fn hint(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let lacking = lacking_words(session);
    let (told, ends) = match (flipped_words(session), lacking) {
        (Some(flipped), None) => (flipped, BACK),
        (Some(flipped), Some(lacking)) => (format!("{flipped}; as in A: {lacking}"), BACK),
        (None, Some(lacking)) => (format!("B is without {lacking}"), PIN_AGAIN),
        (None, None) => return,
    };
    if marked::hint(ui, (icons::ICON_SWAP_HORIZ, &told), ends) {
        let is_flipped = pinned_b(session).is_some_and(PinnedB::is_flipped);
        let action = match is_flipped {
            true => PinnedAction::Flip,
            false => PinnedAction::Pin,
        };
        actions.push(Action::Composition(CompositionAction::Pinned(action)));
    }
}
