//! Ground that shows the models mirrored: a picture beside one in which the mirrored models stand below the ground.

use castview_base::core::{Bounds, Camera, MaterialIndex, Projection};
use castview_base::scene::{Alpha, Material, Mesh, Model, Skinning, Surface};
use castview_images::Image;
use castview_picture::{
    Background, ColorBy, DepthOfField, Picture, PlacedModel, Reflection, Section, Shading, Shadows,
};
use castview_render::{Renderer, Work};
use castview_testkit::gpu::{self, draw_in_steps, empty_picture};
use castview_testkit::shapes::{self, framed, place, placed, posed, scene};
use glam::{Affine3A, Quat, Vec3, Vec4};

const SIDE: u32 = 128;
const GROUND: f32 = -0.4;
/// Half the width of an edge that two ways of drawing place differently, in pixels.
const EDGE: i32 = 1;

const MIRROR: Reflection = Reflection {
    height: GROUND,
    strength: 1.0,
    roughness: 0.0,
};

/// A board that stands upright on the ground, turned a little.
fn board(x: f32, z: f32, tall: f32, material: usize) -> Mesh {
    let turn = Quat::from_rotation_y(0.3);
    let at = |u, v| Vec3::new(x, GROUND, z) + turn * Vec3::new(0.5 * u - 0.25, tall * v, 0.0);
    Mesh {
        material: Some(MaterialIndex::new(material)),
        ..shapes::sheet(4, 4, at)
    }
}

fn unlit(color: [f32; 3], double_sided: bool) -> Material {
    Material {
        surface: Surface {
            base_color: Vec3::from(color).extend(1.0),
            unlit: true,
            double_sided,
            ..Surface::default()
        },
        ..Material::default()
    }
}

/// Boards of different heights: nothing about them is the same from the left and from the right.
fn boards() -> Model {
    let meshes = [(-0.8, 0.4, 1.4), (0.1, -0.5, 0.8), (0.9, 0.2, 0.4)];
    Model {
        meshes: (meshes.iter().enumerate())
            .map(|(at, (x, z, tall))| board(*x, *z, *tall, at))
            .collect(),
        materials: vec![
            unlit([0.8, 0.05, 0.05], true),
            unlit([0.05, 0.8, 0.05], true),
            unlit([0.05, 0.05, 0.8], true),
        ],
        ..Model::default()
    }
}

/// Bent by its bones, and standing beside the middle.
fn tube() -> PlacedModel {
    let model = shapes::tube(Skinning::Linear);
    let pose = posed(&model, |index, local| {
        if index > 0 {
            local.rotation = Quat::from_rotation_z(0.5);
        }
    });
    PlacedModel {
        stage_from_model: Affine3A::from_scale_rotation_translation(
            Vec3::splat(0.4),
            Quat::from_rotation_y(0.7),
            Vec3::new(0.3, GROUND, 0.0),
        ),
        ..place(&scene(model, 1), pose)
    }
}

fn raised(model: Model, by: f32) -> PlacedModel {
    PlacedModel {
        stage_from_model: Affine3A::from_scale_rotation_translation(
            Vec3::splat(0.5),
            Quat::from_rotation_z(0.4),
            Vec3::new(0.2, GROUND + by, 0.0),
        ),
        ..placed(model)
    }
}

/// Half a ball whose faces are seen from outside alone.
fn shell() -> PlacedModel {
    let ball = shapes::sphere();
    let triangles = ball.triangles.iter().collect::<Vec<_>>();
    let half = triangles.len() / 2;
    let material = unlit([0.2, 0.7, 0.6], false);
    raised(
        Model {
            meshes: vec![Mesh {
                triangles: triangles[..half / 3 * 3].to_vec().into(),
                material: Some(MaterialIndex::new(0)),
                ..ball
            }],
            materials: vec![material],
            ..Model::default()
        },
        0.6,
    )
}

fn cloud() -> PlacedModel {
    let mesh = Mesh {
        triangles: Vec::new().into(),
        ..shapes::sphere()
    };
    raised(
        Model {
            meshes: vec![mesh],
            ..Model::default()
        },
        0.6,
    )
}

