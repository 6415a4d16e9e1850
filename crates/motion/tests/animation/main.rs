//! Clips → poses, by hand and against the f64 reference, and what sessions make of clips over time.

mod attach;
mod crowd;
mod ladder;
mod layers;
mod matching;
mod packed_keys;
mod poses;
mod reference;
mod retarget;
mod rig;
mod timeline_limits;
