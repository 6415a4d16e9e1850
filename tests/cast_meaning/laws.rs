//! Whatever a file holds, the scene keeps the laws its types state; later rooms trust them without looking.

use crate::real_files::for_each_file;
use castview::core::{SharedBytes, Transform};
use castview::formats::{Request, import};
use castview::scene::{Clip, ConstraintKind, Hair, Mesh, Model, Rig, Scene, Skeleton, SlotSource, Values};
use std::collections::HashSet;

#[path = "../common/everything.rs"]
mod everything;
#[expect(dead_code, reason = "the sweep of broken files also asks for the names of the kinds")]
#[path = "../common/mutate.rs"]
mod mutate;

#[test]
fn broken_files_become_lawful_scenes() {
    let file = everything::everything();
    let mut lowered = 0;
    for seed in 0..12 {
        for mutant in mutate::mutants(&file, seed, 150) {
            if let Ok(import) = import(SharedBytes::from(mutant.bytes), &Request::alone("stem")) {
                check(&import.scene, &format!("{} of seed {seed}", mutant.kind));
                lowered += 1;
            }
        }
    }
    assert!(lowered > 1000, "only {lowered} broken files could be read at all");
}

/// Every fourth byte of every payload becomes part of a number that is not one, is huge, tiny, or negative.
#[test]
fn wild_numbers_become_lawful_scenes() {
    let file = everything::everything();
    let whole = import(SharedBytes::from(file.clone()), &Request::alone("stem")).expect("a good file");
    let payloads = whole
        .document
        .cast()
        .expect("a Cast file")
        .nodes()
        .flat_map(|node| node.properties())
        .map(|property| property.payload_range());
    for range in payloads {
        for at in range.clone().step_by(4).filter(|at| at + 4 <= range.end) {
            for bits in [f32::NAN, f32::NEG_INFINITY, f32::MAX, 1e-40, -1e20, 0.0].map(f32::to_bits) {
                let mut broken = file.clone();
                broken[at..at + 4].copy_from_slice(&bits.to_le_bytes());
                let import = import(SharedBytes::from(broken), &Request::alone("stem")).expect("the header is whole");
                check(&import.scene, &format!("{bits:#x} at {at:#x}"));
            }
        }
    }
}

#[test]
fn real_files_become_lawful_scenes() {
    for_each_file(|file, import, _| check(&import.scene, file));
}

#[track_caller]
fn check(scene: &Scene, context: &str) {
    for (index, model) in scene.models.iter().enumerate() {
        check_model(model, scene.textures.len(), &format!("{context}: model {index}"));
    }
    for (index, clip) in scene.clips.iter().enumerate() {
        check_clip(clip, &format!("{context}: clip {index}"));
    }
    assert!(
        scene
            .instances
            .iter()
            .all(|instance| !instance.path.is_empty() && is_sound(&instance.placement)),
        "{context}"
    );
    let paths: HashSet<&str> = scene.textures.iter().map(String::as_str).collect();
    assert!(
        paths.len() == scene.textures.len() && !paths.contains(""),
        "{context}: textures"
    );
}

fn is_sound(transform: &Transform) -> bool {
    transform.translation.is_finite() && transform.scale.is_finite() && (transform.rotation.length() - 1.0).abs() < 1e-5
}

