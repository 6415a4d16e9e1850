//! The files that an open file's instances stand for, as the loader found them.

use crate::core::{Bounds, InstanceIndex};
use crate::deform::ReachBoxes;
use crate::scene::Scene;
use crate::session::{FileKey, TextureEntry};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// What became of the instances of one file.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// Every file they lead to, directly or through one another, each once, in the order they are met; last, if any is
    /// missing, the boxes that stand for those.
    pub files: Vec<InstancedFile>,
    /// The distinct paths that the file's own instances name.
    pub targets: Vec<Target>,
    /// One per [`Scene::instances`]: position in `targets`.
    pub target_of: Vec<u32>,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To this location, which could be read.
    Found(String),
    /// Nowhere that could be read; says why.
    Missing(String),
}

/// A file that instances reference, read once, with every place it stands at.
#[derive(Clone, Debug)]
pub struct InstancedFile {
    /// Its textures arrive under this key.
    pub key: FileKey,
    /// File name, for people.
    pub name: String,
    /// Where it was found, spelled so that it can be opened; empty for boxes.
    pub location: String,
    pub scene: Arc<Scene>,
    /// One per texture reference of the scene.
    pub textures: Vec<TextureEntry>,
    /// One per model of the scene.
    pub reach: Vec<Arc<ReachBoxes>>,
    pub stands: Stands,
    /// Boxes where files are missing, not a file.
    pub is_stand_in: bool,
}

/// Where a referenced file stands.
#[derive(Clone, Debug, Default)]
pub struct Stands {
    /// `stage_from_instance`: nested ones multiplied out.
    pub placements: Arc<Vec<Affine3A>>,
    /// For each placement the instance of the open file that brought it, ascending.
    pub sources: Arc<Vec<u32>>,
}

impl Instances {
    /// How many of the file's own instances lead nowhere.
    pub fn missing_count(&self) -> usize {
        let is_missing = |target: &&u32| matches!(self.targets.get(**target as usize), Some(Target::Missing(_)));
        self.target_of.iter().filter(is_missing).count()
    }
}

impl Stands {
    /// Whether both are the same places.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.placements, &other.placements) || self.placements == other.placements
    }

    /// Whether both are what the same instances brought, wherever these have been carried.
    pub fn are_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.sources, &other.sources)
    }

    /// The entries that `instance` brought, as first and count.
    pub fn of(&self, instance: InstanceIndex) -> (usize, usize) {
        let source = instance.get() as u32;
        let first = self.sources.partition_point(|other| *other < source);
        let end = self.sources.partition_point(|other| *other <= source);
        (first, end - first)
    }

    /// Around `bounds` wherever it stands.
    pub fn spread(&self, bounds: Bounds) -> Bounds {
        self.part(bounds, 0, self.placements.len())
    }

    pub fn part(&self, bounds: Bounds, first: usize, count: usize) -> Bounds {
        let mut all = Bounds::EMPTY;
        if bounds.is_empty() {
            return all;
        }
        // Middle and half size: a tenth of the work of eight corners, and there may be half a million of them.
        let center = bounds.center();
        let half = (bounds.max * 0.5 - bounds.min * 0.5).abs();
        for matrix in self.placements.iter().skip(first).take(count) {
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

/// Of what stands in several places one thing at a time is drawn, where it stands first.
pub(in crate::session) fn first_place(stands: Option<&Stands>) -> Affine3A {
    let first = stands.and_then(|stands| stands.placements.first());
    first.copied().unwrap_or(Affine3A::IDENTITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn what_an_instance_brought_is_one_run_of_placements() {
        let stands = Stands {
            placements: Arc::new(vec![Affine3A::IDENTITY; 5]),
            sources: Arc::new(vec![0, 2, 2, 2, 7]),
        };
        for (instance, wanted) in [(0, (0, 1)), (1, (1, 0)), (2, (1, 3)), (7, (4, 1)), (9, (5, 0))] {
            assert_eq!(stands.of(InstanceIndex::new(instance)), wanted);
        }
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
        let stands = Stands {
            sources: Arc::new(vec![0, 1]),
            placements: Arc::new(placements),
        };
        let spread = stands.spread(bounds);
        assert!((spread.min - corners.min).abs().max_element() < 1e-5);
        assert!((spread.max - corners.max).abs().max_element() < 1e-5);
        assert!(stands.spread(Bounds::EMPTY).is_empty());
    }
}
