//! Packages of a program of two lines: made twice, unpacked, installed, and taken away again.

mod installed;

use super::files::Files;
use super::packages::{self, Content};
use super::{archive, crates, packed, pe};
use crate::machine::program;
use crate::step::root;
use std::path::{Path, PathBuf};
use std::process::Command;

const TIME: archive::Time = 1_700_000_000;

/// A folder that goes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("castview-dist-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        std::fs::write(&path, bytes).expect("written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn content(program: &[u8]) -> Content {
    let mut generated = Files::default();
    generated.put("bash-completion/completions/castview", "complete castview");
    generated.put("man/man1/castview.1", ".TH castview 1");
    generated.put("powershell/castview.ps1", "# PowerShell");
    Content {
        version: "0.1.0".into(),
        program: program.to_vec(),
        generated,
        licenses: "licenses".into(),
        bill: "{}".into(),
    }
}

fn for_linux() -> Content {
    content(b"#!/bin/sh\necho castview \"$@\"\n# GLIBC_2.4 GLIBC_2.34 GLIBC_2.17\n")
}

/// The header of a console program for Windows.
fn for_windows() -> Content {
    let mut header = vec![0; 256];
    header[..2].copy_from_slice(b"MZ");
    header[0x3C] = 0x80;
    header[0x80..0x84].copy_from_slice(b"PE\0\0");
    header[0x80 + 92] = 3;
    content(&header)
}

#[track_caller]
fn ran(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether a tool of the system is here; loud where it is not.
fn has(tool: &str) -> bool {
    let found = program(tool).is_some();
    if !found {
        eprintln!("skipped: {tool} is not here");
    }
    found
}

fn below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        found.push(path.display().to_string());
        if path.is_dir() {
            found.extend(below(&path));
        }
    }
    found
}

#[test]
fn two_runs_make_the_same_bytes_and_their_sums_are_right() {
    if !has("makensis") || !has("xz") {
        return;
    }
    let [first, second] = ["first", "second"].map(Folder::new);
    let made = |folder: &Folder| packed(&for_linux(), &for_windows(), TIME, &folder.0).expect("packed");
    let (a, b) = (made(&first), made(&second));
    for (name, entry) in &a.0 {
        assert!(entry.bytes == b.0[name].bytes, "{name} differs");
    }
    assert_eq!(a.0.len(), 7, "{:?}", a.0.keys());
    a.write(&first.0).expect("written");
    let told = ran(Command::new("sha256sum")
        .args(["-c", "SHA256SUMS"])
        .current_dir(&first.0));
    assert_eq!(told.matches(": OK").count(), 6, "{told}");
}