fn strands() -> PlacedModel {
    raised(
        Model {
            hairs: vec![shapes::hair()],
            ..Model::default()
        },
        0.9,
    )
}

/// Everything that is mirrored, by its name.
fn models() -> Vec<(&'static str, PlacedModel)> {
    vec![
        ("boards", placed(boards())),
        ("a bent tube", tube()),
        ("a shell", shell()),
        ("points", cloud()),
        ("hair", strands()),
    ]
}

fn seen(model: PlacedModel, pitch_rad: f32) -> Picture {
    let around = Bounds {
        min: Vec3::new(-1.2, GROUND, -1.0),
        max: Vec3::new(1.3, 1.4, 1.0),
    };
    let mut picture = framed(empty_picture(), vec![model], around);
    picture.size = [SIDE; 2];
    picture.background = Background::Transparent;
    picture.camera.yaw_rad = 0.35;
    picture.camera.pitch_rad = pitch_rad;
    picture.camera.distance *= 1.4;
    picture.camera.target.y = GROUND;
    picture
}

fn reflecting(picture: &Picture, reflection: Reflection) -> Picture {
    Picture {
        reflection: Some(reflection),
        ..picture.clone()
    }
}

/// The models, and below the ground their mirrored copies.
fn with_copies(picture: &Picture) -> Picture {
    let mirror = Affine3A::from_translation(Vec3::Y * 2.0 * GROUND) * Affine3A::from_scale(Vec3::new(1.0, -1.0, 1.0));
    let copies = picture.models.iter().map(|model| PlacedModel {
        stage_from_model: mirror * model.stage_from_model,
        key: castview_picture::PlacedKey(model.key.0 + 100),
        ..model.clone()
    });
    Picture {
        models: picture.models.iter().cloned().chain(copies).collect(),
        ..picture.clone()
    }
}

fn drawn(renderer: &mut Renderer, picture: &Picture) -> Image {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    renderer.read_pixels().expect("reads")
}

fn texel(image: &Image, x: i32, y: i32) -> [u8; 4] {
    let last = SIDE as i32 - 1;
    let at = (y.clamp(0, last) * SIDE as i32 + x.clamp(0, last)) as usize * 4;
    image.rgba[at..at + 4].try_into().expect("four channels")
}

/// Whether all pixels around this one are covered, or none is; `None`: an edge.
fn covered(image: &Image, x: i32, y: i32) -> Option<bool> {
    let around = (-EDGE..=EDGE).flat_map(|dy| (-EDGE..=EDGE).map(move |dx| (dx, dy)));
    let mut all = around.map(|(dx, dy)| texel(image, x + dx, y + dy)[3] > 0);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

fn coverage(image: &Image) -> usize {
    image.rgba.chunks_exact(4).filter(|texel| texel[3] > 0).count()
}

/// Every model, posed as it is, is mirrored where a copy below the ground would be seen, with the same sides, from high, low, and without perspective.
#[test]
fn the_ground_shows_what_a_mirrored_copy_below_it_would() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (name, model) in models() {
        for (pitch_rad, projection, shift_px) in [
            (0.7, Projection::Perspective, [0.0; 2]),
            (0.15, Projection::Perspective, [0.4, -0.3]),
            (0.5, Projection::Orthographic, [0.0; 2]),
        ] {
            let mut picture = seen(model.clone(), pitch_rad);
            (picture.camera.projection, picture.shift_px) = (projection, shift_px);
            let alone = drawn(&mut renderer, &picture);
            let mirrored = drawn(&mut renderer, &reflecting(&picture, MIRROR));
            let wanted = drawn(&mut renderer, &with_copies(&picture));
            let (mut wrong, mut right) = (0, 0);
            for (x, y) in (0..SIDE as i32).flat_map(|y| (0..SIDE as i32).map(move |x| (x, y))) {
                let (Some(found), Some(copy)) = (covered(&mirrored, x, y), covered(&wanted, x, y)) else {
                    continue;
                };
                let is_alone = covered(&alone, x, y) == Some(true);
                wrong += usize::from(found != copy);
                right += usize::from(found && copy && !is_alone);
            }
            // Points and strands have little but edges.
            let least = if matches!(name, "points" | "hair") { 0 } else { 60 };
            assert!(wrong == 0, "{name} at {pitch_rad}, {projection:?}: {wrong} pixels");
            assert!(right >= least, "{name} at {pitch_rad}: {right} pixels are mirrored");
            let more = coverage(&mirrored) - coverage(&alone);
            let wanted = coverage(&wanted) - coverage(&alone);
            assert!(
                more.abs_diff(wanted) * 8 <= wanted && wanted > 100,
                "{name} at {pitch_rad}: {more} of {wanted}"
            );
        }
    }
}

