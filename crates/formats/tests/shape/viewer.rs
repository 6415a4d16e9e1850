//! Shapes on the stage: how their layers play, alone and together; which level of detail is drawn; stated volumes.

use crate::imported;
use crate::shape_file::samples::{four_layers, skinned_strip, three_lods, triangle};
use crate::shape_file::{Draft, Layer, Node, Switches, Track, Volume};
use castview_base::core::{ClipIndex, MeshIndex};
use castview_base::scene::PlayMode;
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use castview_session::playback;
use castview_session::stage;
use castview_session::view;
use castview_session::{
    Action, CameraMove, ClipKey, CompositionAction, LayerChange, LevelPick, Message, PlaybackAction, Seek, Selected,
    SelectionAction, Session, Switch, ViewAction,
};
use glam::Vec2;

fn staged(draft: &Draft) -> Session {
    let scene = imported(draft, &Switches::default(), &[]).scene;
    let mut session = Session::default();
    session.apply(Action::View(ViewAction::ResizeViewport([320, 240])));
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), "coach.Shape", scene)],
        placement: Placement::Replace,
    });
    session
}

fn clip(index: usize) -> ClipKey {
    ClipKey {
        file: FileKey(1),
        clip: ClipIndex::new(index),
    }
}

/// How high the node of that name stands.
fn height(session: &Session, name: &str) -> f32 {
    let placed = &session.stage().models()[0];
    let bone = placed.model().skeleton.find(name).expect("a node");
    placed.pose().model_from_bone[bone.get()].translation.y
}

/// docs/formats/shape.md §6.1: 0 manual, 1 once, 2 over and over, 3 once and hold. All take two seconds and rise by a
/// metre.
#[test]
fn each_processing_mode_plays_as_it_is_meant() {
    let mut session = staged(&four_layers());
    for (index, plays, secs, wanted, goes_on) in [
        (0, false, 0.5, 0.0, false),
        (1, true, 0.5, 0.25, true),
        (1, true, 2.5, 1.0, false),
        (2, true, 2.5, 0.25, true),
        (3, true, 2.5, 1.0, false),
    ] {
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(index)))));
        assert_eq!(session.is_playing(), plays, "{index}");
        for _ in 0..(secs * 10.0) as usize {
            session.advance(0.1);
        }
        assert!(
            (height(&session, "lift") - wanted).abs() < 1e-4,
            "{index} after {secs} s"
        );
        assert_eq!(session.is_playing(), goes_on, "{index} after {secs} s");
    }
    // By hand: where the playhead is put, and on when it is asked to play.
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(0)))));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(5.0))));
    assert!((height(&session, "lift") - 0.5).abs() < 1e-4);
    session.apply(Action::Playback(PlaybackAction::Play));
    session.advance(0.5);
    assert!((height(&session, "lift") - 0.75).abs() < 1e-4);
    // Its turn comes when all are played one after another.
    session.apply(Switch::PLAY_ALL.toggle());
    for wanted in ["playback", "repeat", "state", "manual", "playback"] {
        for _ in 0..20 {
            session.advance(0.1);
        }
        let name = session.active_clip().map(|clip| clip.name.clone());
        assert_eq!(name.as_deref(), Some(wanted));
    }
}

#[test]
fn the_user_overrules_a_mode_for_one_clip() {
    let mut session = staged(&four_layers());
    let looping = session.preferences().playing.loops;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(3)))));
    assert!(!playback::loops(&session));
    session.apply(Switch::LOOP.toggle());
    for _ in 0..25 {
        session.advance(0.1);
    }
    assert!(session.is_playing() && (height(&session, "lift") - 0.25).abs() < 1e-4);
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(1)))));
    assert!(!playback::loops(&session), "another clip is as its file means it");
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(2)))));
    session.apply(Switch::LOOP.toggle());
    assert!(!playback::loops(&session));
    assert_eq!(session.preferences().playing.loops, looping, "a mode is no preference");
}

