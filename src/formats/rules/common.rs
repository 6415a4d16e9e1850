//! What castview reports whatever the format of a file is.

use super::table::rules;

rules! {
    I1, warning, "I1":
        "A choice that was asked for (`--import key=value`) is not there.",
        "It has no effect.";
}
