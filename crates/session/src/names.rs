//! Names of switches, of dials and of their values, for actions: which rows they mean is known to `command` alone.

/// One switch of the table; [`Switch::ALL`](crate::Switch::ALL) has them all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Switch(pub(crate) u8);

/// One dial of the table; [`Dial::ALL`](crate::Dial::ALL) has them all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dial(pub(crate) u8);

/// One value of a dial; [`DialValue::ALL`](crate::DialValue::ALL) has those of all dials.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DialValue(pub(crate) u8);
