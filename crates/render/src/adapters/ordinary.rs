//! A picture as models make it: what `castview adapters` asks of an adapter beside the small test picture.
//!
//! In: a renderer that has drawn the small test picture. Out: nothing, or what speaks against the adapter. The picture has the shaders that an adapter
//! may refuse although it draws plain surfaces: skinning by two bones, a cut-out material, the key light's shadow, occlusion and the ground.
//! No start of a window or of `render` waits for it.
//!
//! Seen from straight above: a floor, a square in the air that two bones move, and a leaf with a hole. The studio's light comes from the
//! left and from the front, so the square's shadow lies right of it and farther back.

use crate::{RenderError, Renderer};
use castview_base::core::{
    BoneIndex, Bounds, Camera, MaterialIndex, ModelIndex, Projection, SkinIndex, StandardView, TextureIndex, UintStream,
};
use castview_base::scene::{
    Alpha, Bone, Influences, Material, Mesh, Model, Scene, Skeleton, Skin, Slot, SlotSource, Surface,
};
use castview_images::{Image, Pixels};
use castview_motion::animation::rest_pose;
use castview_picture::{Background, Picture, PlacedKey, PlacedModel, Shadows, Texture};
use glam::{Affine3A, Vec3, Vec4};
use std::sync::Arc;

/// Pixels.
const SIDE: u32 = 128;
const BACKGROUND: [u8; 3] = [0x20, 0x40, 0x80];

/// Middle (x, z), half a side and height of each part, in the picture's own half height.
const FLOOR: Part = ([0.0, 0.0], 0.9, 0.02);
const SQUARE: Part = ([-0.4, 0.35], 0.25, 0.35);
const LEAF: Part = ([0.5, 0.5], 0.3, 0.1);
type Part = ([f32; 2], f32, f32);

/// How far the square's bones move it along x, each with half the weight: their mean brings it to its place.
const MOVED: [f32; 2] = [0.4, 1.2];
/// Texels along a side of the leaf's image; its middle half is a hole.
const LEAF_TEXELS: u32 = 32;

/// Where the picture is looked at (x, z): the mean of the pixels around is what counts.
const LIT: [f32; 2] = [0.6, -0.6];
const SHADED: [f32; 2] = [0.08, -0.18];
const BESIDE_FLOOR: [f32; 2] = [-0.95, -0.95];
/// Pixels to either side that are looked at with it.
const AROUND: u32 = 2;
/// Least light of the floor, all channels together; it comes to 650 as software Vulkan and OpenGL draw it.
const LEAST_LIGHT: f32 = 400.0;
/// A surface of a colour has so much more of its channel's share than the grey floor beside it.
const COLORED: f32 = 0.15;
/// The shadow has at most so much of the light beside it, in bytes of the picture; software Vulkan and OpenGL draw 0.84.
const SHADOW: f32 = 0.93;

/// Why an adapter does not draw the picture as it must be, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is none. Whoever draws such a picture goes on to the next adapter.
    Refused(String),
    /// It is drawn, but wrong: a user might not notice.
    Wrong(String),
}

impl From<RenderError> for Fault {
    fn from(error: RenderError) -> Self {
        Self::Refused(error.to_string().trim_end_matches('.').to_owned())
    }
}

/// Draws the picture and looks at it.
pub fn draw(renderer: &mut Renderer, samples: u32) -> Result<(), Fault> {
    let drawn = renderer.draw(&picture(samples))?;
    match drawn.problems.into_iter().next() {
        Some(problem) => Err(problem.into()),
        None => judge(&renderer.read_pixels()?).map_err(Fault::Wrong),
    }
}

/// Whether each part is where it must be, in about its colour.
fn judge(image: &Image) -> Result<(), String> {
    let at = |place| mean(image, place);
    let floor = at(LIT);
    let has = |place, channel: usize| share(at(place), channel) - share(floor, channel) > COLORED;
    let hole = LEAF.0;
    let rim = [hole[0], hole[1] + 0.75 * LEAF.1];
    for (is_right, wrong) in [
        (brightness(floor) > LEAST_LIGHT, "its floor is not lit"),
        (has(BESIDE_FLOOR, 2), "its background is not there"),
        (has(SQUARE.0, 0), "a skinned mesh is not where its bones are"),
        (has(rim, 1), "a textured material is not there"),
        (!has(hole, 1) && !has(hole, 2), "a cut-out material has no hole"),
        (
            brightness(at(SHADED)) < SHADOW * brightness(floor),
            "nothing throws a shadow",
        ),
    ] {
        if !is_right {
            return Err(wrong.into());
        }
    }
    Ok(())
}

