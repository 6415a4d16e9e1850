//! Radiance `.hdr`: three mantissas and a common power of two for each pixel, row by row, with or without run-length coding.
//!
//! Ward, "Real Pixels", Graphics Gems II, 1991; the file format as Radiance's own documentation describes it ("filefmts", picture files).

use super::Radiance;
use super::sums::PixelSums;
use crate::ImageError;
use crate::limits::check_size;

/// Widths that rows of the newer coding may have.
const CODED_WIDTHS: std::ops::RangeInclusive<usize> = 8..=0x7fff;
/// Pixels that a byte can be at most: a row of the older coding repeats one pixel as often as it is wide, in eight bytes.
const MOST_PIXELS: u64 = 2048;
/// A header that is longer than this is none.
const MOST_HEADER: usize = 64 << 10;

pub fn is_rgbe(bytes: &[u8]) -> bool {
    bytes.starts_with(b"#?RADIANCE") || bytes.starts_with(b"#?RGBE")
}

/// Header in front of the pixels.
#[derive(Debug)]
struct Header {
    size: [u32; 2],
    /// The first row is at the bottom.
    from_bottom: bool,
    /// The first pixel of a row is at the right.
    from_right: bool,
    /// Factor for the stored numbers.
    scale: f32,
    /// Bytes of it.
    length: usize,
}

fn damaged(reason: &str) -> ImageError {
    ImageError::Damaged {
        kind: "HDR",
        reason: reason.into(),
    }
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, ImageError> {
        let mut at = 0;
        let mut line = || {
            let rest = &bytes[at..bytes.len().min(MOST_HEADER)];
            let end = rest.iter().position(|byte| *byte == b'\n');
            let end = end.ok_or_else(|| damaged("its header does not end"))?;
            at += end + 1;
            Ok(std::str::from_utf8(&rest[..end]).unwrap_or_default().trim())
        };
        let mut exposure = 1.0;
        loop {
            let line = line()?;
            if line.is_empty() {
                break;
            }
            match line.split_once('=') {
                Some(("FORMAT", kind)) if kind.trim() != "32-bit_rle_rgbe" => {
                    return Err(ImageError::UnsupportedLight {
                        reason: "its colors are XYZ".into(),
                    });
                }
                // Several multiply.
                Some(("EXPOSURE", stops)) => exposure *= stops.trim().parse::<f32>().unwrap_or(1.0),
                _ => {}
            }
        }
        let words: Vec<&str> = line()?.split_whitespace().collect();
        let [y @ ("-Y" | "+Y"), height, x @ ("-X" | "+X"), width] = words[..] else {
            return Err(match words.first() {
                Some(&"-X" | &"+X") => ImageError::UnsupportedLight {
                    reason: "it is stored by columns".into(),
                },
                _ => damaged("its size cannot be read"),
            });
        };
        let side = |word: &str| word.parse().map_err(|_| damaged("its size cannot be read"));
        let size = [side(width)?, side(height)?];
        check_size(size[0], size[1], bytes.len(), MOST_PIXELS * bytes.len() as u64)?;
        Ok(Self {
            size,
            from_bottom: y == "+Y",
            from_right: x == "-X",
            scale: match exposure > 0.0 && f32::is_finite(exposure) {
                true => 1.0 / exposure,
                false => 1.0,
            },
            length: at,
        })
    }
}

pub fn size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    Ok(Header::read(bytes)?.size)
}

pub fn decode(bytes: &[u8], most_texels: u64) -> Result<Radiance, ImageError> {
    let header = Header::read(bytes)?;
    let [width, height] = header.size;
    let mut sums = PixelSums::new(header.size, most_texels);
    let mut rows = Rows {
        left: &bytes[header.length..],
        row: vec![[0; 4]; width as usize],
    };
    for y in 0..height {
        let row = rows.next().ok_or_else(|| damaged("rows are missing"))?;
        let y = if header.from_bottom { height - 1 - y } else { y };
        for (x, pixel) in (0..width).zip(row) {
            let x = if header.from_right { width - 1 - x } else { x };
            sums.add(x, y, light(*pixel).map(|light| light * header.scale));
        }
    }
    Ok(sums.finish())
}

fn light([red, green, blue, power]: [u8; 4]) -> [f32; 3] {
    if power == 0 {
        return [0.0; 3];
    }
    let unit = 2f32.powi(i32::from(power) - 136);
    [red, green, blue].map(|mantissa| f32::from(mantissa) * unit)
}

/// Reads row by row.
struct Rows<'a> {
    left: &'a [u8],
    /// The row that was read last.
    row: Vec<[u8; 4]>,
}

