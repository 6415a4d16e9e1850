//! A character's rig as studios build them: 424 bones with hair chains 30 deep, twist, helper and IK bones, a skin, and a clip.
//!
//! Out: the bytes of one Cast file, the scene that is read from them, or that scene as the loader hands it over. Centimetres,
//! y up, facing z. The same bytes every time.

use castview_base::core::SharedBytes;
use castview_base::scene::Scene;
use castview_formats::cast::{NodeDraft, NodeKind, write};
use castview_formats::{Request, import};
use castview_picture::opened::{FileKey, OpenedFile};
use std::path::{Path, PathBuf};

pub const NAME: &str = "heroine";
pub const FILE: &str = "heroine.cast";
pub const CLIP: &str = "idle_sway";
pub const BONES: usize = 424;
pub const HAIR_CHAINS: usize = 10;
pub const HAIR_JOINTS: usize = 30;
/// Hair joints from here on have curves that never change.
pub const STILL_FROM: usize = 20;
pub const LAST_FRAME: u32 = 60;

/// `hair_back_outer_l_strand_03_joint_17`: both counted from 1.
pub fn hair_joint(chain: usize, joint: usize) -> String {
    let region = ["back_outer", "back_inner", "side", "temple", "fringe"][(chain - 1) / 2];
    let side = ["l", "r"][(chain - 1) % 2];
    format!("hair_{region}_{side}_strand_{chain:02}_joint_{joint:02}")
}

pub fn opened() -> OpenedFile {
    let bytes = SharedBytes::from(bytes());
    OpenedFile {
        location: format!("/home/someone/models/{FILE}"),
        bytes: bytes.clone(),
        ..OpenedFile::of(FileKey(1), FILE, scene_of(bytes))
    }
}

pub fn scene() -> Scene {
    scene_of(bytes().into())
}

fn scene_of(bytes: SharedBytes) -> Scene {
    let import = import(bytes, &Request::alone(NAME)).expect("the file is well-formed");
    assert_eq!(import.scene.models[0].skeleton.len(), BONES);
    import.scene
}

/// Writes `heroine.cast` into `folder`.
pub fn save(folder: &Path) -> PathBuf {
    let path = folder.join(FILE);
    std::fs::write(&path, bytes()).expect("a writable folder");
    path
}

pub fn bytes() -> Vec<u8> {
    let bones = bones();
    let metadata = NodeDraft::new(NodeKind::Metadata).string("a", "test").string("up", "y");
    let root = NodeDraft::new(NodeKind::Root)
        .child(metadata)
        .child(model(&bones))
        .child(clip(&bones));
    write(&[root])
}

struct Joint {
    name: String,
    parent: Option<usize>,
    local: [f32; 3],
    model: [f32; 3],
    /// Whether vertices hang on it.
    skins: bool,
}

#[derive(Default)]
struct Bones(Vec<Joint>);

impl Bones {
    fn add(&mut self, name: impl Into<String>, parent: Option<usize>, local: [f32; 3]) -> usize {
        let above = parent.map_or([0.0; 3], |parent| self.0[parent].model);
        self.0.push(Joint {
            name: name.into(),
            parent,
            local,
            model: std::array::from_fn(|axis| above[axis] + local[axis]),
            skins: true,
        });
        self.0.len() - 1
    }

    /// A bone that no vertex hangs on.
    fn add_helper(&mut self, name: impl Into<String>, parent: usize, local: [f32; 3]) -> usize {
        let bone = self.add(name, Some(parent), local);
        self.0[bone].skins = false;
        bone
    }

    fn find(&self, name: &str) -> usize {
        let found = self.0.iter().position(|bone| bone.name == name);
        found.expect("the rig has it")
    }

    /// The link value of a bone.
    fn hash(&self, name: &str) -> u64 {
        1000 + self.find(name) as u64
    }
}

