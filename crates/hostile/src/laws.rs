//! Promises of every scene to those who pose and draw it, whichever reader made it.

use castview_base::core::{MeshIndex, Options, Transform};
use castview_base::scene::{
    Alpha, BlendShape, Clip, ColorLayer, ConstraintKind, FixtureKind, Hair, Influences, Keys, Lens, Material, Mesh,
    Model, Rig, Scene, Skeleton, SlotSource, Track, Values,
};
use castview_formats::{NoSideFiles, Request};
use castview_motion::animation::{Layer, Motion, Pose, PreparedRig, bind, evaluate};
use castview_motion::deform::{ReachBoxes, deform_vertex};
use std::collections::HashSet;

/// Models and clips of one file that are played against each other: a file may have thousands of both.
const FEW: usize = 4;
/// Vertices up to which every one is deformed.
const SMALL: usize = 1 << 12;

/// As a file is opened that nobody has decided anything about.
pub fn request() -> Request<'static> {
    Request {
        name: "hostile",
        options: const { &Options::NONE },
        side_files: &NoSideFiles,
    }
}

/// Panics where a law is broken.
pub fn keeps_its_laws(scene: &Scene) {
    scene
        .models
        .iter()
        .for_each(|model| model_is_lawful(model, scene.textures.len()));
    for (index, model) in scene.models.iter().enumerate() {
        if let Some(copies) = &model.copies {
            let leader = &scene.models[..index][copies.leader.get()];
            assert!(
                leader.copies.is_none() && copies.bone.get() < leader.skeleton.len(),
                "copies"
            );
            assert!(copies.places.iter().all(is_sound), "copies");
        }
    }
    scene.clips.iter().for_each(clip_is_lawful);
    for instance in &scene.instances {
        assert!(!instance.path.is_empty() && is_sound(&instance.placement), "instance");
    }
    let paths: HashSet<&str> = scene.textures.iter().map(String::as_str).collect();
    assert!(paths.len() == scene.textures.len() && !paths.contains(""), "textures");
    assert!(
        scene
            .embedded
            .keys()
            .all(|texture| texture.get() < scene.textures.len()),
        "embedded images"
    );
    for model in scene.models.iter().take(FEW) {
        stands(model, &[], None);
        if !model.rig.handles.is_empty() || !model.rig.constraints.is_empty() {
            stands(model, &[], Some(&PreparedRig::of(model)));
        }
        for clip in scene.clips.iter().take(FEW) {
            plays(model, clip);
        }
    }
}

fn is_sound(transform: &Transform) -> bool {
    transform.translation.is_finite() && transform.scale.is_finite() && (transform.rotation.length() - 1.0).abs() < 1e-5
}

fn model_is_lawful(model: &Model, textures: usize) {
    assert!(is_sound(&model.placement), "placement");
    skeleton_is_lawful(&model.skeleton);
    rig_is_lawful(&model.rig, &model.skeleton);
    for skin in &model.skins {
        assert_eq!(skin.bones.len(), skin.bone_from_mesh.len(), "skin");
        assert!(skin.bones.iter().all(|bone| bone.get() < model.skeleton.len()), "skin");
        let mut matrices = skin.bone_from_mesh.iter().flatten();
        assert!(matrices.all(|matrix| matrix.is_finite()), "skin");
    }
    model.meshes.iter().for_each(|mesh| mesh_is_lawful(model, mesh));
    model
        .hairs
        .iter()
        .for_each(|hair| hair_is_lawful(hair, model.materials.len()));
    model
        .blend_shapes
        .iter()
        .for_each(|shape| shape_is_lawful(model, shape));
    for slot in model.materials.iter().flat_map(|material| &material.slots) {
        match slot.source {
            SlotSource::Texture(texture) => assert!(texture.get() < textures, "{}", slot.name),
            SlotSource::Color { rgba, .. } => assert!(rgba.is_finite(), "{}", slot.name),
            SlotSource::NoPath | SlotSource::Missing => {}
        }
    }
    model.materials.iter().for_each(material_is_lawful);
    for fixture in &model.fixtures {
        assert!(
            fixture.bone.is_none_or(|bone| bone.get() < model.skeleton.len()) && is_sound(&fixture.placement),
            "fixture {}",
            fixture.name
        );
        fixture_is_lawful(&fixture.kind);
    }
}

