//! Marks on the ruler: keys, and findings of a search for trouble.

mod keys;
mod troubles;

pub use keys::KeyTicks;
pub use troubles::TroubleTicks;
