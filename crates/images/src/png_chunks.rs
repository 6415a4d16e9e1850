//! The chunks of a PNG file that pixels are made of, and no others.
//!
//! In: the bytes of a PNG file, or their beginning. Out: the same file as a decoder reads it, without colour profiles, texts, times and
//! frames of a film. None of these is shown, and a decoder unpacks some of them before the first pixel: a few bytes to a thousand times
//! as many.

use std::io::{BufRead, Error, ErrorKind, Read, Result as IoResult, Seek, SeekFrom};

/// Bytes of a chunk's length and name.
const HEAD: usize = 8;
/// The mark of a PNG file.
const MARK: usize = 8;
/// Bytes of a checksum, behind the content of a chunk.
const CHECKSUM: usize = 4;

/// Reads a PNG file past all that is no pixel.
pub struct PixelChunks<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The end of what is read as it is.
    until: usize,
}

impl<'a> PixelChunks<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            until: MARK.min(bytes.len()),
        }
    }

    /// Goes on to the next chunk that is read. A chunk that is cut off is given out as it is: the decoder says so.
    fn next_chunk(&mut self) {
        while let Some([a, b, c, d, name @ ..]) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<HEAD>) {
            let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
            let end = self.at.saturating_add(HEAD + CHECKSUM).saturating_add(length);
            let end = end.min(self.bytes.len());
            if is_for_pixels(*name) {
                self.until = end;
                return;
            }
            self.at = end;
        }
        self.until = self.bytes.len();
    }
}

/// A capital letter first means that a picture cannot be read without the chunk. One of the others says which colours are transparent.
fn is_for_pixels(name: [u8; 4]) -> bool {
    name[0].is_ascii_uppercase() || name == *b"tRNS"
}

impl BufRead for PixelChunks<'_> {
    fn fill_buf(&mut self) -> IoResult<&[u8]> {
        if self.at == self.until {
            self.next_chunk();
        }
        Ok(&self.bytes[self.at..self.until])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for PixelChunks<'_> {
    fn read(&mut self, out: &mut [u8]) -> IoResult<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

/// PNG is read from its beginning to its end.
impl Seek for PixelChunks<'_> {
    fn seek(&mut self, _: SeekFrom) -> IoResult<u64> {
        Err(Error::from(ErrorKind::Unsupported))
    }
}
