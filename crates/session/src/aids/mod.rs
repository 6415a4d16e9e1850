//! Aids beside the models: trails, ghosts, camera paths, pictures of the filmstrip, and trouble that was looked for.

use crate::effect::quiet;
use crate::{AidsAction, Effect, Session};

pub(crate) mod action;
pub(crate) mod camera_paths;
pub(crate) mod filmstrip;
pub(crate) mod ghosts;
pub(crate) mod preferences;
pub(crate) mod state;
pub(crate) mod thumbnail;
pub(crate) mod trails;
pub(crate) mod trouble;
pub(crate) mod trouble_found;

pub use filmstrip::{film_key, film_picture};
pub use thumbnail::{clip_file_thumbnail, clip_thumbnail, hold_middle, session_for_thumbnail, show_spot, thumbnail};
pub use trouble::find_trouble;
pub use trouble_found::troubled;

pub(crate) fn apply_aids(session: &mut Session, action: AidsAction) -> Vec<Effect> {
    match action {
        AidsAction::ClearTrails => quiet(|| session.aids.clear_trails()),
        AidsAction::SetGhosts(choice) => quiet(|| session.preferences.aids.ghosts = choice.checked()),
    }
}
