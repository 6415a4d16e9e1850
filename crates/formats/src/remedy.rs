//! Remedy for a file that does not open.

/// The decision with which a file that was refused is opened all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// For people: "Open anyway".
    pub label: &'static str,
    /// The key of the decision, as in `--import key=value`.
    pub key: &'static str,
    /// The value of the decision.
    pub value: &'static str,
}
