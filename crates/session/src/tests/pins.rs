//! Points pinned to surfaces: one action each, they follow the pose, and they end with what they are pinned to.

use super::*;
use crate::probe;
use crate::stage::up_axis::world_from_stage;

fn spot(session: &Session, vertex: u32) -> Spot {
    Spot {
        model: session.stage().models()[0].key,
        mesh: MeshIndex::new(0),
        placement: 0,
        triangle: 0,
        corners: [0, 1, 2],
        shares: [0.25, 0.5, 0.25],
        vertex,
    }
}

fn pin(session: &mut Session, vertex: u32) {
    let spot = spot(session, vertex);
    session.apply(Action::Probe(ProbeAction::Pin(spot)));
}

fn numbers(session: &Session) -> Vec<(u32, u32)> {
    session
        .edits
        .pins()
        .iter()
        .map(|pin| (pin.number, pin.spot.vertex))
        .collect()
}

/// The label and where it stands, in the file's axes.
fn marks(session: &Session) -> Vec<(String, Vec3)> {
    let labels = session.picture([64, 64], 1).labels;
    let stage_from_world = world_from_stage(session).inverse();
    let of_pins = labels.into_iter().filter(|label| label.text.contains("vertex"));
    of_pins
        .map(|label| (label.text, stage_from_world.transform_point3(label.anchor)))
        .collect()
}

#[test]
fn one_action_pins_and_each_step_takes_one_away() {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    pin(&mut session, 1);
    assert_eq!(numbers(&session), [(1, 1)]);
    pin(&mut session, 0);
    pin(&mut session, 2);
    assert_eq!(numbers(&session), [(1, 1), (2, 0), (3, 2)]);
    let colors: std::collections::BTreeSet<_> = session.edits.pins().iter().map(Pin::color).collect();
    assert_eq!(colors.len(), 3, "each has its own");
    // A vertex that is pinned is not pinned twice.
    pin(&mut session, 1);
    assert_eq!(numbers(&session), [(2, 0), (3, 2), (1, 1)]);
    session.apply(Action::Probe(ProbeAction::Remove(2)));
    assert_eq!(numbers(&session), [(3, 2), (1, 1)]);
    // A number that is free is given again.
    pin(&mut session, 0);
    assert_eq!(numbers(&session), [(3, 2), (1, 1), (2, 0)]);
    session.apply(Action::Undo);
    assert_eq!(numbers(&session), [(3, 2), (1, 1)]);
    session.apply(Action::Redo);
    assert_eq!(numbers(&session).len(), 3);
    let hip = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(hip))));
    session.apply(Action::Escape);
    assert_eq!((session.edits().selected, numbers(&session).len()), (None, 3));
    session.apply(Action::Escape);
    assert_eq!(numbers(&session), [(3, 2), (1, 1)], "the newest goes first");
    session.apply(Action::Probe(ProbeAction::Clear));
    assert_eq!(numbers(&session), []);
    assert_eq!(marks(&session), []);
}

#[test]
fn one_more_than_there_may_be_takes_the_place_of_the_oldest() {
    let mut pilot = model("pilot");
    let corners: Vec<u32> = (0..30).collect();
    pilot.meshes[0].positions = corners
        .iter()
        .map(|at| [*at as f32, 0.0, (*at % 2) as f32])
        .collect::<Vec<_>>()
        .into();
    pilot.meshes[0].triangles = corners.into();
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![pilot], vec![])], Placement::Replace);
    for triangle in 0..10 {
        let spot = Spot {
            triangle,
            corners: [0, 1, 2].map(|corner| 3 * triangle + corner),
            vertex: 3 * triangle,
            ..spot(&session, 0)
        };
        session.apply(Action::Probe(ProbeAction::Pin(spot)));
    }
    let pins = session.edits.pins();
    assert_eq!(pins.len(), MOST_PINS);
    let vertices: Vec<u32> = pins.iter().map(|pin| pin.spot.vertex).collect();
    assert_eq!(vertices, [9, 12, 15, 18, 21, 24, 27]);
    let colors: std::collections::BTreeSet<_> = pins.iter().map(Pin::color).collect();
    assert_eq!(colors.len(), MOST_PINS);
}

