//! Words everybody uses, and the checked content of one file.
//!
//! [`core`] knows nothing of files, formats, graphics adapters or windows; [`scene`] is made of its words.

#![deny(missing_docs)]

pub mod core;
pub mod scene;
