//! Reasons for the place of a bone: its steps from rest to the stage, each with its change and its keys.
//!
//! In: the session as it stands, and a bone. Out: rows. The steps are made only while their section is open. A click on a step shows the
//! model stopped there, a second one shows all steps.

use super::stopped;
use crate::inspector::rows::{dim_line, link};
use crate::kit::control::{fact, folded_section};
use crate::kit::words;
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::Values;
use castview_motion::animation::{CurveUse, CurveValue, LayerPart, Rung, RungStep};
use castview_session::selection::bone_way;
use castview_session::{Action, BoneWay, ModeFrom, Placed, Selected, Session, StopAfter, WayLayer};
use egui::Ui;

/// Changes below these are rounding: a share of the size of what is changed, and degrees.
const NOTHING: f32 = 1e-6;
const NO_DEGREES: f32 = 1e-3;

/// The folded section *Why is it there?*.
pub fn show(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    folded_section(ui, "Why is it there?", |ui| {
        let way = bone_way(session, placed, bone);
        stopped::mark(ui, session, actions);
        let mut below: Option<Transform> = None;
        for rung in &way.rungs {
            step(ui, session, &way, (below.as_ref(), rung), actions);
            below = Some(rung.local);
        }
        if let (Some(title), Some(below)) = (way.shown_title(), &below) {
            let local = &way.shown_local;
            fact(ui, "shown", change(below, local)).on_hover_text(numbers(local));
            dim_line(ui, &title);
        }
        if let Some((leader, bone)) = way.leader {
            let of = Selected::Bone(leader.key, bone);
            link(ui, "moves with", leader.model().skeleton.name(bone), of, actions);
        }
        let place = |at: glam::Vec3A| words::row(&at.to_array()).join(" ");
        let in_model = |bone: BoneIndex| {
            let model_from_bone = placed.filed_in_model(way.whole.model_from_bone[bone.get()]);
            place(model_from_bone.translation)
        };
        if let Some(parent) = placed.model().skeleton.parent(bone) {
            fact(ui, "parent at", in_model(parent));
        }
        fact(ui, "in the model", in_model(bone));
        fact(ui, "on the stage", place(way.stage_from_bone.translation));
    });
}

/// A step with its change; its curves follow in lines of their own.
fn step(
    ui: &mut Ui,
    session: &Session,
    way: &BoneWay<'_>,
    (below, rung): (Option<&Transform>, &Rung),
    actions: &mut Vec<Action>,
) {
    let told = |local: &Transform| match below {
        Some(below) => change(below, local),
        None => format!("at {}", words::row(&local.translation.to_array()).join(" ")),
    };
    let model = way.placed.key;
    let mut row = |word: &str, local: &Transform, after: StopAfter| {
        stopped::row(
            ui,
            session,
            (word, &told(local), &numbers(local)),
            (model, after),
            actions,
        );
    };
    let after = way.stop(rung);
    if let (RungStep::Layer { parts, .. }, StopAfter::Layer(layer, _)) = (&rung.step, after) {
        for (part, local) in parts {
            let word = match part {
                LayerPart::Keys => "keys alone",
                LayerPart::Mode => "with mode",
                LayerPart::Whole => "whole",
            };
            row(word, local, StopAfter::Layer(layer, *part));
        }
    }
    let (word, title) = way.title(rung);
    row(word, &rung.local, after);
    if !title.is_empty() {
        dim_line(ui, &title);
    }
    if let RungStep::Layer { at, curves, .. } = &rung.step {
        for used in curves {
            dim_line(ui, &curve(&way.layers[*at], used));
        }
    }
}

/// `moves 1.2, turns 14.3°`.
fn change(below: &Transform, after: &Transform) -> String {
    let mut parts = Vec::new();
    let moved = (after.translation - below.translation).length();
    if moved > NOTHING * below.translation.length().max(1.0) {
        parts.push(format!("moves {}", words::measure(moved)));
    }
    let turned = below
        .rotation
        .normalize()
        .angle_between(after.rotation.normalize())
        .to_degrees();
    if turned > NO_DEGREES {
        parts.push(format!("turns {}°", words::measure(turned)));
    }
    if (after.scale - below.scale).length() > NOTHING * below.scale.length() {
        parts.push(format!("scales to {}", words::row(&after.scale.to_array()).join(" ")));
    }
    match parts.is_empty() {
        true => "changes nothing".to_owned(),
        false => parts.join(", "),
    }
}

/// All digits.
fn numbers(local: &Transform) -> String {
    let row = |numbers: &[f32]| numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
    format!(
        "translation {}\nrotation {}\nscale {}",
        row(&local.translation.to_array()),
        row(&local.rotation.to_array()),
        row(&local.scale.to_array())
    )
}

/// `ty relative: 0 (frame 0, byte 0x1a0) … 4 (frame 10, byte 0x1a4) → 1`.
fn curve(layer: &WayLayer<'_>, used: &CurveUse) -> String {
    let track = layer.track(used);
    let key = |at: usize| {
        let value = match &track.values {
            Values::Scalar(values) => words::measure(values.get(at)),
            Values::Rotation(values) => words::row(&values.get(at)).join(" "),
            Values::Switch(values) => u8::from(values[at]).to_string(),
        };
        let byte = layer
            .byte(used, at)
            .map_or(String::new(), |place| format!(", byte {:#x}", place.byte));
        format!("{value} (frame {}{byte})", words::frame(track.keys.frame(at)))
    };
    let keys = match used.keys {
        [before, after] if before == after => key(before),
        [before, after] => format!("{} … {}", key(before), key(after)),
    };
    let from = match layer.mode_from(used) {
        ModeFrom::Curve => "",
        ModeFrom::Override => " by an override of the file",
        ModeFrom::Chosen(_) => " as chosen here",
    };
    let (channel, mode) = (used.property.short_name(), used.mode.word());
    let made = match used.made {
        CurveValue::Number(number) => words::measure(number),
        CurveValue::Rotation(rotation) => words::row(&rotation.to_array()).join(" "),
    };
    format!("{channel} {mode}{from}: {keys} → {made}")
}
