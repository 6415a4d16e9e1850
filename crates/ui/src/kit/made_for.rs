//! The inputs that rows of a list were made for: the rows are kept as long as these stay as they are.
//!
//! In: all that the rows follow from, each time they are drawn. Out: whether the rows of before are still right.

use castview_motion::animation::Binding;
use castview_picture::PlacedKey;
use castview_session::Session;
use std::sync::{Arc, Weak};

/// The inputs of rows; at first of none.
#[derive(Debug)]
pub struct MadeFor<I>(Option<I>);

impl<I> Default for MadeFor<I> {
    fn default() -> Self {
        Self(None)
    }
}

impl<I: PartialEq> MadeFor<I> {
    /// Whether the rows are right for `now` as they are. If not, they are to be made: from here on they are those for `now`.
    pub fn stays(&mut self, now: I) -> bool {
        let stays = self.0.as_ref() == Some(&now);
        self.0 = Some(now);
        stays
    }
}

/// Content of each model, the same where nobody has made it anew. Its place in memory tells, and nothing else comes to that place meanwhile,
/// as it is not given back; the content itself is not held.
#[derive(Clone, Debug)]
pub struct OfModels<T>(Vec<(Weak<T>, PlacedKey)>);

impl<T> OfModels<T> {
    pub fn of<'a>(models: impl Iterator<Item = (Option<&'a Arc<T>>, PlacedKey)>) -> Self
    where
        T: 'a,
    {
        Self(
            models
                .map(|(content, key)| (content.map_or_else(Weak::new, Arc::downgrade), key))
                .collect(),
        )
    }
}

impl OfModels<Binding> {
    /// How the clip whose keys are shown drives each model.
    pub fn driven(session: &Session) -> Self {
        let keyed = session.keyed();
        let models = session.stage().models().iter();
        Self::of(models.map(|placed| (keyed.and_then(|keyed| keyed.binding(placed)), placed.key)))
    }
}

impl<T> PartialEq for OfModels<T> {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && pairs.all(|(one, other)| one.0.ptr_eq(&other.0) && one.1 == other.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_as_long_as_their_inputs_do() {
        let mut kept = MadeFor::default();
        assert!(!kept.stays(1), "nothing was made yet");
        assert!(kept.stays(1));
        assert!(!kept.stays(2));
        assert!(kept.stays(2));
        assert!(!kept.stays(1));
    }

    /// A new content often comes to the place of the one that was let go.
    #[test]
    fn content_that_is_made_anew_is_another_wherever_it_lies() {
        let key = PlacedKey(1);
        let of = |content: &Arc<u8>| OfModels::of(std::iter::once((Some(content), key)));
        let mut content = Arc::new(7);
        for _ in 0..100 {
            let before = of(&content);
            assert!(before == of(&content.clone()));
            drop(content);
            content = Arc::new(7);
            assert!(before != of(&content));
        }
        let nothing = || OfModels::<u8>::of(std::iter::once((None, key)));
        assert!(nothing() == nothing() && nothing() != of(&content));
    }
}
