//! Maths beyond glam: transforms, angles, boxes, cubic curves, the camera.

mod bounds;
mod camera;
pub mod cubic;
mod dual_quat;
mod euler;
mod linear;
mod origin;
mod transform;
mod up_axis;

pub use bounds::Bounds;
pub use camera::{Camera, Projection, StandardView};
pub use dual_quat::DualQuat;
pub use euler::EulerOrder;
pub use linear::{cofactor, handedness, mean_scale, normal_matrix};
pub use origin::{counted_from, origin_for};
pub use transform::Transform;
pub use up_axis::UpAxis;
