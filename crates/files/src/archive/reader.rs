//! The bytes of one entry, from an open archive.

use super::entry::{ArchiveEntry, ZipMethod};
use flate2::Crc;
use flate2::read::DeflateDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};

/// Bytes of a local header, without its name and its extra fields (APPNOTE.TXT 4.3.7).
const LOCAL: usize = 30;

/// Reads an entry, unpacking as it goes. A seek backwards unpacks the entry from its beginning again. Whoever reaches
/// the end has the checksum checked.
#[derive(Debug)]
pub struct EntryReader {
    entry: ArchiveEntry,
    stream: Stream,
    /// Bytes that were given out since the beginning.
    at: u64,
    crc: Crc,
}

#[derive(Debug)]
enum Stream {
    Stored(Take<File>),
    Deflated(Box<DeflateDecoder<BufReader<Take<File>>>>),
    /// Another beginning failed.
    Gone,
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_owned())
}

impl EntryReader {
    /// Begins to read `entry` of the archive that is open as `archive`.
    pub fn open(archive: File, entry: &ArchiveEntry) -> io::Result<Self> {
        if let Some(why) = entry.refusal() {
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
        Ok(Self {
            entry: entry.clone(),
            stream: Stream::of(archive, entry)?,
            at: 0,
            crc: Crc::new(),
        })
    }

    /// Bytes of the entry.
    pub fn size(&self) -> u64 {
        self.entry.bytes
    }

    fn begin_again(&mut self) -> io::Result<()> {
        let archive = match std::mem::replace(&mut self.stream, Stream::Gone) {
            Stream::Stored(file) => file.into_inner(),
            Stream::Deflated(decoder) => decoder.into_inner().into_inner().into_inner(),
            Stream::Gone => return Err(damaged("its archive could not be read")),
        };
        self.stream = Stream::of(archive, &self.entry)?;
        self.at = 0;
        self.crc.reset();
        Ok(())
    }
}

impl Stream {
    fn of(mut archive: File, entry: &ArchiveEntry) -> io::Result<Self> {
        let mut local = [0; LOCAL];
        archive.seek(SeekFrom::Start(entry.header))?;
        archive.read_exact(&mut local)?;
        if !local.starts_with(b"PK\x03\x04") {
            return Err(damaged("its archive is damaged"));
        }
        let [name, extra] = [26, 28].map(|at| i64::from(u16::from_le_bytes([local[at], local[at + 1]])));
        archive.seek(SeekFrom::Current(name + extra))?;
        let packed = archive.take(entry.packed);
        Ok(match entry.method {
            ZipMethod::Stored => Self::Stored(packed),
            _ => Self::Deflated(Box::new(DeflateDecoder::new(BufReader::new(packed)))),
        })
    }
}

impl Read for EntryReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.entry.bytes - self.at).unwrap_or(usize::MAX);
        let most = buffer.len().min(left);
        let room = &mut buffer[..most];
        if room.is_empty() {
            return Ok(0);
        }
        let count = match &mut self.stream {
            Stream::Stored(file) => file.read(room)?,
            Stream::Deflated(decoder) => decoder.read(room)?,
            Stream::Gone => 0,
        };
        if count == 0 {
            return Err(damaged("its archive is damaged: bytes of it are missing"));
        }
        self.crc.update(&buffer[..count]);
        self.at += count as u64;
        if self.at == self.entry.bytes && self.crc.sum() != self.entry.checksum {
            return Err(damaged("its archive is damaged: a checksum differs"));
        }
        Ok(count)
    }
}

impl Seek for EntryReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let wanted = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.entry.bytes.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let wanted = wanted.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let wanted = wanted.min(self.entry.bytes);
        if wanted < self.at {
            self.begin_again()?;
        }
        let ahead = wanted - self.at;
        io::copy(&mut Read::by_ref(self).take(ahead), &mut io::sink())?;
        Ok(self.at)
    }
}
