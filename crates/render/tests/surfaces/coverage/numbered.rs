//! Meshes of many small triangles, which software Vulkan draws by the numbers of their triangles.

use super::{Picture, image, quad, textured};
use castview_base::core::{MaterialIndex, SkinIndex};
use castview_base::scene::{Alpha, ColorLayer, Influences, Material, Mesh, Model, Skeleton, Skin, Surface};
use castview_images::Image;
use castview_motion::animation::rest_pose;
use castview_picture::{Background, ColorBy, Shading, Shadows, Texture};
use castview_render::{Context, Renderer, Work};
use castview_testkit::gpu::{context, draw_in_steps, empty_picture, limited_context};
use castview_testkit::shapes::{self, color_material, cube_bounds, framed, placed};
use glam::{Affine3A, Vec3, Vec4};
use std::sync::Arc;

/// A ring of about 250 000 triangles in so many pieces, and a plane that cuts through it.
fn ring(pieces: u32) -> Picture {
    let piece = |piece: u32| {
        let mesh = shapes::sheet(800 / pieces, 160, |u, v| {
            let around = (u + piece as f32) / pieces as f32 * std::f32::consts::TAU;
            let along = v * std::f32::consts::TAU;
            let out = 0.6 + 0.3 * along.cos();
            Vec3::new(out * around.cos(), out * around.sin(), 0.3 * along.sin())
        });
        Mesh {
            material: Some(MaterialIndex::new(0)),
            ..mesh
        }
    };
    let mut meshes: Vec<Mesh> = (0..pieces).map(piece).collect();
    meshes.push(quad(0.1, 1));
    let colors = [Vec4::new(0.8, 0.3, 0.1, 1.0), Vec4::new(0.1, 0.3, 0.7, 1.0)];
    let model = Model {
        meshes,
        materials: colors.map(color_material).to_vec(),
        ..Model::default()
    };
    let mut picture = framed(empty_picture(), vec![placed(model)], cube_bounds(1.0));
    picture.size = [160, 128];
    picture.samples = 4;
    picture.background = Background::Transparent;
    picture.shadows = Shadows {
        key: true,
        occlusion: true,
        ground: None,
    };
    picture.overlays.grid = true;
    picture.overlays.wireframe = false;
    picture
}

/// The picture, and how many meshes were drawn by numbers.
fn drawn(context: &Context, picture: &Picture) -> (Image, u64) {
    let mut renderer = Renderer::new(context);
    renderer.draw(picture).unwrap();
    (renderer.read_pixels().unwrap(), renderer.counts().numbered_draws)
}

/// Software Vulkan, which alone draws so.
fn software() -> Option<Context> {
    let context = context()?;
    let is_so = context.abilities().numbers_samples;
    if !is_so {
        eprintln!("SKIPPED: this adapter draws no mesh by numbers");
    }
    is_so.then_some(context)
}

/// The mean difference of bytes, and the share that differs by more than 32.
fn difference(a: &Image, b: &Image) -> (f64, f64) {
    let differences = || a.rgba.iter().zip(&b.rgba).map(|(a, b)| f64::from(a.abs_diff(*b)));
    let count = a.rgba.len() as f64;
    (
        differences().sum::<f64>() / count,
        differences().filter(|by| *by > 32.0).count() as f64 / count,
    )
}

#[test]
fn small_triangles_look_the_same_either_way() {
    let Some(context) = software() else { return };
    let (numbered, count) = drawn(&context, &ring(1));
    assert_eq!(count, 1, "the ring, and not the plane");
    let (plain, count) = drawn(&context, &ring(16));
    assert_eq!(count, 0, "pieces are too small");
    let (mean, far) = difference(&numbered, &plain);
    assert!(mean < 0.4 && far < 0.002, "{mean}, {far}");
    // The plane hides half of the ring and the other way round.
    let blues = |image: &Image| image.rgba.chunks_exact(4).filter(|texel| texel[2] > texel[0]).count();
    let [numbered, plain] = [blues(&numbered), blues(&plain)];
    assert!(
        plain > 1000 && numbered.abs_diff(plain) < plain / 100,
        "{numbered} of {plain}"
    );
}

