//! The triangle that a click finds is the one a ray finds that is held against every triangle, in f64.
//!
//! Ten posed models: skinned both ways, morphed, in many places, mirrored, with culled sides, cut by the near plane. For each, the ids of
//! the whole picture are read back once, and 10 000 random pixels are compared. The raster of ids has an odd number of points across each
//! pixel, of which the middle one counts: adapters put corners of triangles on a grid of 1/256 of a point, which would be coarser than the
//! 1/1000 of a pixel within which an edge may fall to either side.

use castview_base::core::{Bounds, MeshIndex, Projection, Transform};
use castview_base::scene::{Material, Mesh, Model, Scene, Skinning, Surface};
use castview_motion::animation::{Pose, rest_pose};
use castview_motion::deform::{Deformed, Rest, deform, rest_normal, rest_normals, rest_tangents, vertex_steps};
use castview_picture::{Picture, PlacedKey, PlacedModel, Places};
use castview_render::{Picked, PickedPart, Renderer, Work};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::rigs::{Dice, Limits, random_model};
use castview_testkit::shapes;
use glam::{Affine3A, DAffine3, DMat4, DVec2, DVec3, DVec4, Quat, Vec3};
use rayon::prelude::*;
use std::sync::Arc;

/// Pixels of a side of the picture, and points of the raster across each.
const SIDE: u32 = 292;
const FINER: u32 = 7;
const PIXELS: usize = 10_000;
/// Distance in pixels: an edge that is nearer may fall to either side.
const EDGE_PX: f64 = 1e-3;
/// Depths that differ by no more than this are tied: a share of the distance from the near plane to the far plane, as the ray counts it.
const TIED: f64 = 1e-6;

/// Triangle that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hit {
    at: f64,
    model: usize,
    placement: u32,
    triangle: u32,
}

/// All triangles of all placed models, in world space.
struct Soup {
    triangles: Vec<([DVec3; 3], Hit)>,
    clip_from_world: DMat4,
}

impl Soup {
    fn of(picture: &Picture) -> Self {
        let mut triangles = Vec::new();
        for (at, placed) in picture.models.iter().enumerate() {
            let model = placed.model();
            let mesh = &model.meshes[0];
            let mut out = Deformed::default();
            deform(model, MeshIndex::new(0), &placed.pose, Rest::default(), &mut out);
            let culls = mesh
                .material
                .is_some_and(|material| !model.materials[material.get()].surface.double_sided);
            for (placement, place) in (0..).zip(placed.places.iter()) {
                let world = (picture.world_from_stage * *place * placed.stage_from_model).as_daffine3();
                for triangle in 0..mesh.triangle_count() {
                    let corner = |corner| mesh.triangles.get(3 * triangle + corner) as usize;
                    let point = |at| world.transform_point3(out.positions[corner(at)].as_dvec3());
                    let hit = Hit {
                        at: if culls { outwards(world) } else { 0.0 },
                        model: at,
                        placement,
                        triangle: triangle as u32,
                    };
                    triangles.push(([0, 1, 2].map(point), hit));
                }
            }
        }
        Self {
            triangles,
            clip_from_world: picture.camera.clip_from_world(picture.aspect()).as_dmat4(),
        }
    }

