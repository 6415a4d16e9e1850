//! Tools for animation: smooth curves through a few poses, springs that follow them, and the keys that are worth storing.

/// A value over one loop: it passes through its knots, is level where they turn round (so nothing overshoots), and
/// ends as it begins.
pub struct Curve {
    knots: Vec<(f32, f32)>,
    slopes: Vec<f32>,
}

impl Curve {
    /// Knots are (frame, value), ascending; the first is at 0 and the loop ends at `length` with the first value.
    pub fn new(length: f32, knots: &[(f32, f32)]) -> Self {
        let mut knots = knots.to_vec();
        assert!(
            knots.first().is_some_and(|first| first.0 == 0.0),
            "a curve begins at frame 0"
        );
        knots.push((length, knots[0].1));
        let n = knots.len() - 1;
        let steepness = |i: usize| (knots[i + 1].1 - knots[i].1) / (knots[i + 1].0 - knots[i].0);
        let slopes = (0..=n)
            .map(|i| {
                let (before, after) = (steepness((i + n - 1) % n), steepness(i % n));
                // The harmonic mean keeps the curve between its knots (Fritsch, Butland 1984).
                if before * after <= 0.0 {
                    0.0
                } else {
                    2.0 * before * after / (before + after)
                }
            })
            .collect();
        Self { knots, slopes }
    }

    pub fn at(&self, frame: f32) -> f32 {
        let i = self
            .knots
            .iter()
            .rposition(|knot| knot.0 <= frame)
            .unwrap_or(0)
            .min(self.knots.len() - 2);
        let ((x0, y0), (x1, y1)) = (self.knots[i], self.knots[i + 1]);
        let width = x1 - x0;
        let t = ((frame - x0) / width).clamp(0.0, 1.0);
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * y0
            + (t3 - 2.0 * t2 + t) * width * self.slopes[i]
            + (3.0 * t2 - 2.0 * t3) * y1
            + (t3 - t2) * width * self.slopes[i + 1]
    }
}

/// A damped spring that is dragged along by `target`, one value a frame, settled into the loop.
/// `stiffness` and `damping` are per frame (squared); 0.1 and 0.3 swing over about once.
pub fn follow(target: &[f32], stiffness: f32, damping: f32) -> Vec<f32> {
    let (mut value, mut speed) = (target[0], 0.0);
    let mut values = vec![0.0; target.len()];
    // A few rounds make the end flow into the beginning.
    for _ in 0..4 {
        for (i, &goal) in target.iter().enumerate() {
            speed += (goal - value) * stiffness - speed * damping;
            value += speed;
            values[i] = value;
        }
    }
    values
}

/// How fast a looping value changes, per frame, by central differences.
pub fn rate(values: &[f32]) -> Vec<f32> {
    let n = values.len();
    (0..n)
        .map(|i| (values[(i + 1) % n] - values[(i + n - 1) % n]) * 0.5)
        .collect()
}

/// The frames that are enough to rebuild `count` samples to within a tolerance: `error(a, b, i)` is how far sample `i`
/// lies off the straight way from sample `a` to sample `b`, in units of the tolerance (Ramer, Douglas, Peucker 1972/73).
pub fn worth_keeping(count: usize, error: impl Fn(usize, usize, usize) -> f32) -> Vec<usize> {
    let mut kept = vec![0, count - 1];
    let mut open = vec![(0, count - 1)];
    while let Some((a, b)) = open.pop() {
        let worst = (a + 1..b).max_by(|&i, &j| error(a, b, i).total_cmp(&error(a, b, j)));
        if let Some(i) = worst.filter(|&i| error(a, b, i) > 1.0) {
            kept.push(i);
            open.extend([(a, i), (i, b)]);
        }
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_passes_its_knots_stays_between_them_and_closes() {
        let curve = Curve::new(40.0, &[(0.0, 1.0), (10.0, 3.0), (20.0, -1.0)]);
        for (frame, value) in [(0.0, 1.0), (10.0, 3.0), (20.0, -1.0), (40.0, 1.0)] {
            assert!((curve.at(frame) - value).abs() < 1e-5, "{frame}");
        }
        assert!((0..=400).all(|i| (-1.0001..=3.0001).contains(&curve.at(i as f32 * 0.1))));
    }

    #[test]
    fn a_straight_line_needs_two_keys_and_a_corner_three() {
        let keys = |values: &[f32]| {
            worth_keeping(values.len(), |a, b, i| {
                let t = (i - a) as f32 / (b - a) as f32;
                (values[i] - (values[a] + (values[b] - values[a]) * t)).abs() / 1e-3
            })
        };
        assert_eq!(keys(&[0.0, 1.0, 2.0, 3.0]), [0, 3]);
        assert_eq!(keys(&[0.0, 1.0, 2.0, 1.0]), [0, 2, 3]);
    }
}
