//! The bones of one placed model.
//!
//! Sizes follow the length of each bone and of its neighbours, so that hands and bodies are both readable. A body reaches a tenth
//! of its length to each side, a ball half of that. No file states the length of a bone without children: such a bone is drawn
//! shorter than its parent, and fainter.

use super::glyph::{
    BALL, FAINT, Focus, IN_FRONT, LINE, OCTAHEDRON, OPACITY, Room, STICK, is_also_selected, shows_bones, tinted,
};
use super::hands;
use crate::gpu::gpu_types::GlyphInstance;
use crate::lists::picked::{Picked, PickedPart};
use castview_base::core::BoneIndex;
use castview_base::scene::{BoneKind, Skeleton};
use castview_picture::{BoneShape, LARGEST_BALL, Picture, PlacedModel};
use glam::{Affine3A, Vec3};

/// The ball of a bone that is all there is, as a part of what is seen.
const LONE_RADIUS: f32 = 0.08;
/// Body of a bone on each side of its middle, and its ball, as shares of its length. A ball is then a tenth as wide as the bone is long.
const BODY: f32 = 0.1;
const BALL_OF_LENGTH: f32 = 0.05;
/// Longest length that makes a bone wider, as a part of what is seen.
const LONGEST: f32 = 0.18;
/// Length of a bone without children, as a share of its parent's length.
const STUB: f32 = 0.4;
const STUB_OPACITY: f32 = 0.45;
/// Axes of a bone, as a share of its length.
const AXES: f32 = 0.35;
/// Axes that a bone has at rest, as a multiple of these: they stand out beyond them.
const REST_REACH: f32 = 1.6;
const REST_OPACITY: f32 = 0.45;
/// Axes closer than this cannot be told apart.
const TURNED_RAD: f32 = 0.01;
/// Points on each side of the middle, at least: of bodies, balls and lines.
const LEAST: [f32; 3] = [1.1, 2.4, 0.6];
/// The same for what is selected or under the pointer.
const LEAST_IN_FOCUS: [f32; 3] = [2.6, 4.5, 1.2];
/// Bodies at one bone at full width. Among more of them each is thinner, the selected ones too: else they would be a fan in front
/// of everything.
const FAN: u16 = 8;
/// Opacity of a line to a bone that helps others.
const HELPER_OPACITY: f32 = 0.35;
/// The same for bones that are as thick from near and far.
const CONSTANT: [f32; 3] = [3.0, 3.6, 0.75];

/// Bones of one model in one place, as glyphs are made of them.
struct Joints<'a> {
    picture: &'a Picture,
    placed: &'a PlacedModel,
    skeleton: &'a Skeleton,
    world_from_model: Affine3A,
    /// World space, one per bone.
    heads: Vec<Vec3>,
    /// How strongly each bone is drawn, 0…1; 0: not at all.
    strengths: Vec<f32>,
    focus: Focus,
    /// Size of what is seen.
    size: f32,
    first_id: u32,
}

pub fn of_model(
    (picture, placed, focus): (&Picture, &PlacedModel, Focus),
    (placement, stage_from_instance): (u32, Affine3A),
    (table, room): (&mut Vec<Picked>, &mut Room),
    out: &mut Vec<GlyphInstance>,
) {
    let skeleton = &placed.model().skeleton;
    let world_from_model = picture.world_from_stage * stage_from_instance * placed.stage_from_model;
    let bones = placed.pose.model_from_bone.iter();
    let mut heads: Vec<Vec3> = bones
        .map(|bone| Vec3::from((world_from_model * *bone).translation))
        .collect();
    heads.resize(skeleton.len(), Vec3::NAN);
    let visible = skeleton.shown(&placed.pose.bone_visible);
    let first_id = table.len() as u32 + 1;
    table.extend(skeleton.bones().map(|bone| Picked {
        key: placed.key,
        what: PickedPart::Bone(bone),
        placement,
        triangle: None,
    }));
    let joints = Joints {
        strengths: strengths((picture, placed, focus), (&heads, &visible), room),
        picture,
        placed,
        skeleton,
        world_from_model,
        focus,
        size: picture.drawn_size(),
        first_id,
        heads,
    };
    joints.push(out);
    if shows_bones(picture, placed) {
        let where_they_are = (world_from_model, joints.heads.as_slice(), visible.as_slice());
        hands::of_hands(picture, placed, where_they_are, first_id, out);
    }
}