    /// Everything that the ray through the middle of a pixel meets between the near and the far plane, the nearest first; none of the
    /// culled sides.
    fn hits(&self, pixel: [u32; 2]) -> Vec<Hit> {
        let world_from_clip = self.clip_from_world.inverse();
        let at = middle(pixel);
        let [near, far] = [1.0, 0.0].map(|depth| {
            let point = world_from_clip * DVec4::new(at.x, at.y, depth, 1.0);
            point.truncate() / point.w
        });
        let direction = far - near;
        let mut hits: Vec<Hit> = Vec::new();
        for ([a, b, c], of) in &self.triangles {
            let (ab, ac) = (*b - *a, *c - *a);
            // Möller and Trumbore 1997.
            let p = direction.cross(ac);
            let determinant = ab.dot(p);
            let from_a = near - *a;
            let u = from_a.dot(p) / determinant;
            let q = from_a.cross(ab);
            let v = direction.dot(q) / determinant;
            let distance = ac.dot(q) / determinant;
            let is_met = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&distance);
            // `of.at` is the side that is drawn: 0 for both.
            if is_met && determinant * of.at >= 0.0 {
                hits.push(Hit { at: distance, ..*of });
            }
        }
        hits.sort_by(|a, b| a.at.total_cmp(&b.at));
        hits
    }

    /// From the middle of a pixel to the nearest edge line of a triangle, in pixels.
    fn edge_px(&self, pixel: [u32; 2], of: &Hit) -> f64 {
        let found = self
            .triangles
            .iter()
            .find(|(_, hit)| (hit.model, hit.placement, hit.triangle) == (of.model, of.placement, of.triangle));
        let (corners, _) = found.expect("it was met");
        let at = middle(pixel).extend(1.0);
        let flat = corners.map(|corner| {
            let clip = self.clip_from_world * corner.extend(1.0);
            DVec3::new(clip.x, clip.y, clip.w)
        });
        let distance = |from: usize| {
            let line = flat[from].cross(flat[(from + 1) % 3]);
            line.dot(at).abs() / line.truncate().length() * f64::from(SIDE) / 2.0
        };
        (0..3).map(distance).fold(f64::INFINITY, f64::min)
    }
}

/// Counter-clockwise from outside, seen against the ray, as Möller and Trumbore's determinant has it; the other way in a mirror.
fn outwards(world: DAffine3) -> f64 {
    world.matrix3.determinant().signum()
}

fn middle([x, y]: [u32; 2]) -> DVec2 {
    let center = |at: u32| (2.0 * f64::from(at) + 1.0) / f64::from(SIDE) - 1.0;
    DVec2::new(center(x), -center(y))
}

/// Random, but no wilder than a clip: nothing so flat that rounding alone decides where a vertex goes.
fn bent(dice: &mut Dice, model: &Model) -> Pose {
    let mut pose = rest_pose(model);
    for weight in &mut pose.shape_weights {
        *weight = dice.between(-1.0, 1.0);
    }
    for local in &mut pose.local {
        *local = Transform {
            translation: local.translation + dice.vec3(0.1),
            rotation: Quat::from_scaled_axis(dice.vec3(0.6)) * local.rotation,
            scale: local.scale,
        };
    }
    shapes::finish(model, &mut pose);
    pose
}

fn soup(seed: u64, triangles: usize, shapes: usize, skinning: Skinning) -> PlacedModel {
    let limits = Limits {
        bones: 24,
        vertices: 3 * triangles,
        influences: 4,
        shapes,
        scales: &[1.0],
        skinning,
    };
    let model = random_model(seed, limits);
    let pose = bent(&mut Dice::new(seed), &model);
    shapes::place(&shapes::scene(model, 0), pose)
}

fn one_sided(mut mesh: Mesh) -> Model {
    mesh.material = Some(castview_base::core::MaterialIndex::new(0));
    Model {
        meshes: vec![mesh],
        materials: vec![Material {
            surface: Surface {
                double_sided: false,
                ..Surface::default()
            },
            ..shapes::color_material(glam::Vec4::ONE)
        }],
        ..Model::default()
    }
}

/// Half of a sphere, open to the eye somewhere: the inside is culled.
fn bowl() -> Model {
    let sphere = shapes::sphere();
    let most = sphere.triangle_count() / 2 * 3;
    one_sided(Mesh {
        triangles: sphere.triangles.iter().take(most).collect::<Vec<u32>>().into(),
        ..sphere
    })
}

fn tube(skinning: Skinning, single: bool) -> PlacedModel {
    let mut model = shapes::tube(skinning);
    model.materials[0].surface.double_sided = !single;
    let pose = shapes::posed(&model, |bone, local| {
        local.rotation = Quat::from_rotation_z(0.5 * bone as f32) * Quat::from_rotation_y(0.7);
    });
    shapes::place(&shapes::scene(model, 0), pose)
}

fn around(places: usize, seed: u64, mirrors: impl Fn(usize) -> bool) -> Places {
    let mut dice = Dice::new(seed);
    let place = |at| {
        let scale = Vec3::new(if mirrors(at) { -0.6 } else { 0.6 }, 0.7, 0.5);
        Affine3A::from_scale_rotation_translation(scale, dice.rotation(), dice.vec3(2.5))
    };
    Places::of((0..places).map(place).collect()).expect("some")
}

