//! The node tree and the inspector beside it.

pub mod attachments;
pub mod deep_rig;
mod geosets;
mod several;
mod tree_filter;
pub mod tree_search;

use crate::big_rig;
use crate::panels::*;
use castview_base::core::Transform;
use castview_session::{SelectionAction, Switch, WindowAction};
use glam::Vec3;

#[test]
fn clicking_a_row_selects_it_and_the_inspector_follows() {
    let mut harness = window(paused());
    harness.get_by_role_and_label(Role::TreeItem, "j_spine2").click();
    harness.run_steps(2);
    let session = &harness.state().session;
    let key = session.stage().models()[0].key;
    let bone = session.stage().models()[0]
        .model()
        .skeleton
        .find("j_spine2")
        .expect("the walker has it");
    assert_eq!(session.edits().selected, Some(Selected::Bone(key, bone)));
    assert_eq!(harness.query_all_by_label_contains("Translation, in units").count(), 1);
}

/// A bone's page names what really moves it.
#[test]
fn a_bone_says_what_poses_it() {
    let mut session = fixture::opened(vec![fixture::rigged_walker()]);
    let posed_by = |session: &Session, name: &str| {
        let placed = &session.stage().models()[0];
        let bone = placed.model().skeleton.find(name).expect("the walker has it");
        castview_session::selection::posed_by(session, placed, bone).line
    };
    let clip = session.active_clip().expect("it plays").clip().name.clone();
    let placed = &session.stage().models()[0];
    let binding = placed.binding().cloned().expect("the clip fits");
    let is_driven = |name: &str| {
        let bone = placed.model().skeleton.find(name).expect("the walker has it");
        binding.bone_tracks(bone).next().is_some()
    };
    let wanted = |name: &str, by: &str| match is_driven(name) {
        true => [format!("clip {clip}"), by.to_owned()].join(if by.is_empty() { "" } else { ", " }),
        false if by.is_empty() => "rest".to_owned(),
        false => by.to_owned(),
    };
    let names: Vec<&str> = placed
        .model()
        .skeleton
        .bones()
        .map(|bone| placed.model().skeleton.name(bone))
        .collect();
    assert!(names.iter().any(|name| is_driven(name)));
    for name in &names {
        assert_eq!(posed_by(&session, name), wanted(name, ""));
    }
    let [neck, knee] = [
        wanted("j_neck", "constraint orient ← j_hips"),
        wanted("j_knee_le", "IK handle leg_le"),
    ];
    session.apply(Switch::RIG.toggle());
    assert_eq!(posed_by(&session, "j_neck"), neck);
    assert_eq!(posed_by(&session, "j_knee_le"), knee);
    session.apply(Action::Playback(castview_session::PlaybackAction::ChooseClip(None)));
    assert_eq!(posed_by(&session, "j_hips"), "rest");
    assert_eq!(posed_by(&session, "j_neck"), "constraint orient ← j_hips");
    let bone = bone(&session, "j_neck");
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    let harness = window(session);
    assert!(harness.query_by_label("posed by").is_some());
    let said = harness.query_all_by_label_contains("constraint orient ← j_hips");
    assert!(said.count() > 0);
}

#[test]
fn the_search_lists_what_it_finds_and_nothing_else() {
    let mut harness = window(paused());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    assert_eq!(actions(&mut harness), [Action::Window(WindowAction::FocusSearch)]);
    // The session answers with an effect that the app hands back.
    harness.state().panels().focus_search();
    harness.run_steps(2);
    let search = harness.get_by_role_and_label(Role::TextInput, "Search names");
    assert!(search.is_focused());
    search.type_text("KNEE");
    harness.run_steps(3);
    let rows = |harness: &Panels| -> Vec<String> {
        let items = harness.query_all_by_role(Role::TreeItem);
        items.filter_map(|node| node.accesskit_node().label()).collect()
    };
    assert_eq!(rows(&harness), ["j_knee_le", "j_knee_ri"]);
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(rows(&harness).len() > 8, "Escape clears the search");
}

