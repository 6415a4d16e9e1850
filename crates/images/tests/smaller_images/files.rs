//! Files of one picture, of every kind that castview reads and in each order of rows.

use image::codecs::{bmp::BmpEncoder, jpeg::JpegEncoder, png::PngEncoder, tga::TgaEncoder, webp::WebPEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, RgbaImage};
use std::io::Write;

/// No two neighbours are alike, and some runs are.
fn picture([width, height]: [u32; 2]) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let run = x / 7 * 7;
        image::Rgba([
            (run * 5 + y) as u8,
            (y * 11) as u8,
            (x ^ y) as u8 & 0xf0,
            255 - (x + y) as u8,
        ])
    })
}

/// With its name, of which the end is asked for TGA.
pub fn of_every_kind(size: [u32; 2]) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut keep = |name: &str, file: Vec<u8>| all.push((name.to_owned(), file));
    let rgba = DynamicImage::from(picture(size));
    let [rgb, grey, both] = [
        DynamicImage::from(rgba.to_rgb8()),
        DynamicImage::from(rgba.to_luma8()),
        DynamicImage::from(rgba.to_luma_alpha8()),
    ];
    for (name, image) in [("rgba", &rgba), ("rgb", &rgb), ("grey", &grey)] {
        let bmp = encoded(image, |out| {
            BmpEncoder::new(out).encode(image.as_bytes(), image.width(), image.height(), image.color().into())
        });
        keep(&format!("{name}.bmp"), bmp.clone());
        keep(&format!("{name} from the top.bmp"), upside_down(bmp));
    }
    for bits in [1, 4] {
        keep(&format!("{bits} bits.bmp"), palette_bmp(size, bits));
    }
    for (name, image) in [
        ("rgba", &rgba),
        ("rgb", &rgb),
        ("grey", &grey),
        ("grey and alpha", &both),
    ] {
        let with = |packs: bool| {
            encoded(image, |out| {
                let encoder = TgaEncoder::new(out);
                let encoder = if packs { encoder } else { encoder.disable_rle() };
                encoder.write_image(image.as_bytes(), image.width(), image.height(), image.color().into())
            })
        };
        for (how, file) in [("packed ", with(true)), ("", with(false))] {
            for (order, bits) in [("", 0x20), (" from below", 0), (" from right", 0x30)] {
                let mut file = file.clone();
                file[17] = file[17] & 0xf | bits;
                keep(&format!("{how}{name}{order}.tga"), file);
            }
        }
    }
    keep("one run over all rows.tga", runs_over_rows(size));
    keep("palette.tga", palette_tga(size));
    for (name, tiff) in Tiff::all() {
        keep(&format!("{name}.tif"), tiff.file(size));
    }
    let wide = DynamicImage::from(rgba.to_rgba16());
    for (name, image) in [
        ("rgba", &rgba),
        ("rgb", &rgb),
        ("grey", &grey),
        ("grey and alpha", &both),
        ("16 bits", &wide),
    ] {
        let png = encoded(image, |out| {
            PngEncoder::new(out).write_image(image.as_bytes(), image.width(), image.height(), image.color().into())
        });
        keep(&format!("{name}.png"), png);
    }
    keep("a.jpg", jpeg(size));
    keep(
        "a.webp",
        encoded(&rgba, |out| {
            let encoder = WebPEncoder::new_lossless(out);
            encoder.encode(rgba.as_bytes(), size[0], size[1], ExtendedColorType::Rgba8)
        }),
    );
    all
}

/// Kinds that are decoded as a whole.
pub fn is_one_piece(name: &str) -> bool {
    [".jpg", ".webp", "one packed strip.tif"]
        .iter()
        .any(|end| name.ends_with(end))
}

fn encoded(_: &DynamicImage, encode: impl FnOnce(&mut Vec<u8>) -> image::ImageResult<()>) -> Vec<u8> {
    let mut out = Vec::new();
    encode(&mut out).expect("written to memory");
    out
}

pub fn jpeg([width, height]: [u32; 2]) -> Vec<u8> {
    let mut out = Vec::new();
    let texels = DynamicImage::from(picture([width, height])).into_rgb8();
    let encoder = JpegEncoder::new_with_quality(&mut out, 90);
    encoder
        .write_image(&texels, width, height, ExtendedColorType::Rgb8)
        .expect("written to memory");
    out
}

