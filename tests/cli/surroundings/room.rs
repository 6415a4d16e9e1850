//! Pictures larger than the memory that a process may have.

use castview::formats::cast::{NodeDraft, NodeKind, write};
use castview_testkit::program::{Folder, clip, command, is_for_windows, model};
use std::process::Command;

/// Counted before anything is asked for: no driver gives up in its own way, and no signal ends the program.
#[test]
fn pictures_without_room_are_refused_by_what_they_need() {
    // Wine heeds no limit of the shell.
    if is_for_windows() {
        return;
    }
    let folder = Folder::new();
    folder.put(
        "flag.cast",
        &write(&[NodeDraft::new(NodeKind::Root).children([model(), clip("wave")])]),
    );
    for (kilobytes, samples, told) in [
        (2_000_000, 4, "needs 11.8 GB of memory, and "),
        (2_000_000, 4, "; a smaller one needs less"),
        (2_000_000, 1, "needs 4.3 GB of memory, and "),
        (4_000_000, 1, "; a smaller one needs less"),
        (6_500_000, 4, "; with --samples 1 it needs 4.3 GB"),
    ] {
        let words = format!("render flag.cast -o large.png --size 16384x16384 --samples {samples}");
        let mut shell = Command::new("bash");
        shell
            .args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" {words}")])
            .arg(command().get_program())
            .current_dir(folder.at(""));
        let ran = shell.output().expect("bash runs");
        let said = String::from_utf8_lossy(&ran.stderr);
        if said.contains("No graphics adapter") {
            assert!(!std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1"), "{said}");
            eprintln!("skipped: {said}");
            return;
        }
        assert_eq!(ran.status.code(), Some(2), "{kilobytes} {samples}: {said}");
        assert!(
            said.contains(told) && said.lines().count() == 1,
            "{kilobytes} {samples}: {said}"
        );
        assert!(!folder.at("large.png").exists());
    }
}
