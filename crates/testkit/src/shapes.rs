//! Small scenes made in code.

use castview_base::core::{Bounds, MaterialIndex, ModelIndex, SkinIndex, TextureIndex, Transform};
use castview_base::scene::{
    Bone, ColorSpace, Hair, Influences, Material, Mesh, Model, Scene, Skeleton, Skin, Skinning, Slot, SlotSource,
};
use castview_images::Image;
use castview_motion::animation::{Pose, SlotMotion, rest_pose};
use castview_picture::{Picture, PlacedKey, PlacedModel, Places, Texture};
use glam::{Affine3A, Quat, Vec3, Vec4};
use std::sync::Arc;

/// A mesh of positions and triangles, with its bounds.
pub fn mesh(positions: Vec<[f32; 3]>, triangles: Vec<u32>) -> Mesh {
    Mesh {
        name: "body".into(),
        bounds: positions.iter().map(|p| Vec3::from(*p)).collect::<Bounds>(),
        positions: positions.into(),
        triangles: triangles.into(),
        ..Mesh::default()
    }
}

/// A grid of quads, `u` by `v`, each corner placed by `at`, with UVs.
pub fn sheet(u: u32, v: u32, at: impl Fn(f32, f32) -> Vec3) -> Mesh {
    let corner = |i: u32| (i / (v + 1), i % (v + 1));
    let part = |i: u32| (corner(i).0 as f32 / u as f32, corner(i).1 as f32 / v as f32);
    let count = (u + 1) * (v + 1);
    let quads = (0..u).flat_map(|i| (0..v).map(move |j| i * (v + 1) + j));
    let triangles = quads
        .flat_map(|a| [a, a + v + 1, a + 1, a + 1, a + v + 1, a + v + 2])
        .collect();
    Mesh {
        uvs: vec![(0..count).map(|i| [part(i).0, part(i).1]).collect::<Vec<_>>().into()],
        ..mesh(
            (0..count).map(|i| at(part(i).0, part(i).1).to_array()).collect(),
            triangles,
        )
    }
}

/// Radius 1, poles on y, front faces outside, texture upright.
pub fn sphere() -> Mesh {
    use std::f32::consts::{PI, TAU};
    let point = |u: f32, v: f32| {
        let (long, lat) = (u * TAU + PI, v * PI);
        Vec3::new(lat.sin() * long.sin(), lat.cos(), lat.sin() * long.cos())
    };
    let sphere = sheet(48, 24, point);
    // The seam and the poles have several vertices on one spot: smooth normals alone would show them.
    let normals = sphere.positions.to_vec();
    // u runs to the right seen from outside, v down: counter-clockwise is a, b = below, c = right.
    let flipped: Vec<u32> = sphere
        .triangles
        .iter()
        .collect::<Vec<_>>()
        .chunks(3)
        .flat_map(|t| [t[0], t[2], t[1]])
        .collect();
    Mesh {
        normals: normals.into(),
        triangles: flipped.into(),
        ..sphere
    }
}

/// 4×4 coloured checks with a white corner at the top left.
pub fn checks() -> Image {
    let side = 64u32;
    let texel = |i: u32| {
        let (x, y) = (i % side / 16, i / side / 16);
        match (x, y) {
            (0, 0) => [250, 250, 250, 255],
            _ if (x + y) % 2 == 0 => [204, 92, 58, 255],
            _ => [44, 108, 140, 0],
        }
    };
    Image {
        width: side,
        height: side,
        rgba: (0..side * side).flat_map(texel).collect(),
    }
}

pub fn color_material(rgba: Vec4) -> Material {
    material(SlotSource::Color {
        rgba,
        space: ColorSpace::Srgb,
    })
}

pub fn texture_material() -> Material {
    material(SlotSource::Texture(TextureIndex::new(0)))
}

fn material(source: SlotSource) -> Material {
    Material {
        name: "skin".into(),
        slots: vec![Slot {
            name: "albedo".into(),
            source,
            lookup: Default::default(),
        }],
        ..Material::default()
    }
}

pub fn bone(name: &str, parent: Option<usize>, at: Vec3) -> Bone {
    Bone {
        name: name.into(),
        parent,
        rest: Transform {
            translation: at,
            ..Transform::IDENTITY
        },
        compensates_scale: true,
        ..Bone::default()
    }
}

