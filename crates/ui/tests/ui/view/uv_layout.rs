//! The column of texture coordinates: what the pointer is over there is marked on the posed surface, and the other way round.

use crate::panels::*;
use castview_motion::deform;
use castview_session::probe;
use castview_session::stage;
use castview_session::{MOST_HOVERED, ProbeAction, SelectionAction, Spot, Switch};
use egui::MouseWheelUnit;
use glam::Vec3;

/// The walker, whose body has two squares over one another in its first layer, and one beside the unit square in its second.
fn session() -> Session {
    let mut scene = Scene::clone(&fixture::walker().scene);
    let square = |left: f32| [[left, 0.0], [left + 1.0, 0.0], [left, 1.0], [left + 1.0, 1.0]];
    let layer = |first: f32, second: f32| [square(first), square(second)].concat();
    let model = &mut scene.models[0];
    model.meshes[0].uvs = vec![layer(0.0, 0.0).into(), layer(1.0, 2.0).into()];
    model.meshes[1].uvs.clear();
    let mut session = fixture::opened(vec![OpenedFile {
        scene: Arc::new(scene),
        ..fixture::walker()
    }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

fn select(harness: &mut Panels, mesh: usize) {
    let key = session_of(harness).stage().models()[0].key;
    let mesh = Selected::Mesh(key, MeshIndex::new(mesh));
    act(harness, Action::Selection(SelectionAction::Select(Some(mesh))));
    work(harness);
}

/// The window over the body.
fn opened() -> Panels {
    let mut harness = window(session());
    select(&mut harness, 0);
    harness.key_press(Key::U);
    work(&mut harness);
    harness
}

fn plane(harness: &Panels) -> Rect {
    harness.get_by_label("UV plane").rect()
}

/// Where `uv` of the first layer stands while all of it is shown.
fn at(harness: &Panels, uv: [f32; 2]) -> Pos2 {
    let plane = plane(harness);
    let side = plane.width().min(plane.height()) * 0.88;
    plane.center() + vec2(uv[0] - 0.5, uv[1] - 0.5) * side
}

fn hover(harness: &mut Panels, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(3);
    work(harness);
}

/// The pointer goes nowhere in particular, so that the last line is about all of it.
fn leave(harness: &mut Panels) {
    harness.run_steps(4);
    harness.remove_cursor();
    work(harness);
}

fn click(harness: &mut Panels, at: Pos2) {
    hover(harness, at);
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(1);
    }
    harness.run_steps(2);
}

fn hovered(harness: &Panels) -> Vec<u32> {
    let hovered = probe::hovered_spots(session_of(harness));
    hovered.layout().iter().map(|spot| spot.triangle).collect()
}

/// In the window, the last line included.
fn says(harness: &Panels, words: &str) -> bool {
    let is_said = harness.query_all_by_label_contains(words).count() > 0;
    if !is_said {
        let coordinates = harness
            .query_all_by_label_contains("u ")
            .chain(harness.query_all_by_label_contains("triangle"));
        let said: Vec<String> = coordinates.filter_map(|node| node.accesskit_node().label()).collect();
        eprintln!("{words:?} is not among {said:?}");
    }
    is_said
}

/// The dots that the picture has, in world space.
fn dots(harness: &Panels) -> Vec<Vec3> {
    let lines = session_of(harness).picture([64, 64], 1).lines;
    let dots = lines.into_iter().filter(|line| line.from == line.to);
    dots.map(|line| line.from).collect()
}

/// Where a spot is on the posed surface.
fn posed(session: &Session, spot: &Spot) -> Vec3 {
    let placed = &session.stage().models()[0];
    let corner = |at: usize| {
        let posed = deform::deform_vertex(placed.model(), spot.mesh, placed.pose(), spot.corners[at] as usize);
        posed * spot.shares[at]
    };
    let world_from_model = stage::world_from_stage(session) * placed.first_stage_from_model();
    world_from_model.transform_point3((0..3).map(corner).sum())
}

fn spot(session: &Session, mesh: usize) -> Spot {
    Spot {
        model: session.stage().models()[0].key,
        mesh: MeshIndex::new(mesh),
        placement: 0,
        triangle: 1,
        corners: [2, 1, 3],
        shares: [0.25, 0.25, 0.5],
        vertex: 3,
    }
}

#[test]
fn the_menu_the_key_the_inspector_and_the_cross_open_and_close_it() {
    let mut harness = window(session());
    let is_open = |harness: &Panels| {
        let kept = session_of(harness).window().uv_layout();
        assert_eq!(harness.query_by_label("UV plane").is_some(), kept);
        kept
    };
    harness.get_by_label("View menu").click();
    harness.run_steps(4);
    harness.get_by_label("UV layout").click();
    work(&mut harness);
    assert!(is_open(&harness));
    select(&mut harness, 0);
    harness.get_by_label("Close the uv layout").click();
    work(&mut harness);
    assert!(!is_open(&harness));
    harness.get_by_label("UV layout").click();
    work(&mut harness);
    assert!(is_open(&harness), "the button of the mesh's inspector");
    harness.key_press(Key::Tab);
    work(&mut harness);
    assert!(harness.query_by_label("UV plane").is_none(), "it goes with the panels");
    harness.key_press(Key::Tab);
    work(&mut harness);
    harness.key_press(Key::U);
    work(&mut harness);
    assert!(!is_open(&harness));
}

#[test]
fn what_is_hovered_in_the_layout_is_marked_on_the_surface_and_follows() {
    let mut harness = opened();
    let place = at(&harness, [0.25, 0.25]);
    hover(&mut harness, place);
    assert_eq!(hovered(&harness), [0, 2], "both that lie there");
    assert!(says(&harness, "u 0.2500  v 0.2500") && says(&harness, "2 triangles, first 0"));
    let mut seen = Vec::new();
    for frame in [0.0, 20.0, 40.0] {
        act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        let session = session_of(&harness);
        let spots = probe::hovered_spots(session).layout();
        let wanted: Vec<Vec3> = spots.iter().map(|spot| posed(session, spot)).collect();
        assert_eq!(dots(&harness), wanted);
        seen.push(wanted);
    }
    assert!(seen[0] != seen[1] && seen[1] != seen[2], "the walk moves it");
    let beside = at(&harness, [0.75, 0.9]);
    hover(&mut harness, beside);
    assert_eq!(hovered(&harness), [1, 3]);
    let outside = at(&harness, [-0.04, 0.5]);
    hover(&mut harness, outside);
    assert!(hovered(&harness).is_empty());
    assert_eq!(dots(&harness), []);
    hover(&mut harness, place);
    assert_eq!(dots(&harness).len(), 2);
    let beside = harness.state().shown().viewport.left_top() + vec2(40.0, 120.0);
    hover(&mut harness, beside);
    assert_eq!(dots(&harness), [], "the pointer has left");
    hover(&mut harness, place);
    harness.key_press(Key::U);
    harness.run_steps(4);
    assert_eq!(dots(&harness), [], "the window is closed");
}

#[test]
fn what_is_hovered_in_the_view_is_asked_for_and_marked_in_the_layout() {
    let mut harness = window(session());
    select(&mut harness, 0);
    let beside = harness.state().shown().viewport.left_top() + vec2(60.0, 120.0);
    hover(&mut harness, beside);
    assert!(harness.state().hovers.is_empty(), "nobody looks");
    harness.key_press(Key::U);
    work(&mut harness);
    assert_eq!(harness.state().hovers.len(), 1, "once for a pixel");
    hover(&mut harness, beside + vec2(3.0, 0.0));
    assert_eq!(harness.state().hovers.len(), 2);
    let spot = spot(session_of(&harness), 0);
    let revision = session_of(&harness).revision();
    act(&mut harness, Action::Probe(ProbeAction::HoverSurface(Some(spot))));
    assert_eq!(session_of(&harness).revision(), revision, "the picture stays");
    assert!(says(&harness, "u 0.7500  v 0.7500") && says(&harness, "triangle 1, vertex 3"));
    let other = Spot {
        mesh: MeshIndex::new(1),
        ..spot
    };
    act(&mut harness, Action::Probe(ProbeAction::HoverSurface(Some(other))));
    assert!(says(&harness, "The pointer is over eyes"));
    // A triangle that is not there is not taken.
    let nowhere = Spot { triangle: 99, ..spot };
    act(&mut harness, Action::Probe(ProbeAction::HoverSurface(Some(nowhere))));
    assert_eq!(probe::hovered_spots(session_of(&harness)).surface(), None);
    act(&mut harness, Action::Probe(ProbeAction::HoverSurface(Some(spot))));
    let place = at(&harness, [0.5, 0.2]);
    hover(&mut harness, place);
    assert_eq!(
        probe::hovered_spots(session_of(&harness)).surface(),
        None,
        "the pointer has left the view"
    );
}

#[test]
fn a_click_pins_what_is_there_one_after_another() {
    let mut harness = opened();
    let place = at(&harness, [0.2, 0.1]);
    click(&mut harness, place);
    click(&mut harness, place);
    let pins = |harness: &Panels| -> Vec<(u32, u32)> {
        let pins = session_of(harness).edits().pins().iter();
        pins.map(|pin| (pin.spot.triangle, pin.spot.vertex)).collect()
    };
    assert_eq!(pins(&harness), [(0, 0), (2, 4)]);
    let shares = session_of(&harness).edits().pins()[0].spot.shares;
    for (share, wanted) in shares.iter().zip([0.7, 0.2, 0.1]) {
        assert!((share - wanted).abs() < 0.01, "{shares:?}");
    }
    let outside = at(&harness, [1.04, 0.5]);
    click(&mut harness, outside);
    assert_eq!(pins(&harness).len(), 2);
}

#[test]
fn the_wheel_zooms_about_the_pointer_a_drag_moves_and_a_button_fits() {
    let mut harness = opened();
    let place = at(&harness, [0.25, 0.75]);
    hover(&mut harness, place);
    assert!(says(&harness, "u 0.2500  v 0.7500"));
    let wheel = |harness: &mut Panels, lines: f32| {
        harness.event(egui::Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, lines),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(20);
        work(harness);
    };
    wheel(&mut harness, 4.0);
    assert!(says(&harness, "u 0.2500  v 0.7500"), "it stays under the pointer");
    let right = at(&harness, [0.5, 0.75]);
    hover(&mut harness, right);
    assert!(!says(&harness, "u 0.5000  v 0.7500"), "it was zoomed");
    // All pixels right of it show less than before.
    let camera = session_of(&harness).view().camera();
    hover(&mut harness, place);
    harness.drag_at(place);
    harness.run_steps(1);
    harness.hover_at(place + vec2(40.0, 30.0));
    harness.run_steps(2);
    assert!(hovered(&harness).is_empty(), "whoever drags is about that");
    harness.drop_at(place + vec2(40.0, 30.0));
    harness.run_steps(2);
    hover(&mut harness, place + vec2(40.0, 30.0));
    assert!(says(&harness, "u 0.2500  v 0.7500"), "it went along");
    assert_eq!(session_of(&harness).view().camera(), camera);
    assert!(session_of(&harness).edits().pins().is_empty(), "a drag is no click");
    harness.get_by_label("Fit the UV layout").click();
    work(&mut harness);
    let place = at(&harness, [0.25, 0.75]);
    hover(&mut harness, place);
    assert!(says(&harness, "u 0.2500  v 0.7500"));
    let right = at(&harness, [0.5, 0.75]);
    hover(&mut harness, right);
    assert!(says(&harness, "u 0.5000  v 0.7500"));
}

#[test]
fn layers_are_chosen_and_what_is_not_there_is_said() {
    let mut harness = opened();
    harness.get_by_label("UV layer").click();
    harness.run_steps(4);
    harness.get_by_label("UV 1").click();
    leave(&mut harness);
    assert!(says(&harness, "4\u{a0}triangles"));
    // From 0 to 3 beside each other: the middle is in the first of the two squares.
    let place = plane(&harness).center();
    hover(&mut harness, place);
    let spots = probe::hovered_spots(session_of(&harness)).layout();
    assert!(
        spots.iter().all(|spot| spot.triangle < 2) && !spots.is_empty(),
        "{spots:?}"
    );
    select(&mut harness, 2);
    assert!(says(&harness, "has 1\u{a0}UV layer, and none of number 1"));
    assert!(hovered(&harness).is_empty());
    harness.get_by_label("UV layer").click();
    harness.run_steps(4);
    harness.get_by_label("UV 0").click();
    leave(&mut harness);
    assert!(says(&harness, "4\u{a0}triangles"));
    select(&mut harness, 1);
    assert!(says(&harness, "eyes has no texture coordinates."));
    let key = session_of(&harness).stage().models()[0].key;
    act(
        &mut harness,
        Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))),
    );
    work(&mut harness);
    assert!(
        says(&harness, "4\u{a0}triangles over walker_albedo.png"),
        "the first that is drawn"
    );
}

