//! Maps of a picture before are emptied where nothing is drawn into them any more.

use super::{KEY, chalk, draw, from_above};
use castview_base::scene::{Alpha, Model};
use castview_picture::{Picture, Shadows};
use castview_render::Renderer;
use castview_testkit::gpu::context;
use castview_testkit::shapes;
use glam::Vec3;

/// A board in the air that the picture before showed, then a pane lower down and hair: the one is not in the eye's map, the other in the
/// key light's alone.
#[test]
fn nothing_is_left_in_maps_that_nothing_is_drawn_into() {
    let Some(context) = context() else { return };
    let flat = |y: f32| shapes::sheet(1, 1, move |u, v| Vec3::new(2.0 * u - 1.0, y, 2.0 * v - 1.0));
    let seen = |model: Model| Picture {
        shadows: Shadows {
            occlusion: true,
            ground: Some(-0.2),
            ..KEY
        },
        ..from_above(model, 2.0)
    };
    let board = seen(chalk(vec![flat(0.9)]));
    let mut pane = chalk(vec![flat(0.2)]);
    pane.materials[0].surface.alpha = Alpha::Blend;
    pane.materials[0].surface.base_color.w = 0.6;
    let hair = Model {
        hairs: vec![shapes::hair()],
        ..Model::default()
    };
    for (name, model) in [("a pane", pane), ("hair", hair)] {
        for samples in [1, 4] {
            let of = |picture: &Picture| Picture {
                samples,
                ..picture.clone()
            };
            let picture = of(&seen(model.clone()));
            let fresh = draw(&mut Renderer::new(&context), &picture);
            let mut kept = Renderer::new(&context);
            draw(&mut kept, &of(&board));
            assert!(draw(&mut kept, &picture) == fresh, "{name}, {samples} samples");
        }
    }
}
