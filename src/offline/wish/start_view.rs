//! Wishes for how a window begins: its files, once they are open, are shown at a time, from a side, with switches turned.
//!
//! The same steps as for a picture of a command, on the session of the window.

use super::{Shot, ViewWish};
use crate::core::TextureIndex;
use crate::offline::arrange::PoseTime;
use crate::offline::compose::{take_aim, turn_switches};
use crate::offline::file_set::OfflineError;
use crate::offline::named::{bones_named, camera_named};
use crate::picture::ColorBy;
use crate::session::{
    Action, Effect, PlaybackAction, SavedImage, SavedView, Seek, SelectionAction, Session, ViewAction,
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

    /// Shows it of what is open. Out: what the session asks for, and a sentence for each wish that cannot be had.
    pub fn show(&self, session: &mut Session) -> (Vec<Effect>, Vec<String>) {
        let (mut effects, mut troubles) = (Vec::new(), Vec::new());
        if let Some(view) = &self.shot.saved {
            let own = session.preferences().clone();
            let viewport = (session.view().viewport, session.view().pixels_per_point);
            match session.show_saved(view) {
                Ok(asked) => effects.extend(asked),
                Err(why) => troubles.push(why),
            }
            session.keep_window(own, viewport);
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
                    if session.view().color_by != ColorBy::Weights {
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
    let read_otherwise = view.imports.iter().zip(&session.stage().files);
    for (_, file) in read_otherwise.filter(|(options, file)| **options != file.decided.options) {
        sentences.push(format!(
            "the view file reads {} otherwise than it is read here: the inspector has the choices",
            file.name
        ));
    }
    let here = |key| {
        let at = view.file_keys.iter().position(|theirs| *theirs == key)?;
        session.stage().files.get(at)
    };
    for instance in &view.instances {
        let Some(file) = here(instance.file) else { continue };
        if file.instances.elsewhere.get(&instance.path) != Some(&instance.location) {
            sentences.push(relink_told(&file.name, &instance.path, &instance.location));
        }
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
        let Some(file) = at.and_then(|at| session.stage().files.get(at)) else {
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
            let chosen = session.relinked_image((key, TextureIndex::new(at)));
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

/// For a file that is shown in the view and not in the window, as the choice of another file is not taken from a view file there.
fn relink_told(file: &str, named: &str, location: &str) -> String {
    format!("the view file shows {named} of {file} by {location}, which is not done here")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::StandardView;
    use crate::files::open_demo;
    use crate::opened::Placement;
    use crate::session::{Message, Preferences, Switch};

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
            (session.frame(), session.playback().transport.playing),
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
            (session.frame(), session.playback().transport.playing),
            (Some(0.5 * rate), true)
        );
        assert!(!shown(Shot::default(), Some(false)).0.playback().transport.playing);

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
        assert!(session.view().overlays.bones && !session.view().overlays.grid);

        let bone = session.stage().models[0]
            .model()
            .skeleton
            .name(crate::core::BoneIndex::new(1))
            .to_owned();
        let weighs = |name: &str| Shot {
            bones_selected: vec![name.to_owned()],
            ..Shot::default()
        };
        let (session, _) = shown(weighs(&bone), None);
        assert_eq!(session.view().color_by, ColorBy::Weights);
        assert!(matches!(
            session.edits().selected,
            Some(crate::session::Selected::Bone(..))
        ));
        let (session, troubles) = shown(weighs("no such bone"), None);
        assert_eq!((session.view().color_by, troubles.len()), (ColorBy::Material, 1));
    }

    /// Files of other places stay the user's choice in the window: each is told.
    #[test]
    fn files_that_a_view_file_puts_in_place_of_others_are_told_in_the_window() {
        let mut saved = demo().saved_view();
        saved.instances.push(crate::session::SavedInstance {
            file: saved.file_keys[0],
            path: "props/rock.cast".into(),
            location: "/old/rock.cast".into(),
        });
        let name = saved.files[0].clone();
        let shot = Shot {
            saved: Some(Box::new(saved)),
            ..Shot::default()
        };
        let told = format!("the view file shows props/rock.cast of {name} by /old/rock.cast, which is not done here");
        assert_eq!(shown(shot, None).1, [told]);
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
            ..seen.saved_view()
        };
        saved.preferences.window.tree_width = 500.0;
        let shot = Shot {
            saved: Some(Box::new(saved)),
            ..Shot::default()
        };
        let (session, troubles) = shown(shot, None);
        assert_eq!(troubles, [""; 0]);
        assert_eq!((session.frame(), session.view().overlays.bones), (Some(7.0), true));
        assert_eq!(session.view().viewport, [320, 200]);
        assert_eq!(
            session.preferences().window.tree_width,
            Preferences::default().window.tree_width
        );
    }
}
