//! Files to drop: a tower of two bones, and a clip that bends it.

use castview::formats::cast::{NodeDraft, NodeKind, write};
use std::path::{Path, PathBuf};

pub const MODEL: &str = "tower";
pub const BONES: [&str; 2] = ["ground_floor", "upper_floor"];
pub const CLIP: &str = "sway";
/// First and last key of the clip.
pub const LAST_FRAME: f64 = 40.0;

/// `tower.cast`: a square tower four high along z, its upper half on the second bone.
pub fn model_file(folder: &Path) -> PathBuf {
    save(folder, "tower.cast", &model())
}

/// `sway.cast`: the upper half leans over and comes back, in a second and a third.
pub fn clip_file(folder: &Path) -> PathBuf {
    save(folder, "sway.cast", &clip())
}

pub fn model() -> Vec<u8> {
    const RINGS: u32 = 9;
    let (mut positions, mut bones, mut faces) = (Vec::new(), Vec::new(), Vec::new());
    for ring in 0..RINGS {
        let z = ring as f32 * 0.5;
        positions.extend([[-0.6, -0.6, z], [0.6, -0.6, z], [0.6, 0.6, z], [-0.6, 0.6, z]]);
        bones.extend([u32::from(ring > RINGS / 2); 4]);
    }
    for ring in 0..RINGS - 1 {
        for side in 0..4 {
            let (a, b) = (ring * 4 + side, ring * 4 + (side + 1) % 4);
            faces.extend([a, b, b + 4, a, b + 4, a + 4]);
        }
    }
    let weights = vec![1.0; bones.len()];
    let bone = |name: &str, parent: u32, z: f32| {
        NodeDraft::new(NodeKind::Bone)
            .string("n", name)
            .u32s("p", &[parent])
            .vec3s("lp", &[[0.0, 0.0, z]])
            .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]])
    };
    let skeleton = NodeDraft::new(NodeKind::Skeleton).children([bone(BONES[0], u32::MAX, 0.0), bone(BONES[1], 0, 2.0)]);
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .string("n", "walls")
        .vec3s("vp", &positions)
        .uints("f", &faces)
        .uints("mi", &[1])
        .uints("wb", &bones)
        .floats("wv", &weights);
    let model = NodeDraft::new(NodeKind::Model)
        .string("n", MODEL)
        .child(skeleton)
        .child(mesh);
    write(&[NodeDraft::new(NodeKind::Root).child(model)])
}

pub fn clip() -> Vec<u8> {
    clip_named(CLIP, &[])
}

/// The same clip under another name, with a notification `step` at `frames`.
pub fn clip_named(name: &str, frames: &[u32]) -> Vec<u8> {
    let half = 0.5_f32;
    let lean = [half.sin(), 0.0, 0.0, half.cos()];
    let upright = [0.0, 0.0, 0.0, 1.0];
    let curve = NodeDraft::new(NodeKind::Curve)
        .string("nn", BONES[1])
        .string("kp", "rq")
        .string("m", "absolute")
        .uints("kb", &[0, 20, LAST_FRAME as u32])
        .vec4s("kv", &[upright, lean, upright]);
    let animation = NodeDraft::new(NodeKind::Animation)
        .string("n", name)
        .floats("fr", &[30.0])
        .u8s("lo", &[1])
        .child(curve);
    let animation = if frames.is_empty() {
        animation
    } else {
        let track = NodeDraft::new(NodeKind::NotificationTrack).string("n", "step");
        animation.child(track.uints("kb", frames))
    };
    write(&[NodeDraft::new(NodeKind::Root).child(animation)])
}

pub fn save(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a writable folder");
    path
}
