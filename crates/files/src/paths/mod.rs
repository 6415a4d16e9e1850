//! Paths as text: to be kept, shown, and typed.

mod location;
mod shell_word;

pub use location::{STDIN, location_of, path_of, plain_path, whole_location_of};
pub use shell_word::shell_word;
