//! IK handles and constraints as lines: the chain, what it reaches for and bends towards, and who follows whom.
//!
//! Items that are selected, under the pointer or part of the selected bone are always shown; all others faintly while bones are shown, as
//! far as the bones at both ends of a line are. Lines go between bones as they are posed, whether the rig is solved or not.

use crate::placed::found::rig_parts::RigRole;
use crate::stage::up_axis::world_from_stage;
use crate::view::bones::colors::of_role;
use crate::view::bones::display;
use crate::view::bones::labels;
use crate::window::colors;
use crate::{Placed, Selected, Session};
use castview_base::core::{BoneIndex, ConstraintIndex, IkHandleIndex};
use castview_base::scene::{Constraint, IkHandle};
use castview_picture::{Colors, Label, Line};
use glam::Vec3;
use std::collections::HashSet;
use std::sync::Arc;

/// Handles and constraints that are drawn of one model and, of those that nothing is asked about, of all models; bones of one chain.
const MOST_ITEMS: usize = 500;
const MOST_SHOWN: usize = 2000;
const MOST_BONES: usize = 256;
/// Handles, and as many constraints, of one model whose bones are looked up in a picture.
const MOST_LOOKED_AT: usize = 65_536;
/// Opacity of lines that belong to the selected bone, and of all others.
const RELATED: f32 = 0.75;
const FAINT: f32 = 0.35;
/// Bytes of a name, which a file may make as long as it likes.
const LONGEST: usize = 1024;

/// A line that stands for a handle or a constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigLine {
    pub item: Selected,
    pub line: Line,
    /// A click on it selects the item. Those along a chain lie on its bones, which are meant there.
    pub is_target: bool,
}

/// Why a handle or a constraint is shown: the first are named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Because {
    Selected,
    Hovered,
    Related,
    Shown,
}

/// The lines of a stage and their names, each with the place among all names of the view.
#[derive(Clone, Debug, Default)]
pub(crate) struct RigLines {
    pub lines: Vec<RigLine>,
    pub labels: Vec<(usize, Label)>,
}

/// Which bones of a model are drawn: neither hidden by the user or the clip, nor of a kind that is not shown.
struct SeenBones {
    shown: Option<Arc<Vec<bool>>>,
    visible: Vec<bool>,
}

impl SeenBones {
    fn has(&self, bone: BoneIndex) -> bool {
        let is_shown = |shown: &Arc<Vec<bool>>| shown.get(bone.get()) == Some(&true);
        self.shown.as_ref().is_none_or(is_shown) && self.visible.get(bone.get()) == Some(&true)
    }
}

/// Draws one handle or one constraint.
struct Pen<'a> {
    item: Selected,
    because: Because,
    seen: &'a SeenBones,
    colors: Colors,
    out: &'a mut RigLines,
}

pub(crate) fn rig_lines(session: &Session) -> RigLines {
    let mut out = RigLines::default();
    let mut room = MOST_SHOWN;
    for placed in session.stage.models() {
        let rig = &placed.model().rig;
        if rig.is_empty() || !placed.pose().model_visible || session.stage.is_missing(placed) {
            continue;
        }
        let seen = SeenBones {
            shown: display::seen_bones(session, placed),
            visible: placed.model().skeleton.shown(&placed.pose().bone_visible),
        };
        for (item, because) in drawn_items(session, placed, &seen, room) {
            if because == Because::Shown {
                room -= 1;
            }
            let pen = Pen {
                item,
                because,
                seen: &seen,
                colors: colors::colors(session),
                out: &mut out,
            };
            draw_item(session, placed, pen);
        }
    }
    out
}

/// Handles and constraints of a model that are drawn, each once; at most `room` of them because all are shown.
fn drawn_items(session: &Session, placed: &Placed, seen: &SeenBones, room: usize) -> Vec<(Selected, Because)> {
    let of_model = |item: &Selected| item.placed() == Some(placed.key);
    let is_rig = |item: &Selected| matches!(item, Selected::Handle(..) | Selected::Constraint(..));
    let selected = session.edits.selected.filter(of_model);
    let hovered = session.selection.hovered().filter(of_model);
    let mut found: Vec<(Selected, Because)> = Vec::new();
    found.extend(selected.filter(is_rig).map(|item| (item, Because::Selected)));
    found.extend(hovered.filter(is_rig).map(|item| (item, Because::Hovered)));
    if let Some(Selected::Bone(_, bone)) = selected {
        let parts = placed.rig_parts().of_bone(bone).iter();
        found.extend(parts.map(|part| (part.item, Because::Related)).take(MOST_ITEMS));
    }
    if session.view.overlays.bones && session.preferences.bones.display.rig {
        let rig = &placed.model().rig;
        let handles = rig.handles.iter().enumerate().take(MOST_LOOKED_AT);
        let handles = handles.filter(|(_, handle)| seen.has(handle.end) && seen.has(handle.target));
        let handles = handles.map(|(at, _)| Selected::Handle(placed.key, IkHandleIndex::new(at)));
        let constraints = rig.constraints.iter().enumerate().take(MOST_LOOKED_AT);
        let constraints = constraints.filter(|(_, of)| seen.has(of.driven) && seen.has(of.target));
        let constraints = constraints.map(|(at, _)| Selected::Constraint(placed.key, ConstraintIndex::new(at)));
        let all = handles.chain(constraints).map(|item| (item, Because::Shown));
        found.extend(all.take(MOST_ITEMS.min(room)));
    }
    let mut seen = HashSet::new();
    found.retain(|(item, _)| seen.insert(*item));
    found.truncate(MOST_ITEMS);
    found
}