/// docs/formats/shape.md §5: a mix of layers, each at its own time: wheels turn over and over, a door stands where a
/// hand puts it.
#[test]
fn layers_of_a_mix_keep_their_modes() {
    let mut draft = four_layers();
    let rising = |processing, name: &str, node: &str, duration_ms: f64| Layer {
        name: name.into(),
        processing,
        duration_ms,
        key_frame_ms: 100.0,
        tracks: vec![Track {
            node: node.into(),
            positions: vec![(0.0, [0.0; 3]), (duration_ms, [0.0, 1.0, 0.0])],
            ..Track::default()
        }],
    };
    draft.root.children = ["base", "wheel", "door", "lid"]
        .map(|name| crate::shape_file::Node {
            name: name.into(),
            ..Default::default()
        })
        .into();
    draft.layers = vec![
        rising(1, "ride", "base", 4000.0),
        rising(2, "turn", "wheel", 1000.0),
        rising(0, "open", "door", 1000.0),
        rising(3, "lift", "lid", 1000.0),
    ];
    let mut session = staged(&draft);
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(0)))));
    for index in 1..4 {
        session.apply(Action::Composition(CompositionAction::AddLayer {
            clip: clip(index),
            model: None,
        }));
    }
    let at = |session: &mut Session, secs: f64| {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(secs * 10.0))));
        ["base", "wheel", "door", "lid"].map(|name| (height(session, name) * 1000.0).round() / 1000.0)
    };
    assert_eq!(at(&mut session, 2.25), [0.563, 0.25, 0.0, 1.0]);
    let door = session.edits().layers()[1].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        door,
        LayerChange::HeldSecs(Some(0.5)),
    )));
    assert_eq!(at(&mut session, 2.25), [0.563, 0.25, 0.5, 1.0]);
    assert_eq!(at(&mut session, 0.5), [0.125, 0.5, 0.5, 0.5]);
    // Beyond the clip there is nothing to hold.
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        door,
        LayerChange::HeldSecs(Some(9.0)),
    )));
    assert_eq!(session.edits().layers()[1].held_secs, Some(1.0));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        door,
        LayerChange::HeldSecs(None),
    )));
    assert_eq!(at(&mut session, 0.25)[2], 0.25, "with the clock");
}

/// A mix plays to the end of its longest layer; what ends before holds.
#[test]
fn a_mix_runs_to_its_longest_layer() {
    let mut draft = four_layers();
    let rising = |processing, node: &str, duration_ms: f64| Layer {
        processing,
        duration_ms,
        key_frame_ms: 100.0,
        tracks: vec![Track {
            node: node.into(),
            positions: vec![(0.0, [0.0; 3]), (duration_ms, [0.0, 1.0, 0.0])],
            ..Track::default()
        }],
        ..Layer::default()
    };
    draft.root.children = ["base", "door"]
        .map(|name| Node {
            name: name.into(),
            ..Node::default()
        })
        .into();
    for (base, layer) in [(1, 1), (1, 3), (3, 1), (3, 3)] {
        draft.layers = vec![rising(base, "base", 1000.0), rising(layer, "door", 4000.0)];
        let mut session = staged(&draft);
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(0)))));
        session.apply(Action::Composition(CompositionAction::AddLayer {
            clip: clip(1),
            model: None,
        }));
        session.apply(Action::Playback(PlaybackAction::Play));
        for (secs, wanted, plays) in [
            (2.0, [1.0, 0.5], true),
            (1.5, [1.0, 0.875], true),
            (1.0, [1.0, 1.0], false),
        ] {
            for _ in 0..(secs * 10.0) as usize {
                session.advance(0.1);
            }
            let found = ["base", "door"].map(|name| (height(&session, name) * 1000.0).round() / 1000.0);
            assert_eq!((found, session.is_playing()), (wanted, plays), "{base} under {layer}");
        }
    }
}

/// A clip that plays once never jumps from its end to its start.
#[test]
fn only_what_begins_again_has_a_seam() {
    let mut session = staged(&four_layers());
    for (index, has_seam) in [(0, false), (1, false), (2, true), (3, false)] {
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip(index)))));
        assert_eq!(playback::seam(&session).is_some(), has_seam, "{index}");
        session.apply(Switch::LOOP.toggle());
        assert_eq!(
            playback::seam(&session).is_some(),
            !has_seam,
            "{index}, as the user wants it"
        );
    }
}

#[test]
fn modes_have_the_words_of_the_page() {
    let import = imported(&four_layers(), &Switches::default(), &[]);
    let modes: Vec<_> = import
        .scene
        .clips
        .iter()
        .map(|clip| clip.mode.map(PlayMode::word))
        .collect();
    assert_eq!(modes, ["manual", "playback", "repeat", "state"].map(Some));
}

fn left_out(session: &Session) -> Vec<bool> {
    let picture = session.picture([320, 240], 1);
    picture.models[0].hidden_meshes.to_vec()
}

/// Framing looks at the middle of what is seen, distances count from the nodes, which stand in the middle of the bounds.
fn look_at_the_middle(session: &mut Session) {
    let camera = session.view().camera();
    let off = camera.target - view::world_bounds(session).center();
    let by = Vec2::new(off.dot(camera.right()), off.dot(camera.up())) / (2.0 * camera.half_height());
    session.apply(Action::View(ViewAction::Camera(CameraMove::Pan(by))));
}

