//! Points and numbers that are measured.

use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;
use serde::{Deserialize, Serialize};

/// More numbers in one view cannot be told apart.
pub const MOST_MEASURES: usize = 8;

/// An end of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MeasurePoint {
    /// The head of a bone, where its model first stands.
    Bone(PlacedKey, BoneIndex),
    /// The vertex of the pin of that number.
    Pin(u32),
    /// The point of the ground below the other end.
    Ground,
}

/// A number between points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measure {
    /// How far two points are from each other.
    Distance([MeasurePoint; 2]),
    /// Between the ways from the corner to both arms.
    Angle {
        corner: MeasurePoint,
        arms: [MeasurePoint; 2],
    },
}

impl Measure {
    /// All of its points.
    pub fn points(&self) -> impl Iterator<Item = MeasurePoint> + use<> {
        let (corner, ends) = match *self {
            Self::Distance(ends) => (None, ends),
            Self::Angle { corner, arms } => (Some(corner), arms),
        };
        corner.into_iter().chain(ends)
    }

    /// The same between points of other models; `None` where one has no other, or the measure is none.
    pub(crate) fn of_models(&self, other: impl Fn(PlacedKey) -> Option<PlacedKey>) -> Option<Self> {
        let point = |point| match point {
            MeasurePoint::Bone(model, bone) => Some(MeasurePoint::Bone(other(model)?, bone)),
            MeasurePoint::Pin(_) | MeasurePoint::Ground => Some(point),
        };
        let ends = |[a, b]: [MeasurePoint; 2]| Some([point(a)?, point(b)?]);
        let measure = match *self {
            Self::Distance(both) => Self::Distance(ends(both)?),
            Self::Angle { corner, arms } => Self::Angle {
                corner: point(corner)?,
                arms: ends(arms)?,
            },
        };
        measure.is_of_several_points().then_some(measure)
    }

    /// Whether no two of its points are one, and the ground is an end of a distance alone.
    pub(crate) fn is_of_several_points(&self) -> bool {
        match *self {
            Self::Distance([a, b]) => a != b && a != MeasurePoint::Ground,
            Self::Angle { corner, arms: [a, b] } => {
                corner != a && corner != b && a != b && self.points().all(|point| point != MeasurePoint::Ground)
            }
        }
    }
}
