//! Which problems of the stage last.

use crate::composition::matched_told;
use crate::joining::hung::can_take_back_hung;
use crate::stage::watched::is_deleted;
use crate::view::camera::framed::far_meshes;
use crate::view::shown::full_size::is_reduced;
use crate::{Problem, Session};
use castview_picture::opened::FileKey;

/// Whether it is still so. A notice about a problem leaves the view when it is not, and is shown as solved in the log.
pub fn stands(session: &Session, problem: &Problem) -> bool {
    if problem.is_noted() && !session.opening.noted.contains(problem) {
        return false;
    }
    match problem {
        Problem::NotOpened(_) | Problem::NotListed(_) | Problem::NotSaved(_) => true,
        Problem::Waits(location) => session.opening.waiting.iter().any(|one| one.location == *location),
        Problem::NotWhole(location) => session.stage.files().iter().any(|file| file.location == *location),
        Problem::CutOff(file) => session.stage.file(*file).is_some_and(|file| file.diagnostics.is_cut()),
        Problem::Gone(file) => is_deleted(session, *file),
        Problem::OtherScale(clip) => session.stage.clip(*clip).is_some(),
        // The matches of another clip are known when that clip plays.
        Problem::NotMatched(clip) => match session.playback.active_clip() == Some(*clip) {
            true => matched_told::unmatched(session).is_some(),
            false => session.stage.clip(*clip).is_some(),
        },
        Problem::MissingTextures => session.stage.lost_textures().is_some(),
        Problem::OldImage(file, texture) | Problem::NotRelinked(file, texture) => {
            session.stage.texture_entry(*file, *texture).is_some()
        }
        Problem::Smaller(file, texture) => {
            let entry = session.stage.texture_entry(*file, *texture);
            entry.is_some_and(|entry| entry.full_size.is_some())
        }
        Problem::MissingInstances => session.stage.missing_instances_notice().is_some(),
        Problem::Outside => {
            let all: Vec<FileKey> = session.stage.files().iter().map(|file| file.key).collect();
            session.stage.outside_of(&all).is_some()
        }
        Problem::OverBudget => session.view.budget_sentence().is_some(),
        Problem::SmallerImages => is_reduced(session),
        Problem::NotDrawn(models) => session.stage.models().iter().map(|placed| &placed.key).eq(models),
        Problem::FarAway => far_meshes(session).next().is_some(),
        Problem::Replaced => session.history.can_keep_both(),
        Problem::Hung => can_take_back_hung(session),
        Problem::Arranged(files) => {
            let mut of_files = session
                .stage
                .models()
                .iter()
                .filter(|placed| files.contains(&placed.file));
            of_files.any(|placed| session.edits.moved.contains_key(&placed.key))
        }
    }
}
