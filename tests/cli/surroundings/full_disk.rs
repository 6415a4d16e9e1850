//! The folder for caches on a disk that is full, or that becomes full.

use crate::render::folder;
use castview_testkit::program::{Folder, command, is_for_windows};
use std::path::Path;
use std::process::{Command, Output};

/// The line about it.
const TOLD: &str = "the graphics driver keeps no shaders this time";

/// Runs `words` with `cache` as the folder for caches, after `before`, which a shell carries out in a name space of its own.
fn run(folder: &Folder, before: &str, words: &str) -> Output {
    let program = command().get_program().to_owned();
    let mut shell = Command::new("unshare");
    shell
        .args(["--mount", "--map-root-user", "sh", "-c"])
        .arg(format!("{before}; exec \"$0\" {words}"))
        .arg(program)
        .current_dir(folder.at(""))
        .env("XDG_CACHE_HOME", folder.at("cache"));
    for named in ["MESA_SHADER_CACHE_DIR", "MESA_SHADER_CACHE_DISABLE"] {
        shell.env_remove(named);
    }
    shell.output().expect("unshare is there")
}

fn may_mount(folder: &Folder) -> bool {
    run(folder, "mount -t tmpfs -o size=64k tmpfs cache || exit 9", "--version")
        .status
        .success()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_full_disk_under_the_cache_is_told_and_the_picture_is_drawn() {
    if is_for_windows() {
        eprintln!("skipped: the drivers of Windows map no such index");
        return;
    }
    let folder = folder();
    std::fs::create_dir(folder.at("cache")).expect("a folder");
    let (before, why) = match may_mount(&folder) {
        true => (
            "mount -t tmpfs -o size=256k tmpfs cache && head -c 1M /dev/zero > cache/fill 2> /dev/null",
            "the disk is full",
        ),
        false => {
            eprintln!("skipped in part: nothing may be mounted here, so a file stands in for the full folder");
            ("rmdir cache && touch cache", "")
        }
    };
    for words in [
        "render flag.cast -o a.png --size 64x48",
        "pose flag.cast --frame 0 --vertices --deform gpu",
        "adapters",
    ] {
        let ran = run(&folder, before, words);
        assert!(ran.status.success(), "{words}: {:?} {}", ran.status, said(&ran));
        assert_eq!(said(&ran).matches(TOLD).count(), 1, "{words}: {}", said(&ran));
        assert!(said(&ran).contains(why), "{words}: {}", said(&ran));
        std::fs::create_dir_all(folder.at("cache")).unwrap_or_else(|_| {
            std::fs::remove_file(folder.at("cache")).expect("the stand-in");
            std::fs::create_dir(folder.at("cache")).expect("a folder");
        });
    }
    assert!(folder.at("a.png").exists());
}

/// Mesa makes the index without blocks behind it.
#[test]
fn the_index_of_the_driver_has_its_room_before_the_disk_is_full() {
    use std::os::unix::fs::MetadataExt;
    if is_for_windows() {
        eprintln!("skipped: the drivers of Windows map no such index");
        return;
    }
    let folder = folder();
    std::fs::create_dir(folder.at("cache")).expect("a folder");
    let ran = run(&folder, ":", "render flag.cast -o a.png --size 64x48");
    assert!(ran.status.success() && said(&ran).is_empty(), "{}", said(&ran));
    let index = folder.at("cache/mesa_shader_cache/index");
    let Ok(index) = std::fs::metadata(&index) else {
        eprintln!("skipped: this driver keeps no index");
        return;
    };
    assert!(
        index.blocks() * 512 >= index.len(),
        "{} blocks for {}",
        index.blocks(),
        index.len()
    );
    let left = std::fs::read_dir(folder.at("cache")).expect("a folder");
    let own = left
        .flatten()
        .filter(|entry| Path::new(&entry.file_name()) != Path::new("mesa_shader_cache"));
    assert_eq!(own.count(), 0, "nothing of the trial stays");
}
