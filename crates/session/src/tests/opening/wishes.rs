//! Wishes of the user or the system for every file: motion, units, memory.

use super::*;
use crate::view::bones::legends;
use crate::window::motion;
use crate::{LengthUnit, Motion, PlaybackAction};

fn set(session: &mut Session, action: WindowAction) {
    session.apply(Action::Window(action));
}

#[test]
fn a_system_that_asks_for_less_motion_is_heard_unless_the_user_says_otherwise() {
    let mut key = 0;
    let mut plays_after_opening = |session: &mut Session| {
        // Another file each time: one that is open already would go on as it was.
        key += 1;
        open(
            session,
            vec![file(key, vec![model("pilot")], vec![clip("walk", "hip", None)])],
            Placement::Replace,
        );
        session.playback().transport().playing
    };
    let mut session = Session::default();
    assert!(motion::may_glide(&session) && plays_after_opening(&mut session));
    session.receive(Message::LessMotion(true));
    assert!(!motion::may_glide(&session), "as the system");
    assert!(!plays_after_opening(&mut session), "what is opened waits");
    session.apply(Action::Playback(PlaybackAction::Play));
    assert!(session.playback().transport().playing, "who asks for motion gets it");
    session.apply(command("motion").action());
    assert!(motion::may_glide(&session) && session.preferences().window.motion == Motion::Always);
    assert!(plays_after_opening(&mut session));
    session.apply(command("motion").action());
    assert_eq!(session.preferences().window.motion, Motion::Never);
    set(&mut session, WindowAction::SetMotion(Motion::System));
    session.receive(Message::LessMotion(false));
    assert!(motion::may_glide(&session));
}

/// Files that state metres keep them; of others the user may know better.
#[test]
fn the_unit_of_a_file_is_its_own_or_the_users() {
    let mut session = Session::default();
    let of_file = |key: u64, in_meters: bool| {
        let file = file(key, vec![model("pilot")], vec![]);
        let mut scene = (*file.scene).clone();
        scene.metadata.in_meters = in_meters;
        OpenedFile {
            scene: Arc::new(scene),
            ..file
        }
    };
    open(&mut session, vec![of_file(1, false)], Placement::Replace);
    assert_eq!(legends::meters_per_unit(&session), None);
    set(&mut session, WindowAction::SetUnit(LengthUnit::Inch));
    assert_eq!(legends::meters_per_unit(&session), Some(0.0254));
    open(&mut session, vec![of_file(2, true)], Placement::Add);
    assert_eq!(legends::meters_per_unit(&session), None, "a mixed stage has no unit");
    set(&mut session, WindowAction::SetUnit(LengthUnit::Meter));
    assert_eq!(legends::meters_per_unit(&session), Some(1.0));
}

/// A clip of a format that states no unit plays on a model in metres: the lengths that are seen stay metres.
#[test]
fn the_unit_is_that_of_the_models_whatever_clips_state() {
    let of_file = |key: u64, models: Vec<Model>, in_meters: bool| {
        let clips = if models.is_empty() {
            vec![clip("walk", "hip", None)]
        } else {
            vec![]
        };
        let file = file(key, models, clips);
        let mut scene = (*file.scene).clone();
        scene.metadata.in_meters = in_meters;
        OpenedFile {
            scene: Arc::new(scene),
            ..file
        }
    };
    for (model_in_meters, unit) in [(true, Some(1.0)), (false, None)] {
        let mut session = Session::default();
        open(
            &mut session,
            vec![of_file(1, vec![model("pilot")], model_in_meters)],
            Placement::Replace,
        );
        open(&mut session, vec![of_file(2, vec![], !model_in_meters)], Placement::Add);
        assert_eq!(legends::meters_per_unit(&session), unit);
    }
    let mut session = Session::default();
    open(&mut session, vec![of_file(1, vec![], false)], Placement::Replace);
    assert_eq!(legends::meters_per_unit(&session), None, "a clip alone");
}
