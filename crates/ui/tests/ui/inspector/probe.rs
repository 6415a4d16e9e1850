//! Vertices that are pinned by a click: what moves them and where the file has them, at most two gestures away (the table in
//! `docs/guide.md`).

use crate::panels::*;
use castview_session::probe;
use castview_session::{DialValue, MousePreset, ProbeAction, SelectionAction, Spot, Switch, WindowAction};

/// A pin on the walker that bones and shapes move, as the renderer answers a click with Alt held.
pub fn spot(session: &Session) -> Spot {
    let placed = &session.stage().models()[0];
    let model = placed.model();
    let moved = model.blend_shapes.iter().find(|shape| {
        let mesh = &model.meshes[shape.mesh.get()];
        mesh.skin.is_some() && !shape.vertices.is_empty()
    });
    let moved = moved.expect("a shape of a skinned mesh");
    let mesh = &model.meshes[moved.mesh.get()];
    let corners = |triangle: usize| [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner));
    let triangle = (0..mesh.triangle_count()).find(|triangle| corners(*triangle).contains(&moved.vertices[0]));
    let triangle = triangle.expect("a triangle with that vertex");
    Spot {
        model: placed.key,
        mesh: moved.mesh,
        placement: 0,
        triangle: triangle as u32,
        corners: corners(triangle),
        shares: [0.5, 0.25, 0.25],
        vertex: moved.vertices[0],
    }
}

pub fn alt_click(harness: &mut Panels) {
    click(harness, PointerButton::Primary, Modifiers::ALT);
}

fn click(harness: &mut Panels, button: PointerButton, modifiers: Modifiers) {
    let at = harness.state().shown().viewport.center();
    harness.hover_at(at);
    harness.run_steps(1);
    harness.event(egui::Event::ModifiersChanged(modifiers));
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton {
            pos: at,
            button,
            pressed,
            modifiers,
        });
        harness.run_steps(1);
    }
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(2);
}

/// The pinned walker; the click is one gesture.
fn pinned() -> (Panels, Spot) {
    let mut harness = window(paused());
    alt_click(&mut harness);
    assert_eq!(harness.state().pins.len(), 1, "one click asks for a pin");
    let spot = spot(session_of(&harness));
    act(&mut harness, Action::Probe(ProbeAction::Pin(spot)));
    actions(&mut harness);
    (harness, spot)
}

#[test]
fn a_click_with_alt_pins_and_selects_nothing_with_everyones_gestures() {
    for (preset, _) in MousePreset::ALL {
        let mut harness = window(paused());
        act(&mut harness, DialValue::mouse(preset).choose());
        act(&mut harness, Switch::BONES.toggle());
        actions(&mut harness);
        alt_click(&mut harness);
        click(&mut harness, PointerButton::Middle, Modifiers::NONE);
        let state = harness.state();
        assert_eq!((state.pins.len(), state.picks.len()), (2, 0), "{preset:?}");
        let asked = actions(&mut harness);
        let selects = |action: &Action| matches!(action, Action::Selection(SelectionAction::Select(_)));
        assert!(!asked.iter().any(selects), "{preset:?}: {asked:?}");
    }
}

#[test]
fn a_vertexs_influences_are_one_click_away_and_lead_to_their_bones() {
    let (mut harness, _) = pinned();
    let facts = probe::pin_facts(session_of(&harness), &session_of(&harness).edits().pins()[0]).expect("it is open");
    let influence = facts.influences[0];
    let placed = facts.placed;
    let name = placed.model().skeleton.name(influence.bone).to_owned();
    let wanted = Selected::Bone(placed.key, influence.bone);
    let said = format!("Weight of {name}: {:.4}", influence.weight);
    harness.get_by_label(&said).click();
    harness.run_steps(4);
    assert_eq!(session_of(&harness).edits().selected, Some(wanted));
    // The pin stays, with its numbers.
    assert!(harness.query_by_label(&said).is_some());
}

