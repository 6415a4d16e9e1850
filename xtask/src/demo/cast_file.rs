//! Creature and clip → Cast nodes.

use crate::anatomy::Skeleton;
use crate::creature::{Creature, SCARF};
use crate::dance::{Clip, FRAMES_PER_SECOND};
use crate::mesh::Mesh;
use crate::motion::worth_keeping;
use crate::weights::MOST_INFLUENCES;
use castview::formats::cast::{NodeDraft, NodeKind, write};
use glam::{Quat, Vec2, Vec3};

/// Every node gets a hash of its own; those that are linked to are made from these.
const SKELETON: u64 = 1;
const MESHES: u64 = 0x100;
const MATERIALS: u64 = 0x200;
const SLOTS: u64 = 0x300;

fn metadata() -> NodeDraft {
    NodeDraft::new(NodeKind::Metadata)
        .string("a", "castview")
        .string("s", "cargo xtask demo")
        .string("up", "y")
}

/// Where a material's picture lies, seen from the model's file.
pub fn picture_path(material: &str) -> String {
    format!("demo/{material}.png")
}

pub fn model(creature: &Creature) -> Vec<u8> {
    let mut model = NodeDraft::new(NodeKind::Model)
        .string("n", "Sprig")
        .child(skeleton(&creature.skeleton));
    let mut materials: Vec<&str> = creature.meshes.iter().map(|mesh| mesh.material).collect();
    materials.dedup();
    for (i, name) in materials.iter().enumerate() {
        let has_picture = creature.pictures.iter().any(|picture| picture.0 == *name);
        model = model.child(material(name, i as u64, has_picture));
    }
    for (i, mesh) in creature.meshes.iter().enumerate() {
        let hash = MESHES + i as u64;
        let material = materials
            .iter()
            .position(|name| *name == mesh.material)
            .expect("listed above") as u64;
        model = model.child(mesh_node(mesh).hash(hash).u64s("m", &[MATERIALS + material]));
        for shape in &mesh.shapes {
            let indices: Vec<u32> = shape.targets.iter().map(|target| target.0).collect();
            let positions: Vec<[f32; 3]> = shape.targets.iter().map(|target| target.1.to_array()).collect();
            let node = NodeDraft::new(NodeKind::BlendShape)
                .string("n", shape.name)
                .u64s("b", &[hash]);
            model = model.child(node.uints("vi", &indices).vec3s("vp", &positions).floats("ts", &[1.0]));
        }
    }
    write(&[NodeDraft::new(NodeKind::Root).child(metadata()).child(model)])
}

fn skeleton(skeleton: &Skeleton) -> NodeDraft {
    let mut node = NodeDraft::new(NodeKind::Skeleton).hash(SKELETON);
    for bone in &skeleton.bones {
        let parent = bone.parent.map_or(Vec3::ZERO, |parent| skeleton.bones[parent].position);
        let upright = [Quat::IDENTITY.to_array()];
        node = node.child(
            NodeDraft::new(NodeKind::Bone)
                .string("n", &bone.name)
                .u32s("p", &[bone.parent.map_or(u32::MAX, |parent| parent as u32)])
                .u8s("ssc", &[bone.compensates.into()])
                .vec3s("lp", &[(bone.position - parent).to_array()])
                .vec4s("lr", &upright)
                .vec3s("wp", &[bone.position.to_array()])
                .vec4s("wr", &upright)
                .vec3s("s", &[[1.0; 3]]),
        );
    }
    node
}

fn material(name: &str, index: u64, has_picture: bool) -> NodeDraft {
    let slot = SLOTS + index;
    let albedo = if has_picture {
        NodeDraft::new(NodeKind::File)
            .hash(slot)
            .string("p", &picture_path(name))
    } else {
        NodeDraft::new(NodeKind::Color)
            .hash(slot)
            .string("cs", "srgb")
            .vec4s("rgba", &[SCARF.extend(1.0).to_array()])
    };
    let node = NodeDraft::new(NodeKind::Material)
        .hash(MATERIALS + index)
        .string("n", name)
        .string("t", "pbr");
    node.u64s("albedo", &[slot]).child(albedo)
}

