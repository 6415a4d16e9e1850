//! Metadata of files beside their pixels: nothing of it is unpacked, and it takes no more than its own bytes.

use super::{files, interlaced::chunk};
use castview_images::{cost, decode, decode_within};
use std::io::Write;

/// Bytes of the metadata.
const SAID: usize = 8 << 20;

fn packed(bytes: usize) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&vec![0; bytes]).expect("to memory");
    packed.finish().expect("to memory")
}

/// A few grey texels behind a chunk that is no part of them.
fn png(kind: &[u8; 4], said: &[u8]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, b"IHDR", &[0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]);
    chunk(&mut out, kind, said);
    chunk(&mut out, b"IDAT", &packed(8 * 9));
    chunk(&mut out, kind, said);
    chunk(&mut out, b"IEND", &[]);
    out
}

/// With what each kind of file calls a colour profile.
fn jpeg() -> Vec<u8> {
    let file = files::jpeg([8, 8]);
    let part = [&b"\xff\xe2\xff\xffICC_PROFILE\0\x01\x80"[..], &[0; 0xffff - 16]].concat();
    [&file[..2], &part.repeat(SAID >> 16), &file[2..]].concat()
}

fn webp() -> Vec<u8> {
    let all = files::of_every_kind([8, 8]);
    let (_, simple) = all.iter().find(|(name, _)| name.ends_with("webp")).expect("a WebP");
    let sized = |kind: &[u8], data: &[u8]| [kind, &(data.len() as u32).to_le_bytes(), data].concat();
    let extended = sized(b"VP8X", &[0x30, 0, 0, 0, 7, 0, 0, 7, 0, 0]);
    let chunks = [b"WEBP", &extended[..], &sized(b"ICCP", &vec![0; SAID]), &simple[12..]].concat();
    sized(b"RIFF", &chunks)
}

/// A picture that is read as a whole, of which the profile is the last entry.
fn tiff() -> Vec<u8> {
    let mut file = files::Tiff::default().file([8, 8]);
    let first = u32::from_le_bytes([file[4], file[5], file[6], file[7]]) as usize;
    let count = u16::from_le_bytes([file[first], file[first + 1]]);
    let mut entries = file[first + 2..][..usize::from(count) * 12].to_vec();
    let said = file.len() as u32;
    file.resize(file.len() + SAID, 0);
    let directory = file.len() as u32;
    file[4..8].copy_from_slice(&directory.to_le_bytes());
    entries.extend([34675u16, 7].map(u16::to_le_bytes).concat());
    entries.extend([SAID as u32, said].map(u32::to_le_bytes).concat());
    [file, (count + 1).to_le_bytes().to_vec(), entries, vec![0; 4]].concat()
}

#[test]
fn what_a_file_says_beside_its_pixels_is_not_unpacked() {
    let profile = [&b"profile\0\0"[..], &packed(SAID)].concat();
    let text = [&b"Comment\0\x01\0\0\0"[..], &packed(SAID)].concat();
    // Decoders of JPEG copy the file, and the profile once more.
    let (nothing, copies) = (0, 3);
    for (name, file, copies) in [
        ("profile.png", png(b"iCCP", &profile), nothing),
        ("packed text.png", png(b"zTXt", &profile), nothing),
        ("text.png", png(b"iTXt", &text), nothing),
        ("camera.png", png(b"eXIf", &vec![0; SAID]), nothing),
        ("film.png", png(b"fdAT", &vec![0; SAID]), nothing),
        ("profile.jpg", jpeg(), copies),
        ("profile.webp", webp(), nothing),
        ("profile.tif", tiff(), nothing),
    ] {
        let took = allocation_counter::measure(|| {
            let known = cost(&file, file.len() as u64, name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(known.size, [8, 8], "{name}");
            let whole = decode(&file, name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!([whole.width, whole.height], [8, 8], "{name}");
            decode_within(&file, name, 16).unwrap_or_else(|error| panic!("{name}: {error}"));
        });
        let most = copies * file.len() as u64 + (1 << 20);
        assert!(took.bytes_max <= most, "{name}: {} of {most} bytes", took.bytes_max);
    }
}
