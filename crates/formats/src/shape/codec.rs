//! How the stream after the header may be encoded, and its opening (docs/formats/shape.md §1.2, A2).
//!
//! In: the bytes after the version. Out: what they may hold, capped. Never guesses keys or ciphers: the format's owner
//! may have meant protection.

use super::lz4_frame;
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use lz4_flex::frame::FrameDecoder;
use std::fmt;
use std::io::{self, Read};

/// Where a compressed stream may begin; what is skipped may be size fields.
const OFFSETS: [usize; 5] = [0, 4, 8, 12, 16];
/// A stream may grow to this many bytes, and to this many times its own length.
const CAP: u64 = 1 << 30;
const CAP_TIMES: u64 = 1000;
/// Each begins with a state of tens of kilobytes, however empty it is.
pub const MOST_MEMBERS: usize = 1024;

/// How the stream after the header is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Not at all.
    Plain,
    /// zlib (RFC 1950).
    Zlib,
    /// gzip (RFC 1952), of one member or several.
    Gzip,
    /// LZ4 frames.
    Lz4,
    /// Bare deflate (RFC 1951).
    Deflate,
}

impl Codec {
    /// Every codec, in the order in which options list them.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Zlib, Self::Gzip, Self::Lz4, Self::Deflate];

    /// As the option spells it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Zlib => "zlib",
            Self::Gzip => "gzip",
            Self::Lz4 => "lz4",
            Self::Deflate => "deflate",
        }
    }

    /// The codec whose magic `bytes` begin with.
    fn by_magic(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [0x04, 0x22, 0x4d, 0x18, ..] => Some(Self::Lz4),
            [0x78, level @ (0x01 | 0x5e | 0x9c | 0xda), ..] if (0x7800 + u32::from(*level)).is_multiple_of(31) => {
                Some(Self::Zlib)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lz4 => "LZ4",
            other => other.word(),
        })
    }
}

/// A place in the stream where something compressed may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub codec: Codec,
    /// Bytes of the stream before it.
    pub skipped: usize,
    /// Its magic says so; if not, that it cannot be opened means nothing.
    pub named: bool,
}

/// Lists the candidates to try, in order: plain, then the codecs that a magic names, then deflate without any header.
pub fn candidates(stream: &[u8]) -> Vec<Candidate> {
    let at = |skipped| stream.get(skipped..).filter(|rest| !rest.is_empty());
    let plain = Candidate {
        codec: Codec::Plain,
        skipped: 0,
        named: false,
    };
    let named = OFFSETS.iter().filter_map(|&skipped| {
        let codec = Codec::by_magic(at(skipped)?)?;
        Some(Candidate {
            codec,
            skipped,
            named: true,
        })
    });
    let raw = OFFSETS.iter().filter_map(|&skipped| {
        at(skipped)?;
        Some(Candidate {
            codec: Codec::Deflate,
            skipped,
            named: false,
        })
    });
    std::iter::once(plain).chain(named).chain(raw).collect()
}

/// The name of a codec that is recognised but not opened.
pub fn foreign_codec(stream: &[u8]) -> &'static str {
    const FOREIGN: [(&[u8], &str); 3] = [(b"\x28\xb5\x2f\xfd", "zstd"), (b"BZh", "bzip2"), (b"\xfd7zXZ\0", "xz")];
    let names = |skipped: &usize| {
        let rest = stream.get(*skipped..)?;
        let found = FOREIGN.iter().find(|(magic, _)| rest.starts_with(magic));
        found.map(|(_, name)| *name)
    };
    OFFSETS.iter().find_map(names).unwrap_or("unknown")
}

/// Why a stream could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    Damaged(String),
    /// It is larger than this many bytes.
    TooLarge(u64),
}

/// Unpacked content, and how many bytes after the stream were not part of it.
#[derive(Debug)]
pub struct Opened {
    pub content: Vec<u8>,
    pub left: usize,
}

/// Bytes that `input` may unpack to.
pub fn cap_of(input: &[u8]) -> u64 {
    CAP.min(CAP_TIMES * input.len() as u64)
}

/// `input` begins where the candidate does.
pub fn open(codec: Codec, input: &[u8]) -> Result<Opened, Fault> {
    open_within(codec, input, cap_of(input))
}

/// Whether everything that `stream` may be tried as unpacks to at most `most` bytes. Takes no more memory than that itself.
pub fn unpacks_within(stream: &[u8], most: u64) -> bool {
    let packed = candidates(stream)
        .into_iter()
        .filter(|candidate| candidate.codec != Codec::Plain);
    packed.into_iter().all(|candidate| {
        let input = &stream[candidate.skipped..];
        let cap = most.min(cap_of(input));
        !matches!(open_within(candidate.codec, input, cap), Err(Fault::TooLarge(_)))
    })
}

