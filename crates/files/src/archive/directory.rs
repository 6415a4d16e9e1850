//! The list of entries at the end of a zip archive (APPNOTE.TXT 4.3.6, 4.3.12 to 4.3.16).

use super::ArchiveError;
use super::entry::{ArchiveEntry, ArchiveNode, ZipMethod};
use super::names::NameReading;
use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

/// Bytes of the record at the end, without its comment.
const END: usize = 22;
/// Bytes of an entry of the list, without its name, its extra fields and its comment.
const ROW: usize = 46;
/// Longest comment.
const MOST_COMMENT: usize = u16::MAX as usize;
/// Longest list that is read.
const MOST_LIST: u64 = 64 << 20;
/// Entries that are looked at.
const MOST_ENTRIES: usize = 1 << 18;
/// Folders on the way to an entry.
const MOST_DEPTH: usize = 64;
/// Folders in all. A path of a few bytes can name many, and each takes a thousand bytes of memory.
const MOST_FOLDERS: usize = 1 << 15;

/// Content of an archive, without any entry's bytes.
#[derive(Debug)]
pub struct Archive {
    /// The folder that the archive is.
    pub root: ArchiveNode,
    /// Entries whose paths lead outside, come twice, are links, do not lie in the file or need too many folders: they are not in
    /// [`Self::root`].
    pub left_out: usize,
    /// A sentence about names that are not UTF-8, of which it was guessed how they are to be read.
    pub guessed_names: Option<String>,
    /// Names that are not UTF-8, by their stored bytes: a guess cannot be turned back, and a path may have them as they are.
    stored_names: BTreeMap<Vec<u8>, String>,
}

fn two(bytes: &[u8], at: usize) -> Option<u16> {
    bytes
        .get(at..at.checked_add(2)?)?
        .first_chunk()
        .map(|two| u16::from_le_bytes(*two))
}

fn four(bytes: &[u8], at: usize) -> Option<u32> {
    bytes
        .get(at..at.checked_add(4)?)?
        .first_chunk()
        .map(|four| u32::from_le_bytes(*four))
}

fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    bytes
        .get(at..at.checked_add(8)?)?
        .first_chunk()
        .map(|eight| u64::from_le_bytes(*eight))
}

/// Place of the list in the file, its length and how many entries it says to have.
struct List {
    at: u64,
    bytes: u64,
    entries: u64,
}

impl Archive {
    /// Reads the list of a file.
    pub fn read(file: &mut (impl Read + Seek)) -> Result<Self, ArchiveError> {
        let length = file.seek(SeekFrom::End(0))?;
        let list = List::find(file, length)?;
        if list.bytes > MOST_LIST {
            return Err(ArchiveError::TooLong);
        }
        if list.at.checked_add(list.bytes).is_none_or(|end| end > length) {
            return Err(ArchiveError::List);
        }
        file.seek(SeekFrom::Start(list.at))?;
        let mut bytes = Vec::new();
        file.take(list.bytes).read_to_end(&mut bytes)?;
        let mut archive = Self {
            root: ArchiveNode::Folder(BTreeMap::new()),
            left_out: 0,
            guessed_names: None,
            stored_names: BTreeMap::new(),
        };
        let most = usize::try_from(list.entries).unwrap_or(usize::MAX).min(MOST_ENTRIES);
        let reading = NameReading::of(names(&bytes, most));
        archive.guessed_names = reading.told(names(&bytes, most));
        let mut folders = MOST_FOLDERS;
        let mut rest = &bytes[..];
        for _ in 0..most {
            if rest.is_empty() {
                break;
            }
            let (row, after) = Row::split(rest).ok_or(ArchiveError::List)?;
            archive.add(&row, reading, (length, &mut folders));
            rest = after;
        }
        Ok(archive)
    }

    /// The name that is shown in place of one of these bytes, which are not UTF-8.
    pub fn name_of_stored(&self, bytes: &[u8]) -> Option<&str> {
        self.stored_names.get(bytes).map(String::as_str)
    }

