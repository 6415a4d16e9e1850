//! Small pictures of files and clips for lists.
//!
//! In: a session that holds nothing else, or a clip of this one. Out: a picture of the models on nothing, seen by a camera of its own.

use crate::picture::plain_picture;
use crate::selection::bone_numbers::upright_from_bone;
use crate::view::shown::budget::limit_memory;
use crate::view::shown::drawn::placed_models;
use crate::{Action, ClipKey, DialValue, Message, OpenFile, Placed, PlaybackAction, Preferences, Seek, Session, Stage};
use castview_base::core::{Bounds, Camera, ClipIndex, StandardView, UpAxis};
use castview_picture::opened::{FileKey, OpenedFile, Placement, TextureState};
use castview_picture::{Background, BoneShape, Lights, Overlays, Picture};
use glam::Vec3;
use std::sync::Arc;

/// Memory that a small picture is drawn for, as if the adapter had no more: half of it is taken at most.
const MEMORY: u64 = 1 << 30;
/// Models that a picture of a clip shows: the first ones that it fits.
const MOST_FILES: usize = 8;

/// A session for one small picture of files that nobody has opened: it is drawn as on an adapter with a gibibyte, whatever they hold.
pub fn session_for_thumbnail(preferences: Preferences) -> Session {
    let mut session = Session::with_preferences(preferences);
    limit_memory(&mut session, Some(MEMORY), false);
    session
}

/// Stands still in the middle of what plays; `None` where nothing does.
pub fn hold_middle(session: &mut Session) -> Option<()> {
    session.apply(Action::Playback(PlaybackAction::Pause));
    let range = session.timeline()?.range;
    let middle = range.start + (range.end - range.start) * 0.5;
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(middle))));
    Some(())
}

/// Returns work for another thread that makes a picture of the models in the middle of `clip`; `None` if the clip is gone. A clip
/// without a model is shown on bones of its own.
pub fn clip_thumbnail(
    session: &Session,
    clip: ClipKey,
    size: [u32; 2],
) -> Option<impl FnOnce() -> Option<Picture> + Send + 'static> {
    session.stage.clip(clip)?;
    let shown = |file: &&OpenFile| file.key == clip.file || !file.scene.models.is_empty();
    let (own, others): (Vec<&OpenFile>, Vec<&OpenFile>) = session
        .stage
        .files()
        .iter()
        .filter(shown)
        .partition(|file| file.key == clip.file);
    let files: Vec<OpenFile> = own.into_iter().chain(others).take(MOST_FILES).cloned().collect();
    let looks = Looks::of(session);
    Some(move || looks.picture(files.iter().map(opened).collect(), clip, size))
}

/// Draws the first clip of a file that is not open, as [`clip_thumbnail`] does. A clip that fits no open model gets bones of its own;
/// `None` if no model is open.
pub fn clip_file_thumbnail(
    session: &Session,
    size: [u32; 2],
) -> Option<impl FnOnce(OpenedFile) -> Option<Picture> + Send + 'static> {
    let models: Vec<OpenFile> = session.stage.files_with_models().into_iter().cloned().collect();
    let looks = Looks::of(session);
    (!models.is_empty()).then_some(move |file: OpenedFile| {
        // Keys are those of another session: one that is taken here would be another file's.
        let key = FileKey(u64::MAX);
        let clip = ClipKey {
            file: key,
            clip: ClipIndex::new(0),
        };
        let mut files: Vec<OpenedFile> = models.iter().map(opened).collect();
        let alone = OpenedFile { key, ..file };
        files.push(alone.clone());
        let shown = looks.clone().posed(files, clip)?;
        let drives = shown.stage.matches().is_some_and(|matches| matches.matched > 0);
        match drives {
            true => thumbnail(&shown, size),
            // A model at rest is no picture of a clip.
            false => looks.picture(vec![alone], clip, size),
        }
    })
}