fn step_back_to(session: &mut Session, distance: f32) {
    let factor = distance / session.view().camera().distance;
    // Far above the model the pointer is over no surface to zoom to. The point under it keeps its place, so the view is moved back.
    let ndc = Vec2::new(0.0, 5.0);
    session.apply(Action::View(ViewAction::Camera(CameraMove::Zoom { factor, ndc })));
    let back = 0.5 * ndc * (1.0 - factor) / factor;
    session.apply(Action::View(ViewAction::Camera(CameraMove::Pan(back))));
}

/// docs/formats/shape.md §6.3: the lowest level first; each; all; by distance, from the least of a range on and below
/// its most.
#[test]
fn levels_are_picked_without_reading_again() {
    let mut session = staged(&three_lods());
    assert_eq!(session.stage().level_numbers(), [1, 2, 3]);
    assert_eq!(left_out(&session), [false, true, true, true]);
    for (pick, wanted) in [
        (LevelPick::Only(2), [true, false, false, true]),
        (LevelPick::Only(3), [true, true, true, false]),
        (LevelPick::Only(7), [true, true, true, false]),
        (LevelPick::All, [false; 4]),
        (LevelPick::Lowest, [false, true, true, true]),
    ] {
        session.apply(Action::View(ViewAction::SetLevel(pick)));
        assert_eq!(left_out(&session), wanted, "{pick:?}");
    }
    let mesh = MeshIndex::new(1);
    let key = session.stage().models()[0].key;
    assert!(session.view().is_left_out(key, mesh) && !castview_session::is_hidden(&session, key, mesh));

    session.apply(Action::View(ViewAction::SetLevel(LevelPick::ByDistance)));
    look_at_the_middle(&mut session);
    for (distance, wanted) in [
        (4.0, [false, true, false, true]),
        (9.99, [false, true, false, true]),
        (10.01, [true, false, false, true]),
        (49.9, [true, false, false, true]),
        (50.1, [true, true, true, false]),
        (3.0, [false, true, false, true]),
    ] {
        step_back_to(&mut session, distance);
        // The part of the second level has no limit of its own, and goes with its parent.
        let wanted = [wanted[0], wanted[1], wanted[1], wanted[3]];
        assert_eq!(left_out(&session), wanted, "{distance}");
    }
}

/// Nothing is looked for while nothing moves, and a hidden mesh stays hidden on its level.
#[test]
fn levels_rest_with_the_picture_and_hide_nothing_for_good() {
    let mut session = staged(&three_lods());
    session.apply(Action::View(ViewAction::SetLevel(LevelPick::ByDistance)));
    let revision = session.revision();
    session.apply(Action::Composition(CompositionAction::EndDrag));
    assert_eq!(session.revision(), revision);
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
        key,
        MeshIndex::new(3),
    ))));
    session.apply(Action::View(ViewAction::SetLevel(LevelPick::All)));
    assert_eq!(left_out(&session), [false, false, false, true]);
    session.apply(Action::Selection(SelectionAction::ShowAll));
    assert_eq!(left_out(&session), [false; 4]);
}

/// The distance is to the sphere's surface, wherever the node and its scale take it.
#[test]
fn distances_are_measured_to_the_nodes_spheres() {
    let mut draft = three_lods();
    for child in &mut draft.root.children {
        child.volume = Volume {
            sphere: [0.0, 0.0, 0.0, 2.0],
            ..Volume::default()
        };
    }
    let mut session = staged(&draft);
    session.apply(Action::View(ViewAction::SetLevel(LevelPick::ByDistance)));
    // The nodes are scaled by 2, 3 and 4: their spheres reach out 4, 6 and 8 metres.
    for (distance, wanted) in [
        (13.9, [false, true, true, true]),
        (14.1, [true, true, true, true]),
        (16.1, [true, false, false, true]),
        (55.9, [true, false, false, true]),
        (58.1, [true, true, true, false]),
    ] {
        step_back_to(&mut session, distance);
        assert_eq!(left_out(&session), wanted, "{distance}");
    }
}

/// Which meshes of the model are drawn.
fn shown(session: &Session) -> Vec<bool> {
    let picture = session.picture([32, 32], 1);
    picture.models[0].hidden_meshes.iter().map(|hidden| !hidden).collect()
}

fn node(session: &Session, name: &str) -> Selected {
    let placed = &session.stage().models()[0];
    Selected::Bone(placed.key, placed.model().skeleton.find(name).expect("a node"))
}

