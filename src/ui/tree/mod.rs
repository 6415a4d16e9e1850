//! The node tree: its rows, their menus, the path above them.

mod breadcrumbs;
pub mod node;
pub mod node_menu;
pub mod node_tree;
mod row;
mod sight;
pub mod tree_rows;
