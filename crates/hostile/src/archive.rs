//! The body of archives: the list of entries, and the bytes of the first few.

use castview_files::{Archive, ArchiveNode, EntryReader};
use std::io::{Cursor, Read, Write};

/// Entries that are unpacked.
const FEW: usize = 4;
/// Bytes of each that are looked at: an entry may honestly be long.
const MOST_BYTES: u64 = 1 << 20;

/// Whether it is an archive. Paths stay inside, and no entry gives more bytes than it claims.
pub fn opens(bytes: &[u8]) -> bool {
    let Ok(archive) = Archive::read(&mut Cursor::new(bytes)) else {
        return false;
    };
    let mut left = FEW;
    let mut open = vec![&archive.root];
    while let Some(node) = open.pop() {
        match node {
            ArchiveNode::Folder(nodes) => {
                for (name, below) in nodes {
                    let is_step = name.is_empty() || name == "." || name == "..";
                    assert!(!is_step && !name.contains(['/', '\\', ':', '\0']), "{name:?}");
                    open.push(below);
                }
            }
            ArchiveNode::File(entry) if left > 0 => {
                left -= 1;
                let mut file = tempfile::tempfile().expect("room for a file");
                file.write_all(bytes).expect("room for a file");
                let Ok(mut reader) = EntryReader::open(file, entry) else {
                    continue;
                };
                let claimed = reader.size();
                let read = std::io::copy(&mut reader.by_ref().take(MOST_BYTES), &mut std::io::sink());
                assert!(read.is_err() || read.is_ok_and(|read| read == claimed.min(MOST_BYTES)));
            }
            ArchiveNode::File(_) => {}
        }
    }
    true
}
