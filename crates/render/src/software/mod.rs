//! Draws of a picture for software adapters alone. The module `plain` beside this folder stands for it where it is left out.
//!
//! In: meshes of many small triangles. Out: the same pictures, in less time.

mod dense;
mod numbering;
mod shading;

pub use dense::{finds_dots, make_ahead, prepare, prepare_maps};

use crate::passes::late::{AnyPass, late};

/// Passes that only these draws need.
pub fn passes(samples: u32) -> Vec<Box<dyn AnyPass>> {
    vec![
        late::<numbering::NumberingPass>(samples),
        late::<shading::FoundPass>(samples),
    ]
}
