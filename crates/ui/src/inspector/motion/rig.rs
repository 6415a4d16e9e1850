//! IK handles and constraints in words: the parts of one, those of a bone, and a line while they are off.

use super::by_hand;
use crate::inspector::rows::{dim_line, link};
use crate::kit::control::{self, fact, section};
use crate::kit::theme::{self, space};
use crate::kit::words::{self, counted};
use crate::tree::node::{self, Node};
use castview_base::core::{BoneIndex, ConstraintIndex, IkHandleIndex};
use castview_base::scene::{Constraint, ConstraintKind};
use castview_session::{Action, Placed, RigPart, RigRole, Selected, Session, Switch, view};
use egui::{Button, RichText, Ui};
use egui_material_icons::icons;
use glam::{EulerRot, Quat, Vec3};

/// Bones of a chain, and parts a bone has, listed at most; the rest is a count.
const MOST_ROWS: usize = 40;

/// One line: the file has handles or constraints, and they are off. A button switches them on (cast.md A30).
pub fn off_hint(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(words) = off_words(session) else { return };
    let theme = theme::of(ui);
    ui.label(control::icon(icons::ICON_HUB).color(theme.dim));
    ui.label(RichText::new(words).color(theme.text));
    let button = Button::new(RichText::new(TURN_ON).color(theme.accent)).frame_when_inactive(false);
    let response = ui
        .add(button)
        .on_hover_text("Solve IK handles and constraints (I)")
        .accessible_name("Turn IK handles and constraints on");
    if response.clicked() {
        actions.push(Switch::RIG.toggle());
    }
    ui.separator();
}

/// The button of [`off_hint`].
pub const TURN_ON: &str = "Turn on";

/// Returns the words of [`off_hint`]; `None`: nothing.
pub fn off_words(session: &Session) -> Option<String> {
    let is_off = !session.composition().rig() && session.stage().has_rig();
    is_off.then(|| format!("{} off", there_are(session)))
}

/// `4 IK handles and 2 constraints are`; what there is none of is left out.
fn there_are(session: &Session) -> String {
    let rigs = || session.stage().models().iter().map(|placed| &placed.model().rig);
    let handles: usize = rigs().map(|rig| rig.handles.len()).sum();
    let constraints: usize = rigs().map(|rig| rig.constraints.len()).sum();
    let mut parts = Vec::new();
    for (count, one, many) in [
        (handles, "IK handle", "IK handles"),
        (constraints, "constraint", "constraints"),
    ] {
        if count > 0 {
            parts.push(counted(count as u64, one, many));
        }
    }
    let verb = if handles + constraints == 1 { "is" } else { "are" };
    format!("{} {verb}", parts.join(" and "))
}

pub fn handle(ui: &mut Ui, session: &Session, placed: &Placed, index: IkHandleIndex, actions: &mut Vec<Action>) {
    let model = placed.model();
    let Some(handle) = model.rig.handles.get(index.get()) else {
        return;
    };
    let skeleton = &model.skeleton;
    let mut bone_link = |ui: &mut Ui, label: &str, bone: BoneIndex| {
        link(
            ui,
            label,
            skeleton.name(bone),
            Selected::Bone(placed.key, bone),
            actions,
        );
    };
    let mut chain: Vec<BoneIndex> = handle.chain_upwards(skeleton).collect();
    chain.reverse();
    section(ui, "Chain", Some(chain.len()), |ui| {
        for (at, bone) in chain.iter().take(MOST_ROWS).enumerate() {
            let label = match at {
                0 => "first bone",
                _ if at + 1 == chain.len() => "effector",
                _ => "bone",
            };
            bone_link(ui, label, *bone);
        }
        and_more(ui, chain.len());
    });
    section(ui, "Goal", None, |ui| {
        bone_link(ui, "target", handle.target);
        if handle.target_offset != Vec3::ZERO {
            fact(ui, "offset", numbers(handle.target_offset));
        }
        let takes = if handle.takes_target_rotation {
            "taken by the effector"
        } else {
            "not taken"
        };
        fact(ui, "rotation", takes);
        match handle.pole_vector {
            Some(bone) => bone_link(ui, "bends towards", bone),
            None => drop(fact(ui, "bends towards", "as it does now")),
        }
        if let Some(bone) = handle.pole_twist {
            bone_link(ui, "twist from", bone);
        }
        if let Some(away) = view::goal_distance(placed, index) {
            let away = format!(
                "{} {}",
                words::fixed(f64::from(away), 3),
                view::unit_of(session, placed.file)
            );
            fact(ui, "effector to goal", away);
        }
    });
    by_hand::show(ui, "Pose the goal by hand", session, (placed, handle.target), actions);
    switch(ui, session, actions);
}