fn bones() -> Bones {
    let mut bones = Bones::default();
    let root = bones.add("root", None, [0.0; 3]);
    bones.0[root].skins = false;
    let pelvis = bones.add("pelvis", Some(root), [0.0, 95.0, 0.0]);
    let mut top = pelvis;
    for number in 1..=5 {
        top = bones.add(format!("spine_{number:02}"), Some(top), [0.0, 9.0, 0.0]);
    }
    let neck = bones.add("neck_01", Some(top), [0.0, 8.0, 0.0]);
    let head = bones.add("head", Some(neck), [0.0, 8.0, 0.0]);
    for (side, sign) in [("l", 1.0), ("r", -1.0)] {
        arm(&mut bones, top, side, sign);
        leg(&mut bones, pelvis, side, sign);
    }
    ik(&mut bones, root);
    for index in 0..42 {
        let (column, row) = ((index % 7) as f32 - 3.0, (index / 7) as f32);
        let at = [column * 1.6, row * 2.0, 9.0 - column.abs()];
        bones.add(
            format!("face_{:02}_{:02}", index / 7 + 1, index % 7 + 1),
            Some(head),
            at,
        );
    }
    for chain in 1..=HAIR_CHAINS {
        hair(&mut bones, head, chain);
    }
    bones
}

fn arm(bones: &mut Bones, chest: usize, side: &str, sign: f32) {
    let out = |x: f32| [x * sign, 0.0, 0.0];
    let clavicle = bones.add(format!("clavicle_{side}"), Some(chest), [3.0 * sign, 4.0, 0.0]);
    let upper = bones.add(format!("upperarm_{side}"), Some(clavicle), out(14.0));
    bones.add(format!("upperarm_twist_01_{side}"), Some(upper), out(8.0));
    bones.add(format!("upperarm_twist_02_{side}"), Some(upper), out(17.0));
    bones.add_helper(format!("helper_elbow_{side}"), upper, [25.0 * sign, 0.0, -3.0]);
    let lower = bones.add(format!("lowerarm_{side}"), Some(upper), out(26.0));
    bones.add(format!("lowerarm_twist_01_{side}"), Some(lower), out(8.0));
    bones.add(format!("lowerarm_twist_02_{side}"), Some(lower), out(16.0));
    let hand = bones.add(format!("hand_{side}"), Some(lower), out(24.0));
    for (index, finger) in ["thumb", "index", "middle", "ring", "pinky"].into_iter().enumerate() {
        let start = [7.0 * sign, 0.0, 3.0 - index as f32 * 1.5];
        let mut joint = bones.add(format!("{finger}_01_{side}"), Some(hand), start);
        for number in 2..=3 {
            joint = bones.add(format!("{finger}_{number:02}_{side}"), Some(joint), out(3.0));
        }
    }
}

fn leg(bones: &mut Bones, pelvis: usize, side: &str, sign: f32) {
    let thigh = bones.add(format!("thigh_{side}"), Some(pelvis), [10.0 * sign, -4.0, 0.0]);
    bones.add(format!("thigh_twist_01_{side}"), Some(thigh), [0.0, -20.0, 0.0]);
    bones.add_helper(format!("helper_knee_{side}"), thigh, [0.0, -41.0, 4.0]);
    let calf = bones.add(format!("calf_{side}"), Some(thigh), [0.0, -42.0, 1.0]);
    bones.add(format!("calf_twist_01_{side}"), Some(calf), [0.0, -20.0, 0.0]);
    let foot = bones.add(format!("foot_{side}"), Some(calf), [0.0, -42.0, -1.0]);
    bones.add(format!("ball_{side}"), Some(foot), [0.0, -5.0, 12.0]);
}