/// Attributes and settings that a mesh brings along beside its triangles.
#[derive(Clone, Copy, Debug)]
struct Dress {
    normal_map: bool,
    tangents: bool,
    colors: bool,
    /// It stands on its head in a mirror, and its backs are not drawn.
    mirrored: bool,
    samples: u32,
}

/// The ring with maps, in so many meshes that share all vertices.
fn dressed(pieces: usize, dress: Dress) -> Picture {
    let mut picture = ring(1);
    let mut mesh = picture.models[0].model().meshes[0].clone();
    let around = |p: [f32; 3]| Vec3::new(p[0], p[1], 0.0).normalize();
    let all = |make: &dyn Fn([f32; 3]) -> Vec3| mesh.positions.iter().map(make).collect::<Vec<Vec3>>();
    let normals = all(&|p| (Vec3::from(p) - 0.6 * around(p)).normalize());
    let tangents = all(&|p| Vec3::Z.cross(around(p)));
    let colors = all(&|p| Vec3::from(p) * 0.5 + 0.5);
    mesh.normals = normals.iter().map(Vec3::to_array).collect::<Vec<_>>().into();
    if dress.tangents {
        let tangents = tangents.iter().map(|tangent| tangent.extend(-1.0).to_array());
        mesh.tangents = tangents.collect::<Vec<_>>().into();
    }
    if dress.colors {
        let colors = colors.iter().map(|color| color.extend(1.0).to_array());
        mesh.colors = vec![ColorLayer::Float(colors.collect::<Vec<_>>().into())];
    }
    let mut slots = vec![textured("baseColor", 0)];
    if dress.normal_map {
        slots.push(textured("normal", 1));
    }
    let surface = Surface {
        vertex_colors: dress.colors,
        double_sided: !dress.mirrored,
        roughness: 0.6,
        ..Surface::default()
    };
    let material = Material {
        slots,
        surface,
        ..Material::default()
    };
    let corners: Vec<u32> = mesh.triangles.iter().collect();
    let meshes = corners
        .chunks((corners.len() / 3).div_ceil(pieces) * 3)
        .map(|part| Mesh {
            triangles: part.to_vec().into(),
            ..mesh.clone()
        });
    let model = Model {
        meshes: meshes.collect(),
        materials: vec![material],
        ..Model::default()
    };
    let pose = rest_pose(&model);
    let mut placed = shapes::place(&shapes::scene(model, 2), pose);
    let texel = |i: u8| [100 + i % 4 * 20, 140 - i / 4 * 20, 230, 255];
    let bumps = image(4, &(0..16).map(texel).collect::<Vec<_>>());
    let textures = [shapes::checks(), bumps].map(|image| Texture::Ready(Arc::new(image.into())));
    placed.textures = Arc::new(textures.to_vec());
    if dress.mirrored {
        placed.stage_from_model = Affine3A::from_scale(Vec3::new(1.0, -0.8, 1.1));
    }
    picture.models = vec![placed];
    picture.samples = dress.samples;
    picture
}

/// Maps, their frames, colours of vertices and sides are found by numbers as they are found by triangles one by one.
#[test]
fn what_a_material_reads_looks_the_same_either_way() {
    let Some(context) = software() else { return };
    let bare = Dress {
        normal_map: false,
        tangents: false,
        colors: false,
        mirrored: false,
        samples: 4,
    };
    for dress in [
        bare,
        Dress {
            normal_map: true,
            ..bare
        },
        Dress {
            normal_map: true,
            tangents: true,
            ..bare
        },
        Dress {
            normal_map: true,
            colors: true,
            samples: 1,
            ..bare
        },
        Dress { mirrored: true, ..bare },
    ] {
        let (numbered, count) = drawn(&context, &dressed(1, dress));
        assert_eq!(count, 1, "{dress:?}");
        let (halves, count) = drawn(&context, &dressed(2, dress));
        assert_eq!(count, 2, "{dress:?}");
        assert!(halves.rgba == numbered.rgba, "{dress:?}: two meshes are one");
        let (plain, count) = drawn(&context, &dressed(15, dress));
        assert_eq!(count, 0, "{dress:?}: pieces are too small");
        let (mean, far) = difference(&numbered, &plain);
        assert!(mean < 0.5 && far < 0.004, "{dress:?}: {mean}, {far}");
        // Both cover the same samples.
        let alphas = numbered.rgba.chunks_exact(4).zip(plain.rgba.chunks_exact(4));
        let other = alphas.filter(|(a, b)| a[3].abs_diff(b[3]) > 8).count();
        assert!(other < 20, "{dress:?}: {other} pixels are covered otherwise");
    }
}

