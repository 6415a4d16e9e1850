//! A session with a bit of everything, built without a file: a walker with bones, meshes, shapes, materials and two clips.

use castview_base::core::{
    Bounds, Diagnostics, FrameRange, MaterialIndex, MeshIndex, Place, SkinIndex, TextureIndex, Transform, UpAxis,
};
use castview_base::scene::{
    BlendShape, Bone, Clip, ColorSpace, Constraint, ConstraintKind, CurveMode, IkHandle, Influences, Keys, Material,
    Mesh, Metadata, Model, Notification, Property, Rig, Scene, Skeleton, Skin, Skinning, Slot, SlotSource, Track,
    Values,
};
use castview_formats::rules;
use castview_images::Image;
use castview_picture::opened::{FileKey, OpenedFile, Placement, TextureEntry, TextureState};
use castview_session::{Action, Message, Session, StageAction};
use glam::{Affine3A, Quat, Vec3, Vec4};
use std::sync::Arc;

/// One open file, `walker.cast`, its first clip playing.
pub fn session() -> Session {
    opened(vec![walker()])
}

/// A session that has opened `files` as one batch.
pub fn opened(files: Vec<OpenedFile>) -> Session {
    let mut session = Session::default();
    let names = files.iter().map(|file| file.name.clone()).collect();
    session.apply(Action::Stage(StageAction::Open {
        locations: names,
        placement: Placement::Replace,
    }));
    session.receive(Message::Loaded {
        generation: 1,
        files,
        placement: Placement::Replace,
    });
    session
}

pub fn walker() -> OpenedFile {
    let scene = Scene {
        metadata: Metadata {
            software: Some("by hand".into()),
            up: Some(UpAxis::Z),
            ..Metadata::default()
        },
        models: vec![model()],
        clips: vec![
            walk(),
            Clip {
                name: "wave".into(),
                notifications: Vec::new(),
                ..walk()
            },
        ],
        textures: vec!["textures/walker_albedo.png".into(), "c:\\art\\walker_normal.dds".into()],
        ..Scene::default()
    };
    let image = Image {
        width: 2,
        height: 2,
        rgba: vec![200; 16],
    };
    let mut diagnostics = Diagnostics::default();
    let place = |path: &str, offset| Place {
        node_path: path.into(),
        offset,
    };
    diagnostics.report(
        rules::cast::C39,
        || place("model[0]/mesh[1].u0", 0x1a40),
        || "ul is missing; 1 layers found and used".into(),
    );
    diagnostics.report(
        rules::cast::C4,
        || place("", 12),
        || "the reserved flags are 0x1 instead of 0; ignored".into(),
    );
    diagnostics.report(
        rules::cast::C54,
        || place("model[0]/skeleton[0]/bone[7]", 0x2f10),
        || "the parent is bone 412 of 47; made a root".into(),
    );
    OpenedFile {
        location: "/home/someone/models/walker.cast".into(),
        diagnostics: Arc::new(diagnostics),
        textures: vec![
            TextureEntry {
                elsewhere: Default::default(),
                reference: "textures/walker_albedo.png".into(),
                location: Some("/home/someone/models/textures/walker_albedo.png".into()),
                file_bytes: 0,
                full_size: None,
                parts: None,
                state: TextureState::Ready(Arc::new(image.into())),
            },
            TextureEntry {
                elsewhere: Default::default(),
                reference: "c:\\art\\walker_normal.dds".into(),
                location: None,
                file_bytes: 0,
                full_size: None,
                parts: None,
                state: TextureState::Missing("Looked beside the model and in 2 folders.".into()),
            },
        ],
        ..OpenedFile::of(FileKey(1), "walker.cast", scene)
    }
}

/// The walker with a leg that reaches for its other knee, and a neck that turns with the hips.
#[allow(dead_code, reason = "not every test that takes this file looks at rigs")]
pub fn rigged_walker() -> OpenedFile {
    let mut scene = Scene::clone(&walker().scene);
    let model = &mut scene.models[0];
    let bone = |name: &str| model.skeleton.find(name).expect("the walker has it");
    model.rig = Rig {
        handles: vec![IkHandle {
            name: "leg_le".into(),
            start: bone("j_hip_le"),
            end: bone("j_ankle_le"),
            target: bone("j_knee_ri"),
            target_offset: Vec3::new(0.0, 4.0, 0.0),
            pole_vector: Some(bone("j_toe_ri")),
            pole_twist: None,
            takes_target_rotation: false,
        }],
        constraints: vec![Constraint {
            name: String::new(),
            kind: ConstraintKind::Orient {
                offset: Quat::from_rotation_z(0.5),
            },
            driven: bone("j_neck"),
            target: bone("j_hips"),
            keeps_rest_offset: false,
            weight: 0.75,
            skips: [false, true, false],
        }],
    };
    OpenedFile {
        scene: Arc::new(scene),
        ..walker()
    }
}

