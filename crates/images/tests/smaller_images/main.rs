//! Images that are too large: averaged into a smaller picture while they are decoded, with no more memory than is said before.

mod files;
mod interlaced;
mod ktx;
mod lying;
mod metadata;

use castview_images::{DecodeCost, Image, ImageError, cost, decode, decode_within};
use files::Tiff;

/// Each texel the mean of a square of `side` texels, computed from the whole picture.
fn linear(byte: u8) -> f64 {
    let c = f64::from(byte) / 255.0;
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

fn encoded(c: f64) -> f64 {
    if c <= 0.0031308 {
        c * 12.92
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    }
}

fn averaged(whole: &Image, side: u32) -> Image {
    let [width, height] = [whole.width, whole.height].map(|length| length.div_ceil(side));
    let mut rgba = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let rows = y * side..(y * side + side).min(whole.height);
        let columns = x * side..(x * side + side).min(whole.width);
        let texels: Vec<&[u8]> = rows
            .flat_map(|y| columns.clone().map(move |x| (y * whole.width + x) as usize * 4))
            .map(|at| &whole.rgba[at..at + 4])
            .collect();
        for channel in 0..3 {
            let light: f64 = texels.iter().map(|texel| linear(texel[channel])).sum();
            rgba.push((encoded(light / texels.len() as f64) * 255.0).round() as u8);
        }
        let alpha: usize = texels.iter().map(|texel| usize::from(texel[3])).sum();
        rgba.push(((alpha + texels.len() / 2) / texels.len()) as u8);
    }
    Image { width, height, rgba }
}

/// But for a step of rounding.
fn are_alike(one: &Image, other: &Image) -> bool {
    let steps = one.rgba.iter().zip(&other.rgba);
    [one.width, one.height] == [other.width, other.height] && steps.into_iter().all(|(a, b)| a.abs_diff(*b) <= 1)
}

#[test]
fn a_smaller_picture_is_the_whole_one_averaged_whatever_the_kind() {
    let mut count = 0;
    for size in [[61, 43], [8, 1], [1, 9], [300, 5]] {
        for (name, file) in files::of_every_kind(size) {
            let whole = decode(&file, &name).unwrap_or_else(|error| panic!("{name} {size:?}: {error}"));
            assert_eq!([whole.width, whole.height], size, "{name}");
            for side in [2, 4, 16] {
                let wanted = averaged(&whole, side);
                let texels = u64::from(wanted.width * wanted.height);
                let small = decode_within(&file, &name, texels).unwrap_or_else(|error| panic!("{name}: {error}"));
                // A side of one texel needs less halving.
                if [small.width, small.height] == [wanted.width, wanted.height] {
                    assert!(are_alike(&small, &wanted), "{name} {size:?} / {side}");
                    count += 1;
                } else {
                    assert!(u64::from(small.width * small.height) <= texels, "{name}");
                }
            }
        }
    }
    assert!(count > 200, "{count} pictures were compared");
}

