//! KTX files of both versions: their texels, levels, packing and damage.

pub use castview_testkit::ktx::of_every_kind;

use castview_images::{BlockFormat, Blocks, Image, ImageError, Pixels, cost, decode, decode_within, size};
use castview_testkit::ktx::{
    COLORS, Endpoint, Ktx2, SELECTORS, Selector, etc1s, every_source, ktx1, uastc_of_color, uastc_ramp, zstandard,
};
use std::io::Write;

fn read(file: &[u8]) -> Image {
    decode(file, "").expect("a KTX file")
}

fn texel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = 4 * (y * image.width + x) as usize;
    image.rgba[at..at + 4].try_into().expect("a texel")
}

#[test]
fn uastc_gives_its_colors() {
    let weights = std::array::from_fn(|at| if at == 0 { 1 } else { (at % 4) as u8 });
    let ramp = uastc_ramp([0, 64, 255, 100], [255, 64, 0, 200], weights);
    let file = Ktx2::uastc([7, 4], vec![[ramp, uastc_of_color([1, 2, 3, 4])].concat()]).bytes();
    let image = read(&file);
    assert_eq!([image.width, image.height], [7, 4]);
    assert_eq!(size(&file, ""), Ok([7, 4]));
    // Thirds of the way are 21 and 43 of 64.
    for (x, y, wanted) in [
        (0, 0, [84, 64, 171, 133]),
        (1, 0, [84, 64, 171, 133]),
        (2, 0, [171, 64, 84, 167]),
        (3, 3, [255, 64, 0, 200]),
        (0, 1, [0, 64, 255, 100]),
        (4, 0, [1, 2, 3, 4]),
        (6, 3, [1, 2, 3, 4]),
    ] {
        assert_eq!(texel(&image, x, y), wanted, "{x}, {y}");
    }
}

/// Colour of a block: five bits a channel and the brightness of a selector.
fn etc1s_color(entry: usize, selector: usize) -> [u8; 3] {
    let brightness = [[-8, -2, 2, 8], [-42, -13, 13, 42], [-183, -47, 47, 183]];
    COLORS[entry].0.map(|five| {
        let eight = i32::from(five << 3 | five >> 2);
        (eight + brightness[entry][selector]).clamp(0, 255) as u8
    })
}

#[test]
fn etc1s_follows_its_codebooks() {
    // Entries of the codebook by block, as `every_source` comes to them, and selectors.
    let entries = [1, 2, 1, 1, 0, 2, 2, 1];
    let selectors = [0, 1, 1, 1, 1, 1, 0, 1];
    for (slices, size) in [(1, [16, 8]), (2, [14, 7])] {
        let file = etc1s(size, &COLORS, SELECTORS, &vec![every_source(); slices]).bytes();
        let image = read(&file);
        for (y, x) in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (y, x))) {
            let block = (y / 4 * 4 + x / 4) as usize;
            let selector = if selectors[block] == 0 { x % 4 } else { y % 4 };
            let [r, g, b] = etc1s_color(entries[block], selector as usize);
            let alpha = if slices == 2 { g } else { 255 };
            assert_eq!(texel(&image, x, y), [r, g, b, alpha], "{size:?} at {x}, {y}");
        }
    }
    // Two channels: the second slice is green.
    let mut file = etc1s([16, 8], &COLORS, SELECTORS, &[every_source(), every_source()]);
    file.channels = vec![3, 4];
    let [r, g, _] = etc1s_color(1, 0);
    assert_eq!(texel(&read(&file.bytes()), 0, 0), [r, g, 0, 255]);
}

