//! Pixels → bytes of a picture or of pictures that move, and bytes → a file.
//!
//! In: an [`Image`](castview_images::Image), or bytes that are to be kept. Out: bytes (the same pixels always give the same bytes), or a file.
//! Never leaves half a file.

mod moving;
mod png;
mod replace;
mod still;

pub use moving::{Course, MovingFormat, RecordError, Recording, has_ffmpeg};
pub use png::png;
pub use replace::{ReplacedFiles, Replacement, holds, replace, replace_together, tidy};
pub use still::StillFormat;
