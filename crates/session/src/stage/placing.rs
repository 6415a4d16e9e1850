//! The places of instances, and the notices about those whose file is not there.

use crate::stage::up_axis::world_from_stage;
use crate::{Action, Effect, Notice, OpenFile, Page, Problem, Selected, Session, Stage, WindowAction};
use castview_base::core::{Bounds, InstanceIndex};
use castview_base::scene::{Instance, References};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use castview_picture::opened::Target;

/// Around everything that one instance brings, in world space.
pub(crate) fn instance_bounds(session: &Session, file: FileKey, instance: InstanceIndex) -> Bounds {
    let mut all = Bounds::EMPTY;
    for placed in session.stage.models.iter().filter(|placed| placed.file == file) {
        if let Some(standing) = placed.instances() {
            let (first, count) = standing.of(instance);
            let model = placed.model();
            let own = placed
                .reach()
                .bounds(model, placed.pose())
                .transformed(placed.stage_from_model());
            all = all.union(standing.places.around_some(own, first, count));
        }
    }
    all.transformed(world_from_stage(session))
}

impl Stage {
    /// The instance that entry `placement` of an instanced model belongs to; `None` for other models.
    pub fn instance_at(&self, model: PlacedKey, placement: u32) -> Option<Selected> {
        let placed = self.placed(model)?;
        let source = *placed.instances()?.sources.get(placement as usize)?;
        Some(Selected::Instance(placed.file, InstanceIndex::new(source as usize)))
    }

    /// Says how many instances lead nowhere, and what helps.
    pub(crate) fn missing_instances_notice(&self) -> Option<Effect> {
        let files = self.files.iter().filter(|file| !file.scene.instances.is_empty());
        let (mut missing, mut unreadable, mut all) = (0, 0, 0);
        for file in files {
            // Instances outside the folders have a notice of their own.
            let is_outside = |path: &str| file.outside.iter().any(|one| one.stored == path);
            let outside = file.scene.instances.iter().filter(|one| is_outside(&one.path)).count();
            unreadable += file.instances.unreadable_count();
            missing += file.instances.missing_count().saturating_sub(outside);
            all += file.scene.instances.len();
        }
        let what = match (all, missing, unreadable) {
            (_, 0, 0) => return None,
            (1, 1, _) => "The file that the instance names was not found".to_owned(),
            (1, ..) => "The file that the instance names cannot be read".to_owned(),
            (_, missing, 0) => format!("The files of {missing} of {all} instances were not found"),
            (_, 0, unreadable) => format!("The files of {unreadable} of {all} instances cannot be read"),
            _ => format!(
                "Of {all} instances the files of {missing} were not found, and those of {unreadable} cannot be read"
            ),
        };
        let files = self.files.iter().filter(|file| file.instances.missing_count() > 0);
        let hint = match files
            .map(|file| file.scene.references)
            .all(|r| r == References::OwnFolder)
        {
            _ if missing == 0 => "The page of problems says why.",
            true => "They are looked for in the folder of the file that names them.",
            false => "Drop the folder their paths start in.",
        };
        let files: Vec<FileKey> = self.files.iter().map(|file| file.key).collect();
        if let Some((found, button, action)) = self.offered_instances_told(&files) {
            let lacking = match all {
                1 => "The file of the instance is missing".to_owned(),
                all => format!("Files of {missing} of {all} instances are missing"),
            };
            let notice = Notice::warning(format!("{lacking}; {found}."));
            let notice = notice.about(Problem::MissingInstances);
            return Some(Effect::Notify(notice.with_action(button, action)));
        }
        let notice = Notice::warning(format!("{what}: boxes stand in their place. {hint}"));
        let notice = notice.about(Problem::MissingInstances);
        let show = Action::Window(WindowAction::TogglePage(Page::Diagnostics));
        Some(Effect::Notify(notice.with_action("Show", show)))
    }
}

impl OpenFile {
    pub fn instance(&self, instance: InstanceIndex) -> Option<&Instance> {
        self.scene.instances.get(instance.get())
    }

    /// The target of `instance`, found or not.
    pub fn target(&self, instance: InstanceIndex) -> Option<&Target> {
        let at = *self.instances.target_of.get(instance.get())?;
        self.instances.targets.get(at as usize)
    }
}