#[test]
fn levels_may_be_packed() {
    let blocks = [uastc_of_color([9, 8, 7, 6]), uastc_of_color([200, 100, 50, 25])].concat();
    let plain = Ktx2::uastc([8, 4], vec![blocks.clone()]);
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&blocks).expect("to memory");
    for (scheme, level) in [(2, zstandard(&blocks)), (3, zlib.finish().expect("to memory"))] {
        let mut packed = Ktx2::uastc([8, 4], vec![level.clone()]);
        packed.scheme = scheme;
        assert_eq!(read(&packed.bytes()), read(&plain.bytes()), "{scheme}");
        for cut in 0..level.len() {
            packed.levels = vec![level[..cut].to_vec()];
            // The end of the last block and a checksum stand behind the data.
            let is_whole = scheme == 3 && cut + 6 >= level.len();
            match decode(&packed.bytes(), "") {
                Ok(image) => assert!(is_whole && image == read(&plain.bytes()), "{scheme} cut at {cut}"),
                Err(error) => assert!(scheme == 2 || cut + 1 < level.len(), "{scheme} cut at {cut}: {error}"),
            }
        }
    }
}

#[test]
fn a_smaller_level_of_the_file_is_taken_where_there_is_no_room() {
    let [red, blue] = [[255, 0, 0, 255], [0, 0, 255, 255]].map(uastc_of_color);
    let levels = vec![red.repeat(4), blue.to_vec()];
    let file = Ktx2::uastc([8, 8], levels).bytes();
    for (room, side, color) in [
        (64, 8, [255, 0, 0, 255]),
        (63, 4, [0, 0, 255, 255]),
        (15, 2, [0, 0, 255, 255]),
        (1, 1, [0, 0, 255, 255]),
    ] {
        let image = decode_within(&file, "", room).expect("a level");
        assert_eq!([image.width, image.height], [side; 2], "{room}");
        assert_eq!(texel(&image, 0, 0), color, "{room}");
    }
}

#[test]
fn blocks_that_a_gpu_reads_stay_blocks() {
    let levels: Vec<Vec<u8>> = [32, 8, 8, 8].map(|bytes| (0..bytes).collect()).into();
    let plain = Ktx2::plain(132, [8, 8], levels.clone());
    let mut packed = Ktx2::plain(132, [8, 8], levels.iter().map(|level| zstandard(level)).collect());
    packed.scheme = 2;
    for file in [plain.bytes(), packed.bytes(), ktx1([0, 0, 0x83f0], [8, 8], 6, &levels)] {
        let blocks = Blocks::of(&file, u64::MAX).expect("blocks");
        assert_eq!((blocks.format, &blocks.levels), (BlockFormat::Bc1, &levels));
        assert_eq!(blocks.decode(0).as_ref(), Ok(&read(&file)));
        assert_eq!(Blocks::of(&file, 16).expect("fewer").levels, levels[1..]);
        let costs = cost(&file, file.len() as u64, "").expect("a header");
        assert!(costs.sixteen_bytes < castview_images::DecodeCost::PLAIN);
    }
    // Without its smaller levels a GPU cannot take it.
    assert!(Blocks::of(&Ktx2::plain(132, [8, 8], levels[..3].to_vec()).bytes(), u64::MAX).is_none());
}

/// A file of UASTC with all of its levels.
fn uastc_of_all_levels() -> Ktx2 {
    let weights = std::array::from_fn(|at| if at == 0 { 1 } else { (at % 4) as u8 });
    let ramp = uastc_ramp([0, 64, 255, 255], [255, 64, 0, 255], weights);
    let [largest, smaller] = [ramp.repeat(4), uastc_of_color([40, 200, 100, 255]).to_vec()];
    Ktx2::uastc([8, 8], vec![largest, smaller.clone(), smaller.clone(), smaller])
}

/// Files of ETC1S of one block, with all of its levels: opaque, with alpha, and with two channels.
fn etc1s_of_all_levels() -> [Ktx2; 3] {
    let block = vec![(Endpoint::Moved(1), Selector::Entry(0))];
    let of = |slices: usize| etc1s([4, 4], &COLORS, SELECTORS, &vec![block.clone(); slices]).with_levels(3);
    let mut two_channels = of(2);
    two_channels.channels = vec![3, 4];
    [of(1), of(2), two_channels]
}

