//! The thread that encodes, and what it is given.

use super::apng::Apng;
use super::course::Course;
use super::ffmpeg::Ffmpeg;
use super::gif::Gif;
use super::palette::Histogram;
use super::webp::WebP;
use super::{Encoder, MovingFormat};
use crate::export::StillFormat;
use crate::export::replace::{Replacement, replace};
use castview_images::Image;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Pictures that wait for the encoder.
const WAITING: usize = 2;
/// Memory for pictures of which the palette of a GIF is made before any is written.
const HELD_BYTES: u64 = 128 << 20;

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RecordError {
    #[error("cannot write ({error}): {}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{} is written by the program ffmpeg, which is not found here: install it, or write GIF, APNG or WebP", format.ending().to_uppercase())]
    NoFfmpeg { format: MovingFormat },
    #[error("MP4 takes even sides: {width}x{height} is none, {}x{} would be", width + width % 2, height + height % 2)]
    OddSize { width: u32, height: u32 },
}

enum Given {
    Picture(usize, Image),
    /// All have come.
    End,
}

/// Encodes all that is given; says whether all came.
type Encodes = dyn FnOnce(&Receiver<Given>) -> io::Result<bool> + Send;

/// Pictures on their way into a file. Dropped before it is finished, it leaves nothing behind, and the old file stays.
pub struct Recording {
    pictures: Option<SyncSender<Given>>,
    encoder: Option<JoinHandle<io::Result<()>>>,
    order: Vec<usize>,
    path: PathBuf,
}

impl Recording {
    /// Begins a file at `path`.
    pub fn begin(path: &Path, format: MovingFormat, course: Course) -> Result<Self, RecordError> {
        let told = |error| RecordError::Write {
            path: path.to_owned(),
            error,
        };
        let [width, height] = course.size;
        if format == MovingFormat::Mp4 && (width % 2, height % 2) != (0, 0) {
            return Err(RecordError::OddSize { width, height });
        }
        let mut replacement = Replacement::begin(path).map_err(told)?;
        let sink = replacement.file().try_clone().map_err(told)?;
        let held = match format {
            MovingFormat::Gif => held(&course),
            _ => 0,
        };
        let encoder: Box<Encodes> = match format {
            MovingFormat::Gif => Box::new(move |given| encode_gif(given, sink, course, held)),
            MovingFormat::Apng => {
                let apng = Apng::begin(sink, course).map_err(told)?;
                Box::new(move |given| encode(given, Box::new(apng)))
            }
            MovingFormat::WebP => {
                let webp = WebP::begin(sink, course).map_err(told)?;
                Box::new(move |given| encode(given, Box::new(webp)))
            }
            MovingFormat::Mp4 | MovingFormat::WebM => {
                let begun = Ffmpeg::begin(replacement.for_another(), format, course);
                let ffmpeg = begun.map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => RecordError::NoFfmpeg { format },
                    _ => told(error),
                })?;
                Box::new(move |given| encode(given, Box::new(ffmpeg)))
            }
        };
        let done = move |given: &Receiver<Given>| match encoder(given)? {
            true => replacement.finish(),
            false => Ok(()),
        };
        Ok(Self::on_a_thread(path, order(course.count, held), done))
    }

    /// Begins a file for each of `count` pictures, named by `name`. Each is whole or as it was; those that were written stay.
    pub fn numbered(count: usize, format: StillFormat, name: impl Fn(usize) -> PathBuf + Send + 'static) -> Self {
        let first = name(0);
        let done = move |given: &Receiver<Given>| {
            while let Ok(Given::Picture(index, image)) = given.recv() {
                replace(&name(index), &format.bytes(&image)?)?;
            }
            Ok(())
        };
        Self::on_a_thread(&first, order(count, 0), done)
    }

    fn on_a_thread(
        path: &Path,
        order: Vec<usize>,
        done: impl FnOnce(&Receiver<Given>) -> io::Result<()> + Send + 'static,
    ) -> Self {
        let (pictures, given) = sync_channel(WAITING);
        Self {
            pictures: Some(pictures),
            encoder: Some(std::thread::spawn(move || done(&given))),
            order,
            path: path.to_owned(),
        }
    }

    /// Numbers of the pictures in the order in which they are to be added: each once.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Takes the next picture of [`Self::order`]; waits while the encoder is behind.
    pub fn add(&mut self, index: usize, image: Image) -> Result<(), RecordError> {
        let given = self
            .pictures
            .as_ref()
            .map(|pictures| pictures.send(Given::Picture(index, image)));
        match given {
            Some(Ok(())) => Ok(()),
            // The encoder has given up.
            _ => Err(self
                .fate()
                .err()
                .unwrap_or_else(|| self.told(io::Error::other("the encoder ended early")))),
        }
    }

    /// Gives the file its name, once every picture is in it.
    pub fn finish(mut self) -> Result<(), RecordError> {
        if let Some(pictures) = self.pictures.take() {
            // An encoder that has given up says so below.
            let _ = pictures.send(Given::End);
        }
        self.fate()
    }

    /// Waits for the encoder, and says how it ended.
    fn fate(&mut self) -> Result<(), RecordError> {
        self.pictures = None;
        let ended = self.encoder.take().map_or(Ok(Ok(())), JoinHandle::join);
        let result = ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        result.map_err(|error| self.told(error))
    }

    fn told(&self, error: io::Error) -> RecordError {
        RecordError::Write {
            path: self.path.clone(),
            error,
        }
    }
}