/// Names, and pictures that are framed.
fn pictures() -> Vec<(&'static str, Picture)> {
    let placed = |model: Model| {
        shapes::place(
            &Arc::new(Scene {
                models: vec![model],
                ..Scene::default()
            }),
            Pose::default(),
        )
    };
    let at_rest = |model: Model| PlacedModel {
        pose: Arc::new(rest_pose(&model)),
        ..placed(model)
    };
    let mirrored = Affine3A::from_scale(Vec3::new(-1.0, 1.2, 0.8));
    let seen = |models: Vec<PlacedModel>, turn: f32| {
        let mut picture = empty_picture();
        picture.size = [SIDE, SIDE];
        picture.camera.yaw_rad = turn;
        picture.camera.pitch_rad = 0.3;
        let mut bounds = Bounds::EMPTY;
        for placed in &models {
            let own = castview_motion::deform::posed_bounds(placed.model(), &placed.pose);
            bounds = bounds.union(placed.places.around(own.transformed(placed.stage_from_model)));
        }
        let mut picture = shapes::framed(picture, models, bounds);
        // Pixels beside everything say little.
        picture.camera.distance *= 0.5;
        picture
    };
    let mut inside = seen(vec![soup(7, 8_000, 2, Skinning::Linear)], 0.9);
    // The eye among the triangles, and the near plane through many of them.
    inside.camera.distance *= 0.5;
    inside.camera.near = inside.camera.distance * 0.3;
    inside.camera.far = inside.camera.distance * 20.0;
    let mut parallel = seen(vec![tube(Skinning::Linear, false)], 2.0);
    parallel.camera.projection = Projection::Orthographic;
    let many = PlacedModel {
        places: around(40, 3, |_| false),
        ..tube(Skinning::DualQuaternion, false)
    };
    let some_mirrored = PlacedModel {
        places: around(6, 5, |at| at % 2 == 0),
        ..at_rest(Model {
            meshes: vec![shapes::sphere()],
            ..Model::default()
        })
    };
    let second = PlacedModel {
        key: PlacedKey(2),
        stage_from_model: Affine3A::from_translation(Vec3::new(1.0, 0.5, 0.0)),
        ..tube(Skinning::Linear, true)
    };
    vec![
        (
            "skinned, 20 000 triangles",
            seen(vec![soup(1, 20_000, 0, Skinning::Linear)], 0.2),
        ),
        (
            "dual quaternions, 20 000 triangles",
            seen(vec![soup(2, 20_000, 0, Skinning::DualQuaternion)], 1.2),
        ),
        (
            "skinned and morphed",
            seen(vec![soup(3, 6_000, 5, Skinning::DualQuaternion)], 2.2),
        ),
        ("one side of a bent tube", seen(vec![tube(Skinning::Linear, true)], 0.4)),
        ("the outside of a bowl", seen(vec![at_rest(bowl())], 0.4)),
        (
            "the outside of a mirrored bowl",
            seen(
                vec![PlacedModel {
                    stage_from_model: mirrored,
                    ..at_rest(bowl())
                }],
                2.4,
            ),
        ),
        ("40 bent tubes", seen(vec![many], 0.1)),
        ("spheres, some of them mirrored", seen(vec![some_mirrored], 0.1)),
        ("among the triangles", inside),
        ("two tubes, one of them single-sided, in parallel", {
            parallel.models.push(second);
            parallel
        }),
    ]
}

fn is(picture: &Picture, hit: &Hit, picked: &Picked) -> bool {
    let same = (picture.models[hit.model].key, hit.placement, Some(hit.triangle));
    matches!(picked.what, PickedPart::Mesh(_)) && same == (picked.key, picked.placement, picked.triangle)
}

/// Whether a picture may show `picked` where the nearest the ray meets is `hits[0]`: by an edge, or as deep.
fn is_excused(soup: &Soup, picture: &Picture, pixel: [u32; 2], hits: &[Hit], picked: Option<&Picked>) -> bool {
    let shown = picked.map(|picked| {
        let model = picture.models.iter().position(|placed| placed.key == picked.key);
        Hit {
            at: 0.0,
            model: model.expect("it is in the picture"),
            placement: picked.placement,
            triangle: picked.triangle.expect("the adapter numbers triangles"),
        }
    });
    let by_edge = |hit: &Hit| soup.edge_px(pixel, hit) <= EDGE_PX;
    let is_tied = picked.is_some_and(|picked| {
        let deep = hits.iter().find(|hit| is(picture, hit, picked));
        deep.is_some_and(|deep| deep.at - hits[0].at <= TIED)
    });
    is_tied || hits.first().is_some_and(by_edge) || shown.as_ref().is_some_and(by_edge)
}

