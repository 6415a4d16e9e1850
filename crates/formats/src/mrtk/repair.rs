//! Rotations of the first 1.1 recorders, which lost the keys of W (docs/formats/mrtk.md §6.5).

use super::{CurveView, Key};

/// W has at most two keys where X has three or more. `pose` is position X, Y, Z, rotation X, Y, Z, W.
pub fn is_damaged(pose: &[CurveView<'_>; 7]) -> bool {
    pose[6].len() <= 2 && pose[3].len() >= 3
}

/// W at the times of X, from the unit length of a rotation, with the sign of W's first key; the sign turns where the
/// other three leap to the other side.
pub fn repaired_w(x: &[Key], y: &[Key], z: &[Key], w: &[Key]) -> Vec<Key> {
    let mut sign = w.first().map_or(1.0, |key| 1f64.copysign(key.value.into()));
    let (mut y, mut z) = (Line::new(y), Line::new(z));
    let mut before: Option<[f64; 4]> = None;
    let make = |key: &Key| {
        let [x, y, z] = [key.value.into(), y.at(key.time), z.at(key.time)];
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let dot = |[a, b, c, d]: [f64; 4]| a * x + b * y + c * z + d * sign * w;
        if before.is_some_and(|before| dot(before) < 0.0) {
            sign = -sign;
        }
        before = Some([x, y, z, sign * w]);
        Key {
            value: (sign * w) as f32,
            ..*key
        }
    };
    x.iter().map(make).collect()
}

/// A curve read at ascending times, straight between its keys: the recorders that lose W write no other.
struct Line<'a> {
    keys: &'a [Key],
    /// Keys at or before the last time.
    until: usize,
}

impl<'a> Line<'a> {
    fn new(keys: &'a [Key]) -> Self {
        Self { keys, until: 0 }
    }

    fn at(&mut self, time: f32) -> f64 {
        while self.keys.get(self.until).is_some_and(|key| key.time <= time) {
            self.until += 1;
        }
        let before = self.until.checked_sub(1).map(|i| self.keys[i]);
        match (before, self.keys.get(self.until)) {
            (None, None) => 0.0,
            (Some(key), None) => key.value.into(),
            (None, Some(key)) => key.value.into(),
            (Some(a), Some(b)) => {
                let (start, end) = (f64::from(a.time), f64::from(b.time));
                let along = (f64::from(time) - start) / (end - start);
                f64::from(a.value) + (f64::from(b.value) - f64::from(a.value)) * along
            }
        }
    }
}