impl Rows<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, left) = self.left.split_first_chunk()?;
        self.left = left;
        Some(*taken)
    }

    /// `None`: the file ends, or a run does not fit its row.
    fn next(&mut self) -> Option<&[[u8; 4]]> {
        let width = self.row.len();
        let is_coded = CODED_WIDTHS.contains(&width)
            && matches!(self.left.first_chunk(), Some([2, 2, high, low]) if usize::from(*high) << 8 | usize::from(*low) == width);
        match is_coded {
            true => {
                self.left = self.left.get(4..)?;
                self.channels()?;
            }
            false => self.pixels()?,
        }
        Some(&self.row)
    }

    /// The newer coding: each channel by itself, in runs of up to 127 and plain stretches of up to 128 bytes.
    fn channels(&mut self) -> Option<()> {
        for channel in 0..4 {
            let mut x = 0;
            while x < self.row.len() {
                let [count] = self.take()?;
                let (count, repeated) = match count {
                    0 => return None,
                    129.. => (usize::from(count - 128), Some(self.take::<1>()?[0])),
                    plain => (usize::from(plain), None),
                };
                for _ in 0..count {
                    let byte = match repeated {
                        Some(byte) => byte,
                        None => self.take::<1>()?[0],
                    };
                    self.row.get_mut(x)?[channel] = byte;
                    x += 1;
                }
            }
        }
        Some(())
    }

    /// Plain pixels, and the older coding: a pixel of three ones says how often the one before is repeated; several in a row are digits, the
    /// lowest first.
    fn pixels(&mut self) -> Option<()> {
        let (mut x, mut shift) = (0, 0);
        while x < self.row.len() {
            let pixel: [u8; 4] = self.take()?;
            match pixel {
                [1, 1, 1, count] => {
                    let count = usize::from(count).checked_shl(shift).filter(|_| shift < 24)?;
                    let before = *self.row.get(x.checked_sub(1)?)?;
                    self.row.get_mut(x..x + count)?.fill(before);
                    x += count;
                    shift += 8;
                }
                _ => {
                    self.row[x] = pixel;
                    (x, shift) = (x + 1, 0);
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(head: &str, size: &str, pixels: &[u8]) -> Vec<u8> {
        [b"#?RADIANCE\n", head.as_bytes(), b"\n", size.as_bytes(), b"\n", pixels].concat()
    }

    const ONE: [u8; 4] = [128, 128, 128, 129];

    #[test]
    fn plain_pixels_are_read_from_any_corner() {
        let pixels = [ONE, [255, 0, 64, 128], [0; 4], [128, 0, 0, 131]].concat();
        let wanted = [[1.0; 3], [0.996_093_75, 0.0, 0.25], [0.0; 3], [4.0, 0.0, 0.0]];
        for (size, order) in [
            ("-Y 2 +X 2", [0, 1, 2, 3]),
            ("+Y 2 +X 2", [2, 3, 0, 1]),
            ("-Y 2 -X 2", [1, 0, 3, 2]),
        ] {
            let read = decode(&file("FORMAT=32-bit_rle_rgbe\n", size, &pixels), 4).expect("whole");
            assert_eq!(read.rgb, order.map(|at| wanted[at]), "{size}");
        }
        // A picture that was exposed longer is brighter in the file.
        let read = decode(&file("EXPOSURE=2\nEXPOSURE = x\n", "-Y 2 +X 2", &pixels), 4).expect("whole");
        assert_eq!(read.rgb[0], [0.5; 3]);
        let small = decode(&file("", "-Y 2 +X 2", &pixels), 1).expect("averaged");
        assert_eq!((small.width, small.height, small.rgb[0][1]), (1, 1, 0.25));
    }

    #[test]
    fn both_codings_are_read() {
        let mut coded = vec![2, 2, 0, 10];
        for channel in ONE {
            coded.extend([128 + 7, channel, 3, channel, channel, channel]);
        }
        let read = decode(&file("", "-Y 1 +X 10", &coded), 10).expect("whole");
        assert_eq!(read.rgb, [[1.0; 3]; 10]);
        // 1 + 5 + 1 · 256 pixels.
        let older = [ONE, [1, 1, 1, 5], [1, 1, 1, 1]].concat();
        let read = decode(&file("", "-Y 1 +X 262", &older), 262).expect("whole");
        assert_eq!(read.rgb, [[1.0; 3]; 262]);
    }

    #[test]
    fn what_is_broken_is_refused_before_it_takes_room() {
        for (size, pixels, wanted) in [
            ("-Y 2 +X 2", &[1u8, 2, 3][..], "rows are missing"),
            ("-Y 1 +X 9", &[2, 2, 0, 9, 128 + 10, 1], "rows are missing"),
            ("-Y 1 +X 2", &[1, 1, 1, 2, 0, 0, 0, 0], "rows are missing"),
            ("-Y 16000 +X 16000", &[0; 8], "cannot hold"),
            ("-Y 20000 +X 1", &[0; 8], "on a side"),
            ("-Y 0 +X 1", &[0; 8], "no pixels"),
            ("+X 1 -Y 1", &[0; 8], "columns"),
            ("2 2", &[0; 8], "size"),
        ] {
            let error = decode(&file("", size, pixels), 100).expect_err(size).to_string();
            assert!(error.contains(wanted), "{size}: {error}");
        }
        let xyz = decode(&file("FORMAT=32-bit_rle_xyze\n", "-Y 1 +X 1", &ONE), 1).expect_err("no colors");
        assert!(xyz.to_string().contains("XYZ"), "{xyz}");
        let whole = file("", "-Y 2 +X 2", &[ONE; 4].concat());
        for cut in 0..whole.len() {
            assert!(decode(&whole[..cut], 4).is_err(), "{cut}");
        }
    }
}
