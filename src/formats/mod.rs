//! Bytes → scene and scene → bytes, one folder per format.
pub mod cast;
