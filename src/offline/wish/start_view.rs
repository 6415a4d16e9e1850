//! Wishes for how a window begins: its files, once they are open, are shown at a time, from a side, with switches turned.
//!
//! The same steps as for a picture of a command, on the session of the window.

use super::{Shot, ViewWish};
use crate::core::TextureIndex;
use crate::offline::arrange::PoseTime;
use crate::offline::compose::{take_aim, turn_switches};
use crate::offline::file_set::OfflineError;
use crate::offline::named::{bones_named, camera_named};
use crate::offline::shown_instances;
use crate::picture::ColorBy;
use crate::session::saved;
use crate::session::stage;
use crate::session::{
    Action, Effect, PlaybackAction, SavedImage, SavedView, Seek, SelectionAction, Session, ViewAction, put_by_view,
};

/// How a window begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartView {
    /// View file, time, direction, bones whose weights are seen, switches; the rest is that of the window.
    pub shot: Shot,
    /// Whether it plays; `None`: unless a time was named, as the settings say.
    pub plays: Option<bool>,
}

impl StartView {
    /// Whether nothing is wished.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Asks for the files that the view file has in place of those that instances name: models of them are not there yet. Out: nothing, once
    /// they were asked for.
    pub fn place_instances(&self, session: &mut Session) -> Vec<Effect> {
        let view = self.shot.saved.as_deref();
        let files = session.stage().files().iter().enumerate();
        let chosen: Vec<_> = files
            .map(|(index, file)| (file.key, shown_instances::chosen(view, (index, &file.location))))
            .filter(|(_, chosen)| !chosen.is_empty())
            .collect();
        let mut effects = Vec::new();
        for (file, chosen) in chosen {
            effects.extend(put_by_view(session, file, chosen));
        }
        effects
    }

    /// Shows it of what is open. Out: what the session asks for, and a sentence for each wish that cannot be had.
    pub fn show(&self, session: &mut Session) -> (Vec<Effect>, Vec<String>) {
        let (mut effects, mut troubles) = (Vec::new(), Vec::new());
        if let Some(view) = &self.shot.saved {
            let own = session.preferences().clone();
            let viewport = (session.view().viewport(), session.view().pixels_per_point());
            match saved::show_saved(session, view) {
                Ok(asked) => effects.extend(asked),
                Err(why) => troubles.push(why),
            }
            saved::keep_window(session, own, viewport);
            troubles.extend(not_shown(session, &self.shot));
        }
        let mut does = |session: &mut Session, action| effects.extend(session.apply(action));
        if let Some(time) = self.shot.time {
            does(session, Action::Playback(PlaybackAction::Pause));
            let frame = match (time, session.timeline()) {
                (PoseTime::Frame(frame), _) => Some(frame),
                (PoseTime::Seconds(secs), timeline) => timeline.map(|timeline| timeline.frame(secs)),
            };
            match frame.filter(|_| session.timeline().is_some()) {
                Some(frame) => does(session, Action::Playback(PlaybackAction::Seek(Seek::Frame(frame)))),
                None => troubles.push("no clip plays, so there is no time to go to".into()),
            }
        }
        match bones_named(session, &self.shot.bones_selected) {
            Ok(bones) => {
                if let Some((active, others)) = bones.split_first() {
                    let (active, others) = (*active, others.to_vec());
                    does(
                        session,
                        Action::Selection(SelectionAction::SelectAll { active, others }),
                    );
                    if session.view().color_by() != ColorBy::Weights {
                        does(session, Action::View(ViewAction::ToggleColorBy(ColorBy::Weights)));
                    }
                }
            }
            Err(error) => troubles.push(error.to_string()),
        }
        turn_switches(session, &self.shot, &mut does);
        if let Some(view) = &self.shot.view {
            let camera = match view {
                ViewWish::Camera(name) => camera_named(session, name).map(Some),
                _ => Ok::<_, OfflineError>(None),
            };
            match camera {
                Ok(camera) => take_aim(session, &self.shot, camera, &mut does),
                Err(error) => troubles.push(error.to_string()),
            }
        }
        match self.plays {
            Some(true) => does(session, Action::Playback(PlaybackAction::Play)),
            Some(false) => does(session, Action::Playback(PlaybackAction::Pause)),
            None => {}
        }
        (effects, troubles)
    }
}

