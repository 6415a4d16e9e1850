//! Pictures → GIF.
//!
//! In: pictures in the order of time, and the colors of all. All have one palette. Only the rectangle that changed is stored, and in it only
//! what changed.

use super::Sink;
use super::changed::Rect;
use super::course::Course;
use super::palette::{FewColors, Histogram, MOST_COLORS, OPAQUE};
use castview_images::Image;
use gif::{DisposalMethod, Encoder as Writer, Frame, Repeat};
use std::io::{self, BufWriter, Write};

/// The index that shows nothing.
const NOTHING: u8 = MOST_COLORS as u8;

pub(super) struct Gif {
    writer: Writer<BufWriter<Sink>>,
    course: Course,
    palette: FewColors,
    /// Indices that are on the screen before the waiting picture.
    screen: Vec<u8>,
    /// A picture that is written once it is known whether the next one shows nothing where this one shows something.
    waiting: Option<Vec<u8>>,
    index: usize,
}

impl Gif {
    /// `histogram`: of the pictures that come.
    pub fn begin(sink: Sink, course: Course, histogram: &Histogram) -> io::Result<Self> {
        let palette = histogram.palette();
        let mut bytes = palette.colors.concat();
        bytes.resize(3 * (MOST_COLORS + 1), 0);
        let [width, height] = course.size;
        let too_large = |_| io::Error::other("GIF holds at most 65535 pixels a side");
        let (width, height) = (
            u16::try_from(width).map_err(too_large)?,
            u16::try_from(height).map_err(too_large)?,
        );
        let mut writer = Writer::new(BufWriter::new(sink), width, height, &bytes).map_err(of_gif)?;
        writer.set_repeat(Repeat::Infinite).map_err(of_gif)?;
        Ok(Self {
            writer,
            palette,
            screen: vec![NOTHING; width as usize * height as usize],
            course,
            waiting: None,
            index: 0,
        })
    }

    pub fn add(&mut self, image: &Image) -> io::Result<()> {
        let width = self.course.size[0];
        let texels = image.rgba.chunks_exact(4).zip(0u32..);
        let indices: Vec<u8> = texels
            .map(|(texel, at)| match texel[3] >= OPAQUE {
                true => self
                    .palette
                    .index([texel[0], texel[1], texel[2]], at % width, at / width),
                false => NOTHING,
            })
            .collect();
        if let Some(waiting) = self.waiting.take() {
            let clears = waiting
                .iter()
                .zip(&indices)
                .any(|(before, now)| *before != NOTHING && *now == NOTHING);
            self.write(waiting, clears)?;
        }
        self.waiting = Some(indices);
        Ok(())
    }

    /// `clears`: the next picture begins on an empty screen.
    fn write(&mut self, indices: Vec<u8>, clears: bool) -> io::Result<()> {
        let (size, screen) = (self.course.size, &self.screen);
        // Only its rectangle is cleared: everything that is seen lies in it.
        let counts = |at: usize| indices[at] != screen[at] || clears && indices[at] != NOTHING;
        let rect = if self.index == 0 {
            Rect::whole(size)
        } else {
            Rect::around(size, counts)
        };
        let now = rect.cut::<1>(&indices, size[0]);
        let before = rect.cut::<1>(screen, size[0]);
        let buffer: Vec<u8> = now
            .iter()
            .zip(&before)
            .map(|(now, before)| if now == before { NOTHING } else { *now })
            .collect();
        let side = |pixels: u32| pixels as u16;
        let frame = Frame {
            delay: self.course.ticks(self.index, 100.0).min(u16::MAX.into()) as u16,
            dispose: if clears {
                DisposalMethod::Background
            } else {
                DisposalMethod::Keep
            },
            transparent: Some(NOTHING),
            left: side(rect.x),
            top: side(rect.y),
            width: side(rect.width),
            height: side(rect.height),
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.writer.write_frame(&frame).map_err(of_gif)?;
        self.screen = if clears { vec![NOTHING; indices.len()] } else { indices };
        self.index += 1;
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<()> {
        if let Some(waiting) = self.waiting.take() {
            let clears = waiting.contains(&NOTHING);
            self.write(waiting, clears)?;
        }
        self.writer.into_inner().map_err(of_gif)?.flush()
    }
}

fn of_gif(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}
