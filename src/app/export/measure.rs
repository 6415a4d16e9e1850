//! The first pictures of an export → its size and time, about, and a picture to look at.
//!
//! In: the command of the export. Out: what follows from four of its pictures. They are written as numbered PNGs and encoded here, so that
//! every format is measured alike.

use super::child::{CommandNews, CommandProgress, FOR_PROGRAMS};
use crate::app::view_command;
use crate::export::{Course, MovingFormat, Recording, StillFormat};
use crate::files::{Allowance, guard};
use crate::images::{self, Image};
use crate::session::{ExportMeasure, ViewCommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tempfile::TempDir;

/// Pictures that are drawn.
const SAMPLE: &str = "0..3";

/// Pictures that are drawn and looked at.
pub struct ExportProbe {
    folder: Arc<TempDir>,
    command: ViewCommand,
    begun: Instant,
    /// Since the beginning, when the first picture was there and when the last.
    first: Option<(f64, CommandProgress)>,
    last: Option<CommandProgress>,
}

impl ExportProbe {
    /// `folder`: for the pictures; it goes with the probe.
    pub fn new(folder: Arc<TempDir>, command: ViewCommand) -> Self {
        Self {
            folder,
            command,
            begun: Instant::now(),
            first: None,
            last: None,
        }
    }

    fn is_still(command: &ViewCommand) -> bool {
        command.format().is_some_and(|format| format.is_still()) && !command.is_numbered()
    }

    /// Words of the command that draws them. `context`: as for [`view_command::words`].
    pub fn words(
        command: &ViewCommand,
        folder: &Path,
        context: (&Allowance, Option<&str>),
    ) -> Result<Vec<OsString>, String> {
        let mut sample = command.clone();
        let ending = match command.is_numbered() || Self::is_still(command) {
            true => still_ending(command),
            false => ".png",
        };
        let name = match Self::is_still(command) {
            true => format!("0{ending}"),
            false => {
                sample.options.extend(["--pictures".into(), SAMPLE.into()]);
                format!("{{index}}{ending}")
            }
        };
        let words = view_command::words(&sample, context, (folder, &folder.join(name)))?;
        Ok(words.into_iter().chain(FOR_PROGRAMS.map(OsString::from)).collect())
    }

    /// Takes in news of the command; the last ones make the result. `None`: there is none yet, or nobody waits for it.
    pub fn take(&mut self, news: CommandNews) -> Option<Result<ExportMeasure, String>> {
        match news {
            CommandNews::Progress(progress) => {
                if progress.pictures == 1 {
                    self.first = Some((self.begun.elapsed().as_secs_f64(), progress));
                }
                self.last = Some(progress);
                None
            }
            CommandNews::Ended(ended) if ended.is_stopped => None,
            CommandNews::Ended(ended) if !ended.is_done => {
                let why = ended.told.last().cloned();
                Some(Err(why.unwrap_or_else(|| "the command ended without a word".into())))
            }
            CommandNews::Ended(ended) => {
                let measured = guard(|| self.measure(ended.told)).unwrap_or_else(Err);
                Some(measured.map_err(|why| format!("the pictures could not be looked at: {why}")))
            }
        }
    }

    fn measure(&self, mut told: Vec<String>) -> Result<ExportMeasure, String> {
        let ending = still_ending(&self.command);
        let mut paths: Vec<PathBuf> = Vec::new();
        for index in 0.. {
            let path = [ending, ".png"].map(|ending| self.folder.path().join(format!("{index}{ending}")));
            let Some(path) = path.into_iter().find(|path| path.exists()) else {
                break;
            };
            paths.push(path);
        }
        let sizes: Vec<u64> = paths
            .iter()
            .map(|path| std::fs::metadata(path).map_or(0, |file| file.len()))
            .collect();
        let mut pictures = Vec::new();
        for path in &paths {
            let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            pictures.push(images::decode(&bytes, &name.unwrap_or_default()).map_err(|error| error.to_string())?);
        }
        let preview = pictures.first().cloned().ok_or("there is none")?;
        let count = self.last.map_or(1, |last| last.all).max(1);
        let secs = self.last.map_or(0.0, |last| last.seconds);
        let drawn = pictures.len();
        let mean = sizes.iter().sum::<u64>() / drawn.max(1) as u64;
        let (bytes, encoding_secs) = match MovingFormat::of(&named(&self.command)) {
            Some(format) => {
                let course = Course {
                    size: [preview.width, preview.height],
                    count: count as usize,
                    picture_secs: (secs / count as f64).max(1e-3),
                };
                told.extend(format.rounds(&course));
                encoded(pictures, format, &course, self.folder.path())?
            }
            None => (mean * count, 0.0),
        };
        let drawing_secs = match (self.first, self.last) {
            (Some((begun, first)), Some(last)) if last.pictures > 1 => {
                let one = (last.seconds_taken - first.seconds_taken) / (last.pictures - 1) as f64;
                // Both are done at the same time.
                begun + one.max(encoding_secs) * count.saturating_sub(1) as f64
            }
            _ => self.begun.elapsed().as_secs_f64(),
        };
        Ok(ExportMeasure {
            pictures: count,
            secs,
            bytes,
            takes_secs: drawing_secs,
            preview: Arc::new(preview),
            told,
        })
    }
}

/// A name with the ending of the export.
fn named(command: &ViewCommand) -> PathBuf {
    PathBuf::from(format!("a{}", command.ending_of_file()))
}

fn still_ending(command: &ViewCommand) -> &'static str {
    match StillFormat::of(&named(command)) {
        StillFormat::Jpeg => ".jpg",
        StillFormat::Png => ".png",
    }
}

