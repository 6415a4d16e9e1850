//! Zip archives written by hand, lies among them.

use flate2::Crc;
use flate2::write::DeflateEncoder;
use std::io::Write;

/// An entry as it is written.
#[derive(Clone)]
pub struct Entry {
    /// Its path, byte by byte.
    pub name: Vec<u8>,
    /// Bytes as they lie in the archive.
    pub packed: Vec<u8>,
    /// Bytes that it claims to have.
    pub bytes: u64,
    /// Checksum that it claims to have.
    pub checksum: u32,
    /// Stored is 0, deflated 8.
    pub method: u16,
    /// The lowest bit says whether it is encrypted.
    pub flags: u16,
    /// Kind and permissions of a file of Unix.
    pub mode: u32,
}

/// An entry of these bytes, deflated if that is shorter.
pub fn entry(name: &str, bytes: &[u8]) -> Entry {
    let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("to memory");
    let deflated = encoder.finish().expect("to memory");
    match deflated.len() < bytes.len() {
        true => Entry {
            packed: deflated,
            method: 8,
            ..stored(name, bytes)
        },
        false => stored(name, bytes),
    }
}

/// An entry of these bytes as they are.
pub fn stored(name: &str, bytes: &[u8]) -> Entry {
    let mut crc = Crc::new();
    crc.update(bytes);
    Entry {
        name: name.as_bytes().to_vec(),
        packed: bytes.to_vec(),
        bytes: bytes.len() as u64,
        checksum: crc.sum(),
        method: 0,
        flags: 0x800,
        mode: 0o100_644,
    }
}

/// The archive of these entries; with `is_long` all sizes and places have 64 bits.
pub fn archive(entries: &[Entry], is_long: bool) -> Vec<u8> {
    let (mut file, mut list) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = file.len() as u64;
        let short = |number: u64| if is_long { u32::MAX } else { number as u32 };
        let extra = match is_long {
            true => [
                &[1, 0, 24, 0][..],
                &[entry.bytes, entry.packed.len() as u64, at]
                    .map(u64::to_le_bytes)
                    .concat(),
            ]
            .concat(),
            false => Vec::new(),
        };
        let mut common = Vec::new();
        for number in [45, entry.flags, entry.method, 0, 0] {
            common.extend(number.to_le_bytes());
        }
        for number in [entry.checksum, short(entry.packed.len() as u64), short(entry.bytes)] {
            common.extend(number.to_le_bytes());
        }
        common.extend((entry.name.len() as u16).to_le_bytes());
        file.extend(b"PK\x03\x04");
        file.extend(&common);
        file.extend([0, 0]);
        file.extend(&entry.name);
        file.extend(&entry.packed);
        list.extend(b"PK\x01\x02\x2d\x03");
        list.extend(&common);
        list.extend((extra.len() as u16).to_le_bytes());
        list.extend([0; 6]);
        list.extend((entry.mode << 16).to_le_bytes());
        list.extend(short(at).to_le_bytes());
        list.extend(&entry.name);
        list.extend(extra);
    }
    let (at, count, length) = (file.len() as u64, entries.len() as u64, list.len() as u64);
    file.extend(list);
    if is_long {
        let record = file.len() as u64;
        file.extend(b"PK\x06\x06");
        file.extend(44u64.to_le_bytes());
        file.extend([45, 0, 45, 0]);
        file.extend([0; 8]);
        file.extend([count, count, length, at].map(u64::to_le_bytes).concat());
        file.extend(b"PK\x06\x07\0\0\0\0");
        file.extend(record.to_le_bytes());
        file.extend(1u32.to_le_bytes());
    }
    file.extend(b"PK\x05\x06\0\0\0\0");
    let (count, length, at) = match is_long {
        true => (u16::MAX, u32::MAX, u32::MAX),
        false => (count as u16, length as u32, at as u32),
    };
    file.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    file.extend([length.to_le_bytes(), at.to_le_bytes()].concat());
    file.extend(0u16.to_le_bytes());
    file
}
