//! Why bytes are no input animation, or one that cannot be trusted. Everything less is a diagnostic.

use super::{CurveName, KeySize};
use crate::core::{Place, Rule};
use crate::formats::rules::mrtk as rule;
use std::fmt;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MrtkError {
    #[error("{place}: not an MRTK input animation: truncated header, {length} bytes of 16")]
    TruncatedHeader { place: Place, length: usize },
    #[error("{place}: not an MRTK input animation (magic mismatch): it begins with {found:02x?}")]
    OtherMagic { place: Place, found: [u8; 8] },
    #[error("{place}: an MRTK input animation in big-endian byte order, which is unsupported")]
    BigEndian { place: Place },
    #[error("{place}: version {major}.{minor} of MRTK input animations is not known; 1.0 and 1.1 are")]
    OtherVersion { place: Place, major: i32, minor: i32 },
    /// The first layout that was tried failed like this, and so did the other.
    #[error(
        "{place}: {fault}, read with {keys}{also}; the file is damaged, or a non-standard variant of the format",
        also = also(other)
    )]
    Body {
        place: Place,
        fault: Fault,
        keys: KeySize,
        other: Option<Box<(Fault, KeySize)>>,
    },
    #[error(
        "{place}: a non-standard variant of MRTK input animations: poses of ten curves, with a scale, instead of seven"
    )]
    Variant { place: Place },
}

fn also(other: &Option<Box<(Fault, KeySize)>>) -> String {
    match other.as_deref() {
        Some((fault, keys)) => format!(", and at byte {:#x}: {fault}, read with {keys}", fault.offset),
        None => String::new(),
    }
}

/// What is wrong with a body, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub spot: Spot,
    /// Bytes from the start of the file.
    pub offset: usize,
    pub problem: Problem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Flags,
    Curve(CurveName),
    Tail,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    Truncated,
    NegativeCount(i32),
    TooManyKeys {
        count: i32,
        size: usize,
        left: usize,
    },
    Time(f32),
    Backwards {
        before: f32,
        time: f32,
    },
    WrapMode(i32),
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
