//! Files of pictures that move → the pictures as a player shows them.

use castview::images::Image;
use image::AnimationDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use std::io::Cursor;

/// One picture, and how long it is seen.
pub struct Shown {
    pub image: Image,
    pub secs: f64,
}

/// By the decoders of other crates than the one that wrote them, but for their lowest parts.
pub fn frames(bytes: &[u8], ending: &str) -> Vec<Shown> {
    match ending {
        "gif" => gif_frames(bytes),
        "webp" => {
            let decoder = WebPDecoder::new(Cursor::new(bytes)).expect("a WebP");
            collected(decoder.into_frames())
        }
        _ => {
            let decoder = PngDecoder::new(Cursor::new(bytes)).expect("a PNG");
            collected(decoder.apng().expect("an animated one").into_frames())
        }
    }
}

fn collected(frames: image::Frames<'_>) -> Vec<Shown> {
    let shown = |frame: image::ImageResult<image::Frame>| {
        let frame = frame.expect("whole");
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        let buffer = frame.into_buffer();
        Shown {
            secs: f64::from(numerator) / f64::from(denominator) / 1000.0,
            image: Image {
                width: buffer.width(),
                height: buffer.height(),
                rgba: buffer.into_raw(),
            },
        }
    };
    frames.map(shown).collect()
}

/// Lays the stored rectangles over each other, as GIF89a says.
fn gif_frames(bytes: &[u8]) -> Vec<Shown> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0; width * height * 4];
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("whole") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let row = usize::from(frame.width) * 4;
        let place = |y: usize| ((top + y) * width + left) * 4;
        for (y, texels) in frame.buffer.chunks_exact(row).enumerate() {
            let under = &mut screen[place(y)..place(y) + row];
            for (under, texel) in under.chunks_exact_mut(4).zip(texels.chunks_exact(4)) {
                if texel[3] > 0 {
                    under.copy_from_slice(texel);
                }
            }
        }
        all.push(Shown {
            secs: f64::from(frame.delay) / 100.0,
            image: Image {
                width: width as u32,
                height: height as u32,
                rgba: screen.clone(),
            },
        });
        if frame.dispose == gif::DisposalMethod::Background {
            (0..usize::from(frame.height)).for_each(|y| screen[place(y)..place(y) + row].fill(0));
        }
    }
    all
}
