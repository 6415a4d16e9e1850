//! Posed bones → glyphs: an octahedron from each bone to each of its children, a stub at the ends, a ball where a bone begins;
//! hands in colours of their own.
//!
//! Sizes follow what is drawn as a whole and the length of each bone, so that a hand and a body are both readable.

use crate::core::BoneIndex;
use crate::picture::{Picture, PlacedModel, Selection};
use crate::render::gpu::gpu_types::GlyphInstance;
use crate::render::gpu::srgb::linear;
use crate::render::lists::picked::{Picked, PickedPart};
use crate::render::passes::floor::drawn_size;
use crate::scene::BoneKind;
use glam::{Affine3A, Vec3};

const OPACITY: f32 = 0.85;
/// What a hand that is not tracked has of that.
const GHOST: f32 = 0.2;
/// Of a joint's ball: the waist of the bone that begins there.
const TAPER: f32 = 0.75;
/// Glyphs after which no further instance of a model shows its bones: they are made anew for every picture.
const MOST_INSTANCED: usize = 20_000;
/// The ball of a bone that is all there is, as a part of what is seen.
const LONE_RADIUS: f32 = 0.08;

/// The glyphs of the whole picture. What they stand for is appended to `table`; ids are positions in it, plus one.
pub fn glyphs(picture: &Picture, table: &mut Vec<Picked>) -> Vec<GlyphInstance> {
    let mut out = Vec::new();
    for placed in &picture.models {
        if placed.pose.model_visible && (picture.overlays.bones || !placed.has_surface()) {
            for (at, stage_from_place) in placed.places.iter().enumerate() {
                // The first is drawn however many bones it has.
                if at > 0 && out.len() >= MOST_INSTANCED {
                    break;
                }
                of_model(picture, placed, (at as u32, *stage_from_place), table, &mut out);
            }
        }
    }
    out
}

/// The hands of a model: each joint a ball of its size, tapered bones between them, two tips that pinch in one colour and
/// joined by a line.
fn of_hands(
    picture: &Picture,
    placed: &PlacedModel,
    (world_from_model, heads, visible): (Affine3A, &[Vec3], &[bool]),
    first_id: u32,
    out: &mut Vec<GlyphInstance>,
) {
    let scale = world_from_model.matrix3.z_axis.length();
    let is_selected = |bone: BoneIndex| placed.selection == Some(Selection::Bone(bone));
    for hand in &placed.model().hands {
        let is_there = visible[hand.root.get()];
        if !is_there && !picture.overlays.ghost_hands {
            continue;
        }
        let pinch = hand.pinch.filter(|pinch| is_there && visible[pinch.shown_with.get()]);
        let opacity = if is_there { OPACITY } else { OPACITY * GHOST };
        let own = picture.colors.hands[hand.side as usize];
        let tint = |rgb: [u8; 3]| {
            let [r, g, b, _] = linear(rgb);
            [r, g, b, opacity]
        };
        let color = |bone: BoneIndex| {
            let pinches = pinch.is_some_and(|pinch| pinch.tips.contains(&bone));
            tint(match (is_selected(bone), pinches) {
                (true, _) => picture.colors.selected,
                (false, true) => picture.colors.pinch,
                (false, false) => own,
            })
        };
        let glyph = |[head, tail]: [BoneIndex; 2], radius: f32, color: [f32; 4]| GlyphInstance {
            head: heads[head.get()].to_array(),
            radius: radius * scale,
            tail: heads[tail.get()].to_array(),
            color,
            id: first_id + head.get() as u32,
        };
        let radius = |bone: BoneIndex| {
            let joint = hand.joints.iter().find(|joint| joint.bone == bone);
            joint.map_or(0.0, |joint| joint.radius)
        };
        let lines = hand
            .bones
            .iter()
            .map(|ends| (*ends, radius(ends[0]) * TAPER, tint(own)));
        let meeting = pinch.map(|pinch| (pinch.tips, radius(pinch.tips[0]) * 0.5, tint(picture.colors.pinch)));
        for (ends, radius, color) in lines.chain(meeting) {
            let [head, tail] = ends.map(|end| heads[end.get()]);
            // Joints on one spot need no link, and one would have no direction.
            if head.is_finite() && tail.is_finite() && head.distance(tail) > 1e-4 * scale {
                out.push(glyph(ends, radius, color));
            }
        }
        for joint in hand.joints.iter().filter(|joint| heads[joint.bone.get()].is_finite()) {
            out.push(glyph([joint.bone; 2], joint.radius, color(joint.bone)));
        }
    }
}

/// What a bone's selection makes of the bones around it.
fn color(picture: &Picture, placed: &PlacedModel, bone: BoneIndex) -> [f32; 4] {
    let skeleton = &placed.model().skeleton;
    let colors = &picture.colors;
    let rgb = match placed.selection {
        Some(Selection::Bone(selected)) if selected == bone => colors.selected,
        Some(Selection::Bone(selected))
            if skeleton.joint_above(bone) == Some(selected)
                || (selected.get() < skeleton.len() && skeleton.joint_above(selected) == Some(bone)) =>
        {
            colors.related
        }
        _ => colors.bone,
    };
    opaque(rgb)
}

