//! Which pixels and samples surfaces and their edges cover.

mod edges;
mod fine;
mod holes;
mod silhouettes;

use super::*;
