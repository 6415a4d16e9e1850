//! A bone's numbers as text to paste elsewhere.
//!
//! In: a bone, the space, how the numbers are to be read. Out: text. Names are quoted, whatever they hold: what is pasted into
//! a program is one command and nothing else.

use crate::stage::up_axis::world_from_stage;
use crate::{BoneSpace, Placed, Readout, Selected, Session, stop_words};
use castview_base::core::{BoneIndex, Transform, json_number, json_string};
use glam::{Affine3A, Mat4};

/// Forms in which a bone's numbers are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoneForm {
    /// Lines for people.
    Text,
    /// The bone as `castview pose` prints it.
    Json,
    /// A command for Blender's Python console.
    Blender,
    /// A command for Maya's script editor, in MEL.
    Maya,
}

/// `bone` with all its numbers in one space.
pub struct BoneText<'a> {
    pub placed: &'a Placed,
    pub bone: BoneIndex,
    pub readout: Readout,
    /// The parts of `matrix`, with the sign of the rotation that is shown.
    pub shown: Transform,
    pub matrix: Affine3A,
    /// `after clip walk`, where the model is shown as one of its steps leaves it.
    pub stopped: Option<String>,
    /// `posed by hand`, where a hand has made something of these numbers.
    pub by_hand: Option<&'static str>,
}

/// The numbers of the selected bone as text; `None`: no bone is selected.
pub(crate) fn transform_text(session: &Session) -> Option<String> {
    let selected = session.edits.selected?;
    let placed = session.stage.placed(selected.placed()?)?;
    let Selected::Bone(_, bone) = placed.shown_as(selected) else {
        return None;
    };
    (bone.get() < placed.model().skeleton.len()).then(|| bone_text(session, placed, bone).written(BoneForm::Text))
}

/// The numbers of a bone in the space that is shown. Panics for a bone that the model does not have.
pub fn bone_text<'a>(session: &Session, placed: &'a Placed, bone: BoneIndex) -> BoneText<'a> {
    let readout = session.preferences.bones.readout;
    let is_upright = readout.upright && readout.space == BoneSpace::World;
    let matrix = match is_upright {
        true => world_from_stage(session) * placed.bone_matrix(bone, BoneSpace::World),
        false => placed.bone_matrix(bone, readout.space),
    };
    BoneText {
        placed,
        bone,
        readout,
        shown: match is_upright {
            true => Transform::of_affine(matrix),
            false => placed.bone_transform(bone, readout.space),
        },
        matrix,
        stopped: stop_words(session, placed),
        by_hand: hand_words(placed, bone, readout.space),
    }
}

/// Words for numbers of a bone in `space` of which a hand has made something.
fn hand_words(placed: &Placed, bone: BoneIndex, space: BoneSpace) -> Option<&'static str> {
    let posed = &placed.pose().clip_local;
    let is_posed = |bone: BoneIndex| posed.binary_search_by_key(&bone, |(bone, _)| *bone).is_ok();
    let goes_along = || {
        let above = placed.model().skeleton.ancestors_and_self(bone);
        !posed.is_empty() && above.skip(1).any(is_posed)
    };
    match space {
        // At rest no hand counts.
        BoneSpace::Rest => None,
        _ if is_posed(bone) => Some("posed by hand"),
        BoneSpace::Model | BoneSpace::World if goes_along() => Some("below bones posed by hand"),
        _ => None,
    }
}