fn material_is_lawful(material: &Material) {
    let surface = &material.surface;
    let colors = [
        surface.base_color.truncate(),
        surface.specular_color,
        surface.emissive,
        surface.sheen_color,
        surface.interior.attenuation_color,
    ];
    // It is infinite where nothing is lost.
    assert!(surface.interior.attenuation_distance > 0.0, "{surface:?}");
    let colors = colors.iter().all(|color| color.is_finite()) && surface.base_color.w.is_finite();
    let numbers = [
        surface.metallic,
        surface.roughness,
        surface.ior,
        surface.specular,
        surface.normal_scale,
        surface.occlusion_strength,
        surface.clearcoat,
        surface.clearcoat_roughness,
        surface.clearcoat_normal_scale,
        surface.transmission,
        surface.sheen_roughness,
        surface.iridescence,
        surface.iridescence_ior,
        surface.iridescence_thickness_nm[0],
        surface.iridescence_thickness_nm[1],
        surface.anisotropy,
        surface.anisotropy_rotation_rad,
        surface.interior.thickness,
        match surface.alpha {
            Alpha::Mask(cutoff) => cutoff,
            Alpha::Opaque | Alpha::Blend => 0.0,
        },
    ];
    assert!(colors && numbers.iter().all(|number| number.is_finite()), "{surface:?}");
    for slot in &material.slots {
        let lookup = &slot.lookup;
        let is_finite = lookup.offset.is_finite() && lookup.scale.is_finite() && lookup.rotation_rad.is_finite();
        assert!(is_finite, "{} {lookup:?}", slot.name);
    }
}

fn fixture_is_lawful(kind: &FixtureKind) {
    let is_lawful = match kind {
        FixtureKind::Camera(camera) => {
            let lens = match camera.lens {
                Lens::Perspective { fov_y } => fov_y.is_finite() && fov_y > 0.0,
                Lens::Orthographic { half } => half.is_finite() && half.cmpgt(glam::Vec2::ZERO).all(),
            };
            lens && camera.near.is_finite() && camera.far.is_none_or(f32::is_finite)
        }
        FixtureKind::Light(light) => light.color.is_finite() && light.intensity.is_finite(),
        FixtureKind::Anchor | FixtureKind::Sound { .. } | FixtureKind::Ray => true,
    };
    assert!(is_lawful, "{kind:?}");
}

fn skeleton_is_lawful(skeleton: &Skeleton) {
    let mut bones = skeleton.bones();
    assert!(
        bones.all(|bone| skeleton.parent(bone).is_none_or(|parent| parent < bone)),
        "order"
    );
    assert!(skeleton.rest().iter().all(is_sound), "rest pose");
    let mut matrices = skeleton.rest_model_from_bone().into_iter();
    assert!(matrices.all(|matrix| matrix.is_finite()), "rest pose");
}

fn rig_is_lawful(rig: &Rig, skeleton: &Skeleton) {
    for handle in &rig.handles {
        let mut chain = skeleton.ancestors_and_self(handle.end);
        assert!(
            chain
                .position(|bone| bone == handle.start)
                .is_some_and(|steps| steps >= 2),
            "handle"
        );
        assert!(
            handle.target_offset.is_finite() && handle.target.get() < skeleton.len(),
            "handle"
        );
    }
    for constraint in &rig.constraints {
        assert!((0.0..=1.0).contains(&constraint.weight), "constraint");
        let last = constraint.driven.get().max(constraint.target.get());
        assert!(last < skeleton.len(), "constraint");
        let is_sound = match constraint.kind {
            ConstraintKind::Point { offset } | ConstraintKind::Scale { offset } => offset.is_finite(),
            ConstraintKind::Orient { offset } => (offset.length() - 1.0).abs() < 1e-5,
        };
        assert!(is_sound, "constraint");
    }
}