/// ETC1S and UASTC are rewritten to blocks of a GPU, off by 6 of 255 levels at most here; texels that anybody asks for are those of the file.
#[test]
fn basis_becomes_blocks_that_a_gpu_reads_and_keeps_its_texels() {
    let [opaque, alpha, two_channels] = etc1s_of_all_levels();
    for (file, wanted, name) in [
        (uastc_of_all_levels(), BlockFormat::Bc7, "UASTC"),
        (opaque, BlockFormat::Bc7, "ETC1S"),
        (alpha, BlockFormat::Bc7, "ETC1S"),
        (two_channels, BlockFormat::Bc5, "ETC1S"),
    ] {
        let bytes = file.bytes();
        let blocks = Blocks::of(&bytes, u64::MAX).expect("blocks");
        let from = blocks.rewritten.as_ref().map(|rewritten| rewritten.from);
        assert_eq!((blocks.format, from), (wanted, Some(name)));
        assert_eq!(blocks.levels.len(), file.levels.len(), "the levels of the file");
        assert_eq!(blocks.file_bytes(), bytes.len() as u64);
        for level in 0..blocks.levels.len() {
            let texels = (file.size[0] >> level) as u64 * (file.size[1] >> level) as u64;
            let exact = decode_within(&bytes, "", texels.max(1)).expect("a level");
            assert_eq!(blocks.decode(level).as_ref(), Ok(&exact), "{name} {level}");
            let seen = blocks.decode_blocks(level).expect("blocks");
            let pairs = seen.rgba.chunks(4).zip(exact.rgba.chunks(4));
            let apart = pairs.flat_map(|(a, b)| (0..4).map(move |channel| (channel, a[channel].abs_diff(b[channel]))));
            // A GPU gives no blue of two channels.
            let counted = apart.filter(|(channel, _)| wanted != BlockFormat::Bc5 || *channel < 2);
            let most = counted.map(|(_, apart)| apart).max();
            assert!(most <= Some(6), "{name} {wanted:?} {level}: {most:?}");
        }
        // Fewer texels: the smaller levels alone, whose texels are still those of the file.
        let smaller = Blocks::of(&bytes, 16).expect("blocks");
        let left_out = blocks.levels.len() - smaller.levels.len();
        assert_eq!(smaller.levels, blocks.levels[left_out..]);
        assert_eq!(smaller.decode(0), blocks.decode(left_out));
        // They are counted with the file beside them.
        let counted = cost(&bytes, bytes.len() as u64, "").expect("a header");
        assert!(counted.sixteen_bytes <= castview_images::DecodeCost::PLAIN);
        assert_eq!(
            Pixels::Blocks(blocks.clone()).bytes(),
            blocks.bytes() + bytes.len() as u64
        );
    }
    // A GPU cannot make the levels that a file lacks, nor turn an image over.
    let mut fewer = uastc_of_all_levels();
    fewer.levels.pop();
    let mut turned = uastc_of_all_levels();
    turned.keys = vec![("KTXorientation", "ru")];
    for file in [fewer, turned] {
        assert!(Blocks::of(&file.bytes(), u64::MAX).is_none());
    }
}

#[test]
fn green_of_uastc_with_two_channels_is_not_alpha_of_its_blocks() {
    let mut file = uastc_of_all_levels();
    let weights = std::array::from_fn(|at| (at % 2) as u8);
    let ramp = uastc_ramp([0, 0, 0, 30], [200, 200, 200, 90], weights);
    file.channels = vec![5];
    file.levels[0] = ramp.repeat(4);
    let blocks = Blocks::of(&file.bytes(), u64::MAX).expect("blocks");
    let [exact, seen] = [blocks.decode(0), blocks.decode_blocks(0)].map(|image| image.expect("texels"));
    let apart = exact.rgba.iter().zip(&seen.rgba).map(|(a, b)| a.abs_diff(*b)).max();
    assert!(apart <= Some(1), "{apart:?}");
    assert_eq!((exact.rgba[1], exact.rgba[3]), (30, 255));
}