/// Colors are those of the copy, weaker the higher the point is, and alpha says how much weaker.
#[test]
fn what_is_mirrored_fades_with_its_height_and_not_where_it_touches_the_ground() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = seen(placed(boards()), 0.4);
    let [mirrored, wanted, alone] = [reflecting(&picture, MIRROR), with_copies(&picture), picture.clone()]
        .map(|picture| drawn(&mut renderer, &picture));
    let clip = picture.camera.clip_from_world(picture.aspect());
    let tallest = picture.bounds.max.y - GROUND;
    let mut looked = 0;
    for (x, z, tall) in [(-0.8, 0.4, 1.4), (0.1, -0.5, 0.8), (0.9, 0.2, 0.4)] {
        for share in [0.1, 0.5, 0.9] {
            let height = tall * share;
            let below = Vec3::new(x, GROUND - height, z);
            let ndc = clip.project_point3(below);
            let [px, py] = [(ndc.x + 1.0) * 0.5, (1.0 - ndc.y) * 0.5].map(|at| (at * SIDE as f32) as i32);
            let (found, copy) = (texel(&mirrored, px, py), texel(&wanted, px, py));
            if covered(&wanted, px, py) != Some(true) || texel(&alone, px, py)[3] > 0 {
                continue;
            }
            looked += 1;
            // Straight colours: the same, whatever is left of them.
            for channel in 0..3 {
                assert!(
                    found[channel].abs_diff(copy[channel]) < 12,
                    "{below}: {found:?} {copy:?}"
                );
            }
            // As shares of linear light are laid over in sRGB, somewhere between both.
            let left = (-2.0 * height / tallest).exp();
            let alpha = f32::from(found[3]) / 255.0;
            assert!((alpha - left).abs() < 0.06, "{below}: {alpha}, not {left}");
        }
    }
    assert!(looked >= 6, "{looked} points");
    let half = Reflection {
        strength: 0.5,
        ..MIRROR
    };
    let half = drawn(&mut renderer, &reflecting(&picture, half));
    let pairs = half.rgba.chunks_exact(4).zip(mirrored.rgba.chunks_exact(4));
    let both = pairs.zip(alone.rgba.chunks_exact(4));
    for ((half, full), _) in both.filter(|(_, alone)| alone[3] == 0) {
        assert!(
            (f32::from(half[3]) - 0.5 * f32::from(full[3])).abs() < 2.5,
            "{half:?} {full:?}"
        );
    }
}