fn brightness(color: [f32; 3]) -> f32 {
    color.iter().sum()
}

fn share(color: [f32; 3], channel: usize) -> f32 {
    color[channel] / brightness(color).max(1.0)
}

/// The mean colour of the pixels around (x, z), in bytes.
fn mean(image: &Image, place: [f32; 2]) -> [f32; 3] {
    let pixel = place.map(|along| ((along + 1.0) * 0.5 * SIDE as f32) as u32);
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for y in pixel[1] - AROUND..=pixel[1] + AROUND {
        for x in pixel[0] - AROUND..=pixel[0] + AROUND {
            let texel = (y * image.width + x) as usize * 4;
            let color = image.rgba.get(texel..texel + 3).unwrap_or(&[0; 3]);
            sum.iter_mut()
                .zip(color)
                .for_each(|(sum, byte)| *sum += f32::from(*byte));
            count += 1.0;
        }
    }
    sum.map(|channel| channel / count)
}

fn picture(samples: u32) -> Picture {
    let bounds = Bounds {
        min: Vec3::new(-FLOOR.1, 0.0, -FLOOR.1),
        max: Vec3::new(FLOOR.1, SQUARE.2, FLOOR.1),
    };
    let mut camera = Camera {
        projection: Projection::Orthographic,
        target: Vec3::ZERO,
        ..Camera::default()
    };
    camera.set_view(StandardView::Top);
    camera.distance = 1.0 / (camera.fov_y_rad * 0.5).tan();
    camera.fit_depth(&bounds);
    Picture {
        size: [SIDE; 2],
        samples,
        camera,
        bounds,
        posed_bounds: bounds,
        background: Background::Solid(BACKGROUND),
        shadows: Shadows {
            key: true,
            occlusion: true,
            ground: Some(0.0),
        },
        ..Picture::of(vec![placed()])
    }
}

fn placed() -> PlacedModel {
    let model = model();
    let mut pose = rest_pose(&model);
    let slots = pose.palettes.iter_mut().flatten();
    for (slot, moved) in slots.zip(MOVED) {
        *slot = Affine3A::from_translation(Vec3::X * moved);
    }
    let scene = Arc::new(Scene {
        models: vec![model],
        textures: vec!["leaf".into()],
        ..Scene::default()
    });
    PlacedModel {
        pose: Arc::new(pose),
        textures: Arc::new(vec![Texture::Ready(Arc::new(Pixels::Plain(leaf())))]),
        ..PlacedModel::at_rest(PlacedKey(0), scene, ModelIndex::new(0))
    }
}

fn model() -> Model {
    let bone = |name: &str| Bone {
        name: name.into(),
        ..Bone::default()
    };
    let skeleton = Skeleton::new(vec![bone("one"), bone("other")]).unwrap_or_default();
    let [one, other] = MOVED;
    let ([x, z], half, height) = SQUARE;
    let square = lying(([x - (one + other) * 0.5, z], half, height));
    let flat = |mesh: Mesh, material| Mesh {
        material: Some(MaterialIndex::new(material)),
        ..mesh
    };
    Model {
        skins: vec![Skin {
            bones: skeleton.bones().collect::<Vec<BoneIndex>>(),
            bone_from_mesh: vec![Some(Affine3A::IDENTITY); 2],
        }],
        skeleton,
        meshes: vec![
            flat(lying(FLOOR), 0),
            Mesh {
                skin: Some(SkinIndex::new(0)),
                influences: Influences {
                    stride: 2,
                    slots: UintStream::U8([0, 1].repeat(square.vertex_count()).into()),
                    weights: vec![0.5; 2 * square.vertex_count()].into(),
                    ..Influences::default()
                },
                ..flat(square, 1)
            },
            flat(lying(LEAF), 2),
        ],
        materials: vec![colored([0.5, 0.5, 0.5]), colored([0.8, 0.05, 0.05]), cut_out()],
        ..Model::default()
    }
}

