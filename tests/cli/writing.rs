//! Files that commands write, and files that stay when they cannot.

use crate::folder;
use castview_testkit::program::{Folder, is_for_windows};
use serde_json::json;

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = folder();
    let full = std::fs::File::create("/dev/full").expect("Linux has it");
    let output = folder
        .command()
        .args(["dump", "flag.cast"])
        .stdout(full)
        .output()
        .expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.starts_with("castview: cannot write to standard output"),
        "{message}"
    );
}

#[test]
fn converting_overwrites_no_image_and_offers_what_opens_odd_files() {
    let folder = folder();
    let mut png = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut png,
        &[7; 16],
        2,
        2,
        image::ColorType::Rgba8,
        image::ImageFormat::Png,
    )
    .expect("to memory");
    folder.put("tex/skin.png", png.get_ref());
    let told = folder.run("convert flag.cast -o inside.glb").fine().text();
    assert!(told.contains("embeds ") && told.contains("skin.png"), "{told}");
    // An image inside a GLB file is written beside a Cast file; a file of another content is not overwritten.
    folder.put("out_0.png", b"somebody else's");
    folder.run("convert inside.glb -o out.cast").refused("out_0.png");
    assert!(!folder.at("out.cast").exists());
    assert_eq!(
        std::fs::read(folder.at("out_0.png")).expect("it stays"),
        b"somebody else's"
    );
    std::fs::remove_file(folder.at("out_0.png")).expect("it is there");
    for _ in 0..2 {
        folder.run("convert inside.glb -o out.cast").fine();
        assert_eq!(
            std::fs::read(folder.at("out_0.png")).expect("laid there"),
            *png.get_ref()
        );
    }
    let odd = json!({"asset": {"version": "2.0"}, "extensionsRequired": ["ACME_x"], "extensionsUsed": ["ACME_x"]});
    folder.put("odd.gltf", odd.to_string().as_bytes());
    for command in ["info odd.gltf", "convert odd.gltf -o x.glb", "pose odd.gltf --frame 0"] {
        folder.run(command).refused("--import extensions=ignore");
    }
    folder.run("info odd.gltf --import extensions=ignore").fine();
    folder
        .run("convert odd.gltf -o x.glb --import extensions=ignore")
        .fine();
}

/// A folder has the name of the file. Images that were there stay, others go with it.
#[test]
fn images_of_a_file_that_cannot_be_written_do_not_stay() {
    let folder = folder();
    let mut png = std::io::Cursor::new(Vec::new());
    let (kind, format) = (image::ColorType::Rgba8, image::ImageFormat::Png);
    image::write_buffer_with_format(&mut png, &[7; 16], 2, 2, kind, format).expect("to memory");
    folder.put("tex/skin.png", png.get_ref());
    folder.run("convert flag.cast -o inside.glb").fine();
    std::fs::create_dir(folder.at("out.cast")).expect("a new folder");
    folder.run("convert inside.glb -o out.cast").refused("cannot write");
    assert!(!folder.at("out_0.png").exists());
    folder.put("out_0.png", png.get_ref());
    folder.run("convert inside.glb -o out.cast").refused("cannot write");
    assert!(folder.at("out_0.png").exists());
}

/// Runs the program where no file may grow past 512 or 1024 bytes, as on a disk that is full by then. A shell that ignores the signal
/// leaves the program an error; otherwise the signal ends it in the middle of its work.
#[cfg(unix)]
pub fn run_on_a_full_disk(folder: &Folder, words: &str, ignores_signal: bool) -> std::process::Output {
    let trap = if ignores_signal { "trap '' XFSZ; " } else { "" };
    let mut shell = std::process::Command::new("sh");
    shell
        .current_dir(folder.at(""))
        .args(["-c", &format!("{trap}ulimit -c 0; ulimit -f 1; exec \"$0\" {words}")])
        .arg(folder.command().get_program());
    shell.output().expect("a shell")
}

#[cfg(unix)]
#[test]
fn a_full_disk_or_a_signal_leaves_what_was_there() {
    if is_for_windows() {
        eprintln!("skipped: the limit on the size of files is one of Unix");
        return;
    }
    let folder = folder();
    folder.put("out.glb", b"what was there");
    let names = || {
        let entries = std::fs::read_dir(folder.at("")).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let full = run_on_a_full_disk(&folder, "convert flag.cast -o out.glb", true);
    let said = String::from_utf8(full.stderr).expect("UTF-8");
    assert!(full.status.code() == Some(2) && said.contains("cannot write"), "{said}");
    assert_eq!(names(), before, "nothing unfinished stays");
    let killed = run_on_a_full_disk(&folder, "convert flag.cast -o out.glb", false);
    assert_eq!(killed.status.code(), None, "the signal ended it");
    let content = || std::fs::read(folder.at("out.glb")).expect("it is there");
    assert_eq!(content(), b"what was there");
    folder.run("convert flag.cast -o out.glb").fine();
    assert!(content().starts_with(b"glTF") && content().len() > 1024);
}

#[cfg(unix)]
#[test]
fn a_pipe_as_output_gets_the_bytes() {
    if is_for_windows() {
        eprintln!("skipped: on Windows no path of a folder names a pipe");
        return;
    }
    let folder = folder();
    folder.run("convert flag.cast -o file.glb").fine();
    let mut shell = std::process::Command::new("sh");
    let script = "mkfifo pipe.glb && { cat pipe.glb > got.glb & } && \"$0\" convert flag.cast -o pipe.glb && wait";
    shell.current_dir(folder.at("")).args(["-c", script]);
    let ran = shell.arg(folder.command().get_program()).output().expect("a shell");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let read = |name: &str| std::fs::read(folder.at(name)).expect("written");
    assert_eq!(read("got.glb"), read("file.glb"));
}
