//! Models that a scene places by file: searched, loaded, peeked into, replaced by boxes when missing.

pub mod instance_search;
pub mod instances;
pub mod missing_boxes;
pub mod peek;
