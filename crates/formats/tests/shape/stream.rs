//! The stream's opening (docs/formats/shape.md §1.2): §8 (g), and §7 rows 4, 5, 6.

use crate::shape_file::bytes::encode;
use crate::shape_file::samples::everything;
use crate::shape_file::{Codec, Switches, write};
use crate::{clean, document};
use castview_formats::shape;

fn packed(codec: Codec, size_fields: usize) -> Vec<u8> {
    let switches = Switches {
        codec,
        size_fields,
        ..Switches::default()
    };
    write(&everything(), &switches)
}

const CODECS: [(Codec, shape::Codec); 5] = [
    (Codec::Plain, shape::Codec::Plain),
    (Codec::Zlib, shape::Codec::Zlib),
    (Codec::Gzip, shape::Codec::Gzip),
    (Codec::Lz4, shape::Codec::Lz4),
    (Codec::Deflate, shape::Codec::Deflate),
];

#[test]
fn every_codec_brings_the_same_content() {
    let plain = clean(&packed(Codec::Plain, 0));
    for (codec, wanted) in CODECS {
        let document = clean(&packed(codec, 0));
        assert_eq!(document.codec, wanted);
        let content = |document: &shape::Document| document.bytes()[document.materials[0].at..].to_vec();
        assert_eq!(content(&document), content(&plain), "{codec:?}");
    }
}

/// As `gzip a b` and LZ4's own tool leave them.
#[test]
fn members_that_follow_one_another_are_one_content() {
    let plain = packed(Codec::Plain, 0);
    let (head, content) = plain.split_at(8);
    for codec in [Codec::Gzip, Codec::Lz4] {
        let parts = content
            .chunks(content.len() / 3 + 1)
            .map(|part| encode(part.to_vec(), codec));
        let file: Vec<u8> = std::iter::once(head.to_vec()).chain(parts).flatten().collect();
        let document = clean(&file);
        let content = |document: &shape::Document| document.bytes()[document.materials[0].at..].to_vec();
        assert_eq!(content(&document), content(&clean(&plain)), "{codec:?}");
        // A file of nothing but empty ones ends, and says so.
        let none = [head.to_vec(), encode(Vec::new(), codec).repeat(5000)].concat();
        assert!(crate::document(&none).is_err(), "{codec:?}");
        // The last of them is cut: what it still holds goes on where the others end.
        let (cut, _) = crate::document(&file[..file.len() - 12]).expect("two thirds and more are whole");
        assert_eq!(cut.geometries.len(), clean(&plain).geometries.len(), "{codec:?}");
    }
}

#[test]
fn size_fields_before_the_stream_are_skipped_and_confirmed() {
    for (codec, wanted) in CODECS.into_iter().skip(1) {
        for size_fields in [4, 8, 12, 16] {
            let (document, reports) = document(&packed(codec, size_fields)).expect("opens");
            assert_eq!(document.codec, wanted);
            let at = 8 + size_fields;
            assert_eq!(
                reports,
                [format!("SA2 stream at byte {at:#x}")],
                "{codec:?} after {size_fields}"
            );
        }
    }
}

/// shape.md row 5: a damaged stream is refused. One that is cut so early that nothing in it is complete is, too.
#[test]
fn damaged_streams_name_their_codec() {
    for (codec, name) in [(Codec::Zlib, "zlib"), (Codec::Gzip, "gzip"), (Codec::Lz4, "LZ4")] {
        let file = packed(codec, 0);
        let error = document(&file[..60]).expect_err("cut");
        assert_eq!(error.rule().id, "S5", "{codec:?}: {error}");
        assert!(error.to_string().contains(name));
        // The checksum is the last thing in each of the three.
        let mut damaged = file.clone();
        let at = file.len() - if codec == Codec::Gzip { 5 } else { 1 };
        damaged[at] ^= 0x55;
        let error = document(&damaged).expect_err("a bad checksum");
        assert_eq!(error.rule().id, "S5", "{codec:?}: {error}");
    }
}

