//! A file → its small picture, or what has to be drawn for it.
//!
//! Reads and decodes: made for a thread of its own.

use super::cache::{Cache, SIZE, list_now};
use crate::files::{file_bytes, path_of, read_at_most};
use crate::images::Image;
use crate::offline::{Beside, FileSet, Maps};
use crate::opened::{OpenedFile, Placement, TextureState};
use crate::picture::Picture;
use crate::session::aids;
use crate::session::aids::thumbnail;
use crate::session::stage;
use crate::session::{Message, Preferences};

/// Larger files have no picture: reading them takes too long for one.
const MOST_FILE_BYTES: u64 = 64 << 20;

/// Outcome for a file or clip that a picture is wanted of.
#[derive(Debug)]
pub enum Prepared {
    /// It was made before.
    Kept(Image),
    /// It can be drawn; and how it is kept.
    Drawable(Box<Picture>, Option<Keep>),
    /// There is nothing to see.
    Nothing,
}

/// How a picture is kept on the disk.
#[derive(Debug)]
pub struct Keep {
    /// Its name.
    pub key: String,
    /// The textures and buffers that it shows, with size and time as they were read.
    pub made_of: String,
}

/// Its picture if one is kept, else the model as it stands in the file.
pub fn prepared_file(location: &str, cache: &Cache) -> Prepared {
    let path = path_of(location);
    let Ok(bytes) = read_at_most(&path, MOST_FILE_BYTES) else {
        return Prepared::Nothing;
    };
    let key = Cache::key_of(&bytes, location);
    drop(bytes);
    if let Some(image) = cache.load(&key) {
        return Prepared::Kept(image);
    }
    let beside = Beside {
        maps: Maps::All,
        ..Beside::default()
    };
    let Ok(set) = FileSet::open(&[path], beside) else {
        return Prepared::Nothing;
    };
    let has_all = set.files.iter().flat_map(|file| &file.textures);
    let has_all = !has_all
        .clone()
        .any(|texture| matches!(texture.state, TextureState::Missing(_)));
    let mut session = aids::session_for_thumbnail(Preferences::default());
    session.receive(Message::Loaded {
        generation: 0,
        files: set.files,
        placement: Placement::Replace,
    });
    let read = stage::watched(&session);
    let beside = read.iter().map(String::as_str).filter(|place| *place != location);
    let keep = Keep {
        key,
        made_of: list_now(beside),
    };
    if !session.stage().has_model() {
        aids::hold_middle(&mut session);
    }
    match thumbnail(&session, SIZE) {
        // Missing textures may be found another time.
        Some(picture) => Prepared::Drawable(Box::new(picture), has_all.then_some(keep)),
        None => Prepared::Nothing,
    }
}

/// A small picture of a file of clips, drawn by `picture` on the open models. It depends on these, so it is not kept on the disk.
pub fn prepared_clip(location: &str, picture: impl FnOnce(OpenedFile) -> Option<Picture>) -> Prepared {
    let path = path_of(location);
    let is_small = file_bytes(&path).is_some_and(|bytes| bytes <= MOST_FILE_BYTES);
    let opened = is_small
        .then(|| FileSet::open(&[path], Beside::default()).ok())
        .flatten();
    let file = opened.and_then(|set| set.files.into_iter().next());
    match file.and_then(picture) {
        Some(picture) => Prepared::Drawable(Box::new(picture), None),
        None => Prepared::Nothing,
    }
}
