//! What `validate` and `explain-rule` say, and how they exit.

use crate::folder;
use serde_json::json;

#[test]
fn validate_exits_with_1_for_warnings_and_the_highest_code_wins() {
    let folder = folder();
    let clean = folder.run("validate flag.cast --json");
    // A mesh without vertices is worth a warning.
    assert_eq!(clean.code, 1);
    let report = clean.json().remove(0);
    for key in ["path", "errors", "warnings", "notes", "unlisted", "diagnostics"] {
        assert!(report.get(key).is_some(), "{key}");
    }
    let first = &report["diagnostics"][0];
    assert_eq!((&first["severity"], &first["id"]), (&json!("warning"), &json!("C32")));
    assert!(
        first["node_path"]
            .as_str()
            .is_some_and(|path| path.starts_with("root[0]/model[0]/mesh[1]"))
    );
    assert!(first["offset"].is_u64() && first["message"].is_string());

    for (words, code) in [
        ("validate wave.cast", 0),
        ("validate wave.cast bad.cast", 1),
        ("validate bad.cast wave.cast", 1),
        ("validate bad.cast text.cast wave.cast", 2),
        // Only `validate` speaks of warnings by its exit code.
        ("info bad.cast", 0),
        ("dump bad.cast", 0),
    ] {
        assert_eq!(folder.run(words).code, code, "{words}");
    }
    let text = folder.run("validate wave.cast bad.cast").text();
    assert!(text.contains("wave.cast: no problems\nbad.cast: "), "{text}");
}

#[test]
fn rules_are_explained_by_id_and_below_the_reports() {
    let folder = folder();
    let text = folder.run("explain-rule c6").fine().text();
    assert_eq!(text.matches("C6 (Cast, ").count(), 2, "a warning and an error: {text}");
    assert!(
        text.contains("(Cast, warning)") && text.contains("(Cast, error)") && text.contains("docs/formats/cast.md")
    );
    let rule = folder.run("explain-rule S5 --json").fine().json();
    assert_eq!(
        (&rule[0]["id"], &rule[0]["severity"]),
        (&"S5".into(), &"refused".into())
    );
    assert!(
        folder
            .run("explain-rule")
            .fine()
            .text()
            .contains("X-lost (Converting, warning)")
    );
    folder.run("explain-rule C6 C8").refused("no rule C8");
    let plain = folder.run("validate bad.cast").text();
    let explained = folder.run("validate bad.cast --explain");
    assert_eq!(explained.code, 1);
    let explained = explained.text();
    assert!(
        explained.starts_with(&plain) && !plain.contains("  done:"),
        "{explained}"
    );
    assert!(explained.contains("  done:"), "{explained}");
}

#[test]
fn validate_looks_at_the_file_alone_and_info_beside_it() {
    let folder = folder();
    let missing = |text: String| text.contains("gone.png");
    assert!(!missing(folder.run("validate flag.cast").text()));
    assert!(missing(folder.run("info flag.cast").fine().text()));
}
