//! Compressed bytes whose end is missing → as much of the content as they still hold.
//!
//! In: a stream that could not be opened whole. Out: the beginning of its content, capped; nothing when the stream is
//! damaged before it ends. Linear in what comes out.

use super::codec::{Codec, MOST_MEMBERS, cap_of};
use super::lz4_frame::header_of;
use flate2::{Decompress, FlushDecompress, Status};

/// `input` begins where the candidate does.
pub fn until_end(codec: Codec, input: &[u8]) -> Option<Vec<u8>> {
    let cap = cap_of(input);
    match codec {
        Codec::Plain => None,
        Codec::Zlib => cut(inflate(input, true, cap)?),
        Codec::Gzip => gzip(input, cap),
        Codec::Deflate => cut(inflate(input, false, cap)?),
        Codec::Lz4 => lz4(input, cap),
    }
}

/// The content of a deflated stream, and the number of input bytes if the stream is complete.
struct Inflated {
    content: Vec<u8>,
    whole: Option<usize>,
}

/// Returns the content of a stream that is cut. A whole stream was not refused for its end.
fn cut(inflated: Inflated) -> Option<Vec<u8>> {
    inflated.whole.is_none().then_some(inflated.content)
}

/// Bytes that are made room for at a time.
const ROOM: usize = 1 << 15;

/// `None` when the stream is damaged, or grows past `cap`.
fn inflate(input: &[u8], has_header: bool, cap: u64) -> Option<Inflated> {
    let mut inflate = Decompress::new(has_header);
    let mut content = Vec::new();
    loop {
        content.reserve(ROOM);
        let rest = &input[inflate.total_in() as usize..];
        let before = (inflate.total_in(), inflate.total_out());
        let status = inflate.decompress_vec(rest, &mut content, FlushDecompress::None).ok()?;
        if content.len() as u64 > cap {
            return None;
        }
        let whole = (status == Status::StreamEnd).then_some(inflate.total_in() as usize);
        if whole.is_some() || before == (inflate.total_in(), inflate.total_out()) {
            return Some(Inflated { content, whole });
        }
    }
}

/// Members that are whole, and the one that is not (RFC 1952).
fn gzip(input: &[u8], cap: u64) -> Option<Vec<u8>> {
    let (mut rest, mut out) = (input, Vec::new());
    for _ in 0..MOST_MEMBERS {
        let Some(stream) = behind_gzip_header(rest) else {
            return Some(out);
        };
        let inflated = inflate(stream, false, cap.checked_sub(out.len() as u64)?)?;
        out.extend(inflated.content);
        let Some(taken) = inflated.whole else {
            return Some(out);
        };
        // The checksum and the length: a whole member is held to them, and of the last one they may be cut.
        let Some(behind) = stream.get(taken + 8..) else {
            return Some(out);
        };
        rest = behind;
        if !rest.starts_with(b"\x1f\x8b") {
            return None;
        }
    }
    None
}

/// The deflated stream of a member; `None` when the header itself is cut.
fn behind_gzip_header(member: &[u8]) -> Option<&[u8]> {
    let flags = *member.get(3)?;
    let mut rest = member.get(10..)?;
    if flags & 0x04 != 0 {
        let length = u16::from_le_bytes(*rest.first_chunk()?);
        rest = rest.get(2 + usize::from(length)..)?;
    }
    // A name, a comment.
    for bit in [0x08, 0x10] {
        if flags & bit != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & 0x02 != 0 {
        rest = rest.get(2..)?;
    }
    Some(rest)
}

/// Frames (LZ4 frame format 1.6): a header, then blocks with their size before them.
fn lz4(input: &[u8], cap: u64) -> Option<Vec<u8>> {
    let mut flags = *input.get(4)?;
    let (mut at, mut out) = (header_of(flags), Vec::new());
    while let Some(size) = input.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        let size = u32::from_le_bytes(*size);
        if size == 0 {
            // The end mark. Another frame follows, or what is wrong is no missing end.
            at += 4 + if flags & 0x04 != 0 { 4 } else { 0 };
            let Some(rest) = input.get(at..) else {
                // The checksum of the content is cut.
                return Some(out);
            };
            let next = Some(rest).filter(|rest| rest.starts_with(b"\x04\x22\x4d\x18"))?;
            flags = *next.get(4)?;
            at += header_of(flags);
            continue;
        }
        at += 4;
        let length = (size & 0x7fff_ffff) as usize;
        let block = &input[at..input.len().min(at.saturating_add(length))];
        match size >> 31 {
            1 => out.extend_from_slice(block),
            _ => lz4_block(block, block.len() == length, cap, &mut out)?,
        }
        if out.len() as u64 > cap {
            return None;
        }
        at = at
            .checked_add(length)?
            .checked_add(if flags & 0x10 != 0 { 4 } else { 0 })?;
    }
    Some(out)
}

