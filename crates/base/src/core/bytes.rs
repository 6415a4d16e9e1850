//! One read-only buffer, shared by everything that borrows from the same file.

use std::ops::Deref;
use std::sync::Arc;

/// The bytes of one file. Clones share the buffer.
///
/// Wraps `Arc<Vec<u8>>` and not `Arc<[u8]>`: turning what `fs::read` returns into the latter copies the whole file.
#[derive(Clone, Debug, Default)]
pub struct SharedBytes(Arc<Vec<u8>>, Option<Arc<Origin>>);

/// Where bytes come from that are not those of the opened file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Another file, by the name that the opened one gives it.
    Beside(String),
    /// No file holds them as they are: what they were made from, as a sentence without its full stop.
    Made(String),
}

impl SharedBytes {
    /// The same bytes, said to come from there.
    pub fn from_origin(self, origin: Origin) -> Self {
        Self(self.0, Some(Arc::new(origin)))
    }

    /// `None`: they are those of the opened file.
    pub fn origin(&self) -> Option<&Origin> {
        self.1.as_deref()
    }

    /// Whether both are the same buffer in memory, not only equal bytes.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(bytes), None)
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
