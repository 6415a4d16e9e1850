//! Files over the window → batches.
//!
//! In: winit's events, one per file. Out: the files of one event-loop turn as one batch, and what hovers meanwhile.
//! Never opens a file.

use std::path::PathBuf;

#[derive(Debug, Default)]
pub struct Drops {
    hovering: Vec<PathBuf>,
    dropped: Vec<PathBuf>,
}

impl Drops {
    pub fn hovered(&mut self, path: PathBuf) {
        self.hovering.push(path);
    }

    pub fn cancelled(&mut self) {
        self.hovering.clear();
    }

    pub fn dropped(&mut self, path: PathBuf) {
        // The hover ends with the first file of its drop: the platform sends no cancellation then.
        self.hovering.clear();
        self.dropped.push(path);
    }

    /// What letting go now would do, in one line.
    pub fn hint(&self) -> Option<String> {
        match self.hovering.as_slice() {
            [] => None,
            [one] => {
                let name = one
                    .file_name()
                    .map_or_else(|| one.to_string_lossy(), |name| name.to_string_lossy());
                Some(if one.is_dir() {
                    format!("Look for textures in {name}")
                } else {
                    format!("Open {name}")
                })
            }
            many => Some(format!("Open {} files", many.len())),
        }
    }

    /// Everything dropped since the last call: called once per event-loop turn, so that is one batch.
    pub fn take_batch(&mut self) -> Option<Vec<PathBuf>> {
        (!self.dropped.is_empty()).then(|| std::mem::take(&mut self.dropped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_turn_are_one_batch() {
        let mut drops = Drops::default();
        drops.hovered("a.cast".into());
        drops.hovered("b.cast".into());
        assert_eq!(drops.hint().as_deref(), Some("Open 2 files"));
        assert_eq!(drops.take_batch(), None);

        drops.dropped("a.cast".into());
        drops.dropped("b.cast".into());
        assert_eq!(drops.hint(), None);
        assert_eq!(drops.take_batch(), Some(vec!["a.cast".into(), "b.cast".into()]));
        assert_eq!(drops.take_batch(), None);

        drops.hovered("c.cast".into());
        assert_eq!(drops.hint().as_deref(), Some("Open c.cast"));
        drops.cancelled();
        assert_eq!((drops.hint(), drops.take_batch()), (None, None));
    }
}
