//! Load, pose, render and export without a window.
