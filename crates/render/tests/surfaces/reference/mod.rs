//! Pictures of whole models against a reference of our own: the same camera, environment and tone curve, but each sample of a pixel
//! by itself, each light by its direction and each map by an average of its own.
//!
//! In: a picture. Out: what the reference makes of it, and how different the renderer's looks (`flip`). The reference draws what
//! the renderer promises: light that comes from the environment and is reflected once, and within a surface as often as it takes
//! (Turquin 2019); and light of opaque surfaces through one surface of glass, scattered by roughness or bent by thickness. Thin films and scratched metal are not known to it.

mod fit;
mod flip;
mod lobes;
mod paint;
mod rays;
mod surroundings;
mod texture;
mod triangles;

use crate::{srgb, textured};
use castview_base::core::{Bounds, MaterialIndex, ModelIndex};
use castview_base::scene::{ColorSpace, Material, Mesh, Model, Surface};
use castview_files::open_demo;
use castview_images::Image;
use castview_motion::deform::posed_bounds;
use castview_picture::light::Preset;
use castview_picture::opened::{OpenedFile, TextureState};
use castview_picture::{Background, Environment, Picture, PlacedKey, PlacedModel, Texture};
use castview_render::Renderer;
use castview_testkit::assets::shared_assets;
use castview_testkit::shading::Lighting;
use castview_testkit::shapes::{checks, sphere};
use castview_testkit::worlds::opened_with_images;
use castview_testkit::{gpu, shapes};
use glam::{Vec3, Vec4};
use paint::{Paint, Place, Shown};
use rayon::prelude::*;
use rays::Rays;
use std::sync::Arc;
use surroundings::Surroundings;
use triangles::{Hit, Triangle, Triangles};

/// Samples along each side of a pixel.
const EACH: usize = 2;
const _: () = assert!(EACH * EACH == surroundings::SETS);
/// The greatest mean difference of a picture from its reference.
const ALIKE: f32 = 0.05;
/// The same from near, where two shortcuts of the renderer are large in the picture. Rough glass blurs its background by roughness, whatever
/// the distance. At grazing angles rough surfaces mirror a round spot of their surroundings instead of a long one.
const ALIKE_NEAR: f32 = 0.085;
/// The same in the dark studio: its wide strips of light stand behind, and are seen at grazing angles.
const ALIKE_DARK: f32 = 0.052;
/// Behind the models.
const BEHIND: [u8; 3] = [40, 44, 52];

/// All that the reference knows of a picture.
struct Known<'a> {
    picture: &'a Picture,
    all: &'a [Triangle],
    paints: Vec<Vec<Paint>>,
    around: Surroundings,
    lighting: Lighting,
    /// Those that light comes from through glass.
    opaque: Rays<'a>,
}

impl Known<'_> {
    /// A step from sample to sample, in normalised device coordinates: to the right, and up.
    fn step(&self) -> [f64; 2] {
        self.picture.size.map(|side| 2.0 / (side as usize * EACH) as f64)
    }

    /// `at`: its place in the picture. `v`: towards the eye, of unit length.
    fn shown(&self, hit: &Hit, at: [f64; 2], v: Vec3, which: usize) -> Option<Shown> {
        let (triangle, [right, up]) = (&self.all[hit.triangle], self.step());
        let place = Place {
            triangle,
            hit,
            v,
            eye: self.picture.camera.eye(),
            beside: [
                triangle.shares_at([at[0] + right, at[1]]),
                triangle.shares_at([at[0], at[1] - up]),
            ],
        };
        let (model, material) = triangle.material;
        let behind = |from: Vec3, towards: Vec3| self.behind(from, towards, which);
        self.paints[model][material].shown(&place, &self.around, &behind, which)
    }

    /// The light that comes to `from` from there: of the nearest opaque surface, or of what is behind all of them.
    fn behind(&self, from: Vec3, towards: Vec3, which: usize) -> Vec3 {
        let clip_from_world = self.picture.camera.clip_from_world(self.picture.aspect());
        for hit in self.opaque.met(from, towards) {
            let at = self.all[hit.triangle].blend(hit.shares, |corner| corner.position);
            let clip = clip_from_world * at.extend(1.0);
            let place = [clip.x, clip.y].map(|along| f64::from(along / clip.w));
            match self.shown(&hit, place, -towards, which) {
                Some(shown) if shown.is_light => return shown.light,
                Some(shown) => return self.unshown(shown.light),
                None => {}
            }
        }
        self.unshown(background())
    }

    fn unshown(&self, seen: Vec3) -> Vec3 {
        seen.map(|channel| self.lighting.unshown(channel))
    }
}

fn background() -> Vec3 {
    let color = (Vec3::from(BEHIND.map(f32::from)) / 255.0).extend(1.0);
    ColorSpace::Srgb.to_linear(color).truncate()
}

