//! Bloom: the halo of what emits light grows with its strength, has a bounded share of it, and is the same at two sizes.

use super::*;
use castview_picture::{ColorBy, Tone};

const SIDE: u32 = 96;
/// So fine that the smallest levels of smaller pictures, which are less than a pixel, weigh next to nothing.
const FINE: u32 = 256;
/// As in `shaders/screen/bloom.wgsl`.
const SHARE: f32 = 0.12;

/// A black square of half the side of the picture's middle third, which emits so much.
fn lamp(strength: f32, side: u32) -> Picture {
    lamp_behind(strength, side, false)
}

/// The same, with a black wall before it.
fn lamp_behind(strength: f32, side: u32, has_wall: bool) -> Picture {
    let surface = Surface {
        base_color: Vec4::new(0.0, 0.0, 0.0, 1.0),
        emissive: strength * Vec3::new(1.0, 1.0, 0.05),
        specular: 0.0,
        ..Surface::default()
    };
    let mut mesh = quad(0.0, 0);
    let positions: Vec<[f32; 3]> = mesh
        .positions
        .iter()
        .map(|at| (Vec3::from(at) * 0.2).to_array())
        .collect();
    mesh.positions = positions.into();
    let black = plain(
        [0.0, 0.0, 0.0, 1.0],
        Surface {
            specular: 0.0,
            ..Surface::default()
        },
    );
    let meshes = if has_wall { vec![mesh, quad(0.5, 1)] } else { vec![mesh] };
    let mut picture = seen(meshes, vec![plain([0.0, 0.0, 0.0, 1.0], surface), black], Vec::new());
    picture.size = [side, side];
    picture.tone = Tone::None;
    picture.background = Background::Solid([0; 3]);
    picture.bloom = true;
    picture
}

fn drawn(renderer: &mut Renderer, picture: &Picture) -> Image {
    renderer.draw(picture).expect("draws");
    renderer.read_pixels().expect("reads")
}

/// Linear light of each pixel of a picture without bloom is taken away.
fn halo(renderer: &mut Renderer, picture: &Picture) -> Vec<f32> {
    let with = drawn(renderer, picture);
    let without = drawn(
        renderer,
        &Picture {
            bloom: false,
            ..picture.clone()
        },
    );
    let light = |image: &Image| -> Vec<f32> { image.rgba.chunks_exact(4).map(|texel| linear_of(texel[1])).collect() };
    light(&with)
        .iter()
        .zip(light(&without))
        .map(|(with, without)| with - without)
        .collect()
}

#[test]
fn strengths_are_told_apart_and_the_light_of_a_halo_is_a_bounded_share() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut before = 0.0;
    for strength in [1.0, 4.0, 16.0] {
        let picture = lamp(strength, SIDE);
        let halo = halo(&mut renderer, &picture);
        // The square itself is white already, and black without bloom all around it.
        let around: f32 = halo.iter().sum();
        let with = drawn(&mut renderer, &picture);
        let lit = drawn(
            &mut renderer,
            &Picture {
                bloom: false,
                ..picture
            },
        );
        let square = lit.rgba.chunks_exact(4).filter(|texel| texel[1] > 128).count() as f32;
        let share = around / (strength * square);
        assert!(share > 0.05 * SHARE && share < 1.05 * SHARE, "{strength}: {share}");
        assert!(around > 2.0 * before, "{strength}: {around} after {before}");
        before = around;
        let is_lighter = |(with, without): (&u8, &u8)| with.saturating_add(1) >= *without;
        let mut channels = with.rgba.iter().zip(&lit.rgba);
        assert!(
            channels.all(is_lighter),
            "nothing gets darker, whatever the color of the light"
        );
    }
}

#[test]
fn pictures_of_two_sizes_have_the_same_halo() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let small = halo(&mut renderer, &lamp(4.0, FINE));
    let large = halo(&mut renderer, &lamp(4.0, 2 * FINE));
    let (side, wide) = (FINE as usize, 2 * FINE as usize);
    let of_four = |x: usize, y: usize| {
        let at = |dx: usize, dy: usize| large[(2 * y + dy) * wide + 2 * x + dx];
        (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4.0
    };
    let (mut apart, mut all) = (0.0, 0.0);
    for y in 0..side {
        for x in 0..side {
            apart += (small[y * side + x] - of_four(x, y)).abs();
            all += small[y * side + x].abs();
        }
    }
    assert!(apart < 0.12 * all, "{apart} of {all}");
}

#[test]
fn bloom_is_for_materials_that_emit_and_for_nothing_else() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let is_same =
        |renderer: &mut Renderer, picture: &Picture| halo(renderer, picture).iter().all(|light| *light == 0.0);
    assert!(!is_same(&mut renderer, &lamp(4.0, SIDE)));
    let dark = lamp(0.0, SIDE);
    assert!(is_same(&mut renderer, &dark));
    renderer.draw(&dark).expect("draws");
    for color_by in [
        ColorBy::Unlit,
        ColorBy::Normals,
        ColorBy::Input(castview_base::scene::Input::BaseColor),
    ] {
        let picture = Picture {
            color_by,
            ..lamp(4.0, SIDE)
        };
        assert!(is_same(&mut renderer, &picture), "{color_by:?}");
    }
    // A wall in front holds its light back.
    let hidden = lamp_behind(4.0, SIDE, true);
    assert!(is_same(&mut renderer, &hidden));
    // Before nothing, it covers what it lights.
    let clear = Picture {
        background: Background::Transparent,
        samples: 4,
        ..lamp(16.0, SIDE)
    };
    let image = drawn(&mut renderer, &clear);
    let covers = |texel: &&[u8]| texel[3] > 0 && texel[3] < 255;
    assert!(image.rgba.chunks_exact(4).filter(covers).count() > 100);
}
