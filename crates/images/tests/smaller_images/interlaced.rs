//! Interlaced PNG files that are too large: read at a smaller size, with no more memory than that takes.

use castview_base::scene::ColorSpace;
use castview_files::{DecodeBudget, Decoded, ImageSource, Shrunk, decode_all};
use castview_images::{decode, decode_within};
use castview_picture::opened::TextureState;
use std::io::Write;

/// The passes: the first column and row of each, and the steps to the next.
const PASSES: [[usize; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

pub fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let named = [kind, data].concat();
    out.extend(&named);
    out.extend(crc32fast::hash(&named).to_be_bytes());
}

/// Grey and alpha, from a column and a row.
fn interlaced([width, height]: [usize; 2], texel: impl Fn(usize, usize) -> [u8; 2]) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    for [first_x, first_y, step_x, step_y] in PASSES {
        for y in (first_y..height).step_by(step_y) {
            let texels: Vec<u8> = (first_x..width).step_by(step_x).flat_map(|x| texel(x, y)).collect();
            if !texels.is_empty() {
                packed.write_all(&[0]).expect("no filter");
                packed.write_all(&texels).expect("to memory");
            }
        }
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let size = [width as u32, height as u32].map(u32::to_be_bytes).concat();
    chunk(&mut out, b"IHDR", &[&size[..], &[8, 4, 0, 0, 1]].concat());
    chunk(&mut out, b"IDAT", &packed.finish().expect("to memory"));
    chunk(&mut out, b"IEND", &[]);
    out
}

#[test]
fn an_interlaced_picture_without_room_is_read_at_a_smaller_size() {
    for size in [[37, 21], [8, 8], [1, 50], [64, 3]] {
        let file = interlaced(size, |x, y| [(x * 7 + y * 3) as u8, 255 - y as u8]);
        let whole = decode(&file, "").expect("an interlaced PNG");
        let texels = size[0] * size[1];
        let mut sides = 0;
        for side in [1usize, 2, 4, 8, 16] {
            let [width, height] = size.map(|length| length.div_ceil(side));
            if side > 1 && width * height >= texels {
                continue;
            }
            let small = decode_within(&file, "", (width * height) as u64).expect("read");
            // A side of one texel needs no halving.
            if (small.width as usize, small.height as usize) != (width, height) {
                assert!(
                    (small.width * small.height) as usize <= width * height,
                    "{size:?} / {side}"
                );
                continue;
            }
            sides += 1;
            for (at, texel) in small.rgba.chunks(4).enumerate() {
                let (x, y) = (at % width * side, at / width * side);
                assert_eq!(
                    texel,
                    &whole.rgba[(y * size[0] + x) * 4..][..4],
                    "{size:?} / {side}: {x}, {y}"
                );
            }
        }
        assert!(sides >= 2, "{size:?}");
    }
}

#[test]
fn a_large_one_takes_no_more_memory_than_the_small_one_and_cuts_are_errors() {
    let file = interlaced([2048, 2048], |x, _| [x as u8, 255]);
    let took = allocation_counter::measure(|| {
        let small = decode_within(&file, "", 128 * 128).expect("read");
        assert_eq!((small.width, small.height), (128, 128));
    });
    assert!(took.bytes_max < 2048 * 2048, "{} bytes at one time", took.bytes_max);
    for cut in (0..file.len()).step_by(file.len() / 200) {
        let _ = decode_within(&file[..cut], "", 128 * 128);
    }
    assert!(decode_within(&file[..60], "", 128 * 128).is_err());
}

/// The last pass is cut off: the smaller picture, which is read from the passes before, is whole.
#[test]
fn what_cannot_be_decoded_at_full_size_stays_smaller_and_says_why() {
    let file = interlaced([256, 256], |x, y| [(x * 7 + y * 3) as u8, (x * y) as u8]);
    let cut = file[..file.len() * 3 / 4].to_vec();
    let sources = [cut.clone(), file].map(|bytes| ImageSource::Inside(bytes.into(), ColorSpace::Srgb));
    // Half of such a machine holds so many texels, decoded and sent.
    let memory = Some(20 * 2 * 128 * 128);
    let mut arrived = Vec::new();
    let sources: Vec<&ImageSource> = sources.iter().collect();
    let shrunk = decode_all(
        &DecodeBudget::default(),
        memory,
        &sources,
        |_| true,
        |position, decoded| {
            arrived.push((position, decoded));
            true
        },
    );
    assert_eq!(shrunk, Shrunk::default(), "no budget holds them");
    arrived.sort_by_key(|(position, _)| *position);
    let [(0, smaller), (1, whole)] = &arrived[..] else {
        panic!("{arrived:?}");
    };
    let side = |decoded: &Decoded| match &decoded.state {
        TextureState::Ready(image) => image.size()[0],
        other => panic!("{other:?}"),
    };
    assert_eq!((side(smaller), side(whole)), (128, 256));
    assert_eq!((&whole.stays_smaller, whole.full_size), (&None, None));
    let why = smaller.stays_smaller.as_ref().expect("it says why");
    assert_eq!(*why, decode(&cut, "").expect_err("it is cut").to_string());
    assert_eq!(smaller.full_size, None, "asking again would end in the same way");
}
