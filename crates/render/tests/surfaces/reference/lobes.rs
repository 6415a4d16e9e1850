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
pub const COSINES: [f32; 5] = [0.1, 0.2, 0.3, 0.5, 0.8];
pub const ROUGHNESSES: [f32; 4] = [0.2, 0.3, 0.4, 0.6];
/// Base color, share of metal and stops of exposure.
pub const SUBJECTS: [(&str, f32, f32, f32); 2] = [("metal", 1.0, 1.0, -2.0), ("black plastic", 0.0, 0.0, 0.0)];
type Group = (&'static str, &'static [Preset], [[f32; 2]; SUBJECTS.len()]);

/// Environments, and of each subject the greatest error over all roughnesses and cosines and the mean error at most.
///
/// A grazing lobe is longer than wide, and a level of the map is not. Where a few lamps stand in the dark, light that the lobe reaches is taken
/// for darkness and the other way round: rooms without such contrast have less of that error.
const GROUPS: [Group; 2] = [
    (
        "lit rooms and skies",
        &[Preset::Studio, Preset::Overcast, Preset::Sunset, Preset::Workshop],
        [[0.2, 0.12], [0.2, 0.12]],
    ),
    (
        "lamps in the dark",
        &[Preset::Dark, Preset::City],
        [[0.38, 0.22], [0.38, 0.25]],
    ),
];
/// Yaw and pitch.
pub const VIEWS: [[f32; 2]; 4] = [[0.4, 0.2], [1.9, 0.9], [3.6, -0.3], [5.2, -0.9]];

/// A square of one normal, and what is needed to integrate over its lobe.
pub struct Square {
    at: [u32; 2],
    pub cosine: usize,
    pub point: Point,
}

/// Squares that face the eye, each with a normal of its own: all cosines, tilted in all directions.
pub fn squares(yaw_pitch: [f32; 2], material: &Material) -> (Picture, Vec<Square>) {
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
fn errors(
    renderer: &mut Renderer,
    environments: &[(Environment, Surroundings)],
    material: &Material,
    exposure: f32,
) -> [f32; COSINES.len()] {
    let mut errors = [0.0; COSINES.len()];
    for (environment, around) in environments {
        let (mut apart, mut all) = ([0.0; COSINES.len()], [0.0; COSINES.len()]);
        for view in VIEWS {
            let (mut picture, squares) = squares(view, material);
            picture.environment = environment.clone();
            (picture.tone, picture.exposure) = (Tone::None, exposure);
            assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
            let drawn = renderer.read_pixels().expect("reads");
            for Square { at, cosine, point } in squares {
                let got = Vec3::from(pixel(&drawn, at[0], at[1]).map(linear_of));
                let sum: Vec3 = (0..SETS).map(|which| around.reflected(&point, which)).sum();
                let wanted = (sum / SETS as f32 * exposure.exp2()).min(Vec3::ONE);
                apart[cosine] += (got - wanted).abs().element_sum();
                all[cosine] += wanted.element_sum();
            }
        }
        for (error, (apart, all)) in errors.iter_mut().zip(apart.into_iter().zip(all)) {
            *error += apart / all / environments.len() as f32;
        }
    }
    errors
}

/// The material of one of [`SUBJECTS`].
pub fn subject(at: usize, roughness: f32) -> Material {
    let (_, base, metallic, _) = SUBJECTS[at];
    let surface = Surface {
        base_color: Vec3::splat(base).extend(1.0),
        metallic,
        roughness,
        ..Surface::default()
    };
    Material {
        surface,
        ..Material::default()
    }
}

/// A built-in environment, and what it is direction by direction.
pub fn lit_by(preset: Preset) -> (Environment, Surroundings) {
    let environment = Environment::Preset(preset);
    let picture = Picture {
        environment: environment.clone(),
        ..gpu::empty_picture()
    };
    (environment, Surroundings::of(&picture))
}

/// Where environments have changed and this fails, `fit.rs` finds numbers for the shader anew.
#[test]
fn rough_surfaces_mirror_what_the_integral_over_their_lobe_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut failures = Vec::new();
    assert_eq!(
        GROUPS.iter().map(|(_, presets, _)| presets.len()).sum::<usize>(),
        Preset::ALL.len()
    );
    for (group, presets, bounds) in GROUPS {
        let environments: Vec<_> = presets.iter().map(|preset| lit_by(*preset)).collect();
        for (at, ((what, _, _, exposure), most)) in SUBJECTS.into_iter().zip(bounds).enumerate() {
            let (mut greatest, mut mean) = (0.0_f32, 0.0);
            for roughness in ROUGHNESSES {
                let errors = errors(&mut renderer, &environments, &subject(at, roughness), exposure);
                println!("{group}, {what}, roughness {roughness}, by cosine {COSINES:?}: {errors:.3?}");
                for error in errors {
                    greatest = greatest.max(error);
                    mean += error / (ROUGHNESSES.len() * COSINES.len()) as f32;
                }
            }
            println!("{group}, {what}: mean {mean:.3}, greatest {greatest:.3}");
            if greatest > most[0] || mean > most[1] {
                failures.push(format!("{group}, {what}: mean {mean}, greatest {greatest}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
