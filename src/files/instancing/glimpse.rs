//! A quick look at what hovers over the window: a few hundred bytes, so that words can be chosen before anything is opened.
//!
//! Never follows what a file says further than its topmost nodes.

use crate::files::read::open_named;
use crate::formats::cast::{NodeKind, outline};
use crate::formats::{Guess, sniff};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// What opening a file or folder is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glimpse {
    /// Models, instances, or nothing that could be told.
    Models,
    /// Clips and nothing to show them on.
    Clips,
    /// Nothing that is opened here.
    Other(Guess),
    /// With so many files to open directly in it.
    Folder(usize),
    /// It cannot be read.
    Unreadable,
}

/// Looks at `path`. May wait for a slow disk: made for a thread of its own.
pub fn glimpse(path: &Path) -> Glimpse {
    if path.is_dir() {
        return Glimpse::Folder(crate::files::loader::cast_files_in(&[path.to_owned()]).len());
    }
    open_named(path).map_or(Glimpse::Unreadable, |mut file| look(&mut file))
}

fn look(file: &mut (impl Read + Seek)) -> Glimpse {
    let mut beginning = Vec::new();
    if file.take(512).read_to_end(&mut beginning).is_err() {
        return Glimpse::Unreadable;
    }
    match sniff(&beginning) {
        Guess::Cast => {}
        // Most hold a model, and they would have to be read as a whole to tell.
        Guess::Shape | Guess::Glb | Guess::Gltf | Guess::Mrtk => return Glimpse::Models,
        other => return Glimpse::Other(other),
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
        true => Glimpse::Clips,
        false => Glimpse::Models,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::cast::{NodeDraft, write};
    use crate::formats::mrtk::MAGIC;

    #[test]
    fn content_decides_not_the_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = |kinds: &[NodeKind]| {
            let children = kinds.iter().map(|kind| NodeDraft::new(*kind));
            write(&[NodeDraft::new(NodeKind::Root).children(children)])
        };
        for (name, bytes, wanted) in [
            ("a.cast", root(&[NodeKind::Model, NodeKind::Animation]), Glimpse::Models),
            (
                "b.cast",
                root(&[NodeKind::Metadata, NodeKind::Animation]),
                Glimpse::Clips,
            ),
            (
                "c.cast",
                root(&[NodeKind::Instance, NodeKind::Animation]),
                Glimpse::Models,
            ),
            ("d.cast", root(&[]), Glimpse::Models),
            ("e.cast", b"\x89PNG\r\n\x1a\n".to_vec(), Glimpse::Other(Guess::Png)),
            ("f.txt", root(&[NodeKind::Animation]), Glimpse::Clips),
            ("g.cast", Vec::new(), Glimpse::Other(Guess::Empty)),
            ("h.bin", MAGIC.to_vec(), Glimpse::Models),
            ("i.bin", vec![0; 64], Glimpse::Other(Guess::Unknown)),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("writable");
            assert_eq!(glimpse(&path), wanted, "{name}");
        }
        // A recording counts, a buffer of the same ending does not.
        assert_eq!(glimpse(folder.path()), Glimpse::Folder(7));
        assert_eq!(glimpse(&folder.path().join("nowhere.cast")), Glimpse::Unreadable);
    }
}