/// docs/formats/shape.md §6.3: what a node hides, hides what is drawn below it, too; so does the user.
#[test]
fn hiding_a_node_hides_what_is_drawn_below_it() {
    let node_of = |name: &str, hides: bool, children: Vec<Node>| Node {
        name: name.into(),
        flags: [false, false, hides, false],
        geometries: vec![0],
        children,
        ..Node::default()
    };
    let handle = node_of("handle", false, Vec::new());
    let draft = Draft {
        root: Node {
            name: "coach".into(),
            children: vec![
                node_of("door", false, vec![handle]),
                node_of("ghost", true, vec![node_of("sheet", false, Vec::new())]),
                node_of("wheel", false, Vec::new()),
                Node {
                    name: "empty".into(),
                    ..Node::default()
                },
            ],
            ..Node::default()
        },
        ..triangle()
    };
    let mut session = staged(&draft);
    // Door, handle, ghost, sheet, wheel.
    assert_eq!(shown(&session), [true, true, false, false, true]);
    let [coach, door, handle, ghost, empty] =
        ["coach", "door", "handle", "ghost", "empty"].map(|name| node(&session, name));
    assert!(!session.stage().is_drawable(empty) && session.stage().is_drawable(coach));
    session.apply(Action::Selection(SelectionAction::ToggleShown(door)));
    assert_eq!(shown(&session), [false, false, false, false, true]);
    assert!(!stage::is_shown(&session, handle) && stage::is_shown(&session, coach));
    session.apply(Action::Selection(SelectionAction::ToggleShown(handle)));
    assert_eq!(shown(&session), [false, true, false, false, true]);
    session.apply(Action::Selection(SelectionAction::ToggleShown(ghost)));
    assert_eq!(shown(&session), [false, true, true, true, true]);
    // Part of it is shown: the next click hides all, and one more shows all.
    session.apply(Action::Selection(SelectionAction::ToggleShown(coach)));
    assert_eq!(shown(&session), [false; 5]);
    session.apply(Action::Selection(SelectionAction::ToggleShown(coach)));
    assert_eq!(shown(&session), [true; 5]);
    session.apply(Action::Selection(SelectionAction::Select(Some(door))));
    session.apply(Action::Selection(SelectionAction::HideSelected));
    assert_eq!(shown(&session), [false, false, true, true, true]);
    session.apply(Action::Undo);
    assert_eq!(shown(&session), [true; 5]);
}

/// A file that is read again may have other meshes: what was hidden of it is asked for as far as it is there.
#[test]
fn what_was_hidden_outlives_a_reload_with_other_meshes() {
    let with = |leaves: usize| {
        let mut draft = triangle();
        let leaf = Node {
            name: "leaf".into(),
            geometries: vec![0],
            ..Node::default()
        };
        draft.root.children = vec![leaf; leaves];
        draft
    };
    let mut session = staged(&with(1));
    let model = Selected::Model(session.stage().models()[0].key);
    session.apply(Action::Selection(SelectionAction::ToggleShown(model)));
    assert_eq!(shown(&session), [false; 2]);
    for (leaves, wanted) in [(3, vec![false, false, true, true]), (0, vec![false])] {
        let scene = imported(&with(leaves), &Switches::default(), &[]).scene;
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![OpenedFile::of(FileKey(1), "coach.Shape", scene)],
            placement: Placement::Reload,
        });
        let flags: Vec<bool> = (0..=leaves)
            .map(|mesh| {
                stage::is_shown(
                    &session,
                    Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(mesh)),
                )
            })
            .collect();
        assert_eq!(flags, wanted);
        session.apply(Action::Selection(SelectionAction::ToggleShown(model)));
        session.apply(Action::Selection(SelectionAction::ToggleShown(model)));
        session.apply(Action::Undo);
        session.apply(Action::Undo);
    }
}

/// A mesh that bones move hangs in the tree where its node does.
#[test]
fn a_skinned_mesh_is_hidden_with_its_node() {
    let mut session = staged(&skinned_strip());
    // A joint can be hidden, and takes no mesh along that others move as much.
    session.apply(Action::Selection(SelectionAction::ToggleShown(node(
        &session, "bone 0",
    ))));
    assert_eq!(shown(&session), [true]);
    session.apply(Action::Selection(SelectionAction::ShowAll));
    let skin = node(&session, "skin");
    session.apply(Action::Selection(SelectionAction::ToggleShown(skin)));
    assert_eq!(shown(&session), [false]);
    let model = Selected::Model(session.stage().models()[0].key);
    session.apply(Action::Selection(SelectionAction::ToggleShown(model)));
    assert_eq!(shown(&session), [true]);
}
