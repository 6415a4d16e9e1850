//! The name of an output → what is written there.

use crate::cli::args::MovingArgs;
use crate::cli::output::Failure;
use crate::export::{MovingFormat, StillFormat, has_ffmpeg};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Digits that a number may be filled up to.
const MOST_DIGITS: usize = 20;

/// One picture or several.
#[derive(Clone)]
pub enum Written {
    Still(StillFormat),
    Several(Several),
}

/// Several pictures in one file or in many.
#[derive(Clone)]
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
        if moving.pictures.is_some() {
            return refused(
                "--pictures draws some of the pictures that are numbered: -o needs {index:04} or {frame:04} in its name",
            );
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

/// Place of the name of the file that is drawn.
const NAME: &str = "{name}";

/// Whether each file is drawn by itself, as its name stands in that of the output.
pub fn has_name(output: &Path) -> bool {
    output.to_str().is_some_and(|text| text.contains(NAME))
}

/// `output` with `name` in its places.
pub fn named(output: &Path, name: &Path) -> PathBuf {
    let mut parts = output.to_str().unwrap_or_default().split(NAME);
    let mut path = OsString::from(parts.next().unwrap_or_default());
    for part in parts {
        path.push(name);
        path.push(part);
    }
    path.into()
}

impl Written {
    /// The same for one file of many: its name is no template, whatever stands in it.
    pub fn named(&self, name: &Path) -> Self {
        let mut written = self.clone();
        if let Self::Several(Several::Numbered(template)) = &mut written {
            let name = name.to_string_lossy();
            template.before = template.before.replace(NAME, &name);
            template.after = template.after.replace(NAME, &name);
        }
        written
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

    /// A file may have any name, and that of a template is one.
    #[test]
    fn names_of_files_stand_where_they_say() {
        for (output, wanted) in [
            ("a.png", None),
            ("d/{name}.png", Some("d/x/{index}.png")),
            ("{name}/{name}_b.webp", Some("x/{index}/x/{index}_b.webp")),
        ] {
            let output = Path::new(output);
            let found = has_name(output).then(|| named(output, Path::new("x/{index}")));
            assert_eq!(found.as_deref(), wanted.map(Path::new));
        }
        let output = Path::new("{name}/{frame:03}{name}.png");
        let written = Written::Several(Several::Numbered(Template::of(output).expect("a place")));
        let Written::Several(Several::Numbered(template)) = written.named(Path::new("{frame}")) else {
            panic!("numbered");
        };
        assert_eq!(template.path(0, Some(7.0)), Path::new("{frame}/007{frame}.png"));
    }

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
