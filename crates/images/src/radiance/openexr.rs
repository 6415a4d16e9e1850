//! OpenEXR: the first layer that has red, green and blue, of any compression that the `exr` crate reads.
//!
//! The claims of a header are checked against the limits of images before a block is unpacked: `exr` itself checks them against the file
//! alone.

use super::sums::PixelSums;
use super::{Radiance, dwa};
use crate::ImageError;
use crate::limits::{MAX_DECODER_BYTES, MAX_PIECE_BYTES, check_size};
use castview_base::core::guard;
use exr::compression::Compression;
use exr::error::Error;
use exr::image::read::specific_channels::ReadSpecificChannel;
use exr::math::Vec2;
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData};
use exr::prelude::{ReadChannels, ReadLayers, read};
use std::io::Cursor;

const MAGIC: [u8; 4] = [0x76, 0x2f, 0x31, 0x01];
/// Pixels that a byte can be at most: all of one colour, of half numbers, packed by deflate or by run lengths over wavelets.
const MOST_PIXELS: u64 = 1024;
/// Channels that one pixel may have in a layer.
const MOST_CHANNELS: usize = 64;

pub fn is_exr(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

fn damaged(reason: impl Into<String>) -> ImageError {
    ImageError::Damaged {
        kind: "EXR",
        reason: reason.into(),
    }
}

/// The words of `exr` for a file that it does not read.
fn refused(error: Error) -> ImageError {
    match error {
        Error::NotSupported(what) => ImageError::UnsupportedLight {
            reason: format!("its reader does not know {what}"),
        },
        other => damaged(other.to_string()),
    }
}

/// Bytes in use while a piece of so many pixels and bytes is unpacked.
fn piece_working_bytes(layer: &Header, size: [u64; 2], bytes: u64) -> u64 {
    match layer.compression {
        Compression::Uncompressed => 2 * bytes,
        packed if dwa::is_dwa(packed) => 4 * bytes + dwa::working_bytes(size, layer.channels.list.len()),
        // As stored, unpacked, and in the order of pixels, twice at most.
        _ => 4 * bytes,
    }
}

/// The picture that is shown of a file, and where the first layer lies in it.
struct Plan {
    size: [u32; 2],
    /// Where the layer's first pixel is, from the top left of the picture.
    offset: [i64; 2],
    is_dwa: bool,
    /// Bytes in use at one time while a piece of the file is unpacked.
    piece_working_bytes: u64,
}

impl Plan {
    fn of(bytes: &[u8]) -> Result<Self, ImageError> {
        let meta = guard(|| MetaData::read_from_buffered(Cursor::new(bytes), false));
        let meta = meta.map_err(damaged)?.map_err(refused)?;
        // `exr` allots a list of chunks for each layer.
        let most_chunks = bytes.len() / 8;
        if meta.headers.iter().any(|header| header.chunk_count > most_chunks) {
            return Err(damaged("it lists more pieces than it has bytes"));
        }
        let layer = meta.headers.iter().find(|header| is_read(header));
        let layer = layer.ok_or_else(|| ImageError::UnsupportedLight {
            reason: "it has no layer of the channels R, G and B".into(),
        })?;
        if matches!(layer.compression, Compression::HTJ2K32 | Compression::HTJ2K256) {
            return Err(ImageError::UnsupportedLight {
                reason: "it is packed as HTJ2K".into(),
            });
        }
        let shown = layer.shared_attributes.display_window;
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let size = [side(shown.size.0), side(shown.size.1)];
        let stored = [side(layer.layer_size.0), side(layer.layer_size.1)];
        for [width, height] in [size, stored] {
            check_size(width, height, bytes.len(), MOST_PIXELS * bytes.len() as u64)?;
        }
        let pixel = layer.channels.bytes_per_pixel as u64;
        let piece = match layer.blocks {
            BlockDescription::ScanLines => [usize::MAX, layer.compression.scan_lines_per_block()],
            BlockDescription::Tiles(tiles) => [tiles.tile_size.0, tiles.tile_size.1],
        };
        let piece = [0, 1].map(|at| u64::from(stored[at]).min(piece[at] as u64));
        let block = piece[0] * piece[1];
        let all = u64::from(stored[0]) * u64::from(stored[1]) * pixel;
        for (bytes, most) in [(block * pixel, MAX_PIECE_BYTES), (all, 2 * MAX_DECODER_BYTES)] {
            if bytes > most {
                return Err(ImageError::TooMuchMemory { limit_mib: most >> 20 });
            }
        }
        let (at, from) = (layer.own_attributes.layer_position, shown.position);
        Ok(Self {
            size,
            offset: [i64::from(at.0) - i64::from(from.0), i64::from(at.1) - i64::from(from.1)],
            is_dwa: meta.headers.iter().any(|header| dwa::is_dwa(header.compression)),
            piece_working_bytes: piece_working_bytes(layer, piece, block * pixel),
        })
    }
}

/// Whether the pixels of a layer can be taken as they are.
fn is_read(header: &Header) -> bool {
    let list = &header.channels.list;
    let has = |name: &str| {
        let mut channels = list.iter();
        channels.any(|channel| channel.name == *name && channel.sampling == Vec2(1, 1))
    };
    !header.deep
        && list.len() <= MOST_CHANNELS
        && list.iter().all(|one| one.sampling == Vec2(1, 1))
        && ["R", "G", "B"].into_iter().all(has)
}

/// Width and height, and the bytes in use at one time while a piece of the file is unpacked.
pub fn told(bytes: &[u8]) -> Result<([u32; 2], u64), ImageError> {
    let plan = Plan::of(bytes)?;
    Ok((plan.size, plan.piece_working_bytes))
}

pub fn decode(bytes: &[u8], most_texels: u64) -> Result<Radiance, ImageError> {
    let plan = Plan::of(bytes)?;
    if plan.is_dwa {
        guard(|| dwa::check(bytes)).map_err(damaged)?.map_err(refused)?;
    }
    let (size, [left, top]) = (plan.size, plan.offset);
    let reader = read()
        .no_deep_data()
        .largest_resolution_level()
        .specific_channels()
        .required("R")
        .required("G")
        .required("B")
        .collect_pixels(
            move |_, _| PixelSums::new(size, most_texels),
            move |sums: &mut PixelSums, at: Vec2<usize>, (red, green, blue): (f32, f32, f32)| {
                let place = |at: usize, offset: i64| u32::try_from(at as i64 + offset);
                if let (Ok(x), Ok(y)) = (place(at.0, left), place(at.1, top)) {
                    sums.add(x, y, [red, green, blue]);
                }
            },
        )
        .first_valid_layer()
        .all_attributes()
        .non_parallel();
    let image = guard(|| reader.from_buffered(Cursor::new(bytes)));
    let image = image.map_err(damaged)?.map_err(refused)?;
    Ok(image.layer_data.channel_data.pixels.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use exr::prelude::{
        Blocks, Encoding, Image, ImageAttributes, IntegerBounds, Layer, LayerAttributes, LineOrder, SpecificChannels,
        WritableImage,
    };

    const SIZE: [usize; 2] = [9, 5];

    fn light(at: Vec2<usize>) -> (f32, f32, f32) {
        (at.0 as f32, 0.25 * at.1 as f32, 2000.0)
    }

    fn file(compression: Compression, blocks: Blocks) -> Vec<u8> {
        let mut image = Image::from_channels((SIZE[0], SIZE[1]), SpecificChannels::rgb(light));
        image.layer_data.encoding = Encoding {
            compression,
            blocks,
            line_order: LineOrder::Increasing,
        };
        let mut bytes = Cursor::new(Vec::new());
        image
            .write()
            .non_parallel()
            .to_buffered(&mut bytes)
            .expect("it writes to memory");
        bytes.into_inner()
    }

    #[test]
    fn every_packing_is_read() {
        for (compression, within) in [
            (Compression::Uncompressed, 0.0),
            (Compression::RLE, 0.0),
            (Compression::ZIP1, 0.0),
            (Compression::ZIP16, 0.0),
            (Compression::PIZ, 0.0),
            (Compression::PXR24, 1e-3),
            (Compression::B44, 0.0),
            (Compression::DWAA(None), 0.01),
            (Compression::DWAB(None), 0.01),
        ] {
            for blocks in [Blocks::ScanLines, Blocks::Tiles(Vec2(4, 3))] {
                let bytes = file(compression, blocks);
                assert_eq!(told(&bytes).map(|told| told.0), Ok([9, 5]));
                let image = decode(&bytes, 100).unwrap_or_else(|error| panic!("{compression:?}: {error}"));
                for (at, texel) in image.rgb.iter().enumerate() {
                    let (red, green, blue) = light(Vec2(at % SIZE[0], at / SIZE[0]));
                    for (got, wanted) in texel.iter().zip([red, green, blue]) {
                        assert!(
                            (got - wanted).abs() <= within * wanted,
                            "{compression:?}: {got}, not {wanted}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn waves_packed_by_openexr_are_unpacked_as_it_unpacks_them() {
        for file in castview_testkit::exr::PACKED_EXR {
            let [found, wanted] = [file.packed, file.unpacked]
                .map(|bytes| decode(bytes, 1 << 20).unwrap_or_else(|error| panic!("{}: {error}", file.name)));
            assert_eq!(
                [found.width, found.height],
                [wanted.width, wanted.height],
                "{}",
                file.name
            );
            for (at, (found, wanted)) in found.rgb.iter().zip(&wanted.rgb).enumerate() {
                // Halves have eleven bits; sums of cosines are rounded in another order.
                for (found, wanted) in found.iter().zip(wanted) {
                    let off = (found - wanted).abs();
                    assert!(
                        off <= 2e-3 * wanted.max(1.0),
                        "{} at {at}: {found}, not {wanted}",
                        file.name
                    );
                }
            }
        }
    }

    #[test]
    fn a_layer_may_lie_anywhere_in_the_picture_that_is_shown() {
        let layer = Layer::new(
            (2, 1),
            LayerAttributes::named("part").with_position(Vec2(11, 7)),
            Encoding::UNCOMPRESSED,
            SpecificChannels::rgb(|_: Vec2<usize>| (1.0f32, 2.0f32, 3.0f32)),
        );
        let attributes = ImageAttributes::new(IntegerBounds {
            position: Vec2(10, 6),
            size: Vec2(2, 3),
        });
        let mut bytes = Cursor::new(Vec::new());
        let image = Image::new(attributes, layer);
        image
            .write()
            .non_parallel()
            .to_buffered(&mut bytes)
            .expect("it writes to memory");
        let image = decode(&bytes.into_inner(), 100).expect("a part of it");
        let lit: Vec<usize> = (0..6).filter(|at| image.rgb[*at] == [1.0, 2.0, 3.0]).collect();
        assert_eq!(
            (image.width, image.height, lit),
            (2, 3, vec![3]),
            "the other pixel is outside"
        );
    }

    #[test]
    fn what_is_broken_is_refused_at_every_length() {
        for compression in [
            Compression::Uncompressed,
            Compression::ZIP16,
            Compression::PIZ,
            Compression::DWAB(None),
        ] {
            let whole = file(compression, Blocks::ScanLines);
            for cut in 0..whole.len() {
                assert!(decode(&whole[..cut], 100).is_err(), "{cut}");
                let mut flipped = whole.clone();
                flipped[cut] ^= 0xff;
                let _ = decode(&flipped, 100);
            }
        }
        let mut image = Image::from_channels(
            (4, 4),
            SpecificChannels::build()
                .with_channel("Y")
                .with_pixel_fn(|_: Vec2<usize>| (1.0f32,)),
        );
        image.layer_data.encoding = Encoding::UNCOMPRESSED;
        let mut bytes = Cursor::new(Vec::new());
        image
            .write()
            .non_parallel()
            .to_buffered(&mut bytes)
            .expect("it writes to memory");
        let error = decode(&bytes.into_inner(), 100).expect_err("no colors").to_string();
        assert!(error.contains("no layer of the channels R, G and B"), "{error}");
        let unknown = refused(Error::NotSupported("lossy logarithms".into())).to_string();
        assert!(
            !unknown.contains("damaged") && unknown.contains("lossy logarithms"),
            "{unknown}"
        );
    }

    /// The sides of both windows stand in the header as the last pixel's place.
    #[test]
    fn a_header_that_claims_too_much_is_refused() {
        let mut whole = file(Compression::Uncompressed, Blocks::ScanLines);
        let window: Vec<u8> = [0i32, 0, 8, 4].iter().flat_map(|side| side.to_le_bytes()).collect();
        let mut places: Vec<usize> = whole
            .windows(16)
            .enumerate()
            .filter(|(_, bytes)| *bytes == window)
            .map(|(at, _)| at)
            .collect();
        assert_eq!(places.len(), 2, "data and display window");
        for at in places.drain(..) {
            whole[at + 8..at + 12].copy_from_slice(&15_999i32.to_le_bytes());
            whole[at + 12..at + 16].copy_from_slice(&15_999i32.to_le_bytes());
        }
        let error = decode(&whole, 100).expect_err("too large").to_string();
        assert!(error.contains("cannot hold") || error.contains("damaged"), "{error}");
    }
}
