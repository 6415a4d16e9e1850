//! One entry of an archive: its place, its size and how it is packed.

use std::collections::BTreeMap;

/// How an entry is packed (APPNOTE.TXT 4.4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZipMethod {
    Stored,
    Deflated,
    /// Any other, by its number.
    Unread(u16),
}

/// Bytes that an entry may have whatever it is packed into.
const ANY_BYTES: u64 = 64 << 20;
/// Beyond these, bytes for each packed one. Images of few colours come near it; an archive that is made to burst is far beyond.
const MOST_TIMES: u64 = 128;

/// A file inside an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// Place of its local header.
    pub(super) header: u64,
    pub(super) packed: u64,
    /// Bytes that it has when it is unpacked.
    pub bytes: u64,
    pub(super) method: ZipMethod,
    pub(super) checksum: u32,
    pub(super) is_encrypted: bool,
}

impl ArchiveEntry {
    /// Why it cannot be read; `None`: it can, as far as the list of entries tells.
    pub fn refusal(&self) -> Option<String> {
        let most = ANY_BYTES.max(self.packed.saturating_mul(MOST_TIMES));
        match self.method {
            _ if self.is_encrypted => Some("it is encrypted in its archive".into()),
            ZipMethod::Unread(method) => Some(format!("it is packed by a method of zip that is not read ({method})")),
            ZipMethod::Stored if self.bytes != self.packed => Some("its archive is damaged".into()),
            ZipMethod::Deflated if self.bytes > most => Some(format!(
                "it claims {} bytes in {} of its archive",
                self.bytes, self.packed
            )),
            _ => None,
        }
    }
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveNode {
    /// Its entries, by their names.
    Folder(BTreeMap<String, Self>),
    /// Its place and how it is packed.
    File(ArchiveEntry),
}

impl ArchiveNode {
    /// The node that `names` lead to.
    pub fn at<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Option<&Self> {
        let mut here = self;
        for name in names {
            let Self::Folder(nodes) = here else { return None };
            here = nodes.get(name)?;
        }
        Some(here)
    }
}
