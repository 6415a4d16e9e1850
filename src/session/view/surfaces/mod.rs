//! What the colours of surfaces tell, and about which parts of the models.

mod inputs;
pub mod legend;
pub mod marked;
pub mod mesh_marks;