/// How strongly each bone is drawn, 0…1. Bones beyond the `room` are not, unless they are looked at.
fn strengths(
    (picture, placed, focus): (&Picture, &PlacedModel, Focus),
    (heads, visible): (&[Vec3], &[bool]),
    room: &mut Room,
) -> Vec<f32> {
    let skeleton = &placed.model().skeleton;
    let is_finite = |bone: BoneIndex| heads.get(bone.get()).is_some_and(|head| head.is_finite());
    let mut out = vec![0.0f32; skeleton.len()];
    if shows_bones(picture, placed) {
        let mut in_hand = vec![false; skeleton.len()];
        for joint in placed.model().hands.iter().flat_map(|hand| &hand.joints) {
            in_hand[joint.bone.get()] = true;
        }
        let marked = placed.bones.shown.as_deref();
        for bone in skeleton.bones() {
            let is_marked = marked.is_none_or(|flags| flags.get(bone.get()) == Some(&true));
            let is_joint = skeleton.kind(bone) == BoneKind::Joint && !in_hand[bone.get()];
            if is_marked && is_joint && visible[bone.get()] && is_finite(bone) {
                match room.bones.checked_sub(1) {
                    Some(left) => (room.bones, out[bone.get()]) = (left, 1.0),
                    None => room.left_out += 1,
                }
            }
        }
        // Balls of hands are there already.
        if focus.selected.is_some_and(|bone| in_hand[bone.get()]) {
            return out;
        }
    }
    let mut at_least = |bone: BoneIndex, strength: f32| out[bone.get()] = out[bone.get()].max(strength);
    if focus.has_others {
        for bone in skeleton.bones() {
            if is_also_selected(placed, bone) {
                at_least(bone, 1.0);
            }
            // A bone is seen by its way to its children.
            if skeleton
                .joint_above(bone)
                .is_some_and(|above| is_also_selected(placed, above))
            {
                at_least(bone, FAINT);
            }
        }
    }
    if let Some(selected) = focus.selected {
        at_least(selected, 1.0);
        let children = skeleton
            .bones()
            .filter(|bone| skeleton.joint_above(*bone) == Some(selected));
        children
            .chain(skeleton.joint_above(selected))
            .for_each(|bone| at_least(bone, FAINT));
    }
    if let Some(hovered) = focus.hovered {
        at_least(hovered, 1.0);
    }
    for bone in skeleton.bones().filter(|bone| !is_finite(*bone)) {
        out[bone.get()] = 0.0;
    }
    out
}

