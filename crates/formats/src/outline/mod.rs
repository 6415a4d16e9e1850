//! A file as it is stored, of any format: one tree that `castview dump` prints and the window lists.
//!
//! In: the bytes of one file. Out: lines with names, values and byte ranges, each found by its id. Cast files are listed by their nodes and
//! properties where these lie, so a line costs nothing before it is asked for; other formats by the entries that their folders make.

mod entry;
mod line;
mod nodes;
mod outlined;
mod search;
mod tree;
mod values;

pub use entry::OutlineEntry;
pub(crate) use entry::list;
pub use line::{OutlineId, OutlineLine};
pub use outlined::Outlined;
pub use search::{DescribedThing, OutlineThing};
pub use values::{StoredNumber, StoredValues};