fn check_model(model: &Model, textures: usize, context: &str) {
    assert!(is_sound(&model.placement), "{context}: placement");
    check_skeleton(&model.skeleton, context);
    check_rig(&model.rig, &model.skeleton, context);
    for skin in &model.skins {
        assert_eq!(skin.bones.len(), skin.bone_from_mesh.len(), "{context}: skin");
        assert!(
            skin.bones.iter().all(|bone| bone.get() < model.skeleton.len()),
            "{context}: skin"
        );
        assert!(
            skin.bone_from_mesh.iter().flatten().all(|matrix| matrix.is_finite()),
            "{context}: skin"
        );
    }
    for (index, mesh) in model.meshes.iter().enumerate() {
        check_mesh(mesh, model, &format!("{context}: mesh {index}"));
    }
    model
        .hairs
        .iter()
        .for_each(|hair| check_hair(hair, model.materials.len(), context));
    for shape in &model.blend_shapes {
        let vertices = model.meshes[shape.mesh.get()].vertex_count();
        assert!(
            shape.max_weight.is_finite() && shape.max_weight >= 0.0,
            "{context}: shape"
        );
        assert!(
            !shape.vertices.is_empty() && shape.vertices.len() == shape.deltas.len(),
            "{context}: shape"
        );
        assert!(shape.vertices.is_sorted_by(|a, b| a < b), "{context}: shape");
        assert!(
            shape.vertices.iter().all(|vertex| (*vertex as usize) < vertices),
            "{context}: shape"
        );
        assert!(
            shape.deltas.as_flattened().iter().all(|v| v.is_finite()),
            "{context}: shape"
        );
    }
    for slot in model.materials.iter().flat_map(|material| &material.slots) {
        match slot.source {
            SlotSource::Texture(texture) => assert!(texture.get() < textures, "{context}: {}", slot.name),
            SlotSource::Color { rgba, .. } => assert!(rgba.is_finite(), "{context}: {}", slot.name),
            SlotSource::NoPath | SlotSource::Missing => {}
        }
    }
}

fn check_skeleton(skeleton: &Skeleton, context: &str) {
    assert!(
        skeleton
            .bones()
            .all(|bone| skeleton.parent(bone).is_none_or(|parent| parent < bone)),
        "{context}: order"
    );
    assert!(skeleton.rest().iter().all(is_sound), "{context}: rest pose");
    assert!(
        skeleton.rest_model_from_bone().iter().all(|matrix| matrix.is_finite()),
        "{context}: rest pose"
    );
}

fn check_rig(rig: &Rig, skeleton: &Skeleton, context: &str) {
    for handle in &rig.handles {
        let between = skeleton
            .ancestors_and_self(handle.end)
            .position(|bone| bone == handle.start);
        assert!(between.is_some_and(|steps| steps >= 2), "{context}: handle");
        assert!(
            handle.target_offset.is_finite() && handle.target.get() < skeleton.len(),
            "{context}: handle"
        );
    }
    for constraint in &rig.constraints {
        assert!((0.0..=1.0).contains(&constraint.weight), "{context}: constraint");
        assert!(
            constraint.driven.get().max(constraint.target.get()) < skeleton.len(),
            "{context}: constraint"
        );
        let is_finite = match constraint.kind {
            ConstraintKind::Point { offset } | ConstraintKind::Scale { offset } => offset.is_finite(),
            ConstraintKind::Orient { offset } => (offset.length() - 1.0).abs() < 1e-5,
        };
        assert!(is_finite, "{context}: constraint");
    }
}

