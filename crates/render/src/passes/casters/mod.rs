//! Casters of shadows: draws of depth, and of the maps that are made of it.
//!
//! In: a picture's items, as somebody sees them. Out: the maps of [`shadows`](super::shadows), filled.

pub mod depths;
pub mod fills;
pub mod sight;
