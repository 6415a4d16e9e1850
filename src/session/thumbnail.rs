//! Small pictures of files and clips for lists.
//!
//! In: a session that holds nothing else, or a clip of this one. Out: a picture of the models on nothing, seen by a camera of its own.

use crate::core::{Camera, StandardView};
use crate::opened::{OpenedFile, Placement};
use crate::picture::{Background, Picture};
use crate::session::{Action, ClipKey, Message, OpenFile, PlaybackAction, Preferences, Seek, Session, ViewAction};

/// Memory that a small picture is drawn for, as if the adapter had no more: half of it is taken at most.
const MEMORY: u64 = 1 << 30;
/// Models that a picture of a clip shows: the first ones that it fits.
const MOST_FILES: usize = 8;

impl Session {
    /// The stage as it stands now, `size` pixels large; `None` if there is nothing to see.
    pub fn thumbnail(&self, size: [u32; 2]) -> Option<Picture> {
        let models = self.placed_models();
        if models.is_empty() {
            return None;
        }
        let bounds = self.view.steady_bounds;
        let mut camera = Camera::default();
        camera.set_view(StandardView::Iso);
        camera.frame(&bounds, size[0] as f32 / size[1].max(1) as f32);
        camera.fit_depth(&bounds);
        Some(Picture {
            samples: 4,
            camera,
            background: Background::Transparent,
            ..self.plain_picture(size, models)
        })
    }

    /// A session for one small picture of files that nobody has opened: it is drawn as on an adapter with a gibibyte, whatever they hold.
    pub fn for_thumbnail(preferences: Preferences) -> Self {
        let mut session = Self::with_preferences(preferences);
        session.limit_memory(Some(MEMORY));
        session
    }

    /// What makes a picture of the models in the middle of `clip`, on another thread; `None` if the clip is gone. A clip without a model
    /// is shown on its own skeleton, which has nothing to see.
    pub fn clip_thumbnail(
        &self,
        clip: ClipKey,
        size: [u32; 2],
    ) -> Option<impl FnOnce() -> Option<Picture> + Send + 'static> {
        self.stage.clip(clip)?;
        let shown = |file: &&OpenFile| file.key == clip.file || !file.scene.models.is_empty();
        let (own, others): (Vec<&OpenFile>, Vec<&OpenFile>) = self
            .stage
            .files
            .iter()
            .filter(shown)
            .partition(|file| file.key == clip.file);
        let files: Vec<OpenFile> = own.into_iter().chain(others).take(MOST_FILES).cloned().collect();
        let preferences = self.preferences.clone();
        let (lights, up) = (self.view.lights, self.edits.up);
        Some(move || {
            let mut session = Self::for_thumbnail(preferences);
            session.view.lights = lights;
            session.receive(Message::Loaded {
                generation: 0,
                files: files.iter().map(opened).collect(),
                placement: Placement::Add,
            });
            session.apply(Action::View(ViewAction::SetUpAxis(up)));
            session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip))));
            session.apply(Action::Playback(PlaybackAction::Pause));
            let range = session.timeline()?.range;
            let middle = range.start + (range.end - range.start) * 0.5;
            session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(middle))));
            session.thumbnail(size)
        })
    }
}

/// The file as the loader handed it over. Keys of clips are packed when one plays.
fn opened(file: &OpenFile) -> OpenedFile {
    OpenedFile {
        key: file.key,
        name: file.name.clone(),
        location: file.location.clone(),
        scene: file.scene.clone(),
        diagnostics: file.diagnostics.clone(),
        textures: file.textures.clone(),
        reach: OpenedFile::reach_of(&file.scene),
        keys: Vec::new(),
        instances: Default::default(),
        is_demo: false,
        decided: file.decided.clone(),
        outside: Vec::new(),
        buffers: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Cost;

    #[test]
    fn a_small_picture_may_cost_less_than_one_on_the_stage() {
        let session = Session::for_thumbnail(Preferences::default());
        let budget = |memory| Cost::budget(64 << 20, memory).bytes;
        assert_eq!(budget(session.view.budgeted.memory), MEMORY / 2);
        assert!(budget(None) > MEMORY / 2, "the bound decides");
    }
}