/// Many bands, whose edges fall into squares of texels.
#[test]
fn bands_of_a_large_picture_fit_together() {
    for (name, file) in files::of_every_kind([1031, 499]) {
        let whole = decode(&file, &name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let small = decode_within(&file, &name, 129 * 63).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(are_alike(&small, &averaged(&whole, 8)), "{name}");
    }
}

#[test]
fn no_more_memory_is_in_use_than_was_told() {
    let size = [1024, 1024];
    let texels = u64::from(size[0] * size[1]);
    let most = 64 * 64;
    for (name, file) in files::of_every_kind(size) {
        let told = cost(&file, file.len() as u64, &name)
            .expect("a header")
            .shrinking_bytes
            .expect("it fits");
        let took = allocation_counter::measure(|| {
            decode_within(&file, &name, most).expect("averaged");
        });
        let room = told + 4 * most + (1 << 16);
        assert!(took.bytes_max <= room, "{name}: {} of {room} bytes", took.bytes_max);
        if !files::is_one_piece(&name) {
            assert!(
                took.bytes_max < 4 * texels,
                "{name}: {} bytes are the whole",
                took.bytes_max
            );
        }
    }
}

#[test]
fn a_picture_at_full_size_takes_no_more_memory_than_was_told() {
    let size = [1024, 1024];
    let texels = u64::from(size[0] * size[1]);
    for (name, file) in files::of_every_kind(size) {
        let told = cost(&file, file.len() as u64, &name).expect("a header").working_bytes;
        let took = allocation_counter::measure(|| {
            decode(&file, &name).expect("a picture");
        });
        let room = told + (1 << 16);
        assert!(took.bytes_max <= room, "{name}: {} of {room} bytes", took.bytes_max);
        // For a PNG, whatever its channels are, a row at a time is held beside the result.
        if name.ends_with("png") {
            assert!(took.bytes_max < 5 * texels, "{name}: {} bytes", took.bytes_max);
        }
    }
}

/// Large images that cannot be decoded in parts are refused by their header.
#[test]
fn what_is_too_large_as_one_piece_is_refused_before_it_is_decoded() {
    let mut file = files::jpeg([16, 16]);
    let frame = file.windows(2).position(|two| two == [0xff, 0xc0]).expect("a frame");
    let told = |file: &[u8]| -> DecodeCost { cost(file, file.len() as u64, "").expect("a header") };
    let baseline = told(&file);
    for (kind, scan_components, more) in [(0xc0, 3, 0), (0xc0, 1, 2 * 3 * 32 * 32), (0xc2, 3, 2 * 3 * 32 * 32)] {
        let mut other = file.clone();
        other[frame + 1] = kind;
        if scan_components == 1 {
            let scan = file.windows(2).rposition(|two| two == [0xff, 0xda]).expect("a scan");
            other.splice(scan + 2..scan + 14, [0, 8, 1, 1, 0, 0, 63, 0]);
        }
        // The decoder copies the file, too.
        let beside_file = |cost: DecodeCost, file: &[u8]| cost.shrinking_bytes.map(|bytes| bytes - file.len() as u64);
        assert_eq!(
            beside_file(told(&other), &other),
            beside_file(baseline, &file).map(|bytes| bytes + more),
            "{kind:x}, {scan_components}"
        );
    }
    file[frame + 5..frame + 9].copy_from_slice(&[0x3f, 0xff, 0x3f, 0xff]);
    file.resize(1 << 20, 0);
    assert_eq!(told(&file).shrinking_bytes, None);
    let took = allocation_counter::measure(|| {
        let refused = decode_within(&file, "", 1 << 20);
        let sentence = refused.expect_err("too large").to_string();
        assert!(
            sentence.contains("16383 × 16383") && sentence.contains("as a whole"),
            "{sentence}"
        );
    });
    assert!(took.bytes_max < 8 << 20, "{} bytes", took.bytes_max);
    // A strip of all rows, packed.
    let one_strip = Tiff {
        rows: Some(1 << 14),
        packed: true,
        ..Tiff::default()
    };
    let mut strip = one_strip.file([16, 16]);
    strip.resize(1 << 20, 0);
    for (tag, side) in [(256u16, 16_384u32), (257, 16_384)] {
        let entry = [tag.to_le_bytes(), [4, 0], [1, 0], [0, 0]].concat();
        let at = strip.windows(8).position(|eight| eight == entry).expect("an entry");
        strip[at + 8..at + 12].copy_from_slice(&side.to_le_bytes());
    }
    assert_eq!(told(&strip).shrinking_bytes, None);
    assert!(matches!(
        decode_within(&strip, "", 1 << 20),
        Err(ImageError::NoRoom { .. })
    ));
}

#[test]
fn damaged_files_are_errors_or_pictures_and_never_a_panic() {
    for (name, whole) in files::of_every_kind([20, 12]) {
        for cut in (0..whole.len()).step_by(whole.len() / 50 + 1) {
            let _ = decode_within(&whole[..cut], &name, 60);
            let mut flipped = whole.clone();
            flipped[cut] ^= 0xff;
            let _ = decode_within(&flipped, &name, 60);
        }
        for at in 0..whole.len().min(160) {
            for value in [0, 0xff] {
                let mut other = whole.clone();
                other[at] = value;
                let _ = decode_within(&other, &name, 60);
            }
        }
        assert!(decode_within(&whole[..whole.len() / 3], &name, 60).is_err(), "{name}");
    }
}