/// Its rows read from the top: another picture.
fn upside_down(mut bmp: Vec<u8>) -> Vec<u8> {
    let height = i32::from_le_bytes([bmp[22], bmp[23], bmp[24], bmp[25]]);
    bmp[22..26].copy_from_slice(&(-height).to_le_bytes());
    bmp
}

/// Colours by number, with an old header of two bytes for a side where there is one bit.
fn palette_bmp([width, height]: [u32; 2], bits: u16) -> Vec<u8> {
    let colors = 1u32 << bits;
    let row_bytes = (width * u32::from(bits)).div_ceil(32) * 4;
    let is_old = bits == 1;
    let head = if is_old { 26 + 3 * colors } else { 54 + 4 * colors };
    let mut out = b"BM".to_vec();
    let size = head + row_bytes * height;
    out.extend([size, 0, head + 6].map(u32::to_le_bytes).concat());
    match is_old {
        true => {
            out.extend(12u32.to_le_bytes());
            out.extend([width as u16, height as u16, 1, bits].map(u16::to_le_bytes).concat());
        }
        false => {
            out.extend([40, width, height].map(u32::to_le_bytes).concat());
            out.extend([1, bits].map(u16::to_le_bytes).concat());
            out.extend([0, 0, 0, 0, colors, 0].map(u32::to_le_bytes).concat());
        }
    }
    for color in 0..colors {
        out.extend([(color * 16) as u8, (color * 40) as u8, 200]);
        out.extend((!is_old).then_some(0));
    }
    // Something that nobody reads lies before the rows.
    out.extend([9; 6]);
    out.extend((0..row_bytes * height).map(|at| (at * 7 % 251) as u8));
    out
}

fn tga_head(kind: u8, [width, height]: [u32; 2], bits: u8) -> Vec<u8> {
    let mut out = vec![3, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    out.extend([width as u16, height as u16].map(u16::to_le_bytes).concat());
    out.extend([bits, 0]);
    // A few words about the picture.
    out.extend(b"abc");
    out
}

/// Packets of 16-bit pixels that do not end where rows do.
fn runs_over_rows(size: [u32; 2]) -> Vec<u8> {
    let mut out = tga_head(10, size, 16);
    let mut left = size[0] * size[1];
    let mut color = 0u16;
    while left > 0 {
        color = color.wrapping_add(7919) & 0x7fff;
        let count = left.min(100);
        match color % 3 {
            0 => {
                out.push(count as u8 - 1);
                out.extend((0..count as u16).flat_map(|n| (color ^ n).to_le_bytes()));
            }
            _ => {
                out.push(0x80 | (count as u8 - 1));
                out.extend(color.to_le_bytes());
            }
        }
        left -= count;
    }
    out
}

fn palette_tga(size: [u32; 2]) -> Vec<u8> {
    let mut out = tga_head(1, size, 8);
    // 256 colours of 24 bits.
    out[1] = 1;
    out[5..8].copy_from_slice(&[0, 1, 24]);
    out.extend((0..256u32 * 3).map(|at| (at * 13 % 256) as u8));
    out.extend((0..size[0] * size[1]).map(|at| (at * 31 % 255) as u8));
    out
}

/// How a TIFF file lays out the picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tiff {
    pub is_big: bool,
    pub is_little_end_last: bool,
    /// Rows of a strip; `None`: not said, so all rows are one strip.
    pub rows: Option<u32>,
    pub tile: Option<[u32; 2]>,
    /// By deflate.
    pub packed: bool,
    /// With two bytes for each sample.
    pub is_wide: bool,
}

impl Tiff {
    fn all() -> Vec<(&'static str, Self)> {
        let strips = Self {
            rows: Some(5),
            ..Self::default()
        };
        let tiles = Self {
            tile: Some([16, 32]),
            ..Self::default()
        };
        vec![
            ("one plain strip", Self::default()),
            (
                "one packed strip",
                Self {
                    packed: true,
                    ..Self::default()
                },
            ),
            ("plain strips", strips),
            ("packed strips", Self { packed: true, ..strips }),
            (
                "wide strips",
                Self {
                    is_wide: true,
                    ..strips
                },
            ),
            (
                "other strips",
                Self {
                    is_little_end_last: true,
                    is_wide: true,
                    packed: true,
                    ..strips
                },
            ),
            ("big strips", Self { is_big: true, ..strips }),
            ("tiles", tiles),
            (
                "packed tiles",
                Self {
                    packed: true,
                    is_wide: true,
                    ..tiles
                },
            ),
            (
                "big tiles",
                Self {
                    is_big: true,
                    is_little_end_last: true,
                    ..tiles
                },
            ),
        ]
    }

