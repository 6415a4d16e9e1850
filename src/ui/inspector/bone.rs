//! The inspector of a bone: its numbers, its curves, and the models attached to it.

use super::bone_numbers;
use super::bone_shown::Shown;
use super::fixtures;
use super::motion::{layers, modes, rig};
use super::rows::{dim_line, link};
use super::weights;
use crate::animation::Binding;
use crate::core::BoneIndex;
use crate::scene::Property;
use crate::session::{Action, Placed, Selected, Session, Stage};
use crate::ui::kit::control::{fact, section};
use crate::ui::kit::words::{self, counted};
use egui::Ui;
use std::borrow::Cow;

pub fn show(
    ui: &mut Ui,
    session: &Session,
    placed: &Placed,
    bone: BoneIndex,
    shown: &mut Shown,
    actions: &mut Vec<Action>,
) {
    let skeleton = &placed.model().skeleton;
    if bone.get() >= skeleton.len() {
        return;
    }
    let near = shown.rotation_of_curve(session, placed, bone);
    fact(ui, "posed by", session.posed_by(placed, bone));
    bone_numbers::show(ui, session, placed, bone, shown, near, actions);
    fixtures::of_bone(ui, session, placed, bone);
    curves_of(ui, session, placed, bone, actions);
    weights::of_bone(ui, session, placed, bone, actions);
    rig::of_bone(ui, session, placed, bone, actions);
    // Their masks begin at the bone that is selected.
    if !session.layers().is_empty() {
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
    let base = base.filter(|_| placed.binding.as_deref().is_some_and(drives));
    let layers = session.layers().iter().filter(|layer| {
        let bound = Stage::bound_layer(placed, layer.key);
        bound.is_some_and(|bound| drives(&bound.binding))
    });
    for clip in base.into_iter().chain(layers.map(|layer| layer.clip)) {
        let name = session.stage().clip(clip).map_or("", |entry| &entry.name);
        link(ui, "driven by", name, Selected::Clip(clip), actions);
    }
}

/// The curves of the active clip that drive this bone.
pub fn curves_of(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    let (Some(entry), Some(binding)) = (session.active_clip(), &placed.binding) else {
        return;
    };
    let tracks: Vec<_> = binding.bone_tracks(bone).collect();
    let driven = !tracks.is_empty();
    section(ui, "Curves", Some(tracks.len()), |ui| {
        if tracks.is_empty() {
            dim_line(ui, &format!("{} does not drive this bone.", entry.name));
        }
        drivers(ui, session, placed, bone, actions);
        for (index, mode) in tracks {
            let Some(track) = entry.clip().tracks.get(index) else {
                continue;
            };
            let keys = counted(track.keys.len() as u64, "key", "keys");
            let changed = session
                .mode_override(entry.key, placed.key, bone)
                .is_some_and(|_| track.mode != mode);
            let changed = if changed { " · changed" } else { "" };
            fact(
                ui,
                &property_word(track.property),
                format!("{} · {keys}{changed}", mode.word()),
            );
        }
        if driven {
            modes::line(ui, session, placed, bone, actions);
        }
    });
}

pub fn property_word(property: Property) -> Cow<'static, str> {
    Cow::Borrowed(match property {
        Property::TranslationX => "translation x",
        Property::TranslationY => "translation y",
        Property::TranslationZ => "translation z",
        Property::Rotation => "rotation",
        Property::ScaleX => "scale x",
        Property::ScaleY => "scale y",
        Property::ScaleZ => "scale z",
        Property::BlendWeight => "blend weight",
        Property::Visibility => "visibility",
        Property::Parameter(parameter) => return parameter.words(),
    })
}
