//! Numbers of materials and fixtures that clips set.

use castview_base::core::{FixtureIndex, MaterialIndex};
use castview_base::scene::Parameter;

/// One number that is not what the file says at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Which material or fixture it is a number of.
    pub of: SettingOf,
    /// Which of its numbers.
    pub parameter: Parameter,
    /// The number in force.
    pub value: f32,
}

/// Owner of a [`Setting`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingOf {
    /// A material of the model.
    Material(MaterialIndex),
    /// A camera or light of the model.
    Fixture(FixtureIndex),
}