/// Bytes of all pictures of `course`, of which `pictures` are the first, and the seconds that one of them takes.
fn encoded(pictures: Vec<Image>, format: MovingFormat, course: &Course, folder: &Path) -> Result<(u64, f64), String> {
    let begun = Instant::now();
    let written = |some: &[Image]| -> Result<u64, String> {
        let path = folder.join(format!("sample.{}", format.ending()));
        let course = Course {
            count: some.len(),
            ..*course
        };
        let mut recording = Recording::begin(&path, format, course).map_err(|error| error.to_string())?;
        for index in recording.order().to_vec() {
            recording
                .add(index, some[index].clone())
                .map_err(|error| error.to_string())?;
        }
        recording.finish().map_err(|error| error.to_string())?;
        std::fs::metadata(&path)
            .map(|file| file.len())
            .map_err(|error| error.to_string())
    };
    let one = written(&pictures[..1])?;
    let all = written(&pictures)?;
    let taken = begun.elapsed().as_secs_f64() / (pictures.len() + 1) as f64;
    // A file keeps only changes of the later pictures.
    let further = match pictures.len() as u64 - 1 {
        0 => 0,
        more => all.saturating_sub(one).div_ceil(more),
    };
    Ok((one + further * (course.count as u64).saturating_sub(1), taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(at: usize) -> Image {
        let mut rgba = [30, 30, 30, 255].repeat(64 * 64);
        rgba[at * 4..at * 4 + 4].copy_from_slice(&[250, 0, 0, 255]);
        Image {
            width: 64,
            height: 64,
            rgba,
        }
    }

    #[test]
    fn the_first_pictures_tell_the_size_of_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let all: Vec<Image> = (0..40).map(|at| dot(at * 97)).collect();
        for format in [MovingFormat::Gif, MovingFormat::Apng, MovingFormat::WebP] {
            let path = folder.path().join(format!("all.{}", format.ending()));
            let course = Course {
                size: [64, 64],
                count: all.len(),
                picture_secs: 0.04,
            };
            let mut recording = Recording::begin(&path, format, course).expect("writable");
            for index in recording.order().to_vec() {
                recording.add(index, all[index].clone()).expect("writable");
            }
            recording.finish().expect("writable");
            let wanted = std::fs::metadata(&path).expect("written").len() as f64;
            let (bytes, _) = encoded(all[..4].to_vec(), format, &course, folder.path()).expect("encoded");
            let is_near = (0.6..1.6).contains(&(bytes as f64 / wanted));
            assert!(is_near, "{format:?}: {bytes} of {wanted}");
        }
    }
}
