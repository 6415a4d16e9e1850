//! MRTK2 input animations: a recorded head, two hands and a gaze (spec/mrtk-input-animation.md).
//!
//! In: the bytes of one file. Out: a [`Document`] of curves and markers that mirrors them, with every repair reported.
//! Never here: a `.bin` that is something else; these files are known by their first eight bytes alone.
//!
//! Ids of diagnostics are `M` and the row of the format's table of malformed input (`M16`), or `M` and the section that
//! decides (`M6.5`).

mod curve;
mod document;
mod error;
mod markers;
mod names;
mod read;
mod repair;
mod scan;

pub use curve::{CURVE_HEAD, CurveView, Key, KeySize};
pub use document::{Document, Marker};
pub use error::{Fault, MrtkError, Problem, Spot};
pub use names::{BONES, CurveName, JOINTS, Side, State};
pub use read::{MAGIC, read};
pub use repair::{is_damaged, repaired_w};
