//! Bones posed by hand: the change of the selected bone as numbers to type or drag, and the mark of every pose that has such bones.

use super::marked::{self, Ends};
use super::position::numbers;
use crate::inspector::rows::dim_line;
use crate::kit::control::{self, folded_section};
use crate::kit::theme::{self, space};
use crate::kit::words;
use castview_base::core::BoneIndex;
use castview_session::view;
use castview_session::{
    Action, CompositionAction, HandPart, HandPoseAction, HandSpace, Placed, Selected, Session, command,
    hand_pose_words, hand_shape_words, told_change,
};
use egui::{RichText, Ui};
use egui_material_icons::icons;
use glam::Vec3;

/// Dragging a number by one point shifts the bone by this part of the model's size.
const PER_POINT: f32 = 0.002;

const RESET: Ends = Ends {
    text: "Reset",
    tip: "All bones stand as the clips have them",
    name: "Reset all bones posed by hand",
};

const RESET_SHAPES: Ends = Ends {
    text: "Reset",
    tip: "All weights are those of the clips",
    name: "Reset all blend shapes set by hand",
};

/// The folded section of the selected bone, or of the bone that a selected IK handle reaches for.
pub fn show(
    ui: &mut Ui,
    title: &'static str,
    session: &Session,
    (placed, bone): (&Placed, BoneIndex),
    actions: &mut Vec<Action>,
) {
    folded_section(ui, title, |ui| {
        spaces(ui, session, actions);
        let space = session.composition().hand_tool().space;
        let id = control::stable_id("typed turn").with((placed.key, bone, space));
        let typed = ui.data(|data| data.get_temp::<Vec3>(id));
        let [mut turn, mut shift, mut scale] = told_change(session, placed, bone, typed);
        let step = placed.bounds().diagonal().max(1e-3) * PER_POINT;
        let unit = view::unit_of(session, placed.file);
        // A word would leave no room for the number.
        let suffix = if unit.len() > 2 {
            String::new()
        } else {
            format!(" {unit}")
        };
        let about = match space {
            HandSpace::Local => "the bone's own axes",
            HandSpace::Parent => "the parent's axes",
            HandSpace::World => "the world's axes, y up",
        };
        let turned = numbers(ui, "turn", &mut turn, (0.5, 1, "°"), &format!("About {about}, x first"));
        let shifted = numbers(
            ui,
            "shift",
            &mut shift,
            (step, 3, &suffix),
            &format!("Along {about}, in {unit}"),
        );
        let scaled = numbers(ui, "scale", &mut scale, (0.01, 3, "×"), "Along the bone's own axes");
        if turned.changed {
            ui.data_mut(|data| data.insert_temp(id, turn));
        }
        for (edit, part, value) in [
            (turned, HandPart::Turn, turn),
            (shifted, HandPart::Shift, shift),
            (scaled, HandPart::Scale, scale),
        ] {
            if edit.changed {
                let model = placed.key;
                actions.push(hand(HandPoseAction::Set {
                    model,
                    bone,
                    part,
                    value,
                }));
            }
            if edit.ended {
                actions.push(Action::Composition(CompositionAction::EndDrag));
            }
        }
        let others = session.edits().also_selected.iter();
        let is_posed = |item: &&Selected| matches!(item, Selected::Bone(..) | Selected::Handle(..));
        let bones = others.filter(is_posed).count();
        if bones > 0 {
            let all = words::grouped(bones as u64 + 1);
            dim_line(ui, &format!("A number typed here is set for all {all} selected bones."));
        }
        control::fact_with(ui, "", |ui| {
            let reset = command("pose_reset");
            let button = egui::Button::new("Reset");
            let response = ui.add_enabled(reset.is_enabled(session), button);
            let tip = "To where the clips have it (Alt+R). A pose by hand is never written into an open file.";
            if response.on_hover_text(tip).on_disabled_hover_text(tip).clicked() {
                actions.push(reset.action());
            }
        });
    });
}

/// Buttons for the space in which the numbers are told.
fn spaces(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let chosen = session.composition().hand_tool().space;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.spacing_mut().button_padding.x = space::XS;
        ui.add_space(space::L);
        for one in HandSpace::ALL {
            let word = RichText::new(one.word()).text_style(theme::dense());
            let response = ui.selectable_label(one == chosen, word);
            let name = format!("Pose in {} space", one.word().to_lowercase());
            if response.accessible_name(name).clicked() {
                actions.push(hand(HandPoseAction::TellIn(one)));
            }
        }
    });
}

/// `Posed by hand: 3 bones`, and a button that resets them; nothing while no bone is posed by hand.
pub fn mark(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = hand_pose_words(session)
        && marked::line(ui, (icons::ICON_BACK_HAND, &told), RESET)
    {
        actions.push(hand(HandPoseAction::ResetAll));
    }
}

/// The same in the status line.
pub fn hint(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = hand_pose_words(session)
        && marked::hint(ui, (icons::ICON_BACK_HAND, &told), RESET)
    {
        actions.push(hand(HandPoseAction::ResetAll));
    }
}

/// The mark of blend shapes whose weights are not those of the clips, in the status line: none in the inspector, whose sliders it would push
/// away from the pointer.
pub fn shapes_hint(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = hand_shape_words(session)
        && marked::hint(ui, (icons::ICON_BACK_HAND, &told), RESET_SHAPES)
    {
        actions.push(Action::Composition(CompositionAction::ResetShapeWeights));
    }
}

fn hand(action: HandPoseAction) -> Action {
    Action::Composition(CompositionAction::PoseByHand(action))
}
