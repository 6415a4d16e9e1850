//! The only room with paths: what may be opened, textures searched, bytes → scenes, loading in the background.
//!
//! In: paths from the user and paths from files, which are not to be trusted alike. Out: bytes, scenes, images.
//! Never writes.

#![deny(missing_docs)]

mod archive;
mod decode_plan;
mod decoding;
mod demo;
mod environment;
pub mod export;
mod folder_list;
mod instancing;
mod loader;
mod machine;
mod open;
mod paths;
mod reach;
mod read;
mod read_error;
mod side_files;
mod texture_check;
mod texture_search;
mod textures;
mod unreadable;
mod watch;

pub use archive::{Archive, ArchiveNode, EntryReader};
pub use castview_base::core::guard;
pub use decode_plan::DecodeBudget;
pub use decoding::{Decoded, Shrunk, decode_all};
pub use demo::{DEMO_KEYS, DEMO_TEXTURES, demo_files, demo_texture, open_demo};
pub use environment::{EnvironmentError, open_environment};
pub use folder_list::{OPENED_TOGETHER, list_folder, list_places, peek};
pub use instancing::instance_search::InstanceSearch;
pub use instancing::instances::{MAX_DEPTH, check_instances, open_instances};
pub use instancing::peek::Peek;
pub use loader::{Arrival, Loader, Prefetched, Trouble};
pub use machine::{
    CacheTrouble, SHADER_CACHE_OFF, free_memory, hold_shader_cache, ignored_signals, shader_cache_trouble,
    system_memory,
};
pub use open::{OpenError, Opened, import_as, open_file, open_file_as};
pub use paths::{location_of, path_of, plain_path, shell_word, whole_location_of};
pub use reach::{Allowance, Reach, ReachedFile, Together, file_bytes, is_folder, on_disk};
pub use read::{MAX_FILE_BYTES, Progress, STDIN, bytes_of, file_stem, folder_of, read, read_at_most};
pub use read_error::ReadError;
pub use side_files::Beside;
pub use texture_check::check_textures;
pub use texture_search::{TextureSearch, texture_folders};
pub use textures::{ImageSource, WantedTexture, cutting_textures, find_textures, named_image};
pub use unreadable::{image_parts, no_model};
pub use watch::{News, Watch};