fn draw_item(session: &Session, placed: &Placed, mut pen: Pen<'_>) {
    let (rig, model) = (&placed.model().rig, placed.model());
    match pen.item {
        Selected::Handle(_, index) => {
            if let Some(handle) = rig.handles.get(index.get()) {
                draw_handle(session, placed, handle, &mut pen);
            }
        }
        Selected::Constraint(_, index) => {
            if let Some(constraint) = rig.constraints.get(index.get()) {
                let name = placed.rig_parts().constraint_name(model, index);
                draw_constraint(session, placed, constraint, name, &mut pen);
            }
        }
        _ => {}
    }
}

fn draw_handle(session: &Session, placed: &Placed, handle: &IkHandle, pen: &mut Pen<'_>) {
    let skeleton = &placed.model().skeleton;
    let chain = handle.chain_upwards(skeleton).take(MOST_BONES);
    let joints: Vec<(BoneIndex, Vec3)> = chain
        .filter_map(|bone| Some((bone, labels::head(session, placed, bone)?)))
        .collect();
    for pair in joints.windows(2) {
        if pen.draws(pair[0].0) && pen.draws(pair[1].0) {
            pen.line([pair[0].1, pair[1].1], RigRole::Chain, false);
        }
    }
    let target = placed.pose().model_from_bone.get(handle.target.get());
    let world_from_model = world_from_stage(session) * placed.first_stage_from_model();
    let goal = target.map(|bone| world_from_model.transform_point3(bone.transform_point3(handle.target_offset)));
    let name = match handle.name.trim().is_empty() {
        true => "IK handle",
        false => &handle.name,
    };
    if let (Some(goal), Some((_, end))) = (goal.filter(|goal| goal.is_finite()), joints.first()) {
        pen.line([*end, goal], RigRole::Goal, true);
        pen.dot(goal, RigRole::Goal);
        pen.name(goal, name);
    }
    // The bone in the middle is the one that bends out.
    let middle = joints.get(joints.len() / 2).filter(|(bone, _)| pen.draws(*bone));
    let pole = handle.pole_vector.filter(|pole| pen.draws(*pole));
    let pole = pole.and_then(|pole| labels::head(session, placed, pole));
    if let (Some(pole), Some((_, middle))) = (pole, middle) {
        pen.line([*middle, pole], RigRole::Pole, true);
        pen.dot(pole, RigRole::Pole);
        if pen.because < Because::Related {
            pen.name(pole, "pole");
        }
    }
}

fn draw_constraint(session: &Session, placed: &Placed, constraint: &Constraint, name: &str, pen: &mut Pen<'_>) {
    let ends = [constraint.driven, constraint.target].map(|bone| labels::head(session, placed, bone));
    let [Some(driven), Some(target)] = ends else { return };
    pen.line([driven, target], RigRole::Driven, true);
    pen.dot(target, RigRole::Target);
    pen.name(driven.midpoint(target), name);
}

impl Pen<'_> {
    /// Whether lines go to and from `bone`: what was asked about is drawn whole.
    fn draws(&self, bone: BoneIndex) -> bool {
        self.because != Because::Shown || self.seen.has(bone)
    }

    fn color(&self, role: RigRole) -> [u8; 3] {
        match self.because {
            Because::Selected => self.colors.selected,
            Because::Hovered => self.colors.hovered,
            Because::Related | Because::Shown => of_role(&self.colors, role),
        }
    }

    fn line(&mut self, [from, to]: [Vec3; 2], role: RigRole, is_target: bool) {
        let line = Line {
            from,
            to,
            color: self.color(role),
            opacity: match self.because {
                Because::Selected | Because::Hovered => 1.0,
                Because::Related => RELATED,
                Because::Shown => FAINT,
            },
        };
        // Two bones on one spot need no line; a dot is made by `dot`.
        if from != to {
            self.out.lines.push(RigLine {
                item: self.item,
                line,
                is_target,
            });
        }
    }

    fn dot(&mut self, at: Vec3, role: RigRole) {
        let line = Line {
            from: at,
            to: at,
            color: self.color(role),
            opacity: if self.because == Because::Shown { RELATED } else { 1.0 },
        };
        self.out.lines.push(RigLine {
            item: self.item,
            line,
            is_target: true,
        });
    }

    fn name(&mut self, anchor: Vec3, name: &str) {
        // The label of the selected bone comes before the labels of items that belong to it.
        let rank = match self.because {
            Because::Selected => 0,
            Because::Hovered | Because::Related => 1,
            Because::Shown => 3,
        };
        let label = Label {
            anchor,
            text: name[..name.floor_char_boundary(LONGEST)].to_owned(),
            color: self.color(RigRole::Driven),
            is_minor: false,
        };
        self.out.labels.push((rank, label));
    }
}
