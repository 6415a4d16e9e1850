//! A walk over the properties of one node, where they lie in the file.
//!
//! In: a node that was read, so every header and length on the way has been checked. Out: where each property lies.
//! Costs a few reads a property, and no memory: a table of them would be as large as many a file.

use super::PropertyType;
use super::layout::{NODE_HEADER, PROPERTY_HEADER, PropertyHeader, strings_end};
use super::tree::{Node, Tree};

const TEXT: u16 = PropertyType::String.code();

/// Bytes of one element by the low seven bits of its type's code, which differ for all known types; 0 for texts.
const SIZES: [u8; 128] = {
    let mut sizes = [0; 128];
    let mut next = 0;
    while next < PropertyType::ALL.len() {
        let kind = PropertyType::ALL[next];
        let at = (kind.code() & 0x7f) as usize;
        assert!(sizes[at] == 0);
        if let Some(size) = kind.element_size() {
            sizes[at] = size as u8;
        }
        next += 1;
    }
    sizes
};

/// Where one property lies in the file.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Start of the header.
    pub offset: usize,
    /// After the name, where the payload begins.
    pub name_end: usize,
    /// After the payload.
    pub end: usize,
}

impl Spot {
    #[inline]
    pub fn name(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.offset + PROPERTY_HEADER..self.name_end]
    }

    /// Says whether the property is called `name`, whatever the letter case. A property without a name is not called anything.
    #[inline]
    pub fn is_called(self, name: &str, bytes: &[u8]) -> bool {
        let stored = self.name(bytes);
        // Names of a node are mostly told apart by their length or their first letter.
        let begin_alike = |(a, b): (&u8, &u8)| (a ^ b) & !0x20 == 0;
        stored.len() == name.len()
            && stored.first().zip(name.as_bytes().first()).is_some_and(begin_alike)
            && stored.eq_ignore_ascii_case(name.as_bytes())
    }
}

/// The properties of one node in file order.
#[derive(Clone, Debug)]
pub struct Properties<'a> {
    bytes: &'a [u8],
    tree: &'a Tree,
    at: usize,
    left: u32,
}

impl<'a> Properties<'a> {
    /// `node` is one of `tree`, and `bytes` is the file both were read from.
    pub fn of(bytes: &'a [u8], tree: &'a Tree, node: Node) -> Self {
        Self {
            bytes,
            tree,
            at: node.offset as usize + NODE_HEADER,
            left: node.property_count,
        }
    }
}

impl Iterator for Properties<'_> {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        self.left = self.left.checked_sub(1)?;
        let (bytes, offset) = (self.bytes, self.at);
        let header = PropertyHeader::at(bytes, offset);
        let name_end = offset + PROPERTY_HEADER + header.name_size;
        let end = if header.code == TEXT {
            let noted = self.tree.text_end(offset);
            noted.unwrap_or_else(|| strings_end(bytes, name_end, header.count).expect("reading found the terminators"))
        } else {
            name_end + header.count as usize * usize::from(SIZES[usize::from(header.code & 0x7f)])
        };
        self.at = end;
        Some(Spot { offset, name_end, end })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Properties<'_> {}
