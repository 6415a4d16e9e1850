//! Names of dials and of their values, for actions.

/// One dial of the table; [`Dial::ALL`](crate::Dial::ALL) has them all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dial(pub(super) u8);

/// One value of a dial; [`DialValue::ALL`](crate::DialValue::ALL) has those of all dials.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DialValue(pub(super) u8);
