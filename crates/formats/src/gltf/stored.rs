//! Where the data of primitives lie: in accessors, or in Draco streams.

use super::json::{Id, Packed, Primitive, Root};
use serde::Deserialize;

/// Draco's name; its primitives need no data of their own.
pub(super) const DRACO: &str = "KHR_draco_mesh_compression";

/// Whether the primitive's data are a stream; no longer once they are unpacked.
pub(super) fn is_packed(primitive: &Primitive) -> bool {
    primitive.extensions.contains_key(DRACO)
}

/// Whether the primitive's positions are in the file as they are.
pub(super) fn has_data(root: &Root, primitive: &Primitive) -> bool {
    let position = primitive.attributes.get("POSITION");
    let position = position.and_then(|id| root.accessors.get(id.get()));
    position.is_some_and(|accessor| accessor.buffer_view.is_some() || accessor.sparse.is_some())
}

/// Views that are Draco streams, each as often as it is named.
pub(super) fn streams(root: &Root) -> impl Iterator<Item = Id> + '_ {
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let extensions = primitives.filter_map(|primitive| primitive.extensions.get(DRACO));
    extensions.filter_map(|extension| Packed::deserialize(extension).ok()?.buffer_view)
}
