//! How a file was read, in the inspector of the file.

use crate::fixture;
use crate::panels::*;
use castview_base::core::Choice;
use castview_base::scene::{Fact, Scene};
use castview_picture::opened::{FileKey, OpenedFile};
use castview_session::{Action, Selected, SelectionAction, StageAction};
use std::sync::Arc;

fn decided() -> Panels {
    let choice = |key, title: &'static str, outcome: &str| Choice {
        key,
        title,
        values: [
            ("auto", "As the file says"),
            ("row", "Row vectors"),
            ("column", "Column vectors"),
        ]
        .map(|(value, words)| (value.into(), words.into()))
        .into(),
        chosen: "auto".into(),
        outcome: outcome.into(),
        is_offer: false,
    };
    let walker = fixture::walker();
    let scene = Scene {
        facts: vec![Fact::heading(
            "Properties",
            vec![Fact::new("length", "26.4"), Fact::new("type", "coach")],
        )],
        ..Scene::clone(&walker.scene)
    };
    let mut file = OpenedFile {
        scene: Arc::new(scene),
        ..walker
    };
    file.decided.choices = vec![choice(
        "matrix",
        "Order of matrices",
        "row vectors: so are 5 of the 5 matrices",
    )];
    let mut session = fixture::opened(vec![file]);
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::File(
        FileKey(1),
    )))));
    window(session)
}

#[test]
fn choices_say_why_and_can_be_decided_otherwise() {
    let mut harness = decided();
    assert!(
        harness
            .query_by_label("row vectors: so are 5 of the 5 matrices")
            .is_some()
    );
    harness
        .get_by_role_and_label(Role::ComboBox, "Order of matrices")
        .click();
    harness.run_steps(4);
    harness.get_by_label("Column vectors").click();
    harness.run_steps(4);
    let loading = session_of(&harness)
        .opening()
        .loading
        .as_ref()
        .expect("it is read again");
    assert_eq!(loading.name, "walker.cast");
}

#[test]
fn facts_are_a_tree() {
    let harness = decided();
    for text in ["Properties", "length", "26.4", "coach"] {
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
}

/// One that offers `values`, the first of which is shown.
fn offering(file: u64, values: &[&str]) -> OpenedFile {
    let mut opened = OpenedFile {
        key: FileKey(file),
        name: format!("hall{file}.glb"),
        location: format!("/tmp/hall{file}.glb"),
        ..fixture::walker()
    };
    opened.decided.choices = vec![Choice {
        key: "scene",
        title: "Scene",
        values: values.iter().map(|v| (v.to_lowercase(), (*v).to_owned())).collect(),
        chosen: values[0].to_lowercase(),
        outcome: values[0].to_owned(),
        is_offer: true,
    }];
    opened
}

#[test]
fn what_a_file_offers_is_picked_in_the_toolbar() {
    let mut harness = window(fixture::opened(vec![offering(1, &["Hall", "Garden"])]));
    assert!(harness.query_by_label("Garden").is_none());
    harness.get_by_label("Scene").click();
    harness.run_steps(4);
    harness.get_by_label("Garden").click();
    harness.run_steps(4);
    let decided = actions(&mut harness);
    let wanted = Action::Stage(StageAction::Decide {
        file: FileKey(1),
        key: "scene".into(),
        value: "garden".into(),
    });
    assert!(decided.contains(&wanted), "{decided:?}");
    let loading = session_of(&harness)
        .opening()
        .loading
        .as_ref()
        .expect("it is read again");
    assert_eq!(loading.name, "hall1.glb");
}

#[test]
fn files_that_offer_the_same_share_a_menu() {
    let files = vec![offering(1, &["Hall", "Garden"]), offering(2, &["Street", "Yard"])];
    let mut harness = window(fixture::opened(files));
    harness.get_by_label("Scene").click();
    harness.run_steps(4);
    for text in ["hall2.glb", "Hall", "Street"] {
        assert!(harness.query_all_by_label(text).next().is_some(), "{text}");
    }
    harness.get_by_label("Yard").click();
    harness.run_steps(4);
    let is_second =
        |action: &Action| matches!(action, Action::Stage(StageAction::Decide { file, .. }) if *file == FileKey(2));
    assert!(actions(&mut harness).iter().any(is_second));
}

#[test]
fn doubts_stay_out_of_the_toolbar() {
    let harness = decided();
    let combos = harness.query_all_by_label("Order of matrices").count();
    assert_eq!(combos, 2, "the row's name and its box in the inspector");
}