    /// `names`: the parts of the stored path as they are shown.
    fn remember_stored(&mut self, path: &[u8], names: &[String]) {
        if std::str::from_utf8(path).is_ok() {
            return;
        }
        // No byte of a letter is a slash in any of the encodings. The number of parts tells whether there are other separators.
        let parts = path.strip_suffix(b"/").unwrap_or(path).split(|byte| *byte == b'/');
        if parts.clone().count() != names.len() {
            return;
        }
        for (part, name) in parts.zip(names) {
            if std::str::from_utf8(part).is_err() && !self.stored_names.contains_key(part) {
                self.stored_names.insert(part.to_vec(), name.clone());
            }
        }
    }

    /// Adds an entry of a file of `length` bytes where its path leads, unless that is outside or taken. `folders`: how many more may be made.
    fn add(&mut self, row: &Row, reading: NameReading, (length, folders): (u64, &mut usize)) {
        let end = row.entry.header.checked_add(row.entry.packed);
        let is_file = !row.is_link && end.is_some_and(|end| end <= length);
        let is_added = row.names(reading).is_some_and(|names| match is_file {
            false => false,
            true => {
                self.remember_stored(row.name, &names);
                let file = (!row.is_folder(reading)).then(|| row.entry.clone());
                put(&mut self.root, &names, file, folders)
            }
        });
        self.left_out += usize::from(!is_added);
    }
}

/// Names of the first entries of a list, as far as it is whole.
fn names(mut list: &[u8], most: usize) -> impl Iterator<Item = &[u8]> {
    let next = move || {
        let (row, after) = Row::split(list)?;
        list = after;
        Some(row.name)
    };
    std::iter::from_fn(next).take(most)
}

/// Makes the folders on the way, and the file at its end if there is one; `false` where a file is in the way, one of that name is there, or
/// no folder may be made any more.
fn put(root: &mut ArchiveNode, names: &[String], file: Option<ArchiveEntry>, left: &mut usize) -> bool {
    let folders = if file.is_some() {
        &names[..names.len() - 1]
    } else {
        names
    };
    let mut here = root;
    for name in folders {
        let ArchiveNode::Folder(nodes) = here else { return false };
        if !nodes.contains_key(name) {
            let Some(fewer) = left.checked_sub(1) else { return false };
            *left = fewer;
            nodes.insert(name.clone(), ArchiveNode::Folder(BTreeMap::new()));
        }
        let Some(next) = nodes.get_mut(name) else { return false };
        here = next;
    }
    let ArchiveNode::Folder(nodes) = here else { return false };
    match (file, names.last()) {
        (Some(file), Some(name)) if !nodes.contains_key(name) => {
            nodes.insert(name.clone(), ArchiveNode::File(file));
            true
        }
        (file, _) => file.is_none(),
    }
}

impl List {
    fn find(file: &mut (impl Read + Seek), length: u64) -> Result<Self, ArchiveError> {
        let tail = length.min((END + MOST_COMMENT) as u64);
        file.seek(SeekFrom::Start(length - tail))?;
        let mut bytes = Vec::new();
        file.take(tail).read_to_end(&mut bytes)?;
        // The last record whose comment ends with the file: a comment may hold the mark itself.
        let ends_here = |at: &usize| {
            let comment = bytes[*at..]
                .starts_with(b"PK\x05\x06")
                .then(|| two(&bytes, at + 20))
                .flatten();
            comment.is_some_and(|comment| at + END + usize::from(comment) == bytes.len())
        };
        let places = 0..(bytes.len() + 1).saturating_sub(END);
        let at = places.rev().find(ends_here).ok_or(ArchiveError::NoEnd)?;
        let end = &bytes[at..];
        let number = |at| two(end, at).ok_or(ArchiveError::NoEnd);
        let [disk, disk_of_list] = [number(4)?, number(6)?];
        let is_whole = |disk: u16| disk == 0 || disk == u16::MAX;
        if !is_whole(disk) || !is_whole(disk_of_list) {
            return Err(ArchiveError::Parts);
        }
        let short = Self {
            entries: number(10)?.into(),
            bytes: four(end, 12).ok_or(ArchiveError::NoEnd)?.into(),
            at: four(end, 16).ok_or(ArchiveError::NoEnd)?.into(),
        };
        let is_long = short.entries == u64::from(u16::MAX) || [short.bytes, short.at].contains(&u64::from(u32::MAX));
        match is_long {
            true => Self::long(file, length - tail + at as u64, short),
            false => Ok(short),
        }
    }

