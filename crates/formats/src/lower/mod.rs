//! The laws of lowering, each written once for all formats.
//!
//! In: numbers of one file, from wherever its format keeps them, and the points that its format decides for itself. Out: lawful numbers, and counts
//! of the faults. Never here: a document, a rule or a sentence. Each format reports what was found by its own rules.

pub(crate) mod directions;
pub(crate) mod keys;
pub(crate) mod names;
pub(crate) mod points;
pub(crate) mod rest;
pub(crate) mod scan;
pub(crate) mod skin;
pub(crate) mod slots;
pub(crate) mod textures;
pub(crate) mod topology;
pub(crate) mod weights;
