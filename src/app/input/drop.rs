//! Files over the window → batches.
//!
//! In: winit's events, one per file; what a look at a file in the background found. Out: the files of one event-loop turn
//! as one batch, and words for what letting go would do. Never opens a file, nor asks the disk anything.

use crate::files::{OPENED_TOGETHER, Peek};
use crate::images::{has_known_extension, has_radiance_extension};
use crate::session::Stage;
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
pub struct Drops {
    hovering: Vec<PathBuf>,
    /// The file asked about last, and the answer once there is one.
    looked_at: Option<(PathBuf, Option<Peek>)>,
    dropped: Vec<PathBuf>,
}

impl Drops {
    pub fn hovered(&mut self, path: PathBuf) {
        self.hovering.push(path);
    }

    pub fn cancelled(&mut self) {
        self.hovering.clear();
        // By the next hover the file may be another.
        self.looked_at = None;
    }

    pub fn dropped(&mut self, path: PathBuf) {
        // The hover ends with the first file of its drop: the platform sends no cancellation then.
        self.cancelled();
        self.dropped.push(path);
    }

    /// A file that hovers alone and should be looked at; each is told once a hover.
    pub fn unknown(&mut self) -> Option<PathBuf> {
        let [one] = self.hovering.as_slice() else {
            return None;
        };
        if self.looked_at.as_ref().is_some_and(|(path, _)| path == one) {
            return None;
        }
        self.looked_at = Some((one.clone(), None));
        Some(one.clone())
    }

    /// Learns what `path` is. Comes too late if that hovers no more.
    pub fn learned(&mut self, path: &Path, peek: Peek) {
        if let Some((_, known)) = self.looked_at.as_mut().filter(|(asked, _)| asked == path) {
            *known = Some(peek);
        }
    }

    /// Whether files hover, or were let go since the last batch.
    pub fn are_here(&self) -> bool {
        !(self.hovering.is_empty() && self.dropped.is_empty())
    }

    /// The name of the only file that hovers or was let go, if it is that of an image.
    pub fn image(&self) -> Option<String> {
        let (([one], []) | ([], [one])) = (&self.hovering[..], &self.dropped[..]) else {
            return None;
        };
        let name = one.file_name()?.to_str()?;
        (has_known_extension(name) || has_radiance_extension(name)).then(|| name.to_owned())
    }

    /// The same of an image that would be put somewhere.
    pub fn image_hint(&self, place: String) -> Option<String> {
        let name = self.hovering.first()?.file_name()?.to_string_lossy();
        Some(format!("Put {name} {place}"))
    }

    /// Says in one line what letting go now would do. `adds`: what is there would stay; `onto`: the bone that is aimed at.
    pub fn hint(&self, stage: &Stage, adds: bool, onto: Option<&str>) -> Option<String> {
        let open = if adds { "Add" } else { "Open" };
        let one = match (self.hovering.as_slice(), onto) {
            ([], _) => return None,
            ([one], _) => one,
            (many, Some(bone)) => return Some(format!("Hang {} files on {bone}", many.len())),
            (many, None) => return Some(format!("{} files", many.len())),
        };
        let name = one
            .file_name()
            .map_or_else(|| one.to_string_lossy(), |name| name.to_string_lossy());
        let peek = self.looked_at.as_ref().filter(|(path, _)| path == one);
        Some(match peek.and_then(|(_, peek)| *peek) {
            None | Some(Peek::Models) => match onto {
                Some(bone) => format!("Hang {name} on {bone}"),
                None => format!("{open} {name}"),
            },
            Some(Peek::Clips) => match model_name(stage) {
                Some(model) => format!("Add clip {name} to {model}"),
                None => format!("Play clip {name}"),
            },
            Some(Peek::Light) => format!("Light by {name}"),
            Some(Peek::Other(guess)) => format!("{name} is {guess}, which castview does not open"),
            Some(Peek::Folder(0)) => format!("Look for textures in {name}"),
            Some(Peek::Folder(1)) => format!("{open} 1 file of {name}"),
            Some(Peek::Folder(count)) if count > OPENED_TOGETHER => format!("Browse {name}"),
            Some(Peek::Folder(count)) => format!("{open} {count} files of {name}"),
            Some(Peek::Unreadable) => format!("{name} cannot be read"),
        })
    }

    /// Everything dropped since the last call: called once per event-loop turn, so that is one batch.
    pub fn take_batch(&mut self) -> Option<Vec<PathBuf>> {
        (!self.dropped.is_empty()).then(|| std::mem::take(&mut self.dropped))
    }
}

