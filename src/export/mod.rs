//! Pixels → files of pictures.
//!
//! In: an [`Image`](crate::images::Image). Out: bytes; the same pixels always give the same bytes. Never writes a file.

mod png;

pub use png::png;