/// A model with `bones` bones in one chain, for lists that must stay fast.
pub fn chain(bones: usize) -> OpenedFile {
    let bones = (0..bones)
        .map(|index| Bone {
            name: format!("link_{index}"),
            parent: index
                .checked_sub(1)
                .map(|parent| if index % 7 == 0 { 0 } else { parent }),
            rest: Transform {
                translation: Vec3::new(0.0, 1.0, 0.0),
                ..Transform::IDENTITY
            },
            compensates_scale: false,
            ..Bone::default()
        })
        .collect();
    let skeleton = Skeleton::new(bones).expect("parents come first");
    let model = Model {
        name: "chain".into(),
        skeleton,
        ..Model::default()
    };
    let scene = Scene {
        models: vec![model],
        ..Scene::default()
    };
    OpenedFile {
        location: walker().location,
        ..OpenedFile::of(FileKey(1), "chain.cast", scene)
    }
}

/// (name, parent, rest translation): the trunk; limbs are added by side.
const TRUNK: [(&str, Option<usize>, [f32; 3]); 8] = [
    ("j_main", None, [0.0, 0.0, 0.0]),
    ("j_hips", Some(0), [0.0, 0.0, 42.0]),
    ("j_spine1", Some(1), [0.0, 0.0, 8.0]),
    ("j_spine2", Some(2), [0.0, 0.0, 9.0]),
    ("j_spine4", Some(3), [0.0, 12.41, 10.5]),
    ("j_neck", Some(4), [0.0, 0.0, 9.0]),
    ("j_head", Some(5), [0.0, 0.0, 6.0]),
    ("j_助手", Some(6), [0.0, 2.0, 14.0]),
];

const LIMBS: [(&str, &str, [f32; 3]); 8] = [
    ("j_clavicle", "j_spine4", [3.0, 0.0, 7.0]),
    ("j_shoulder", "j_clavicle", [9.0, 0.0, 0.0]),
    ("j_elbow", "j_shoulder", [16.0, 0.0, 0.0]),
    ("j_wrist", "j_elbow", [14.0, 0.0, 0.0]),
    ("j_hip", "j_hips", [6.0, 0.0, -2.0]),
    ("j_knee", "j_hip", [0.0, 0.0, -20.0]),
    ("j_ankle", "j_knee", [0.0, 0.0, -18.0]),
    ("j_toe", "j_ankle", [0.0, -6.0, -2.0]),
];

fn skeleton() -> Skeleton {
    let bone = |name: String, parent: Option<usize>, at: [f32; 3]| Bone {
        name,
        parent,
        rest: Transform {
            translation: at.into(),
            ..Transform::IDENTITY
        },
        compensates_scale: false,
        ..Bone::default()
    };
    let mut bones: Vec<Bone> = TRUNK.map(|(name, parent, at)| bone(name.into(), parent, at)).into();
    for (side, sign) in [("le", 1.0), ("ri", -1.0)] {
        for (name, parent, [x, y, z]) in LIMBS {
            let parent_name = if TRUNK.iter().any(|(n, ..)| *n == parent) {
                parent.into()
            } else {
                format!("{parent}_{side}")
            };
            let parent = bones.iter().position(|b| b.name == parent_name);
            bones.push(bone(format!("{name}_{side}"), parent, [x * sign, y, z]));
        }
    }
    Skeleton::new(bones).expect("every parent is in the list")
}

