//! Remembers which files are opened and how they are looked at, and opens those of an earlier run again.

use crate::stage::load::open_or_reload;
use crate::view::origin::world_origin;
use crate::{
    Browser, ClipKey, ClipLayer, Effect, LayerKey, Moved, OpenFile, Recent, Resume, ResumedLayer, SavedCamera, Session,
};
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use std::sync::Arc;

/// Files of a session that are remembered.
const MOST_LAST: usize = 200;

/// With what an earlier run has remembered.
#[must_use]
pub fn with_recent(mut session: Session, mut recent: Recent) -> Session {
    recent.bound_hung();
    session.browser.previous = Recent {
        files: Vec::new(),
        ..recent.clone()
    };
    session.browser.recent = Arc::new(recent);
    session
}

/// Remembers the open files, so that the next run can open them again. An empty stage is nothing to come back to.
pub(crate) fn remember_stage(session: &mut Session) {
    let files = session.stage.files().iter();
    let files = files.filter(|file| !file.is_demo && !file.location.is_empty());
    let last: Vec<String> = files.take(MOST_LAST).map(|file| file.location.clone()).collect();
    let folder = session.browser.list.as_ref().map(|list| list.location.clone());
    let recent = &session.browser.recent;
    if !last.is_empty() && (recent.last != last || recent.folder != folder) {
        let recent = Arc::make_mut(&mut session.browser.recent);
        (recent.last, recent.folder) = (last, folder);
    }
}

/// Opens what was open when an earlier run ended.
pub(crate) fn restore(session: &mut Session) -> Vec<Effect> {
    let previous = std::mem::take(&mut session.browser.previous);
    let mut effects = match previous.folder {
        Some(folder) => session.browser.list_quietly(folder),
        None => Vec::new(),
    };
    effects.extend(open_or_reload(session, previous.last, Placement::Replace));
    session.browser.resumes = previous.resume.map(|resume| (session.opening.generation, resume));
    effects
}

/// Where the user is in what is open, for the next run. Asked for when nothing moves, and at the end. The demo is nothing to come back
/// to, nor is an empty stage.
pub fn remember_resume(session: &mut Session) {
    let is_kept = |file: &OpenFile| !file.is_demo && !file.location.is_empty();
    if !session.stage.files().iter().any(is_kept) {
        return;
    }
    let resume = resume_point(session);
    if session.browser.recent.resume.as_ref() != Some(&resume) {
        Arc::make_mut(&mut session.browser.recent).resume = Some(resume);
    }
}

impl Browser {
    /// How the files of the load `generation` stood in an earlier run, if they are those that [`restore`] opens. It is told once.
    pub(crate) fn take_resume(&mut self, generation: u64) -> Option<Resume> {
        let resumes = self.resumes.take_if(|(of, _)| *of <= generation);
        resumes.filter(|(of, _)| *of == generation).map(|(_, resume)| resume)
    }

    pub fn recent(&self) -> &Arc<Recent> {
        &self.recent
    }

    /// Whether an earlier run has left files that can be opened again.
    pub fn has_previous(&self) -> bool {
        !self.previous.last.is_empty()
    }

    /// These files were opened by the user, or walked through.
    pub(crate) fn remember_opened(&mut self, files: &[OpenedFile], placement: Placement) {
        let chosen = files.iter().filter(|file| !file.is_demo && !file.location.is_empty());
        let locations: Vec<&str> = chosen.map(|file| &file.location[..]).collect();
        if !locations.is_empty() && !matches!(placement, Placement::Reload | Placement::Walk) {
            let with_model = files
                .iter()
                .find(|file| file.has_models() && locations.contains(&&file.location[..]));
            let lead = with_model.map_or(locations[0], |file| &file.location[..]);
            Arc::make_mut(&mut self.recent).add(lead, &locations);
            self.gone.retain(|gone| !locations.contains(&&gone[..]));
        }
    }

    /// That file cannot be opened: it is no longer among those that were opened lately, alone or in a drop.
    pub(crate) fn forget_broken(&mut self, location: &str) {
        let recent = &self.recent;
        if recent
            .hung
            .iter()
            .flat_map(|on| &on.files)
            .any(|one| one.location == location)
        {
            Arc::make_mut(&mut self.recent).forget_hung(|known| known == location);
        }
        let recent = &self.recent;
        let mut together = recent.together.values().flatten();
        if recent.files.iter().chain(&mut together).any(|known| known == location) {
            let recent = Arc::make_mut(&mut self.recent);
            recent.files.retain(|known| known != location);
            recent.forget_unlisted();
            for all in recent.together.values_mut() {
                all.retain(|known| known != location);
            }
        }
    }

    /// The image at that location lights the models, or none does.
    pub(crate) fn remember_environment(&mut self, location: Option<String>) {
        if self.recent.environment != location {
            Arc::make_mut(&mut self.recent).environment = location;
        }
    }

    pub(crate) fn forget_recent(&mut self, is_meant: impl Fn(&str) -> bool) {
        let recent = Arc::make_mut(&mut self.recent);
        recent.files.retain(|location| !is_meant(location));
        recent.forget_unlisted();
        recent.forget_hung(is_meant);
    }

    /// Whether the file that was opened lately was not there when it was last looked for.
    pub fn is_gone(&self, location: &str) -> bool {
        self.gone.contains(location)
    }
}

/// Where the user is. Keeps nothing of the demo, which is opened by itself.
pub(crate) fn resume_point(session: &Session) -> Resume {
    let timeline = session.timeline();
    let clip = session.playback.active_clip();
    let named = clip.and_then(|clip| session.stage.name_of_clip(clip));
    let frame = timeline.map(|timeline| session.playback.transport().frame(&timeline));
    let layer = |layer: &ClipLayer| {
        Some(ResumedLayer {
            clip: session.stage.name_of_clip(layer.clip)?,
            model: match layer.model {
                Some(model) => Some(session.stage.name_of_model(model)?),
                None => None,
            },
            // Keys of this run would make every run's file another one.
            layer: ClipLayer {
                key: LayerKey(0),
                clip: ClipKey {
                    file: FileKey(0),
                    clip: layer.clip.clip,
                },
                model: None,
                ..layer.clone()
            },
        })
    };
    let moved = |(key, moved): (&PlacedKey, &Moved)| {
        let name = session.stage.name_of_model(*key)?;
        Some((name, moved.offset.to_array(), moved.turn.to_array()))
    };
    let camera = SavedCamera::of(&session.view.camera(), world_origin(session));
    Resume {
        camera: (!session.view.is_framed()).then_some(camera),
        framed_from: (session.view.is_framed()).then_some(camera),
        frame: frame.filter(|_| named.is_some()),
        clip: named,
        layers: session.edits.layers.iter().filter_map(layer).collect(),
        moved: session.edits.moved.iter().filter_map(moved).collect(),
        attached: (session.edits.attachments.iter())
            .filter_map(|(model, attachment)| session.stage.named_attachment(*model, *attachment))
            .collect(),
    }
}