fn mesh_is_lawful(model: &Model, mesh: &Mesh) {
    let count = mesh.vertex_count();
    assert!(mesh.positions.iter().flatten().all(f32::is_finite), "positions");
    assert!(mesh.normals.is_empty() || mesh.normals.len() == count, "normals");
    assert!(mesh.tangents.is_empty() || mesh.tangents.len() == count, "tangents");
    assert!(mesh.tangents.is_empty() || !mesh.normals.is_empty(), "tangents");
    for [x, y, z, side] in mesh.tangents.iter() {
        let squared = x * x + y * y + z * z;
        assert!(squared.is_finite() && squared > 0.0, "tangents");
        assert!(side == 1.0 || side == -1.0, "tangents");
    }
    for normal in mesh.normals.iter() {
        let length = glam::Vec3::from(normal).length();
        assert!(length.is_finite() && length > 0.0, "normal {normal:?}");
    }
    for layer in &mesh.uvs {
        assert!(
            layer.len() == count && layer.iter().flatten().all(f32::is_finite),
            "uvs"
        );
    }
    for layer in &mesh.colors {
        let length = match layer {
            ColorLayer::Packed(colors) => colors.len(),
            ColorLayer::Float(colors) => colors.len(),
        };
        assert_eq!(length, count, "colors");
        let mut colors = (0..count).flat_map(|vertex| layer.get(vertex));
        assert!(colors.all(f32::is_finite), "colors");
    }
    assert!(mesh.triangles.len().is_multiple_of(3), "triangles");
    assert!(mesh.lines.len().is_multiple_of(2), "lines");
    assert!(
        mesh.triangles.is_empty() || mesh.lines.is_empty(),
        "lines and triangles"
    );
    let mut corners = mesh.triangles.iter().chain(mesh.lines.iter());
    assert!(corners.all(|vertex| (vertex as usize) < count), "corners");
    assert!(
        mesh.material
            .is_none_or(|material| material.get() < model.materials.len()),
        "material"
    );
    assert_eq!(mesh.skin.is_none(), mesh.influences.is_empty(), "skin");
    if let Some(skin) = mesh.skin {
        influences_are_lawful(&mesh.influences, count, model.skins[skin.get()].bones.len());
    }
    let bounds = mesh.bounds;
    assert!(
        bounds.is_empty() || bounds.min.is_finite() && bounds.max.is_finite(),
        "bounds"
    );
}

fn influences_are_lawful(influences: &Influences, vertices: usize, slots: usize) {
    let entries = vertices * influences.stride as usize;
    assert_eq!(
        (influences.slots.len(), influences.weights.len()),
        (entries, entries),
        "influences"
    );
    assert!(influences.slots.iter().all(|slot| (slot as usize) < slots), "slots");
    let mut weights = influences.weights.iter();
    assert!(weights.all(|weight| weight.is_finite() && weight >= 0.0), "weights");
    let mut seen = Vec::new();
    for vertex in 0..vertices {
        seen.clear();
        let mut sum = 0.0;
        for (slot, weight) in influences.of_vertex(vertex) {
            assert!(!seen.contains(&slot), "vertex {vertex} has slot {slot} twice");
            seen.push(slot);
            sum += weight;
        }
        assert!(sum == 0.0 || (sum - 1.0).abs() < 1e-5, "vertex {vertex} has {sum}");
    }
}

fn hair_is_lawful(hair: &Hair, materials: usize) {
    assert!(hair.points.iter().flatten().all(f32::is_finite), "hair");
    let mut strands = hair.strands.iter();
    assert!(
        strands.all(|strand| strand.end - strand.start >= 2 && strand.end as usize <= hair.points.len()),
        "hair"
    );
    assert!(hair.material.is_none_or(|material| material.get() < materials), "hair");
}

fn shape_is_lawful(model: &Model, shape: &BlendShape) {
    let count = model.meshes[shape.mesh.get()].vertex_count();
    assert_eq!(shape.vertices.len(), shape.deltas.len(), "shape");
    for directions in [&shape.normal_deltas, &shape.tangent_deltas] {
        assert!(directions.is_empty() || directions.len() == shape.deltas.len(), "shape");
    }
    assert!(shape.vertices.is_sorted_by(|a, b| a < b), "shape");
    assert!(
        shape.vertices.last().is_none_or(|vertex| (*vertex as usize) < count),
        "shape"
    );
    let mut deltas = [&shape.deltas, &shape.normal_deltas, &shape.tangent_deltas]
        .into_iter()
        .flatten()
        .flatten();
    assert!(deltas.all(|delta| delta.is_finite()), "shape");
    assert!(shape.max_weight.is_finite() && shape.max_weight >= 0.0, "shape");
    assert!(shape.rest_weight.abs() <= shape.max_weight, "shape");
}

