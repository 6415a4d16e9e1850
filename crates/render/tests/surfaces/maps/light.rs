//! Maps of light: what is brighter than the white of a screen keeps its strength, in every level.

use crate::{assert_color, middle, quad, seen_with, textured};
use castview_base::scene::{Material, Surface};
use castview_images::{Pixels, decode_colors_within};
use castview_picture::{Picture, Texture, Tone};
use castview_render::{Renderer, Work};
use castview_testkit::gpu;
use glam::{Vec3, Vec4};
use std::sync::Arc;

/// Texel of a column that gives off this much red, and half as much green: mantissas, and the power of two.
const BRIGHT: [u8; 4] = [128, 64, 0, 132];
const DARK: [u8; 4] = [0; 4];

/// A Radiance file, eight texels on a side, of columns that alternate.
fn columns(first: [u8; 4], second: [u8; 4]) -> Pixels {
    let head = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8 +X 8\n";
    let file = [&head[..], &[first, second].concat().repeat(32)].concat();
    decode_colors_within(&file, "sign.hdr", u64::MAX).expect("an image of light")
}

/// A black square that gives off what the map says.
fn sign(map: Pixels) -> Picture {
    let material = Material {
        slots: vec![textured("emissive", 0)],
        surface: Surface {
            base_color: Vec4::new(0.0, 0.0, 0.0, 1.0),
            emissive: Vec3::ONE,
            specular: 0.0,
            roughness: 1.0,
            ..Surface::default()
        },
        ..Material::default()
    };
    Picture {
        tone: Tone::None,
        ..seen_with(vec![quad(0.0, 0)], vec![material], vec![Texture::Ready(Arc::new(map))])
    }
}

#[test]
fn what_is_brighter_than_white_keeps_its_strength() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let even = columns(BRIGHT, BRIGHT);
    assert!(matches!(even, Pixels::Light(_)));
    // 8 and 4: three stops less are 1 and a half.
    for (exposure, seen) in [(-3.0, [1.0, 0.5, 0.0]), (-4.0, [0.5, 0.25, 0.0])] {
        let picture = Picture {
            exposure,
            ..sign(even.clone())
        };
        assert_color(middle(&mut renderer, &picture), seen, "all of one strength");
    }
    let before = renderer.counts().texture_bytes;
    let picture = Picture {
        exposure: -2.0,
        most_texels: 1,
        ..sign(columns(BRIGHT, DARK))
    };
    // The mean of 8 and nothing is 4, made smaller by the processor.
    assert_color(middle(&mut renderer, &picture), [1.0, 0.5, 0.0], "made smaller");
    assert_eq!(renderer.counts().texture_bytes - before, 8, "one texel of four halves");
    // By the GPU: far away a level is seen in which both columns are one.
    let mut far = Picture {
        exposure: -2.0,
        ..sign(columns(BRIGHT, DARK))
    };
    far.camera.fov_y_rad = 2.6;
    assert_color(middle(&mut renderer, &far), [1.0, 0.5, 0.0], "from afar");
    // However it is sent.
    let rows = Work {
        bytes: 100.0,
        ..Work::WHOLE
    };
    let whole = gpu::draw_in_steps(&mut Renderer::new(&context), &far, &Work::WHOLE).0;
    assert!(gpu::draw_in_steps(&mut Renderer::new(&context), &far, &rows).0 == whole);
}

/// It takes as much as any other image.
#[test]
fn what_is_no_brighter_than_white_stays_an_image_of_bytes() {
    let half = [128, 64, 0, 128];
    assert!(matches!(columns(half, DARK), Pixels::Plain(_)));
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let picture = sign(columns(half, half));
    assert_color(middle(&mut renderer, &picture), [0.5, 0.25, 0.0], "as it is");
    assert_eq!(renderer.counts().texture_bytes, 8 * 8 * 4);
}