fn draw_reference(picture: &Picture) -> Image {
    let [width, height] = picture.size.map(|side| side as usize);
    let (triangles, paints) = (Triangles::of(picture), paint::paints(picture));
    let opaque = Rays::among(&triangles.all, |triangle| {
        let (model, material) = triangle.material;
        paints[model][material].is_opaque()
    });
    let known = Known {
        picture,
        all: &triangles.all,
        paints,
        around: Surroundings::of(picture),
        lighting: Lighting::of(picture),
        opaque,
    };
    let place = |at: usize, count: usize| (at as f64 + 0.5) / (count * EACH) as f64 * 2.0 - 1.0;
    let columns: Vec<f64> = (0..width * EACH).map(|x| place(x, width)).collect();
    let row = |y: usize| {
        let mut sums = vec![Vec3::ZERO; width];
        for part in 0..EACH {
            let height = -place(y * EACH + part, height);
            let seen = triangles.seen(y, &columns, height);
            for (x, hits) in seen.into_iter().enumerate() {
                let (mut light, mut left) = (Vec3::ZERO, 1.0);
                for hit in &hits {
                    let at = triangles.all[hit.triangle].blend(hit.shares, |corner| corner.position);
                    let v = (picture.camera.eye() - at).normalize();
                    let Some(shown) = known.shown(hit, [columns[x], height], v, part * EACH + x % EACH) else {
                        continue;
                    };
                    let seen = match shown.is_light {
                        true => known.lighting.shown(shown.light),
                        false => shown.light,
                    };
                    light += seen.clamp(Vec3::ZERO, Vec3::ONE) * (shown.coverage * left);
                    left *= 1.0 - shown.coverage;
                    if left <= 0.0 {
                        break;
                    }
                }
                sums[x / EACH] += light + background() * left;
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

/// The same, as near as all that lets light through allows; `None`: nothing does.
fn near_glass(picture: &Picture) -> Option<Picture> {
    let mut bounds = Bounds::EMPTY;
    for triangle in Triangles::of(picture).all {
        let (model, material) = triangle.material;
        if picture.models[model].model().materials[material].surface.transmission > 0.0 {
            bounds = bounds.union(triangle.corners.iter().map(|corner| corner.position).collect());
        }
    }
    (!bounds.is_empty()).then(|| {
        let mut near = picture.clone();
        near.camera.frame(&bounds, near.aspect());
        near
    })
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
        let most = if name == Preset::Dark.name() { ALIKE_DARK } else { ALIKE };
        if apart > most {
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

/// All of the folder.
const KHRONOS: [&str; 11] = [
    "AlphaBlendModeTest.glb",
    "AttenuationTest.glb",
    "ClearCoatTest.glb",
    "EmissiveStrengthTest.glb",
    "NormalTangentTest.glb",
    "SheenCloth/SheenCloth.gltf",
    "SpecularTest.glb",
    "TextureSettingsTest.glb",
    "ToyCar/ToyCar.gltf",
    "TransmissionTest.glb",
    "VertexColorTest.glb",
];

fn khronos(file: &str) -> Option<Picture> {
    let path = shared_assets()?.join("khronos").join(file);
    Some(picture_of(models_of(&opened_with_images(&path))))
}

/// Those that let light through are also looked at from near, as their glass is small in the picture.
#[test]
fn models_of_khronos_look_like_the_reference() {
    let Some(context) = gpu::context() else { return };
    let mut stand = Stand {
        renderer: Renderer::new(&context),
    };
    let (mut failures, mut with_glass) = (Vec::new(), 0);
    for file in KHRONOS {
        let Some(picture) = khronos(file) else { return };
        let name = file.rsplit('/').next().expect("a name");
        let near = near_glass(&picture).map(|near| (format!("{name}, near"), near, ALIKE_NEAR));
        with_glass += usize::from(near.is_some());
        for (name, picture, most) in [(name.to_owned(), picture, ALIKE)].into_iter().chain(near) {
            let apart = stand.compare(&name, &picture);
            if apart > most {
                failures.push(format!("{name}: {apart}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(with_glass, 3);
}

/// Nothing let through, no light lost on the way, or four times as much.
#[test]
fn altered_glass_does_not_look_like_the_reference() {
    let Some(context) = gpu::context() else { return };
    let mut stand = Stand {
        renderer: Renderer::new(&context),
    };
    type Change = fn(&mut Surface);
    let changes: [(&str, &str, Change); 3] = [
        ("TransmissionTest.glb", "nothing let through", |surface| {
            surface.transmission = 0.0
        }),
        ("AttenuationTest.glb", "nothing lost", |surface| {
            surface.interior.attenuation_color = Vec3::ONE
        }),
        ("AttenuationTest.glb", "thicker", |surface| {
            surface.interior.thickness *= 4.0
        }),
    ];
    for (file, what, change) in changes {
        let Some(picture) = khronos(file) else { return };
        let picture = near_glass(&picture).expect("glass");
        let reference = draw_reference(&picture);
        let mut altered = picture;
        let placed = &mut altered.models[0];
        let mut scene = (*placed.scene).clone();
        scene
            .models
            .iter_mut()
            .flat_map(|model| &mut model.materials)
            .for_each(|material| change(&mut material.surface));
        (placed.scene, placed.key) = (Arc::new(scene), PlacedKey(99));
        let apart = flip::mean(&stand.draw(&altered), &reference);
        println!("FLIP {apart:.4} {file}, {what}");
        assert!(apart > ALIKE_NEAR, "{file}, {what}: {apart}");
    }
}
