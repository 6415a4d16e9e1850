//! Materials and lights are drawn with the values that clips set.

use crate::{assert_color, image, middle, pixel, plain, quad, seen, textured};
use castview_base::scene::{CurveMode, Lookup, LookupPart, Material, Parameter, Property, Surface, Wrap};
use castview_motion::animation::{Layer, Motion, Pose, bind, evaluate};
use castview_picture::{Picture, PlacedKey};
use castview_render::Renderer;
use castview_testkit::gpu;
use castview_testkit::rigs;
use std::sync::Arc;

/// Poses the picture's model `at` with each parameter of `paint` at its value.
fn set(picture: &mut Picture, at: usize, values: &[(Parameter, f32)]) {
    let track = |&(parameter, value): &(Parameter, f32)| {
        rigs::scalar_track(
            "paint",
            Property::Parameter(parameter),
            CurveMode::Absolute,
            1.0,
            &[(0, value)],
        )
    };
    let clip = rigs::clip(values.iter().map(track).collect());
    let placed = &mut picture.models[at];
    let model = placed.model();
    let binding = bind(&clip, model);
    assert_eq!(binding.matched, values.len());
    let mut pose = Pose::default();
    let layers = [Layer::new(&clip, &binding, 0.0)];
    evaluate(
        model,
        Motion {
            layers: &layers,
            rig: None,
            ..Motion::default()
        },
        &mut pose,
    );
    placed.pose = Arc::new(pose);
}

fn paint(material: Material) -> Material {
    Material {
        name: "paint".into(),
        ..material
    }
}

#[test]
fn an_animated_colour_changes_the_picture_and_that_of_its_pose_alone() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let material = paint(plain([1.0, 1.0, 1.0, 1.0], Surface::default()));
    let mut picture = seen(vec![quad(0.0, 0)], vec![material], Vec::new());
    assert_color(middle(&mut renderer, &picture), [1.0, 1.0, 1.0], "at rest");
    let red = [0, 1, 2].map(|at| (Parameter::BaseColor(at), [0.5, 0.0, 0.25][usize::from(at)]));
    set(&mut picture, 0, &red);
    assert_color(middle(&mut renderer, &picture), [0.5, 0.0, 0.25], "set");
    // Another model of the same scene, beside it and at rest.
    let mut other = picture.models[0].clone();
    other.key = PlacedKey(77);
    other.pose = Arc::new(castview_motion::animation::rest_pose(other.model()));
    other.stage_from_model.translation.x += 1.0;
    other.stage_from_model.translation.z += 0.5;
    picture.models.push(other);
    renderer.draw(&picture).expect("draws");
    let drawn = renderer.read_pixels().expect("reads");
    assert_color(pixel(&drawn, 10, 16), [0.5, 0.0, 0.25], "left");
    assert_color(pixel(&drawn, 24, 16), [1.0, 1.0, 1.0], "right");
}

#[test]
fn an_animated_offset_moves_the_texture() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut slot = textured("baseColor", 0);
    slot.lookup = Lookup {
        wrap: [Wrap::Repeat; 2],
        smooth: false,
        ..Lookup::default()
    };
    let material = paint(Material {
        slots: vec![slot],
        surface: Surface {
            unlit: true,
            ..Surface::default()
        },
        ..Material::default()
    });
    // Red on the left, green on the right.
    let halves = image(2, &[[255, 0, 0, 255], [0, 255, 0, 255]]);
    let mut picture = seen(vec![quad(0.0, 0)], vec![material], vec![halves]);
    let mut left = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        pixel(&renderer.read_pixels().expect("reads"), 12, 16)
    };
    assert_eq!(left(&picture), [255, 0, 0]);
    set(
        &mut picture,
        0,
        &[(Parameter::Lookup("baseColor", LookupPart::Offset(0)), 0.5)],
    );
    assert_eq!(left(&picture), [0, 255, 0]);
}
