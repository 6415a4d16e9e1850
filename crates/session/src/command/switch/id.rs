//! Names of switches, for actions.

/// One switch of the table; [`Switch::ALL`](crate::Switch::ALL) has them all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Switch(pub(super) u8);