#[test]
fn a_click_finds_the_triangle_that_a_ray_finds() {
    let Some(context) = gpu::context() else { return };
    assert!(
        context.abilities().triangle_ids,
        "{} numbers no triangles",
        context.adapter_name()
    );
    let mut renderer = Renderer::new(&context);
    let (mut all, mut differing) = (0, 0);
    for (seed, (name, picture)) in (1..).zip(pictures()) {
        let drawn = renderer.draw(&picture).expect("draws");
        assert_eq!(drawn.problems, [], "{name}");
        let raster = renderer
            .pick_all([SIDE * FINER; 2])
            .expect("reads back")
            .expect("drawn");
        let soup = Soup::of(&picture);
        let mut dice = Dice::new(seed);
        let pixels: Vec<[u32; 2]> = (0..PIXELS)
            .map(|_| [0; 2].map(|_| dice.below(SIDE as usize) as u32))
            .collect();
        let wrong: Vec<([u32; 2], bool)> = pixels
            .par_iter()
            .filter_map(|pixel| {
                let picked = raster.at(pixel[0] * FINER + FINER / 2, pixel[1] * FINER + FINER / 2);
                let hits = soup.hits(*pixel);
                let agrees = match (&picked, hits.first()) {
                    (Some(picked), Some(hit)) => is(&picture, hit, picked),
                    (None, None) => true,
                    _ => false,
                };
                (!agrees).then(|| (*pixel, is_excused(&soup, &picture, *pixel, &hits, picked.as_ref())))
            })
            .collect();
        let met = pixels
            .iter()
            .filter(|pixel| raster.at(pixel[0] * FINER + 3, pixel[1] * FINER + 3).is_some())
            .count();
        println!(
            "{name}: {met} of {PIXELS} pixels hit {} triangles, {} differ",
            soup.triangles.len(),
            wrong.len()
        );
        assert!(met > PIXELS / 10, "{name}: only {met} pixels show anything");
        let without_excuse: Vec<_> = wrong.iter().filter(|(_, excused)| !excused).collect();
        assert!(without_excuse.is_empty(), "{name}: {without_excuse:?}");
        all += PIXELS;
        differing += wrong.len();
    }
    println!(
        "{differing} of {all} pixels differ, by an edge or as deep: {:.4} %",
        differing as f64 * 100.0 / all as f64
    );
    assert!(differing * 200 <= all, "{differing} of {all}");
}