fn ik(bones: &mut Bones, root: usize) {
    let feet = bones.add_helper("ik_foot_root", root, [0.0; 3]);
    let hands = bones.add_helper("ik_hand_root", root, [0.0; 3]);
    let gun = bones.add_helper("ik_hand_gun", hands, [-67.0, 144.0, 0.0]);
    for (side, sign) in [("l", 1.0), ("r", -1.0)] {
        bones.add_helper(format!("ik_foot_{side}"), feet, [10.0 * sign, 7.0, 0.0]);
        let to_hand = if side == "l" { 134.0 } else { 0.0 };
        bones.add_helper(format!("ik_hand_{side}"), gun, [to_hand, 0.0, 0.0]);
        bones.add_helper(format!("pole_knee_{side}"), root, [10.0 * sign, 50.0, 50.0]);
        bones.add_helper(format!("pole_elbow_{side}"), root, [43.0 * sign, 144.0, -50.0]);
    }
}

fn hair(bones: &mut Bones, head: usize, chain: usize) {
    let angle = (chain as f32 - 0.5) / HAIR_CHAINS as f32 * std::f32::consts::TAU;
    let (sin, cos) = angle.sin_cos();
    let mut joint = bones.add(hair_joint(chain, 1), Some(head), [9.0 * sin, 14.0, 9.0 * cos - 2.0]);
    for number in 2..=HAIR_JOINTS {
        let flare = 0.9 / number as f32;
        let at = [sin * flare, -2.2, cos * flare];
        joint = bones.add(hair_joint(chain, number), Some(joint), at);
    }
}

fn model(bones: &Bones) -> NodeDraft {
    let materials = [
        ("skin", 40, [0.85, 0.62, 0.5, 1.0]),
        ("hair_cards", 41, [0.3, 0.16, 0.08, 1.0]),
    ];
    let material = |(name, hash, rgba): (&str, u64, [f32; 4])| {
        NodeDraft::new(NodeKind::Material)
            .hash(hash)
            .string("n", name)
            .string("t", "pbr")
            .u64s("albedo", &[hash + 10])
            .child(NodeDraft::new(NodeKind::Color).hash(hash + 10).vec4s("rgba", &[rgba]))
    };
    let shape = |(name, lift): (&str, f32)| {
        NodeDraft::new(NodeKind::BlendShape)
            .string("n", name)
            .u64s("b", &[30])
            .floats("ts", &[1.0])
            .u8s("vi", &[0])
            .vec3s("vp", &[[0.0, 95.0 + lift, 0.0]])
    };
    let is_hair = |bone: &Joint| bone.name.starts_with("hair_");
    let body = mesh(bones, |bone| !is_hair(bone)).hash(30).string("n", "body");
    NodeDraft::new(NodeKind::Model)
        .string("n", NAME)
        .child(skeleton(bones))
        .child(body.u64s("m", &[40]))
        // Without a name, as exporters write it when a mesh was merged.
        .child(mesh(bones, is_hair).hash(31).u64s("m", &[41]))
        .children([("smile", 1.0), ("blink_l", 2.0), ("blink_r", 3.0)].map(shape))
        .children(materials.map(material))
}

fn skeleton(bones: &Bones) -> NodeDraft {
    let bone = |(index, bone): (usize, &Joint)| {
        NodeDraft::new(NodeKind::Bone)
            .hash(1000 + index as u64)
            .string("n", &bone.name)
            .u32s("p", &[bone.parent.map_or(u32::MAX, |parent| parent as u32)])
            .u8s("ssc", &[0])
            .vec3s("lp", &[bone.local])
            .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]])
    };
    let mut node = NodeDraft::new(NodeKind::Skeleton).children(bones.0.iter().enumerate().map(bone));
    for side in ["l", "r"] {
        let link = |name: &str| [bones.hash(&format!("{name}_{side}"))];
        for (name, [start, end, target, pole]) in [
            ("leg", ["thigh", "foot", "ik_foot", "pole_knee"]),
            ("arm", ["upperarm", "hand", "ik_hand", "pole_elbow"]),
        ] {
            let handle = NodeDraft::new(NodeKind::IkHandle)
                .string("n", &format!("{name}_{side}"))
                .u64s("sb", &link(start))
                .u64s("eb", &link(end))
                .u64s("tb", &link(target))
                .u64s("pv", &link(pole));
            node = node.child(handle);
        }
        // One without a name: it has to be called after what it ties.
        let constraint = NodeDraft::new(NodeKind::Constraint)
            .string("ct", "or")
            .u64s("cb", &link("helper_elbow"))
            .u64s("tb", &link("lowerarm"))
            .u8s("mo", &[1])
            .floats("wt", &[0.5]);
        node = node.child(constraint);
    }
    node
}