#[test]
fn archives_tell_nothing_of_the_machine_and_others_can_read_them() {
    let folder = Folder::new("archives");
    let tar = folder.put("a.tar.gz", &packages::archive(&for_linux(), TIME).expect("packed"));
    let rows = ran(Command::new("tar").args(["--utc", "-tvzf"]).arg(&tar));
    let names: Vec<&str> = rows.lines().filter_map(|row| row.split_whitespace().last()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(names, sorted);
    assert!(
        rows.lines()
            .all(|row| row.contains("root/root") && row.contains("2023-11-14 22:13")),
        "{rows}"
    );
    assert!(
        names.contains(&"castview-0.1.0-linux-x86_64/share/man/man1/castview.1"),
        "{rows}"
    );
    let zip = folder.put(
        "a.zip",
        &packages::windows_archive(&for_windows(), TIME).expect("packed"),
    );
    if has("python3") {
        let said = ran(Command::new("python3").args(["-m", "zipfile", "-t"]).arg(&zip));
        assert!(said.contains("Done testing") && !said.contains("error"), "{said}");
        let list = ran(Command::new("python3").args(["-m", "zipfile", "-l"]).arg(&zip));
        let row = list
            .lines()
            .find(|row| row.contains("castview-window.exe"))
            .expect("it is listed");
        assert!(row.contains("2023-11-14 22:13:20") && row.ends_with("256"), "{row}");
    }
}

#[test]
fn long_paths_are_kept_or_refused() {
    let folder = Folder::new("long");
    let long = format!("{}/{}", "a".repeat(90), "b".repeat(90));
    let mut files = Files::default();
    files.put(long.clone(), "x");
    let tar = folder.put("a.tar", &archive::tar(&files, TIME).expect("packed"));
    assert!(ran(Command::new("tar").arg("-tf").arg(&tar)).contains(&long));
    files.put("c".repeat(200), "x");
    assert!(archive::tar(&files, TIME).is_err());
}

#[test]
fn the_scripts_install_and_take_everything_away() {
    let folder = Folder::new("install");
    let tar = folder.put("a.tar.gz", &packages::archive(&for_linux(), TIME).expect("packed"));
    ran(Command::new("tar").arg("-xzf").arg(&tar).arg("-C").arg(&folder.0));
    let unpacked = folder.0.join("castview-0.1.0-linux-x86_64");
    let prefix = folder.0.join("a prefix");
    let install = || {
        ran(Command::new("sh")
            .arg(unpacked.join("install.sh"))
            .arg("--prefix")
            .arg(&prefix))
    };
    // A second time takes the place of the first.
    let said = install() + &install();
    assert!(said.contains("is not in PATH"), "{said}");
    assert_eq!(
        ran(Command::new(prefix.join("bin/castview")).arg("a b")),
        "castview a b\n"
    );
    let text =
        |name: &str| std::fs::read_to_string(prefix.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let entry = text("share/applications/castview.desktop");
    let line = format!("Exec=\"{}/bin/castview\" %F\n", prefix.display());
    assert!(entry.contains(&line), "{entry}");
    let thumbnailer = text("share/thumbnailers/castview.thumbnailer");
    let line = format!(
        "Exec=\"{}/bin/castview\" render --thumbnail %s -o %o %i\n",
        prefix.display()
    );
    assert!(thumbnailer.contains(&line), "{thumbnailer}");
    for name in [
        "icons/hicolor/16x16/apps/castview.png",
        "icons/hicolor/scalable/apps/castview.svg",
        "man/man1/castview.1",
    ] {
        text_or_picture(&prefix.join("share").join(name));
    }
    if has("desktop-file-validate") {
        ran(Command::new("desktop-file-validate").arg(prefix.join("share/applications/castview.desktop")));
    }
    if has("update-mime-database") {
        let globs = text("share/mime/globs2");
        assert!(
            globs.contains("60:model/x-cast:*.cast") && globs.contains("model/x-seanim:*.seanim"),
            "{globs}"
        );
        let magic =
            String::from_utf8_lossy(&std::fs::read(prefix.join("share/mime/magic")).expect("made")).into_owned();
        assert!(
            magic.contains("[80:model/x-cast]") && magic.contains("[80:model/x-semodel]"),
            "{magic}"
        );
    }
    ran(Command::new("sh").arg(prefix.join("share/castview/uninstall.sh")));
    assert_eq!(below(&prefix), Vec::<String>::new());

    // Files of others stay, and so do their folders.
    let other = prefix.join("share/applications/other.desktop");
    std::fs::create_dir_all(other.parent().expect("a folder")).expect("made");
    std::fs::write(&other, "[Desktop Entry]\nType=Application\nName=other\nExec=other\n").expect("written");
    install();
    ran(Command::new("sh").arg(prefix.join("share/castview/uninstall.sh")));
    let mut left = below(&prefix);
    left.retain(|path| !path.ends_with("mimeinfo.cache"));
    assert_eq!(left.len(), 3, "{left:?}");
    let refused = Command::new("sh")
        .arg(unpacked.join("uninstall.sh"))
        .output()
        .expect("it starts");
    assert_eq!(refused.status.code(), Some(2));
}

fn text_or_picture(path: &Path) {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(!bytes.is_empty(), "{}", path.display());
}

#[test]
fn debian_unpacks_its_package_and_the_program_runs() {
    if !has("dpkg-deb") || !has("xz") {
        return;
    }
    let folder = Folder::new("deb");
    let linux = for_linux();
    let glibc = packages::oldest_glibc(&linux.program).expect("it names one");
    let deb = folder.put("a.deb", &packages::deb(&linux, &glibc, TIME).expect("packed"));
    let depends = ran(Command::new("dpkg-deb").arg("-f").arg(&deb).arg("Depends"));
    assert_eq!(depends.trim(), "libc6 (>= 2.34), libgcc-s1");
    ran(Command::new("dpkg-deb").arg("-x").arg(&deb).arg(folder.0.join("root")));
    let usr = folder.0.join("root/usr");
    assert_eq!(
        ran(Command::new(usr.join("bin/castview")).arg("info")),
        "castview info\n"
    );
    for name in [
        "share/man/man1/castview.1.gz",
        "share/doc/castview/copyright",
        "share/thumbnailers/castview.thumbnailer",
    ] {
        text_or_picture(&usr.join(name));
    }
}

#[test]
fn the_program_without_a_console_differs_in_one_field() {
    let console = for_windows().program;
    let window = pe::without_console(&console).expect("a program");
    let differ: Vec<usize> = (0..console.len()).filter(|&at| console[at] != window[at]).collect();
    assert_eq!(differ, [0x80 + 92]);
    assert_eq!(window[0x80 + 92], 2);
    assert!(pe::without_console(&window).is_err(), "it has none any more");
    assert!(pe::without_console(b"MZ").is_err() && pe::without_console(&[0; 300]).is_err());
}

#[test]
fn the_bill_lists_each_crate_once_with_its_sum() {
    let rows = "castview v0.1.0 (/somewhere)\tMIT OR Apache-2.0\t\nserde v1.0.0\tMIT/Apache-2.0\thttps://serde.rs\nmacros v2.0.0 (proc-macro)\tMIT\t\n\
                serde v1.0.0\tMIT/Apache-2.0\thttps://serde.rs\n";
    let crates = crates::listed(rows);
    let names: Vec<&str> = crates.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["castview", "serde"]);
    let lockfile = "[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n";
    let bill = crates::bill(&crates, super::System::Linux, lockfile, TIME);
    for part in [
        "\"timestamp\": \"2023-11-14T22:13:20Z\"",
        "\"purl\": \"pkg:cargo/serde@1.0.0\", \"hashes\": [{\"alg\": \"SHA-256\", \"content\": \"abc\"}], \"licenses\": [{\"expression\": \"MIT OR Apache-2.0\"}]",
    ] {
        assert!(bill.contains(part), "{part} in {bill}");
    }
    assert!(!bill.contains("somewhere"), "{bill}");
    if has("python3") {
        let folder = Folder::new("bill");
        ran(Command::new("python3")
            .args(["-m", "json.tool"])
            .arg(folder.put("bill.json", bill.as_bytes())));
    }
}

/// Every crate of the program has its licence among the texts.
#[test]
fn the_licenses_of_all_crates_are_there() {
    let crates = crates::of(super::System::Linux).expect("cargo lists them");
    assert!(
        crates.len() > 200 && crates.iter().all(|one| !one.license.is_empty()),
        "{}",
        crates.len()
    );
    let text = crates::licenses(&crates).expect("their sources are here");
    for one in crates.iter().filter(|one| !one.is_own) {
        assert!(text.contains(&format!("{} {} (", one.name, one.version)), "{one:?}");
    }
    assert!(text.contains("SIL OPEN FONT LICENSE") && text.contains("Mozilla Public License"));
}

/// Files that packages take from here, and what the installer's script takes from a package.
#[test]
fn the_installer_takes_what_the_package_has() {
    let script = std::fs::read_to_string(root().join("packaging/windows/castview.nsi")).expect("the script");
    let taken: Vec<&str> = script
        .lines()
        .filter_map(|line| line.trim().strip_prefix("File \"${SOURCE}\\")?.strip_suffix('"'))
        .collect();
    let files = packages::for_windows(&for_windows()).expect("its files");
    assert!(taken.len() > 5, "{taken:?}");
    for name in &taken {
        assert!(files.0.contains_key(*name), "{name}");
        assert!(script.contains(&format!("Delete \"$INSTDIR\\{name}\"")), "{name} stays");
    }
}
