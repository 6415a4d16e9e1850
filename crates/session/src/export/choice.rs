//! Choices about exported pictures, and the words of `castview render` that they are.
//!
//! In: a choice, and facts about what is open. Out: options of the command. So the window and the command write the same bytes.

use castview_base::core::FrameRange;
use serde::{Deserialize, Serialize};

/// Subject of the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportContent {
    /// One picture: the view as it stands.
    Picture,
    /// One whole loop of what plays.
    #[default]
    Loop,
    /// Frames from one to another.
    Frames,
    /// Turns around the models.
    Turntable,
    /// One picture for each frame that has a notification or a marker.
    Events,
}

impl ExportContent {
    /// All, with their titles.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Picture, "This picture"),
        (Self::Loop, "Loop"),
        (Self::Frames, "Frames"),
        (Self::Turntable, "Turntable"),
        (Self::Events, "Events"),
    ];
}

/// How the pictures are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportFormat {
    /// 255 colors.
    Gif,
    /// Animated WebP, lossless.
    WebP,
    /// Animated PNG.
    Apng,
    /// H.264, by `ffmpeg`.
    Mp4,
    /// VP9, by `ffmpeg`.
    WebM,
    /// One file a picture.
    Png,
    /// One file a picture.
    Jpeg,
}

impl ExportFormat {
    /// Formats of one picture, with their titles.
    pub const STILL: [(Self, &'static str); 2] = [(Self::Png, "PNG"), (Self::Jpeg, "JPEG")];
    /// Formats of several pictures, with their titles.
    pub const MOVING: [(Self, &'static str); 7] = [
        (Self::Gif, "GIF"),
        (Self::WebP, "WebP"),
        (Self::Apng, "APNG"),
        (Self::Mp4, "MP4"),
        (Self::WebM, "WebM"),
        (Self::Png, "PNGs"),
        (Self::Jpeg, "JPEGs"),
    ];

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Gif => ".gif",
            Self::WebP => ".webp",
            Self::Apng => ".apng",
            Self::Mp4 => ".mp4",
            Self::WebM => ".webm",
            Self::Png => ".png",
            Self::Jpeg => ".jpg",
        }
    }

    /// Whether a file holds one picture.
    pub fn is_still(self) -> bool {
        matches!(self, Self::Png | Self::Jpeg)
    }

    /// Whether its pictures can be transparent.
    pub fn has_alpha(self) -> bool {
        !matches!(self, Self::Mp4 | Self::Jpeg)
    }

    /// The most pictures a second that it shows.
    pub fn most_per_sec(self) -> u32 {
        if self == Self::Gif { 50 } else { 240 }
    }
}

/// Size of the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportSize {
    /// As many pixels as the view has.
    #[default]
    AsView,
    /// As large as 10 MB allow, which is the most that Discord takes.
    Discord,
    /// As wide as it is high.
    Square,
    /// Sixteen by nine.
    Wide,
    /// Typed: width and height.
    Own([u32; 2]),
}

/// Pixels of the square.
pub const SQUARE: [u32; 2] = [512, 512];
/// Pixels of 16:9.
pub const WIDE: [u32; 2] = [1280, 720];
/// Bytes of the largest file that Discord takes.
pub const DISCORD_BYTES: u64 = 10_000_000;
/// Pixels that a side of an exported picture may have.
pub const SIDES: [u32; 2] = [16, 8192];
/// The longer side that fitting to a number of bytes begins with.
const FITTED_SIDE: u32 = 720;

/// Background of the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportBackground {
    /// As in the view.
    #[default]
    AsView,
    Transparent,
    Black,
    White,
}

impl ExportBackground {
    /// All, with their titles.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::AsView, "As the view"),
        (Self::Transparent, "Transparent"),
        (Self::Black, "Black"),
        (Self::White, "White"),
    ];
}

/// Everything about exported pictures that outlives a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportChoice {
    pub content: ExportContent,
    /// Format of one picture.
    pub still: ExportFormat,
    /// Format of several pictures.
    pub moving: ExportFormat,
    pub size: ExportSize,
    /// Pictures a second; 0: as many as the clip has.
    pub per_sec: u32,
    /// Turns of a turntable; below 0 the other way around.
    pub turns: i32,
    /// The pose stands still on a turntable.
    pub holds_pose: bool,
    /// Samples a pixel: 1 or 4.
    pub samples: u32,
    pub background: ExportBackground,
}

impl Default for ExportChoice {
    fn default() -> Self {
        Self {
            content: ExportContent::default(),
            still: ExportFormat::Png,
            moving: ExportFormat::Gif,
            size: ExportSize::default(),
            per_sec: 0,
            turns: 1,
            holds_pose: true,
            samples: 4,
            background: ExportBackground::default(),
        }
    }
}

