//! An image of surroundings that the user opened, made ready to light models.

use crate::light::EnvironmentMap;
use std::sync::Arc;

/// What lights the models in place of a built-in environment.
#[derive(Clone, Debug)]
pub struct EnvironmentImage {
    /// Of the file, for people.
    pub name: String,
    /// Where it lies.
    pub location: String,
    /// What shading reads.
    pub map: Arc<EnvironmentMap>,
}

/// Of two images the same one counts, not what it shows.
impl PartialEq for EnvironmentImage {
    fn eq(&self, other: &Self) -> bool {
        self.location == other.location && Arc::ptr_eq(&self.map, &other.map)
    }
}
