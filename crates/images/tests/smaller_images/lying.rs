//! Headers that lie: any field of any kind of file says four billion, a negative number, nothing, or a little too much.
//!
//! One law holds for all of them. Where the cost is refused, decoding is refused, and takes memory in proportion to the file. Where a cost
//! is told, decoding keeps to it, whether the pixels are there or not.

use super::files;
use super::interlaced::chunk;
use castview_images::{Blocks, cost, decode, decode_numbers_within, decode_radiance, decode_within, is_radiance, size};
use exr::math::Vec2;
use exr::prelude::{Blocks as ExrBlocks, Compression, Encoding, Image, LineOrder, SpecificChannels, WritableImage};
use std::io::{Cursor, Write};

/// Smaller pictures have so many texels at most.
const FEW: u64 = 256;
/// Decoders' tables, and a piece of an EXR file: of a file of any size.
const SPARE: u64 = 20 << 20;
const FOR_EACH_BYTE: u64 = 64;
/// Pictures that take more are not decoded at full size here.
const MOST_WHOLE: u64 = 64 << 20;

/// Runs every way of reading, and returns whether a picture came of it.
fn holds(what: &str, name: &str, bytes: &[u8]) -> bool {
    let of_file = SPARE + FOR_EACH_BYTE * bytes.len() as u64;
    let told = cost(bytes, bytes.len() as u64, name);
    let within = |room: u64, how: &str, work: &mut dyn FnMut() -> bool| {
        let mut is_read = false;
        let took = allocation_counter::measure(|| is_read = work()).bytes_max;
        assert!(
            took <= room,
            "{what}: {how} takes {took} bytes of {room}, told {told:?}"
        );
        assert!(
            !is_read || told.is_ok() || how == "size",
            "{what}: {how} gives what has no cost"
        );
    };
    within(of_file, "cost", &mut || cost(bytes, bytes.len() as u64, name).is_ok());
    within(of_file, "size", &mut || size(bytes, name).is_ok());
    within(of_file, "blocks", &mut || Blocks::of(bytes, FEW).is_some());
    let smaller = of_file + told.as_ref().ok().and_then(|cost| cost.shrinking_bytes).unwrap_or(0);
    within(smaller, "smaller colours", &mut || {
        decode_within(bytes, name, FEW).is_ok()
    });
    within(smaller, "smaller numbers", &mut || {
        decode_numbers_within(bytes, name, FEW).is_ok()
    });
    if is_radiance(bytes) {
        within(smaller, "light", &mut || decode_radiance(bytes, FEW).is_ok());
    }
    let whole = told.as_ref().map_or(0, |cost| cost.working_bytes);
    let mut is_read = false;
    if whole <= MOST_WHOLE {
        within(of_file + whole, "all of it", &mut || {
            is_read = decode(bytes, name).is_ok();
            is_read
        });
    }
    is_read
}

/// The places below `most`; every third where `CASTVIEW_SAMPLE` asks for less, beginning by its word.
fn places(most: usize) -> impl Iterator<Item = usize> {
    let word = std::env::var("CASTVIEW_SAMPLE").unwrap_or_default();
    let (first, step) = match word.is_empty() {
        true => (0, 1),
        false => (word.bytes().map(usize::from).sum::<usize>() % 3, 3),
    };
    (first..most).step_by(step)
}

/// Every place of the first `most` bytes says each of these.
fn sweep(name: &str, file: &[u8], most: usize) {
    assert!(holds(name, name, file), "{name} is read as it is");
    let numbers = [0, 1, 0x0001_0000, 0x000f_4240, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    for at in places(most.min(file.len().saturating_sub(4))) {
        for number in numbers {
            for stored in [number.to_le_bytes(), number.to_be_bytes()] {
                let mut lying = file.to_vec();
                lying[at..at + 4].copy_from_slice(&stored);
                holds(&format!("{name} with {number:#x} at {at}"), name, &lying);
            }
        }
        for number in [0, 0x7fff, 0x8000, u16::MAX] {
            let mut lying = file.to_vec();
            lying[at..at + 2].copy_from_slice(&number.to_le_bytes());
            holds(&format!("{name} with two bytes {number:#x} at {at}"), name, &lying);
        }
    }
}

fn of_kind(end: &str) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    files::of_every_kind([9, 7])
        .into_iter()
        .filter(move |(name, _)| name.ends_with(end))
}

#[test]
fn bmp_headers_may_say_anything() {
    for (name, file) in of_kind(".bmp") {
        sweep(&name, &file, 60);
    }
}

#[test]
fn tga_headers_may_say_anything() {
    for (name, file) in of_kind(".tga") {
        sweep(&name, &file, 24);
    }
    // Runs without an end, and one that has no pixel any more.
    let (name, mut file) = of_kind(".tga")
        .find(|(name, _)| name.starts_with("packed"))
        .expect("one is packed");
    file.truncate(18);
    for (bytes, what) in [
        (vec![0xff; 300], "runs on and on"),
        (vec![0x7f], "pixels are missing"),
        (vec![0xff], "a run of nothing"),
    ] {
        holds(what, &name, &[&file[..], &bytes].concat());
    }
}