#[test]
fn small_triangles_are_drawn_alike_in_any_steps() {
    let Some(context) = software() else { return };
    let picture = ring(1);
    let (whole, _) = drawn(&context, &picture);
    for corners in [90_000.0, 300_000.0] {
        let limit = Work { corners, ..Work::WHOLE };
        let (parts, steps) = draw_in_steps(&mut Renderer::new(&context), &picture, &limit);
        assert!(steps > 4, "{steps}");
        assert!(parts.rgba == whole.rgba, "{steps} steps");
    }
}

#[test]
fn what_is_large_or_lets_one_through_has_no_numbers() {
    let Some(context) = software() else { return };
    let count = |change: &dyn Fn(&mut Picture)| {
        let mut picture = ring(1);
        change(&mut picture);
        drawn(&context, &picture).1
    };
    assert_eq!(count(&|_| {}), 1);
    assert_eq!(count(&|picture| picture.samples = 1), 1);
    assert_eq!(count(&|picture| picture.overlays.xray = true), 0);
    assert_eq!(count(&|picture| picture.shading = Shading::Wireframe), 0);
    assert_eq!(count(&|picture| picture.color_by = ColorBy::Normals), 0);
    assert_eq!(count(&|picture| picture.color_by = ColorBy::Unlit), 1);
    let coarse = |picture: &mut Picture| {
        let sheet = shapes::sheet(200, 60, |u, v| Vec3::new(2.0 * u - 1.0, 2.0 * v - 1.0, 0.0));
        picture.models = vec![placed(Model {
            meshes: vec![sheet],
            ..Model::default()
        })];
    };
    assert_eq!(count(&coarse), 1);
    let large = |picture: &mut Picture| {
        coarse(picture);
        (picture.samples, picture.size) = (1, [2000, 1600]);
    };
    assert_eq!(count(&large), 0, "triangles are larger");
    let with = |alpha: Alpha| {
        let mut picture = ring(1);
        let model = picture.models[0].model().clone();
        let materials = model.materials.iter().map(|material| Material {
            surface: Surface {
                alpha,
                ..material.surface
            },
            ..material.clone()
        });
        let materials = materials.collect();
        picture.models = vec![placed(Model { materials, ..model })];
        drawn(&context, &picture).1
    };
    assert_eq!(with(Alpha::Blend), 0);
    assert_eq!(with(Alpha::Mask(0.5)), 0);
}

/// Two triangles are found at a time, by indices of either width.
#[test]
fn the_last_of_an_odd_number_of_triangles_is_drawn() {
    let Some(context) = software() else { return };
    for (columns, is_short) in [(400, true), (420, false)] {
        let covered = |is_last: bool| {
            let sheet = shapes::sheet(columns, 160, |u, v| Vec3::new(0.2 * u - 0.6, 0.2 * v - 0.1, 0.0));
            let mut positions = sheet.positions.to_vec();
            let mut corners: Vec<u32> = sheet.triangles.iter().collect();
            let first = positions.len() as u32;
            assert_eq!(first + 3 <= 0xffff, is_short);
            positions.extend([[0.2, -0.4, 0.0], [0.9, -0.4, 0.0], [0.9, 0.6, 0.0]]);
            let at = if is_last { corners.len() } else { 3 * 1001 };
            corners.splice(at..at, first..first + 3);
            assert_eq!(corners.len() / 3 % 2, 1);
            let model = Model {
                meshes: vec![shapes::mesh(positions, corners)],
                ..Model::default()
            };
            let picture = ring(1);
            let models = vec![placed(model)];
            let (image, count) = drawn(&context, &Picture { models, ..picture });
            assert_eq!(count, 1);
            image.rgba.chunks_exact(4).map(|texel| texel[3]).collect::<Vec<_>>()
        };
        let [last, among] = [true, false].map(covered);
        assert!(last.iter().filter(|alpha| **alpha == 255).count() > 300);
        let other = last.iter().zip(&among).filter(|(last, among)| last != among).count();
        assert!(
            other < 8,
            "the large triangle is another: {other} pixels, short {is_short}"
        );
    }
}