/// Bit for bit: with no strength, from below, without models, and where surfaces are not lit.
#[test]
fn a_ground_that_shows_nothing_changes_no_pixel() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let lit = seen(placed(boards()), 0.4);
    let same = |renderer: &mut Renderer, picture: &Picture, reflection: Reflection, what: &str| {
        let without = drawn(renderer, picture);
        let with = drawn(renderer, &reflecting(picture, reflection));
        assert!(with.rgba == without.rgba, "{what}");
    };
    let none = Reflection {
        strength: 0.0,
        ..MIRROR
    };
    same(&mut renderer, &lit, none, "no strength");
    same(&mut renderer, &seen(placed(boards()), -0.3), MIRROR, "from below");
    let parallel = |pitch_rad| {
        let mut picture = seen(placed(boards()), pitch_rad);
        picture.camera.projection = Projection::Orthographic;
        picture
    };
    same(
        &mut renderer,
        &parallel(-0.3),
        MIRROR,
        "from below, without perspective",
    );
    let mut empty = lit.clone();
    empty.models.clear();
    same(&mut renderer, &empty, MIRROR, "no models");
    for color_by in [ColorBy::Normals, ColorBy::Depth, ColorBy::Overdraw] {
        let picture = Picture {
            color_by,
            ..lit.clone()
        };
        same(&mut renderer, &picture, MIRROR, &format!("{color_by:?}"));
    }
    let wire = Picture {
        shading: Shading::Wireframe,
        ..lit.clone()
    };
    same(&mut renderer, &wire, MIRROR, "wireframe");
    let deep = Reflection { height: 5.0, ..MIRROR };
    same(&mut renderer, &lit, deep, "all is below the ground");
    // A ground is mirrored in no ground: what lies below it is left out.
    let high = Reflection {
        height: GROUND + 0.8,
        ..MIRROR
    };
    let cut = drawn(&mut renderer, &reflecting(&lit, high));
    let whole = drawn(&mut renderer, &reflecting(&lit, MIRROR));
    assert!(coverage(&cut) < coverage(&whole));
}

/// Edges get wider with their height and with roughness, and all light together stays about as much.
#[test]
fn a_rough_ground_blurs_what_is_far_from_it() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let post = Mesh {
        material: Some(MaterialIndex::new(0)),
        ..shapes::sheet(2, 2, |u, v| Vec3::new(0.3 * u - 0.15, GROUND + 1.6 * v, 0.0))
    };
    let post = Model {
        meshes: vec![post],
        materials: vec![unlit([0.8; 3], true)],
        ..Model::default()
    };
    let mut picture = seen(placed(post), 0.3);
    picture.camera.yaw_rad = 0.0;
    let clip = picture.camera.clip_from_world(picture.aspect());
    let row = |tall: f32| {
        let ndc = clip.project_point3(Vec3::new(0.0, GROUND - tall, 0.0));
        ((1.0 - ndc.y) * 0.5 * SIDE as f32) as i32
    };
    // Width over which a row has some of the post.
    let mut widths = Vec::new();
    let mut sums = Vec::new();
    for roughness in [0.0, 0.4, 0.7] {
        let image = drawn(&mut renderer, &reflecting(&picture, Reflection { roughness, ..MIRROR }));
        let alpha = |y: i32| (0..SIDE as i32).map(move |x| (x, y));
        let width = |y: i32| alpha(y).filter(|(x, y)| texel(&image, *x, *y)[3] > 4).count();
        widths.push([row(0.05), row(0.9)].map(width));
        let below = (row(0.0) + 2..SIDE as i32).flat_map(alpha);
        sums.push(below.map(|(x, y)| u32::from(texel(&image, x, y)[3])).sum::<u32>() as f32);
    }
    let [sharp, some, much] = widths[..] else {
        panic!("three")
    };
    assert!(some[0] <= sharp[0] + 4, "near the ground: {widths:?}");
    assert!(
        some[1] > sharp[1] + 2 && much[1] > some[1] + 4,
        "far from it: {widths:?}"
    );
    for sum in &sums[1..] {
        assert!((sum / sums[0] - 1.0).abs() < 0.25, "{sums:?}");
    }
}

