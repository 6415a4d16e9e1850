//! One file per pass: build the pipeline, record the commands.

pub mod background;
pub mod bones;
pub mod common;
pub mod deform;
pub mod floor;
pub mod full_screen;
pub mod ghost;
pub mod hair;
pub mod mesh;
pub mod outline;
pub mod pick;
pub mod points;
pub mod shade;
pub mod trails;
pub mod wire;
