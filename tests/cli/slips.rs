//! Slips of the keyboard: each is refused by a sentence that says what could be meant.

use super::*;

fn two_scenes() -> Folder {
    let file = json!({"asset": {"version": "2.0"}, "scenes": [{"name": "day"}, {"name": "night"}]});
    let folder = folder();
    folder.put("two.gltf", file.to_string().as_bytes());
    folder
}

#[test]
fn a_decision_that_no_file_leaves_open_is_refused() {
    let folder = two_scenes();
    for command in [
        "pose flag.cast --frame 0",
        "convert flag.cast -o x.glb",
        "render flag.cast -o x.png",
    ] {
        folder
            .run(&format!("{command} --import foo=bar"))
            .refused("foo=bar decides nothing: the files leave nothing open");
    }
    for command in ["pose two.gltf --frame 0", "convert two.gltf -o x.glb"] {
        folder
            .run(&format!("{command} --import foo=bar"))
            .refused("foo=bar decides nothing: the files leave open scene; castview info lists the values");
        folder
            .run(&format!("{command} --import scene=dusk"))
            .refused("scene=dusk decides nothing: scene is one of auto, 0 (day), 1 (night)");
    }
    // One of them is enough, by its number or by its name.
    for scene in ["1", "night"] {
        folder
            .run(&format!("pose flag.cast two.gltf --frame 0 --import scene={scene}"))
            .fine();
        let listed = "Scene: night (--import scene=auto|0|1, or by name: day, night)";
        let told = folder.run(&format!("info two.gltf --import scene={scene}")).text();
        assert!(told.contains(listed), "{told}");
    }
}

#[test]
fn a_word_that_is_missed_by_its_switch_is_told() {
    let folder = folder();
    for command in ["render flag.cast -o x.png --bones", "pose flag.cast --frame 0 --rig"] {
        folder.run(&format!("{command} on")).refused("as in --bones=on");
        folder.run(&format!("{command} off")).refused("as in --bones=off");
    }
    let similar = "'--tunrtable' found; a similar argument exists: '--turntable'; ";
    folder.run("render flag.cast -o x.png --tunrtable 1").refused(similar);
}

#[test]
fn another_json_file_is_no_view_file() {
    let folder = folder();
    folder.put("settings.json", br#"{"files": {"a": 1}}"#);
    let ran = folder.run("render flag.cast -o x.png --view-file settings.json");
    assert!(!ran.stderr.contains("column"), "{}", ran.stderr);
    ran.refused("this is no view file");
    let ran = folder.run("render flag.cast -o x.png --view-file settings.json --verbose");
    assert!(ran.stderr.contains("column"), "{}", ran.stderr);
}
