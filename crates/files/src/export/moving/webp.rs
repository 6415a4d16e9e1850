//! Pictures → animated WebP, every pixel as it is.
//!
//! Each picture is a lossless image of `image-webp`; the container around them is written here, after "WebP Container Specification",
//! sections "Extended File Format" and "Animation".

use super::changed::Rect;
use super::course::Course;
use super::{Encoder, Sink};
use castview_images::Image;
use image_webp::{ColorType, WebPEncoder};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

const HAS_ALPHA: u8 = 1 << 4;
const IS_ANIMATED: u8 = 1 << 1;
/// Pixels take the place of those before; they are not laid over them.
const REPLACES: u8 = 1 << 1;
/// The first bytes of a file of one image: `RIFF`, a size, `WEBP`.
const HEAD: usize = 12;

pub(super) struct WebP {
    out: BufWriter<Sink>,
    course: Course,
    before: Option<Image>,
    index: usize,
    /// Bytes so far, after the size of the file.
    written: u64,
}

impl WebP {
    pub fn begin(sink: Sink, course: Course) -> io::Result<Self> {
        let mut begun = Self {
            out: BufWriter::new(sink),
            course,
            before: None,
            index: 0,
            written: 4,
        };
        // The size is written at the end.
        begun.out.write_all(b"RIFF\0\0\0\0WEBP")?;
        let mut features = vec![HAS_ALPHA | IS_ANIMATED, 0, 0, 0];
        course.size.iter().for_each(|side| put_24(&mut features, side - 1));
        begun.chunk(b"VP8X", &features)?;
        // The color behind all, which nothing shows, and how often it plays: for ever.
        begun.chunk(b"ANIM", &[0; 6])?;
        Ok(begun)
    }

    fn chunk(&mut self, name: &[u8; 4], content: &[u8]) -> io::Result<()> {
        self.written += 8 + content.len() as u64 + content.len() as u64 % 2;
        let too_large = || io::Error::other("WebP holds at most 4 GiB: draw fewer or smaller pictures");
        u32::try_from(self.written).map_err(|_| too_large())?;
        self.out.write_all(name)?;
        self.out.write_all(&(content.len() as u32).to_le_bytes())?;
        self.out.write_all(content)?;
        self.out.write_all(&[0][..content.len() % 2])
    }
}

impl Encoder for WebP {
    fn add(&mut self, image: Image) -> io::Result<()> {
        let rect = match &self.before {
            Some(before) => Rect::changed(before, &image).at_even(),
            None => Rect::whole(self.course.size),
        };
        let ticks = self.course.ticks(self.index, 1000.0);
        let mut content = Vec::new();
        for value in [rect.x / 2, rect.y / 2, rect.width - 1, rect.height - 1, ticks as u32] {
            put_24(&mut content, value);
        }
        content.push(REPLACES);
        let cut = rect.cut::<4>(&image.rgba, image.width);
        let mut file = Vec::new();
        WebPEncoder::new(&mut file)
            .encode(&cut, rect.width, rect.height, ColorType::Rgba8)
            .map_err(io::Error::other)?;
        content.extend_from_slice(&file[HEAD..]);
        self.chunk(b"ANMF", &content)?;
        self.before = Some(image);
        self.index += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.seek(SeekFrom::Start(4))?;
        self.out.write_all(&(self.written as u32).to_le_bytes())?;
        self.out.flush()
    }
}

/// The lower 24 bits, the lowest byte first.
fn put_24(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_le_bytes()[..3]);
}
