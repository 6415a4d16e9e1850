//! The program and the files that go with it → packages.

use super::archive::{Time, ar, gzip, tar, xz, zip};
use super::files::{Files, read};
use super::pe;
use crate::step::{root, silent};
use std::path::Path;
use std::process::Command;

/// Content of all packages of one system.
pub struct Content {
    pub version: String,
    pub program: Vec<u8>,
    /// Completions and manual pages as the program makes them, at their places below `share`.
    pub generated: Files,
    pub licenses: String,
    pub bill: String,
}

/// Sides of icons in pixels, and where they lie in `assets`.
const ICONS: [(u32, &str); 8] = [
    (16, "icons/16.png"),
    (24, "icons/24.png"),
    (32, "icons/32.png"),
    (48, "icons/48.png"),
    (64, "icons/64.png"),
    (128, "icons/128.png"),
    (256, "icon.png"),
    (512, "icons/512.png"),
];

fn asset(name: &str) -> Result<Vec<u8>, String> {
    read(&root().join("assets").join(name))
}

fn packaging(name: &str) -> Result<Vec<u8>, String> {
    read(&root().join("packaging").join(name))
}

/// All that lies below the prefix on Linux: `bin`, `share`.
pub fn below_prefix(content: &Content) -> Result<Files, String> {
    let mut files = Files::default();
    files.put_program("bin/castview", content.program.clone());
    files.put_below("share", &content.generated);
    files.put("share/applications/castview.desktop", asset("castview.desktop")?);
    files.put("share/mime/packages/castview.xml", packaging("linux/castview.xml")?);
    files.put(
        "share/thumbnailers/castview.thumbnailer",
        packaging("linux/castview.thumbnailer")?,
    );
    for (side, name) in ICONS {
        files.put(
            format!("share/icons/hicolor/{side}x{side}/apps/castview.png"),
            asset(name)?,
        );
    }
    files.put(
        "share/icons/hicolor/scalable/apps/castview.svg",
        asset("icons/castview.svg")?,
    );
    files.put("share/doc/castview/copyright", content.licenses.clone());
    files.put("share/doc/castview/castview.cdx.json", content.bill.clone());
    Ok(files)
}

/// The archive for any Linux, with its scripts.
pub fn archive(content: &Content, time: Time) -> Result<Vec<u8>, String> {
    let mut inner = below_prefix(content)?;
    for script in ["install.sh", "uninstall.sh"] {
        inner.put_program(script, packaging(&format!("linux/{script}"))?);
    }
    inner.put("README.md", read(&root().join("README.md"))?);
    let mut files = Files::default();
    files.put_below(&format!("castview-{}-linux-x86_64", content.version), &inner);
    gzip(&tar(&files, time)?)
}

/// Debian's package. `glibc`: the oldest C library that the program runs with.
pub fn deb(content: &Content, glibc: &str, time: Time) -> Result<Vec<u8>, String> {
    let mut files = Files::default();
    for (path, mut entry) in below_prefix(content)?.0 {
        // Debian's manual pages are packed.
        let path = match path.starts_with("share/man/") {
            true => {
                entry.bytes = gzip(&entry.bytes)?;
                format!("./usr/{path}.gz")
            }
            false => format!("./usr/{path}"),
        };
        files.0.insert(path, entry);
    }
    files.put(
        "./usr/share/doc/castview/changelog.gz",
        gzip(&read(&root().join("CHANGELOG.md"))?)?,
    );
    let bytes: usize = files.0.values().map(|entry| entry.bytes.len()).sum();
    let mut control = Files::default();
    control.put("./control", control_file(&content.version, glibc, bytes.div_ceil(1024)));
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.xz", xz(&tar(&control, time)?)?),
        ("data.tar.xz", xz(&tar(&files, time)?)?),
    ];
    Ok(ar(&members, time))
}

/// The window's libraries are opened by name when there is a window: commands do without, so that they are recommended alone.
fn control_file(version: &str, glibc: &str, kibibytes: usize) -> String {
    format!(
        "Package: castview\nVersion: {version}\nArchitecture: amd64\nMaintainer: The castview authors <castview@localhost>\nInstalled-Size: \
         {kibibytes}\nSection: graphics\nPriority: optional\nDepends: libc6 (>= {glibc}), libgcc-s1\nRecommends: libvulkan1, mesa-vulkan-drivers, \
         libx11-6, libx11-xcb1, libxcursor1, libxi6, libxkbcommon-x11-0, shared-mime-info\nDescription: viewer for models and animations\n \
         Shows Cast, SEModel, SEAnim, glTF and .Shape files: models skinned on the\n GPU, clips played on them, and pictures of both from the command line.\n"
    )
}

/// The newest version of the C library that the program asks for.
pub fn oldest_glibc(program: &[u8]) -> Result<String, String> {
    const NAME: &[u8] = b"GLIBC_2.";
    let found = program
        .windows(NAME.len())
        .enumerate()
        .filter(|(_, window)| *window == NAME);
    let minor = found.filter_map(|(at, _)| {
        let digits = program[at + NAME.len()..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let digits: Vec<u8> = digits.copied().collect();
        String::from_utf8(digits).ok()?.parse::<u32>().ok()
    });
    let newest = minor.max().ok_or("the program names no version of the C library")?;
    Ok(format!("2.{newest}"))
}

/// All that a folder on Windows holds.
pub fn for_windows(content: &Content) -> Result<Files, String> {
    let mut files = Files::default();
    files.put_program("castview.exe", content.program.clone());
    files.put_program("castview-window.exe", pe::without_console(&content.program)?);
    files.put("castview.ico", asset("icons/castview.ico")?);
    files.put("README.md", read(&root().join("README.md"))?);
    files.put("LICENSES.txt", content.licenses.clone());
    files.put("castview.cdx.json", content.bill.clone());
    let completions = content.generated.0.get("powershell/castview.ps1");
    let completions = completions.ok_or("completions of PowerShell are missing")?;
    files.put("castview.ps1", completions.bytes.clone());
    Ok(files)
}

/// The archive for Windows.
pub fn windows_archive(content: &Content, time: Time) -> Result<Vec<u8>, String> {
    let mut files = Files::default();
    files.put_below(
        &format!("castview-{}-windows-x86_64", content.version),
        &for_windows(content)?,
    );
    zip(&files, time)
}

/// The installer for Windows, by NSIS, made in `folder`.
pub fn installer(content: &Content, folder: &Path) -> Result<Vec<u8>, String> {
    let (source, output) = (folder.join("installer"), folder.join("castview-setup.exe"));
    if source.exists() {
        std::fs::remove_dir_all(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    }
    for_windows(content)?.write(&source)?;
    let mut makensis = Command::new("makensis");
    makensis.args(["-V2", "-NOCD"]);
    makensis.arg(format!("-DVERSION={}", content.version));
    makensis.arg(format!("-DSOURCE={}", source.display()));
    makensis.arg(format!("-DOUTPUT={}", output.display()));
    silent(makensis.arg(root().join("packaging").join("windows").join("castview.nsi")))?;
    read(&output)
}