fn mesh(name: &str, material: usize, size: f32) -> Mesh {
    let corners: Vec<[f32; 3]> = (0..8)
        .map(|corner| [corner & 1, corner >> 1 & 1, corner >> 2 & 1].map(|bit| (bit as f32 - 0.5) * size))
        .collect();
    Mesh {
        name: name.into(),
        bounds: corners.iter().map(|corner| Vec3::from(*corner)).collect::<Bounds>(),
        positions: corners.into(),
        triangles: vec![0, 1, 2, 2, 1, 3, 4, 6, 5, 5, 6, 7].into(),
        uvs: vec![vec![[0.0; 2]; 8].into()],
        material: Some(MaterialIndex::new(material)),
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: 1,
            slots: vec![0; 8].into(),
            weights: vec![1.0; 8].into(),
            ..Default::default()
        },
        skinning: Skinning::DualQuaternion,
        ..Mesh::default()
    }
}

fn model() -> Model {
    let skeleton = skeleton();
    let bones = skeleton.bones().collect::<Vec<_>>();
    let skin = Skin {
        bone_from_mesh: vec![Some(Affine3A::IDENTITY); bones.len()],
        bones,
    };
    let shape = |name: &str| BlendShape {
        name: name.into(),
        mesh: MeshIndex::new(0),
        max_weight: 1.0,
        vertices: vec![0, 3],
        deltas: vec![[0.0, 0.0, 1.0], [0.5, 0.0, 0.0]],
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    };
    let slot = |name: &str, source| Slot {
        name: name.into(),
        source,
        lookup: Default::default(),
    };
    let body = Material {
        name: "walker_body".into(),
        kind: "pbr".into(),
        slots: vec![
            slot("albedo", SlotSource::Texture(TextureIndex::new(0))),
            slot("normal", SlotSource::Texture(TextureIndex::new(1))),
            slot(
                "emissive",
                SlotSource::Color {
                    rgba: Vec4::new(0.9, 0.5, 0.2, 1.0),
                    space: ColorSpace::Srgb,
                },
            ),
        ],
        ..Material::default()
    };
    Model {
        name: "walker".into(),
        skeleton,
        skins: vec![skin],
        meshes: vec![
            mesh("body", 0, 60.0),
            mesh("eyes", 1, 6.0),
            mesh("a very long mesh name with words in it", 0, 9.0),
        ],
        blend_shapes: ["smile", "blink_le", "blink_ri", "frown"]
            .into_iter()
            .map(shape)
            .collect(),
        materials: vec![
            body,
            Material {
                name: "eyes".into(),
                kind: "pbr".into(),
                slots: Vec::new(),
                ..Material::default()
            },
        ],
        ..Model::default()
    }
}

fn walk() -> Clip {
    let frames: Vec<u32> = (0..=118).step_by(2).collect();
    let swing = |phase: f32| -> Vec<[f32; 4]> {
        let angle = |frame: &u32| (*frame as f32 * 0.106 + phase).sin() * 0.6;
        frames
            .iter()
            .map(|frame| Quat::from_rotation_x(angle(frame)).to_array())
            .collect()
    };
    let scalar = |target: &str, property, scale: f32| Track {
        target: target.into(),
        property,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole(frames.clone().into()),
        values: Values::Scalar(
            frames
                .iter()
                .map(|f| (*f as f32 * 0.1).sin().abs() * scale)
                .collect::<Vec<_>>()
                .into(),
        ),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    let turn = |target: &str, phase| Track {
        target: target.into(),
        property: Property::Rotation,
        mode: CurveMode::Relative,
        additive_weight: 1.0,
        keys: Keys::Whole(frames.clone().into()),
        values: Values::Rotation(swing(phase).into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    let notification = |name: &str, frames: &[f64]| Notification {
        name: name.into(),
        frames: frames.into(),
    };
    Clip {
        root: None,
        name: "walk_forward".into(),
        frames_per_second: 30.0,
        looping: true,
        mode: None,
        tracks: vec![
            scalar("j_spine4", Property::TranslationX, 1.0),
            scalar("j_spine4", Property::TranslationY, 2.0),
            scalar("j_spine4", Property::TranslationZ, 12.0),
            turn("j_spine4", 0.0),
            turn("j_hip_le", 0.0),
            turn("j_hip_ri", std::f32::consts::PI),
            turn("j_shoulder_le", std::f32::consts::PI),
            turn("j_shoulder_ri", 0.0),
            scalar("smile", Property::BlendWeight, 1.0),
            turn("tag_weapon", 0.0),
        ],
        overrides: Vec::new(),
        notifications: vec![
            notification("footstep_le", &[12.0, 71.0]),
            notification("footstep_ri", &[41.0, 100.0]),
        ],
        range: FrameRange { start: 0.0, end: 118.0 },
        skeleton: None,
    }
}