/// As far as bones are.
fn opaque(rgb: [u8; 3]) -> [f32; 4] {
    let [r, g, b, _] = linear(rgb);
    [r, g, b, OPACITY]
}

fn of_model(
    picture: &Picture,
    placed: &PlacedModel,
    (placement, stage_from_instance): (u32, Affine3A),
    table: &mut Vec<Picked>,
    out: &mut Vec<GlyphInstance>,
) {
    let skeleton = &placed.model().skeleton;
    let size = drawn_size(picture);
    let world_from_model = picture.world_from_stage * stage_from_instance * placed.stage_from_model;
    let bones = &placed.pose.model_from_bone;
    let heads: Vec<Vec3> = bones
        .iter()
        .map(|bone| Vec3::from((world_from_model * *bone).translation))
        .collect();
    let visible = skeleton.shown(&placed.pose.bone_visible);
    let mut in_hand = vec![false; skeleton.len()];
    for joint in placed.model().hands.iter().flat_map(|hand| &hand.joints) {
        in_hand[joint.bone.get()] = true;
    }
    let shown = |bone: BoneIndex| {
        visible[bone.get()]
            && skeleton.kind(bone) == BoneKind::Joint
            && !in_hand[bone.get()]
            && heads.get(bone.get()).is_some_and(|head| head.is_finite())
    };
    // Nodes between two joints are passed over.
    let above = |bone: BoneIndex| skeleton.joint_above(bone).filter(|joint| shown(*joint));
    let mut links: Vec<GlyphInstance> = Vec::new();
    // Of each bone: the summed length and the number of the links that meet there.
    let mut reach = vec![(0.0f32, 0u32); skeleton.len()];
    let mut children = vec![0u16; skeleton.len()];
    for bone in skeleton.bones().filter(|bone| shown(*bone)) {
        if let Some(parent) = skeleton.joint_above(bone) {
            children[parent.get()] = children[parent.get()].saturating_add(1);
        }
    }
    let first_id = table.len() as u32 + 1;
    table.extend(skeleton.bones().map(|bone| Picked {
        key: placed.key,
        what: PickedPart::Bone(bone),
        placement,
    }));
    let mut link = |bone: BoneIndex, tail: Vec3, color: [f32; 4]| {
        let head = heads[bone.get()];
        let length = head.distance(tail);
        // Where many meet, each takes less room.
        let slender = 1.0 / f32::from(children[bone.get()].max(1)).sqrt();
        links.push(GlyphInstance {
            head: head.to_array(),
            radius: (0.1 * length.min(0.18 * size) * slender)
                .max(0.0012 * size)
                .min(0.25 * length),
            tail: tail.to_array(),
            color,
            id: first_id + bone.get() as u32,
        });
        length
    };
    for bone in skeleton.bones().filter(|bone| shown(*bone)) {
        let Some(parent) = above(bone) else {
            continue;
        };
        // Bones on one spot need no link, and one would have no direction.
        if heads[parent.get()].distance(heads[bone.get()]) > 1e-5 * size {
            let length = link(parent, heads[bone.get()], color(picture, placed, parent));
            for end in [parent, bone] {
                reach[end.get()].0 += length;
                reach[end.get()].1 += 1;
            }
        }
    }
    for bone in skeleton
        .bones()
        .filter(|bone| shown(*bone) && children[bone.get()] == 0)
    {
        let Some(parent) = above(bone) else {
            continue;
        };
        let along = heads[bone.get()] - heads[parent.get()];
        if along.length() > 1e-5 * size {
            let tail = heads[bone.get()] + along.clamp_length_max(0.12 * size) * 0.4;
            link(bone, tail, color(picture, placed, bone));
        }
    }
    out.append(&mut links);
    of_hands(picture, placed, (world_from_model, &heads, &visible), first_id, out);
    for bone in skeleton.bones().filter(|bone| shown(*bone)) {
        let head = heads[bone.get()].to_array();
        out.push(GlyphInstance {
            head,
            radius: ball_radius(reach[bone.get()], skeleton.len() == 1, size),
            tail: head,
            color: color(picture, placed, bone),
            id: first_id + bone.get() as u32,
        });
    }
}

/// Of the ball at the head of a bone where `count` links meet, `sum` long together.
fn ball_radius((sum, count): (f32, u32), is_lone: bool, size: f32) -> f32 {
    let radius = match count {
        _ if is_lone => LONE_RADIUS * size,
        0 => 0.012 * size,
        count => 0.055 * sum / count as f32,
    };
    let most = if is_lone { LONE_RADIUS } else { 0.012 };
    radius.clamp(0.0015 * size, most * size)
}