/// A box around each bone that skins and is `wanted`, from it to its first child.
fn mesh(bones: &Bones, wanted: impl Fn(&Joint) -> bool) -> NodeDraft {
    const CORNERS: u32 = 8;
    const FACES: [u32; 36] = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
    ];
    let (mut positions, mut slots, mut faces) = (Vec::new(), Vec::new(), Vec::new());
    for (index, bone) in bones
        .0
        .iter()
        .enumerate()
        .filter(|(_, bone)| bone.skins && wanted(bone))
    {
        let child = bones.0.iter().find(|child| child.parent == Some(index));
        let to = child.map_or(bone.model, |child| child.model);
        let length = (0..3)
            .map(|axis| (to[axis] - bone.model[axis]).powi(2))
            .sum::<f32>()
            .sqrt();
        let thick = (length * 0.3).clamp(0.5, 7.0);
        let first = positions.len() as u32;
        for corner in 0..CORNERS {
            positions.push(std::array::from_fn(|axis| match corner >> axis & 1 {
                0 => bone.model[axis].min(to[axis]) - thick,
                _ => bone.model[axis].max(to[axis]) + thick,
            }));
            slots.push(index as u32);
        }
        faces.extend(FACES.map(|corner| first + corner));
    }
    let weights = vec![1.0; slots.len()];
    NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &positions)
        .uints("f", &faces)
        .uints("mi", &[1])
        .uints("wb", &slots)
        .floats("wv", &weights)
}

/// Spine, arms and hair sway, each chain wider than the one before it; fingers and the hair's ends have curves that never
/// change; twist and helper bones have none; one curve is of a bone that is not there.
fn clip(bones: &Bones) -> NodeDraft {
    let keys: Vec<u32> = (0..=LAST_FRAME).step_by(5).collect();
    let turn = |name: &str, reach: f32| {
        let angle = |frame: &u32| (*frame as f32 / LAST_FRAME as f32 * std::f32::consts::TAU).sin() * reach * 0.5;
        let values: Vec<[f32; 4]> = keys
            .iter()
            .map(angle)
            .map(|half| [half.sin(), 0.0, 0.0, half.cos()])
            .collect();
        NodeDraft::new(NodeKind::Curve)
            .string("nn", name)
            .string("kp", "rq")
            .string("m", "absolute")
            .uints("kb", &keys)
            .vec4s("kv", &values)
    };
    let mut curves = vec![turn("weapon_root", 0.2)];
    for bone in &bones.0 {
        let name = bone.name.as_str();
        let is_finger = ["thumb", "index", "middle", "ring", "pinky"]
            .iter()
            .any(|finger| name.starts_with(finger));
        match name {
            _ if is_finger => curves.push(turn(name, 0.0)),
            _ if name.contains("twist") || name.starts_with("helper") => {}
            _ if name.starts_with("spine") || name.starts_with("upperarm") => curves.push(turn(name, 0.05)),
            "neck_01" | "head" => curves.push(turn(name, 0.1)),
            _ => {}
        }
    }
    for chain in 1..=HAIR_CHAINS {
        for joint in 1..=HAIR_JOINTS {
            let reach = if joint < STILL_FROM { 0.004 * chain as f32 } else { 0.0 };
            curves.push(turn(&hair_joint(chain, joint), reach));
        }
    }
    NodeDraft::new(NodeKind::Animation)
        .string("n", CLIP)
        .floats("fr", &[30.0])
        .u8s("lo", &[1])
        .children(curves)
}
