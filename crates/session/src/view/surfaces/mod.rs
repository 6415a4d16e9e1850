//! Meanings of the colours of surfaces, and the parts of the models that they are about.

mod inputs;
pub mod legend;
pub mod marked;
pub mod mesh_marks;
pub(crate) mod posed_points;
