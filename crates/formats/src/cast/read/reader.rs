//! State that is kept while nodes are read.

use crate::cast::names::Names;
use crate::cast::tree::Tree;
use castview_base::core::Diagnostics;

/// A node whose content is being read, or the file itself (`node` is [`FILE`](crate::cast::tree::FILE)).
pub(super) struct Frame {
    pub node: u32,
    /// Nothing of the content may reach past this.
    pub limit: usize,
    /// The end by NodeSize as stored; may lie past `limit`, even past the file.
    pub declared: u64,
    pub children_left: u32,
    /// The sizes of this node and of all in it are not believed: only counts are (cast.md rows 13, 82).
    pub by_counts: bool,
    /// Whether the counts of all children agree with this node's own size; asked once (cast.md row 13).
    pub counts_agree: Option<bool>,
    /// A count was limited (cast.md rows 6, 15), so running out of room was announced.
    pub limited: bool,
    /// The rest of the content cannot be found; what is missing was reported.
    pub abandoned: bool,
}

pub(super) struct Reader<'a> {
    pub bytes: &'a [u8],
    pub diagnostics: &'a mut Diagnostics,
    pub tree: Tree,
    /// The open nodes, outermost (the file) first.
    pub frames: Vec<Frame>,
    pub names: Names,
    pub at: usize,
    /// Bytes to add to every NodeSize (cast.md row 14).
    pub size_excludes: u64,
    /// The file ends here, inside a node (cast.md row 9): everything open is closed as it is.
    pub cut: bool,
}
