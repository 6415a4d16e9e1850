//! The Cast container (spec/cast.md).
