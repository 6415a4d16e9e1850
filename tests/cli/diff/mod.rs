//! `diff`: what a file has otherwise than another.

use crate::folder;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::gpu;
use castview_testkit::program::{Folder, bone, clip, model};
use serde_json::json;

/// A model of two bones, of which the second stands at `at`.
fn two_bones(folder: &Folder, name: &str, (second, at): (&str, [f32; 3])) {
    let skeleton = NodeDraft::new(NodeKind::Skeleton)
        .child(bone("hip", -1, [0.0; 3]))
        .child(bone(second, 0, at));
    folder.cast(name, [NodeDraft::new(NodeKind::Model).child(skeleton)]);
}

#[test]
fn differences_are_lines_or_json_and_an_exit_code() {
    let folder = folder();
    let same = folder.run("diff flag.cast flag.cast");
    assert_eq!((same.code, same.text().as_str()), (0, "no differences\n"));
    let same = folder.run("diff flag.cast flag.cast --json");
    assert_eq!((same.code, same.text().as_str()), (0, ""));
    // Files without names of their own are called by their files' names, which is no difference.
    two_bones(&folder, "a.cast", ("tip", [2.0, 0.0, 0.0]));
    two_bones(&folder, "b.cast", ("tip", [2.0, 0.5, 0.0]));
    two_bones(&folder, "c.cast", ("top", [2.0, 0.0, 0.0]));
    let moved = folder.run("diff a.cast b.cast");
    assert_eq!(
        (moved.code, moved.text().as_str()),
        (
            1,
            "bone tip of a: moved, by 0.5 (2, 0, 0 → 2, 0.5, 0)\n1 difference: 1 bone moved\n"
        )
    );
    assert_eq!(folder.run("diff a.cast b.cast --tolerance 0.5").code, 0);
    let found = folder.run("diff a.cast b.cast --json");
    assert_eq!(
        (found.code, found.json()),
        (
            1,
            vec![json!({
                "part": "bone", "of": "a", "name": "tip", "change": "moved",
                "before": "2, 0, 0", "after": "2, 0.5, 0", "greatest": 0.5
            })]
        )
    );
    let renamed = folder.run("diff a.cast c.cast --json").json();
    assert_eq!(
        (&renamed[0]["change"], &renamed[0]["after"], renamed.len()),
        (&json!("renamed"), &json!("top"), 1)
    );
    folder.cast("wave2.cast", [clip("wave"), clip("again").uints("lo", &[1])]);
    assert_eq!(folder.run("diff wave.cast wave2.cast").code, 0);
    folder.cast("wave3.cast", [clip("wave")]);
    let told = folder.run("diff wave.cast wave3.cast");
    assert!(
        told.code == 1 && told.text().starts_with("clip again: missing\n"),
        "{}",
        told.text()
    );
    folder.run("diff a.cast").refused("required");
    folder.run("diff a.cast nowhere.cast").refused("no such file");
    folder.run("diff a.cast text.cast").refused("this is plain text");
    folder
        .run("diff a.cast b.cast --tolerance=-1")
        .refused("a number from 0");
}

/// Nothing a name holds reaches the terminal.
#[test]
fn names_are_printed_escaped() {
    let folder = Folder::new();
    two_bones(&folder, "a.cast", ("tip", [2.0, 0.0, 0.0]));
    two_bones(&folder, "b.cast", ("\u{1b}[2Jx", [9.0, 0.0, 0.0]));
    let told = folder.run("diff a.cast b.cast");
    assert!(
        told.text().contains("\\u{1b}[2Jx") && !told.text().contains('\u{1b}'),
        "{}",
        told.text()
    );
}

#[test]
fn a_picture_shows_both() {
    if gpu::context().is_none() {
        return;
    }
    let folder = Folder::new();
    folder
        .cast("a.cast", [model()])
        .cast("b.cast", [model().vec3s("p", &[[12.0, 0.0, 0.0]])]);
    let drawn = folder.run("diff a.cast b.cast -o both.png --size 64x48");
    assert_eq!(drawn.code, 1, "{}", drawn.text());
    let bytes = std::fs::read(folder.at("both.png")).expect("a picture");
    assert_eq!(castview::images::size(&bytes, "both.png").expect("a PNG"), [64, 48]);
}
