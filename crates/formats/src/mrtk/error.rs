//! Why bytes are no input animation, or one that cannot be trusted. Everything less is a diagnostic.

use super::{CurveName, KeySize};
use crate::rules::mrtk as rule;
use castview_base::core::{Place, Rule};
use std::fmt;

/// Why there is no recording to show. `place` is where in the file it was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MrtkError {
    /// The file ends inside its header.
    #[error("{place}: not an MRTK input animation: truncated header, {length} bytes of 16")]
    TruncatedHeader {
        /// Where.
        place: Place,
        /// Bytes of the file.
        length: usize,
    },
    /// The file does not begin as an input animation.
    #[error("{place}: not an MRTK input animation (magic mismatch): it begins with {found:02x?}")]
    OtherMagic {
        /// Where.
        place: Place,
        /// Bytes that it begins with.
        found: [u8; 8],
    },
    /// The file's first eight bytes stand the wrong way round.
    #[error("{place}: an MRTK input animation in big-endian byte order, which is unsupported")]
    BigEndian {
        /// Where.
        place: Place,
    },
    /// A version that nothing is known of.
    #[error("{place}: version {major}.{minor} of MRTK input animations is not known; 1.0 and 1.1 are")]
    OtherVersion {
        /// Where.
        place: Place,
        /// The first number of the version.
        major: i32,
        /// The second number of the version.
        minor: i32,
    },
    /// The first layout that was tried failed like this, and so did the other.
    #[error(
        "{place}: {fault}, read with {keys}{also}; the file is damaged, or a non-standard variant of the format",
        also = also(other)
    )]
    Body {
        /// Where the first layout failed.
        place: Place,
        /// The fault there.
        fault: Fault,
        /// The size of keys of the first layout.
        keys: KeySize,
        /// How the other layout failed, if it was tried.
        other: Option<Box<(Fault, KeySize)>>,
    },
    /// Poses have a scale, which only a variant of the format has.
    #[error(
        "{place}: a non-standard variant of MRTK input animations: poses of ten curves, with a scale, instead of seven"
    )]
    Variant {
        /// Where.
        place: Place,
    },
}

fn also(other: &Option<Box<(Fault, KeySize)>>) -> String {
    match other.as_deref() {
        Some((fault, keys)) => format!(", and at byte {:#x}: {fault}, read with {keys}", fault.offset),
        None => String::new(),
    }
}

/// A fault of a body, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Which part of the body.
    pub spot: Spot,
    /// Bytes from the start of the file.
    pub offset: usize,
    /// The problem of that part.
    pub problem: Problem,
}

/// A part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The bytes that say which curves there are.
    Flags,
    /// One curve.
    Curve(CurveName),
    /// The part after the curves: markers.
    Tail,
}

/// Problem that a part of a body may have.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The file ends in it.
    Truncated,
    /// A curve with fewer than no keys.
    NegativeCount(i32),
    /// A curve that announces more keys than the file has room for.
    TooManyKeys {
        /// The number it announces.
        count: i32,
        /// Bytes of each key.
        size: usize,
        /// Bytes from there to the end of the file.
        left: usize,
    },
    /// A key at a time that is no number, or infinite.
    Time(f32),
    /// A key before the one it follows.
    Backwards {
        /// Seconds of the key before.
        before: f32,
        /// Seconds of the key.
        time: f32,
    },
    /// A number that stands for no way to go on outside the keys.
    WrapMode(i32),
    /// A number that stands for no way to weigh tangents.
    WeightedMode(i32),
    /// Behind the curves: said by the fault of the tail.
    Tail(String),
}

impl Fault {
    /// The rule that the body breaks.
    pub fn rule(&self) -> &'static Rule {
        match self.problem {
            Problem::Truncated => rule::M7_REFUSED,
            Problem::NegativeCount(_) => rule::M5,
            Problem::TooManyKeys { .. } => rule::M6,
            Problem::Time(_) => rule::M12_REFUSED,
            Problem::Backwards { .. } => rule::M16_REFUSED,
            Problem::WrapMode(_) | Problem::WeightedMode(_) => rule::M18_REFUSED,
            // Alone it refuses nothing.
            Problem::Tail(_) => rule::M9,
        }
    }

    /// The part and its offset, for reports.
    pub fn place(&self) -> Place {
        let node_path = match self.spot {
            Spot::Flags => "flags".into(),
            Spot::Curve(name) => name.to_string(),
            Spot::Tail => "markers".into(),
        };
        Place {
            node_path,
            offset: self.offset as u64,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::Truncated => match self.spot {
                Spot::Curve(name) => write!(f, "truncated in {name}"),
                _ => f.write_str("truncated in the flags"),
            },
            Problem::NegativeCount(count) => write!(f, "{count} keys"),
            Problem::TooManyKeys { count, size, left } => {
                write!(f, "{count} keys of {size} bytes do not fit in the {left} bytes left")
            }
            Problem::Time(time) => write!(f, "a key at time {time}"),
            Problem::Backwards { before, time } => write!(f, "a key at {time} s follows one at {before} s"),
            Problem::WrapMode(mode) => write!(f, "wrap mode {mode}, which does not exist"),
            Problem::WeightedMode(mode) => write!(f, "weighted mode {mode}, which does not exist"),
            Problem::Tail(message) => f.write_str(message),
        }
    }
}

impl MrtkError {
    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::TruncatedHeader { .. } => rule::M1,
            Self::OtherMagic { .. } | Self::BigEndian { .. } => rule::M2,
            Self::OtherVersion { .. } => rule::M3,
            Self::Body { fault, .. } => fault.rule(),
            Self::Variant { .. } => rule::M28,
        }
    }

    /// Where in the file it was found.
    pub fn place(&self) -> &Place {
        match self {
            Self::TruncatedHeader { place, .. }
            | Self::OtherMagic { place, .. }
            | Self::BigEndian { place }
            | Self::OtherVersion { place, .. }
            | Self::Body { place, .. }
            | Self::Variant { place } => place,
        }
    }
}
