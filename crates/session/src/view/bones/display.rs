//! Which bones are shown and what their colours say.
//!
//! In: the user's choice, the selection, the active clip's bindings. Out: [`BoneMarks`] of a model.

use crate::view::bones::colors::{dim, of_mode, of_role};
use crate::window::colors;
use crate::{Placed, Selected, Session};
use castview_base::core::BoneIndex;
use castview_base::scene::Skeleton;
use castview_motion::animation::{Side, side_of};
use castview_picture::{BoneMarks, BoneShape, BoneStyle};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Times the usual thickness.
pub const BONE_SIZES: [f32; 2] = [0.25, 4.0];

/// Which bones are shown while bones are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BonesShown {
    #[default]
    All,
    /// The selected one, all it hangs on and all that hangs on it.
    Chain,
    /// Those that a curve of the active clip drives.
    Driven,
    /// Those that weigh at a vertex.
    Skinning,
}

/// Meaning of a bone's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BoneColoring {
    /// Nothing.
    #[default]
    Plain,
    /// How many bones are above it.
    Depth,
    /// Left or right, by its name.
    Side,
    /// Whether the active clip drives it.
    Driven,
    /// The mode of the curves that drive it.
    Modes,
    /// Whether it belongs to a handle or a constraint.
    Rig,
    /// How fast it moves in the active clip.
    Movement,
}

/// How bones are shown; outlives a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BoneDisplay {
    pub shown: BonesShown,
    pub coloring: BoneColoring,
    pub shape: BoneShape,
    /// Times the thickness that follows from their lengths.
    pub size: f32,
    /// As thick on the screen from near and far.
    pub is_constant: bool,
    /// IK handles and constraints are drawn with them.
    pub rig: bool,
}

impl BonesShown {
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::All, "All"),
        (Self::Chain, "Chain of the selected bone"),
        (Self::Driven, "Driven by the clip"),
        (Self::Skinning, "That move vertices"),
    ];
}

impl BoneColoring {
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Plain, "One color"),
        (Self::Depth, "Depth"),
        (Self::Side, "Left and right"),
        (Self::Driven, "Driven or not"),
        (Self::Modes, "Curve mode"),
        (Self::Rig, "Rig"),
        (Self::Movement, "Movement in the clip"),
    ];
}

impl Default for BoneDisplay {
    fn default() -> Self {
        let style = BoneStyle::default();
        Self {
            shown: BonesShown::default(),
            coloring: BoneColoring::default(),
            shape: style.shape,
            size: style.size,
            is_constant: style.is_constant,
            rig: true,
        }
    }
}

