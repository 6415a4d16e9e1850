//! An image of surroundings that the user opened, made ready to light models.

use crate::light::EnvironmentMap;
use std::sync::Arc;

/// Image that lights the models in place of a built-in environment.
#[derive(Clone, Debug)]
pub struct EnvironmentImage {
    /// Name of the file, for people.
    pub name: String,
    /// Where it lies.
    pub location: String,
    /// Map that shading reads.
    pub map: Arc<EnvironmentMap>,
}

/// Images are equal only if they are the same one: content is not compared.
impl PartialEq for EnvironmentImage {
    fn eq(&self, other: &Self) -> bool {
        self.location == other.location && Arc::ptr_eq(&self.map, &other.map)
    }
}