pub fn constraint(ui: &mut Ui, session: &Session, placed: &Placed, index: ConstraintIndex, actions: &mut Vec<Action>) {
    let model = placed.model();
    let Some(constraint) = model.rig.constraints.get(index.get()) else {
        return;
    };
    section(ui, "Constraint", None, |ui| {
        fact(ui, "kind", constraint.kind.word());
        for (label, bone) in [("drives", constraint.driven), ("follows", constraint.target)] {
            let item = Selected::Bone(placed.key, bone);
            link(ui, label, model.skeleton.name(bone), item, actions);
        }
        fact(
            ui,
            "weight",
            format!("{} %", words::fixed(f64::from(constraint.weight) * 100.0, 0)),
        );
        fact(ui, "offset", offset_words(constraint));
        let skipped: Vec<&str> = ["x", "y", "z"]
            .into_iter()
            .zip(constraint.skips)
            .filter_map(|(axis, skips)| skips.then_some(axis))
            .collect();
        let axes = match skipped.len() {
            0 => "all".to_owned(),
            3 => "none".to_owned(),
            _ => format!("all but {}", skipped.join(", ")),
        };
        fact(ui, "axes", axes);
    });
    switch(ui, session, actions);
}

/// The handles and constraints that `bone` takes part in, each with its part.
pub fn of_bone(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    let parts = placed.rig_parts().of_bone(bone);
    if parts.is_empty() {
        return;
    }
    section(ui, "IK and constraints", Some(parts.len()), |ui| {
        for RigPart { role, item, .. } in parts.iter().take(MOST_ROWS) {
            let part = match role {
                RigRole::Chain => "in the chain",
                RigRole::Goal | RigRole::Target => "target of",
                RigRole::Pole => "pole of",
                RigRole::Twist => "twists",
                RigRole::Driven => "driven by",
            };
            let name = node::label(session.stage(), Node::Item(*item));
            link(ui, part, name, *item, actions);
        }
        and_more(ui, parts.len());
        if !session.composition().rig() {
            dim_line(ui, "Off: they move nothing now.");
        }
    });
}

fn and_more(ui: &mut Ui, count: usize) {
    if let Some(more) = count.checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        dim_line(ui, &format!("and {} more", words::grouped(more as u64)));
    }
}

/// The switch for all of them, where one of them is looked at.
fn switch(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    section(ui, "Solved", None, |ui| {
        let mut on = session.composition().rig();
        ui.horizontal(|ui| {
            ui.add_space(space::L);
            let response = ui.checkbox(&mut on, "Solve handles and constraints");
            if response.on_hover_text("All of them, on every model (I)").clicked() {
                actions.push(Switch::RIG.toggle());
            }
        });
    });
}

/// cast.md A33: keeping the rest offset goes before an offset of its own.
fn offset_words(constraint: &Constraint) -> String {
    match constraint.kind {
        _ if constraint.keeps_rest_offset => "as at rest".to_owned(),
        ConstraintKind::Point { offset: Vec3::ZERO } | ConstraintKind::Scale { offset: Vec3::ONE } => "none".to_owned(),
        ConstraintKind::Orient { offset } if offset == Quat::IDENTITY => "none".to_owned(),
        ConstraintKind::Point { offset } | ConstraintKind::Scale { offset } => numbers(offset),
        ConstraintKind::Orient { offset } => {
            let (z, y, x) = offset.to_euler(EulerRot::ZYX);
            let degrees = [x, y, z].map(|angle| words::fixed(f64::from(angle).to_degrees(), 1));
            format!("{}°", degrees.join("° "))
        }
    }
}

fn numbers(values: Vec3) -> String {
    words::row(&values.to_array()).join(" ")
}
