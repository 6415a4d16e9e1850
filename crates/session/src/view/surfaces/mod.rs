//! Meanings of the colours of surfaces, the parts of the models that they are about, and how bright surfaces are.

mod fitting;
mod inputs;
pub mod legend;
pub mod marked;
pub mod mesh_marks;