/// A stream that is packed twice is read neither as the inner codec's bytes nor as the outer's, whatever they happen to spell.
#[test]
fn streams_that_are_packed_twice_are_refused() {
    const PACKERS: [Codec; 4] = [Codec::Zlib, Codec::Gzip, Codec::Lz4, Codec::Deflate];
    let plain = packed(Codec::Plain, 0);
    let (head, content) = plain.split_at(8);
    for outer in PACKERS {
        for inner in PACKERS {
            let twice = encode(encode(content.to_vec(), inner), outer);
            let read = document(&[head, &twice[..]].concat());
            assert!(read.is_err(), "{inner:?} in {outer:?}");
        }
    }
    // An LZ4 frame whose bytes, taken for content, are a whole shape with something behind it.
    let mut spells = b"\x04\x22\x4d\x18".to_vec();
    spells.resize(4096, 0);
    for file in [
        [head, &spells[..]].concat(),
        [head, &encode(spells.clone(), Codec::Gzip)[..]].concat(),
        [head, &encode(spells.clone(), Codec::Deflate)[..]].concat(),
    ] {
        assert!(document(&file).is_err());
    }
}

/// shape.md row 6: a kilobyte of zlib may not become a gigabyte.
#[test]
fn streams_that_grow_a_thousandfold_are_refused() {
    use std::io::Write;
    let mut encoder = flate2::write::ZlibEncoder::new(b"\x05SHAPE\x01\0".to_vec(), flate2::Compression::best());
    encoder.write_all(&vec![0; 4 << 20]).expect("written to memory");
    let file = encoder.finish().expect("written to memory");
    let error = document(&file).expect_err("a bomb");
    let cap = 1000 * (file.len() - 8);
    assert_eq!(error.rule().id, "S6");
    assert_eq!(
        error.to_string(),
        format!("stream at byte 0x8: the zlib stream grows past {cap} bytes, more than a Shape may take")
    );
}

/// shape.md row 4, and the codecs that are only named.
#[test]
fn other_encodings_are_told_with_what_was_seen() {
    // A stream without pattern: the fractional parts of the golden ratio's multiples.
    let noise = (1..2000u64).map(|i| (i * i).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes()[7]);
    for (magic, found) in [
        (&b"\x28\xb5\x2f\xfd"[..], "zstd"),
        (b"BZh91AY", "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"\xff\xff\xff\xff", "unknown"),
    ] {
        let mut file = b"\x05SHAPE\x01\0".to_vec();
        file.extend(magic);
        file.extend(noise.clone());
        let error = document(&file).expect_err("no known encoding");
        assert_eq!(error.rule().id, "S4");
        let message = error.to_string();
        let first: Vec<String> = file[8..24].iter().map(|byte| format!("{byte:02x}")).collect();
        let wanted = format!(
            "stream at byte 0x8: SHAPE 0.1 container recognised, but its stream encoding is not documented and is none of: \
             plain, zlib, gzip, deflate, LZ4 (found: {found}). First 16 stream bytes: {}; entropy: 7.",
            first.join(" ")
        );
        assert!(message.starts_with(&wanted), "{message}");
    }
}

#[test]
fn a_plain_file_that_is_cut_early_is_refused() {
    let file = packed(Codec::Plain, 0);
    let error = document(&file[..220]).expect_err("cut");
    assert!(matches!(error.rule().id, "S4" | "S7" | "S9"), "{error}");
}

#[test]
fn places_inside_a_compressed_stream_say_so() {
    let mut draft = everything();
    draft.geometries[1].bones.push(crate::shape_file::Bone {
        name: "short".into(),
        offset: glam::Mat4::IDENTITY,
        weights: vec![1.0; 5],
    });
    let switches = Switches {
        codec: Codec::Gzip,
        ..Switches::default()
    };
    let error = document(&write(&draft, &switches)).expect_err("too few weights");
    assert_eq!(error.rule().id, "S12");
    let message = error.to_string();
    assert!(
        message.starts_with("gzip content: geometry[1]/bone[0] at byte 0x"),
        "{message}"
    );
    assert!(message.ends_with(": 5 entries for 24 vertices"), "{message}");
}
