//! A former stage with the content of files as it was read last.

use crate::{OpenFile, Stage};
use castview_picture::opened::FileKey;
use std::collections::BTreeMap;

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