/// Facts about what is open that options follow from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportSubject {
    /// Pixels of the view.
    pub viewport: [u32; 2],
    /// Frame under the playhead; `None`: no clip plays.
    pub frame: Option<f64>,
    /// Frames that are played; `None`: no clip plays.
    pub range: Option<FrameRange>,
    /// The clip starts over, or turns round, at its end.
    pub loops: bool,
    /// Frames with notifications or markers in the range, ascending.
    pub events: Vec<f64>,
}

impl ExportSubject {
    /// Whether there is anything of `content`.
    pub fn has(&self, content: ExportContent) -> bool {
        match content {
            ExportContent::Picture | ExportContent::Turntable => true,
            ExportContent::Loop | ExportContent::Frames => self.range.is_some(),
            ExportContent::Events => !self.events.is_empty(),
        }
    }
}

impl ExportChoice {
    /// With every number in its range.
    pub fn checked(mut self) -> Self {
        if !self.still.is_still() {
            self.still = ExportFormat::Png;
        }
        self.per_sec = self.per_sec.min(240);
        self.turns = self.turns.clamp(-100, 100);
        if self.turns == 0 {
            self.turns = 1;
        }
        if self.samples != 1 {
            self.samples = 4;
        }
        if let ExportSize::Own(sides) = &mut self.size {
            *sides = sides.map(|side| side.clamp(SIDES[0], SIDES[1]));
        }
        self
    }

    /// The content that is exported of `subject`: a choice may be of what is not there now.
    pub fn content_of(&self, subject: &ExportSubject) -> ExportContent {
        match self.content {
            content if subject.has(content) => content,
            _ => ExportContent::Turntable,
        }
    }

    /// The format of that content.
    pub fn format_of(&self, subject: &ExportSubject) -> ExportFormat {
        match self.content_of(subject) {
            ExportContent::Picture => self.still,
            _ => self.moving,
        }
    }

    /// Background that the format can hold.
    pub fn background_of(&self, subject: &ExportSubject) -> ExportBackground {
        match self.background {
            ExportBackground::Transparent if !self.format_of(subject).has_alpha() => ExportBackground::AsView,
            background => background,
        }
    }

    /// Pixels. `fitted`: those that were found to keep a file small enough.
    pub fn size_of(&self, subject: &ExportSubject, fitted: Option<[u32; 2]>) -> [u32; 2] {
        let size = match self.size {
            ExportSize::AsView => subject.viewport,
            ExportSize::Discord => fitted.unwrap_or_else(|| scaled_to(subject.viewport, FITTED_SIDE)),
            ExportSize::Square => SQUARE,
            ExportSize::Wide => WIDE,
            ExportSize::Own(size) => size,
        };
        match self.format_of(subject) {
            // It takes even sides.
            ExportFormat::Mp4 => size.map(|side| (side & !1).max(2)),
            _ => size.map(|side| side.max(1)),
        }
    }

    /// Options of the command. `frames`: the first and the last frame, where the user has typed others than are played.
    pub fn options(&self, subject: &ExportSubject, frames: Option<[f64; 2]>) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut say = |option: &str, value: String| words.extend([option.to_owned(), value]);
        let (content, format) = (self.content_of(subject), self.format_of(subject));
        match content {
            ExportContent::Picture => {}
            ExportContent::Frames => {
                let [first, last] = frames_of(subject, frames);
                say("--frames", format!("{first}..{last}"));
            }
            ExportContent::Events => {
                let frames: Vec<String> = subject.events.iter().map(f64::to_string).collect();
                say("--frames", frames.join(","));
            }
            ExportContent::Turntable => {
                say("--turntable", self.turns.to_string());
                if let Some(frame) = subject.frame.filter(|_| self.holds_pose) {
                    say("--frame", frame.to_string());
                }
            }
            ExportContent::Loop => {}
        }
        if self.per_sec > 0 && !matches!(content, ExportContent::Picture | ExportContent::Events) {
            say("--fps", self.per_sec.min(format.most_per_sec()).to_string());
        }
        match self.background_of(subject) {
            ExportBackground::AsView => {}
            ExportBackground::Transparent => say("--background", "none".into()),
            ExportBackground::Black => say("--background", "000000".into()),
            ExportBackground::White => say("--background", "ffffff".into()),
        }
        if self.samples == 1 {
            say("--samples", "1".into());
        }
        let closes = match content {
            ExportContent::Loop => true,
            ExportContent::Turntable => subject.range.is_some() && !self.holds_pose,
            _ => false,
        };
        // A view that loops says so itself, and how.
        if closes && !subject.loops {
            words.push("--loop".into());
        }
        words
    }

    /// Behind the name of the file: its ending, with a place for the number where each picture is a file.
    pub fn ending(&self, subject: &ExportSubject) -> String {
        let (content, format) = (self.content_of(subject), self.format_of(subject));
        let are_whole = subject.events.iter().all(|frame| frame.fract() == 0.0);
        let number = match content {
            ExportContent::Picture => "",
            _ if !format.is_still() => "",
            ExportContent::Events if are_whole => "_{frame:04}",
            _ => "_{index:04}",
        };
        format!("{number}{}", format.ending())
    }
}

