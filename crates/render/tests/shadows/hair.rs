//! Hair throws the key light's shadow.

use super::{KEY, chalk, draw, from_above, texel};
use castview_base::scene::{Hair, Model};
use castview_picture::{Picture, Shadows};
use castview_render::Renderer;
use castview_testkit::gpu::context;
use castview_testkit::shapes;
use glam::Vec3;

const STRANDS: u32 = 60;

/// A floor, and above it a lock of strands from left to right.
fn lock_above_floor() -> Model {
    let floor = shapes::sheet(1, 1, |u, v| Vec3::new(4.0 * u - 2.0, 0.0, 4.0 * v - 2.0));
    let point = |at: u32| {
        let z = 0.3 * ((at / 2) as f32 / STRANDS as f32 - 0.5);
        [if at.is_multiple_of(2) { -1.0 } else { 1.0 }, 0.4, z]
    };
    Model {
        hairs: vec![Hair {
            points: (0..2 * STRANDS).map(point).collect::<Vec<_>>().into(),
            strands: (0..STRANDS).map(|strand| 2 * strand..2 * strand + 2).collect(),
            ..shapes::hair()
        }],
        ..chalk(vec![floor])
    }
}

/// Without a key light's shadow: the ground lacks light from all around where hair hangs close above it.
#[test]
fn ground_below_hair_is_darker() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let strands = |model: Model| Model {
        meshes: Vec::new(),
        ..model
    };
    let mut darkest = |height: f32| {
        let mut picture = from_above(strands(lock_above_floor()), 1.8);
        picture.shadows = Shadows {
            key: false,
            occlusion: false,
            ground: Some(0.4 - height),
        };
        picture.background = castview_picture::Background::Transparent;
        let image = draw(&mut renderer, &picture);
        // Beside the lock, which covers what lies right below it.
        let shades = image.rgba.chunks_exact(4).filter(|texel| texel[..3] == [0; 3]);
        shades.map(|texel| texel[3]).max().unwrap_or_default()
    };
    let [near, far] = [0.02, 1.5].map(&mut darkest);
    assert!(
        near > 40 && near > 2 * far,
        "{near} near the ground, {far} far above it"
    );
}

#[test]
fn a_floor_below_hair_is_darker_where_the_light_does_not_see_it() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut darker = |model: Model| {
        let picture = from_above(model, 1.8);
        let with = draw(&mut renderer, &picture);
        let without = draw(
            &mut renderer,
            &Picture {
                shadows: Shadows::default(),
                ..picture.clone()
            },
        );
        assert_eq!(picture.shadows, KEY);
        let pixels = (0..with.height).flat_map(|y| (0..with.width).map(move |x| (x, y)));
        let change = |(x, y): (u32, u32)| f32::from(texel(&with, x, y)[1]) / f32::from(texel(&without, x, y)[1].max(1));
        pixels.map(change).filter(|change| *change < 0.93).count()
    };
    let bald = Model {
        hairs: Vec::new(),
        ..lock_above_floor()
    };
    assert_eq!(darker(bald), 0);
    let below_hair = darker(lock_above_floor());
    assert!(below_hair > 500, "{below_hair} pixels");
}
