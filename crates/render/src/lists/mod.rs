//! Lists of the things that one picture draws: meshes, glyphs, lights, fixtures, ghosts.

pub mod bones;
pub mod cover;
pub mod draw_list;
pub mod fixtures;
pub mod ghost_gpu;
pub mod glyphs;
pub mod interleaved;
pub mod lights;
pub mod mirrored;
pub mod on_its_way;
pub mod picked;
pub mod trails;
pub mod view;
