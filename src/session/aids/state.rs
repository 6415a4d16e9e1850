//! What is kept of the drawn aids.

use super::ghosts::Ghosts;
use super::trails::Trails;
use super::wakes::Wakes;

#[derive(Debug, Default)]
pub struct Aids {
    pub trails: Trails,
    pub ghosts: Ghosts,
    pub wakes: Wakes,
}
