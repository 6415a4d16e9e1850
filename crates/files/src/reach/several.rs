//! Files that were taken though others would do as well: nothing of the wanted name lies there, and several have its name in another letter
//! case, or its stem.

use super::{Listings, Roots};
use castview_base::core::{Diagnostics, Place};
use castview_formats::rules::common as rule;
use std::path::Path;
use std::sync::Arc;

/// Choices that are remembered of one file.
const MOST_TOLD: usize = 64;
/// Others that are named of each.
const MOST_OTHERS: usize = 8;

/// A file that was taken in a folder, and the others there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOfSeveral {
    /// The name that was looked for.
    wanted: String,
    taken: String,
    others: Vec<String>,
}

impl OneOfSeveral {
    /// The file `taken` for the first of `names` in the real folder `folder`; `None` where no other there would do.
    pub fn of(
        listings: &mut Listings,
        (roots, folder): (&Arc<Roots>, &Path),
        names: &[String],
        taken: &str,
    ) -> Option<Self> {
        let wanted = names.first().filter(|wanted| *wanted != taken)?;
        let mut others: Vec<String> = Vec::new();
        let all: Vec<String> = names.iter().flat_map(|name| listings.spellings(folder, name)).collect();
        for other in all {
            if others.len() < MOST_OTHERS
                && other != taken
                && !others.contains(&other)
                && listings.regular_file(roots, folder, &other).is_ok()
            {
                others.push(other);
            }
        }
        (!others.is_empty()).then(|| Self {
            wanted: wanted.clone(),
            taken: taken.to_owned(),
            others,
        })
    }

    /// Puts it among `all` that are known, once.
    pub fn join(self, all: &mut Vec<Self>) {
        if all.len() < MOST_TOLD && !all.contains(&self) {
            all.push(self);
        }
    }

    /// Reports each of `all`.
    pub fn report(all: &[Self], diagnostics: &mut Diagnostics) {
        for one in all {
            let place = || Place {
                node_path: format!("file {}", one.wanted),
                offset: 0,
            };
            diagnostics.report(rule::T3, place, || {
                let (taken, others) = (&one.taken, one.others.join(", "));
                let lie = if one.others.len() == 1 { "lies" } else { "lie" };
                format!("{taken} is taken for it; {others} {lie} beside it")
            });
        }
    }
}
