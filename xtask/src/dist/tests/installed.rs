//! Packages installed where nothing was before: the installer through Wine, the `.deb` in a fresh root of Debian.

use super::{Folder, TIME, content, for_linux, has, ran};
use crate::dist::packages;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Time that the uninstaller gets to take itself away: a copy of it goes on after it has ended.
const PATIENCE: Duration = Duration::from_secs(60);

/// A Windows of Wine's own in `folder`, which sees no display and tells the desktop of this machine nothing.
fn wine(folder: &Path) -> Command {
    let mut wine = Command::new("wine");
    wine.env("WINEPREFIX", folder.join("prefix")).env("WINEDEBUG", "-all");
    wine.env("WINEDLLOVERRIDES", "mscoree,mshtml=;winemenubuilder.exe=d");
    wine.env("HOME", folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    wine
}

/// Ends Wine's own processes with its owner.
struct Windows<'a>(&'a Path);

impl Drop for Windows<'_> {
    fn drop(&mut self) {
        let mut server = Command::new("wineserver");
        let _ = server.arg("-k").env("WINEPREFIX", self.0.join("prefix")).status();
    }
}

/// Lines of the user's registry that name castview.
fn registered(folder: &Path) -> Vec<String> {
    let file = folder.join("user.reg");
    ran(wine(folder)
        .args(["reg", "export", "HKCU\\Software"])
        .arg(&file)
        .arg("/y"));
    let bytes = std::fs::read(&file).expect("exported");
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let text = String::from_utf16_lossy(&units);
    let lines = text.lines().filter(|line| line.contains("castview"));
    lines.map(str::to_owned).collect()
}

/// Files and folders of the user that are named after castview.
fn left(folder: &Path) -> Vec<String> {
    // Without following links: Wine's lead out of its Windows.
    let mut find = Command::new("find");
    let found = ran(find
        .arg(folder.join("prefix/drive_c/users"))
        .args(["-name", "*castview*"]));
    found.lines().map(str::to_owned).collect()
}

/// A file of castview's own, as if it had run.
fn put(file: &Path) {
    std::fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("made");
    std::fs::write(file, b"x").expect("written");
}

#[test]
fn the_installer_installs_and_takes_everything_away() {
    if !["makensis", "wine", "wineserver", "x86_64-w64-mingw32-gcc"]
        .into_iter()
        .all(has)
    {
        return;
    }
    let folder = Folder::new("wine");
    // Its path is named by rules of NSIS and of Windows.
    let folder = &folder.0;
    let source = folder.join("castview.c");
    let lines =
        "#include <stdio.h>\nint main(int count, char **words) { printf(\"castview %s\\n\", words[count - 1]); }\n";
    std::fs::write(&source, lines).expect("written");
    let program = folder.join("castview.exe");
    ran(Command::new("x86_64-w64-mingw32-gcc")
        .arg(&source)
        .arg("-o")
        .arg(&program));
    let content = content(&std::fs::read(&program).expect("compiled"));
    packages::installer(&content, folder).expect("made");

    let _ends = Windows(folder);
    ran(wine(folder).args(["wineboot", "--init"]));
    assert_eq!(registered(folder), Vec::<String>::new());
    ran(wine(folder).arg(folder.join("castview-setup.exe")).arg("/S"));
    let there = left(folder);
    let shortcut = there.iter().any(|path| path.ends_with("castview.lnk"));
    let installed = there
        .iter()
        .find(|path| path.ends_with("castview"))
        .expect("a folder for it");
    let installed = Path::new(installed);
    assert!(shortcut, "{there:?}");
    assert_eq!(
        ran(wine(folder).arg(installed.join("castview.exe")).arg("info")).trim_end(),
        "castview info"
    );
    // The one without a console starts as well; what it prints goes nowhere on Windows.
    ran(wine(folder).arg(installed.join("castview-window.exe")).arg("hero.cast"));
    let value = |key: &str| ran(wine(folder).args(["reg", "query", &format!("HKCU\\Software\\Classes\\{key}"), "/ve"]));
    assert!(value(".cast").contains("castview.cast"));
    let command = value("castview.cast\\shell\\open\\command");
    assert!(command.contains("castview-window.exe\" \"%1\""), "{command}");
    let others = registered(folder);
    assert!(
        !others.iter().any(|line| line.contains("castview.glb")),
        "on demand only: {others:?}"
    );

    // Caches go with the program, settings only where that is asked for by hand.
    let user = installed.ancestors().nth(3).expect("AppData");
    for file in ["Local/castview/cache/a.pipe", "Local/castview/data/crash.txt"] {
        put(&user.join(file));
    }
    let settings = user.join("Roaming/castview");
    put(&settings.join("config/settings.json"));
    ran(wine(folder).arg(installed.join("uninstall.exe")).arg("/S"));
    let begun = Instant::now();
    let kept = vec![settings.to_str().expect("a Unicode name").to_owned()];
    while left(folder) != kept && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(left(folder), kept);
    assert!(settings.join("config/settings.json").is_file());
    assert_eq!(registered(folder), Vec::<String>::new());
}

/// By the tools of a Debian that has nothing but its least.
#[test]
#[ignore = "takes minutes, root and the network: cargo xtask test-long runs it"]
fn a_fresh_debian_installs_the_package_and_takes_everything_away() {
    if !["debootstrap", "chroot", "xz"].into_iter().all(has) {
        return;
    }
    let folder = Folder::new("debian");
    let root = folder.0.join("root");
    let made = Command::new("debootstrap")
        .args(["--variant=minbase", "stable"])
        .arg(&root)
        .output();
    if !made.as_ref().is_ok_and(|made| made.status.success()) {
        eprintln!("NOT TESTED: debootstrap makes no root here: {made:?}");
        return;
    }
    let linux = for_linux();
    let glibc = packages::oldest_glibc(&linux.program).expect("it names one");
    let deb = packages::deb(&linux, &glibc, TIME).expect("packed");
    std::fs::write(root.join("castview.deb"), deb).expect("written");
    let inside = |line: &str| {
        ran(Command::new("chroot")
            .arg(&root)
            .args(["sh", "-ec", line])
            .env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let find = "find / -xdev -name '*castview*' -not -path '/proc/*' -not -path '/var/*' -not -name castview.deb";
    inside("apt-get update -q && apt-get install -qy --no-install-recommends shared-mime-info");
    assert_eq!(inside(find), "");
    inside("apt-get install -qy --no-install-recommends /castview.deb");
    assert_eq!(inside("castview render --help"), "castview render --help\n");
    assert!(inside("cat /usr/share/mime/globs2").contains("60:model/x-cast:*.cast"));
    let entry = inside("cat /usr/share/thumbnailers/castview.thumbnailer");
    assert!(entry.contains("render --thumbnail %s -o %o %i"), "{entry}");
    inside("apt-get purge -qy castview");
    assert_eq!(inside(find), "");
    assert!(!inside("cat /usr/share/mime/globs2").contains("x-cast"));
}
