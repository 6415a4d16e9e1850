//! The window on a software adapter: only what has changed is painted, and pictures of the 3D view by a shader of their own.
//!
//! Nothing outside of this folder needs it: without the feature `software` the window is painted as on other adapters.

mod canvas;
mod pictures;
mod repaint;

pub use canvas::Canvas;
