//! One read-only buffer, shared by everything that borrows from the same file.

use std::ops::Deref;
use std::sync::Arc;

/// The bytes of one file. Clones share the buffer.
///
/// Wraps `Arc<Vec<u8>>` and not `Arc<[u8]>`: turning what `fs::read` returns into the latter copies the whole file.
#[derive(Clone, Debug, Default)]
pub struct SharedBytes(Arc<Vec<u8>>);

impl SharedBytes {
    /// Whether both are the same buffer in memory, not only equal bytes.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(bytes))
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