impl Drop for Recording {
    /// Waits until nothing is left behind.
    fn drop(&mut self) {
        self.pictures = None;
        if let Some(encoder) = self.encoder.take() {
            let _ = encoder.join();
        }
    }
}

/// Pictures of a GIF that are held until its palette is known: all, or as many as have room.
fn held(course: &Course) -> usize {
    let room = HELD_BYTES / course.picture_bytes().max(1);
    course.count.min(usize::try_from(room).unwrap_or(usize::MAX).max(1))
}

/// Numbers of `count` pictures: first `held` of them, evenly spread, then the others.
fn order(count: usize, held: usize) -> Vec<usize> {
    let mut is_held = vec![false; count];
    (0..held).for_each(|at| is_held[at * count / held] = true);
    let (first, rest): (Vec<usize>, Vec<usize>) = (0..count).partition(|index| is_held[*index]);
    [first, rest].concat()
}

/// Whether all have come.
fn encode(given: &Receiver<Given>, mut encoder: Box<dyn Encoder>) -> io::Result<bool> {
    loop {
        match given.recv() {
            Ok(Given::Picture(_, image)) => encoder.add(image)?,
            Ok(Given::End) => {
                encoder.finish()?;
                return Ok(true);
            }
            Err(_) => return Ok(false),
        }
    }
}

/// Whether all have come. The first `held` make the palette, and wait for their turn.
fn encode_gif(given: &Receiver<Given>, sink: super::Sink, course: Course, held: usize) -> io::Result<bool> {
    let mut histogram = Histogram::new();
    let mut early = std::collections::BTreeMap::new();
    while early.len() < held {
        let Ok(Given::Picture(index, image)) = given.recv() else {
            return Ok(false);
        };
        histogram.count(&image);
        early.insert(index, image);
    }
    let mut gif = Gif::begin(sink, course, &histogram)?;
    let mut next = 0;
    loop {
        while let Some(image) = early.remove(&next) {
            gif.add(&image)?;
            next += 1;
        }
        match given.recv() {
            Ok(Given::Picture(_, image)) => {
                gif.add(&image)?;
                next += 1;
            }
            Ok(Given::End) => {
                gif.finish()?;
                return Ok(true);
            }
            Err(_) => return Ok(false),
        }
    }
}
