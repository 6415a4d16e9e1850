//! A quick look at what hovers over the window: a few hundred bytes, so that words can be chosen before anything is opened.
//!
//! Never follows what a file says further than its topmost nodes.

use castview_formats::cast::{NodeKind, outline};
use castview_formats::{Format, Guess, sniff};
use std::io::{Read, Seek, SeekFrom};

/// Kind of content that opening a file or folder brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peek {
    /// Models, instances, or nothing that could be told.
    Models,
    /// Clips and nothing to show them on.
    Clips,
    /// An image of light, which lights the models unless one of them lacks a texture of its name.
    Light,
    /// Nothing that is opened here.
    Other(Guess),
    /// With so many files to open directly in it; counting ends after the first that are too many to open together.
    Folder(usize),
    /// It cannot be read.
    Unreadable,
}

/// Looks at the first bytes of a file and, of a Cast file, at its topmost nodes.
pub fn look(file: &mut (impl Read + Seek)) -> Peek {
    let mut beginning = Vec::new();
    if file.take(512).read_to_end(&mut beginning).is_err() {
        return Peek::Unreadable;
    }
    let kind = sniff(&beginning);
    match (Format::of(kind), kind) {
        (Some(format), _) if format.is_told_by_nodes => {}
        (Some(_), Guess::SeAnim) => return Peek::Clips,
        // Most hold a model, and they would have to be read as a whole to tell.
        (Some(_), _) => return Peek::Models,
        (None, Guess::Hdr | Guess::OpenExr) => return Peek::Light,
        (None, other) => return Peek::Other(other),
    }
    let kinds = outline(|at| {
        let mut bytes = Vec::new();
        let read = file
            .seek(SeekFrom::Start(at))
            .and_then(|_| file.take(24).read_to_end(&mut bytes));
        if read.is_err() {
            bytes.clear();
        }
        bytes.resize(24, 0);
        bytes.try_into().expect("resized to that")
    });
    let shows = |kind: &NodeKind| matches!(kind, NodeKind::Model | NodeKind::Instance);
    match kinds.contains(&NodeKind::Animation) && !kinds.iter().any(shows) {
        true => Peek::Clips,
        false => Peek::Models,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peek;
    use castview_formats::cast::{NodeDraft, write};
    use castview_formats::mrtk::MAGIC;

    #[test]
    fn content_decides_not_the_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = |kinds: &[NodeKind]| {
            let children = kinds.iter().map(|kind| NodeDraft::new(*kind));
            write(&[NodeDraft::new(NodeKind::Root).children(children)])
        };
        for (name, bytes, wanted) in [
            ("a.cast", root(&[NodeKind::Model, NodeKind::Animation]), Peek::Models),
            ("b.cast", root(&[NodeKind::Metadata, NodeKind::Animation]), Peek::Clips),
            ("c.cast", root(&[NodeKind::Instance, NodeKind::Animation]), Peek::Models),
            ("d.cast", root(&[]), Peek::Models),
            ("e.cast", b"\x89PNG\r\n\x1a\n".to_vec(), Peek::Other(Guess::Png)),
            ("j.hdr", b"#?RADIANCE\n".to_vec(), Peek::Light),
            ("k.exr", b"\x76\x2f\x31\x01\x02\0\0\0".to_vec(), Peek::Light),
            ("f.txt", root(&[NodeKind::Animation]), Peek::Clips),
            ("g.cast", Vec::new(), Peek::Other(Guess::Empty)),
            ("g.seanim", b"SEAnim\x01\0\x1c\0".to_vec(), Peek::Clips),
            ("g.semodel", b"SEModel\x01\0\x14\0".to_vec(), Peek::Models),
            ("h.bin", MAGIC.to_vec(), Peek::Models),
            ("i.bin", vec![0; 64], Peek::Other(Guess::Zeros)),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("writable");
            assert_eq!(peek(&path), wanted, "{name}");
        }
        // A recording counts, a buffer of the same ending does not.
        assert_eq!(peek(folder.path()), Peek::Folder(9));
        assert_eq!(peek(&folder.path().join("nowhere.cast")), Peek::Unreadable);
    }
}
