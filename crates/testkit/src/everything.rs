//! One file that holds every class of node and every property of the format's tables, small enough to break in every
//! place.

use castview_formats::cast::{NodeDraft, NodeKind, write};

/// The model and the clip of a hinge of two bones, with all that the format knows.
pub fn everything() -> Vec<u8> {
    let root = NodeDraft::new(NodeKind::Root)
        .hash(1)
        .child(
            NodeDraft::new(NodeKind::Metadata)
                .string("a", "test")
                .string("s", "code")
                .string("up", "y"),
        )
        .child(model())
        .child(animation())
        .child(
            NodeDraft::new(NodeKind::Instance)
                .string("n", "prop")
                .u64s("rf", &[90])
                .vec3s("p", &[[1.0, 0.0, 0.0]])
                .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
                .vec3s("s", &[[1.0; 3]])
                .child(NodeDraft::new(NodeKind::File).hash(90).string("p", "props\\crate.cast")),
        );
    write(&[root])
}

fn model() -> NodeDraft {
    let material = NodeDraft::new(NodeKind::Material)
        .hash(40)
        .string("n", "skin")
        .string("t", "pbr")
        .u64s("albedo", &[41])
        .u64s("emissive", &[42])
        .child(NodeDraft::new(NodeKind::File).hash(41).string("p", "skin.png"))
        .child(
            NodeDraft::new(NodeKind::Color)
                .hash(42)
                .string("cs", "srgb")
                .vec4s("rgba", &[[1.0, 0.5, 0.25, 1.0]]),
        );
    let hair = NodeDraft::new(NodeKind::Hair)
        .string("n", "tuft")
        .u8s("se", &[1, 2])
        .vec3s("pt", &[[0.0; 3], [0.0, 1.0, 0.0], [1.0; 3], [2.0; 3], [3.0; 3]])
        .u64s("m", &[40]);
    NodeDraft::new(NodeKind::Model)
        .hash(2)
        .string("n", "hinge")
        .vec3s("p", &[[0.0, 1.0, 0.0]])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(skeleton())
        .child(mesh())
        .child(shape("smile", |shape| {
            shape
                .u8s("vi", &[1, 3])
                .vec3s("vp", &[[1.0, 0.5, 0.0], [0.0, 1.5, 0.0]])
        }))
        .child(hair)
        .child(material)
}

fn mesh() -> NodeDraft {
    NodeDraft::new(NodeKind::Mesh)
        .hash(30)
        .string("n", "plate")
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
        .vec3s("vn", &[[0.0, 0.0, 1.0]; 4])
        .vec3s("vt", &[[1.0, 0.0, 0.0]; 4])
        .vec2s("u0", &[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])
        .u8s("ul", &[1])
        .u32s("c0", &[0xff00_00ff; 4])
        .vec4s("c1", &[[1.0; 4]; 4])
        .u8s("cl", &[2])
        .u8s("mi", &[2])
        .u8s("wb", &[0, 1, 0, 1, 1, 0, 1, 0])
        .floats("wv", &[0.5, 0.5, 1.0, 0.0, 0.75, 0.25, 0.25, 0.75])
        .string("sm", "quaternion")
        .u8s("f", &[0, 1, 2, 0, 2, 3])
        .u64s("m", &[40])
}

fn shape(name: &str, change: impl Fn(NodeDraft) -> NodeDraft) -> NodeDraft {
    let shape = NodeDraft::new(NodeKind::BlendShape)
        .string("n", name)
        .u64s("b", &[30])
        .floats("ts", &[1.0]);
    change(shape)
}

fn skeleton() -> NodeDraft {
    let bone = |hash, name, parent: u32| {
        NodeDraft::new(NodeKind::Bone)
            .hash(hash)
            .string("n", name)
            .u32s("p", &[parent])
            .u8s("ssc", &[1])
            .vec3s("lp", &[[0.0, 1.0, 0.0]])
            .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]])
            .vec3s("wp", &[[0.0, 1.0, 0.0]])
            .vec4s("wr", &[[0.0, 0.0, 0.0, 1.0]])
            .vec3s("s", &[[1.0; 3]])
    };
    let handle = NodeDraft::new(NodeKind::IkHandle)
        .string("n", "reach")
        .u64s("sb", &[20])
        .u64s("eb", &[22])
        .u64s("tb", &[21])
        .vec3s("to", &[[0.0, 0.5, 0.0]])
        .u64s("pv", &[21])
        .u64s("pb", &[21])
        .u8s("tr", &[1]);
    let constraint = NodeDraft::new(NodeKind::Constraint)
        .string("n", "follow")
        .string("ct", "pt")
        .u64s("cb", &[21])
        .u64s("tb", &[20])
        .u8s("mo", &[0])
        .vec3s("co", &[[0.0, 0.25, 0.0]])
        .floats("wt", &[0.5])
        .u8s("sx", &[1])
        .u8s("sy", &[0])
        .u8s("sz", &[0]);
    NodeDraft::new(NodeKind::Skeleton)
        .hash(10)
        .children([bone(20, "hip", u32::MAX), bone(21, "knee", 0), bone(22, "foot", 1)])
        .child(handle)
        .child(constraint)
}

fn animation() -> NodeDraft {
    let curve = |target: &str, property: &str| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", target)
            .string("kp", property)
            .string("m", "relative")
    };
    NodeDraft::new(NodeKind::Animation)
        .hash(60)
        .string("n", "bend")
        .floats("fr", &[30.0])
        .u8s("lo", &[1])
        .child(skeleton())
        .child(
            curve("knee", "rq")
                .u16s("kb", &[0, 5, 300])
                .vec4s(
                    "kv",
                    &[[0.0, 0.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5], [0.0, 0.0, 0.0, 1.0]],
                )
                .floats("ab", &[0.5]),
        )
        .child(curve("hip", "tx").u8s("kb", &[0, 10]).floats("kv", &[0.0, 1.0]))
        .child(curve("hip", "sy").floats("kb", &[0.0, 9.5]).floats("kv", &[1.0, 2.0]))
        .child(curve("smile", "bs").u32s("kb", &[0, 70_000]).floats("kv", &[0.0, 1.0]))
        .child(curve("plate", "vb").u8s("kb", &[0, 4]).u8s("kv", &[1, 0]))
        .child(
            NodeDraft::new(NodeKind::CurveModeOverride)
                .string("nn", "knee")
                .string("m", "absolute")
                .u8s("ot", &[1])
                .u8s("or", &[1])
                .u8s("os", &[0]),
        )
        .child(
            NodeDraft::new(NodeKind::NotificationTrack)
                .string("n", "step")
                .u8s("kb", &[1, 6]),
        )
}
