//! Results of opening files: scenes, textures and instances as they were found, and what may still be asked for.
//!
//! Plain data: made by `files`, shown by `session` and `offline`. Never here: paths followed, or what a user makes of it.

mod environment;
mod file;
mod folder;
mod held;
mod instances;
mod key;
mod outside;
mod request;
mod texture;

pub use environment::EnvironmentImage;
pub use file::{Decided, OpenedFile, PACKED_BYTES};
pub use folder::{FolderList, FolderNews, ListedFile, ListedKind, Place, Places, Targets};
pub use held::held_bytes;
pub use instances::{InstancedFile, Instances, NamedPath, Standing, StandsFor, Target};
pub use key::FileKey;
pub use outside::{Consent, Outside, OutsideKind, Wish, told, wishes};
pub use request::{FoundFile, Lacking, Placement, Relink, Retry, Waits};
pub use texture::{Elsewhere, TextureEntry, TextureState};
