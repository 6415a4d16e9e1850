//! Pictures of whole models against a reference of our own: the same camera, environment and tone curve, but each sample of a pixel
//! by itself, each light by its direction and each map by an average of its own.
//!
//! In: a picture. Out: what the reference makes of it, and how different the renderer's looks (`flip`). The reference draws what
//! the renderer promises: light that comes from the environment and is reflected once, and within a surface as often as it takes
//! (Turquin 2019). Glass, thin films and scratched metal are not known to it.

mod flip;
mod paint;
mod surroundings;
mod texture;
mod triangles;

use crate::common::assets::shared_assets;
use crate::common::shading::Lighting;
use crate::common::shapes::{checks, sphere};
use crate::common::{gpu, shapes};
use crate::{srgb, textured};
use castview::core::{Bounds, MaterialIndex, ModelIndex};
use castview::deform::posed_bounds;
use castview::files::open_demo;
use castview::images::Image;
use castview::light::Preset;
use castview::offline::{Beside, FileSet};
use castview::opened::{OpenedFile, TextureState};
use castview::picture::{Background, Environment, Picture, PlacedKey, PlacedModel, Texture};
use castview::render::Renderer;
use castview::scene::{ColorSpace, Material, Mesh, Model, Surface};
use glam::{Vec3, Vec4};
use paint::Place;
use rayon::prelude::*;
use std::sync::Arc;
use surroundings::Surroundings;
use triangles::Triangles;

/// Samples along each side of a pixel.
const EACH: usize = 2;
const _: () = assert!(EACH * EACH == surroundings::SETS);
/// The greatest mean difference of a picture from its reference.
const ALIKE: f32 = 0.05;
/// Behind the models.
const BEHIND: [u8; 3] = [40, 44, 52];

fn draw_reference(picture: &Picture) -> Image {
    let [width, height] = picture.size.map(|side| side as usize);
    let (triangles, paints) = (Triangles::of(picture), paint::paints(picture));
    let (around, lighting) = (Surroundings::of(picture), Lighting::of(picture));
    let place = |at: usize, count: usize| (at as f64 + 0.5) / (count * EACH) as f64 * 2.0 - 1.0;
    let columns: Vec<f64> = (0..width * EACH).map(|x| place(x, width)).collect();
    let step = [2.0 / (width * EACH) as f64, 2.0 / (height * EACH) as f64];
    let behind = ColorSpace::Srgb.to_linear((Vec3::from(BEHIND.map(f32::from)) / 255.0).extend(1.0));
    let row = |y: usize| {
        let mut sums = vec![Vec3::ZERO; width];
        for part in 0..EACH {
            let height = -place(y * EACH + part, height);
            let seen = triangles.seen(y, &columns, height);
            for (x, hits) in seen.into_iter().enumerate() {
                let (mut light, mut left) = (Vec3::ZERO, 1.0);
                for hit in &hits {
                    let triangle = &triangles.all[hit.triangle];
                    let at = triangle.blend(hit.shares, |corner| corner.position);
                    let place = Place {
                        triangle,
                        hit,
                        v: (picture.camera.eye() - at).normalize(),
                        beside: [
                            triangle.shares_at([columns[x] + step[0], height]),
                            triangle.shares_at([columns[x], height - step[1]]),
                        ],
                    };
                    let (model, material) = triangle.material;
                    let paint = &paints[model][material];
                    let Some(shown) = paint.shown(&place, &around, part * EACH + x % EACH) else {
                        continue;
                    };
                    let seen = match shown.is_light {
                        true => lighting.shown(shown.light),
                        false => shown.light,
                    };
                    light += seen.clamp(Vec3::ZERO, Vec3::ONE) * (shown.coverage * left);
                    left *= 1.0 - shown.coverage;
                    if left <= 0.0 {
                        break;
                    }
                }
                sums[x / EACH] += light + behind.truncate() * left;
            }
        }
        let pixel = |sum: Vec3| {
            let [r, g, b] = (sum / (EACH * EACH) as f32).to_array().map(srgb);
            [r, g, b, 255]
        };
        sums.into_iter().flat_map(pixel).collect::<Vec<u8>>()
    };
    Image {
        width: width as u32,
        height: height as u32,
        rgba: (0..height).into_par_iter().flat_map_iter(row).collect(),
    }
}

/// These models, framed from the front, right and above.
fn picture_of(models: Vec<PlacedModel>) -> Picture {
    let mut bounds = Bounds::EMPTY;
    for placed in &models {
        bounds = bounds.union(posed_bounds(placed.model(), &placed.pose));
    }
    let mut picture = shapes::framed(gpu::empty_picture(), models, bounds);
    (picture.samples, picture.background) = (4, Background::Solid(BEHIND));
    picture
}

fn models_of(file: &OpenedFile) -> Vec<PlacedModel> {
    let image = |state: &TextureState| match state {
        TextureState::Ready(image) => Texture::Ready(image.clone()),
        _ => Texture::Missing,
    };
    let textures = Arc::new(
        file.textures
            .iter()
            .map(|entry| image(&entry.state))
            .collect::<Vec<_>>(),
    );
    (0..file.scene.models.len())
        .map(|at| PlacedModel {
            textures: textures.clone(),
            ..PlacedModel::at_rest(PlacedKey(1 + at as u64), file.scene.clone(), ModelIndex::new(at))
        })
        .collect()
}

struct Stand {
    renderer: Renderer,
}

impl Stand {
    fn draw(&mut self, picture: &Picture) -> Image {
        let drawn = self.renderer.draw(picture).expect("draws");
        assert_eq!(drawn.problems, []);
        self.renderer.read_pixels().expect("reads")
    }

