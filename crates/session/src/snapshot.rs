//! Snapshots of all that opening files changes, for undo.
//!
//! In: a stage, edits, what plays. Out: the same later, with the content of files as it was read last: that is never taken back.

use super::edits::SharedEdits;
use super::playback::state::KeptPlayhead;
use super::{LayerKey, Stage};
use castview_base::core::{BoneIndex, Camera};
use castview_picture::PlacedKey;
use castview_picture::opened::{TextureState, held_bytes};
use std::collections::BTreeSet;
use std::sync::Arc;

/// All that an open changes.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub stage: Stage,
    pub edits: SharedEdits,
    pub playhead: KeptPlayhead,
    pub keyed_layer: Option<LayerKey>,
    /// `None`: everything was framed.
    pub camera: Option<Camera>,
}

/// An open that can be taken back, or was.
#[derive(Clone, Debug)]
pub(crate) struct OpenStep {
    /// Before the open; once it is taken back, after it.
    pub there: Snapshot,
    /// Files took the place of others, which nobody has brought back beside them.
    pub replaced: bool,
    /// The bone that the files were dropped over: they may hang there.
    pub over: Option<(PlacedKey, BoneIndex)>,
    /// The drop hung the files on a bone; they may be opened in place of what was there.
    pub hung: bool,
}

impl OpenStep {
    /// Bytes of the scenes it holds whose addresses are not among `known`, which they join: arrays, and images of textures.
    pub fn held_bytes(&self, known: &mut BTreeSet<usize>) -> u64 {
        let mut bytes = 0_u64;
        for file in self.there.stage.files() {
            let inside = file
                .instances
                .files
                .iter()
                .map(|inside| (&inside.scene, &inside.textures));
            for (scene, textures) in std::iter::once((&file.scene, &file.textures)).chain(inside) {
                if !known.insert(Arc::as_ptr(scene) as usize) {
                    continue;
                }
                let images = textures.iter().map(|entry| match &entry.state {
                    TextureState::Ready(image) => image.bytes(),
                    _ => 0,
                });
                bytes = images.fold(bytes.saturating_add(held_bytes(scene)), u64::saturating_add);
            }
        }
        bytes
    }
}
