//! The stage: open files, models, instances, levels, budgets, references outside, up axes.

use crate::effect::quiet;
use crate::{Effect, Session, StageAction};

pub mod action;
pub mod allow;
pub mod arrange;
pub mod changed;
pub mod load;
pub mod open;
mod opened_told;
pub mod opening;
pub mod placing;
pub mod preferences;
pub mod problem;
pub mod state;
mod textures;
pub mod up_axis;
mod waiting;
pub mod walk;
pub mod watched;

pub use textures::elsewhere::{TextureMark, folder_told};
pub use textures::instances::put_by_view;
pub use textures::lost::Lost;

impl Session {
    pub(crate) fn apply_stage(&mut self, action: StageAction) -> Vec<Effect> {
        match action {
            StageAction::ChooseFiles => vec![Effect::ChooseFiles],
            StageAction::ShowDemo => self.show_demo(),
            StageAction::Open { locations, placement } => self.open_or_reload(locations, placement),
            StageAction::OpenAs(retry) => self.opening.open_as(retry),
            StageAction::Relink {
                file,
                texture,
                location,
            } => self.relink((file, texture), location),
            StageAction::UseOffered(files) => self.use_offered(&files),
            StageAction::RelinkInstance {
                file,
                instance,
                location,
            } => quiet(|| self.relink_instance(file, instance, location)),
            StageAction::ChooseImage { file, texture } => vec![Effect::ChooseImage { file, texture }],
            StageAction::DropImage(location) => quiet(|| self.opening.dropped_image = Some(location)),
            StageAction::PutImage(on) => self.put_image(on),
            StageAction::CancelLoad => self.cancel_load(),
            StageAction::AddInstead => self.add_instead(None),
            StageAction::HangInstead => self.hang_instead(),
            StageAction::TakeBackHung => self.take_back_hung(),
            StageAction::OpenInstead => self.open_instead(),
            StageAction::PutFilesBack(files) => quiet(|| self.put_files_back(&files)),
            StageAction::LiftBudget => self.lift_budget(),
            StageAction::Allow { wishes, files } => self.allow(wishes, &files),
            StageAction::Revoke(consent) => self.opening.revoke(&consent),
            StageAction::Reload => self.reload(),
            StageAction::Decide { file, key, value } => self.decide(file, key, value),
            StageAction::Compare(pair) => quiet(|| changed::compared::choose_compared(self, pair)),
            StageAction::CloseAll => self.close_all(),
            StageAction::CloseFile(key) => self.close_file(key),
        }
    }
}
