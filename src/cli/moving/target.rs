//! The name of an output → what is written there.

use crate::cli::args::MovingArgs;
use crate::cli::output::Failure;
use crate::export::{MovingFormat, StillFormat, has_ffmpeg};
use std::path::{Path, PathBuf};

/// Digits that a number may be filled up to.
const MOST_DIGITS: usize = 20;

/// One picture or several.
pub enum Written {
    Still(StillFormat),
    Several(Several),
}

/// Several pictures in one file or in many.
pub enum Several {
    Moving(MovingFormat),
    Numbered(Template),
}

impl Written {
    /// Fails where the name and the options do not fit.
    pub fn of(output: &Path, moving: &MovingArgs) -> Result<Self, Failure> {
        let refused = |why: &str| Err(Failure::new(why));
        let is_stream = output == Path::new("-") || std::fs::metadata(output).is_ok_and(|there| !there.is_file());
        if let Some(template) = Template::of(output) {
            return Ok(Self::Several(Several::Numbered(template)));
        }
        let format = match MovingFormat::of(output) {
            None if !moving.is_any() => return Ok(Self::Still(StillFormat::of(output))),
            None if is_stream => None,
            None if StillFormat::of(output) == StillFormat::Jpeg => {
                return refused("JPEG holds one picture: number them, as in -o name_{index:04}.jpg");
            }
            None => Some(MovingFormat::Apng),
            format => format,
        };
        match format.filter(|_| !is_stream) {
            None => refused("pictures that move need a file of their own to be written to"),
            Some(format) if format.needs_ffmpeg() && !has_ffmpeg() => {
                Err(Failure::new(crate::export::RecordError::NoFfmpeg { format }))
            }
            Some(format) => Ok(Self::Several(Several::Moving(format))),
        }
    }
}

/// A name with a place for a number in it: `{frame}`, `{index}`, or either with the digits to fill up to: `{frame:04}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    before: String,
    after: String,
    counts_frames: bool,
    digits: usize,
}

impl Template {
    fn of(path: &Path) -> Option<Self> {
        let text = path.to_str()?;
        [("{frame", true), ("{index", false)]
            .into_iter()
            .find_map(|(word, counts_frames)| {
                let (before, rest) = text.split_once(word)?;
                let (digits, after) = rest.split_once('}')?;
                let digits = match digits.strip_prefix(':') {
                    Some(digits) => digits.parse().ok().filter(|digits| *digits <= MOST_DIGITS)?,
                    None if digits.is_empty() => 0,
                    None => return None,
                };
                Some(Self {
                    before: before.to_owned(),
                    after: after.to_owned(),
                    counts_frames,
                    digits,
                })
            })
    }

    /// Whether it is numbered by the clip's frames, else from 0.
    pub fn counts_frames(&self) -> bool {
        self.counts_frames
    }

    pub fn format(&self) -> StillFormat {
        StillFormat::of(Path::new(&self.after))
    }

    /// The file of picture `index`.
    pub fn path(&self, index: usize, frame: Option<f64>) -> PathBuf {
        let number = match frame {
            Some(frame) if self.counts_frames => frame as i64,
            _ => i64::try_from(index).unwrap_or(i64::MAX),
        };
        let Self {
            before, after, digits, ..
        } = self;
        PathBuf::from(format!("{before}{number:0digits$}{after}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_where_they_say() {
        for (name, wanted) in [
            ("a_{frame:04}.png", Some("a_0012.png")),
            ("d/{frame}.jpg", Some("d/12.jpg")),
            ("{index:03}_{frame}.png", Some("{index:03}_12.png")),
            ("{index}.png", Some("3.png")),
            ("{frames}.png", None),
            ("{frame:x}.png", None),
            ("{frame:99}.png", None),
            ("a.png", None),
        ] {
            let path = Template::of(Path::new(name)).map(|template| template.path(3, Some(12.0)));
            assert_eq!(path.as_deref(), wanted.map(Path::new), "{name}");
        }
        let below = Template::of(Path::new("{frame:04}.png")).expect("a place");
        assert_eq!(below.path(0, Some(-5.0)), Path::new("-005.png"));
    }
}