/// A square that faces up, with texture coordinates.
fn lying(([x, z], half, y): Part) -> Mesh {
    let corner = |right: f32, near: f32| [x + right * half, y, z + near * half];
    let positions = vec![
        corner(-1.0, -1.0),
        corner(-1.0, 1.0),
        corner(1.0, 1.0),
        corner(1.0, -1.0),
    ];
    Mesh {
        bounds: positions.iter().map(|at| Vec3::from(*at)).collect(),
        positions: positions.into(),
        normals: vec![[0.0, 1.0, 0.0]; 4].into(),
        uvs: vec![vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]].into()],
        triangles: vec![0u32, 1, 2, 0, 2, 3].into(),
        ..Mesh::default()
    }
}

fn colored([r, g, b]: [f32; 3]) -> Material {
    Material {
        surface: Surface {
            base_color: Vec4::new(r, g, b, 1.0),
            ..Surface::default()
        },
        ..Material::default()
    }
}

fn cut_out() -> Material {
    Material {
        slots: vec![Slot::new("albedo", SlotSource::Texture(TextureIndex::new(0)))],
        surface: Surface {
            alpha: Alpha::Mask(0.5),
            ..Surface::default()
        },
        ..Material::default()
    }
}

/// Green, with a hole where both coordinates are between a quarter and three quarters.
fn leaf() -> Image {
    let hole = LEAF_TEXELS / 4..LEAF_TEXELS - LEAF_TEXELS / 4;
    let texel = |at: u32| {
        let is_hole = hole.contains(&(at % LEAF_TEXELS)) && hole.contains(&(at / LEAF_TEXELS));
        [30, 200, 30, if is_hole { 0 } else { 255 }]
    };
    Image {
        width: LEAF_TEXELS,
        height: LEAF_TEXELS,
        rgba: (0..LEAF_TEXELS * LEAF_TEXELS).flat_map(texel).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_picture::Environment;

    /// Paints the floor in its light, then each of `parts` in its colour.
    fn painted(parts: &[(Part, [u8; 3])]) -> Image {
        let color = |at: u32| {
            let along = |pixel: u32| (pixel as f32 + 0.5) / SIDE as f32 * 2.0 - 1.0;
            let (x, z) = (along(at % SIDE), along(at / SIDE));
            let is_in = |((middle, half, _), _): &&(Part, [u8; 3])| {
                (x - middle[0]).abs() < *half && (z - middle[1]).abs() < *half
            };
            let [r, g, b] = parts.iter().rev().find(is_in).map_or(BACKGROUND, |(_, color)| *color);
            [r, g, b, 255]
        };
        Image {
            width: SIDE,
            height: SIDE,
            rgba: (0..SIDE * SIDE).flat_map(color).collect(),
        }
    }

    /// Each part by itself: without it the picture is wrong, and is said to be for that reason.
    #[test]
    fn what_is_missing_is_told() {
        const LIGHT: [u8; 3] = [180; 3];
        let all = [
            (FLOOR, LIGHT),
            ((SHADED, 0.2, 0.0), [120; 3]),
            (SQUARE, [200, 40, 40]),
            (LEAF, [40, 190, 40]),
            ((LEAF.0, 0.5 * LEAF.1, 0.0), LIGHT),
        ];
        assert_eq!(judge(&painted(&all)), Ok(()));
        let without = |at: usize| {
            let rest: Vec<_> = (0..)
                .zip(all)
                .filter(|(part, _)| *part != at)
                .map(|(_, part)| part)
                .collect();
            judge(&painted(&rest)).expect_err("a part is missing")
        };
        assert_eq!(without(0), "its floor is not lit");
        assert_eq!(without(1), "nothing throws a shadow");
        assert_eq!(without(2), "a skinned mesh is not where its bones are");
        assert_eq!(without(3), "a textured material is not there");
        assert_eq!(without(4), "a cut-out material has no hole");
        let empty = [((FLOOR.0, 1.0, 0.0), LIGHT)];
        assert_eq!(judge(&painted(&empty)), Err("its background is not there".into()));
    }

    /// The judge's places in the shadow follow from the studio's lamp.
    #[test]
    fn the_shadow_is_looked_for_where_the_studio_throws_it() {
        let key = Environment::default().map().key.expect("the studio has a lamp");
        let ([x, z], half, height) = SQUARE;
        let away = key.direction * (height - FLOOR.2) / key.direction.y;
        let middle = [x - away.x, z - away.z];
        let apart = [0, 1].map(|axis: usize| (middle[axis] - SHADED[axis]).abs());
        assert!(apart.iter().all(|apart| *apart < 0.2 * half), "{middle:?}");
    }
}