/// In any number of submissions, with several samples, shadows, lit and blended surfaces, and hair.
#[test]
fn reflections_are_the_same_in_many_submissions() {
    let Some(context) = gpu::context() else { return };
    let mut glass = Material::default();
    glass.surface.base_color = Vec4::new(0.6, 0.8, 0.9, 0.4);
    glass.surface.alpha = Alpha::Blend;
    let ball = raised(
        Model {
            meshes: vec![Mesh {
                material: Some(MaterialIndex::new(0)),
                ..shapes::sphere()
            }],
            materials: vec![glass],
            ..Model::default()
        },
        0.6,
    );
    let few = Work {
        corners: 900.0,
        draws: 3.0,
        pixels: 2e4,
        depths: 2e4,
        ..Work::WHOLE
    };
    for samples in [1, 4] {
        let mut picture = seen(tube(), 0.4);
        picture.models.extend([strands(), ball.clone()]);
        picture.samples = samples;
        picture.shadows = Shadows {
            key: true,
            occlusion: true,
            ground: Some(GROUND),
        };
        let rough = Reflection {
            roughness: 0.4,
            ..MIRROR
        };
        let without = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE).0;
        let picture = reflecting(&picture, rough);
        let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
        let (sliced, many) = draw_in_steps(&mut Renderer::new(&context), &picture, &few);
        assert!(many > 20, "{many}");
        assert!(whole.rgba != without.rgba);
        assert!(sliced.rgba == whole.rgba, "{samples} samples");
    }
}

/// The clipping plane leaves out the same of what is mirrored, and a lens sees both.
#[test]
fn the_clipping_plane_and_a_lens_count_for_what_is_mirrored() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = seen(tube(), 0.4);
    let section = |at| Picture {
        section: Some(Section {
            toward: Vec3::X,
            at,
            caps: true,
        }),
        ..picture.clone()
    };
    let all = drawn(&mut renderer, &reflecting(&picture, MIRROR));
    // Other pipelines may round edges otherwise.
    let whole = drawn(&mut renderer, &reflecting(&section(9.0), MIRROR));
    assert!(coverage(&whole).abs_diff(coverage(&all)) <= 8);
    assert_eq!(coverage(&drawn(&mut renderer, &reflecting(&section(-9.0), MIRROR))), 0);
    let half = section(0.25);
    let [alone, mirrored, wanted] = [half.clone(), reflecting(&half, MIRROR), with_copies(&half)]
        .map(|picture| coverage(&drawn(&mut renderer, &picture)));
    assert!(
        mirrored > alone && mirrored.abs_diff(wanted) * 20 < wanted,
        "{alone} {mirrored} {wanted}"
    );
    let through_lens = |picture: &Picture| Picture {
        depth_of_field: Some(DepthOfField {
            radius: 0.05,
            focus: picture.camera.distance,
        }),
        ..picture.clone()
    };
    // Each picture of the mean is seen from a point of the lens, and is a law by itself.
    for index in [3, 17] {
        let from_there = through_lens(&picture).shifted(index, DepthOfField::PICTURES);
        let [mirrored, wanted] =
            [reflecting(&from_there, MIRROR), with_copies(&from_there)].map(|picture| drawn(&mut renderer, &picture));
        let all = (0..SIDE as i32).flat_map(|y| (0..SIDE as i32).map(move |x| (x, y)));
        let wrong = all.filter(|(x, y)| {
            matches!((covered(&mirrored, *x, *y), covered(&wanted, *x, *y)), (Some(one), Some(other)) if one != other)
        });
        assert_eq!(wrong.count(), 0, "from point {index} of the lens");
    }
}

/// A camera far to the side, close to the ground, or above a wide stage sees nothing torn: all that is mirrored lies where the copy does.
#[test]
fn flat_and_near_cameras_see_the_mirrored_copy() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (pitch_rad, closer) in [(0.02, 1.0), (0.05, 0.3), (1.5, 1.0), (0.3, 0.15)] {
        let mut picture = seen(placed(boards()), pitch_rad);
        picture.camera = Camera {
            distance: picture.camera.distance * closer,
            ..picture.camera
        };
        picture.camera.near = picture.camera.distance * 1e-3;
        let mirrored = drawn(&mut renderer, &reflecting(&picture, MIRROR));
        let wanted = drawn(&mut renderer, &with_copies(&picture));
        let all = (0..SIDE as i32).flat_map(|y| (0..SIDE as i32).map(move |x| (x, y)));
        let wrong = all.filter(|(x, y)| {
            matches!((covered(&mirrored, *x, *y), covered(&wanted, *x, *y)), (Some(one), Some(other)) if one != other)
        });
        assert!(wrong.count() <= 2, "{pitch_rad} {closer}");
    }
}
