//! The files of the built-in environments in `assets/light`.

mod huffman;

use castview::light::{Cube, Preset, picture_of};
use image::ExtendedColorType;
use image::codecs::jpeg::JpegEncoder;

/// Quality of a stored picture, 1 to 100. Blocks show in the dark and on plain walls; busy places hide them.
fn quality(preset: Preset) -> u8 {
    match preset {
        Preset::Studio | Preset::Dark => 93,
        Preset::Overcast | Preset::Sunset | Preset::Workshop | Preset::City => 78,
    }
}

/// Rounds of samples that a texel takes at most.
const ROUNDS: u32 = 8;

fn jpeg(cube: &Cube, quality: u8) -> Vec<u8> {
    let side = cube.side as u32;
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, quality)
        .encode(&picture_of(cube), side, 6 * side, ExtendedColorType::Rgb8)
        .expect("a picture in memory can be written as JPEG");
    huffman::tightened(&jpeg)
}

/// The files of the built-in environments, one after the other; a test of castview compares them with their designs. `drawn`: their
/// backgrounds, if they stay.
pub fn files(drawn: impl Fn(Preset) -> Option<Cube>) -> impl Iterator<Item = (String, Vec<u8>)> {
    Preset::ALL.into_iter().flat_map(move |preset| {
        let name = preset.name();
        let kept = drawn(preset);
        let is_new = kept.is_none();
        let cube = kept.unwrap_or_else(|| preset.make(Preset::BACKDROP_SIDE, ROUNDS));
        let picture = is_new.then(|| (format!("light/backdrops/{name}.jpg"), jpeg(&cube, quality(preset))));
        let map = (format!("light/maps/{name}.bin"), preset.map_of(cube).to_bytes());
        picture.into_iter().chain([map])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_fit_a_picture_change_no_pixel() {
        // Smooth at the left, grain at the right, with every amount of both; its sides end within blocks.
        let pixel = |at: usize| {
            let (x, y) = (at % 75, at / 75);
            let grain = (at * 7919 % 251) * x / 75;
            [(3 * y) as u8, (2 * x) as u8, grain as u8]
        };
        let pixels: Vec<u8> = (0..75 * 60).flat_map(pixel).collect();
        for quality in [20, 78, 100] {
            let mut loose = Vec::new();
            JpegEncoder::new_with_quality(&mut loose, quality)
                .encode(&pixels, 75, 60, ExtendedColorType::Rgb8)
                .expect("it can be written");
            let tight = huffman::tightened(&loose);
            let [a, b] = [&loose, &tight].map(|jpeg| image::load_from_memory(jpeg).expect("a picture"));
            assert!(
                a == b && tight.len() < loose.len(),
                "{quality}: {} of {}",
                tight.len(),
                loose.len()
            );
        }
    }
}
