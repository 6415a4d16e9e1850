//! A good file that tests break in one place each, and the checks on what is left of it.

use castview_base::core::{Diagnostics, Severity};
use castview_formats::cast::{Document, NodeDraft, NodeKind, NodeView, PropertyView, read, write, write_document};

pub const MODEL: &str = "root[0]/model[0]";
pub const MESH_A: &str = "root[0]/model[0]/mesh[0]";
pub const MESH_B: &str = "root[0]/model[0]/mesh[1]";
pub const ALL: &str = "root(metadata[up] model[n](material[n](file[p]) mesh[n vp f] mesh[n vp f]) animation[fr])";

pub fn draft() -> NodeDraft {
    let mesh = |name| {
        NodeDraft::new(NodeKind::Mesh)
            .string("n", name)
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2])
    };
    let material = NodeDraft::new(NodeKind::Material)
        .string("n", "skin")
        .child(NodeDraft::new(NodeKind::File).string("p", "skin.png"));
    let model = NodeDraft::new(NodeKind::Model)
        .string("n", "body")
        .child(material)
        .child(mesh("left"))
        .child(mesh("right"));
    NodeDraft::new(NodeKind::Root)
        .child(NodeDraft::new(NodeKind::Metadata).string("up", "z"))
        .child(model)
        .child(NodeDraft::new(NodeKind::Animation).floats("fr", &[30.0]))
}

/// A file under the knife: its bytes, and where things were before anything was changed.
pub struct Patient {
    pub bytes: Vec<u8>,
    pub healthy: Document,
}

impl Patient {
    pub fn new(roots: &[NodeDraft]) -> Self {
        let bytes = write(roots);
        let healthy = read(bytes.clone().into(), &mut Diagnostics::default()).expect("a Cast file");
        Self { bytes, healthy }
    }

    pub fn good() -> Self {
        Self::new(&[draft()])
    }

    pub fn node(&self, path: &str) -> usize {
        self.view(path).offset() as usize
    }

    pub fn view(&self, path: &str) -> NodeView<'_> {
        self.healthy
            .nodes()
            .find(|node| node.path() == path)
            .expect("a node of the healthy file")
    }

    pub fn property(&self, path: &str, name: &str) -> PropertyView<'_> {
        let properties: Vec<_> = self.view(path).properties().collect();
        properties
            .into_iter()
            .find(|p| p.name() == name)
            .expect("a property of the healthy file")
    }

    pub fn header(&self, path: &str, name: &str) -> usize {
        self.property(path, name).offset() as usize
    }

    /// Returns the end of the node's own bytes, before the change.
    pub fn end(&self, path: &str) -> usize {
        self.node(path) + self.view(path).size() as usize
    }

    pub fn put<const N: usize>(mut self, at: usize, value: [u8; N]) -> Self {
        self.bytes[at..at + N].copy_from_slice(&value);
        self
    }

    pub fn put_u32(self, at: usize, value: u32) -> Self {
        self.put(at, value.to_le_bytes())
    }

    /// Changes NodeSize of the node at `path` alone.
    pub fn resize(self, path: &str, by: i64) -> Self {
        let (at, size) = (self.node(path) + 4, self.view(path).size() as i64);
        self.put_u32(at, (size + by) as u32)
    }

    pub fn insert(mut self, at: usize, bytes: &[u8]) -> Self {
        self.bytes.splice(at..at, bytes.iter().copied());
        self
    }

    pub fn remove(mut self, range: std::ops::Range<usize>) -> Self {
        self.bytes.drain(range);
        self
    }

    pub fn cut(mut self, at: usize) -> Self {
        self.bytes.truncate(at);
        self
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }
}

/// Writes the content of a document on one line: `root(model[n](mesh[n vp f]))`.
pub fn outline(document: &Document) -> String {
    fn level<'a>(nodes: impl Iterator<Item = NodeView<'a>>) -> String {
        let one = |node: NodeView<'_>| {
            let names: Vec<_> = node.properties().map(|p| p.name().into_owned()).collect();
            let (names, children) = (names.join(" "), level(node.children()));
            let names = if names.is_empty() { names } else { format!("[{names}]") };
            let children = if children.is_empty() {
                children
            } else {
                format!("({children})")
            };
            format!("{}{names}{children}", node.kind().word())
        };
        nodes.map(one).collect::<Vec<_>>().join(" ")
    }
    level(document.roots())
}

pub fn open(bytes: &[u8]) -> (Document, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let document = read(bytes.to_vec().into(), &mut diagnostics).expect("a Cast file");
    (document, diagnostics)
}

pub type Place<'a> = (&'a str, &'a str, usize);

/// `expected`: id, node path and offset of every diagnostic.
#[track_caller]
pub fn check(patient: &Patient, expected: &[Place<'_>], left: &str) {
    let (document, diagnostics) = open(&patient.bytes);
    let found: Vec<Place<'_>> = diagnostics
        .items()
        .iter()
        .map(|d| (d.rule.id, d.place.node_path.as_str(), d.place.offset as usize))
        .collect();
    assert_eq!(found, expected, "{:#?}", diagnostics.items());
    assert_eq!(outline(&document), left);
    for diagnostic in diagnostics.items() {
        let note = ["C4", "C5", "C19", "C21", "C22", "C31"].contains(&diagnostic.rule.id);
        assert_eq!(diagnostic.rule.severity == Severity::Note, note, "{diagnostic:?}");
        assert!(
            !diagnostic.message.contains('\n') && diagnostic.message.len() < 160,
            "{diagnostic:?}"
        );
    }
    // The rest of the document is whole: written and read again it is the same, with nothing more to repair.
    let (again, diagnostics) = open(&write_document(&document));
    assert_eq!(outline(&again), left);
    for diagnostic in diagnostics.items() {
        assert!(
            ["C5", "C7", "C19", "C20", "C21", "C22", "C25"].contains(&diagnostic.rule.id),
            "{diagnostic:?}"
        );
    }
}