#[test]
fn typing_in_a_field_presses_no_shortcuts() {
    let mut harness = window(paused());
    harness.state().panels().focus_search();
    harness.run_steps(2);
    harness.key_press(Key::G);
    harness.key_press(Key::Space);
    harness.key_press(Key::Home);
    assert_eq!(actions(&mut harness), []);
}

#[test]
fn folding_hides_what_is_below() {
    let mut harness = window(paused());
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_knee_le").is_some());
    harness.get_by_label("Fold j_hips").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_knee_le").is_none());
    harness.get_by_label("Unfold j_hips").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "j_knee_le").is_some());
}

#[test]
fn the_eye_hides_a_mesh() {
    let mut session = paused();
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Mesh(
        key,
        MeshIndex::new(1),
    )))));
    let mut harness = window(session);
    harness.get_by_label("Show eyes").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
            key,
            MeshIndex::new(1)
        )))]
    );
    assert!(castview_session::is_hidden(
        &harness.state().session,
        key,
        MeshIndex::new(1)
    ));
}

#[test]
fn the_eye_of_a_bone_hides_what_it_holds() {
    let session = paused();
    let placed = &session.stage().models()[0];
    let (key, meshes) = (placed.key, placed.model().meshes.len());
    let root = BoneIndex::new(0);
    let name = placed.model().skeleton.name(root).to_owned();
    let mut harness = window(session);
    harness.get_by_label(&format!("Show {name}")).click();
    assert_eq!(
        actions(&mut harness),
        [Action::Selection(SelectionAction::ToggleShown(Selected::Bone(
            key, root
        )))]
    );
    let is_hidden = |mesh| castview_session::is_hidden(&harness.state().session, key, MeshIndex::new(mesh));
    assert!(meshes > 0 && (0..meshes).all(is_hidden));
}