#[test]
fn plain_texels_and_old_files_are_read() {
    let red = [255, 0, 0, 255];
    for (format, stored) in [
        (9, vec![255]),
        (23, vec![255, 0, 0]),
        (30, vec![0, 0, 255]),
        (44, vec![0, 0, 255, 255]),
    ] {
        let file = Ktx2::plain(format, [3, 2], vec![stored.repeat(6)]).bytes();
        assert_eq!(read(&file).rgba, red.repeat(6), "{format}");
    }
    // Rows of version 1 are filled up to four bytes.
    let rows = [
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0],
        [11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 0, 0],
    ]
    .concat();
    let image = read(&ktx1([0x1401, 0x1907, 0x8051], [3, 2], 1, &[rows]));
    assert_eq!(
        (texel(&image, 2, 0), texel(&image, 0, 1)),
        ([7, 8, 9, 255], [11, 12, 13, 255])
    );
    // ETC1: two halves of their own colours side by side, no flip, intensities 0 and 7, selectors 1 0 (brightest but one) everywhere.
    let block = [0x1f, 0x2e, 0x3d, 0b0001_1100, 0, 0, 0, 0];
    let image = read(&ktx1([0, 0, 0x8d64], [4, 4], 1, &[block.to_vec()]));
    assert_eq!(texel(&image, 0, 0), [17 + 2, 34 + 2, 51 + 2, 255]);
    assert_eq!(texel(&image, 3, 3), [255, 255, 221 + 34, 255]);
}

#[test]
fn an_image_may_stand_on_its_head() {
    let rows: Vec<u8> = [[1, 1, 1, 255], [2, 2, 2, 255], [3, 3, 3, 255]].concat();
    let mut file = Ktx2::plain(37, [1, 3], vec![rows]);
    file.keys = vec![("KTXorientation", "ru")];
    let image = read(&file.bytes());
    assert_eq!(image.rgba.iter().step_by(4).copied().collect::<Vec<_>>(), [3, 2, 1]);
    file.keys = vec![("KTXorientation", "rd"), ("KTXwriter", "by hand")];
    assert_eq!(texel(&read(&file.bytes()), 0, 0), [1, 1, 1, 255]);
}

#[test]
fn lies_are_errors() {
    for (name, file) in of_every_kind() {
        let whole = read(&file);
        // Nothing stands behind the largest level, and the last bytes of a level may be those that fill it up.
        for cut in 0..file.len() {
            let _ = decode(&file[..cut], name).map(|image| assert_eq!(image, whole, "{name} cut at {cut}"));
            let mut flipped = file.clone();
            flipped[cut] ^= 0xff;
            let _ = decode(&flipped, name);
            let _ = Blocks::of(&flipped, u64::MAX);
        }
        assert!(decode(&file[..file.len() / 3], name).is_err(), "{name}");
    }
    let kinds = [
        Ktx2::plain(147, [4, 4], vec![vec![0; 8]]),
        Ktx2::plain(157, [4, 4], vec![vec![0; 16]]),
    ];
    for file in kinds.map(|file| file.bytes()) {
        assert!(matches!(decode(&file, ""), Err(ImageError::UnsupportedKind { .. })));
    }
    let huge = Ktx2::uastc([16_384, 16_384], vec![vec![0; 16]]).bytes();
    assert!(matches!(decode(&huge, ""), Err(ImageError::Implausible { .. })));
    // A mode that there is not.
    let mut block = [0u8; 16];
    block[0] = 0x45;
    assert!(decode(&Ktx2::uastc([4, 4], vec![block.to_vec()]).bytes(), "").is_err());
}