fn mesh_node(mesh: &Mesh) -> NodeDraft {
    let triples = |values: &[Vec3]| values.iter().map(|v| v.to_array()).collect::<Vec<_>>();
    let uvs: Vec<[f32; 2]> = mesh.uvs.iter().map(Vec2::to_array).collect();
    let most = mesh.influences.iter().map(Vec::len).max().unwrap_or(0);
    assert!(
        most <= MOST_INFLUENCES,
        "{} has a vertex with {most} influences",
        mesh.name
    );
    let (mut bones, mut weights) = (Vec::new(), Vec::new());
    for influences in &mesh.influences {
        for i in 0..most {
            // Padding is bone 0 with weight 0.
            let (bone, weight) = influences.get(i).copied().unwrap_or((0, 0.0));
            bones.push(bone as u32);
            weights.push(weight);
        }
    }
    NodeDraft::new(NodeKind::Mesh)
        .string("n", mesh.name)
        .vec3s("vp", &triples(&mesh.positions))
        .vec3s("vn", &triples(&mesh.normals))
        .u8s("ul", &[1])
        .vec2s("u0", &uvs)
        .u8s("mi", &[most as u8])
        .uints("wb", &bones)
        .floats("wv", &weights)
        .string("sm", if mesh.dual_quaternion { "quaternion" } else { "linear" })
        .uints("f", mesh.triangles.as_flattened())
}

pub fn animation(clip: &Clip) -> Vec<u8> {
    let mut node = NodeDraft::new(NodeKind::Animation)
        .string("n", "Sprig hops and waves")
        .floats("fr", &[FRAMES_PER_SECOND])
        .u8s("lo", &[1]);
    for bone in &clip.bones {
        if let Some(values) = &bone.translation {
            node = node.children(axes(&bone.bone, ["tx", "ty", "tz"], values, "relative", 0.0));
        }
        if let Some(values) = &bone.rotation {
            node = node.child(rotation_curve(&bone.bone, values));
        }
        if let Some(values) = &bone.scale {
            node = node.children(axes(&bone.bone, ["sx", "sy", "sz"], values, "absolute", 1.0));
        }
    }
    for (shape, weights) in &clip.shapes {
        node = node.child(scalar_curve(shape, "bs", weights, "absolute"));
    }
    for (name, frames) in &clip.notifications {
        node = node.child(
            NodeDraft::new(NodeKind::NotificationTrack)
                .string("n", name)
                .uints("kb", frames),
        );
    }
    write(&[NodeDraft::new(NodeKind::Root).child(metadata()).child(node)])
}

/// One curve for each axis that leaves `still`.
fn axes(bone: &str, names: [&str; 3], values: &[Vec3], mode: &str, still: f32) -> Vec<NodeDraft> {
    let axis = |i: usize| -> Vec<f32> { values.iter().map(|value| value[i]).collect() };
    let moving = (0..3).filter(|&i| axis(i).iter().any(|value| (value - still).abs() > 1e-5));
    moving.map(|i| scalar_curve(bone, names[i], &axis(i), mode)).collect()
}

fn scalar_curve(target: &str, property: &str, values: &[f32], mode: &str) -> NodeDraft {
    const TOLERANCE: f32 = 6e-4;
    let kept = worth_keeping(values.len(), |a, b, i| {
        let t = (i - a) as f32 / (b - a) as f32;
        (values[i] - (values[a] + (values[b] - values[a]) * t)).abs() / TOLERANCE
    });
    let keys: Vec<f32> = kept.iter().map(|&i| values[i]).collect();
    curve(target, property, mode, &kept).floats("kv", &keys)
}

fn rotation_curve(target: &str, values: &[Quat]) -> NodeDraft {
    const TOLERANCE_RAD: f32 = 0.0025;
    let kept = worth_keeping(values.len(), |a, b, i| {
        let t = (i - a) as f32 / (b - a) as f32;
        values[a].slerp(values[b], t).angle_between(values[i]) / TOLERANCE_RAD
    });
    let keys: Vec<[f32; 4]> = kept.iter().map(|&i| values[i].to_array()).collect();
    curve(target, "rq", "absolute", &kept).vec4s("kv", &keys)
}

fn curve(target: &str, property: &str, mode: &str, frames: &[usize]) -> NodeDraft {
    let frames: Vec<u32> = frames.iter().map(|&frame| frame as u32).collect();
    let node = NodeDraft::new(NodeKind::Curve)
        .string("nn", target)
        .string("kp", property)
        .string("m", mode);
    node.uints("kb", &frames)
}
