//! Meanings of the colours of surfaces, the parts of the models that they are about, how bright surfaces are, and what a plane leaves out.

pub(crate) mod fitting;
pub(crate) mod inputs;
pub(crate) mod lamp;
pub mod legend;
pub mod marked;
pub mod mesh_marks;
pub(crate) mod posed_points;
pub(crate) mod section;
pub(crate) mod section_choice;
pub(crate) mod tint;
