//! `Picture` → pixels.
