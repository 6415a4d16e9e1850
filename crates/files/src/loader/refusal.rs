//! A file that could not be opened: the user is told, with a way to open it all the same or with word of the files it waits for.

use super::arrival::Arrival;
use super::batch::{Batch, name_of};
use crate::location_of;
use crate::open::OpenError;
use crate::reach::Reach;
use castview_base::core::Options;
use castview_picture::opened::{FileKey, Placement, Retry, Waits, wishes};
use std::path::{Path, PathBuf};

impl Batch {
    /// The button that would make the file open after `error`. `count` files came together.
    pub(super) fn retry(
        &self,
        error: &OpenError,
        (path, key): (&Path, FileKey),
        reach: &Reach,
        options: Options,
        count: usize,
    ) -> Option<Retry> {
        let outside = wishes(&reach.outside());
        let (label, options, wishes) = match error.remedy() {
            // Whoever agrees to one has not agreed to the other.
            Some(remedy) => (remedy.label, options.with(remedy.key, remedy.value), Vec::new()),
            None if outside.is_empty() => return None,
            None => ("Allow", options, outside),
        };
        Some(Retry {
            label,
            file: key,
            location: location_of(path),
            options,
            wishes,
            placement: self.placement_later(count),
        })
    }

    /// Placement of a file that is opened after the `count` files it came with.
    fn placement_later(&self, count: usize) -> Placement {
        match self.placement {
            // The others are there by then.
            Placement::Replace | Placement::Over { .. } if count > 1 => Placement::Add,
            // The walk may have gone on.
            Placement::Walk => Placement::Replace,
            placement => placement,
        }
    }

    /// Awaited by a file that was refused for want of files beside it; `None` where nothing can come.
    pub(super) fn waits(&self, (path, key): (&Path, FileKey), reach: &Reach, count: usize) -> Option<Waits> {
        let (sought, mut names) = (reach.sought(), reach.sought_names());
        let short: Vec<PathBuf> = match sought.is_empty() {
            true => reach.beside().into_iter().map(|(path, _)| path).collect(),
            false => Vec::new(),
        };
        names.extend(short.iter().map(|path| name_of(path)));
        self.shared.memory().refuse(key, path, sought);
        (!names.is_empty()).then(|| Waits {
            file: key,
            names,
            folders: reach.awaited().iter().map(|folder| location_of(folder)).collect(),
            short: short.iter().map(|path| location_of(path)).collect(),
            placement: self.placement_later(count),
        })
    }

    /// `details`: the path, and bytes of it.
    pub fn fail(
        &self,
        path: &Path,
        (message, details): (String, String),
        (retry, waits): (Option<Retry>, Option<Waits>),
    ) {
        self.send(Arrival::Failed {
            generation: self.generation,
            name: name_of(path),
            location: location_of(path),
            message,
            details,
            retry,
            waits: waits.map(Box::new),
        });
    }
}
