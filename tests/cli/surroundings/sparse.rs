//! Files of 4 GB that take no room on the disk.

use castview_testkit::program::{Folder, command, is_for_windows};
use std::process::Command;

/// With less memory than their size each command says what the file is: nothing of it is read but its beginning.
#[test]
fn files_of_4_gb_are_judged_by_their_beginning() {
    if is_for_windows() || cfg!(not(target_os = "linux")) {
        return;
    }
    let folder = Folder::new();
    let mut glb: Vec<u8> = [0x4654_6c67u32, 2, 0xffff_ffff, 0xffff_ff00, 0x4e4f_534a]
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    glb.extend(b"{\"asset\": {\"version\": \"2.0\"}");
    for (name, beginning, told) in [
        ("zeros.cast", &b""[..], "nothing but zeros"),
        ("zeros.glb", b"", "nothing but zeros"),
        ("magic.cast", b"cast", "nothing but zeros follows"),
        (
            "header.cast",
            b"cast\x01\0\0\0\x01\0\0\0\0\0\0\0toor",
            "nothing but zeros follows",
        ),
        ("header.shape", b"\x05SHAPE\x01\0", "nothing but zeros follows"),
        ("json.glb", &glb, "bytes of JSON are more than"),
        ("json.gltf", b"{\"asset\": {", "bytes of JSON are more than"),
    ] {
        folder.put(name, beginning);
        let file = std::fs::File::options()
            .write(true)
            .open(folder.at(name))
            .expect("writable");
        file.set_len(4 << 30).expect("a file may have holes");
        for words in [
            "info",
            "validate",
            "dump",
            "pose --frame 0",
            "curves",
            "convert -o out.glb",
        ] {
            let mut shell = Command::new("bash");
            shell
                .args(["-c", &format!("ulimit -v 2000000; exec \"$0\" {words} {name}")])
                .arg(command().get_program())
                .current_dir(folder.at(""));
            let ran = shell.output().expect("bash runs");
            let said = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(2), "{words} {name}: {said}");
            assert!(
                said.contains(told) && said.lines().count() == 1,
                "{words} {name}: {said}"
            );
        }
    }
}
