//! Costs of a picture's draws, counted before they are recorded, and draws in parts.

mod span;
mod work;

pub use span::{Extent, Span};
pub use work::{Allowance, Work};
