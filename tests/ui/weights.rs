//! What the inspector says of weights: of a bone what it moves, of a mesh what its vertices hang on and what is wrong.

use super::big_rig;
use super::deep_rig::painted;
use super::panels::*;
use super::questions::Asking;
use castview::scene::Influences;
use castview::session::SelectionAction;

fn inspector(harness: &Panels) -> Vec<String> {
    painted(harness, Rect::from_min_max(pos2(960.0, 0.0), pos2(1280.0, 2000.0)))
}

/// What stands right of `label`.
fn fact(said: &[String], label: &str) -> String {
    let at = said.iter().position(|text| text == label);
    said[at.unwrap_or_else(|| panic!("no {label}: {said:?}")) + 1].clone()
}

#[test]
fn which_vertices_does_this_bone_move() {
    let mut asking = Asking::of("hand_l");
    let said = inspector(&asking.harness);
    assert_eq!(
        fact(&said, "moves"),
        "8\u{a0}vertices",
        "a box stands around each bone: {said:?}"
    );
    assert_eq!(fact(&said, "greatest weight"), "1.000");
    asking.click("body");
    let Some(Selected::Mesh(key, mesh)) = asking.session().edits().selected else {
        panic!("{:?}", asking.session().edits().selected);
    };
    let placed = asking.session().stage().placed(key).expect("it is open");
    assert_eq!(placed.model().meshes[mesh.get()].name, "body");
    asking.answered(true);
    let still = Asking::of("helper_elbow_l");
    assert_eq!(fact(&inspector(&still.harness), "moves"), "no vertex by itself");
}

/// The first vertex of the body hangs on nothing, the second has two influences, and the file's sums of three were wrong.
fn damaged() -> Session {
    let mut scene = big_rig::scene();
    let body = &mut scene.models[0].meshes[0];
    let old = &body.influences;
    let count = body.positions.len();
    let slots: Vec<u32> = (0..count).flat_map(|vertex| [old.slots.get(vertex), 0]).collect();
    let mut weights: Vec<f32> = (0..count).flat_map(|_| [1.0, 0.0]).collect();
    weights[..4].copy_from_slice(&[0.0, 0.0, 0.5, 0.5]);
    body.influences = Influences {
        stride: 2,
        slots: slots.into(),
        weights: weights.into(),
        wrong_sums: vec![(0, 0.0), (1, 2.5), (7, 0.75)].into(),
    };
    fixture::opened(vec![OpenedFile::of(FileKey(1), big_rig::FILE, scene)])
}

#[test]
fn which_vertices_have_no_weight_and_which_sums_are_wrong() {
    let mut harness = build(builder(vec2(1280.0, 1400.0)), damaged());
    let placed = &session_of(&harness).stage().models[0];
    let (key, count) = (placed.key, placed.model().meshes[0].positions.len());
    let mesh = Selected::Mesh(key, MeshIndex::new(0));
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh))));
    harness.run_steps(3);
    let said = inspector(&harness);
    assert_eq!(fact(&said, "without weight"), "1\u{a0}vertex", "{said:?}");
    assert_eq!(fact(&said, "wrong sums"), "2\u{a0}vertices");
    assert_eq!(fact(&said, "worst sum"), "2.500");
    let bars: Vec<String> = harness
        .query_all_by_label_contains("influence")
        .filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()))
        .filter(|label| label.contains(": "))
        .collect();
    assert_eq!(bars.len(), 3, "{bars:?}");
    assert_eq!(bars[0], "0 influences: 1\u{a0}vertex");
    let single = bars[1]
        .strip_prefix("1 influence: ")
        .map(|rest| rest.replace('\u{a0}', ""));
    assert_eq!(single, Some(format!("{}vertices", count - 2)));
    assert_eq!(bars[2], "2 influences: 1\u{a0}vertex");
    // The first slot is that of the root, which now weighs at one vertex; helpers weigh nothing.
    let idle: usize = fact(&said, "idle bones")
        .replace('\u{a0}', "")
        .parse()
        .expect("a number");
    let facts = session_of(&harness).weights_of(&session_of(&harness).stage().models[0]);
    let of_mesh = facts.expect("they were counted").of_mesh(MeshIndex::new(0));
    assert_eq!(Some(idle), of_mesh.map(|weights| weights.idle as usize));
    assert!(idle > 10, "the hair and the helpers: {idle}");
}
