//! Light that surfaces mirror at grazing angles, against the integral over their lobe in all built-in environments.

use super::surroundings::{Point, SETS, Surroundings};
use crate::{linear_of, pixel};
use castview_base::core::{Bounds, MaterialIndex};
use castview_base::scene::{Material, Mesh, Model, Surface};
use castview_picture::light::Preset;
use castview_picture::{Environment, Picture, Tone};
use castview_render::Renderer;
use castview_testkit::{gpu, shapes};
use glam::{Vec2, Vec3};

/// Squares along an edge of a picture, and pixels along an edge of a square.
const SQUARES: usize = 16;
const PIXELS: usize = 4;
/// Cosines between the normal and the direction to the eye.
const COSINES: [f32; 5] = [0.1, 0.2, 0.3, 0.5, 0.8];
const ROUGHNESSES: [f32; 4] = [0.2, 0.3, 0.4, 0.6];
/// Yaw and pitch.
const VIEWS: [[f32; 2]; 4] = [[0.4, 0.2], [1.9, 0.9], [3.6, -0.3], [5.2, -0.9]];

/// A square of one normal, and what is needed to integrate over its lobe.
struct Square {
    at: [u32; 2],
    cosine: usize,
    point: Point,
}

/// Squares that face the eye, each with a normal of its own: all cosines, tilted in all directions.
fn squares(yaw_pitch: [f32; 2], material: &Material) -> (Picture, Vec<Square>) {
    let mut picture = gpu::empty_picture();
    picture.size = [(SQUARES * PIXELS) as u32; 2];
    [picture.camera.yaw_rad, picture.camera.pitch_rad] = yaw_pitch;
    let bounds = Bounds {
        min: Vec3::splat(-1.0),
        max: Vec3::splat(1.0),
    };
    picture.camera.frame(&bounds, 1.0);
    let (eye, forward) = (picture.camera.eye(), picture.camera.forward());
    // Where the line of sight through a place of the picture, from 0 to 1, meets the plane of the squares.
    let meet = |picture: &Picture, place: Vec2| {
        let (from, along) = picture
            .camera
            .ray(place * Vec2::new(2.0, -2.0) + Vec2::new(-1.0, 1.0), 1.0);
        from + along * ((-from).dot(forward) / along.dot(forward))
    };
    let surface = &material.surface;
    let f0 = Vec3::splat(0.04).lerp(surface.base_color.truncate(), surface.metallic);
    let (mut mesh, mut squares) = (Mesh::default(), Vec::new());
    let (mut positions, mut normals, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..SQUARES * SQUARES {
        let [column, row] = [index % SQUARES, index / SQUARES];
        let place = |x: f32, y: f32| Vec2::new(column as f32 + x, row as f32 + y) / SQUARES as f32;
        // Middle of the pixel below and right of the middle.
        let inside = 0.5 + 0.5 / PIXELS as f32;
        let v = (eye - meet(&picture, place(inside, inside))).normalize();
        let cosine = index % COSINES.len();
        let tilted = |turn: f32| {
            let (sin, cos) = turn.sin_cos();
            let across = v.any_orthonormal_vector();
            let sine = (1.0 - COSINES[cosine].powi(2)).sqrt();
            v * COSINES[cosine] + (across * cos + v.cross(across) * sin) * sine
        };
        // A normal that looks away from the plane's side would be turned round.
        let n = (0..)
            .map(|again| tilted(2.399_963_2 * (index + again * SQUARES * SQUARES) as f32))
            .find(|n| n.dot(-forward) > 0.02)
            .expect("half of them");
        let first = positions.len() as u32;
        for corner in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
            positions.push(meet(&picture, place(corner[0], corner[1])).to_array());
            normals.push(n.to_array());
        }
        triangles.extend([0, 2, 1, 0, 3, 2].map(|corner| first + corner));
        squares.push(Square {
            at: [column, row].map(|at| (at * PIXELS + PIXELS / 2) as u32),
            cosine,
            point: Point {
                n,
                v,
                diffuse: Vec3::ZERO,
                f0,
                f90: 1.0,
                roughness: surface.roughness,
            },
        });
    }
    mesh.bounds = positions.iter().map(|p| Vec3::from(*p)).collect();
    mesh.material = Some(MaterialIndex::new(0));
    (mesh.positions, mesh.normals, mesh.triangles) = (positions.into(), normals.into(), triangles.into());
    picture.models = vec![shapes::placed(Model {
        meshes: vec![mesh],
        materials: vec![material.clone()],
        ..Model::default()
    })];
    (picture, squares)
}

/// For each cosine the mean distance of what is drawn from the integral, as a share of the integral's mean.
fn errors(renderer: &mut Renderer, material: &Material, exposure: f32) -> [f32; COSINES.len()] {
    let mut errors = [0.0; COSINES.len()];
    for preset in Preset::ALL {
        let (mut apart, mut all) = ([0.0; COSINES.len()], [0.0; COSINES.len()]);
        for view in VIEWS {
            let (mut picture, squares) = squares(view, material);
            picture.environment = Environment::Preset(preset);
            (picture.tone, picture.exposure) = (Tone::None, exposure);
            assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
            let drawn = renderer.read_pixels().expect("reads");
            let around = Surroundings::of(&picture);
            for Square { at, cosine, point } in squares {
                let got = Vec3::from(pixel(&drawn, at[0], at[1]).map(linear_of));
                let sum: Vec3 = (0..SETS).map(|which| around.reflected(&point, which)).sum();
                let wanted = (sum / SETS as f32 * exposure.exp2()).min(Vec3::ONE);
                apart[cosine] += (got - wanted).abs().element_sum();
                all[cosine] += wanted.element_sum();
            }
        }
        for (error, (apart, all)) in errors.iter_mut().zip(apart.into_iter().zip(all)) {
            *error += apart / all / Preset::ALL.len() as f32;
        }
    }
    errors
}

/// The greatest errors, and the greatest mean errors over all roughnesses and cosines.
#[test]
fn rough_surfaces_mirror_what_the_integral_over_their_lobe_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut failures = Vec::new();
    for (what, base, metallic, exposure, most, most_mean) in [
        ("metal", 1.0, 1.0, -2.0, 0.2, 0.12),
        ("black plastic", 0.0, 0.0, 0.0, 0.28, 0.13),
    ] {
        let (mut greatest, mut mean) = (0.0_f32, 0.0);
        for roughness in ROUGHNESSES {
            let surface = Surface {
                base_color: Vec3::splat(base).extend(1.0),
                metallic,
                roughness,
                ..Surface::default()
            };
            let material = Material {
                surface,
                ..Material::default()
            };
            let errors = errors(&mut renderer, &material, exposure);
            println!("{what}, roughness {roughness}, by cosine {COSINES:?}: {errors:.3?}");
            for error in errors {
                greatest = greatest.max(error);
                mean += error / (ROUGHNESSES.len() * COSINES.len()) as f32;
            }
        }
        println!("{what}: mean {mean:.3}, greatest {greatest:.3}");
        if mean > most_mean || greatest > most {
            failures.push(format!("{what}: mean {mean}, greatest {greatest}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
