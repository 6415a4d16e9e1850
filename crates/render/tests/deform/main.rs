//! Where vertices go: the deform pass beside its CPU twin, what is computed from the same rows, and what a ray hits.

mod color_by;
mod laws;
mod picking;
mod seen_through;
mod twins;
