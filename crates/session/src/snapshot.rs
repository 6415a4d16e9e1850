//! Snapshots of all that opening files changes, for undo.
//!
//! In: a stage, edits, what plays. Out: the same later, with the content of files as it was read last: that is never taken back.

use super::edits::SharedEdits;
use super::playback::state::KeptPlayhead;
use super::{LayerKey, OpenFile, Stage};
use castview_base::core::{BoneIndex, Camera};
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, TextureState, held_bytes};
use std::collections::{BTreeMap, BTreeSet};
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

/// `stage` with the files of `now` in place of its own, where both have them.
pub(crate) fn as_read_last(stage: Stage, now: &Stage) -> Stage {
    let is_shared = |key: FileKey| now.file(key).is_some() && stage.file(key).is_some();
    let files = stage.files.iter();
    let files: Vec<OpenFile> = files.map(|file| now.file(file.key).unwrap_or(file).clone()).collect();
    let models = now.models.iter().filter(|placed| !placed.is_stand_in);
    let mut models = in_groups(models.filter(|placed| is_shared(placed.file)), |placed| placed.file);
    let mut clips = in_groups(now.clips.iter().filter(|clip| is_shared(clip.key.file)), |clip| {
        clip.key.file
    });
    let mut out = Stage {
        files,
        origin: stage.origin,
        ..Stage::default()
    };
    // The first part of a shared file stands for all of them.
    for placed in &stage.models {
        match is_shared(placed.file) && !placed.is_stand_in {
            true => out.models.extend(models.remove(&placed.file).unwrap_or_default()),
            false => out.models.push(placed.clone()),
        }
    }
    out.models.extend(models.into_values().flatten());
    for clip in &stage.clips {
        match is_shared(clip.key.file) {
            true => out.clips.extend(clips.remove(&clip.key.file).unwrap_or_default()),
            false => out.clips.push(clip.clone()),
        }
    }
    out.clips.extend(clips.into_values().flatten());
    out
}

fn in_groups<'a, T: Clone + 'a>(
    items: impl Iterator<Item = &'a T>,
    file: impl Fn(&T) -> FileKey,
) -> BTreeMap<FileKey, Vec<T>> {
    let mut groups: BTreeMap<FileKey, Vec<T>> = BTreeMap::new();
    items.for_each(|item| groups.entry(file(item)).or_default().push(item.clone()));
    groups
}

impl OpenStep {
    /// Bytes of the scenes it holds whose addresses are not among `known`, which they join: arrays, and images of textures.
    pub fn held_bytes(&self, known: &mut BTreeSet<usize>) -> u64 {
        let mut bytes = 0_u64;
        for file in &self.there.stage.files {
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
