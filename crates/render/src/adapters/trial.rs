//! The small test picture: what an adapter has to draw right before it is trusted.
//!
//! In: a renderer. Out: nothing, or how far the picture is from what it must be. The picture has a square that one bone moves,
//! before a larger one, both with a texture: the deform pass, depth, textures, colours and the way back are all in it. Its pipelines are
//! mostly those of the picture that comes.

use crate::gpu::readback::{read_texture, straight_alpha};
use crate::passes::picture::target::Target;
use crate::{Context, RenderError, Renderer};
use castview_base::core::{Bounds, Camera, MaterialIndex, ModelIndex, Projection, SkinIndex, TextureIndex, Transform};
use castview_base::scene::{Bone, Influences, Material, Mesh, Model, Scene, Skeleton, Skin, Slot, SlotSource, Surface};
use castview_images::{Image, Pixels};
use castview_motion::animation::rest_pose;
use castview_picture::{Background, Lights, Picture, PlacedKey, PlacedModel, Texture};
use glam::{Affine3A, Vec3, Vec4};
use std::sync::Arc;

/// Pixels.
const SIDE: u32 = 64;
/// Greatest difference that one channel may have.
const TOLERANCE: u8 = 8;
/// Pixels from an edge within which drivers may decide otherwise.
const EDGE: f32 = 2.0;

const GROUND: [u8; 3] = [0x20, 0x40, 0x80];
const NEAR: [u8; 3] = [0, 255, 0];
const FAR: [u8; 3] = [255, 0, 255];
/// Left, right, bottom and top of the squares in the picture's own height: −1 to 1. Not symmetric, so that a picture that is upside down or mirrored differs.
const NEAR_SQUARE: [f32; 4] = [-0.75, 0.0, -0.5, 0.25];
const FAR_SQUARE: [f32; 4] = [-0.25, 0.75, -0.75, 0.5];
/// How far the bone moves the near square from where its vertices are.
const MOVED: f32 = 1.0;

/// A test picture that the GPU is at.
pub struct Trial {
    target: Arc<Target>,
}

/// Draws the test picture and compares it with what it must be.
pub fn draw(renderer: &mut Renderer, samples: u32) -> Result<(), String> {
    begin(renderer, samples)?.judge(renderer.context())
}

/// Gives the GPU the test picture. Its pixels are asked for when it is judged: Mesa's software renderer lets a submission wait for the one before.
pub fn begin(renderer: &mut Renderer, samples: u32) -> Result<Trial, String> {
    let drawn = renderer
        .draw(&picture(samples))
        .and_then(|_| renderer.drawn_target().cloned());
    renderer.forget_pictures();
    Ok(Trial {
        target: drawn.map_err(failed)?,
    })
}

fn failed(error: RenderError) -> String {
    format!("the test picture failed: {error}")
}

impl Trial {
    /// Waits for the picture and compares it with what it must be.
    pub fn judge(&self, context: &Context) -> Result<(), String> {
        let Target { color, size, .. } = &*self.target;
        let texels = read_texture(context, color, *size, 4).map_err(failed)?;
        compare(&straight_alpha(*size, texels))
    }
}

fn compare(image: &Image) -> Result<(), String> {
    let (mut wrong, mut looked_at) = (0, 0);
    for (at, rgba) in (0..).zip(image.rgba.chunks_exact(4)) {
        let Some(wanted) = wanted(at % SIDE, at / SIDE) else {
            continue;
        };
        looked_at += 1;
        let fits = rgba
            .iter()
            .zip(wanted)
            .all(|(is, wanted)| is.abs_diff(wanted) <= TOLERANCE);
        wrong += u32::from(!fits);
    }
    match (wrong, looked_at) {
        (0, 1..) => Ok(()),
        _ => Err(format!("{wrong} of {looked_at} pixels of the test picture are wrong")),
    }
}

/// The colour of a pixel, counted from the left and from the top; `None` where an edge is near.
fn wanted(x: u32, y: u32) -> Option<[u8; 3]> {
    let half = SIDE as f32 / 2.0;
    let (x, y) = ((x as f32 + 0.5) / half - 1.0, 1.0 - (y as f32 + 0.5) / half);
    let edge = EDGE / half;
    // Greater than 0 inside.
    let depth = |[left, right, bottom, top]: [f32; 4]| (x - left).min(right - x).min(y - bottom).min(top - y);
    let (near, far) = (depth(NEAR_SQUARE), depth(FAR_SQUARE));
    if near.abs() < edge || (near < 0.0 && far.abs() < edge) {
        return None;
    }
    Some(match (near > 0.0, far > 0.0) {
        (true, _) => NEAR,
        (false, true) => FAR,
        (false, false) => GROUND,
    })
}

