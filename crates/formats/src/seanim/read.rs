//! Bytes → document: header, names, modifiers, keys and notes, one after the other, as far as they are whole.
//!
//! The format stores no sizes of its parts, so reading ends at the first part that is cut off: its successor cannot be found. Lists grow
//! with the bytes of their entries, up to the memory bound for a file of this size (docs/formats/seanim.md §5).

use super::document::{Bone, Document, Header, KeyList, Modifier, Note};
use super::error::SeanimError;
use crate::cut::{self, Here};
use crate::rules::seanim as rule;
use crate::walk::{UintWidth, Walk};
use castview_base::core::{Diagnostics, Place, SharedBytes};

/// The first bytes of every file.
pub const MAGIC: [u8; 6] = *b"SEAnim";
/// Bytes before the header, which counts itself.
const BEFORE: usize = MAGIC.len() + 2;
/// Bytes of the header.
const HEADER: u16 = 0x1c;
/// Memory that a bone and a note take in the document.
const BONE: u64 = 96;
const NOTE: u64 = 128;

const KEYS: u8 = 7;
const NOTES: u8 = 0x40;
const CUSTOM: u8 = 0x80;

/// Memory that the entries of a file of so many bytes may take.
pub(super) fn room(bytes: usize) -> u64 {
    (100 << 20) + 8 * bytes as u64
}

/// Reads a clip.
pub fn read(bytes: SharedBytes, diagnostics: &mut Diagnostics) -> Result<Document, SeanimError> {
    let header = header(&bytes)?;
    if header.size > HEADER {
        diagnostics.report(
            rule::SN3,
            || place("header", MAGIC.len() + 2),
            || {
                format!(
                    "the header has {} bytes more than are known; skipped",
                    header.size - HEADER
                )
            },
        );
    }
    let mut reading = Reading {
        walk: Walk::from(&bytes, BEFORE + usize::from(header.size)),
        header,
        // Half of it is for the scene.
        room: room(bytes.len()) / 2,
        left_out: 0,
        modifiers: Vec::new(),
        bones: Vec::new(),
        notes: Vec::new(),
    };
    for (bit, count, words) in [(KEYS, header.bones, "bones"), (NOTES, header.notes, "notes")] {
        if header.presence & bit == 0 && count > 0 {
            diagnostics.report(
                rule::SN4,
                || place("header", BEFORE + 4),
                || format!("{count} {words} are counted, and the header says that the file has none; taken as none"),
            );
        }
    }
    let has = |bit: u8| header.presence & bit != 0;
    let mut is_whole =
        (!has(KEYS) || reading.bones().is_some()) && (!has(NOTES) || reading.notes(header.notes).is_some());
    let mut custom = None;
    if is_whole && has(CUSTOM) {
        let size = reading.walk.next::<u32>();
        custom = size.and_then(|size| reading.walk.take(size.into()));
        is_whole = custom.is_some();
    }
    let length = bytes.len();
    if !is_whole {
        if has(KEYS) && header.bones > 0 && reading.bones.is_empty() {
            return Err(SeanimError::Cut { length });
        }
        diagnostics.report(rule::SN5, || place("", length), || cut::sentence(&reading.counts()));
    } else if reading.walk.left() > 0 {
        diagnostics.report(
            rule::SN6,
            || place("", reading.walk.at()),
            || format!("{} bytes follow the last part; ignored", reading.walk.left()),
        );
    }
    let Reading {
        modifiers,
        bones,
        notes,
        left_out,
        ..
    } = reading;
    if left_out > 0 {
        diagnostics.report(rule::SN_SIZE, Place::default, || {
            format!("the file holds far more bones or notes than its size has content for; left out: {left_out}")
        });
    }
    Ok(Document {
        bytes: bytes.clone(),
        header,
        modifiers,
        bones,
        notes,
        custom,
    })
}

pub(super) fn place(node_path: &str, offset: usize) -> Place {
    Place {
        node_path: node_path.to_owned(),
        offset: offset as u64,
    }
}

