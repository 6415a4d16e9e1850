//! Animations: their channels and keys.

pub mod clip;
pub mod keys;
pub mod pointer;
pub mod visibility;