    fn number(&self, value: u64, size: usize) -> Vec<u8> {
        match self.is_little_end_last {
            false => value.to_le_bytes()[..size].to_vec(),
            true => value.to_be_bytes()[8 - size..].to_vec(),
        }
    }

    /// The bytes of a part, filled up with zeros where it reaches beyond the picture.
    fn part(&self, picture: &RgbaImage, [left, top]: [u32; 2], [width, height]: [u32; 2]) -> Vec<u8> {
        let mut out = Vec::new();
        for (y, x) in (top..top + height).flat_map(|y| (left..left + width).map(move |x| (y, x))) {
            let texel = picture.get_pixel_checked(x, y).map_or([0; 4], |texel| texel.0);
            for sample in texel {
                match self.is_wide {
                    true => out.extend(self.number(u64::from(sample) * 257, 2)),
                    false => out.push(sample),
                }
            }
        }
        if !self.packed {
            return out;
        }
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&out).expect("to memory");
        packed.finish().expect("to memory")
    }

    /// Parts, then lists of them, then the directory.
    pub fn file(&self, [width, height]: [u32; 2]) -> Vec<u8> {
        let picture = picture([width, height]);
        let part = self.tile.unwrap_or([width, self.rows.unwrap_or(height)]);
        let mut out = if self.is_little_end_last {
            b"MM".to_vec()
        } else {
            b"II".to_vec()
        };
        let head = if self.is_big { 16 } else { 8 };
        out.resize(head, 0);
        let (mut offsets, mut lengths) = (Vec::new(), Vec::new());
        for top in (0..height).step_by(part[1] as usize) {
            for left in (0..width).step_by(part[0] as usize) {
                let rows = if self.tile.is_some() {
                    part[1]
                } else {
                    part[1].min(height - top)
                };
                let bytes = self.part(&picture, [left, top], [part[0], rows]);
                offsets.push(out.len() as u64);
                lengths.push(bytes.len() as u64);
                out.extend(bytes);
            }
        }
        let bits = if self.is_wide { 16 } else { 8 };
        let mut entries: Vec<(u16, u16, Vec<u64>)> = vec![
            (256, 4, vec![width.into()]),
            (257, 4, vec![height.into()]),
            (258, 3, vec![bits; 4]),
            (259, 3, vec![if self.packed { 8 } else { 1 }]),
            (262, 3, vec![2]),
            (277, 3, vec![4]),
            (284, 3, vec![1]),
            // The fourth channel is alpha, not premultiplied.
            (338, 3, vec![2]),
        ];
        match self.tile {
            Some(tile) => {
                let of_tiles = [vec![tile[0].into()], vec![tile[1].into()], offsets, lengths];
                entries.extend((322..).zip(of_tiles).map(|(tag, values)| (tag, 4, values)));
            }
            None => {
                entries.extend([(273, 4, offsets), (279, 4, lengths)]);
                entries.extend(self.rows.map(|rows| (278, 4, vec![rows.into()])));
            }
        }
        entries.sort_by_key(|entry| entry.0);
        self.directory(&mut out, &entries);
        out
    }

    fn directory(&self, out: &mut Vec<u8>, entries: &[(u16, u16, Vec<u64>)]) {
        let wide = if self.is_big { 8 } else { 4 };
        let mut directory = self.number(entries.len() as u64, if self.is_big { 8 } else { 2 });
        for (tag, kind, values) in entries {
            let size = if *kind == 3 { 2 } else { 4 };
            let mut bytes: Vec<u8> = values.iter().flat_map(|value| self.number(*value, size)).collect();
            if bytes.len() > wide {
                let at = out.len() as u64;
                out.extend(bytes);
                bytes = self.number(at, wide);
            }
            bytes.resize(wide, 0);
            directory.extend([self.number((*tag).into(), 2), self.number((*kind).into(), 2)].concat());
            directory.extend([self.number(values.len() as u64, wide), bytes].concat());
        }
        directory.extend(vec![0; wide]);
        let at = self.number(out.len() as u64, wide);
        out.extend(directory);
        match self.is_big {
            true => {
                let version = [self.number(43, 2), self.number(8, 2), self.number(0, 2)].concat();
                out[2..8].copy_from_slice(&version);
                out[8..16].copy_from_slice(&at);
            }
            false => {
                let version = self.number(42, 2);
                out[2..4].copy_from_slice(&version);
                out[4..8].copy_from_slice(&at);
            }
        }
    }
}