fn open_within(codec: Codec, input: &[u8], cap: u64) -> Result<Opened, Fault> {
    match codec {
        Codec::Plain => Ok(Opened {
            content: input.to_vec(),
            left: 0,
        }),
        Codec::Zlib => drain(ZlibDecoder::new(input), cap, |decoder| decoder.into_inner().len()),
        Codec::Gzip => members(input, cap, b"\x1f\x8b", |input, cap| {
            drain(GzDecoder::new(input), cap, |decoder| decoder.into_inner().len())
        }),
        Codec::Deflate => drain(DeflateDecoder::new(input), cap, |decoder| decoder.into_inner().len()),
        Codec::Lz4 => members(input, cap, b"\x04\x22\x4d\x18", |input, cap| {
            // The decoder takes the end of the input for the end of the frame.
            if !lz4_frame::ends(input) {
                return Err(Fault::Damaged("it ends too early".into()));
            }
            drain(FrameDecoder::new(input), cap, |decoder| decoder.into_inner().len())
        }),
    }
}

/// Gzip files and LZ4 frames may follow one another: together they are one content. Bytes behind the last one that is opened count as left.
fn members(
    input: &[u8],
    cap: u64,
    magic: &[u8],
    open: impl Fn(&[u8], u64) -> Result<Opened, Fault>,
) -> Result<Opened, Fault> {
    let mut whole = open(input, cap)?;
    for _ in 1..MOST_MEMBERS {
        let rest = &input[input.len() - whole.left..];
        if !rest.starts_with(magic) {
            break;
        }
        let next = open(rest, cap - whole.content.len() as u64)?;
        whole.content.extend_from_slice(&next.content);
        whole.left = next.left;
    }
    Ok(whole)
}

fn drain<R: Read>(mut decoder: R, cap: u64, left: impl FnOnce(R) -> usize) -> Result<Opened, Fault> {
    let mut content = Vec::new();
    let outcome = decoder.by_ref().take(cap + 1).read_to_end(&mut content);
    match outcome {
        Err(error) => Err(Fault::Damaged(reason(&error))),
        Ok(length) if length as u64 > cap => Err(Fault::TooLarge(cap)),
        Ok(_) => Ok(Opened {
            content,
            left: left(decoder),
        }),
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends too early".into(),
        _ => error.to_string(),
    }
}

/// Shannon's entropy of the bytes, in bits per byte: 8 for what looks like noise.
pub fn entropy(bytes: &[u8]) -> f64 {
    let mut counts = [0u64; 256];
    for byte in bytes {
        counts[usize::from(*byte)] += 1;
    }
    let share = |count: &u64| *count as f64 / bytes.len() as f64;
    let used = counts.iter().filter(|count| **count > 0);
    used.map(share).map(|p| -p * p.log2()).sum::<f64>().max(0.0)
}

/// Which of the `skipped` size fields says how long the content or the compressed bytes are, in words.
pub fn confirmed_sizes(skipped: &[u8], content: usize, compressed: usize) -> Vec<String> {
    let mut found = Vec::new();
    for at in (0..skipped.len()).step_by(4) {
        let narrow = skipped[at..]
            .first_chunk::<4>()
            .map(|b| u64::from(u32::from_le_bytes(*b)));
        let wide = skipped[at..].first_chunk::<8>().map(|b| u64::from_le_bytes(*b));
        for (length, what) in [(content, "content"), (compressed, "compressed stream")] {
            if [narrow, wide].contains(&Some(length as u64)) {
                found.push(format!("the field at {at} confirms the {what}'s {length} bytes"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_of_known_distributions() {
        assert_eq!(entropy(&[]), 0.0);
        assert_eq!(entropy(&[7; 100]), 0.0);
        assert_eq!(entropy(&[0, 1]), 1.0);
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(entropy(&all), 8.0);
    }

    #[test]
    fn magics_are_looked_for_behind_size_fields() {
        let mut stream = vec![0; 12];
        stream.extend([0x78, 0x9c, 0]);
        let found: Vec<_> = candidates(&stream).into_iter().filter(|c| c.named).collect();
        assert_eq!((found[0].codec, found[0].skipped, found.len()), (Codec::Zlib, 12, 1));
        stream[0] = 0x78;
        stream[1] = 0xdb;
        assert_eq!(candidates(&stream).iter().filter(|c| c.named).count(), 1, "no checksum");
        for (magic, name) in [
            (&b"\x28\xb5\x2f\xfd"[..], "zstd"),
            (b"BZh9", "bzip2"),
            (b"\xfd7zXZ\0", "xz"),
            (b"?", "unknown"),
        ] {
            let stream = [&[0; 4], magic].concat();
            assert_eq!(foreign_codec(&stream), name);
        }
    }

    #[test]
    fn size_fields_are_confirmed() {
        let mut skipped = 300u32.to_le_bytes().to_vec();
        skipped.extend(70u64.to_le_bytes());
        let found = confirmed_sizes(&skipped, 300, 70);
        assert_eq!(
            found,
            [
                "the field at 0 confirms the content's 300 bytes",
                "the field at 4 confirms the compressed stream's 70 bytes"
            ]
        );
        assert!(confirmed_sizes(&[1, 2, 3, 4], 300, 70).is_empty());
    }
}
