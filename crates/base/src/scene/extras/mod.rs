//! Parts of files beside models: fixtures, volumes, facts, hands, rigs, instances, levels.

pub mod copies;
pub mod fact;
pub mod fixture;
pub mod hand;
pub mod instance;
pub mod levels;
pub mod rig;
pub mod volume;