/// One pixel at a time, as the window asks, whole and in the smallest steps; and where the adapter does not number triangles.
#[test]
fn one_pixel_is_answered_as_the_whole_picture_is() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let (mut all, mut unlike) = (0, 0);
    for (seed, (name, picture)) in (100..).zip(pictures()) {
        renderer.draw(&picture).expect("draws");
        let raster = renderer
            .pick_all([SIDE * FINER; 2])
            .expect("reads back")
            .expect("drawn");
        let mut dice = Dice::new(seed);
        let mut corners_found = 0;
        for turn in 0..24 {
            let [x, y] = [0; 2].map(|_| dice.below(SIDE as usize) as u32);
            let wanted = raster.at(x * FINER + FINER / 2, y * FINER + FINER / 2);
            let picked = match turn % 8 {
                // Few triangles a step: most draws begin in the middle of a mesh.
                0 => {
                    renderer.begin_pick(x, y).expect("begins");
                    let few = Work {
                        corners: 999.0,
                        ..Work::WHOLE
                    };
                    let mut steps = 1;
                    while !renderer.step_pick(&few).1 {
                        steps += 1;
                    }
                    assert!(steps > 1, "{name}");
                    loop {
                        match renderer.take_pick().expect("reads back") {
                            Some(answer) => break answer,
                            None => std::thread::yield_now(),
                        }
                    }
                }
                _ => renderer.pick(x, y).expect("picks"),
            };
            all += 1;
            unlike += usize::from(picked != wanted);
            let Some(picked) = picked else { continue };
            let point = renderer.surface_point(&picked, x, y).expect("a mesh is hit");
            assert_eq!(Some(point.triangle), picked.triangle, "{name}");
            let placed = picture
                .models
                .iter()
                .find(|placed| placed.key == picked.key)
                .expect("it is there");
            let mesh = &placed.model().meshes[0];
            let corners = [0, 1, 2].map(|corner| mesh.triangles.get(3 * point.triangle as usize + corner));
            assert_eq!(point.corners, corners);
            assert!(
                (point.shares.iter().sum::<f32>() - 1.0).abs() < 1e-5 && point.shares.iter().all(|share| *share >= 0.0)
            );
            // Where the point is drawn, in pixels from the middle of that pixel.
            let mut out = Deformed::default();
            deform(
                placed.model(),
                MeshIndex::new(0),
                &placed.pose,
                Rest::default(),
                &mut out,
            );
            let world = picture.world_from_stage * placed.places[picked.placement as usize] * placed.stage_from_model;
            let of = |at: usize| world.transform_point3(out.positions[corners[at] as usize]);
            let here = of(0) * point.shares[0] + of(1) * point.shares[1] + of(2) * point.shares[2];
            let clip = picture.camera.clip_from_world(1.0).as_dmat4() * here.as_dvec3().extend(1.0);
            let off = (DVec2::new(clip.x, clip.y) / clip.w - middle([x, y])).length() * f64::from(SIDE) / 2.0;
            assert!(off < 0.02, "{name}: {off} pixels beside it");
            let nearest = (0..3).min_by(|a, b| of(*a).distance(here).total_cmp(&of(*b).distance(here)));
            let nearest_at = nearest.map(|at| of(at).distance(here)).expect("three corners");
            let told_at = (0..3)
                .find(|at| corners[*at] == point.nearest)
                .map(|at| of(at).distance(here));
            assert!(told_at.expect("a corner") <= nearest_at * 1.0001 + 1e-6);
            corners_found += 1;
            let without = Picked {
                triangle: None,
                ..picked
            };
            let searched = renderer.surface_point(&without, x, y).expect("a ray meets it");
            unlike += usize::from(searched.triangle != point.triangle);
        }
        assert!(corners_found > 0, "{name}: no pixel shows anything");
    }
    println!("{unlike} of {all} answers differ by an edge");
    assert!(unlike * 100 <= all, "{unlike} of {all}");
}

/// A single vertex, skinned, morphed or rigid, has the same bits as in the whole mesh, and equals the GPU's vertex to its rounding.
#[test]
fn one_vertex_goes_where_the_whole_mesh_and_the_gpu_take_it() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mesh = MeshIndex::new(0);
    for (seed, (name, picture)) in (500..).zip(pictures()) {
        renderer.draw(&picture).expect("draws");
        let placed = &picture.models[0];
        let (model, pose) = (placed.model(), &placed.pose);
        let (normals, tangents) = (rest_normals(&model.meshes[0]), rest_tangents(&model.meshes[0]));
        let rest = Rest {
            normals: &normals,
            tangents: &tangents,
        };
        let mut whole = Deformed::default();
        deform(model, mesh, pose, rest, &mut whole);
        let drawn = renderer
            .read_deformed(placed.key, mesh)
            .expect("reads back")
            .expect("it is drawn");
        let size = castview_motion::deform::posed_bounds(model, pose).diagonal();
        let mut dice = Dice::new(seed);
        for _ in 0..200 {
            let vertex = dice.below(normals.len());
            let normal = rest_normal(&model.meshes[0], vertex);
            assert_eq!(normal, normals[vertex], "{name}");
            let steps = vertex_steps(model, mesh, pose, vertex, normal);
            assert_eq!(steps.posed.position, whole.positions[vertex], "{name}");
            assert_eq!(steps.posed.normal, whole.normals[vertex], "{name}");
            assert_eq!(steps.posed.tangent, whole.tangents.get(vertex).copied(), "{name}");
            // Without a skin, posed is where the GPU has it too.
            let off = Vec3::from(drawn.positions[vertex]).distance(steps.posed.position);
            assert!(off <= 1e-4 * size, "{name}: {off} of {size}");
        }
    }
}
