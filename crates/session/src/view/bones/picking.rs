//! Which bone lies under a point of the view.
//!
//! In: a point of the viewport, in pixels from its top left. Out: the bone that is drawn nearest to it, and where. Asked at
//! every move of a pointer that drags something onto bones, so it waits for no picture; bones need not be drawn for it.

use crate::composition::attach::camera_travel;
use crate::stage::up_axis::world_from_stage;
use crate::view::bones::display::bone_marks;
use crate::view::bones::rig_lines::rig_lines;
use crate::{Placed, Selected, Session};
use castview_base::core::BoneIndex;
use castview_base::scene::BoneKind;
use castview_picture::PlacedKey;
use glam::{Mat4, Vec2, Vec3};
use std::collections::{HashMap, HashSet};

/// A bone on the way to one of its children as the view shows it; from and to one point for where it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneLine {
    pub model: PlacedKey,
    pub bone: BoneIndex,
    /// Pixels from the viewport's top left.
    pub from: Vec2,
    pub to: Vec2,
    /// Depth of `from`; grows away from the eye.
    depth: f32,
}

/// Bones after which no further place of a model counts.
const MOST_BONES: usize = 50_000;
/// Where a bone begins is hit from this much farther away than its length: chains end in such points. Pixels.
const JOINT: f32 = 4.0;

impl BoneLine {
    fn distance(&self, at: Vec2) -> f32 {
        to_line(at, self.from, self.to)
    }
}

/// To a line; to a point where both ends are one.
fn to_line(at: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let share = (at - from).dot(along) / along.length_squared();
    if share.is_finite() {
        at.distance(from + along * share.clamp(0.0, 1.0))
    } else {
        at.distance(from) - JOINT
    }
}

/// Where a view of `size` shows a point, in pixels from the left top, and how far from the eye; `None`: behind it.
fn pixel(clip_from_point: Mat4, size: Vec2, point: Vec3) -> Option<(Vec2, f32)> {
    let clip = clip_from_point * point.extend(1.0);
    let ndc = clip.truncate() / clip.w;
    let is_seen = clip.w > 0.0 && ndc.is_finite();
    is_seen.then(|| (Vec2::new(1.0 + ndc.x, 1.0 - ndc.y) * 0.5 * size, clip.w))
}

/// The bone nearest to `at` and at most `reach` away; those of `but` are looked through.
pub fn bone_at(session: &Session, at: Vec2, reach: f32, but: Option<PlacedKey>) -> Option<BoneLine> {
    nearest(lines_where(session, &|placed| Some(placed.key) != but), at, reach)
}

/// Where a point of the stage is seen, in pixels of the viewport; `None` behind the camera.
pub(crate) fn pixel_of(session: &Session, point: Vec3) -> Option<Vec2> {
    let (clip_from_stage, size) = self::clip_from_stage(session);
    pixel(clip_from_stage, size, point).map(|(pixel, _)| pixel)
}

/// The bones at most `reach` away among those that are drawn, and the lines of handles and constraints, each once: the nearest
/// first, of what lies on one spot the one in front, and bones before lines, which begin at bones.
pub fn drawn_at(session: &Session, at: Vec2, reach: f32) -> Vec<Selected> {
    let models = session.stage.models().iter();
    let drawn: HashMap<PlacedKey, Vec<bool>> = models.filter_map(|placed| drawn_bones(session, placed)).collect();
    let is_drawn = |line: &BoneLine| drawn.get(&line.model).is_some_and(|flags| flags[line.bone.get()]);
    let lines = lines_where(session, &|placed| drawn.contains_key(&placed.key));
    let bones = lines.into_iter().filter(is_drawn).map(|line| {
        let bone = Selected::Bone(line.model, line.bone);
        (line.distance(at), line.depth, bone)
    });
    let mut near: Vec<(f32, f32, Selected)> = bones.chain(rig_lines_near(session, at)).collect();
    near.retain(|(distance, ..)| *distance <= reach);
    near.sort_by(|(near, depth, _), (far, deeper, _)| {
        near.round().total_cmp(&far.round()).then(depth.total_cmp(deeper))
    });
    // All bones of a file may lie on one spot.
    let mut seen = HashSet::new();
    near.retain(|(_, _, item)| seen.insert(*item));
    near.into_iter().map(|(_, _, item)| item).collect()
}

/// How far the lines of handles and constraints are, in pixels, with a depth behind all bones.
fn rig_lines_near(session: &Session, at: Vec2) -> Vec<(f32, f32, Selected)> {
    let (clip_from_stage, size) = self::clip_from_stage(session);
    let clip_from_world = clip_from_stage * Mat4::from(world_from_stage(session).inverse());
    let pixel = |point: Vec3| pixel(clip_from_world, size, point).map(|(pixel, _)| pixel);
    let targets = rig_lines(session).lines.into_iter().filter(|line| line.is_target);
    let ends = targets.filter_map(|line| Some((line.item, [pixel(line.line.from)?, pixel(line.line.to)?])));
    ends.map(|(item, [from, to])| (to_line(at, from, to), f32::INFINITY, item))
        .collect()
}

