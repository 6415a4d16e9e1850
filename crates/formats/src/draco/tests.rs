//! Against streams of Google's encoder and what its decoder makes of them, and against broken ones.

use super::*;
use allocation_counter::measure;
use castview_testkit::draco::{STREAMS, stream};

const MEMORY: u64 = 1 << 24;

fn decoded(bytes: &[u8]) -> Result<Mesh, Fault> {
    decode(bytes, &mut MEMORY.clone())
}

#[test]
fn every_number_is_the_one_of_googles_decoder() {
    for stream in STREAMS {
        let mesh = decoded(stream.bytes).unwrap_or_else(|fault| panic!("{}: {fault}", stream.name));
        assert_eq!(
            (mesh.triangles.len(), mesh.points as usize),
            (3 * stream.triangles, stream.points),
            "{}",
            stream.name
        );
        let mut all: Vec<u8> = mesh.triangles.iter().flat_map(|point| point.to_le_bytes()).collect();
        for attribute in &mesh.attributes {
            all.extend(&attribute.bytes);
        }
        assert_eq!(crc32fast::hash(&all), stream.crc32, "{}", stream.name);
    }
}

#[test]
fn attributes_keep_their_numbers_and_types() {
    let mesh = decoded(stream("skinned").bytes).expect("a good stream");
    let told: Vec<_> = mesh
        .attributes
        .iter()
        .map(|a| (a.id, a.numbers, a.components))
        .collect();
    assert_eq!(
        told,
        [
            (0, Numbers::F32, 3),
            (1, Numbers::F32, 3),
            (2, Numbers::F32, 2),
            (3, Numbers::U8, 4),
            (4, Numbers::U16, 4),
            (5, Numbers::U8, 4),
            (6, Numbers::F32, 4),
            (7, Numbers::I16, 1),
            (8, Numbers::U32, 1),
        ]
    );
}

/// Any mesh that comes out keeps its promises, and no more memory was taken than was given.
fn holds(bytes: &[u8], memory: u64, what: &str) -> bool {
    let mut is_read = false;
    let taken = measure(|| {
        let mut left = memory;
        if let Ok(mesh) = decode(bytes, &mut left) {
            is_read = true;
            assert!(
                mesh.triangles.iter().all(|point| *point < mesh.points),
                "{what}: triangles"
            );
            for attribute in &mesh.attributes {
                let size = attribute.components * attribute.numbers.size();
                assert_eq!(attribute.bytes.len(), mesh.points as usize * size, "{what}: values");
            }
        }
        assert!(left <= memory);
    });
    assert!(
        taken.bytes_max <= memory + 4096,
        "{what}: {} bytes of {memory}",
        taken.bytes_max
    );
    is_read
}

#[test]
fn streams_that_end_too_early_are_refused() {
    for stream in STREAMS {
        for at in 0..stream.bytes.len() {
            assert!(!holds(
                &stream.bytes[..at],
                MEMORY,
                &format!("{} cut at {at}", stream.name)
            ));
        }
    }
}

/// Each bit of the beginning, where counts are, and one of each byte behind it.
#[test]
fn any_bit_may_lie() {
    const LITTLE: u64 = 1 << 20;
    let mut read = 0;
    for stream in STREAMS.into_iter().filter(|stream| stream.bytes.len() < 700) {
        for bit in (0..8 * stream.bytes.len()).filter(|bit| *bit < 8 * 64 || bit % 8 == bit / 8 % 8) {
            let mut bytes = stream.bytes.to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            read += u32::from(holds(&bytes, LITTLE, &format!("{} with bit {bit} turned", stream.name)));
        }
    }
    assert!(read > 100, "values may be any: {read}");
}

#[test]
fn memory_is_bounded_before_it_is_taken() {
    for stream in STREAMS {
        for memory in [0, 1 << 10, 1 << 14, 1 << 16] {
            holds(stream.bytes, memory, stream.name);
        }
        assert_eq!(
            decode(stream.bytes, &mut 1000).err(),
            Some("it unpacks to far more than its size explains")
        );
    }
    // A stream of points without triangles that says to have four thousand million of them.
    let mut bytes = b"DRACO\x02\x02\x01\x00\x00\x00".to_vec();
    bytes.extend([0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]);
    assert!(!holds(&bytes, MEMORY, "many triangles"));
}

#[test]
fn what_is_no_such_stream_says_so() {
    let good = stream("standard").bytes;
    let with = |at: usize, byte: u8| {
        let mut bytes = good.to_vec();
        bytes[at] = byte;
        decoded(&bytes).err().expect("a broken head")
    };
    assert!(with(0, b'd').contains("does not begin"));
    assert!(with(6, 1).contains("version 2.2"));
    assert!(with(7, 0).contains("cloud of points"));
    assert!(with(8, 9).contains("no known way"));
    assert!(with(11, 1).contains("by predictions"));
}