    /// How different the renderer's picture looks from the reference's. Where `KEEP_REFERENCE` names a folder, both are kept there.
    fn compare(&mut self, name: &str, picture: &Picture) -> f32 {
        let (drawn, reference) = (self.draw(picture), draw_reference(picture));
        let differences = flip::differences(&drawn, &reference);
        if let Some(folder) = std::env::var_os("KEEP_REFERENCE") {
            let folder = std::path::PathBuf::from(folder);
            let map = Image {
                rgba: differences
                    .iter()
                    .map(|d| (d * 255.0) as u8)
                    .flat_map(|d| [d, d, d, 255])
                    .collect(),
                ..drawn.clone()
            };
            for (what, image) in [("drawn", &drawn), ("reference", &reference), ("flip", &map)] {
                gpu::save(&folder.join(format!("{name}.{what}.png")), image);
            }
        }
        let mean = differences.iter().sum::<f32>() / differences.len() as f32;
        println!("FLIP {mean:.4} {name}");
        mean
    }
}

/// Spheres from smooth to rough: plastic, one of them with a texture, then metal, then both half and half.
fn spheres() -> Picture {
    let material = |at: usize| Material {
        slots: if at == 1 {
            vec![textured("baseColor", 0)]
        } else {
            Vec::new()
        },
        surface: Surface {
            base_color: Vec4::new(0.9, 0.6, 0.35, 1.0),
            metallic: [0.0, 1.0, 0.5][at / 3],
            roughness: [0.0, 0.35, 0.8][at % 3],
            ..Surface::default()
        },
        ..Material::default()
    };
    let mesh = |at: usize| {
        let ball = sphere();
        let middle = Vec3::new(2.1 * (at % 3) as f32, -2.1 * (at / 3) as f32, 0.0);
        let positions: Vec<[f32; 3]> = ball.positions.iter().map(|p| (Vec3::from(p) + middle).into()).collect();
        Mesh {
            bounds: positions.iter().map(|p| Vec3::from(*p)).collect(),
            positions: positions.into(),
            material: Some(MaterialIndex::new(at)),
            ..ball
        }
    };
    let mut placed = shapes::placed(Model {
        meshes: (0..9).map(mesh).collect(),
        materials: (0..9).map(material).collect(),
        ..Model::default()
    });
    placed.textures = Arc::new(vec![Texture::Ready(Arc::new(checks().into()))]);
    picture_of(vec![placed])
}

#[test]
fn our_own_models_look_like_the_reference() {
    let Some(context) = gpu::context() else { return };
    let mut stand = Stand {
        renderer: Renderer::new(&context),
    };
    let mut failures = Vec::new();
    let lit_by = |preset: Preset| Picture {
        environment: Environment::Preset(preset),
        ..spheres()
    };
    let spheres = Preset::ALL.map(|preset| (preset.name(), lit_by(preset)));
    let demo = ("demo", picture_of(models_of(&open_demo()[0])));
    for (name, picture) in spheres.into_iter().chain([demo]) {
        let apart = stand.compare(name, &picture);
        if apart > ALIKE {
            failures.push(format!("{name}: {apart}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Light from elsewhere, half a stop more of it, or half the roughness.
#[test]
fn altered_pictures_do_not_look_like_the_reference() {
    let Some(context) = gpu::context() else { return };
    let mut stand = Stand {
        renderer: Renderer::new(&context),
    };
    let picture = spheres();
    let reference = draw_reference(&picture);
    let turned = Picture {
        environment_turn_rad: std::f32::consts::FRAC_PI_2,
        ..picture.clone()
    };
    let brighter = Picture {
        exposure: 0.5,
        ..picture.clone()
    };
    let smooth = {
        let mut picture = picture.clone();
        let placed = &mut picture.models[0];
        let mut scene = (*placed.scene).clone();
        for material in &mut scene.models[0].materials {
            material.surface.roughness *= 0.5;
        }
        (placed.scene, placed.key) = (Arc::new(scene), PlacedKey(2));
        picture
    };
    for (what, altered) in [("turned", turned), ("brighter", brighter), ("smooth", smooth)] {
        let apart = flip::mean(&stand.draw(&altered), &reference);
        println!("FLIP {apart:.4} {what}");
        assert!(apart > 1.4 * ALIKE, "{what}: {apart}");
    }
}

/// All of the folder but those that let light through: TransmissionTest, AttenuationTest and ToyCar.
const KHRONOS: [&str; 8] = [
    "AlphaBlendModeTest.glb",
    "ClearCoatTest.glb",
    "EmissiveStrengthTest.glb",
    "NormalTangentTest.glb",
    "SheenCloth/SheenCloth.gltf",
    "SpecularTest.glb",
    "TextureSettingsTest.glb",
    "VertexColorTest.glb",
];

#[test]
fn models_of_khronos_look_like_the_reference() {
    let Some(assets) = shared_assets() else { return };
    let Some(context) = gpu::context() else { return };
    let mut stand = Stand {
        renderer: Renderer::new(&context),
    };
    let mut failures = Vec::new();
    for file in KHRONOS {
        let path = assets.join("khronos").join(file);
        let beside = Beside {
            maps: castview::offline::Maps::All,
            ..Beside::default()
        };
        let files = FileSet::open(&[path], beside).expect(file);
        let name = file.rsplit('/').next().expect("a name");
        let apart = stand.compare(name, &picture_of(models_of(&files.files[0])));
        if apart > ALIKE {
            failures.push(format!("{name}: {apart}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