/// Sentences about parts of a view file that only a picture has.
fn not_shown(session: &Session, shot: &Shot) -> Vec<String> {
    let Some(view) = &shot.saved else { return Vec::new() };
    let mut sentences = Vec::new();
    let read_otherwise = view.imports.iter().zip(session.stage().files());
    for (_, file) in read_otherwise.filter(|(options, file)| **options != file.decided.options) {
        sentences.push(format!(
            "the view file reads {} otherwise than it is read here: the inspector has the choices",
            file.name
        ));
    }
    for (index, file) in session.stage().files().iter().enumerate() {
        let of_file = (&*file.name, &*file.location, &file.instances);
        sentences.extend(shown_instances::told(of_file, Some(view), index));
    }
    if let Some(image) = &view.environment_image {
        sentences.push(format!("the view is lit by an image that is not opened here: {image}"));
    }
    sentences.extend(other_images(session, view));
    sentences
}

/// Sentence about textures for which the view file names other images than are shown. They are not put in place: that would be remembered.
fn other_images(session: &Session, view: &SavedView) -> Option<String> {
    let is_other = |image: &&SavedImage| {
        let at = view.file_keys.iter().position(|key| *key == image.file);
        let Some(file) = at.and_then(|at| session.stage().files().get(at)) else {
            return false;
        };
        let (key, textures) = match image.inside {
            None => (file.key, &file.textures),
            Some(at) => match file.instances.files.get(at as usize) {
                Some(inside) => (inside.key, &inside.textures),
                None => return false,
            },
        };
        let named = textures.iter().position(|entry| entry.reference == image.texture);
        named.is_some_and(|at| {
            let chosen = stage::relinked_image(session, (key, TextureIndex::new(at)));
            chosen.or(textures[at].location.as_deref()) != Some(&image.location)
        })
    };
    let mut others = view.images.iter().filter(is_other);
    let first = others.next()?;
    let more = match others.count() {
        0 => String::new(),
        1 => ", and another image for 1 more texture".to_owned(),
        count => format!(", and other images for {count} more textures"),
    };
    Some(format!(
        "the view file shows {} for {}{more}: Replace… in the inspector puts it there",
        first.location, first.texture
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Options, StandardView};
    use crate::files::{Allowance, open_demo};
    use crate::formats::cast::{NodeDraft, NodeKind, write};
    use crate::offline::{Beside, FileSet, Maps};
    use crate::opened::{NamedPath, OpenedFile, Placement};
    use crate::session::saved::saved_view;
    use crate::session::{Message, Preferences, SavedInstance, Switch};

    fn demo() -> Session {
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files: open_demo(),
            placement: Placement::Replace,
        });
        session.apply(Action::View(ViewAction::ResizeViewport([320, 200])));
        session
    }

    fn shown(shot: Shot, plays: Option<bool>) -> (Session, Vec<String>) {
        let mut session = demo();
        let (_, troubles) = StartView { shot, plays }.show(&mut session);
        (session, troubles)
    }

    #[test]
    fn each_wish_is_what_the_user_would_have_done() {
        let (session, troubles) = shown(
            Shot {
                time: Some(PoseTime::Frame(12.0)),
                ..Shot::default()
            },
            None,
        );
        assert_eq!(
            (session.frame(), session.playback().transport().playing),
            (Some(12.0), false)
        );
        assert_eq!(troubles, [""; 0]);
        let (session, _) = shown(
            Shot {
                time: Some(PoseTime::Seconds(0.5)),
                ..Shot::default()
            },
            Some(true),
        );
        let rate = session.timeline().expect("the demo moves").frames_per_second;
        assert_eq!(
            (session.frame(), session.playback().transport().playing),
            (Some(0.5 * rate), true)
        );
        assert!(!shown(Shot::default(), Some(false)).0.playback().transport().playing);

        let mut wanted = demo();
        let front = Action::View(ViewAction::Camera(crate::session::CameraMove::View(
            StandardView::Front,
        )));
        wanted.apply(front);
        let (session, _) = shown(
            Shot {
                view: Some(ViewWish::Standard(StandardView::Front)),
                switches: vec![(Switch::BONES, true), (Switch::GRID, false)],
                ..Shot::default()
            },
            None,
        );
        let yaw = |session: &Session| session.view().seen_camera().yaw_rad;
        assert_eq!(yaw(&session), yaw(&wanted));
        assert!(session.view().overlays().bones && !session.view().overlays().grid);

        let bone = session.stage().models()[0]
            .model()
            .skeleton
            .name(crate::core::BoneIndex::new(1))
            .to_owned();
        let weighs = |name: &str| Shot {
            bones_selected: vec![name.to_owned()],
            ..Shot::default()
        };
        let (session, _) = shown(weighs(&bone), None);
        assert_eq!(session.view().color_by(), ColorBy::Weights);
        assert!(matches!(
            session.edits().selected,
            Some(crate::session::Selected::Bone(..))
        ));
        let (session, troubles) = shown(weighs("no such bone"), None);
        assert_eq!((session.view().color_by(), troubles.len()), (ColorBy::Material, 1));
    }

    /// A level with a rock that lies elsewhere.
    fn level(folder: &std::path::Path) -> OpenedFile {
        let path = folder.join("level.cast");
        let instance = NodeDraft::new(NodeKind::Instance)
            .string("n", "far")
            .u64s("rf", &[7])
            .child(NodeDraft::new(NodeKind::File).hash(7).string("p", "props/rock.cast"));
        let bytes = write(&[NodeDraft::new(NodeKind::Root).child(instance)]);
        std::fs::write(&path, bytes).expect("writable");
        let beside = Beside {
            maps: Maps::All,
            instances: true,
            full_size: false,
        };
        let opened = FileSet::open_as(&[path], beside, &Options::default(), &Allowance::default());
        opened.expect("it opens").files.remove(0)
    }

    /// Files of other places are put in place as `render` does it: the loader is told before the view is shown, and each is told.
    #[test]
    fn files_that_a_view_file_puts_in_place_of_others_are_asked_for_and_told_in_the_window() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![level(folder.path())],
            placement: Placement::Replace,
        });
        let mut saved = saved_view(&session);
        saved.instances.push(SavedInstance {
            file: saved.file_keys[0],
            by: None,
            path: "props/rock.cast".into(),
            location: "/old/rock.cast".into(),
        });
        let shot = Shot {
            saved: Some(Box::new(saved)),
            ..Shot::default()
        };
        let view = StartView { shot, plays: None };
        let effects = view.place_instances(&mut session);
        let put = effects.iter().find_map(|effect| match effect {
            Effect::PutInstead { instead, .. } => Some(instead.clone()),
            _ => None,
        });
        let named = NamedPath::own("props/rock.cast");
        assert_eq!(put, Some([(named, "/old/rock.cast".to_owned())].into()));
        assert!(
            effects.iter().any(|effect| matches!(effect, Effect::Load { .. })),
            "{effects:?}"
        );
        assert_eq!(view.place_instances(&mut session), [], "once");
        // It is not there.
        let told =
            "/old/rock.cast does not stand for props/rock.cast: it is no file that instances of level.cast can show";
        assert_eq!(view.show(&mut session).1, [told]);
    }

    /// The window stays the user's own: keys, widths, theme and size.
    #[test]
    fn a_view_file_is_shown_in_the_window_as_it_is() {
        let mut seen = demo();
        seen.apply(Action::Playback(PlaybackAction::Pause));
        seen.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(7.0))));
        seen.apply(Switch::BONES.turn(true));
        let mut saved = crate::session::SavedView {
            viewport: [64, 64],
            ..saved_view(&seen)
        };
        saved.preferences.window.tree_width = 500.0;
        let shot = Shot {
            saved: Some(Box::new(saved)),
            ..Shot::default()
        };
        let (session, troubles) = shown(shot, None);
        assert_eq!(troubles, [""; 0]);
        assert_eq!((session.frame(), session.view().overlays().bones), (Some(7.0), true));
        assert_eq!(session.view().viewport(), [320, 200]);
        assert_eq!(
            session.preferences().window.tree_width,
            Preferences::default().window.tree_width
        );
    }
}
