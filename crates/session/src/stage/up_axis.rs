//! Which axis is up: as the user chose for a file, else as the file tells.
//!
//! A choice belongs to a file, whether it is open or not: the app stores them beside the settings.

use crate::{Edits, OpenFile, Session, Stage, UpAxes};
use castview_base::core::UpAxis;
use glam::Affine3A;
use std::sync::Arc;

/// Begins with the choices of earlier runs.
pub fn with_up_axes(mut session: Session, ups: UpAxes) -> Session {
    session.edits.ups = Arc::new(ups);
    session
}

/// The user's choice, else what is known of the first file that says anything, else z: exporters without metadata are z-up engines
/// (cast.md A40).
pub fn up_axis(session: &Session) -> UpAxis {
    let known = || {
        session
            .stage
            .standing_first()
            .find_map(|file| file.scene.metadata.up_axis())
    };
    session.edits.up.or_else(known).unwrap_or(UpAxis::Z)
}

/// Recalls the up axis of the first file of the stage for which one was chosen.
pub(crate) fn recall_up_axis(session: &mut Session) {
    let chosen = |file: &OpenFile| session.edits.ups.get(place(file)).copied();
    let up = session.stage.standing_first().find_map(chosen);
    session.edits.up = up;
}

/// For this stage, and for the file whose model stands on it first, whenever that is opened again.
pub(crate) fn choose_up_axis(session: &mut Session, up: Option<UpAxis>) {
    session.edits.up = up;
    let first = session.stage.standing_first().next().map(|file| place(file).to_owned());
    let Some(place) = first.filter(|place| !place.is_empty()) else {
        return;
    };
    let ups = Arc::make_mut(&mut session.edits.ups);
    match up {
        Some(axis) => _ = ups.insert(place, axis),
        None => _ = ups.remove(&place),
    }
}

impl Edits {
    /// The chosen up axes of all files. The pointer is a new one after every change.
    pub fn all_up_axes(&self) -> &Arc<UpAxes> {
        &self.ups
    }
}

impl Stage {
    /// The files with models on the stage come first; those that only have clips are turned to fit them.
    fn standing_first(&self) -> impl Iterator<Item = &OpenFile> {
        let stands = |file: &&OpenFile| !(file.scene.models.is_empty() && file.scene.instances.is_empty());
        let files = self.files.iter();
        files
            .clone()
            .filter(stands)
            .chain(files.filter(move |file| !stands(file)))
    }
}

/// Standard input and the demo have none: nothing is remembered of them.
fn place(file: &OpenFile) -> &str {
    &file.location
}

/// The up-axis rotation: the user's choice, else what the first file says, else z (cast.md A40).
pub fn world_from_stage(session: &Session) -> Affine3A {
    up_axis(session).world_from_stage()
}