/// A tube along +y from 0 to 4 on a chain of three bones, 0, 1.5 and 3 high; the ends have no caps.
pub fn tube(skinning: Skinning) -> Model {
    let skeleton = Skeleton::new(vec![
        bone("root", None, Vec3::ZERO),
        bone("mid", Some(0), Vec3::Y * 1.5),
        bone("tip", Some(1), Vec3::Y * 1.5),
    ])
    .expect("a chain");
    let skin = skin_of(&skeleton);
    let round = |u: f32, v: f32| {
        let turn = u * std::f32::consts::TAU;
        Vec3::new(0.5 * turn.sin(), 4.0 * v, 0.5 * turn.cos())
    };
    let sheet = sheet(32, 32, round);
    let weights = |y: f32| {
        // Blends over 0.8 around each bone.
        let step = |at: f32| ((y - at) / 0.8 + 0.5).clamp(0.0, 1.0);
        let (a, b) = (step(1.5), step(3.0));
        [1.0 - a, a * (1.0 - b), a * b]
    };
    let all: Vec<f32> = sheet.positions.iter().flat_map(|p| weights(p[1])).collect();
    let mesh = Mesh {
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: 3,
            slots: (0..all.len() as u32).map(|i| i % 3).collect::<Vec<_>>().into(),
            weights: all.into(),
            ..Default::default()
        },
        skinning,
        material: Some(MaterialIndex::new(0)),
        ..sheet
    };
    Model {
        name: "tube".into(),
        skeleton,
        skins: vec![skin],
        meshes: vec![mesh],
        materials: vec![color_material(Vec4::new(0.86, 0.55, 0.38, 1.0))],
        ..Model::default()
    }
}

/// A skin whose slots are the bones, bound at rest.
pub fn skin_of(skeleton: &Skeleton) -> Skin {
    Skin {
        bones: skeleton.bones().collect(),
        bone_from_mesh: skeleton
            .rest_model_from_bone()
            .iter()
            .map(|bone| Some(bone.inverse()))
            .collect(),
    }
}

/// The rest pose with some bones turned and scaled.
pub fn posed(model: &Model, change: impl Fn(usize, &mut Transform)) -> Pose {
    let mut pose = rest_pose(model);
    for (index, local) in pose.local.iter_mut().enumerate() {
        change(index, local);
    }
    finish(model, &mut pose);
    pose
}

/// Local transforms → bones, palettes and motions.
pub fn finish(model: &Model, pose: &mut Pose) {
    castview_base::scene::model_from_bone(&model.skeleton, &pose.local, &mut pose.model_from_bone);
    let matrix = |skin: &Skin, slot: usize| {
        let bone = pose.model_from_bone[skin.bones[slot].get()];
        skin.bone_from_mesh[slot].map_or(Affine3A::IDENTITY, |bone_from_mesh| bone * bone_from_mesh)
    };
    pose.palettes = model
        .skins
        .iter()
        .map(|skin| (0..skin.bones.len()).map(|slot| matrix(skin, slot)).collect())
        .collect();
    pose.motions = pose
        .palettes
        .iter()
        .map(|palette| palette.iter().map(|m| SlotMotion::of(*m)).collect())
        .collect();
}

pub fn scene(model: Model, textures: usize) -> Arc<Scene> {
    Arc::new(Scene {
        models: vec![model],
        textures: (0..textures).map(|i| format!("texture_{i}.png")).collect(),
        ..Scene::default()
    })
}

pub fn place(scene: &Arc<Scene>, pose: Pose) -> PlacedModel {
    PlacedModel {
        key: PlacedKey(1),
        scene: scene.clone(),
        model: ModelIndex::new(0),
        textures: Arc::new(
            scene
                .textures
                .iter()
                .map(|_| Texture::Ready(Arc::new(checks().into())))
                .collect(),
        ),
        pose: Arc::new(pose),
        stage_from_model: Affine3A::IDENTITY,
        places: Places::ONCE,
        hidden_meshes: Arc::new(Vec::new()),
        also_selected_meshes: Vec::new(),
        tints: Vec::new(),
        selection: None,
        bones: Default::default(),
        marked: Default::default(),
    }
}

/// One model at rest.
pub fn placed(model: Model) -> PlacedModel {
    let pose = rest_pose(&model);
    place(&scene(model, 1), pose)
}

/// `picture` with these models, framed.
pub fn framed(mut picture: Picture, models: Vec<PlacedModel>, bounds: Bounds) -> Picture {
    picture.bounds = bounds;
    picture.camera.frame(&bounds, picture.aspect());
    picture.models = models;
    picture
}

pub fn cube_bounds(half: f32) -> Bounds {
    Bounds {
        min: Vec3::splat(-half),
        max: Vec3::splat(half),
    }
}

/// Curved strands that hang from a disc.
pub fn hair() -> Hair {
    let strands = 160;
    let points = 9;
    let point = |i: usize| {
        let (strand, step) = (i / points, i % points);
        let turn = strand as f32 * 2.399_963;
        let radius = 0.8 * (strand as f32 / strands as f32).sqrt();
        let t = step as f32 / (points - 1) as f32;
        let out = Quat::from_rotation_y(turn) * Vec3::X;
        (out * (radius + 0.5 * t * t) + Vec3::Y * (1.0 - radius * radius * 0.4 - 1.6 * t * t + 0.5 * t)).to_array()
    };
    Hair {
        name: "fringe".into(),
        points: (0..strands * points).map(point).collect::<Vec<_>>().into(),
        strands: (0..strands as u32)
            .map(|s| s * points as u32..(s + 1) * points as u32)
            .collect(),
        material: None,
    }
}
