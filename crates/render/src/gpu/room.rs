//! Bytes that a picture of a size takes, counted before any of them is asked for.
//!
//! A driver that is out of memory gives up in ways of its own, and a program ends by a signal. In: size and samples, and how much is
//! free. Out: an error that says what is needed, and whether fewer samples would do.

use super::formats::{COLOR_FORMAT, DEPTH_FORMAT, DRAW_FORMAT};
use crate::gpu::error::RenderError;

/// The picture on its way to the caller: a buffer that the GPU fills, and its copy.
const READ_BACK: u64 = 4 + 4;
/// Depth, normals and light of each pixel, from which shadows and occlusion are found.
const SHADED: u64 = 14;

/// Textures that some pictures have and others do not.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExtraTextures {
    /// It is drawn with shadows or occlusion.
    pub has_shadows: bool,
    /// Its ground mirrors the models.
    pub reflects: bool,
}

/// Refuses a picture that takes more than the `free` bytes.
pub fn check(size: [u32; 2], samples: u32, extra: ExtraTextures, free: u64) -> Result<(), RenderError> {
    match bytes(size, samples, extra) <= free {
        true => Ok(()),
        false => Err(no_room(size, samples, extra, Some(free))),
    }
}

/// Pixels of a picture.
pub fn pixels([width, height]: [u32; 2]) -> u64 {
    u64::from(width) * u64::from(height)
}

/// The error of a picture that finds no room. `free`: bytes that there are, if that is known.
pub(crate) fn no_room(size: [u32; 2], samples: u32, extra: ExtraTextures, free: Option<u64>) -> RenderError {
    RenderError::NoRoom {
        width: size[0],
        height: size[1],
        samples,
        bytes: [samples, 1].map(|samples| bytes(size, samples, extra)),
        free,
    }
}

/// Bytes of all textures that a picture of that size is drawn into, and of the picture that is read back.
fn bytes(size: [u32; 2], samples: u32, extra: ExtraTextures) -> u64 {
    let texel = |format: wgpu::TextureFormat| u64::from(format.block_copy_size(None).unwrap_or(4));
    let many = if samples > 1 {
        texel(DRAW_FORMAT) * u64::from(samples)
    } else {
        0
    };
    let shaded = if extra.has_shadows { SHADED } else { 0 };
    let mirrored = match extra.reflects {
        // Levels of a half, a quarter and so on are together a third of the first.
        true => {
            (texel(DRAW_FORMAT) + texel(DEPTH_FORMAT)) * u64::from(samples)
                + ((texel(DRAW_FORMAT) + texel(COLOR_FORMAT)) * 4).div_ceil(3)
        }
        false => 0,
    };
    let pixel = texel(COLOR_FORMAT) + texel(DEPTH_FORMAT) * u64::from(samples) + many + READ_BACK;
    pixels(size).saturating_mul(pixel + shaded + mirrored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_room_in_as_much_as_it_takes() {
        for (samples, has_shadows, reflects, pixel) in [
            (1, false, false, 16),
            (4, false, false, 44),
            (1, true, false, 30),
            (4, true, false, 58),
            (1, false, true, 35),
            (4, true, true, 101),
        ] {
            let needed = pixel * pixels([300, 200]);
            let extra = ExtraTextures { has_shadows, reflects };
            assert_eq!(check([300, 200], samples, extra, needed), Ok(()));
            let refused = check([300, 200], samples, extra, needed - 1);
            // It tells the bytes that did not fit.
            assert!(
                matches!(refused, Err(RenderError::NoRoom { bytes: [all, _], .. }) if all == needed),
                "{samples} {extra:?}"
            );
        }
    }

    #[test]
    fn a_picture_without_room_says_what_it_needs_and_what_needs_less() {
        for (samples, free, said) in [
            (
                4,
                None,
                "needs 11.8 GB of memory, more than the adapter gives; with --samples 1 it needs 4.3 GB.",
            ),
            (
                4,
                Some(6_000_000_000),
                "needs 11.8 GB of memory, and 6.0 GB are free; with --samples 1 it needs 4.3 GB.",
            ),
            // With one sample it has no room either.
            (
                4,
                Some(3_000_000_000),
                "needs 11.8 GB of memory, and 3.0 GB are free; a smaller one needs less.",
            ),
            (
                1,
                None,
                "needs 4.3 GB of memory, more than the adapter gives; a smaller one needs less.",
            ),
        ] {
            let told = no_room([16_384; 2], samples, ExtraTextures::default(), free).to_string();
            let begin = "A picture of 16384 × 16384 pixels with";
            assert!(told.starts_with(begin) && told.ends_with(said), "{told}");
        }
    }
}
