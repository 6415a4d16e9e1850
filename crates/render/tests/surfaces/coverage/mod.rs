//! Which pixels and samples surfaces and their edges cover.

mod edges;
mod holes;
mod normals;
mod numbered;
mod silhouettes;

use super::*;