#[test]
fn a_vertexs_shapes_are_one_click_away_and_live() {
    let (mut harness, _) = pinned();
    let facts = probe::pin_facts(session_of(&harness), &session_of(&harness).edits().pins()[0]).expect("it is open");
    let shaped = facts.shapes[0];
    let key = facts.placed.key;
    let name = facts.placed.model().blend_shapes[shaped.shape.get()].name.clone();
    let said = |weight: f32| format!("Current weight of {name}: {weight:.4}");
    assert!(harness.query_by_label(&said(shaped.weight)).is_some());
    let set = castview_session::CompositionAction::SetShapeWeight {
        model: key,
        shape: shaped.shape,
        weight: Some(0.625),
    };
    act(&mut harness, Action::Composition(set));
    harness.get_by_label(&said(0.625)).click();
    harness.run_steps(4);
    let selected = session_of(&harness).edits().selected;
    assert_eq!(selected, Some(Selected::BlendShape(key, shaped.shape)));
}

#[test]
fn where_in_the_file_is_shown_and_all_of_it_copies() {
    let (mut harness, spot) = pinned();
    // Made in code: nothing of it lies in a file, and that is said.
    let whys = harness.query_all_by_label_contains("no offset: ").count();
    assert!(whys >= 2, "{whys}");
    for (title, begins) in [("Copy as text", "body"), ("Copy as JSON", "{\"model\":")] {
        harness.get_by_label("Copy pin 1").click();
        harness.run_steps(4);
        harness.get_by_label(title).click();
        harness.run_steps(4);
        let copied = actions(&mut harness).into_iter().find_map(|action| match action {
            Action::Window(WindowAction::Copy(text)) => Some(text),
            _ => None,
        });
        let copied = copied.expect("it is copied");
        let wanted = spot.vertex.to_string();
        assert!(copied.starts_with(begins) && copied.contains(&wanted), "{copied}");
    }
    harness.get_by_label("Remove pin 1").click();
    harness.run_steps(4);
    assert!(session_of(&harness).edits().pins().is_empty());
    assert!(harness.query_by_label("Copy pin 1").is_none());
}

/// The latest request stands first: a pin, or the part that was selected after it.
#[test]
fn the_inspector_begins_with_what_was_asked_for_last() {
    let (mut harness, spot) = pinned();
    let top = |harness: &Panels, label: &str| harness.get_by_label_contains(label).rect().top();
    let mesh = Selected::Mesh(spot.model, spot.mesh);
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh))));
    actions(&mut harness);
    assert!(!probe::pins_lead(session_of(&harness)));
    assert!(top(&harness, "Show this mesh") < top(&harness, "Pin 1"));
    act(&mut harness, Action::Probe(ProbeAction::Pin(spot)));
    actions(&mut harness);
    act(&mut harness, Action::Probe(ProbeAction::Remove(1)));
    act(&mut harness, Action::Probe(ProbeAction::Pin(spot)));
    actions(&mut harness);
    assert!(probe::pins_lead(session_of(&harness)));
    assert!(top(&harness, "Pin 1") < top(&harness, "Show this mesh"));
}

#[test]
fn a_pin_says_step_by_step_why_its_vertex_is_there_and_stops_at_a_click() {
    let mut harness = build(builder(vec2(1280.0, 1800.0)), paused());
    let spot = spot(session_of(&harness));
    act(&mut harness, Action::Probe(ProbeAction::Pin(spot)));
    harness.run_steps(3);
    let facts = probe::pin_facts(session_of(&harness), &session_of(&harness).edits().pins()[0]).expect("it is open");
    let influence = facts.influences[0];
    let name = facts.placed.model().skeleton.name(influence.bone).to_owned();
    harness.get_by_label("Why is it there?").click();
    harness.run_steps(3);
    let way = probe::vertex_way(session_of(&harness), &session_of(&harness).edits().pins()[0]).expect("it is open");
    let alone = way.rungs.iter().find_map(|rung| match &rung.step {
        castview_session::VertexStep::Influence { influence: of, .. } if *of == influence => Some(rung.position),
        _ => None,
    });
    let row = format!("{name}: × ");
    let rows = harness.query_all_by_label_contains(&row).next();
    rows.expect("the influence is a step").click();
    harness.run_steps(3);
    let told = format!("Stopped at influence {name} alone");
    assert!(harness.query_by_label(&told).is_some(), "{told}");
    let session = session_of(&harness);
    let facts = probe::pin_facts(session, &session.edits().pins()[0]).expect("it is open");
    let placed = facts.steps.posed.position;
    let alone = alone.expect("a step of that bone");
    assert!(
        placed.distance(alone) < 1e-4 * alone.length().max(1.0),
        "{placed} is {alone}"
    );
    assert_eq!(session.edits().pins()[0].spot, spot, "the pin stays");
    harness.get_by_label("Show all steps").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).edits().stopped, None);
}
