//! Meanings of the colours of surfaces, the parts of the models that they are about, and how bright surfaces are.

pub(crate) mod fitting;
mod inputs;
pub mod legend;
pub mod marked;
pub mod mesh_marks;
pub(crate) mod posed_points;
