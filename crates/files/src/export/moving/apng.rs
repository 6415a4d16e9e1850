//! Pictures → animated PNG, every pixel as it is.

use super::changed::Rect;
use super::course::Course;
use super::{Encoder, Sink};
use castview_images::Image;
use std::io::{self, BufWriter};

pub(super) struct Apng {
    writer: png::Writer<BufWriter<Sink>>,
    course: Course,
    before: Option<Image>,
    index: usize,
}

impl Apng {
    pub fn begin(sink: Sink, course: Course) -> io::Result<Self> {
        let [width, height] = course.size;
        let mut encoder = png::Encoder::new(BufWriter::new(sink), width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::Adaptive);
        let count = u32::try_from(course.count).map_err(io::Error::other)?;
        encoder.set_animated(count, 0).map_err(of_png)?;
        encoder.set_dispose_op(png::DisposeOp::None).map_err(of_png)?;
        encoder.set_blend_op(png::BlendOp::Source).map_err(of_png)?;
        Ok(Self {
            writer: encoder.write_header().map_err(of_png)?,
            course,
            before: None,
            index: 0,
        })
    }
}

impl Encoder for Apng {
    fn add(&mut self, image: Image) -> io::Result<()> {
        let rect = match &self.before {
            Some(before) => Rect::changed(before, &image),
            None => Rect::whole(self.course.size),
        };
        // A second of 60 000 parts holds all usual rates exactly, but only short pictures.
        let denominator: u16 = if self.course.picture_secs < 1.0 { 60_000 } else { 1000 };
        let ticks = self.course.ticks(self.index, denominator.into());
        let ticks = u16::try_from(ticks).unwrap_or(u16::MAX);
        let writer = &mut self.writer;
        writer.set_frame_delay(ticks, denominator).map_err(of_png)?;
        writer.reset_frame_position().map_err(of_png)?;
        writer.set_frame_dimension(rect.width, rect.height).map_err(of_png)?;
        writer.set_frame_position(rect.x, rect.y).map_err(of_png)?;
        let cut = rect.cut::<4>(&image.rgba, image.width);
        writer.write_image_data(&cut).map_err(of_png)?;
        self.before = Some(image);
        self.index += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.writer.finish().map_err(of_png)
    }
}

fn of_png(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