/// The counts of its lists are numbers in the header or in the lists, anywhere in a small file.
#[test]
fn tiff_lists_may_say_anything() {
    for (name, file) in of_kind(".tif") {
        sweep(&name, &file, 0);
        let lists = u32::from_le_bytes([file[4], file[5], file[6], file[7]]) as usize;
        for at in (4..8).chain(lists..file.len().saturating_sub(4)) {
            for number in [0, 1, 0x000f_4240, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
                let mut lying = file.clone();
                lying[at..at + 4].copy_from_slice(&u32::to_le_bytes(number));
                holds(&format!("{name} with {number:#x} at {at}"), &name, &lying);
            }
        }
    }
}

#[test]
fn jpeg_and_webp_headers_may_say_anything() {
    for end in [".jpg", ".webp"] {
        for (name, file) in of_kind(end) {
            sweep(&name, &file, 200);
        }
    }
}

fn png(header: [u32; 2], kinds: [u8; 5], said: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(
        &mut out,
        b"IHDR",
        &[&header.map(u32::to_be_bytes).concat()[..], &kinds].concat(),
    );
    for (kind, data) in said {
        chunk(&mut out, kind, data);
    }
    chunk(&mut out, b"IEND", &[]);
    out
}

fn packed(bytes: usize) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&vec![0; bytes]).expect("to memory");
    packed.finish().expect("to memory")
}

#[test]
fn png_headers_may_say_anything() {
    for (name, file) in of_kind(".png") {
        sweep(&name, &file, 80);
    }
    // Sums that hold, so that the claims behind them are believed.
    let rows = packed(64);
    for side in [0, 1, 8, 16_384, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
        for other in [0, 1, 16_384, u32::MAX] {
            for kinds in [
                [1, 0, 0, 0, 0],
                [16, 6, 0, 0, 1],
                [8, 3, 0, 0, 0],
                [8, 2, 9, 9, 9],
                [0xff; 5],
            ] {
                let what = format!("{side} × {other} of {kinds:?}");
                for palette in [0, 3, 768, 3000, 1 << 16] {
                    let said = [
                        (b"PLTE", vec![7; palette]),
                        (b"tRNS", vec![9; palette]),
                        (b"IDAT", rows.clone()),
                    ];
                    holds(&what, "x.png", &png([side, other], kinds, &said));
                }
            }
        }
    }
    // Rows that go on behind the last one.
    holds(
        "more rows than it says",
        "x.png",
        &png([8, 8], [8, 0, 0, 0, 0], &[(b"IDAT", packed(256 << 20))]),
    );
}

fn dds(pixels: &[u8; 4], dx10: Option<[u32; 5]>, data: &[u8]) -> Vec<u8> {
    let mut header = [0u32; 31];
    // Size, flags, height, width, bytes, depth, mips; then the pixel format and the capabilities.
    header[..7].copy_from_slice(&[124, 0x0002_1007, 8, 8, 32, 1, 1]);
    header[18] = 32;
    header[19] = 4;
    header[20] = u32::from_le_bytes(*pixels);
    header[26] = 0x1000;
    let header = header.map(u32::to_le_bytes).concat();
    let dx10 = dx10
        .map(|fields| fields.map(u32::to_le_bytes).concat())
        .unwrap_or_default();
    [b"DDS ", &header[..], &dx10, data].concat()
}

#[test]
fn dds_headers_may_say_anything() {
    let data = [0x11; 64];
    sweep("x.dds", &dds(b"DXT1", None, &data), 128);
    // BC7, two dimensions, one of an array.
    sweep("x10.dds", &dds(b"DX10", Some([98, 3, 0, 1, 0]), &data), 148);
    for many in [1_000_000, u32::MAX] {
        for format in 0..140 {
            holds(
                "an array of very many",
                "x.dds",
                &dds(b"DX10", Some([format, 3, 4, many, 0]), &data),
            );
        }
        for [at, and] in [[28, 24], [24, 12], [28, 16]] {
            let mut lying = dds(b"DXT5", None, &data);
            lying[at..at + 4].copy_from_slice(&many.to_le_bytes());
            lying[and..and + 4].copy_from_slice(&many.to_le_bytes());
            holds("mips, depth and sides of very many", "x.dds", &lying);
        }
    }
}

/// Every word of the header and of the level index; of what is packed and coded, the words behind these, too.
#[test]
fn ktx_headers_may_say_anything() {
    for (name, file) in super::ktx::of_every_kind() {
        let most = match name {
            "zstandard.ktx2" => file.len(),
            "etc1s.ktx2" => 240,
            _ => 112,
        };
        sweep(name, &file, most);
    }
}

fn hdr(size: &str, rows: &[u8]) -> Vec<u8> {
    [
        format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n{size}\n").as_bytes(),
        rows,
    ]
    .concat()
}

