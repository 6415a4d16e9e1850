//! A model as one of its steps leaves it: which step, how it is found again, and how it is told.

pub mod posing;
pub mod state;
pub mod stop;
pub mod told;
