//! Big Cast files: one of arrays, one of keys, one of nodes.

use crate::big_mesh::{BONES, BigMesh, rotation};
use crate::random::Random;
use castview::formats::cast::{NodeDraft, NodeKind};

fn bone(name: &str, parent: u32, random: &mut Random) -> NodeDraft {
    NodeDraft::new(NodeKind::Bone)
        .string("n", name)
        .u32s("p", &[parent])
        .u8s("ssc", &[0])
        .vec3s("lp", &[[random.signed(), random.unit(), random.signed()]])
        .vec4s("lr", &[rotation(random)])
        .vec3s("s", &[[1.0; 3]])
}

fn skeleton(bones: u32, random: &mut Random) -> NodeDraft {
    let bones = (0..bones).map(|index| {
        // Bushy, so that no chain grows as long as the skeleton.
        let parent = if index == 0 { u32::MAX } else { (index - 1) / 3 };
        bone(&format!("bone_{index:05}"), parent, random)
    });
    NodeDraft::new(NodeKind::Skeleton).children(bones)
}

/// One mesh of a million vertices, all arrays of the usual kind: 76 MiB.
pub fn model() -> NodeDraft {
    let random = &mut Random(1);
    let mesh = BigMesh::new(random);
    let node = NodeDraft::new(NodeKind::Mesh)
        .string("n", "big")
        .vec3s("vp", &mesh.positions)
        .vec3s("vn", &mesh.normals)
        .uints("ul", &[1])
        .vec2s("u0", &mesh.uvs)
        .uints("mi", &[4])
        .u16s("wb", mesh.slots.as_flattened())
        .floats("wv", mesh.weights.as_flattened())
        .u32s("f", &mesh.corners);
    let model = NodeDraft::new(NodeKind::Model)
        .child(skeleton(BONES, random))
        .child(node);
    NodeDraft::new(NodeKind::Root).child(model)
}

/// 200 bones, each with rotation and three translation curves of 5 000 keys: 36 MB.
pub fn animation() -> NodeDraft {
    let random = &mut Random(2);
    let frames: Vec<u16> = (0..5_000).collect();
    let mut animation = NodeDraft::new(NodeKind::Animation).floats("fr", &[30.0]);
    for bone in 0..BONES {
        let curve = |property: &str| {
            NodeDraft::new(NodeKind::Curve)
                .string("nn", &format!("bone_{bone:05}"))
                .string("kp", property)
                .string("m", "absolute")
                .u16s("kb", &frames)
        };
        let rotations: Vec<[f32; 4]> = frames.iter().map(|_| rotation(random)).collect();
        animation = animation.child(curve("rq").vec4s("kv", &rotations));
        for property in ["tx", "ty", "tz"] {
            let values: Vec<f32> = frames.iter().map(|_| random.signed()).collect();
            animation = animation.child(curve(property).floats("kv", &values));
        }
    }
    NodeDraft::new(NodeKind::Root).child(animation)
}

/// 40 000 bones, 40 000 curves of one key, 40 000 instances with a file each, 10 000 materials with three files each.
pub fn nodes() -> NodeDraft {
    let random = &mut Random(3);
    let file = |path: String, hash: u64| NodeDraft::new(NodeKind::File).hash(hash).string("p", &path);
    let materials = (0..10_000u64).map(|index| {
        let slots = ["albedo", "normal", "specular"];
        let mut material = NodeDraft::new(NodeKind::Material)
            .hash(index)
            .string("n", &format!("m{index}"))
            .string("t", "pbr");
        for (slot, hash) in slots.iter().zip(1..) {
            material = material
                .u64s(slot, &[hash])
                .child(file(format!("_images/{slot}_{}.png", index % 100), hash));
        }
        material
    });
    let model = NodeDraft::new(NodeKind::Model)
        .child(skeleton(40_000, random))
        .children(materials);
    let curves = (0..40_000).map(|index| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", &format!("bone_{index:05}"))
            .string("kp", "tx")
            .string("m", "relative")
            .uints("kb", &[0])
            .floats("kv", &[index as f32])
    });
    let animation = NodeDraft::new(NodeKind::Animation)
        .floats("fr", &[30.0])
        .children(curves);
    let mut root = NodeDraft::new(NodeKind::Root).child(model).child(animation);
    for index in 0..40_000 {
        let instance = NodeDraft::new(NodeKind::Instance)
            .u64s("rf", &[1])
            .vec3s("p", &[[random.signed(), random.signed(), random.signed()]])
            .vec4s("r", &[rotation(random)])
            .vec3s("s", &[[1.0; 3]]);
        root = root.child(instance.child(file(format!("props/rock_{}.cast", index % 50), 1)));
    }
    root
}