#[test]
fn hdr_headers_may_say_anything() {
    let plain = [[0x40, 0x40, 0x40, 0x80]; 12].concat();
    sweep("x.hdr", &hdr("-Y 3 +X 4", &plain), 60);
    for size in [
        "-Y 0 +X 0",
        "-Y 4294967295 +X 4294967295",
        "-Y -3 +X -4",
        "-Y 99999999999999999999999 +X 1",
        "-Y 16384 +X 16384",
        "-Y 16384 +X 1",
        "+X 3 +X 3",
        "-Y 3",
        "",
    ] {
        for rows in [
            &plain[..],
            &[2, 2, 0x40, 0],
            &[2, 2, 0x40, 0, 0xff, 7],
            &[1, 1, 1, 0xff].repeat(50),
            &[],
        ] {
            holds(size, "x.hdr", &hdr(size, rows));
        }
    }
    // A row coded channel by channel, of runs of no pixels.
    let empty_runs = [&[2, 2, 0, 64][..], &[0; 4000]].concat();
    holds("runs of nothing", "x.hdr", &hdr("-Y 64 +X 64", &empty_runs));
    let endless = hdr(&"x".repeat(1 << 20), &[]);
    holds("a line without an end", "x.hdr", &endless);
}

fn exr(compression: Compression, blocks: ExrBlocks) -> Vec<u8> {
    let light = |at: Vec2<usize>| (at.0 as f32, 0.25 * at.1 as f32, 2.0f32);
    let mut image = Image::from_channels((9, 7), SpecificChannels::rgb(light));
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
fn exr_headers_may_say_anything() {
    for (name, compression, blocks) in [
        ("zip of tiles.exr", Compression::ZIP16, ExrBlocks::Tiles(Vec2(4, 3))),
        ("piz of rows.exr", Compression::PIZ, ExrBlocks::ScanLines),
    ] {
        // The header, the list of pieces, and the beginning of the first one.
        sweep(name, &exr(compression, blocks), 460);
    }
}

/// A block begins with eleven counters of eight bytes, by which room is made.
#[test]
fn counters_of_dwa_may_say_anything() {
    for packed in castview_testkit::exr::PACKED_EXR {
        let file = packed.packed;
        // Behind the list of places: the row and the length of each block, then its counters.
        let version = [2u64.to_le_bytes(), 0u64.to_le_bytes()].concat();
        let first = file.windows(16).position(|bytes| bytes == version);
        let first = first.expect("one block has no stored bytes");
        assert!(holds(packed.name, "x.exr", file), "{} is read as it is", packed.name);
        let mut refused = 0;
        for counter in 0..11 {
            for number in [0, 1, 1 << 20, 1 << 33, 1 << 62, i64::MAX as u64, u64::MAX] {
                let mut lying = file.to_vec();
                let at = first + 8 * counter;
                lying[at..at + 8].copy_from_slice(&number.to_le_bytes());
                let is_read = holds(
                    &format!("{} of counter {counter}: {number:#x}", packed.name),
                    "x.exr",
                    &lying,
                );
                refused += usize::from(!is_read);
            }
        }
        assert!(refused > 30, "{}: {refused}", packed.name);
    }
}

/// The cost counts the memory for unpacking blocks of many rows.
#[test]
fn blocks_of_many_rows_are_told_by_the_cost() {
    for compression in [Compression::ZIP16, Compression::PIZ, Compression::DWAB(None)] {
        let light = |at: Vec2<usize>| (at.0 as f32, 0.25 * at.1 as f32, 2.0f32);
        let mut image = Image::from_channels((2048, 256), SpecificChannels::rgb(light));
        image.layer_data.encoding.compression = compression;
        let mut bytes = Cursor::new(Vec::new());
        let writer = image.write().non_parallel();
        writer.to_buffered(&mut bytes).expect("it writes to memory");
        let bytes = bytes.into_inner();
        let room = cost(&bytes, bytes.len() as u64, "x.exr").expect("it has one");
        let room = room.shrinking_bytes.expect("it is small");
        let took = allocation_counter::measure(|| {
            decode_radiance(&bytes, FEW).expect("it is read");
        });
        assert!(took.bytes_max <= room, "{compression:?}: {} of {room}", took.bytes_max);
    }
}

/// Both windows tell the last pixel, so that a side may be negative, or more than any number has room for.
#[test]
fn exr_windows_may_lie_together() {
    let file = exr(Compression::ZIP16, ExrBlocks::Tiles(Vec2(4, 3)));
    let window = [0i32, 0, 8, 6].map(i32::to_le_bytes).concat();
    let places: Vec<usize> = (0..file.len() - 16)
        .filter(|at| file[*at..*at + 16] == window[..])
        .collect();
    assert_eq!(places.len(), 2, "the data and the display");
    let sides = [i32::MIN, -1, 0, 16_383, 16_384, i32::MAX];
    for lie in sides
        .into_iter()
        .flat_map(|first| sides.map(|last| [first, first, last, last]))
    {
        for with in [&places[..], &places[..1], &places[1..]] {
            let mut lying = file.clone();
            with.iter()
                .for_each(|at| lying[*at..*at + 16].copy_from_slice(&lie.map(i32::to_le_bytes).concat()));
            holds(&format!("windows of {lie:?}"), "x.exr", &lying);
        }
    }
}