impl Joints<'_> {
    fn push(&self, out: &mut Vec<GlyphInstance>) {
        let (skeleton, heads) = (self.skeleton, &self.heads);
        let drawn = |bone: &BoneIndex| self.strengths[bone.get()] > 0.0;
        let mut children = vec![0u16; skeleton.len()];
        for bone in skeleton.bones() {
            let counts = heads[bone.get()].is_finite() && !self.is_helper(bone);
            if let Some(parent) = skeleton.joint_above(bone).filter(|_| counts) {
                children[parent.get()] = children[parent.get()].saturating_add(1);
            }
        }
        let lengths = self.lengths();
        for bone in skeleton.bones() {
            let parent = skeleton.joint_above(bone).filter(drawn);
            if let Some(parent) = parent.filter(|parent| self.links(*parent, bone)) {
                match self.is_helper(bone) {
                    true => self.relation(parent, bone, out),
                    false => self.body(parent, heads[bone.get()], children[parent.get()], 1.0, out),
                }
            }
        }
        for bone in skeleton.bones().filter(drawn) {
            if children[bone.get()] == 0
                && !self.is_helper(bone)
                && let Some(tail) = self.stub(bone)
            {
                self.body(bone, tail, 0, STUB_OPACITY, out);
            }
            if self.picture.bones.shape == BoneShape::Axes || self.focus.selected == Some(bone) {
                self.axes(bone, lengths[bone.get()], out);
            }
        }
        for bone in skeleton.bones().filter(drawn) {
            self.ball(bone, lengths[bone.get()], out);
        }
    }

    /// Whether a body is drawn from a bone to its child. A parent that is there for the selected bone's sake shows the way to that one
    /// alone.
    fn links(&self, parent: BoneIndex, child: BoneIndex) -> bool {
        let head = self.heads[child.get()];
        let is_faint = self.strengths[parent.get()] < 1.0;
        let is_above = self.focus.selected.and_then(|bone| self.skeleton.joint_above(bone)) == Some(parent);
        // Bones on one spot need no link, and one would have no direction.
        head.is_finite()
            && self.heads[parent.get()].distance(head) > 1e-5 * self.size
            && (!is_faint || !is_above || self.focus.selected == Some(child))
    }

    /// Per bone: the distance from its parent. A root takes the distance to its nearest child. 0 without either.
    fn lengths(&self) -> Vec<f32> {
        let mut out = vec![0.0f32; self.skeleton.len()];
        let mut below = vec![f32::INFINITY; self.skeleton.len()];
        for bone in self.skeleton.bones() {
            let Some(parent) = self.skeleton.joint_above(bone) else {
                continue;
            };
            let length = self.heads[parent.get()].distance(self.heads[bone.get()]);
            if length.is_finite() && length > 1e-5 * self.size {
                out[bone.get()] = length;
                below[parent.get()] = below[parent.get()].min(length);
            }
        }
        for (length, below) in out.iter_mut().zip(below) {
            if *length == 0.0 && below.is_finite() {
                *length = below;
            }
        }
        out
    }

    /// Where a bone without children is drawn to: on along the way from its parent.
    fn stub(&self, bone: BoneIndex) -> Option<Vec3> {
        let head = self.heads[bone.get()];
        let along = head - self.heads[self.skeleton.joint_above(bone)?.get()];
        let is_long = along.is_finite() && along.length() > 1e-5 * self.size;
        is_long.then(|| head + along.clamp_length_max(0.12 * self.size) * STUB)
    }

    fn color(&self, bone: BoneIndex) -> [f32; 4] {
        let (skeleton, colors) = (self.skeleton, &self.picture.colors);
        let own = self.placed.bones.colors.as_deref();
        let own = own.and_then(|colors| colors.get(bone.get()).copied());
        let rgb = match self.focus.selected {
            Some(selected) if selected == bone => colors.selected,
            _ if is_also_selected(self.placed, bone) => colors.selected,
            _ if self.focus.hovered == Some(bone) => colors.hovered,
            Some(selected)
                if own.is_none()
                    && (skeleton.joint_above(bone) == Some(selected)
                        || skeleton.joint_above(selected) == Some(bone)) =>
            {
                colors.related
            }
            _ => own.unwrap_or(colors.bone),
        };
        tinted(rgb, OPACITY * self.strengths[bone.get()])
    }

    /// World units and points on each side of the middle, of a part of `bone` that would be `radius` wide.
    fn thickness(&self, bone: BoneIndex, radius: f32, kind: usize) -> (f32, f32) {
        let style = &self.picture.bones;
        let least = if self.is_focus(bone) { LEAST_IN_FOCUS } else { LEAST }[kind];
        if style.is_constant {
            (0.0, (CONSTANT[kind] * style.size).max(least))
        } else {
            (radius * style.size, least)
        }
    }

    fn is_focus(&self, bone: BoneIndex) -> bool {
        self.focus.selected == Some(bone) || self.focus.hovered == Some(bone) || is_also_selected(self.placed, bone)
    }

    fn is_helper(&self, bone: BoneIndex) -> bool {
        let helpers = self.placed.bones.helpers.as_deref();
        helpers.is_some_and(|helpers| helpers.get(bone.get()) == Some(&true))
    }

    /// Keeps a bone in focus in front of other bones.
    fn depth(&self, bone: BoneIndex) -> u32 {
        if self.is_focus(bone) { IN_FRONT } else { 0 }
    }

    /// A line from a bone to one that helps others: that one may be anywhere, and a body would say it continues the bone.
    fn relation(&self, bone: BoneIndex, helper: BoneIndex, out: &mut Vec<GlyphInstance>) {
        let [r, g, b, a] = self.color(helper);
        out.push(GlyphInstance {
            head: self.heads[bone.get()].to_array(),
            radius: 0.0,
            tail: self.heads[helper.get()].to_array(),
            color: [r, g, b, a * HELPER_OPACITY],
            id: self.first_id + helper.get() as u32,
            shape: LINE,
            least_px: LEAST[2],
        });
    }

    /// From `bone` to `tail`, one of `among` that begin there.
    fn body(&self, bone: BoneIndex, tail: Vec3, among: u16, opacity: f32, out: &mut Vec<GlyphInstance>) {
        let head = self.heads[bone.get()];
        let length = head.distance(tail);
        // Where many meet, each takes less room.
        let slender = 1.0 / f32::from(among.max(1)).sqrt();
        let width = (BODY * length.min(LONGEST * self.size) * slender)
            .max(0.0012 * self.size)
            .min(0.25 * length);
        let (shape, kind, width) = match self.picture.bones.shape {
            BoneShape::Octahedron => (OCTAHEDRON, 0, width),
            BoneShape::Stick => (STICK, 0, width * 0.4),
            BoneShape::Line | BoneShape::Axes => (LINE, 2, 0.0),
        };
        let (radius, mut least_px) = self.thickness(bone, width, kind);
        if among > FAN {
            least_px = (least_px * slender).max(LEAST[kind]);
        }
        let [r, g, b, a] = self.color(bone);
        out.push(GlyphInstance {
            head: head.to_array(),
            radius,
            tail: tail.to_array(),
            color: [r, g, b, a * opacity],
            id: self.first_id + bone.get() as u32,
            shape: shape | self.depth(bone),
            least_px,
        });
    }

    /// The axes of a bone whose length is about `length`. Beside those of the selected bone stand the ones it would have if it were not
    /// turned against its parent, longer and fainter.
    fn axes(&self, bone: BoneIndex, length: f32, out: &mut Vec<GlyphInstance>) {
        let model_from_bone = self.placed.pose.model_from_bone[bone.get()];
        let reach = if length > 0.0 {
            length.min(0.1 * self.size)
        } else {
            0.05 * self.size
        } * AXES;
        // Those of the selected bone can be read however short it is.
        let reach = if self.is_focus(bone) {
            reach.max(0.03 * self.size)
        } else {
            reach
        };
        let strength = self.strengths[bone.get()];
        self.cross(bone, model_from_bone, (reach, strength, 1.0), out);
        if self.focus.selected == Some(bone) && self.is_turned(bone) {
            let parent = self.skeleton.parent(bone);
            let above = parent.map_or(Affine3A::IDENTITY, |parent| {
                self.placed.pose.model_from_bone[parent.get()]
            });
            let at_rest = above * self.skeleton.rest()[bone.get()].affine();
            self.cross(bone, at_rest, (reach * REST_REACH, strength * REST_OPACITY, 0.6), out);
        }
    }

    /// Whether the bone is turned against its parent otherwise than at rest, by more than can be seen.
    fn is_turned(&self, bone: BoneIndex) -> bool {
        let posed = self.placed.pose.local.get(bone.get());
        let rest = self.skeleton.rest()[bone.get()].rotation;
        posed.is_some_and(|posed| posed.rotation.angle_between(rest) > TURNED_RAD)
    }

    /// Three axes at the head of a bone. `look`: world units, opacity and points on each side of the middle.
    fn cross(&self, bone: BoneIndex, model_from_axes: Affine3A, look: (f32, f32, f32), out: &mut Vec<GlyphInstance>) {
        let (reach, opacity, least_px) = look;
        let head = self.heads[bone.get()];
        let world_from_axes = (self.world_from_model * model_from_axes).matrix3;
        let axes = [world_from_axes.x_axis, world_from_axes.y_axis, world_from_axes.z_axis];
        for (axis, rgb) in axes.into_iter().zip(self.picture.colors.axes) {
            let Some(axis) = Vec3::from(axis).try_normalize() else {
                continue;
            };
            out.push(GlyphInstance {
                head: head.to_array(),
                radius: 0.0,
                tail: (head + axis * reach).to_array(),
                color: tinted(rgb, opacity),
                id: self.first_id + bone.get() as u32,
                shape: LINE | self.depth(bone),
                least_px,
            });
        }
    }

    fn ball(&self, bone: BoneIndex, length: f32, out: &mut Vec<GlyphInstance>) {
        let is_lone = self.skeleton.len() == 1;
        let radius = match length {
            _ if is_lone => LONE_RADIUS * self.size,
            // How far a helper stands from its parent says nothing about it.
            _ if self.is_helper(bone) => 0.004 * self.size,
            0.0 => LARGEST_BALL * self.size,
            length => (BALL_OF_LENGTH * length).min(0.008 * self.size),
        };
        let is_line = matches!(self.picture.bones.shape, BoneShape::Line | BoneShape::Axes);
        let (radius, least_px) = match is_line && !is_lone {
            true => (0.0, self.thickness(bone, 0.0, 1).1),
            false => self.thickness(bone, radius, 1),
        };
        let head = self.heads[bone.get()].to_array();
        out.push(GlyphInstance {
            head,
            radius,
            tail: head,
            color: self.color(bone),
            id: self.first_id + bone.get() as u32,
            shape: BALL | self.depth(bone),
            least_px,
        });
    }
}
