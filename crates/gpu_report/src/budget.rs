//! Seconds that are left, and the answer whether something fits into them.

use std::time::{Duration, Instant};

/// A span of time that begins when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    end: Instant,
}

impl Budget {
    /// So long from now on.
    pub fn of(span: Duration) -> Self {
        Self {
            end: Instant::now() + span,
        }
    }

    /// The time that is left; zero once it is over.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// The budget of the next part, whose share is `share`; `of` is the sum of the shares still to come, its own included. A part that needs less
    /// leaves the rest to the later ones.
    pub fn share(&self, share: f64, of: f64) -> Self {
        Self::of(part(self.left(), share, of))
    }
}

/// `share` of `of` parts of `left`.
fn part(left: Duration, share: f64, of: f64) -> Duration {
    match of > 0.0 {
        true => left.mul_f64((share / of).clamp(0.0, 1.0)),
        false => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_parts_of_what_is_left() {
        let left = Duration::from_secs(120);
        for (share, of, seconds) in [
            (1.0, 4.0, 30),
            (4.0, 4.0, 120),
            (5.0, 4.0, 120),
            (1.0, 0.0, 0),
            (0.0, 4.0, 0),
        ] {
            assert_eq!(part(left, share, of), Duration::from_secs(seconds), "{share} of {of}");
        }
    }
}
