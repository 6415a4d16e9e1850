//! The inspector of a bone: its numbers, its curves, and the models attached to it.

use super::bone_numbers;
use super::bone_shown::BoneShown;
use super::curve_rows;
use super::fixtures;
use super::motion::{by_hand, layers, play_as, rig, steps};
use super::rows::{dim_line, link};
use super::weights;
use crate::kit::control::{fact, section};
use crate::kit::words;
use castview_base::core::BoneIndex;
use castview_base::scene::Track;
use castview_motion::animation::{Binding, Channel, Driven};
use castview_session::{Action, ModeScope, Placed, Selected, Session, Stage, selection};
use egui::Ui;

pub fn show(
    ui: &mut Ui,
    session: &Session,
    placed: &Placed,
    bone: BoneIndex,
    shown: &mut BoneShown,
    actions: &mut Vec<Action>,
) {
    let skeleton = &placed.model().skeleton;
    if bone.get() >= skeleton.len() {
        return;
    }
    let near = shown.rotation_of_curve(session, placed, bone);
    fact(ui, "posed by", selection::posed_by(session, placed, bone).line);
    bone_numbers::show(ui, session, placed, bone, shown, near, actions);
    by_hand::show(ui, "Pose by hand", session, (placed, bone), actions);
    steps::show(ui, session, placed, bone, actions);
    fixtures::of_bone(ui, session, placed, bone);
    curves_of(ui, session, placed, bone, shown, actions);
    weights::of_bone(ui, session, placed, bone, actions);
    rig::of_bone(ui, session, placed, bone, actions);
    // Their masks begin at the bone that is selected.
    if !session.edits().layers().is_empty() {
        layers::show(ui, session, actions);
    }
    section(ui, "Place", None, |ui| {
        if let Some(parent) = skeleton.parent(bone) {
            link(
                ui,
                "parent",
                skeleton.name(parent),
                Selected::Bone(placed.key, parent),
                actions,
            );
        } else {
            fact(ui, "parent", "none: a root");
        }
        let children = skeleton
            .parents()
            .iter()
            .filter(|parent| **parent == Some(bone))
            .count();
        fact(ui, "children", words::grouped(children as u64));
        fact(ui, "in the file", format!("bone {}", skeleton.file_index(bone)));
        if skeleton.compensates_scale()[bone.get()] {
            fact(ui, "parent's scale", "compensated");
        }
    });
}

/// Names of the clips that drive this bone: the active one, then those of the layers, from the bottom of the stack.
fn drivers(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    let drives = |binding: &Binding| binding.bone_tracks(bone).next().is_some();
    let base = session.active_clip().map(|entry| entry.key);
    let base = base.filter(|_| placed.binding().is_some_and(|binding| drives(binding)));
    let layers = session.edits().layers().iter().filter(|layer| {
        let bound = Stage::bound_layer(placed, layer.key);
        bound.is_some_and(|bound| drives(&bound.binding))
    });
    for clip in base.into_iter().chain(layers.map(|layer| layer.clip)) {
        let name = session.stage().clip(clip).map_or("", |entry| &entry.name);
        link(ui, "driven by", name, Selected::Clip(clip), actions);
    }
}

/// The curves that drive this bone, of the clip whose keys are shown.
fn curves_of(
    ui: &mut Ui,
    session: &Session,
    placed: &Placed,
    bone: BoneIndex,
    shown: &mut BoneShown,
    actions: &mut Vec<Action>,
) {
    let Some(keyed) = session.keyed().filter(|keyed| keyed.binding(placed).is_some()) else {
        return;
    };
    let count = curve_rows::channels(session, placed, Driven::Bone(bone), &mut shown.rows).len();
    section(ui, "Curves", Some(count), |ui| {
        if count == 0 {
            dim_line(ui, &format!("{} does not drive this bone.", keyed.entry.name));
        }
        drivers(ui, session, placed, bone, actions);
        let playing = (keyed.entry.key, keyed.layer);
        let chosen = session.edits().mode_override(playing, placed.key, bone);
        let is_changed = |track: &Track, channel: &Channel| {
            chosen.is_some_and(|how| how.stored_mode().is_none() || track.mode != channel.mode)
        };
        curve_rows::show(ui, session, &mut shown.rows, is_changed, actions);
        if count > 0 {
            let scope = ModeScope::Bone(placed.key, bone);
            play_as::line(ui, session, (scope, None), actions);
        }
    });
}
