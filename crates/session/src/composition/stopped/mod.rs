//! A model stopped after one of its steps: the step, the way to find it again, and the sentence about it.

pub mod posing;
pub mod stop;
pub mod told;
