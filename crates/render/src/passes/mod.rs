//! One file per pass: build the pipeline, record the commands.

pub mod background;
pub mod casters;
pub mod common;
pub mod cut;
pub mod cut_shader;
pub mod floor;
pub mod hair;
pub mod late;
pub mod list;
pub mod over;
pub mod pass;
pub mod pick;
pub mod picture;
#[cfg(not(feature = "software"))]
pub mod plain;
pub mod points;
pub mod ribbons;
pub mod shadows;
#[cfg(feature = "software")]
pub mod software;
pub mod surfaces;
pub mod weighed;
pub mod wire;

#[cfg(not(feature = "software"))]
pub use plain as software;
