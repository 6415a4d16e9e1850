//! Clips that play otherwise than their files say: told, offered, taken back, written down.

use super::*;
use crate::composition::played::otherwise::{additive_hint, playing_otherwise};
use crate::saved::saved_view;
use crate::saved::show_saved;

const AXES: [Property; 3] = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];

/// The axes of `target`, each from its first number to its second over ten frames.
fn moving(name: &str, target: &str, ways: [[f32; 2]; 3]) -> Clip {
    let track = |(property, way): (Property, [f32; 2])| Track {
        property,
        values: Values::Scalar(way.to_vec().into()),
        ..clip("", target, None).tracks.remove(0)
    };
    Clip {
        tracks: AXES.into_iter().zip(ways).map(track).collect(),
        ..clip(name, target, None)
    }
}

/// A model at frame 10 of `idle`; `recoil` holds differences and does not say so.
fn staged() -> (Session, [ClipKey; 2]) {
    let idle = moving("idle", "spine", [[2.0, 4.0], [1.0, 1.0], [0.5, 0.5]]);
    let recoil = moving("recoil", "spine", [[0.0, 0.0], [0.0, 0.25], [0.0, 3.0]]);
    let mut session = with_pilot(vec![idle, recoil]);
    let keys: Vec<ClipKey> = session.stage().clips().iter().map(|entry| entry.key).collect();
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(keys[0]))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    (session, [keys[0], keys[1]])
}

fn spine(session: &Session) -> Vec3 {
    session.stage().models()[0].pose().local[1].translation
}

fn play(session: &mut Session, scope: ModeScope, how: Option<PlayAs>) {
    session.apply(Action::Composition(CompositionAction::OverrideMode(scope, how)));
}

#[test]
fn a_layer_plays_as_chosen_and_the_others_as_they_are() {
    let (mut session, [idle, recoil]) = staged();
    let alone = spine(&session);
    assert_eq!(alone, Vec3::new(4.0, 1.0, 0.5));
    let effects = session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: recoil,
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    let offer = effects.effects.iter().find_map(|effect| match effect {
        Effect::Notify(notice) => Some((notice.text.clone(), notice.actions.first()?.clone())),
        _ => None,
    });
    let (text, offer) = offer.expect("it looks additive");
    assert_eq!(
        (text.as_str(), offer.label.as_ref()),
        (
            "recoil: looks additive: its first frame is nothing everywhere, and takes 1 bone away from the rest pose.",
            "Play as additive"
        )
    );
    assert_eq!(spine(&session), Vec3::new(0.0, 0.25, 3.0), "only offered");
    assert!(playing_otherwise(&session).is_empty());
    let base = session.stage().models()[0].binding().cloned();
    let added = alone + Vec3::new(0.0, 0.25, 3.0);
    let at = |clip, frame| PlayAs::Beyond(Base::Frame { clip, frame });
    for (scope, how, wanted) in [
        (ModeScope::Layer(layer), PlayAs::Additive, added),
        (ModeScope::Clip(recoil), PlayAs::Beyond(Base::First), added),
        // The rest pose is 1 high, the stored pose a quarter.
        (
            ModeScope::Layer(layer),
            PlayAs::Beyond(Base::Rest),
            Vec3::new(4.0, 0.25, 3.5),
        ),
        // Frame 5 of idle is at 3, 1, 0.5.
        (
            ModeScope::Layer(layer),
            at(idle, 5.0),
            alone + Vec3::new(-3.0, -0.75, 2.5),
        ),
        (ModeScope::Layer(layer), PlayAs::Relative, Vec3::new(0.0, 1.25, 3.0)),
    ] {
        play(&mut session, scope, Some(how));
        assert!(
            (spine(&session) - wanted).length() < 1e-5,
            "{how:?}: {}",
            spine(&session)
        );
        assert_eq!(
            session.stage().models()[0].binding(),
            base.as_ref(),
            "idle stays as it is"
        );
        assert_eq!(playing_otherwise(&session)[0].0, recoil);
        session.apply(Action::Undo);
        assert_eq!(spine(&session), Vec3::new(0.0, 0.25, 3.0), "{how:?} undone");
    }
    // A layer's own choice goes before that of its clip.
    play(&mut session, ModeScope::Clip(recoil), Some(PlayAs::Relative));
    session.apply(*offer.action);
    assert!((spine(&session) - added).length() < 1e-5);
    assert_eq!(playing_otherwise(&session), [(recoil, "additive".to_owned())]);
    assert_eq!(additive_hint(&session, recoil, Some(layer)), None, "chosen by now");
    // A layer that is taken off takes its choice along, and brings it back.
    let remove = CompositionAction::ChangeLayer(layer, LayerChange::Remove);
    session.apply(Action::Composition(remove));
    assert!(!session.edits().mode_overrides.contains_key(&ModeScope::Layer(layer)));
    session.apply(Action::Undo);
    assert!((spine(&session) - added).length() < 1e-5);
}

#[test]
fn a_choice_is_written_down_and_shown_again() {
    let (mut session, [idle, recoil]) = staged();
    let how = PlayAs::Beyond(Base::Frame { clip: idle, frame: 2.5 });
    play(&mut session, ModeScope::Clip(idle), Some(PlayAs::Absolute));
    let view = serde_json::to_string(&saved_view(&session)).expect("plain data");
    assert!(view.contains("\"Absolute\""), "the words of older view files: {view}");
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: recoil,
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    play(&mut session, ModeScope::Layer(layer), Some(how));
    let shown = spine(&session);
    let saved = serde_json::to_string(&saved_view(&session)).expect("plain data");
    let (mut other, _) = staged();
    let saved: SavedView = serde_json::from_str(&saved).expect("the same");
    show_saved(&mut other, &saved).expect("the same files");
    assert_eq!(other.edits().mode_overrides, session.edits().mode_overrides);
    assert_eq!(spine(&other), shown);
    // A frame that is no number is no choice.
    let nowhere = PlayAs::Beyond(Base::Frame {
        clip: idle,
        frame: f64::NAN,
    });
    play(&mut session, ModeScope::Layer(layer), Some(nowhere));
    assert_eq!(session.edits().mode_overrides.get(&ModeScope::Layer(layer)), None);
}

/// Weights of shapes are differences too.
#[test]
fn weights_of_shapes_are_added_to_what_lies_below() {
    let smile = |name: &str, way: [f32; 2]| Clip {
        tracks: vec![Track {
            property: Property::BlendWeight,
            values: Values::Scalar(way.to_vec().into()),
            ..clip("", "smile", None).tracks.remove(0)
        }],
        ..clip(name, "smile", None)
    };
    let mut session = with_pilot(vec![smile("calm", [0.25, 0.25]), smile("grin", [0.5, 0.75])]);
    let keys: Vec<ClipKey> = session.stage().clips().iter().map(|entry| entry.key).collect();
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(keys[0]))));
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: keys[1],
        model: None,
    }));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    for (how, wanted) in [
        (None, 0.75),
        (Some(PlayAs::Additive), 1.0),
        (Some(PlayAs::Beyond(Base::First)), 0.5),
        (
            Some(PlayAs::Beyond(Base::Frame {
                clip: keys[0],
                frame: 0.0,
            })),
            0.75,
        ),
    ] {
        play(&mut session, ModeScope::Clip(keys[1]), how);
        assert_eq!(session.stage().models()[0].pose().shape_weights[0], wanted, "{how:?}");
    }
}
