//! Words everybody uses: indices, transforms, bounds, time, diagnostics, shared bytes, camera maths.
//!
//! Nothing here knows of files, formats, GPUs or windows.

#![deny(missing_docs)]

mod bounds;
mod bytes;
mod camera;
mod choice;
pub mod cubic;
mod diagnostic;
mod dual_quat;
mod euler;
mod guard;
mod index;
mod linear;
mod number;
mod rule;
mod stream;
mod time;
mod transform;
mod up_axis;

pub use bounds::Bounds;
pub use bytes::SharedBytes;
pub use camera::{Camera, Projection, StandardView};
pub use choice::{Choice, Options};
pub use diagnostic::{Diagnostic, Diagnostics, Place};
pub use dual_quat::DualQuat;
pub use euler::EulerOrder;
pub use guard::{guard, tell_of_panics, text_of_panic};
pub use index::{
    BlendShapeIndex, BoneIndex, ClipIndex, ConstraintIndex, FixtureIndex, HairIndex, IkHandleIndex, InstanceIndex,
    MaterialIndex, MeshIndex, ModelIndex, SkinIndex, TextureIndex,
};
pub use linear::{cofactor, handedness, normal_matrix};
pub use number::{json_number, json_string};
pub use rule::{Rule, Severity};
pub use stream::{Element, Identity, Stream, UintStream};
pub use time::FrameRange;
pub use transform::Transform;
pub use up_axis::UpAxis;
