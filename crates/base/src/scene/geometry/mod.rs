//! Geometry that is deformed and drawn: meshes, skins, blend shapes, hair.

pub mod blend_shape;
pub mod blend_shapes;
pub mod coarse;
pub mod faces;
pub mod geosets;
pub mod hair;
pub mod mesh;
pub mod skin;
pub mod uv_layout;
pub mod weights;