#[test]
fn a_rig_says_that_it_is_off_and_is_turned_on_by_a_click() {
    let mut session = fixture::opened(vec![fixture::rigged_walker()]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let rest = session.stage().models()[0].pose().clone();
    let mut harness = window(session);
    let hint = "1\u{a0}IK handle and 1\u{a0}constraint are off";
    assert!(harness.query_by_label(hint).is_some());
    let button = "Turn IK handles and constraints on";
    harness.get_by_role_and_label(Role::Button, button).click();
    assert_eq!(actions(&mut harness), [Switch::RIG.toggle()]);
    assert!(harness.state().session.composition().rig());
    assert!(harness.query_by_label(hint).is_none());
    assert_ne!(harness.state().session.stage().models()[0].pose().local, rest.local);
    harness.key_press(Key::I);
    assert_eq!(actions(&mut harness), [Switch::RIG.toggle()]);
    assert_eq!(
        harness.state().session.stage().models()[0].pose(),
        &rest,
        "off again, the same bits"
    );
    // A model without a rig says nothing of it.
    let harness = window(paused());
    assert!(harness.query_by_label(button).is_none());
}

#[test]
fn handles_and_constraints_stand_in_the_tree_and_lead_to_their_bones() {
    let mut session = fixture::opened(vec![fixture::rigged_walker()]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    // Tall enough for the rows below the skeleton.
    let mut harness = build(builder(vec2(1280.0, 1000.0)), session);
    harness
        .get_by_role_and_label(Role::TreeItem, "IK and constraints")
        .click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TreeItem, "leg_le").click();
    harness.run_steps(3);
    for fact in ["first bone", "effector", "target", "offset", "bends towards"] {
        assert!(harness.query_by_label(fact).is_some(), "{fact}");
    }
    let selected = |harness: &Panels| harness.state().session.edits().selected;
    let key = harness.state().session.stage().models()[0].key;
    let find = |harness: &Panels, name: &str| harness.state().session.stage().models()[0].model().skeleton.find(name);
    harness.get_by_role_and_label(Role::Button, "j_knee_ri").click();
    harness.run_steps(3);
    let knee = find(&harness, "j_knee_ri").expect("the walker has it");
    assert_eq!(selected(&harness), Some(Selected::Bone(key, knee)));
    // And from the bone back to the handle.
    harness.get_by_role_and_label(Role::Button, "leg_le").click();
    harness.run_steps(3);
    assert!(matches!(selected(&harness), Some(Selected::Handle(..))));
    // A constraint without a name goes by the bone it drives.
    let constraint = castview_base::core::ConstraintIndex::new(0);
    let select = Action::Selection(SelectionAction::Select(Some(Selected::Constraint(key, constraint))));
    harness.state_mut().session.apply(select);
    harness.run_steps(3);
    for fact in ["kind", "drives", "follows", "75 %", "all but y", "0.0° 0.0° 28.6°"] {
        assert!(harness.query_by_label(fact).is_some(), "{fact}");
    }
}

#[test]
fn many_rows_paint_as_few() {
    let session = fixture::opened(vec![fixture::chain(65_000)]);
    let mut harness = window(session);
    let items = harness.query_all_by_role(Role::TreeItem).count();
    assert!(items < 60, "{items} rows are there for a window of 720 points");
    let key = harness.state().session.stage().models()[0].key;
    let last = Selected::Bone(key, BoneIndex::new(64_999));
    harness
        .state_mut()
        .session
        .apply(Action::Selection(SelectionAction::Select(Some(last))));
    harness.run_steps(3);
    assert!(
        harness.query_by_role_and_label(Role::TreeItem, "link_64999").is_some(),
        "a selection far below is scrolled to"
    );
}

/// Lights, cameras, anchors and sounds (docs/formats/shape.md §6.1).
#[test]
fn what_stands_in_a_model_is_found_and_has_a_page() {
    let mut file = fixture::walker();
    let scene = std::sync::Arc::make_mut(&mut file.scene);
    scene.models[0].fixtures.push(castview_base::scene::Fixture {
        name: "cab horn".into(),
        bone: None,
        placement: Transform {
            translation: Vec3::new(1.0, 2.5, -3.0),
            ..Transform::IDENTITY
        },
        kind: castview_base::scene::FixtureKind::Sound { radius: 40.0 },
        facts: vec![castview_base::scene::Fact::new("bank", "horns.bnk")],
    });
    let mut harness = window(fixture::opened(vec![file]));
    harness.state().panels().focus_search();
    harness.run_steps(2);
    harness
        .get_by_role_and_label(Role::TextInput, "Search names")
        .type_text("horn");
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    let session = &harness.state().session;
    let key = session.stage().models()[0].key;
    let fixture = castview_base::core::FixtureIndex::new(0);
    assert_eq!(session.edits().selected, Some(Selected::Fixture(key, fixture)));
    for text in ["heard within", "1.000 2.500 −3.000", "horns.bnk"] {
        assert_eq!(harness.query_all_by_label_contains(text).count(), 1, "{text}");
    }
}

#[test]
fn a_rig_as_studios_build_them_opens_whole() {
    // A file to open in the program, too.
    if let Some(folder) = std::env::var_os("CASTVIEW_UI_PICTURES") {
        big_rig::save(std::path::Path::new(&folder));
    }
    let session = fixture::opened(vec![big_rig::opened()]);
    let model = session.stage().models()[0].model();
    assert_eq!(model.skeleton.len(), big_rig::BONES);
    assert_eq!((model.rig.handles.len(), model.rig.constraints.len()), (4, 2));
    let tip = model.skeleton.find(&big_rig::hair_joint(10, big_rig::HAIR_JOINTS));
    let tip = tip.expect("the rig has it");
    assert_eq!(model.skeleton.ancestors_and_self(tip).count(), 9 + big_rig::HAIR_JOINTS);
    let matches = session.stage().matches().expect("it brings a clip");
    assert_eq!(
        matches.total - matches.matched,
        1,
        "the curve of a bone that is not there"
    );
}