fn picture(samples: u32) -> Picture {
    let bounds = Bounds {
        min: Vec3::splat(-1.0),
        max: Vec3::splat(1.0),
    };
    let mut camera = Camera {
        projection: Projection::Orthographic,
        ..Camera::default()
    };
    camera.frame(&bounds, 1.0);
    camera.target = Vec3::ZERO;
    (camera.yaw_rad, camera.pitch_rad, camera.roll_rad) = (0.0, 0.0, 0.0);
    camera.distance = 1.0 / (camera.fov_y_rad * 0.5).tan();
    (camera.near, camera.far) = (0.1, 10.0);
    Picture {
        size: [SIDE; 2],
        samples,
        camera,
        bounds,
        background: Background::Solid(GROUND),
        lights: Lights::Environment,
        ..Picture::of(vec![placed()])
    }
}

fn placed() -> PlacedModel {
    let model = model();
    let mut pose = rest_pose(&model);
    let moved = Affine3A::from_translation(Vec3::X * MOVED);
    pose.palettes.iter_mut().flatten().for_each(|slot| *slot = moved);
    let scene = Arc::new(Scene {
        models: vec![model],
        textures: vec!["white".into()],
        ..Scene::default()
    });
    let white = Image {
        width: 1,
        height: 1,
        rgba: vec![255; 4],
    };
    PlacedModel {
        pose: Arc::new(pose),
        textures: Arc::new(vec![Texture::Ready(Arc::new(Pixels::Plain(white)))]),
        ..PlacedModel::at_rest(PlacedKey(0), scene, ModelIndex::new(0))
    }
}

fn model() -> Model {
    let bone = Bone {
        name: "mover".into(),
        rest: Transform::IDENTITY,
        ..Bone::default()
    };
    let skeleton = Skeleton::new(vec![bone]).unwrap_or_default();
    let [left, right, bottom, top] = NEAR_SQUARE;
    let near = square([left - MOVED, right - MOVED, bottom, top], 0.25);
    Model {
        skins: vec![Skin {
            bones: skeleton.bones().collect(),
            bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
        }],
        skeleton,
        // The farther one is drawn last, so that depth has something to decide.
        meshes: vec![
            Mesh {
                skin: Some(SkinIndex::new(0)),
                influences: halves(near.vertex_count()),
                material: Some(MaterialIndex::new(0)),
                ..near
            },
            Mesh {
                material: Some(MaterialIndex::new(1)),
                ..square(FAR_SQUARE, -0.25)
            },
        ],
        materials: [NEAR, FAR].map(plain).into(),
        ..Model::default()
    }
}

/// Twice on the only bone, by half each time: skinned as most models are, whose deform pipeline is then there already.
fn halves(vertex_count: usize) -> Influences {
    Influences {
        stride: 2,
        slots: vec![0u32; 2 * vertex_count].into(),
        weights: vec![0.5; 2 * vertex_count].into(),
        ..Influences::default()
    }
}

fn square([left, right, bottom, top]: [f32; 4], z: f32) -> Mesh {
    Mesh {
        positions: vec![[left, bottom, z], [right, bottom, z], [right, top, z], [left, top, z]].into(),
        normals: vec![[0.0, 0.0, 1.0]; 4].into(),
        uvs: vec![vec![[0.5, 0.5]; 4].into()],
        triangles: vec![0u32, 1, 2, 0, 2, 3].into(),
        bounds: Bounds {
            min: Vec3::new(left, bottom, z),
            max: Vec3::new(right, top, z),
        },
        ..Mesh::default()
    }
}

/// The colour itself, whatever the light. Its channels are 0 or 255, which are the same in linear light.
fn plain(color: [u8; 3]) -> Material {
    let [r, g, b] = color.map(|channel| f32::from(channel) / 255.0);
    Material {
        slots: vec![Slot::new("albedo", SlotSource::Texture(TextureIndex::new(0)))],
        surface: Surface {
            base_color: Vec4::new(r, g, b, 1.0),
            unlit: true,
            ..Surface::default()
        },
        ..Material::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_pixels_are_compared_and_each_colour_is_seen() {
        let all: Vec<_> = (0..SIDE * SIDE).filter_map(|at| wanted(at % SIDE, at / SIDE)).collect();
        assert!(all.len() > 3000, "{} pixels", all.len());
        for color in [NEAR, FAR, GROUND] {
            let count = all.iter().filter(|is| **is == color).count();
            assert!(count > 300, "{color:?}: {count} pixels");
        }
    }
}
