//! Where something stands: at one place or at many, never at none.

use castview_base::core::Bounds;
use glam::{Affine3A, Vec3};
use std::ops::Deref;
use std::sync::Arc;

/// `stage_from_place` of each place, at least one. A model that stands there has a transform of its own inside each of them. Clones share
/// the list.
#[derive(Clone, Debug, Default)]
pub struct Places(Option<Arc<Vec<Affine3A>>>);

impl Places {
    /// One place, which changes nothing.
    pub const ONCE: Self = Self(None);

    /// These places. `None`: there are none.
    pub fn of(all: Vec<Affine3A>) -> Option<Self> {
        (!all.is_empty()).then(|| Self(Some(Arc::new(all))))
    }

    /// The first `count` of them, but always one; all when there are no more.
    pub fn first_few(&self, count: usize) -> Self {
        match count.clamp(1, self.len()) {
            all if all == self.len() => self.clone(),
            few => Self(Some(Arc::new(self[..few].to_vec()))),
        }
    }

    /// The place of whatever is shown once only.
    pub fn first_place(&self) -> Affine3A {
        self[0]
    }

    /// Whether both are one list in memory: nothing has moved then.
    pub fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// A number for the list in memory, as long as anything holds it.
    pub fn identity(&self) -> usize {
        self.0.as_ref().map_or(0, |all| Arc::as_ptr(all) as usize)
    }

    /// Around `bounds` at all places.
    pub fn around(&self, bounds: Bounds) -> Bounds {
        match &self.0 {
            None => bounds,
            Some(_) => self.around_some(bounds, 0, self.len()),
        }
    }

    /// Around `bounds` at `count` places from `first` on; empty if there are none of these.
    pub fn around_some(&self, bounds: Bounds, first: usize, count: usize) -> Bounds {
        let mut all = Bounds::EMPTY;
        if bounds.is_empty() {
            return all;
        }
        // Middle and half size: a tenth of the work of eight corners, and there may be half a million of them.
        let center = bounds.center();
        let half = (bounds.max * 0.5 - bounds.min * 0.5).abs();
        for matrix in self.iter().skip(first).take(count) {
            let linear = matrix.matrix3;
            let reach =
                Vec3::from(linear.x_axis.abs() * half.x + linear.y_axis.abs() * half.y + linear.z_axis.abs() * half.z);
            let middle = matrix.transform_point3(center);
            all = all.union(Bounds {
                min: middle - reach,
                max: middle + reach,
            });
        }
        all
    }
}

impl Deref for Places {
    type Target = [Affine3A];

    fn deref(&self) -> &[Affine3A] {
        self.0.as_ref().map_or(&[Affine3A::IDENTITY], |all| all)
    }
}

impl PartialEq for Places {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn there_is_always_a_place() {
        assert_eq!(Places::ONCE.len(), 1);
        assert!(Places::of(Vec::new()).is_none());
        let three = Places::of(
            [1.0, 2.0, 3.0]
                .map(|x| Affine3A::from_translation(Vec3::X * x))
                .to_vec(),
        )
        .expect("three");
        assert_eq!(
            [0, 1, 2, 3, 9].map(|count| three.first_few(count).len()),
            [1, 1, 2, 3, 3]
        );
        assert!(three.first_few(9).is(&three), "no copy of the list");
        assert_eq!(three.first_few(1).first_place(), three.first_place());
    }

    #[test]
    fn spread_bounds_hold_every_corner_and_no_more() {
        let bounds = Bounds {
            min: Vec3::new(-1.0, 0.0, 2.0),
            max: Vec3::new(3.0, 0.5, 2.5),
        };
        let placements = vec![
            Affine3A::from_scale_rotation_translation(
                Vec3::new(-2.0, 1.0, 0.5),
                Quat::from_rotation_z(0.7),
                Vec3::new(4.0, 5.0, 6.0),
            ),
            Affine3A::from_rotation_x(2.0),
        ];
        let corners = placements
            .iter()
            .fold(Bounds::EMPTY, |all, matrix| all.union(bounds.transformed(*matrix)));
        let places = Places::of(placements).expect("two");
        let spread = places.around(bounds);
        assert!((spread.min - corners.min).abs().max_element() < 1e-5);
        assert!((spread.max - corners.max).abs().max_element() < 1e-5);
        assert!(places.around(Bounds::EMPTY).is_empty());
    }
}
