//! Pixels → image files.