/// One flag per bone of `placed`; `None`: none of them is drawn.
fn drawn_bones(session: &Session, placed: &Placed) -> Option<(PlacedKey, Vec<bool>)> {
    let skeleton = &placed.model().skeleton;
    let mut flags = if session.view.overlays().bones || !placed.model().has_surface() {
        let marks = bone_marks(session, placed);
        marks
            .shown
            .map_or_else(|| vec![true; skeleton.len()], |shown| shown.to_vec())
    } else {
        vec![false; skeleton.len()]
    };
    // The selected bones are drawn in any case, and the neighbours of the active one with it.
    for bone in session.edits.also_selected_bones(placed.key) {
        if let Some(flag) = flags.get_mut(bone.get()) {
            *flag = true;
        }
    }
    if let Some(Selected::Bone(key, selected)) = session.edits.selected.map(|selected| placed.shown_as(selected))
        && key == placed.key
        && selected.get() < skeleton.len()
    {
        let neighbours = skeleton
            .bones()
            .filter(|bone| skeleton.joint_above(*bone) == Some(selected));
        let near = neighbours.chain(skeleton.joint_above(selected)).chain([selected]);
        near.for_each(|bone| flags[bone.get()] = true);
    }
    flags.contains(&true).then_some((placed.key, flags))
}

/// Every bone of every model that is in front of the camera, wherever the model stands.
pub fn bone_lines(session: &Session) -> Vec<BoneLine> {
    lines_where(session, &|_| true)
}

/// With the size of the viewport in pixels.
fn clip_from_stage(session: &Session) -> (Mat4, Vec2) {
    let size = glam::uvec2(session.view.viewport()[0], session.view.viewport()[1]).as_vec2();
    let mut camera = session.view.seen_camera();
    camera.target += camera_travel(session);
    let clip_from_stage = camera.clip_from_world(size.x / size.y) * Mat4::from(world_from_stage(session));
    (clip_from_stage, size)
}

fn lines_where(session: &Session, is_asked: &dyn Fn(&Placed) -> bool) -> Vec<BoneLine> {
    let (clip_from_stage, size) = self::clip_from_stage(session);
    let mut out = Vec::new();
    for placed in session.stage.models() {
        if !placed.pose().model_visible || !is_asked(placed) || session.stage.is_missing(placed) {
            continue;
        }
        for (at, place) in placed.standing().places.iter().enumerate() {
            if at > 0 && out.len() >= MOST_BONES {
                break;
            }
            let clip_from_model = clip_from_stage * Mat4::from(*place * placed.stage_from_model());
            lines_of(placed, clip_from_model, size, &mut out);
        }
    }
    out
}

fn nearest(lines: Vec<BoneLine>, at: Vec2, reach: f32) -> Option<BoneLine> {
    let near = |line: BoneLine| {
        let distance = line.distance(at);
        (distance <= reach).then_some((line, distance))
    };
    // Where several bones lie on one spot, the one in front is picked.
    let nearest = lines.into_iter().filter_map(near).min_by(|(a, near), (b, far)| {
        let [near, far] = [near, far].map(|distance| distance.round());
        near.total_cmp(&far).then(a.depth.total_cmp(&b.depth))
    });
    nearest.map(|(line, _)| line)
}

fn lines_of(placed: &Placed, clip_from_model: Mat4, size: Vec2, out: &mut Vec<BoneLine>) {
    let skeleton = &placed.model().skeleton;
    let shown = skeleton.shown(&placed.pose().bone_visible);
    let pixel = |bone: BoneIndex| {
        if !shown[bone.get()] {
            return None;
        }
        let head = Vec3::from(placed.pose().model_from_bone.get(bone.get())?.translation);
        self::pixel(clip_from_model, size, head)
    };
    // As bones are drawn; where there is no joint at all, any node is something to hang on.
    let is_joint = |bone: &BoneIndex| skeleton.kind(*bone) == BoneKind::Joint;
    let has_joints = skeleton.bones().any(|bone| is_joint(&bone));
    let mut push = |bone: BoneIndex, (from, depth): (Vec2, f32), to: Vec2| {
        out.push(BoneLine {
            model: placed.key,
            bone,
            from,
            to,
            depth,
        });
    };
    for bone in skeleton.bones().filter(|bone| is_joint(bone) || !has_joints) {
        let Some(head) = pixel(bone) else { continue };
        push(bone, head, head.0);
        if let Some(parent) = skeleton.joint_above(bone)
            && let Some(from) = pixel(parent)
        {
            push(parent, from, head.0);
        }
    }
}
