//! Models posed at any time and as far as any step: the steps that are done, a model stopped after one of them, and the sentence about it.

pub mod pose_at;
pub mod posing;
pub mod stop;
pub mod told;
