//! A file that is open: on the disk, or inside an archive.

use crate::archive::EntryReader;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Bytes of a file, wherever it lies.
#[derive(Debug)]
pub enum FileHandle {
    Disk(File),
    Inside(EntryReader),
}

impl FileHandle {
    /// Bytes it has.
    pub fn size(&self) -> io::Result<u64> {
        match self {
            Self::Disk(file) => Ok(file.metadata()?.len()),
            Self::Inside(reader) => Ok(reader.size()),
        }
    }
}

impl Read for FileHandle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Disk(file) => file.read(buffer),
            Self::Inside(reader) => reader.read(buffer),
        }
    }

    fn read_to_end(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        match self {
            Self::Disk(file) => file.read_to_end(bytes),
            Self::Inside(reader) => reader.read_to_end(bytes),
        }
    }
}

impl Seek for FileHandle {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::Disk(file) => file.seek(to),
            Self::Inside(reader) => reader.seek(to),
        }
    }
}