/// The stage as it stands now, `size` pixels large; `None` if there is nothing to see.
pub fn thumbnail(session: &Session, size: [u32; 2]) -> Option<Picture> {
    let models = placed_models(session);
    if models.is_empty() {
        return None;
    }
    // Nothing else is there to see.
    let bones = !session.stage.has_model();
    let bounds = session.view.steady_bounds();
    let mut camera = Camera::default();
    camera.set_view(StandardView::Iso);
    camera.frame(&bounds, size[0] as f32 / size[1].max(1) as f32);
    camera.fit_depth(&bounds);
    let mut picture = Picture {
        samples: 4,
        camera,
        background: Background::Transparent,
        overlays: Overlays {
            bones,
            ..Overlays::default()
        },
        bones: session.preferences.bones.display.style(),
        ..plain_picture(session, size, models)
    };
    show_spot(session, &mut picture);
    Some(picture)
}

/// Fills a small picture of bones without a model, which all lie on one spot, with their axes: they have no length to see.
pub fn show_spot(session: &Session, picture: &mut Picture) {
    /// Share of the stage that the axes of such a bone take to each side.
    const REACH: f32 = 0.018;
    let Some(spot) = spot_of_bones(session) else { return };
    let about = |reach: f32| Bounds {
        min: spot - reach,
        max: spot + reach,
    };
    // Bones that only turn take no room at all.
    if picture.bounds.diagonal() <= 0.0 {
        picture.bounds = about(0.5);
    }
    picture
        .camera
        .frame(&about(REACH * picture.bounds.diagonal()), picture.aspect());
    picture.camera.fit_depth(&picture.bounds);
    picture.bones.shape = BoneShape::Axes;
}

/// The point on which all bones lie, if no model is open and they do. Clips of rotations alone, or of differences, do not tell the distance
/// between a bone and its parent. `None` for a single bone: its ball is large enough.
fn spot_of_bones(session: &Session) -> Option<Vec3> {
    let bones_of = |placed: &Placed| placed.model().skeleton.len();
    if session.stage.has_model() || session.stage.models().iter().any(|placed| bones_of(placed) < 2) {
        return None;
    }
    let mut heads = session.stage.models().iter().flat_map(|placed| {
        let bones = placed.model().skeleton.bones();
        bones.map(|bone| Vec3::from(upright_from_bone(session, placed, bone).translation))
    });
    let first = heads.next()?;
    let size = session.view.steady_bounds().diagonal();
    heads.all(|head| head.distance(first) <= 1e-5 * size).then_some(first)
}

impl Stage {
    /// The models that [`clip_file_thumbnail`] shows: an equal list means an equal picture. Empty without any, and while textures are on
    /// their way.
    pub fn thumbnail_models(&self) -> Vec<(FileKey, usize)> {
        let mut textures = self.files().iter().flat_map(|file| &file.textures);
        if textures.any(|texture| matches!(texture.state, TextureState::Loading)) {
            return Vec::new();
        }
        let with_models = self.files_with_models();
        let files = with_models
            .iter()
            .map(|file| (file.key, Arc::as_ptr(&file.scene) as usize));
        files.collect()
    }

    /// The demo goes when a file is opened.
    fn files_with_models(&self) -> Vec<&OpenFile> {
        let files = self
            .files()
            .iter()
            .filter(|file| !file.scene.models.is_empty() && !file.is_demo);
        files.take(MOST_FILES).collect()
    }
}

/// Settings that a small picture takes over from its session.
#[derive(Clone)]
struct Looks {
    preferences: Preferences,
    lights: Lights,
    up: Option<UpAxis>,
}

impl Looks {
    fn of(session: &Session) -> Self {
        Self {
            preferences: session.preferences.clone(),
            lights: session.view.lights(),
            up: session.edits.up,
        }
    }

    /// The models of `files` in the middle of `clip`.
    fn picture(self, files: Vec<OpenedFile>, clip: ClipKey, size: [u32; 2]) -> Option<Picture> {
        thumbnail(&self.posed(files, clip)?, size)
    }

    fn posed(self, files: Vec<OpenedFile>, clip: ClipKey) -> Option<Session> {
        let mut session = session_for_thumbnail(self.preferences);
        session.view.choose_lights(self.lights);
        session.receive(Message::Loaded {
            generation: 0,
            files,
            placement: Placement::Add,
        });
        session.apply(DialValue::up_axis(self.up).choose());
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip))));
        hold_middle(&mut session)?;
        Some(session)
    }
}

