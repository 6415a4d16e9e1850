//! A pose: sampled, layered, followed by mode, made into palettes.

#[cfg(test)]
mod any;
pub mod at;
pub mod by_hand;
pub mod evaluate;
pub mod follow;
pub mod ladder;
pub mod layer;
pub mod locals;
pub mod mirror;
pub mod mode;
pub mod palette;
pub mod posed;
pub mod stop;
pub mod unposed;
