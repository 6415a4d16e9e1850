//! The CPU twin of the deformation shaders.
