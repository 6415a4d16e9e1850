//! Targets of the clips of a file, found without reading their keys.
//!
//! In: a file. Out: the names that its curves have, each once, in file order. For lists of many files: sizes are believed as they are, and
//! anything odd ends the look, because reading the file properly comes later.

use super::layout::{FILE_HEADER, NODE_HEADER, NodeHeader, PROPERTY_HEADER, PropertyHeader, u32_at};
use super::{NodeId, NodeKind, PropertyType};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Seek};

/// Nodes and properties that are looked at.
const MOST: usize = 200_000;
/// Bytes of a name: of a longer one the beginning counts.
const LONGEST: usize = 1024;

/// The names of all that the curves of `file` move.
pub fn targets(file: impl Read + Seek) -> Vec<String> {
    let mut walk = Walk {
        file: BufReader::new(file),
        at: 0,
        left: MOST,
        seen: HashSet::new(),
        names: Vec::new(),
    };
    // The names that were found before it went wrong still tell what the file is about.
    let _: Option<()> = walk.file();
    walk.names
}

struct Walk<R> {
    file: BufReader<R>,
    /// Where it reads.
    at: u64,
    left: usize,
    seen: HashSet<String>,
    names: Vec<String>,
}

impl<R: Read + Seek> Walk<R> {
    /// `None` when it cannot go on.
    fn file(&mut self) -> Option<()> {
        let roots = u32_at(&self.bytes::<FILE_HEADER>()?, 8);
        (0..roots).try_for_each(|_| self.node(0))
    }

    /// A node with so many others around it. Curves are looked for in animations, and these in roots.
    fn node(&mut self, around: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let begin = self.at;
        let header = NodeHeader::at(&self.bytes::<NODE_HEADER>()?, 0, NODE_HEADER)?;
        let end = begin.checked_add(u64::from(header.size))?;
        let deepest = |kind| if kind == NodeKind::Root { 0 } else { 1 };
        match NodeId(header.id).kind() {
            NodeKind::Curve => {
                for _ in 0..header.property_count {
                    if let Some(name) = self.property(true)? {
                        if !name.is_empty() && self.seen.insert(name.clone()) {
                            self.names.push(name);
                        }
                        break;
                    }
                }
            }
            kind @ (NodeKind::Root | NodeKind::Animation) if around <= deepest(kind) => {
                self.properties(&header)?;
                for _ in 0..header.child_count {
                    self.node(around + 1)?;
                }
            }
            _ => {}
        }
        self.go_to(end)
    }

    fn properties(&mut self, header: &NodeHeader) -> Option<()> {
        (0..header.property_count).try_for_each(|_| self.property(false).map(drop))
    }

    /// Steps over a property. The inner `Some`: it is the name of what a curve moves, which is `wanted`.
    fn property(&mut self, wanted: bool) -> Option<Option<String>> {
        self.left = self.left.checked_sub(1)?;
        let header = PropertyHeader::at(&self.bytes::<PROPERTY_HEADER>()?, 0);
        let is_short = header.name_size == 2;
        let is_name = match is_short {
            true => self.bytes::<2>()? == *b"nn",
            false => {
                self.go_to(self.at + header.name_size as u64)?;
                false
            }
        };
        match PropertyType::from_code(header.code)?.element_size() {
            Some(size) => {
                let end = self.at.checked_add(u64::from(header.count) * size as u64)?;
                self.go_to(end)?;
                Some(None)
            }
            None => {
                let mut first = None;
                for _ in 0..header.count {
                    self.left = self.left.checked_sub(1)?;
                    let text = self.text()?;
                    first.get_or_insert(text);
                }
                Some(first.filter(|_| wanted && is_name))
            }
        }
    }

    fn text(&mut self) -> Option<String> {
        let mut text = Vec::new();
        let read = (&mut self.file).take(LONGEST as u64).read_until(0, &mut text).ok()?;
        self.at += read as u64;
        (text.pop()? == 0).then(|| String::from_utf8_lossy(&text).into_owned())
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes).ok()?;
        self.at += N as u64;
        Some(bytes)
    }

    /// Never back: a file that says so is odd.
    fn go_to(&mut self, at: u64) -> Option<()> {
        let ahead = at.checked_sub(self.at)?;
        self.file.seek_relative(i64::try_from(ahead).ok()?).ok()?;
        self.at = at;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NodeDraft, write};
    use super::*;
    use std::io::Cursor;

    fn curve(name: &str, key: &str) -> NodeDraft {
        NodeDraft::new(NodeKind::Curve)
            .u32s("kb", &[0; 4000])
            .string("kp", key)
            .string("nn", name)
            .floats("kv", &[0.0; 4000])
    }

    #[test]
    fn names_of_all_curves_are_told_once_and_a_cut_file_tells_what_is_left() {
        let clip = |names: &[&str]| {
            NodeDraft::new(NodeKind::Animation)
                .string("n", "nn")
                .floats("fr", &[30.0])
                .children(names.iter().flat_map(|name| [curve(name, "rq"), curve(name, "tx")]))
        };
        let model = NodeDraft::new(NodeKind::Model).child(NodeDraft::new(NodeKind::Skeleton));
        let file = write(&[NodeDraft::new(NodeKind::Root)
            .child(clip(&["hip", "knee"]))
            .child(model)
            .child(clip(&["knee", "foot"]))]);
        let wanted = ["hip", "knee", "foot"];
        assert_eq!(targets(Cursor::new(&file)), wanted);
        for length in (0..file.len()).step_by(7) {
            let found = targets(Cursor::new(&file[..length]));
            assert!(
                wanted.starts_with(&found.iter().map(String::as_str).collect::<Vec<_>>()),
                "{length}"
            );
        }
    }

    /// Clips in clips are no way down, and sizes that lead back end the look.
    #[test]
    fn odd_files_end_the_look() {
        let mut clip = NodeDraft::new(NodeKind::Animation).child(curve("deep", "rq"));
        for _ in 0..20 {
            clip = NodeDraft::new(NodeKind::Animation).child(clip);
        }
        let file = write(&[NodeDraft::new(NodeKind::Root).child(clip)]);
        assert_eq!(targets(Cursor::new(&file)), [""; 0]);
        let mut file = write(&[NodeDraft::new(NodeKind::Root).child(curve("bone", "rq"))]);
        file[FILE_HEADER + 4..FILE_HEADER + 8].fill(0);
        assert!(targets(Cursor::new(&file)).len() <= 1);
    }
}
