//! Files that end too early, cut at many lengths: what is shown of each is held against what its bytes still hold, as the
//! layout of the whole file says. Cast files are cut in `cast/container`.

mod gltf_files;
mod layout;
mod outlines;
mod recordings;
mod shapes;

use castview_base::core::{Severity, SharedBytes};
use castview_formats::{Import, ImportError, NoSideFiles, Request, SideFiles, import};
use castview_testkit::{assets, gltf, mrtk as recording, shape_file};
use std::collections::BTreeSet;

/// Lengths to cut a file of `length` bytes at: even steps, and around every boundary.
fn cuts(length: usize, steps: usize, boundaries: &[usize]) -> BTreeSet<usize> {
    let even = (1..steps).map(|step| length * step / steps);
    let around = boundaries.iter().flat_map(|at| [at.saturating_sub(1), *at, at + 1]);
    even.chain(around).filter(|cut| (1..length).contains(cut)).collect()
}

fn opened(bytes: &[u8], side_files: &dyn SideFiles) -> Result<Import, ImportError> {
    let request = Request {
        side_files,
        ..Request::alone("stem")
    };
    import(SharedBytes::from(bytes.to_vec()), &request)
}

fn alone(bytes: &[u8]) -> Result<Import, ImportError> {
    opened(bytes, &NoSideFiles)
}

/// Counts of things that a cut file holds and shows, summed over its cuts.
#[derive(Default)]
struct Total {
    held: usize,
    shown: usize,
    cuts: usize,
    shown_cuts: usize,
}

impl Total {
    /// `held` things are whole in the bytes of one cut, `shown` of them are in its scene.
    fn add(&mut self, held: usize, shown: usize) {
        assert!(shown <= held, "{shown} are shown of {held}");
        self.cuts += 1;
        self.held += held;
        self.shown += shown;
        self.shown_cuts += usize::from(shown > 0);
    }

    fn check(&self, what: &str) {
        println!(
            "{what}: {} of {} shown in {} cuts, something in {}",
            self.shown, self.held, self.cuts, self.shown_cuts
        );
        assert!(self.held > 0, "{what}: no cut holds anything");
        assert!(
            self.shown * 100 >= self.held * 95,
            "{what}: {} of {} are shown",
            self.shown,
            self.held
        );
    }
}

/// The one error of a cut file.
fn told(import: &Import) -> &str {
    let items = import.diagnostics.items().iter();
    let errors: Vec<_> = items.filter(|item| item.rule.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(import.diagnostics.is_cut());
    assert!(
        errors[0].message.starts_with("the file is cut off"),
        "{}",
        errors[0].message
    );
    &errors[0].message
}

/// The numbers before and behind `of` in `5 of 8 meshes`.
fn numbers(told: &str, kinds: &[&str]) -> Option<(usize, usize)> {
    let words: Vec<&str> = told.split([' ', ',', ';']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| kinds.contains(word))?;
    let total = words[at - 1].parse().ok()?;
    let of = words[..at].iter().rposition(|word| *word == "of")?;
    Some((words[of - 1].parse().ok()?, total))
}
