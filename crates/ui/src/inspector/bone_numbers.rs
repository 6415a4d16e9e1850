//! The numbers of a bone in one space at a time: position, rotation, angles, scale, length.
//!
//! Every number is copied by a click, the whole block by the menu at its head or by a right click.

use super::bone_shown::BoneShown;
use crate::inspector::rows::{copied_row, link, stands_in_one_line, table_head};
use crate::kit::control::{self, fact, section};
use crate::kit::theme::{self, size, space};
use crate::kit::words::{self, counted};
use castview_base::core::{BoneIndex, EulerOrder};
use castview_session::selection;
use castview_session::stage;
use castview_session::view;
use castview_session::{
    Action, BoneForm, BoneLength, BoneSpace, BoneText, Placed, Readout, Selected, Session, WindowAction,
};
use egui::containers::menu::MenuButton;
use egui::{Button, Response, RichText, Ui, Vec2};
use egui_material_icons::icons;
use glam::Quat;

/// `shown` remembers the sign of the rotation from pass to pass; `near` is a rotation on whose side that of the pose is shown.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    placed: &Placed,
    bone: BoneIndex,
    shown: &mut BoneShown,
    near: Option<Quat>,
    actions: &mut Vec<Action>,
) {
    let readout = session.preferences().bones.readout;
    let text = numbers(session, placed, bone, readout, shown, near);
    let unit = view::unit_of(session, placed.file);
    section(ui, "Transform", None, |ui| {
        head(ui, session, &text, actions);
        let size = placed.bounds().diagonal();
        if let Some(block) = table(ui, &text, (unit, size), actions) {
            block.context_menu(|ui| copies(ui, &text, actions));
        }
        length(ui, placed, bone, (readout.decimals, unit), actions);
    });
}

/// Returns the bone's numbers as they are shown, with the sign of its rotation settled.
fn numbers<'a>(
    session: &Session,
    placed: &'a Placed,
    bone: BoneIndex,
    readout: Readout,
    shown: &mut BoneShown,
    near: Option<Quat>,
) -> BoneText<'a> {
    let mut text = selection::bone_text(session, placed, bone);
    let is_upright = readout.upright && readout.space == BoneSpace::World;
    let near = near.filter(|_| readout.space == BoneSpace::Local);
    let of = (placed.key, bone, readout.space, is_upright);
    text.shown.rotation = shown.continued(of, text.shown.rotation, near);
    text
}

/// Which space, how the numbers are written, and what can be copied.
fn head(ui: &mut Ui, session: &Session, text: &BoneText<'_>, actions: &mut Vec<Action>) {
    let readout = text.readout;
    let set = |readout| Action::Window(WindowAction::SetReadout(readout));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.spacing_mut().button_padding.x = space::XS;
        ui.add_space(space::S);
        for one in BoneSpace::ALL {
            let word = RichText::new(one.name()).text_style(theme::dense());
            let chosen = ui.selectable_label(readout.space == one, word);
            let response = chosen.on_hover_text(tip(session, one));
            if response.accessible_name(format!("{} space", one.name())).clicked() {
                actions.push(set(Readout { space: one, ..readout }));
            }
        }
        icon_menu(ui, icons::ICON_TUNE, "How numbers are shown", |ui| {
            for order in EulerOrder::ALL {
                let title = format!("Angles {}", order.name());
                if control::entry(ui, &title, "", true, Some(order == readout.order)) {
                    actions.push(set(Readout { order, ..readout }));
                }
            }
            ui.separator();
            for decimals in Readout::DECIMALS {
                let title = match decimals {
                    Some(1) => "1 decimal".to_owned(),
                    Some(count) => format!("{count} decimals"),
                    None => "All digits".to_owned(),
                };
                if control::entry(ui, &title, "", true, Some(decimals == readout.decimals)) {
                    actions.push(set(Readout { decimals, ..readout }));
                }
            }
            ui.separator();
            let up = stage::up_axis(session).letter();
            for (title, upright) in [
                (format!("World in the file's axes ({up} up)"), false),
                ("World with y up, as drawn".to_owned(), true),
            ] {
                if control::entry(ui, &title, "", true, Some(upright == readout.upright)) {
                    actions.push(set(Readout { upright, ..readout }));
                }
            }
        });
        icon_menu(ui, icons::ICON_CONTENT_COPY, "Copy bone", |ui| {
            copies(ui, text, actions)
        });
    });
}