/// Names the models that a dropped clip would drive; the demo goes when anything is opened.
fn model_name(stage: &Stage) -> Option<String> {
    let stays = |file| stage.file(file).is_some_and(|file| !file.is_demo);
    let mut models = stage
        .models()
        .iter()
        .filter(|placed| !placed.is_stand_in && stays(placed.file));
    let first = models.next()?;
    Some(match models.count() {
        0 => first.model().name.clone(),
        others => format!("{} models", others + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Guess;
    use crate::opened::{FileKey, OpenedFile, Placement};
    use crate::scene::{Model, Scene};
    use crate::session::{Message, Session};

    #[test]
    fn files_of_one_turn_are_one_batch() {
        let (mut drops, stage) = (Drops::default(), Stage::default());
        drops.hovered("a.cast".into());
        drops.hovered("b.cast".into());
        assert_eq!(drops.hint(&stage, false, None).as_deref(), Some("2 files"));
        assert_eq!(drops.take_batch(), None);

        drops.dropped("a.cast".into());
        drops.dropped("b.cast".into());
        assert_eq!(drops.hint(&stage, false, None), None);
        assert_eq!(drops.take_batch(), Some(vec!["a.cast".into(), "b.cast".into()]));
        assert_eq!(drops.take_batch(), None);

        drops.hovered("c.cast".into());
        assert_eq!(drops.hint(&stage, false, None).as_deref(), Some("Open c.cast"));
        assert_eq!(drops.hint(&stage, true, None).as_deref(), Some("Add c.cast"));
        let on_bone = |drops: &Drops| drops.hint(&stage, false, Some("hand"));
        assert_eq!(on_bone(&drops).as_deref(), Some("Hang c.cast on hand"));
        drops.hovered("d.cast".into());
        assert_eq!(on_bone(&drops).as_deref(), Some("Hang 2 files on hand"));
        drops.cancelled();
        assert_eq!((drops.hint(&stage, false, None), drops.take_batch()), (None, None));
    }

    fn with_models(names: &[&str], is_demo: bool) -> Session {
        let model = |name: &&str| Model {
            name: (*name).to_owned(),
            ..Model::default()
        };
        let scene = Scene {
            models: names.iter().map(model).collect(),
            ..Scene::default()
        };
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![OpenedFile {
                is_demo,
                ..OpenedFile::of(FileKey(1), "pilot.cast", scene)
            }],
            placement: Placement::Replace,
        });
        session
    }

    #[test]
    fn the_hint_goes_by_content_as_soon_as_that_is_known() {
        let (empty, pilot, two, demo) = (
            Session::default(),
            with_models(&["pilot"], false),
            with_models(&["pilot", "crate"], false),
            with_models(&["sprig"], true),
        );
        for (session, peek, wanted) in [
            (&empty, Peek::Models, "Open run.cast"),
            (&empty, Peek::Clips, "Play clip run.cast"),
            (&demo, Peek::Clips, "Play clip run.cast"),
            (&pilot, Peek::Clips, "Add clip run.cast to pilot"),
            (&two, Peek::Clips, "Add clip run.cast to 2 models"),
            (&pilot, Peek::Models, "Open run.cast"),
            (
                &pilot,
                Peek::Other(Guess::Png),
                "run.cast is a PNG image, which castview does not open",
            ),
            (&pilot, Peek::Light, "Light by run.cast"),
            (&pilot, Peek::Folder(0), "Look for textures in run.cast"),
            (&pilot, Peek::Folder(1), "Open 1 file of run.cast"),
            (&pilot, Peek::Folder(7), "Open 7 files of run.cast"),
            (&pilot, Peek::Folder(OPENED_TOGETHER + 1), "Browse run.cast"),
            (&pilot, Peek::Unreadable, "run.cast cannot be read"),
        ] {
            let mut drops = Drops::default();
            let path = PathBuf::from("clips").join("run.cast");
            drops.hovered(path.clone());
            let hint = |drops: &Drops| drops.hint(session.stage(), false, None).expect("a file hovers");
            assert_eq!(hint(&drops), "Open run.cast", "before it is known");
            assert_eq!(drops.unknown(), Some(path.clone()));
            assert_eq!(drops.unknown(), None, "asked once");
            drops.learned(Path::new("other.cast"), Peek::Unreadable);
            assert_eq!(hint(&drops), "Open run.cast", "of another file");
            drops.learned(&path, peek);
            assert_eq!(hint(&drops), wanted);
            drops.cancelled();
            drops.learned(&path, Peek::Unreadable);
            drops.hovered(path.clone());
            assert_eq!(hint(&drops), "Open run.cast", "a new hover is looked at anew");
            assert_eq!(drops.unknown(), Some(path));
        }
    }
}
