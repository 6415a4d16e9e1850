//! Clips → poses, by hand and against the f64 reference, and what sessions make of clips over time.

#[path = "../common/mod.rs"]
mod common;

mod attach;
mod crowd;
mod decisions;
mod layers;
mod matching;
mod packed_keys;
mod poses;
mod reference;
mod rig;
mod timeline_limits;
