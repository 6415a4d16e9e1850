//! How a file was read, in the inspector of the file.

use super::panels::*;
use crate::fixture;
use castview::core::Choice;
use castview::scene::{Fact, Scene};
use castview::session::{Action, FileKey, OpenedFile, Selected};
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
    session.apply(Action::Select(Some(Selected::File(FileKey(1)))));
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
    let loading = session_of(&harness).live().loading.as_ref().expect("it is read again");
    assert_eq!(loading.name, "walker.cast");
}

#[test]
fn facts_are_a_tree() {
    let harness = decided();
    for text in ["Properties", "length", "26.4", "coach"] {
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
}
