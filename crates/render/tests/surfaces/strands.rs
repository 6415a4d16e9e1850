//! Hair: its width, its light, and what it shows where surfaces show one thing of their materials.

use crate::{assert_color, linear_of};
use castview_base::core::MaterialIndex;
use castview_base::scene::{Hair, Input, Model};
use castview_images::Image;
use castview_picture::light::EnvironmentMap;
use castview_picture::{Background, ColorBy, Environment, Picture, PlacedKey};
use castview_render::Renderer;
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed, placed};
use glam::{Affine3A, Vec3, Vec4};
use std::sync::Arc;

/// One strand from left to right over the middle of the picture, on a model of that size.
fn strand(size: f32) -> Picture {
    let hair = Hair {
        points: vec![[-size, 0.0, 0.0], [0.0, 0.0, 0.0], [size, 0.0, 0.0]].into(),
        strands: std::iter::once(0..3).collect(),
        material: Some(MaterialIndex::new(0)),
        ..shapes::hair()
    };
    let model = placed(Model {
        hairs: vec![hair],
        materials: vec![shapes::color_material(Vec4::new(0.8, 0.4, 0.2, 1.0))],
        ..Model::default()
    });
    Picture {
        size: [64; 2],
        background: Background::Solid([0; 3]),
        ..framed(empty_picture(), vec![model], cube_bounds(1.0))
    }
}

fn drawn(renderer: &mut Renderer, picture: &Picture) -> Image {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    renderer.read_pixels().expect("reads")
}

/// The brightest pixel of the column in the middle.
fn brightest(image: &Image) -> [u8; 3] {
    let pixels = (0..image.height).map(|y| crate::pixel(image, image.width / 2, y));
    pixels
        .max_by_key(|rgb| rgb.iter().map(|byte| u32::from(*byte)).sum::<u32>())
        .expect("rows")
}

/// Whatever stands beside the model that wears it, and where it is scaled it is wider.
#[test]
fn strands_are_as_wide_as_their_model_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut rows = |picture: &Picture| {
        let image = drawn(&mut renderer, picture);
        (0..64).filter(|y| crate::pixel(&image, 32, *y) != [0; 3]).count()
    };
    // 0.0008 of 2 · 200 is 0.32 at the root; in the middle three quarters of it, of about 3 that the picture shows.
    let mut picture = strand(200.0);
    picture.color_by = ColorBy::Unlit;
    let alone = rows(&picture);
    assert!((3..9).contains(&alone), "{alone}");
    let mut other = placed(shapes::tube(castview_base::scene::Skinning::Linear));
    other.key = PlacedKey(2);
    other.stage_from_model = Affine3A::from_scale_rotation_translation(
        Vec3::splat(1000.0),
        glam::Quat::IDENTITY,
        Vec3::new(0.0, 0.0, -9000.0),
    );
    picture.models.push(other);
    picture.bounds = cube_bounds(9000.0);
    picture.models[1].pose = {
        let mut pose = (*picture.models[1].pose).clone();
        pose.model_visible = false;
        Arc::new(pose)
    };
    assert_eq!(rows(&picture), alone);
    let mut scaled = strand(100.0);
    scaled.color_by = ColorBy::Unlit;
    scaled.models[0].stage_from_model = Affine3A::from_scale(Vec3::splat(2.0));
    assert_eq!(rows(&scaled), alone);
}

/// It is as dark as what surrounds it, and has one colour where there is no light.
#[test]
fn strands_are_lit_by_what_surrounds_them() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut seen = |change: &dyn Fn(&mut Picture)| {
        let mut picture = strand(200.0);
        change(&mut picture);
        brightest(&drawn(&mut renderer, &picture))
    };
    let of = |radiance: f32| Environment::Image(Arc::new(EnvironmentMap::uniform(Vec3::splat(radiance))));
    let lit = |radiance: f32| move |picture: &mut Picture| picture.environment = of(radiance);
    assert_eq!(seen(&lit(0.0)), [0; 3]);
    let [dim, bright] = [0.2, 0.4].map(|radiance| linear_of(seen(&lit(radiance))[0]));
    assert!((bright / dim - 2.0).abs() < 0.1, "{dim} {bright}");
    let own = [0.8f32, 0.4, 0.2].map(|channel| linear_of((channel * 255.0).round() as u8));
    for by in [ColorBy::Unlit, ColorBy::Input(Input::BaseColor)] {
        assert_color(seen(&|picture| picture.color_by = by), own, "its own color");
    }
    let neutral = empty_picture().colors.neutral.map(linear_of);
    for by in [ColorBy::Weights, ColorBy::Input(Input::Roughness), ColorBy::Uv(0)] {
        assert_color(seen(&|picture| picture.color_by = by), neutral, "nothing of that");
    }
    let layer = castview_picture::OVERDRAW_STEP;
    assert_color(
        seen(&|picture| picture.color_by = ColorBy::Overdraw),
        layer,
        "one layer",
    );
}