fn header(bytes: &[u8]) -> Result<Header, SeanimError> {
    let short = || SeanimError::TooShort {
        length: bytes.len(),
        wanted: BEFORE + usize::from(HEADER),
    };
    let mut walk = Walk::from(bytes, MAGIC.len());
    let version: u16 = walk.next().ok_or_else(short)?;
    if version != 1 {
        return Err(SeanimError::Version(version));
    }
    let size: u16 = walk.next().ok_or_else(short)?;
    if size < HEADER {
        return Err(SeanimError::Header(size));
    }
    let [kind, flags, presence, properties, ..] = walk.next::<[u8; 6]>().ok_or_else(short)?;
    let rate = walk.next().ok_or_else(short)?;
    let [frames, bones] = walk.next::<[u32; 2]>().ok_or_else(short)?;
    let [modifiers, ..] = walk.next::<[u8; 4]>().ok_or_else(short)?;
    let notes = walk.next().ok_or_else(short)?;
    Ok(Header {
        size,
        kind,
        flags,
        presence,
        properties,
        rate,
        frames,
        bones,
        modifiers,
        notes,
    })
}

struct Reading<'a> {
    walk: Walk<'a>,
    header: Header,
    /// Bytes of memory that are left for entries.
    room: u64,
    /// Entries for which there was no room.
    left_out: u64,
    modifiers: Vec<Modifier>,
    bones: Vec<Bone>,
    notes: Vec<Note>,
}

impl Reading<'_> {
    /// How much of each kind is whole.
    fn counts(&self) -> [Here; 2] {
        let here = |kind, here: usize, bit: u8, total: u32| Here {
            kind,
            here: here as u64,
            total: if self.header.presence & bit != 0 {
                total.into()
            } else {
                0
            },
            at_least: false,
        };
        [
            here(["bone", "bones"], self.bones.len(), KEYS, self.header.bones),
            here(["note", "notes"], self.notes.len(), NOTES, self.header.notes),
        ]
    }

    /// Whether an entry that takes `cost` bytes may be kept.
    fn has_room(&mut self, cost: u64) -> bool {
        let left = self.room.checked_sub(cost);
        self.left_out += u64::from(left.is_none());
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    fn uint(&mut self, width: UintWidth) -> Option<u32> {
        let range = self.walk.take(width.bytes() as u64)?;
        Some(width.read(&self.walk.bytes()[range]))
    }

    /// Names, modifiers and keys.
    fn bones(&mut self) -> Option<()> {
        let count = self.header.bones;
        let mut names = Vec::new();
        for _ in 0..count {
            let name = self.walk.string()?;
            if self.has_room(BONE) {
                names.push(name);
            }
        }
        let width = UintWidth::of(count);
        for _ in 0..self.header.modifiers {
            let at = self.walk.at();
            let bone = self.uint(width)?;
            let kind = self.walk.next()?;
            self.modifiers.push(Modifier { at, bone, kind });
        }
        let mut names = names.into_iter();
        for _ in 0..count {
            let (at, flags) = (self.walk.at(), self.walk.next()?);
            let mut keys = [KeyList::default(); 3];
            for (part, list) in keys.iter_mut().enumerate() {
                if self.header.presence & (1 << part) != 0 {
                    let count = self.uint(self.header.frame_width())?;
                    let size = u64::from(count) * self.header.key_size(part) as u64;
                    let range = self.walk.take(size)?;
                    *list = KeyList { at: range.start, count };
                }
            }
            if let Some(name) = names.next() {
                self.bones.push(Bone { name, at, flags, keys });
            }
        }
        Some(())
    }

    fn notes(&mut self, count: u32) -> Option<()> {
        for _ in 0..count {
            let frame = self.uint(self.header.frame_width())?;
            let name = self.walk.string()?;
            if self.has_room(NOTE) {
                self.notes.push(Note { frame, name });
            }
        }
        Some(())
    }
}