#[test]
fn pins_follow_the_surface_while_it_plays() {
    let mut pilot = model("pilot");
    let count = pilot.meshes[0].positions.len();
    pilot.skins = vec![castview_base::scene::Skin {
        bones: vec![castview_base::core::BoneIndex::new(0)],
        bone_from_mesh: vec![Some(glam::Affine3A::IDENTITY)],
    }];
    pilot.meshes[0].skin = Some(castview_base::core::SkinIndex::new(0));
    pilot.meshes[0].influences = castview_base::scene::Influences::rigid(count);
    let mut session = Session::default();
    let files = vec![file(1, vec![pilot], vec![clip("walk", "hip", None)])];
    open(&mut session, files, Placement::Replace);
    pin(&mut session, 1);
    session.apply(Action::Playback(PlaybackAction::Pause));
    for frame in [0.0, 2.5, 10.0] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        let wanted = Vec3::new(1.0 + frame as f32, 1.0, 0.0);
        assert_eq!(marks(&session), [("1 · vertex 1".to_owned(), wanted)]);
        let facts = probe::pin_facts(&session, &session.edits.pins()[0]).expect("it is open");
        assert_eq!((facts.world, facts.steps.rest.position), (wanted, Vec3::X));
    }
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    session.apply(Action::Playback(PlaybackAction::TogglePlay));
    let before = session.revision();
    session.advance(0.25);
    assert_eq!(marks(&session)[0].1, Vec3::new(3.5, 1.0, 0.0));
    assert_ne!(session.revision(), before, "the picture is drawn anew");
    // A pin on a hidden mesh has no marks.
    let mesh = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0));
    session.apply(Action::Selection(SelectionAction::ToggleShown(mesh)));
    assert_eq!(marks(&session), []);
}

#[test]
fn pins_end_with_their_triangle_and_not_before() {
    let mut session = with_pilot(vec![]);
    pin(&mut session, 2);
    // The same triangle, but its vertices went elsewhere.
    let mut moved = model("pilot");
    moved.meshes[0].positions = vec![[5.0, 0.0, 0.0], [6.0, 0.0, 0.0], [5.0, 1.0, 0.0]].into();
    open(&mut session, vec![file(1, vec![moved], vec![])], Placement::Reload);
    assert_eq!(numbers(&session), [(1, 2)]);
    assert_eq!(marks(&session)[0].1, Vec3::new(5.0, 1.0, 0.0));
    let mut other = model("pilot");
    other.meshes[0].triangles = vec![2, 1, 0].into();
    open(&mut session, vec![file(1, vec![other], vec![])], Placement::Reload);
    assert_eq!(numbers(&session), [], "that triangle has other corners");
    pin(&mut session, 2);
    assert_eq!(numbers(&session), [], "and a click on the old picture pins nothing");

    let mut session = with_pilot(vec![]);
    pin(&mut session, 2);
    open(
        &mut session,
        vec![file(2, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert_eq!(numbers(&session), []);
    session.apply(Action::Undo);
    assert_eq!(numbers(&session), [(1, 2)], "its model is back");
}

/// No triangles, numbers that are none, and far more influences and shapes than anyone can read.
#[test]
fn whatever_a_file_gives_a_vertex_is_bounded() {
    const MANY: usize = 5_000;
    let mut pilot = model("pilot");
    let slots: Vec<u32> = (0..3 * MANY as u32).map(|at| at % MANY as u32).collect();
    pilot.skins = vec![castview_base::scene::Skin {
        bones: vec![castview_base::core::BoneIndex::new(0); MANY],
        bone_from_mesh: vec![Some(glam::Affine3A::IDENTITY); MANY],
    }];
    pilot.meshes[0].skin = Some(castview_base::core::SkinIndex::new(0));
    pilot.meshes[0].influences = castview_base::scene::Influences {
        stride: MANY as u32,
        weights: vec![1.0 / MANY as f32; slots.len()].into(),
        slots: slots.into(),
        ..Default::default()
    };
    pilot.meshes[0].uvs = vec![vec![[0.5, 0.5]; 3].into(); 500];
    let shape = pilot.blend_shapes[0].clone();
    pilot.blend_shapes = (0..MANY).map(|_| shape.clone()).collect();
    let mut empty = model("empty");
    empty.meshes[0].triangles = Vec::<u32>::new().into();
    let mut wild = model("wild");
    wild.meshes[0].positions = vec![[f32::NAN; 3]; 3].into();
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![pilot, empty, wild], vec![])],
        Placement::Replace,
    );
    pin(&mut session, 1);
    let [_, empty, wild] = [0, 1, 2].map(|at| session.stage().models()[at].key);
    for model in [empty, wild] {
        let spot = Spot {
            model,
            ..spot(&session, 1)
        };
        session.apply(Action::Probe(ProbeAction::Pin(spot)));
    }
    assert_eq!(
        session.edits.pins().len(),
        2,
        "without a triangle there is nothing to pin"
    );
    let facts = probe::pin_facts(&session, &session.edits.pins()[0]).expect("it is open");
    assert_eq!((facts.influence_count, facts.shape_count), (MANY, MANY));
    assert_eq!(
        [facts.influences.len(), facts.shapes.len(), facts.uvs.len()],
        [MOST_LISTED; 3]
    );
    let most = 64 * 1024;
    assert!(facts.json().len() < most && facts.text().len() < most);
    let wild = probe::pin_facts(&session, &session.edits.pins()[1])
        .expect("it is open")
        .json();
    assert!(wild.contains("null") && !wild.contains("NaN"), "{wild}");
    assert_eq!(marks(&session).len(), 1, "nothing is drawn at no place");
}
