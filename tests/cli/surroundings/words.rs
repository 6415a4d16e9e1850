//! Words that are no file and no command. A window would say that there is no display; none is tried.

use castview_testkit::program::Folder;
use castview_testkit::program::model;

#[test]
fn words_that_are_no_file_and_no_command_are_told_and_open_nothing() {
    let folder = Folder::new();
    folder
        .cast("x.cast", [model()])
        .put("settings/settings.json", br#"{"preferences":{"hands_over":true}}"#);
    for (words, told) in [
        ("infoo x.cast", "no such file or command: infoo. Did you mean info?\n"),
        (
            "infoo x.cast --json",
            "no such file or command: infoo. Did you mean info?\n",
        ),
        (
            "rendr x.cast -o a.png",
            "no such file or command: rendr. Did you mean render?\n",
        ),
        ("Inof x.cast", "no such file or command: Inof. Did you mean info?\n"),
        ("validat", "no such file or command: validat. Did you mean validate?\n"),
        (
            "pictures x.cast",
            "no such file or command: pictures; castview --help lists the commands\n",
        ),
        (
            "wallpaper all",
            "no such file or command: wallpaper; castview --help lists the commands\n",
        ),
        ("--send nope.cast", "no such file: nope.cast\n"),
        ("--send x.cast nope.cast", "no such file: nope.cast\n"),
        ("nope.cast", "no such file: nope.cast\n"),
        ("x.cast sub/x", "no such file: sub/x\n"),
        ("x.cast/y", "no such file: x.cast/y\n"),
        (
            "x.cast --gpu any zzz",
            "no such file or command: zzz; castview --help lists the commands\n",
        ),
    ] {
        let mut command = folder.command();
        command.args(words.split(' ')).env("CASTVIEW_CONFIG_DIR", "settings");
        for display in ["DISPLAY", "WAYLAND_DISPLAY"] {
            command.env_remove(display);
        }
        let ran = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(
            (ran.status.code(), &*said),
            (Some(2), &*format!("castview: {told}")),
            "{words}"
        );
    }
}

#[test]
fn help_is_a_command() {
    let folder = Folder::new();
    assert_eq!(
        folder.run("help render").fine().text(),
        folder.run("render --help").fine().text()
    );
    assert_eq!(folder.run("help").fine().text(), folder.run("--help").fine().text());
    folder.run("help nonsense").refused("nonsense");
}

/// In one plain sentence, whatever the window system is called that is not there, and without a path of the machine that built the program.
#[cfg(target_os = "linux")]
#[test]
fn where_there_is_no_display_a_sentence_says_so() {
    if castview_testkit::program::is_for_windows() {
        return;
    }
    let folder = Folder::new();
    folder.cast("x.cast", [model()]);
    for display in [None, Some(("DISPLAY", ":4711")), Some(("WAYLAND_DISPLAY", "nowhere"))] {
        let mut command = folder.command();
        command
            .arg("x.cast")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command.envs(display);
        let ran = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{said}");
        let is_one_line = said.ends_with('\n') && said.matches('\n').count() == 1;
        let is_told = said.starts_with("castview: there is no display to open a window on (");
        assert!(is_told && is_one_line && !said.contains(".rs"), "{display:?}: {said}");
        assert!(!said.contains(env!("CARGO_MANIFEST_DIR")), "{said}");
    }
}
