//! The node tree: its rows, their menus, the path above them, the search.

pub mod attaching;
mod breadcrumbs;
mod folds;
pub mod items;
pub mod keyboard;
mod lane;
pub mod node;
pub mod node_menu;
pub mod node_tree;
pub mod play_as_menu;
mod roles;
mod row;
mod row_marks;
pub(crate) mod search;
mod sight;
pub mod tree_rows;
