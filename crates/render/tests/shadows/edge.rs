//! Shadows at the edge of the picture.

use super::{KEY, draw, from_above, square_above_floor, texel};
use castview_picture::{Picture, Shadows};
use castview_render::Renderer;
use castview_testkit::gpu::context;

/// A picture that is wider on both sides shows the same in its middle. Values found beyond the edge must not be taken for the edge itself.
#[test]
fn a_wider_picture_has_the_same_shadows() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    // Eight more pixels on each side move no pattern: neither chequerboards nor squares of eight by eight pixels.
    const MORE: u32 = 8;
    for (width, height) in [(200, 256), (201, 256)] {
        let of_width = |width: u32| {
            let mut picture = Picture {
                size: [width, height],
                exposure: -1.0,
                shadows: Shadows { occlusion: true, ..KEY },
                ..from_above(square_above_floor(0.2), 1.0)
            };
            // A pixel stays where it is in the world.
            picture.camera.target.x = if width % 2 == 1 { 1.0 / 256.0 } else { 0.0 };
            picture
        };
        let narrow = draw(&mut renderer, &of_width(width));
        let wide = draw(&mut renderer, &of_width(width + 2 * MORE));
        let mut last_column = Vec::new();
        for y in 0..height {
            // Shadows are means of pixels from four before to three after.
            for x in 4..width - 3 {
                let [one, other] = [texel(&narrow, x, y), texel(&wide, x + MORE, y)];
                assert_eq!(one, other, "{x}, {y} of {width} pixels");
            }
            last_column.push(texel(&narrow, width - 2, y)[0]);
        }
        let range = last_column.iter().max().zip(last_column.iter().min());
        assert!(
            range.is_some_and(|(most, least)| most - least > 10),
            "a shadow ends at the edge: {range:?}"
        );
    }
}