fn check_mesh(mesh: &Mesh, model: &Model, context: &str) {
    let count = mesh.vertex_count();
    let finite = |values: &[f32]| values.iter().all(|v| v.is_finite());
    assert!(finite(mesh.positions.to_vec().as_flattened()), "{context}: positions");
    assert!(
        mesh.normals.is_empty() || mesh.normals.len() == count,
        "{context}: normals"
    );
    for normal in mesh.normals.iter() {
        let length = glam::Vec3::from(normal).length();
        assert!(length.is_finite() && length > 0.0, "{context}: normal {normal:?}");
    }
    assert!(
        mesh.uvs
            .iter()
            .all(|uv| uv.len() == count && finite(uv.to_vec().as_flattened())),
        "{context}: uvs"
    );
    for layer in &mesh.colors {
        (0..count).for_each(|vertex| assert!(finite(&layer.get(vertex)), "{context}: colors"));
    }
    assert!(mesh.triangles.len().is_multiple_of(3), "{context}: triangles");
    assert!(
        mesh.triangles.iter().all(|vertex| (vertex as usize) < count),
        "{context}: triangles"
    );
    assert!(
        mesh.material
            .is_none_or(|material| material.get() < model.materials.len()),
        "{context}: material"
    );
    assert_eq!(mesh.skin.is_none(), mesh.influences.is_empty(), "{context}: skin");
    if let Some(skin) = mesh.skin {
        let (influences, slots) = (&mesh.influences, model.skins[skin.get()].bones.len());
        let entries = count * influences.stride as usize;
        assert_eq!(
            (influences.slots.len(), influences.weights.len()),
            (entries, entries),
            "{context}: influences"
        );
        assert!(
            influences.slots.iter().all(|slot| (slot as usize) < slots),
            "{context}: slots"
        );
        assert!(
            influences
                .weights
                .iter()
                .all(|weight| weight.is_finite() && weight >= 0.0),
            "{context}: weights"
        );
        for vertex in 0..count {
            let sum: f32 = influences.of_vertex(vertex).map(|(_, weight)| weight).sum();
            assert!(
                sum == 0.0 || (sum - 1.0).abs() < 1e-5,
                "{context}: vertex {vertex} has {sum}"
            );
            let bones: Vec<usize> = influences.of_vertex(vertex).map(|(slot, _)| slot).collect();
            assert_eq!(
                bones.iter().collect::<HashSet<_>>().len(),
                bones.len(),
                "{context}: vertex {vertex}"
            );
        }
    }
    let bounds = mesh.bounds;
    assert!(
        bounds.is_empty() || (bounds.min.is_finite() && bounds.max.is_finite()),
        "{context}: bounds"
    );
}

fn check_hair(hair: &Hair, materials: usize, context: &str) {
    assert!(
        hair.points.to_vec().as_flattened().iter().all(|v| v.is_finite()),
        "{context}: hair"
    );
    assert!(
        hair.strands
            .iter()
            .all(|s| s.end - s.start >= 2 && s.end as usize <= hair.points.len()),
        "{context}: hair"
    );
    assert!(
        hair.material.is_none_or(|material| material.get() < materials),
        "{context}: hair"
    );
}

fn check_clip(clip: &Clip, context: &str) {
    assert!(
        clip.frames_per_second.is_finite() && clip.frames_per_second > 0.0,
        "{context}: rate"
    );
    let range = clip.range;
    assert!(
        range.start.is_finite() && range.end.is_finite() && range.start <= range.end,
        "{context}: range"
    );
    for track in &clip.tracks {
        let frames: Vec<f64> = (0..track.keys.len()).map(|key| track.keys.frame(key)).collect();
        assert!(
            !frames.is_empty() && frames.iter().all(|frame| frame.is_finite()),
            "{context}: keys"
        );
        assert!(frames.is_sorted_by(|a, b| a < b), "{context}: keys of {}", track.target);
        assert!(track.additive_weight.is_finite(), "{context}: additive weight");
        let parallel = match &track.values {
            Values::Scalar(values) => {
                assert!(values.iter().all(|v| v.is_finite()), "{context}: values");
                values.len()
            }
            Values::Rotation(values) => {
                let is_usable = |q: [f32; 4]| {
                    let squared = glam::Vec4::from(q).length_squared();
                    squared.is_normal() && squared > 0.0
                };
                assert!(values.iter().all(is_usable), "{context}: rotations");
                values.len()
            }
            Values::Switch(values) => values.len(),
        };
        assert_eq!(parallel, frames.len(), "{context}: values");
    }
    for notification in &clip.notifications {
        assert!(
            notification.frames.is_sorted_by(|a, b| a < b),
            "{context}: notification"
        );
        assert!(
            notification.frames.iter().all(|frame| frame.is_finite()),
            "{context}: notification"
        );
    }
    if let Some(skeleton) = &clip.skeleton {
        check_skeleton(skeleton, context);
    }
}
