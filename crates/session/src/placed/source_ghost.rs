//! The source of a retargeted clip, which stands beside the model.

use castview_base::core::Transform;
use castview_base::scene::Model;
use castview_motion::animation::Binding;

/// A skeleton with the clip bound to it.
#[derive(Debug)]
pub struct SourceGhost {
    pub(crate) model: Model,
    pub(crate) binding: Binding,
    /// Turned to the axes of the model beside it.
    pub(crate) placement: Transform,
}