/// The file as the loader handed it over. Keys of clips are packed when one plays.
fn opened(file: &OpenFile) -> OpenedFile {
    OpenedFile {
        key: file.key,
        name: file.name.clone(),
        location: file.location.clone(),
        bytes: file.bytes.clone(),
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
        awaited: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aids::thumbnail;
    use castview_base::scene::Track;
    use castview_picture::Cost;

    /// A file of clips in the browser is shown on the models that are open, as the Clips tab shows its clips.
    #[test]
    fn a_file_of_clips_is_shown_on_the_models_that_are_open() {
        use crate::tests::{clip, file, model};
        let session = |models| {
            let mut session = Session::default();
            session.receive(Message::Loaded {
                generation: 0,
                files: vec![file(1, models, vec![])],
                placement: Placement::Replace,
            });
            session
        };
        let bare = session(Vec::new());
        assert!(thumbnail::clip_file_thumbnail(&bare, [8, 8]).is_none() && bare.stage.thumbnail_models().is_empty());
        let with_model = session(vec![model("pilot")]);
        // The clips' file has the key of the open file: two loaders count alike.
        let clips = file(1, vec![], vec![clip("walk", "hip", None), clip("run", "hip", None)]);
        let make = thumbnail::clip_file_thumbnail(&with_model, [8, 8]).expect("there is a model");
        let picture = make(clips).expect("the model is seen");
        assert_eq!(
            picture.models[0].pose.local[0].translation.x, 5.0,
            "the middle of the first clip"
        );
        let make = thumbnail::clip_file_thumbnail(&with_model, [8, 8]).expect("there is a model");
        let alone = make(file(1, vec![], vec![clip("swim", "fin", None)])).expect("its own bones are seen");
        assert_eq!(alone.models.len(), 1);
        assert!(alone.overlays.bones, "a model at rest is no picture of a clip");
        let models = with_model.stage.thumbnail_models();
        assert_eq!(models.len(), 1);
        assert_ne!(models, session(vec![model("other")]).stage.thumbnail_models());
    }

    /// A clip that no model is there for is shown on bones made for its targets.
    #[test]
    fn a_file_of_clips_alone_is_shown_on_bones_of_its_own() {
        use crate::tests::{clip, file};
        let mut session = session_for_thumbnail(Preferences::default());
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![file(1, vec![], vec![clip("walk", "hip", None)])],
            placement: Placement::Replace,
        });
        thumbnail::hold_middle(&mut session).expect("it plays");
        let picture = thumbnail(&session, [8, 8]).expect("bones are seen");
        assert!(picture.overlays.bones);
        assert_eq!(picture.models[0].pose.local[0].translation.x, 5.0);
        assert_eq!(picture.bones.shape, BoneShape::default());
    }

    /// Bones on one spot have no length: their axes are what there is to see, and fill the picture.
    #[test]
    fn bones_on_one_spot_are_shown_by_their_axes() {
        use crate::tests::{clip, file};
        let mut both = clip("recoil", "hip", None);
        let knee = both.tracks.iter().map(|track| Track {
            target: "knee".into(),
            ..track.clone()
        });
        both.tracks.extend(knee.collect::<Vec<_>>());
        let mut session = session_for_thumbnail(Preferences::default());
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![file(1, vec![], vec![both])],
            placement: Placement::Replace,
        });
        thumbnail::hold_middle(&mut session).expect("it plays");
        let picture = thumbnail(&session, [8, 8]).expect("bones are seen");
        assert_eq!(picture.models[0].pose.local.len(), 2);
        assert_eq!(picture.bones.shape, BoneShape::Axes);
        let size = picture.drawn_size();
        assert!(
            picture.camera.distance < 0.3 * size,
            "{} of {size}",
            picture.camera.distance
        );
        assert!(
            (picture.camera.target.x - 5.0).abs() < 1e-3,
            "{}",
            picture.camera.target
        );
    }

    #[test]
    fn a_small_picture_may_cost_less_than_one_on_the_stage() {
        let session = session_for_thumbnail(Preferences::default());
        let budget = |memory| Cost::budget(64 << 20, memory).bytes;
        assert_eq!(budget(session.view.memory_of_budget()), MEMORY / 2);
        assert!(budget(None) > MEMORY / 2, "the bound decides");
    }
}
