//! Passes that draw over the scene: bones, ways of bones, outlines, labels.

pub mod bones;
pub mod labels;
pub mod outline;
pub mod trails;
