//! Ways of drawing for software adapters alone: triangles of dense meshes have numbers, and the nearest is found before anything is shaded.
//!
//! The module `plain` beside this folder stands for it where it is left out.

mod dense;
mod nearest;

pub use dense::{Dense, Numbers, kept};
pub use nearest::{FEWEST, Found, LARGEST_PX, Numbered, PlacedMesh, RUN, Sought, layout, most_bytes};
