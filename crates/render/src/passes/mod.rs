//! One file per pass: build the pipeline, record the commands.

pub mod background;
pub mod bones;
pub mod common;
pub mod cut;
pub mod cut_shader;
pub mod floor;
pub mod full_screen;
pub mod hair;
pub mod late;
pub mod outline;
pub mod pick;
pub mod points;
pub mod shadows;
pub mod surfaces;
pub mod trails;
pub mod vertices;
pub mod wire;