/// The first and the last frame: those that were typed, else those that are played.
pub fn frames_of(subject: &ExportSubject, typed: Option<[f64; 2]>) -> [f64; 2] {
    let played = subject.range.map_or([0.0; 2], |range| [range.start, range.end]);
    let [first, last] = typed
        .filter(|frames| frames.iter().all(|frame| frame.is_finite()))
        .unwrap_or(played);
    [first, last.max(first)]
}

/// The same shape with a longer side of at most `longest`.
fn scaled_to(size: [u32; 2], longest: u32) -> [u32; 2] {
    let now = size[0].max(size[1]).max(1);
    match now > longest {
        true => scaled(size, f64::from(longest) / f64::from(now)),
        false => size,
    }
}

/// The same shape, smaller, with even sides.
pub fn scaled(size: [u32; 2], by: f64) -> [u32; 2] {
    size.map(|side| ((f64::from(side) * by / 2.0).floor() as u32 * 2).clamp(SIDES[0], SIDES[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject() -> ExportSubject {
        ExportSubject {
            viewport: [801, 601],
            frame: Some(2.5),
            range: Some(FrameRange { start: -3.0, end: 9.0 }),
            loops: true,
            events: vec![1.0, 7.0],
        }
    }

    #[test]
    fn choices_are_words_of_the_command() {
        use ExportContent::{Events, Frames, Loop, Picture, Turntable};
        let usual = ExportChoice::default();
        let of = |content| ExportChoice { content, ..usual };
        let still = ExportSubject {
            viewport: [801, 601],
            ..ExportSubject::default()
        };
        let once = ExportSubject {
            loops: false,
            ..subject()
        };
        for (choice, subject, options, ending) in [
            (of(Picture), subject(), "", ".png"),
            (of(Loop), subject(), "", ".gif"),
            (of(Loop), once.clone(), "--loop", ".gif"),
            (of(Frames), subject(), "--frames -3..9", ".gif"),
            (of(Turntable), subject(), "--turntable 1 --frame 2.5", ".gif"),
            (
                ExportChoice {
                    holds_pose: false,
                    turns: -2,
                    per_sec: 60,
                    ..of(Turntable)
                },
                once,
                "--turntable -2 --fps 50 --loop",
                ".gif",
            ),
            (of(Events), subject(), "--frames 1,7", ".gif"),
            (
                ExportChoice {
                    moving: ExportFormat::Jpeg,
                    background: ExportBackground::Transparent,
                    samples: 1,
                    per_sec: 5,
                    ..of(Events)
                },
                subject(),
                "--frames 1,7 --samples 1",
                "_{frame:04}.jpg",
            ),
            (
                ExportChoice {
                    moving: ExportFormat::Png,
                    background: ExportBackground::Transparent,
                    per_sec: 60,
                    ..of(Loop)
                },
                subject(),
                "--fps 60 --background none",
                "_{index:04}.png",
            ),
            // No clip plays: there is nothing else that moves.
            (of(Loop), still, "--turntable 1", ".gif"),
        ] {
            assert_eq!(choice.options(&subject, None).join(" "), options, "{choice:?}");
            assert_eq!(choice.ending(&subject), ending, "{choice:?}");
        }
        let typed = of(Frames).options(&subject(), Some([4.0, 2.0]));
        assert_eq!(typed, ["--frames", "4..4"], "the last is not before the first");
    }

    #[test]
    fn sizes_are_those_of_the_view_or_of_the_preset() {
        let of = |size, moving| ExportChoice {
            size,
            moving,
            ..ExportChoice::default()
        };
        for (choice, fitted, wanted) in [
            (of(ExportSize::AsView, ExportFormat::Gif), None, [801, 601]),
            (of(ExportSize::AsView, ExportFormat::Mp4), None, [800, 600]),
            (of(ExportSize::Discord, ExportFormat::Gif), None, [720, 540]),
            (of(ExportSize::Discord, ExportFormat::Gif), Some([320, 240]), [320, 240]),
            (of(ExportSize::Square, ExportFormat::Gif), Some([320, 240]), SQUARE),
            (of(ExportSize::Own([33, 17]), ExportFormat::Mp4), None, [32, 16]),
        ] {
            assert_eq!(choice.size_of(&subject(), fitted), wanted, "{choice:?}");
        }
    }

    #[test]
    fn settings_that_were_written_by_hand_are_made_usable() {
        let odd = ExportChoice {
            still: ExportFormat::Gif,
            per_sec: 9999,
            turns: 0,
            samples: 3,
            size: ExportSize::Own([0, u32::MAX]),
            ..ExportChoice::default()
        };
        let wanted = ExportChoice {
            per_sec: 240,
            size: ExportSize::Own(SIDES),
            ..ExportChoice::default()
        };
        assert_eq!(odd.checked(), wanted);
    }
}