/// Numbers take features and bind groups beyond those that every device has.
#[test]
fn a_device_of_least_powers_draws_them_like_all() {
    let Some(context) = limited_context() else { return };
    let mut renderer = Renderer::new(&context);
    let drawn = renderer.draw(&ring(1)).expect("draws");
    assert_eq!(drawn.problems, []);
    assert_eq!(renderer.counts().numbered_draws, 0);
}

/// Each vertex follows one slot.
fn skinned(mesh: &Mesh, slot: impl Fn(u32) -> u32) -> Mesh {
    let count = mesh.vertex_count();
    Mesh {
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: 1,
            slots: (0..count as u32).map(slot).collect::<Vec<u32>>().into(),
            weights: vec![1.0; count].into(),
            ..Default::default()
        },
        ..mesh.clone()
    }
}

/// A skin may stretch each of many small triangles over all of the picture. None of its steps holds many of these.
#[test]
fn triangles_that_a_skin_stretches_take_steps_of_their_own() {
    let Some(context) = software() else { return };
    const COLUMNS: u32 = 60;
    let flat = shapes::sheet(200, COLUMNS, |u, v| Vec3::new(u - 0.5, v - 0.5, 0.0));
    let corners = [Vec3::NEG_ONE, Vec3::new(1.0, -1.0, 0.0), Vec3::Y];
    let steps = |spread: f32| {
        let bones = corners.map(|corner| shapes::bone("corner", None, corner * spread));
        let skeleton = Skeleton::new(bones.to_vec()).expect("three bones");
        // They move what follows them by as much as they are away.
        let skins = vec![Skin {
            bone_from_mesh: vec![Some(Affine3A::IDENTITY); 3],
            ..shapes::skin_of(&skeleton)
        }];
        // No triangle has two corners of one bone.
        let slot = |vertex: u32| (vertex / (COLUMNS + 1) + 2 * (vertex % (COLUMNS + 1))) % 3;
        let model = Model {
            meshes: vec![skinned(&flat, slot)],
            skeleton,
            skins,
            ..Model::default()
        };
        let mut picture = framed(empty_picture(), vec![placed(model)], cube_bounds(1.5));
        picture.size = [240, 192];
        let limit = Work {
            pixels: 2e5,
            depths: 2e5,
            ..Work::WHOLE
        };
        let mut renderer = Renderer::new(&context);
        let (image, steps) = draw_in_steps(&mut renderer, &picture, &limit);
        assert_eq!(renderer.counts().numbered_draws, 1);
        let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
        assert!(image == whole, "{spread}");
        steps
    };
    let [small, stretched] = [0.0, 1.0].map(steps);
    assert!(small < 10 && stretched > 60, "{small}, {stretched}");
}

/// How small triangles are is told by the mesh itself, not by all the room that poses of its model may take.
#[test]
fn a_skinned_mesh_counts_by_its_own_size() {
    let Some(context) = software() else { return };
    let mut picture = ring(1);
    let model = picture.models[0].model().clone();
    let skeleton = Skeleton::new(vec![shapes::bone("root", None, Vec3::ZERO)]).expect("one bone");
    let skins = vec![shapes::skin_of(&skeleton)];
    let meshes = model.meshes.iter().map(|mesh| skinned(mesh, |_| 0)).collect();
    picture.models = vec![placed(Model {
        meshes,
        skeleton,
        skins,
        ..model
    })];
    (picture.bounds, picture.posed_bounds) = (cube_bounds(5.0), cube_bounds(1.0));
    picture.size = [480, 384];
    assert_eq!(drawn(&context, &picture).1, 1);
}
