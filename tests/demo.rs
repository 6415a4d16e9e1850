//! The demo shows off the whole thread: its contents, no diagnostic about it, and its movement.

use castview::animation::{self, Layer, Motion, Pose};
use castview::core::{FrameRange, MeshIndex};
use castview::deform::{Deformed, Rest, deform, posed_bounds};
use castview::files::{demo_files, demo_texture, open_demo};
use castview::opened::TextureState;
use castview::scene::{Clip, Model, Skinning};
use std::path::Path;

/// Model and clip.
fn demo() -> (Model, Clip) {
    let [body, motion] = <[_; 2]>::try_from(open_demo()).expect("two files");
    (body.scene.models[0].clone(), motion.scene.clips[0].clone())
}

fn pose(model: &Model, clip: &Clip, frame: f64) -> Pose {
    let binding = animation::bind(clip, model);
    let mut pose = Pose::default();
    animation::evaluate(
        model,
        Motion {
            layers: &[Layer::new(clip, &binding, frame)],
            ..Motion::default()
        },
        &mut pose,
    );
    pose
}

/// Posed vertices of every mesh, back to back.
fn vertices(model: &Model, pose: &Pose) -> Vec<glam::Vec3> {
    let mut all = Vec::new();
    let mut deformed = Deformed::default();
    for mesh in 0..model.meshes.len() {
        deform(model, MeshIndex::new(mesh), pose, Rest::default(), &mut deformed);
        all.extend_from_slice(&deformed.positions);
    }
    all
}

#[test]
fn the_demo_opens_without_a_complaint_and_all_its_textures_are_there() {
    for file in open_demo() {
        assert!(
            file.diagnostics.items().is_empty(),
            "{}: {:?}",
            file.name,
            file.diagnostics.items()
        );
        assert!(file.is_demo);
        for texture in &file.textures {
            assert!(
                matches!(texture.state, TextureState::Ready(_)),
                "{}: {:?}",
                texture.reference,
                texture.state
            );
        }
    }
    assert!(demo_texture("demo/../demo.cast").is_none());
    for (name, bytes) in demo_files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name);
        assert!(
            bytes == std::fs::read(path).expect("the demo lies in assets"),
            "{name} is packed as another file"
        );
    }
    let size: usize = demo_files().iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(
        size < 2_500_000,
        "the demo's {size} bytes are part of every copy of the program"
    );
}

#[test]
fn the_demo_shows_what_a_cast_model_can_do() {
    let (model, clip) = demo();
    assert!(model.skeleton.len() >= 40, "{} bones", model.skeleton.len());
    for wanted in [Skinning::Linear, Skinning::DualQuaternion] {
        assert!(
            model.meshes.iter().any(|mesh| mesh.skinning == wanted),
            "no mesh is skinned {wanted:?}"
        );
    }
    let most = model.meshes.iter().map(|mesh| mesh.influences.stride).max();
    assert!(most > Some(4), "no vertex has more than four influences");
    assert!(model.blend_shapes.len() >= 8);
    assert!(clip.looping && !clip.notifications.is_empty());
    let FrameRange { start, end } = clip.range;
    let seconds = (end - start) / clip.frames_per_second;
    assert!((2.0..=10.0).contains(&seconds), "{seconds} s");
}

#[test]
fn every_curve_of_the_demo_finds_its_target_and_the_loop_closes() {
    let (model, clip) = demo();
    let binding = animation::bind(&clip, &model);
    assert_eq!((binding.matched, &binding.unmatched), (binding.total, &Vec::new()));
    let (first, last) = (
        pose(&model, &clip, clip.range.start),
        pose(&model, &clip, clip.range.end),
    );
    let size = posed_bounds(&model, &first).diagonal();
    let jump = largest_step(&vertices(&model, &first), &vertices(&model, &last));
    assert!(jump < 1e-4 * size, "the loop's seam jumps by {jump}");
}

/// Every mesh moves, and no vertex runs away: half the creature's size in one frame would be a broken weight or key.
#[test]
fn the_demo_moves_smoothly() {
    let (model, clip) = demo();
    let start = pose(&model, &clip, clip.range.start);
    let size = posed_bounds(&model, &start).diagonal();
    let mut before = vertices(&model, &start);
    let rest = before.clone();
    let mut farthest = 0.0f32;
    let frames = (clip.range.end - clip.range.start) as usize;
    for frame in 1..=frames {
        let now = vertices(&model, &pose(&model, &clip, clip.range.start + frame as f64));
        let step = largest_step(&before, &now);
        assert!(step < 0.15 * size, "a vertex jumps by {step} before frame {frame}");
        farthest = farthest.max(largest_step(&rest, &now));
        before = now;
    }
    assert!(farthest > 0.1 * size, "nothing moves more than {farthest}");
}

fn largest_step(a: &[glam::Vec3], b: &[glam::Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}
