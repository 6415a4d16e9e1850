//! Pictures that move → a file.
//!
//! In: pictures one after another, in the order that is asked for. Out: a file that is whole, or the old one. They are encoded on a thread of
//! their own while the next ones are drawn; two wait for it at most, so that memory does not grow with their number.

mod apng;
mod changed;
mod course;
mod ffmpeg;
mod gif;
mod palette;
mod recording;
mod webp;

pub use course::Course;
pub use ffmpeg::has_ffmpeg;
pub use recording::{RecordError, Recording};

use castview_images::Image;
use std::fs::File;
use std::io;
use std::path::Path;

/// The unfinished file.
type Sink = File;

/// Writes pictures in the order of time.
trait Encoder: Send {
    fn add(&mut self, image: Image) -> io::Result<()>;
    /// Writes what remains.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// How pictures that move are stored in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovingFormat {
    /// 255 colors, hundredths of a second, transparent or not.
    Gif,
    /// Animated PNG: every pixel as it is.
    Apng,
    /// Lossless: every pixel as it is.
    WebP,
    /// H.264, by `ffmpeg`; never transparent.
    Mp4,
    /// VP9, by `ffmpeg`.
    WebM,
}

impl MovingFormat {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Gif, Self::Apng, Self::WebP, Self::Mp4, Self::WebM];

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::WebP => "webp",
            Self::Mp4 => "mp4",
            Self::WebM => "webm",
        }
    }

    /// The format that the ending of `path` names. PNG may hold a picture or several; here it is none.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str())?;
        Self::ALL
            .into_iter()
            .find(|format| ending.eq_ignore_ascii_case(format.ending()))
    }

    /// Whether the program `ffmpeg` writes it.
    pub fn needs_ffmpeg(self) -> bool {
        matches!(self, Self::Mp4 | Self::WebM)
    }

    /// How the durations of `course` are stored, if not as they are.
    pub fn rounds(self, course: &Course) -> Option<String> {
        let hundredths = course.picture_secs * 100.0;
        let is_exact = (hundredths - hundredths.round()).abs() < 1e-6;
        if self != Self::Gif || is_exact {
            return None;
        }
        let (least, most, secs) = (hundredths.floor() / 100.0, hundredths.ceil() / 100.0, course.secs());
        Some(format!(
            "GIF counts hundredths of a second: pictures of {:.4} s are shown for {least:.2} or {most:.2} s, all of them for {secs:.2} s",
            course.picture_secs
        ))
    }

    /// The most pictures a second that players show as they are meant.
    pub fn most_per_sec(self) -> f64 {
        match self {
            // Many players take a picture of less than two hundredths of a second for a mistake, and show it for ten.
            Self::Gif => 50.0,
            _ => 240.0,
        }
    }
}
