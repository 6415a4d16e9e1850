//! Pictures that move: one session and one device, drawn at one time after another.

mod reel;
mod schedule;

pub use reel::Reel;
pub use schedule::{FrameSpan, FrameWish, MovingError, MovingWish, Played, Schedule, TURN_SECS};
