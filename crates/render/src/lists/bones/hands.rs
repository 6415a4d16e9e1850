//! The hands of a recording: each joint a ball of its size, tapered bones between them, two tips that pinch in one colour and
//! joined by a line.

use super::glyph::{BALL, OCTAHEDRON, OPACITY, is_also_selected, tinted};
use crate::gpu::gpu_types::GlyphInstance;
use castview_base::core::BoneIndex;
use castview_picture::{Picture, PlacedModel, Selection};
use glam::{Affine3A, Vec3};

/// Opacity of a hand that is not tracked, as a share of the opacity of bones.
const GHOST: f32 = 0.2;
/// Waist of a bone, as a share of the ball of the joint where it begins.
const TAPER: f32 = 0.75;

/// `heads` and `visible` have an entry for each bone.
pub fn of_hands(
    picture: &Picture,
    placed: &PlacedModel,
    (world_from_model, heads, visible): (Affine3A, &[Vec3], &[bool]),
    first_id: u32,
    out: &mut Vec<GlyphInstance>,
) {
    let scale = world_from_model.matrix3.z_axis.length();
    let is_selected =
        |bone: BoneIndex| placed.selection == Some(Selection::Bone(bone)) || is_also_selected(placed, bone);
    for hand in &placed.model().hands {
        let is_there = visible[hand.root.get()];
        if !is_there && !picture.overlays.ghost_hands {
            continue;
        }
        let pinch = hand.pinch.filter(|pinch| is_there && visible[pinch.shown_with.get()]);
        let opacity = if is_there { OPACITY } else { OPACITY * GHOST };
        let own = picture.colors.hands[hand.side as usize];
        let color = |bone: BoneIndex| {
            let pinches = pinch.is_some_and(|pinch| pinch.tips.contains(&bone));
            let rgb = match (is_selected(bone), pinches) {
                (true, _) => picture.colors.selected,
                _ if placed.bones.hovered == Some(bone) => picture.colors.hovered,
                (false, true) => picture.colors.pinch,
                (false, false) => own,
            };
            tinted(rgb, opacity)
        };
        let glyph = |[head, tail]: [BoneIndex; 2], radius: f32, color: [f32; 4]| GlyphInstance {
            head: heads[head.get()].to_array(),
            radius: radius * scale,
            tail: heads[tail.get()].to_array(),
            color,
            id: first_id + head.get() as u32,
            shape: if head == tail { BALL } else { OCTAHEDRON },
            least_px: if head == tail { 3.0 } else { 1.8 },
        };
        let radius = |bone: BoneIndex| {
            let joint = hand.joints.iter().find(|joint| joint.bone == bone);
            joint.map_or(0.0, |joint| joint.radius)
        };
        let lines = hand
            .bones
            .iter()
            .map(|ends| (*ends, radius(ends[0]) * TAPER, tinted(own, opacity)));
        let meeting = pinch.map(|pinch| {
            (
                pinch.tips,
                radius(pinch.tips[0]) * 0.5,
                tinted(picture.colors.pinch, opacity),
            )
        });
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
