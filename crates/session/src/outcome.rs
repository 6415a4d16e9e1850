//! Results of an action or a message.

use super::{Change, Effect};
use std::ops::Deref;

/// The effects that the room around a session carries out, and what changed in the session. Read as a list, it is the effects.
#[derive(Debug, Default)]
pub struct Outcome {
    pub changed: Change,
    pub effects: Vec<Effect>,
}

impl Deref for Outcome {
    type Target = [Effect];

    fn deref(&self) -> &[Effect] {
        &self.effects
    }
}

impl IntoIterator for Outcome {
    type Item = Effect;
    type IntoIter = std::vec::IntoIter<Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.effects.into_iter()
    }
}

impl<'a> IntoIterator for &'a Outcome {
    type Item = &'a Effect;
    type IntoIter = std::slice::Iter<'a, Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.effects.iter()
    }
}

impl<const N: usize> PartialEq<[Effect; N]> for Outcome {
    fn eq(&self, effects: &[Effect; N]) -> bool {
        self.effects == *effects
    }
}
