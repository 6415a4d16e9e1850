//! Opening, replacing and closing files, with the consequences for other parts: the clip that plays, the place of models beside each other, the
//! camera, notices.
//!
//! In: [`crate::StageAction`]s, and results of the loader. Out: a changed session, and effects for the loader.

use crate::effect::quiet;
use crate::joining::hung::{open_instead, take_back_hung};
use crate::stage::allow;
use crate::stage::changed::compared;
use crate::stage::load::{self, cancel_load, open_or_reload, show_demo};
use crate::stage::textures::elsewhere::use_offered;
use crate::stage::textures::instances::relink_instance;
use crate::stage::textures::relink;
use crate::view::shown::full_size::lift_budget;
use crate::{Effect, Session, StageAction};

pub(crate) mod arrange;
pub(crate) mod hung;
pub(crate) mod loaded;
pub(crate) mod opened;
pub(crate) mod pairs;
pub(crate) mod problems;
pub(crate) mod resume;
pub(crate) mod taken_back;
pub(crate) mod textures;
pub(crate) mod told;
pub(crate) mod walk;

pub use arrange::file_marks;
pub use problems::stands;

use arrange::put_files_back;
use loaded::{close_all, close_file};
use opened::{add_instead, hang_instead};

pub(crate) fn apply_stage(session: &mut Session, action: StageAction) -> Vec<Effect> {
    match action {
        StageAction::ChooseFiles => vec![Effect::ChooseFiles],
        StageAction::ShowDemo => show_demo(session),
        StageAction::Open { locations, placement } => open_or_reload(session, locations, placement),
        StageAction::OpenAs(retry) => session.opening.open_as(retry),
        StageAction::Relink {
            file,
            texture,
            location,
        } => relink::relink(session, (file, texture), location),
        StageAction::UseOffered(files) => use_offered(session, &files),
        StageAction::RelinkInstance {
            file,
            instance,
            location,
        } => quiet(|| relink_instance(session, file, instance, location)),
        StageAction::ChooseImage { file, texture } => vec![Effect::ChooseImage { file, texture }],
        StageAction::DropImage(location) => quiet(|| session.opening.dropped_image = Some(location)),
        StageAction::PutImage(on) => relink::put_image(session, on),
        StageAction::CancelLoad => cancel_load(session),
        StageAction::AddInstead => add_instead(session, None),
        StageAction::HangInstead => hang_instead(session),
        StageAction::TakeBackHung => take_back_hung(session),
        StageAction::OpenInstead => open_instead(session),
        StageAction::PutFilesBack(files) => quiet(|| put_files_back(session, &files)),
        StageAction::LiftBudget => lift_budget(session),
        StageAction::Allow { wishes, files } => allow::allow(session, wishes, &files),
        StageAction::Revoke(consent) => session.opening.revoke(&consent),
        StageAction::Reload => load::reload(session),
        StageAction::Decide { file, key, value } => load::decide(session, file, key, value),
        StageAction::Compare(pair) => quiet(|| compared::choose_compared(session, pair)),
        StageAction::CloseAll => close_all(session),
        StageAction::CloseFile(key) => close_file(session, key),
    }
}
