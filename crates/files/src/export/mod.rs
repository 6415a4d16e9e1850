//! Pixels → bytes of a picture, and bytes → a file.
//!
//! In: an [`Image`](castview_images::Image), or bytes that are to be kept. Out: bytes (the same pixels always give the same bytes), or a file.
//! Never leaves half a file.

mod png;
mod replace;

pub use png::png;
pub use replace::replace;
