//! Words everybody uses: indices, transforms, bounds, time, diagnostics, shared bytes, camera maths.
//!
//! Nothing here knows of files, formats, GPUs or windows.

#![deny(missing_docs)]

mod bytes;
mod choice;
mod diagnostic;
mod guard;
mod index;
mod math;
mod natural;
mod number;
mod printed;
mod rule;
mod shortened;
mod stream;
mod time;

pub use bytes::{Origin, SharedBytes};
pub use choice::{Choice, Options};
pub use diagnostic::{Diagnostic, Diagnostics, Place};
pub use guard::{guard, tell_of_panics, text_of_panic};
pub use index::{
    BlendShapeIndex, BoneIndex, ClipIndex, ConstraintIndex, FixtureIndex, HairIndex, IkHandleIndex, InstanceIndex,
    MaterialIndex, MeshIndex, ModelIndex, SkinIndex, TextureIndex,
};
pub use math::{
    Bounds, Camera, DualQuat, EulerOrder, Projection, StandardView, Transform, UpAxis, cofactor, counted_from, cubic,
    handedness, mean_scale, normal_matrix, origin_for,
};
pub use natural::natural_order;
pub use number::{grouped, is_noise, json_number, json_string, within};
pub use printed::{is_unseen, on_one_line, printed};
pub use rule::{Rule, Severity};
pub use shortened::shortened;
pub use stream::{Element, Identity, Stored, Stream, UintStream, ValueSource};
pub use time::FrameRange;