/// One block behind what is in `out`, where its copies may begin: as far as it goes. `None` when it makes no sense.
fn lz4_block(block: &[u8], is_whole: bool, cap: u64, out: &mut Vec<u8>) -> Option<()> {
    let mut at = 0;
    let cut = if is_whole { None } else { Some(()) };
    // A length of 15 goes on in bytes that are added up, until one is not 255.
    let length = |nibble: u8, at: &mut usize| {
        let mut length = usize::from(nibble);
        let mut last = if nibble == 15 { 255 } else { 0 };
        while last == 255 {
            last = *block.get(*at)?;
            *at += 1;
            length += usize::from(last);
        }
        Some(length)
    };
    while at < block.len() {
        let token = block[at];
        at += 1;
        let Some(literals) = length(token >> 4, &mut at) else {
            return cut;
        };
        let end = block.len().min(at + literals);
        out.extend_from_slice(&block[at..end]);
        at += literals;
        if at >= block.len() {
            // The last sequence of a block has literals alone.
            return Some(());
        }
        let Some(offset) = block[at..].first_chunk::<2>() else {
            return cut;
        };
        let offset = usize::from(u16::from_le_bytes(*offset));
        at += 2;
        let Some(copied) = length(token & 15, &mut at) else {
            return cut;
        };
        let from = out.len().checked_sub(offset).filter(|_| offset > 0)?;
        let copied = copied + 4;
        if (out.len() + copied) as u64 > cap {
            return None;
        }
        for index in from..from + copied {
            out.push(out[index]);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// Every beginning of an LZ4 frame gives a beginning of the content, and all but a few bytes of what it can.
    #[test]
    fn beginnings_of_frames_are_beginnings_of_the_content() {
        let content: Vec<u8> = (0..9000u32).flat_map(|i| (i * i / 7).to_le_bytes()).collect();
        for linked in [false, true] {
            let mode = match linked {
                true => lz4_flex::frame::BlockMode::Linked,
                false => lz4_flex::frame::BlockMode::Independent,
            };
            let info = lz4_flex::frame::FrameInfo::new()
                .block_mode(mode)
                .content_checksum(true);
            let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
            encoder.write_all(&content).expect("written to memory");
            let packed = encoder.finish().expect("written to memory");
            let mut longest = 0;
            for length in (7..packed.len() - 8).step_by(37) {
                let found = until_end(Codec::Lz4, &packed[..length]).expect("a beginning");
                assert!(content.starts_with(&found), "{length}");
                assert!(found.len() >= longest);
                longest = found.len();
            }
            assert!(longest * 100 > content.len() * 98, "{longest}");
            assert_eq!(until_end(Codec::Lz4, &packed), None, "it does not end early");
        }
    }

    #[test]
    fn what_is_damaged_before_its_end_is_not_taken() {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        let content: Vec<u8> = (0..40_000u32).flat_map(|i| (i * i).to_le_bytes()).collect();
        encoder.write_all(&content).expect("written to memory");
        let mut packed = encoder.finish().expect("written to memory");
        let found = until_end(Codec::Zlib, &packed[..packed.len() / 2]).expect("a beginning");
        assert!(content.starts_with(&found) && found.len() > content.len() / 3);
        let at = packed.len() - 1;
        packed[at] ^= 1;
        assert_eq!(until_end(Codec::Zlib, &packed), None, "the checksum is wrong");
    }
}