impl BoneDisplay {
    pub const SHAPES: [(BoneShape, &'static str); 4] = [
        (BoneShape::Octahedron, "Octahedra"),
        (BoneShape::Stick, "Sticks"),
        (BoneShape::Line, "Lines"),
        (BoneShape::Axes, "Axes"),
    ];

    /// With the nearest usable size.
    pub fn checked(self) -> Self {
        let size = if self.size.is_finite() { self.size } else { 1.0 };
        Self {
            size: size.clamp(BONE_SIZES[0], BONE_SIZES[1]),
            ..self
        }
    }

    pub(crate) fn style(&self) -> BoneStyle {
        BoneStyle {
            shape: self.shape,
            size: self.size,
            is_constant: self.is_constant,
        }
    }
}

/// In the next run, too.
pub(crate) fn show_bones(session: &mut Session, shown: bool) {
    session.view.overlays.bones = shown;
    session.preferences.bones.shown = shown;
}

/// Which bones are shown; `None`: no bones.
pub(crate) fn bones_kind(session: &Session) -> Option<BonesShown> {
    session
        .view
        .overlays
        .bones
        .then_some(session.preferences.bones.display.shown)
}

/// Shows bones of that kind; `None`: no bones, and the kind is kept.
pub(crate) fn choose_bones(session: &mut Session, shown: Option<BonesShown>) {
    session.preferences.bones.display.shown = shown.unwrap_or(session.preferences.bones.display.shown);
    show_bones(session, shown.is_some());
}

/// Marks that the bones of `placed` show now.
pub(crate) fn bone_marks(session: &Session, placed: &Placed) -> BoneMarks {
    let hovered = match session.selection.hovered() {
        Some(Selected::Bone(key, bone)) if key == placed.key => Some(bone),
        _ => None,
    };
    let is_seen = session.view.overlays.bones || !placed.model().has_surface();
    let selected = session.edits.also_selected_flags(placed).map(Arc::new);
    if !is_seen {
        return BoneMarks {
            selected,
            hovered,
            ..BoneMarks::default()
        };
    }
    BoneMarks {
        shown: seen_bones(session, placed),
        colors: bone_colors(session, placed).map(Arc::new),
        helpers: helpers(placed).map(Arc::new),
        selected,
        hovered,
    }
}

/// Those of the kind that is shown that are not hidden.
pub(super) fn seen_bones(session: &Session, placed: &Placed) -> Option<Arc<Vec<bool>>> {
    let shown = shown_bones(session, placed);
    let Some(hidden) = session.edits.hidden_bones.get(&placed.key) else {
        return shown.map(Arc::new);
    };
    let mut shown = shown.unwrap_or_else(|| vec![true; placed.model().skeleton.len()]);
    let hidden = shown.iter_mut().zip(hidden.iter()).filter(|(_, hidden)| **hidden);
    hidden.for_each(|(shown, _)| *shown = false);
    Some(Arc::new(shown))
}

fn shown_bones(session: &Session, placed: &Placed) -> Option<Vec<bool>> {
    let skeleton = &placed.model().skeleton;
    match session.preferences.bones.display.shown {
        BonesShown::All => None,
        BonesShown::Chain => {
            let active = match session.edits.selected.map(|selected| placed.shown_as(selected)) {
                Some(Selected::Bone(key, bone)) if key == placed.key => Some(bone),
                _ => None,
            };
            let all = active.into_iter().chain(session.edits.also_selected_bones(placed.key));
            Some(chain(skeleton, all.filter(|bone| bone.get() < skeleton.len())))
        }
        BonesShown::Driven => Some(driven(placed)),
        BonesShown::Skinning => Some(match placed.facts.weighing(placed.model()) {
            [] => vec![false; skeleton.len()],
            flags => flags.to_vec(),
        }),
    }
}

fn bone_colors(session: &Session, placed: &Placed) -> Option<Vec<[u8; 3]>> {
    let (colors, skeleton) = (colors::colors(session), &placed.model().skeleton);
    let each = |color: &dyn Fn(BoneIndex) -> [u8; 3]| Some(skeleton.bones().map(color).collect());
    match session.preferences.bones.display.coloring {
        BoneColoring::Plain => None,
        BoneColoring::Depth => {
            let depths = depths(skeleton);
            let deepest = depths.iter().copied().max().unwrap_or(0).max(1);
            each(&|bone| colors.of_pace(depths[bone.get()] as f32 / deepest as f32))
        }
        BoneColoring::Side => each(&|bone| match side_of(skeleton.name(bone)) {
            Some(Side::Left) => colors.hands[0],
            Some(Side::Right) => colors.hands[1],
            None => dim(&colors),
        }),
        BoneColoring::Driven => {
            let driven = driven(placed);
            each(&|bone| if driven[bone.get()] { colors.bone } else { dim(&colors) })
        }
        BoneColoring::Modes => {
            let mode = |bone| placed.binding()?.bone_tracks(bone).map(|(_, mode)| mode).next();
            each(&|bone| mode(bone).map_or(dim(&colors), |mode| of_mode(&colors, mode)))
        }
        BoneColoring::Rig => {
            let parts = placed.rig_parts();
            each(&|bone| {
                parts
                    .strongest(bone)
                    .map_or(dim(&colors), |role| of_role(&colors, role))
            })
        }
        BoneColoring::Movement => {
            let speeds = session.view.speeds.of(placed.key)?;
            let top = session.view.speeds.top().max(f32::MIN_POSITIVE);
            each(&|bone| colors.of_pace(speeds.get(bone.get()).map_or(0.0, |speed| speed / top)))
        }
    }
}

/// Flags of the `selected` bones, of the bones below them, and of the bones above them.
fn chain(skeleton: &Skeleton, selected: impl Iterator<Item = BoneIndex>) -> Vec<bool> {
    let mut below = vec![false; skeleton.len()];
    selected.for_each(|bone| below[bone.get()] = true);
    let mut out = below.clone();
    // Parents come before their children.
    for (bone, parent) in skeleton.parents().iter().enumerate() {
        below[bone] |= parent.is_some_and(|parent| below[parent.get()]);
    }
    for (bone, parent) in skeleton.parents().iter().enumerate().rev() {
        if let Some(parent) = parent.filter(|_| out[bone]) {
            out[parent.get()] = true;
        }
    }
    out.iter_mut().zip(below).for_each(|(out, below)| *out |= below);
    out
}

fn driven(placed: &Placed) -> Vec<bool> {
    let is_driven = |bone| {
        let binding = placed.binding();
        binding.is_some_and(|binding| binding.bone_tracks(bone).next().is_some())
    };
    placed.model().skeleton.bones().map(is_driven).collect()
}

/// Bones of a skinned model that weigh nowhere, with nothing below them that does; `None` if there are none.
fn helpers(placed: &Placed) -> Option<Vec<bool>> {
    let (skeleton, skinned) = (&placed.model().skeleton, placed.facts.weighing(placed.model()));
    if !skinned.contains(&true) {
        return None;
    }
    let mut out: Vec<bool> = skinned.iter().map(|weighs| !weighs).collect();
    // Parents come before their children.
    for (bone, parent) in skeleton.parents().iter().enumerate().rev() {
        if let Some(parent) = parent.filter(|_| !out[bone]) {
            out[parent.get()] = false;
        }
    }
    out.contains(&true).then_some(out)
}

fn depths(skeleton: &Skeleton) -> Vec<usize> {
    let mut out = vec![0; skeleton.len()];
    for bone in skeleton.bones() {
        if let Some(parent) = skeleton.parent(bone) {
            out[bone.get()] = out[parent.get()] + 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::Bone;

    fn skeleton(parents: &[Option<usize>]) -> Skeleton {
        let bone = |(index, parent): (usize, &Option<usize>)| Bone {
            name: index.to_string(),
            parent: *parent,
            ..Bone::default()
        };
        Skeleton::new(parents.iter().enumerate().map(bone).collect()).expect("parents come first")
    }

    #[test]
    fn a_chain_is_what_a_bone_hangs_on_and_what_hangs_on_it() {
        //   0
        //  1 2
        // 3 4
        let skeleton = skeleton(&[None, Some(0), Some(0), Some(1), Some(1)]);
        let of = |bone: Option<BoneIndex>| chain(&skeleton, bone.into_iter());
        assert_eq!(of(Some(BoneIndex::new(1))), [true, true, false, true, true]);
        assert_eq!(of(Some(BoneIndex::new(2))), [true, false, true, false, false]);
        assert_eq!(of(None), [false; 5]);
        let both = [2, 3].map(BoneIndex::new);
        assert_eq!(chain(&skeleton, both.into_iter()), [true, true, true, true, false]);
        assert_eq!(depths(&skeleton), [0, 1, 1, 2, 2]);
    }

    #[test]
    fn sizes_that_no_slider_gives_are_mended() {
        let of = |size| {
            let display = BoneDisplay {
                size,
                ..BoneDisplay::default()
            };
            display.checked().size
        };
        assert_eq!([of(1.5), of(1e9), of(-1.0), of(f32::NAN)], [1.5, 4.0, 0.25, 1.0]);
    }
}
