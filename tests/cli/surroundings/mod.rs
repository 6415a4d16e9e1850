//! What is around the program: the disk, the terminal, and what is typed there.

mod bulk;
#[cfg(target_os = "linux")]
mod full_disk;
mod sparse;
mod terminal;
mod words;