fn clip_is_lawful(clip: &Clip) {
    assert!(
        clip.frames_per_second.is_finite() && clip.frames_per_second > 0.0,
        "rate"
    );
    let range = clip.range;
    assert!(
        range.start.is_finite() && range.end.is_finite() && range.start <= range.end,
        "range"
    );
    clip.tracks.iter().for_each(track_is_lawful);
    for notification in &clip.notifications {
        assert!(notification.frames.is_sorted_by(|a, b| a < b), "notification");
        assert!(
            notification.frames.iter().all(|frame| frame.is_finite()),
            "notification"
        );
    }
    clip.skeleton.iter().for_each(skeleton_is_lawful);
}

fn track_is_lawful(track: &Track) {
    let count = track.keys.len();
    assert!(count > 0 && track.additive_weight.is_finite(), "{}", track.target);
    let frames = (0..count).map(|key| track.keys.frame(key));
    assert!(frames.clone().all(f64::is_finite), "keys of {}", track.target);
    assert!(frames.is_sorted_by(|a, b| a < b), "keys of {}", track.target);
    if let Keys::Float { frames_per_unit, .. } = track.keys {
        assert!(frames_per_unit.is_finite() && frames_per_unit > 0.0, "{}", track.target);
    }
    let parallel = match &track.values {
        Values::Scalar(values) => {
            assert!(values.iter().all(f32::is_finite), "values of {}", track.target);
            values.len()
        }
        Values::Rotation(values) => {
            let is_usable = |q: [f32; 4]| glam::Vec4::from(q).length_squared().is_normal();
            assert!(values.iter().all(is_usable), "rotations of {}", track.target);
            values.len()
        }
        Values::Switch(values) => values.len(),
    };
    assert_eq!(parallel, count, "values of {}", track.target);
}

/// A few frames: the ends, between them, and far outside.
fn plays(model: &Model, clip: &Clip) {
    let binding = bind(clip, model);
    let (start, end) = (clip.range.start, clip.range.end);
    for frame in [start, start * 0.7 + end * 0.3, end, 1e9, -1e9] {
        stands(model, &[Layer::new(clip, &binding, frame)], None);
    }
}

/// The pose that `layers` make is finite throughout, and so is the box around it.
fn stands(model: &Model, layers: &[Layer<'_>], rig: Option<&PreparedRig>) {
    let mut pose = Pose::default();
    evaluate(
        model,
        Motion {
            layers,
            rig,
            ..Motion::default()
        },
        &mut pose,
    );
    assert!(pose.model_from_bone.iter().all(|matrix| matrix.is_finite()), "pose");
    assert!(pose.shape_weights.iter().all(|weight| weight.is_finite()), "pose");
    let vertices: usize = model.meshes.iter().map(Mesh::vertex_count).sum();
    if vertices > SMALL {
        return;
    }
    let bounds = ReachBoxes::of(model).bounds(model, &pose);
    assert!(
        bounds.is_empty() || bounds.min.is_finite() && bounds.max.is_finite() && bounds.min.cmple(bounds.max).all(),
        "{bounds:?}"
    );
    for (index, mesh) in model.meshes.iter().enumerate() {
        for vertex in 0..mesh.vertex_count() {
            let moved = deform_vertex(model, MeshIndex::new(index), &pose, vertex);
            assert!(moved.is_finite(), "vertex {vertex} of mesh {index}");
        }
    }
}

/// Checks that parts of a file, given by their first byte and the byte after their last, follow each other without overlap.
pub fn in_order(bytes: &[u8]) -> impl FnMut(usize, usize) + '_ {
    let mut end = 0;
    move |start, stop| {
        assert!(
            start >= end && stop >= start && stop <= bytes.len(),
            "{start} to {stop}"
        );
        end = stop;
    }
}
