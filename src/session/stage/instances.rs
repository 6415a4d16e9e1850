//! The files that an open file's instances stand for, as the loader found them.

use crate::core::{Bounds, InstanceIndex};
use crate::deform::ReachBoxes;
use crate::picture::PlacedKey;
use crate::scene::{Instance, References, Scene};
use crate::session::{Action, Effect, FileKey, Notice, OpenFile, Page, Selected, Session, TextureEntry, WindowAction};
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

impl OpenFile {
    pub fn instance(&self, instance: InstanceIndex) -> Option<&Instance> {
        self.scene.instances.get(instance.get())
    }

    /// What became of it.
    pub fn target(&self, instance: InstanceIndex) -> Option<&Target> {
        let at = *self.instances.target_of.get(instance.get())?;
        self.instances.targets.get(at as usize)
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

    fn part(&self, bounds: Bounds, first: usize, count: usize) -> Bounds {
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

impl Session {
    /// The instance that entry `placement` of an instanced model belongs to; `None` for other models.
    pub fn instance_at(&self, model: PlacedKey, placement: u32) -> Option<Selected> {
        let placed = self.stage.placed(model)?;
        let source = *placed.instances()?.sources.get(placement as usize)?;
        Some(Selected::Instance(placed.file, InstanceIndex::new(source as usize)))
    }

    /// Says how many instances lead nowhere, and what helps.
    pub(in crate::session) fn missing_instances_notice(&self) -> Option<Effect> {
        let files = self.stage.files.iter().filter(|file| !file.scene.instances.is_empty());
        let (mut missing, mut all) = (0, 0);
        for file in files {
            // What lies outside is told by itself.
            let is_outside = |path: &str| file.outside.iter().any(|one| one.stored == path);
            let outside = file.scene.instances.iter().filter(|one| is_outside(&one.path)).count();
            missing += file.instances.missing_count().saturating_sub(outside);
            all += file.scene.instances.len();
        }
        let what = match all {
            1 => "The file that the instance names was not found".to_owned(),
            _ => format!("The files of {missing} of {all} instances were not found"),
        };
        let files = self
            .stage
            .files
            .iter()
            .filter(|file| file.instances.missing_count() > 0);
        let hint = match files
            .map(|file| file.scene.references)
            .all(|r| r == References::OwnFolder)
        {
            true => "They are looked for in the folder of the file that names them.",
            false => "Drop the folder their paths start in, then reload.",
        };
        let notice = Notice::warning(format!("{what}: boxes stand in their place. {hint}"));
        (missing > 0).then(|| {
            Effect::Notify(notice.with_action("Show", Action::Window(WindowAction::TogglePage(Page::Diagnostics))))
        })
    }

    /// Around everything that one instance brings, in world space.
    pub(in crate::session) fn instance_bounds(&self, file: FileKey, instance: InstanceIndex) -> Bounds {
        let mut all = Bounds::EMPTY;
        for placed in self.stage.models.iter().filter(|placed| placed.file == file) {
            if let Some(stands) = placed.instances() {
                let (first, count) = stands.of(instance);
                let model = placed.model();
                let own = placed
                    .reach
                    .bounds(model, &placed.pose)
                    .transformed(placed.stage_from_model);
                all = all.union(stands.part(own, first, count));
            }
        }
        all.transformed(self.world_from_stage())
    }
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
