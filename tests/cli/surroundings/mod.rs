//! The surroundings of the program: the disk, the terminal, and words typed there.

mod bulk;
mod documented;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(target_os = "linux")]
mod room;
mod sparse;
mod terminal;
mod words;
