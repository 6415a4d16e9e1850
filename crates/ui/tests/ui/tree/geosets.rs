//! Meshes that belong together by their names have a row of their own in the tree.

use crate::panels::*;
use castview_base::scene::Mesh;
use castview_session::SelectionAction;
use castview_session::is_hidden;

/// A walker whose meshes have these names.
fn named(names: &[&str]) -> Session {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    let model = &mut scene.models[0];
    model.blend_shapes = Vec::new().into();
    let one = |name: &&str| Mesh {
        name: (*name).into(),
        ..model.meshes[0].clone()
    };
    model.meshes = names.iter().map(one).collect();
    let mut session = fixture::opened(vec![OpenedFile {
        scene: Arc::new(scene),
        ..walker
    }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

#[test]
fn a_group_of_meshes_is_hidden_by_one_click_and_selected_by_another() {
    let mut harness = window(named(&["head_a", "torso", "head_b"]));
    let key = harness.state().session.stage().models()[0].key;
    let mesh = |mesh: usize| Selected::Mesh(key, MeshIndex::new(mesh));
    harness.get_by_label("Show group head").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Selection(SelectionAction::ToggleAllShown(vec![
            mesh(0),
            mesh(2)
        ]))]
    );
    let hidden = |harness: &Panels| [0, 1, 2].map(|at| is_hidden(session_of(harness), key, MeshIndex::new(at)));
    assert_eq!(hidden(&harness), [true, false, true]);
    harness.get_by_role_and_label(Role::TreeItem, "head").click();
    harness.run_steps(2);
    let edits = harness.state().session.edits();
    assert_eq!([0, 1, 2].map(|at| edits.is_selected(mesh(at))), [true, false, true]);
    // Its meshes stand below it, and fold.
    assert!(harness.query_by_role_and_label(Role::TreeItem, "head_b").is_some());
    harness.get_by_label("Fold head").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "head_b").is_none());
    assert!(harness.query_by_role_and_label(Role::TreeItem, "torso").is_some());
    // A mesh that is selected elsewhere is not left in a fold.
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh(2)))));
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "head_b").is_some());
    harness.get_by_label("Show its group head").click();
    harness.run_steps(2);
    assert_eq!(hidden(&harness), [false, false, false]);
}

#[test]
fn long_lists_begin_with_folded_groups() {
    let names: Vec<String> = (0..12).map(|at| format!("part{}_{at}", at % 3)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut harness = window(named(&names));
    harness.get_by_label("Unfold Meshes").click();
    harness.run_steps(3);
    for group in ["part0", "part1", "part2"] {
        assert!(
            harness.query_by_role_and_label(Role::TreeItem, group).is_some(),
            "{group}"
        );
    }
    assert!(harness.query_by_role_and_label(Role::TreeItem, "part0_0").is_none());
}
