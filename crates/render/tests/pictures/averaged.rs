//! The mean of pictures that are shifted by parts of a pixel.

use castview_base::core::MaterialIndex;
use castview_base::scene::{Material, Mesh, Model};
use castview_images::Image;
use castview_picture::{ColorBy, DepthOfField, Picture, Shading};
use castview_render::Renderer;
use castview_testkit::gpu::{context, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed, placed};
use glam::{Vec3, Vec4};

const SIDE: u32 = 96;

/// A shiny sheet of folds that are hardly wider than a pixel.
fn folds() -> Picture {
    let mut material = Material::default();
    material.surface.base_color = Vec4::new(0.9, 0.85, 0.8, 1.0);
    (material.surface.metallic, material.surface.roughness) = (1.0, 0.1);
    let sheet = shapes::sheet(80, 80, |u, v| {
        let height = 0.02 * (u * 130.0).sin() * (v * 90.0).cos();
        Vec3::new(2.0 * u - 1.0, 2.0 * v - 1.0, height)
    });
    let mut picture = framed(
        empty_picture(),
        vec![placed(Model {
            meshes: vec![Mesh {
                material: Some(MaterialIndex::new(0)),
                ..sheet
            }],
            materials: vec![material],
            ..Model::default()
        })],
        cube_bounds(1.0),
    );
    picture.size = [SIDE; 2];
    picture
}

fn drawn(renderer: &mut Renderer, picture: &Picture) -> Image {
    let drawn = renderer.draw_averaged(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    renderer.read_pixels().expect("reads")
}

/// Root of the mean square of what differs, of bytes as shares.
fn apart(image: &Image, fine: &Image) -> f32 {
    let differences = image.rgba.iter().zip(&fine.rgba);
    let sum: f32 = differences
        .map(|(one, other)| (f32::from(one.abs_diff(*other)) / 255.0).powi(2))
        .sum();
    (sum / image.rgba.len() as f32).sqrt()
}

#[test]
fn more_samples_come_nearer_to_a_picture_of_very_many() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let fine = Picture {
        samples: 256,
        ..folds()
    };
    let fine = drawn(&mut renderer, &fine);
    let errors = [1, 4, 16, 64].map(|samples| {
        let picture = Picture { samples, ..folds() };
        apart(&drawn(&mut renderer, &picture), &fine)
    });
    assert!(errors[1] < errors[0], "{errors:?}");
    assert!(errors[2] < 0.6 * errors[1], "{errors:?}");
    assert!(errors[3] < errors[2], "{errors:?}");
}

/// Words and the background do not follow a shift: a mean blurs neither.
#[test]
fn a_mean_of_a_background_is_that_background() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    for shading in [Shading::Textured, Shading::Wireframe] {
        let mut picture = folds();
        picture.models.clear();
        picture.shading = shading;
        let once = drawn(
            &mut renderer,
            &Picture {
                samples: 4,
                ..picture.clone()
            },
        );
        let often = drawn(&mut renderer, &Picture { samples: 16, ..picture });
        let differs = once
            .rgba
            .iter()
            .zip(&often.rgba)
            .any(|(one, other)| one.abs_diff(*other) > 1);
        assert!(!differs, "{shading:?}");
    }
}

/// A mean of pictures of one size begins anew with another size.
#[test]
fn another_size_begins_another_mean() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    for size in [[40, 30], [64, 64], [40, 30]] {
        let picture = Picture {
            samples: 16,
            size,
            ..folds()
        };
        let image = drawn(&mut renderer, &picture);
        assert_eq!([image.width, image.height], size);
    }
    renderer.draw(&folds()).expect("draws");
    assert!(renderer.average(3).is_err(), "there is no mean of that size");
}

/// Colours of normals do not depend on the eye, so that nothing but the focus tells the pictures apart.
#[test]
fn a_lens_leaves_what_lies_at_its_focus_as_it_is_and_blurs_the_rest() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut sharp = folds();
    (sharp.samples, sharp.color_by) = (64, ColorBy::Normals);
    (sharp.camera.yaw_rad, sharp.camera.pitch_rad) = (0.0, 0.0);
    let focus = sharp.camera.distance;
    let through = |focus: f32| Picture {
        samples: 4,
        depth_of_field: Some(DepthOfField {
            radius: 0.1 * focus,
            focus,
        }),
        ..sharp.clone()
    };
    let [at, before] = [focus, 0.6 * focus].map(|focus| drawn(&mut renderer, &through(focus)));
    let sharp = drawn(&mut renderer, &sharp);
    let [at, before] = [at, before].map(|image| apart(&image, &sharp));
    assert!(at < 0.02, "{at}");
    assert!(before > 3.0 * at, "{before}, {at}");
}