fn tip(session: &Session, space: BoneSpace) -> String {
    match space {
        BoneSpace::Local => "Relative to the parent bone".to_owned(),
        BoneSpace::Model => "Relative to the model's origin".to_owned(),
        BoneSpace::World if session.preferences().bones.readout.upright => {
            "On the stage, with y up as it is drawn; placement and attachment included".to_owned()
        }
        BoneSpace::World => format!(
            "On the stage, in the file's own axes ({} up), as castview pose prints it; placement and attachment included",
            stage::up_axis(session).letter()
        ),
        BoneSpace::Offset => "From the rest pose to the pose, in the bone's own rest frame".to_owned(),
        BoneSpace::Rest => "The rest pose, relative to the parent bone".to_owned(),
    }
}

fn icon_menu(ui: &mut Ui, glyph: egui_material_icons::MaterialIcon, name: &str, add: impl FnOnce(&mut Ui)) {
    let button = Button::new(control::icon(glyph))
        .frame_when_inactive(false)
        .min_size(Vec2::splat(size::ROW));
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| control::menu_column(ui, add));
    response.on_hover_text(name).accessible_name(name);
}

fn copies(ui: &mut Ui, text: &BoneText<'_>, actions: &mut Vec<Action>) {
    for (title, form) in [
        ("Copy as text", BoneForm::Text),
        ("Copy as JSON", BoneForm::Json),
        ("Copy as Blender command", BoneForm::Blender),
        ("Copy as Maya command", BoneForm::Maya),
    ] {
        if control::entry(ui, title, "", true, None) {
            actions.push(Action::Window(WindowAction::Copy(text.written(form))));
        }
    }
}

/// All its numbers, as one response.
fn table(
    ui: &mut Ui,
    text: &BoneText<'_>,
    (unit, model_size): (&str, f32),
    actions: &mut Vec<Action>,
) -> Option<Response> {
    let Readout { order, decimals, .. } = text.readout;
    let parts = &text.shown;
    let degrees = order.angles_rad(parts.rotation).to_array().map(f32::to_degrees);
    let angles = format!("Rotation in degrees, around {}", spelled(order));
    if stands_in_one_line(decimals) {
        table_head(ui, unit);
    }
    let rows = [
        (
            "T",
            &format!("Translation, in {unit}")[..],
            (&parts.translation.to_array()[..], model_size),
        ),
        ("R", "Rotation as a quaternion", (&parts.rotation.to_array()[..], 0.0)),
        ("deg", &angles, (&degrees[..], 0.0)),
        ("S", "Scale", (&parts.scale.to_array()[..], 0.0)),
    ];
    let cells = rows.map(|(letter, what, values)| copied_row(ui, letter, what, values, decimals, actions));
    cells.into_iter().flatten().reduce(|all, row| all | row)
}

/// `x, then y, then z`.
fn spelled(order: EulerOrder) -> String {
    let letters: Vec<String> = order.name().to_lowercase().chars().map(String::from).collect();
    letters.join(", then ")
}

fn length(
    ui: &mut Ui,
    placed: &Placed,
    bone: BoneIndex,
    (decimals, unit): (Option<u8>, &str),
    actions: &mut Vec<Action>,
) {
    let number = |value| words::number(value, decimals);
    let with_unit = |value| format!("{} {unit}", number(value));
    let name = |bone| placed.model().skeleton.name(bone);
    let to = |bone| Selected::Bone(placed.key, bone);
    match placed.bone_length(bone) {
        BoneLength::ToChildren {
            nearest,
            only: Some(child),
            ..
        } => {
            fact(ui, "length", with_unit(nearest));
            link(ui, "to its child", name(child), to(child), actions);
        }
        BoneLength::ToChildren {
            nearest,
            farthest,
            count,
            only: None,
        } => {
            let to = counted(count as u64, "child", "children");
            let lengths = format!("{} … {}", number(nearest), with_unit(farthest));
            fact(ui, "length", lengths);
            fact(ui, "to its", to);
        }
        // A leaf, whose own length no file states.
        BoneLength::FromParent(length, parent) => {
            fact(ui, "length", with_unit(length));
            link(ui, "from parent", name(parent), to(parent), actions);
        }
        BoneLength::Unknown => {
            fact(ui, "length", "none, it stands alone");
        }
    }
}