impl BoneText<'_> {
    pub fn written(&self, form: BoneForm) -> String {
        match form {
            BoneForm::Text => self.lines(),
            BoneForm::Json => {
                let mut object = bone_json(self.placed, self.bone);
                object.pop();
                if let Some(step) = &self.stopped {
                    object += &format!(",\"stopped\":{}", json_string(step));
                }
                // It has the place on the stage, too.
                if let Some(words) = hand_words(self.placed, self.bone, BoneSpace::World) {
                    object += &format!(",\"by_hand\":{}", json_string(words));
                }
                object + "}"
            }
            BoneForm::Blender => self.blender(),
            BoneForm::Maya => self.maya(),
        }
    }

    fn name(&self) -> &str {
        self.placed.model().skeleton.name(self.bone)
    }

    fn lines(&self) -> String {
        let number = |value: &f32| match self.readout.decimals {
            Some(decimals) => format!("{value:.*}", usize::from(decimals)),
            None => json_number(*value),
        };
        let row = |values: &[f32]| values.iter().map(number).collect::<Vec<_>>().join(" ");
        let order = self.readout.order;
        let degrees = order.angles_rad(self.shown.rotation).to_array().map(f32::to_degrees);
        let axes = match self.readout {
            Readout {
                space: BoneSpace::World,
                upright: true,
                ..
            } => ", y up",
            _ => "",
        };
        let stopped = self.stopped.as_ref();
        let stopped = stopped.map_or_else(String::new, |step| format!(", stopped {step}"));
        let by_hand = self.by_hand.map_or_else(String::new, |words| format!(", {words}"));
        format!(
            "{} ({}{axes}{stopped}{by_hand})\nposition {}\nquaternion xyzw {}\ndegrees {} {}\nscale {}\n",
            self.name(),
            self.readout.space.name().to_lowercase(),
            row(&self.shown.translation.to_array()),
            row(&self.shown.rotation.to_array()),
            order.name(),
            row(&degrees),
            row(&self.shown.scale.to_array()),
        )
    }

    /// Moves the pose bone of that name on the active armature.
    fn blender(&self) -> String {
        let bone = format!(
            "bone = bpy.context.object.pose.bones[{}]",
            quoted(self.name(), Quotes::Python)
        );
        let rows: Vec<String> = (0..4)
            .map(|row| format!("({})", list(&Mat4::from(self.matrix).row(row).to_array())))
            .collect();
        let matrix = format!("mathutils.Matrix(({}))", rows.join(", "));
        let place = match self.readout.space {
            BoneSpace::Local | BoneSpace::Rest => {
                format!("bone.matrix = (bone.parent.matrix if bone.parent else mathutils.Matrix()) @ {matrix}")
            }
            BoneSpace::Model => format!("bone.matrix = {matrix}"),
            BoneSpace::World => format!("bone.matrix = bpy.context.object.matrix_world.inverted() @ {matrix}"),
            // Blender keeps poses as what turns the rest pose into them.
            BoneSpace::Offset => format!("bone.matrix_basis = {matrix}"),
        };
        format!("import bpy, mathutils; {bone}; {place}\n")
    }

    /// Moves the joint of that name.
    fn maya(&self) -> String {
        let name = quoted(self.name(), Quotes::Mel);
        let matrix = || list(&Mat4::from(self.matrix).to_cols_array());
        match self.readout.space {
            BoneSpace::Local | BoneSpace::Rest => {
                format!("xform -objectSpace -matrix {} {name};\n", matrix().replace(',', ""))
            }
            // Maya knows no space of a model: its root is where the model is.
            BoneSpace::Model | BoneSpace::World => {
                format!("xform -worldSpace -matrix {} {name};\n", matrix().replace(',', ""))
            }
            // A joint's rotation is counted from its orientation, which is the rest pose.
            BoneSpace::Offset => {
                let order = self.readout.order;
                let degrees = order.angles_rad(self.shown.rotation).to_array().map(f32::to_degrees);
                format!(
                    "xform -rotateOrder {} -rotation {} {name};\n",
                    order.name().to_lowercase(),
                    list(&degrees).replace(',', "")
                )
            }
        }
    }
}

/// One bone as `castview pose` prints it: name, parent, local parts, and where it stands on the stage.
pub fn bone_json(placed: &Placed, bone: BoneIndex) -> String {
    let skeleton = &placed.model().skeleton;
    let list = |values: &[f32]| {
        let values: Vec<String> = values.iter().map(|value| json_number(*value)).collect();
        format!("[{}]", values.join(","))
    };
    let local = placed.pose().local[bone.get()];
    format!(
        "{{\"name\":{},\"parent\":{},\"local\":{{\"translation\":{},\"rotation\":{},\"scale\":{}}},\"world\":{}}}",
        json_string(skeleton.name(bone)),
        skeleton
            .parent(bone)
            .map_or(-1, |parent| skeleton.file_index(parent) as i64),
        list(&local.translation.to_array()),
        list(&local.rotation.to_array()),
        list(&local.scale.to_array()),
        list(&Mat4::from(placed.bone_matrix(bone, BoneSpace::World)).to_cols_array()),
    )
}

/// `1.0, 2.5, 3.0`: exact.
fn list(values: &[f32]) -> String {
    let values: Vec<String> = values.iter().map(|value| json_number(*value)).collect();
    values.join(", ")
}

#[derive(Clone, Copy, PartialEq)]
enum Quotes {
    Python,
    Mel,
}

/// A string literal that means exactly `text`; in MEL, which cannot spell most control characters, these become `_`.
fn quoted(text: &str, quotes: Quotes) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Lines also end at U+2028 and U+2029 for some editors.
            control if control.is_control() || matches!(control, '\u{2028}' | '\u{2029}') => match quotes {
                Quotes::Python => out.push_str(&format!("\\u{:04x}", u32::from(control))),
                Quotes::Mel => out.push('_'),
            },
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_end_the_command_it_stands_in() {
        for (name, python, mel) in [
            ("hand", r#""hand""#, r#""hand""#),
            ("a\"]; import os #", r#""a\"]; import os #""#, r#""a\"]; import os #""#),
            ("a\\", r#""a\\""#, r#""a\\""#),
            ("a\nb\u{0}\u{2028}", r#""a\nb\u0000\u2028""#, r#""a\nb__""#),
        ] {
            assert_eq!(quoted(name, Quotes::Python), python);
            assert_eq!(quoted(name, Quotes::Mel), mel);
        }
    }
}