    /// The record with numbers of 64 bits, which a locator before the end leads to. Without one the short numbers count.
    fn long(file: &mut (impl Read + Seek), end: u64, short: Self) -> Result<Self, ArchiveError> {
        let Some(locator) = end.checked_sub(20) else {
            return Ok(short);
        };
        let mut bytes = [0; 20];
        file.seek(SeekFrom::Start(locator))?;
        file.read_exact(&mut bytes)?;
        if !bytes.starts_with(b"PK\x06\x07") {
            return Ok(short);
        }
        let at = eight(&bytes, 8).ok_or(ArchiveError::List)?;
        if four(&bytes, 16).is_some_and(|disks| disks > 1) {
            return Err(ArchiveError::Parts);
        }
        let mut record = [0; 56];
        file.seek(SeekFrom::Start(at.min(end)))?;
        file.read_exact(&mut record).map_err(|_| ArchiveError::List)?;
        if !record.starts_with(b"PK\x06\x06") {
            return Err(ArchiveError::List);
        }
        let number = |at| eight(&record, at).ok_or(ArchiveError::List);
        Ok(Self {
            entries: number(32)?,
            bytes: number(40)?,
            at: number(48)?,
        })
    }
}

struct Row<'a> {
    name: &'a [u8],
    entry: ArchiveEntry,
    is_link: bool,
}

impl<'a> Row<'a> {
    /// The first row of a list, and what follows.
    fn split(list: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (head, rest) = list.split_at_checked(ROW)?;
        if !head.starts_with(b"PK\x01\x02") {
            return None;
        }
        let (name, rest) = rest.split_at_checked(two(head, 28)?.into())?;
        let (extra, rest) = rest.split_at_checked(two(head, 30)?.into())?;
        let (_, rest) = rest.split_at_checked(two(head, 32)?.into())?;
        let mut numbers = [four(head, 24)?, four(head, 20)?, four(head, 42)?].map(u64::from);
        widen(&mut numbers, extra);
        let [bytes, packed, header] = numbers;
        let is_of_unix = head[5] == 3;
        let mode = four(head, 38)? >> 16;
        let entry = ArchiveEntry {
            header,
            packed,
            bytes,
            method: match two(head, 10)? {
                0 => ZipMethod::Stored,
                8 => ZipMethod::Deflated,
                other => ZipMethod::Unread(other),
            },
            checksum: four(head, 16)?,
            // A list that is encrypted itself hides its names, and sets this, too.
            is_encrypted: two(head, 8)? & 1 == 1,
        };
        let is_link = is_of_unix && mode & 0o170_000 == 0o120_000;
        Some((Self { name, entry, is_link }, rest))
    }

    /// Some encodings have the byte of a separator in their letters, so the text is asked.
    fn is_folder(&self, reading: NameReading) -> bool {
        reading.text(self.name).ends_with(['/', '\\'])
    }

    /// The names on the way to it; `None` where they lead outside, or are none that a folder could have.
    fn names(&self, reading: NameReading) -> Option<Vec<String>> {
        let text = reading.text(self.name);
        // Some programs of Windows write the separator that the format forbids.
        let path = text.strip_suffix(['/', '\\']).unwrap_or(&text);
        let names: Vec<String> = path.split(['/', '\\']).map(str::to_owned).collect();
        let is_plain = |name: &String| {
            let is_step = name.is_empty() || name == "." || name == "..";
            !is_step && !name.contains([':', '\0']) && !name.chars().any(char::is_control)
        };
        (names.len() <= MOST_DEPTH && names.iter().all(is_plain)).then_some(names)
    }
}

/// Takes those numbers of 64 bits that the short ones leave to an extra field (APPNOTE.TXT 4.5.3).
fn widen(numbers: &mut [u64; 3], mut extra: &[u8]) {
    while let (Some(kind), Some(length)) = (two(extra, 0), two(extra, 2)) {
        let Some((field, rest)) = extra[4..].split_at_checked(length.into()) else {
            return;
        };
        if kind == 1 {
            let mut at = 0;
            for number in numbers.iter_mut().filter(|number| **number == u64::from(u32::MAX)) {
                let Some(wide) = eight(field, at) else { return };
                *number = wide;
                at += 8;
            }
            return;
        }
        extra = rest;
    }
}