/// As many as there may be, and no more; nothing of it waits for a pass of the window.
#[test]
fn a_pile_is_marked_in_part_and_read_in_the_background() {
    let mut scene = Scene::clone(&fixture::walker().scene);
    let mesh = &mut scene.models[0].meshes[0];
    mesh.triangles = [0, 1, 2].repeat(5000).into();
    mesh.uvs = vec![[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].repeat(2).into()];
    let file = OpenedFile {
        scene: Arc::new(scene),
        ..fixture::walker()
    };
    let mut harness = window(fixture::opened(vec![file]));
    act(&mut harness, Action::Playback(PlaybackAction::Pause));
    select(&mut harness, 0);
    act(&mut harness, Switch::UV_LAYOUT.toggle());
    assert!(says(&harness, "Reading the triangles"));
    work(&mut harness);
    assert!(says(&harness, "5\u{a0}000\u{a0}triangles"));
    let place = at(&harness, [0.25, 0.25]);
    hover(&mut harness, place);
    assert_eq!(hovered(&harness).len(), MOST_HOVERED);
    assert!(says(&harness, "16 or more triangles"));
}

/// The model is whole beside it: nothing of the view is below the layout, and its tools have their room.
#[test]
fn it_stands_beside_the_view_and_not_over_it() {
    for [width, height] in [[1280.0, 720.0], [800.0, 600.0], [400.0, 272.0]] {
        let mut harness = build(builder(vec2(width, height)), session());
        let before = harness.state().shown().viewport;
        act(&mut harness, Switch::UV_LAYOUT.toggle());
        work(&mut harness);
        let (view, layout) = (harness.state().shown().viewport, plane(&harness));
        let window = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
        assert!(window.contains_rect(layout), "{layout:?}");
        assert!(view.right() <= layout.left(), "{view:?} {layout:?}");
        assert_eq!(view.y_range(), before.y_range(), "as high as before");
        assert!(
            view.width() >= (before.width() * 0.5).min(420.0),
            "{view:?} of {before:?}"
        );
        assert!(layout.width() > 100.0, "{layout:?}");
    }
}

/// Preferences, which the window keeps for the next run, have no trace of it.
#[test]
fn the_next_run_begins_without_it() {
    let mut session = session();
    let before = session.preferences().clone();
    session.apply(Switch::UV_LAYOUT.toggle());
    assert!(session.window().uv_layout());
    assert_eq!(*session.preferences(), before);
}
