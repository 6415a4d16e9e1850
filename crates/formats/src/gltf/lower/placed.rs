//! Scene meshes that the mesh of a node became.

use castview_base::core::Transform;
use std::ops::Range;
use std::sync::Arc;

/// Scene meshes that one node's mesh became.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub node: usize,
    /// The meshes of all its primitives. Those that stand at several places come after all others.
    pub meshes: Range<usize>,
    /// Names of its shapes, by target.
    pub targets: Vec<String>,
    /// `node_from_mesh`, if the node has instances.
    pub places: Option<Arc<Vec<Transform>>>,
}
