//! A session that has opened one file, built from a scene.

use castview_base::core::ClipIndex;
use castview_base::scene::{Clip, Model, Scene};
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use castview_session::{Action, ClipKey, Message, PlaybackAction, Session};

/// One file of these models and clips is open; its first clip, if there is one, plays.
pub fn opened(models: Vec<Model>, clips: Vec<Clip>) -> Session {
    let scene = Scene {
        models,
        clips,
        ..Scene::default()
    };
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), "all.cast", scene)],
        placement: Placement::Replace,
    });
    session
}

/// As [`opened`], and nothing plays.
pub fn paused(models: Vec<Model>, clips: Vec<Clip>) -> Session {
    let mut session = opened(models, clips);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

/// The clip of that number in the file.
pub fn clip_key(index: usize) -> ClipKey {
    ClipKey {
        file: FileKey(1),
        clip: ClipIndex::new(index),
    }
}
