//! Tools and libraries that castview needs from the machine beyond Rust: looked for, printed, and installed when we may.
//!
//! Only Linux is looked at: Windows and macOS bring their graphics drivers and window system along (the README says
//! what is needed there). Things are found by their files, so any distribution's packages will do; they are
//! installed with apt where there is one.

use std::path::{Path, PathBuf};

/// Use for which the machine is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Window,
    /// No display: only the graphics driver is indispensable.
    Picture,
    Tests,
    /// The tests of the program built for Windows, through Wine.
    WindowsTests,
    /// Packages for Linux and Windows.
    Packages,
}

/// A tool or library, the check for its presence, and its package in Debian and Ubuntu.
struct Need {
    what: &'static str,
    sign: Sign,
    package: &'static str,
    /// Purposes that fail without it. The others only take it along when they may install.
    essential_for: &'static [Purpose],
}

enum Sign {
    /// A shared library, by the name it is opened with at run time.
    Library(&'static str),
    Program(&'static str),
    /// A C header, by the name it is included by.
    Header(&'static str),
    /// A Vulkan driver's manifest whose file name contains this.
    VulkanDriver(&'static str),
}

const ALL: &[Purpose] = &[Purpose::Window, Purpose::Picture, Purpose::Tests, Purpose::WindowsTests];
const WITH_A_WINDOW: &[Purpose] = &[Purpose::Window, Purpose::Tests, Purpose::WindowsTests];
const TESTS: &[Purpose] = &[Purpose::Tests, Purpose::WindowsTests];
const WINDOWS_TESTS: &[Purpose] = &[Purpose::WindowsTests];
const WINDOWS_BUILDS: &[Purpose] = &[Purpose::WindowsTests, Purpose::Packages];
const PACKAGES: &[Purpose] = &[Purpose::Packages];

/// In the order in which they are reported. The X libraries are those that winit opens by name.
const NEEDS: &[Need] = &[
    Need {
        what: "Vulkan loader",
        sign: Sign::Library("libvulkan.so.1"),
        package: "libvulkan1",
        essential_for: ALL,
    },
    Need {
        what: "Vulkan driver",
        sign: Sign::VulkanDriver(""),
        package: "mesa-vulkan-drivers",
        essential_for: ALL,
    },
    Need {
        what: "software Vulkan driver (lavapipe)",
        sign: Sign::VulkanDriver("lvp"),
        package: "mesa-vulkan-drivers",
        essential_for: TESTS,
    },
    Need {
        what: "X11 library",
        sign: Sign::Library("libX11.so.6"),
        package: "libx11-6",
        essential_for: WITH_A_WINDOW,
    },
    Need {
        what: "X11-xcb library",
        sign: Sign::Library("libX11-xcb.so.1"),
        package: "libx11-xcb1",
        essential_for: WITH_A_WINDOW,
    },
    Need {
        what: "X cursor library",
        sign: Sign::Library("libXcursor.so.1"),
        package: "libxcursor1",
        essential_for: WITH_A_WINDOW,
    },
    Need {
        what: "X input library",
        sign: Sign::Library("libXi.so.6"),
        package: "libxi6",
        essential_for: WITH_A_WINDOW,
    },
    Need {
        what: "keyboard library",
        sign: Sign::Library("libxkbcommon-x11.so.0"),
        package: "libxkbcommon-x11-0",
        essential_for: WITH_A_WINDOW,
    },
    Need {
        what: "Xvfb (window tests)",
        sign: Sign::Program("Xvfb"),
        package: "xvfb",
        essential_for: TESTS,
    },
    Need {
        what: "C compiler and linker for Windows (MinGW)",
        sign: Sign::Program("x86_64-w64-mingw32-gcc"),
        package: "gcc-mingw-w64-x86-64",
        essential_for: WINDOWS_BUILDS,
    },
    Need {
        what: "makensis (the installer for Windows)",
        sign: Sign::Program("makensis"),
        package: "nsis",
        essential_for: WINDOWS_BUILDS,
    },
    Need {
        what: "xz (Debian's package)",
        sign: Sign::Program("xz"),
        package: "xz-utils",
        essential_for: PACKAGES,
    },
    Need {
        what: "Wine",
        sign: Sign::Program("wine64"),
        package: "wine",
        essential_for: WINDOWS_TESTS,
    },
    Need {
        what: "X screen library (Wine opens it by name)",
        sign: Sign::Library("libXrandr.so.2"),
        package: "libxrandr2",
        essential_for: WINDOWS_TESTS,
    },
    Need {
        what: "X composite library (Wine opens it by name)",
        sign: Sign::Library("libXcomposite.so.1"),
        package: "libxcomposite1",
        essential_for: WINDOWS_TESTS,
    },
    Need {
        what: "X render library (Wine opens it by name)",
        sign: Sign::Library("libXrender.so.1"),
        package: "libxrender1",
        essential_for: WINDOWS_TESTS,
    },
    Need {
        what: "C compiler (a Vulkan layer of the window tests)",
        sign: Sign::Program("cc"),
        package: "gcc",
        essential_for: TESTS,
    },
    Need {
        what: "headers of the C library (a Vulkan layer of the window tests)",
        sign: Sign::Header("pthread.h"),
        package: "libc6-dev",
        essential_for: TESTS,
    },
    Need {
        what: "Vulkan headers (a Vulkan layer of the window tests)",
        sign: Sign::Header("vulkan/vk_layer.h"),
        package: "libvulkan-dev",
        essential_for: TESTS,
    },
];

/// Looks for the needs of `purpose`. Missing ones are printed and installed, or the command for that is printed.
pub fn provide(purpose: Purpose) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let missing = missing(purpose);
    if missing.is_empty() {
        return Ok(());
    }
    println!("This machine lacks:");
    for need in &missing {
        println!("  {} (package {})", need.what, need.package);
    }
    let packages = packages(&missing);
    let installed = install(&packages);
    let missing = if installed.is_ok() {
        self::missing(purpose)
    } else {
        missing
    };
    let essential: Vec<_> = missing
        .iter()
        .filter(|need| need.essential_for.contains(&purpose))
        .map(|need| need.what)
        .collect();
    match installed {
        Ok(()) if essential.is_empty() => Ok(()),
        Ok(()) => Err(format!(
            "still missing after the installation: {}",
            essential.join(", ")
        )),
        Err(why) if essential.is_empty() => {
            println!("{why}\nGoing on without: it is not needed now.");
            Ok(())
        }
        Err(why) => Err(format!("{why}\n(--as-is goes on without looking.)")),
    }
}

/// Needs of `purpose` that are not there; what only the tests use is left to them.
fn missing(purpose: Purpose) -> Vec<&'static Need> {
    let is_left_out = |need: &Need| {
        let for_users = need.essential_for.contains(&Purpose::Window);
        !for_users && !need.essential_for.contains(&purpose)
    };
    NEEDS
        .iter()
        .filter(|need| !is_left_out(need) && !is_there(&need.sign))
        .collect()
}

/// The packages of `needs`, each once, in order.
fn packages(needs: &[&Need]) -> Vec<&'static str> {
    let mut packages = Vec::new();
    for need in needs {
        if !packages.contains(&need.package) {
            packages.push(need.package);
        }
    }
    packages
}

fn is_there(sign: &Sign) -> bool {
    match sign {
        Sign::Library(name) => library_folders().iter().any(|folder| folder.join(name).exists()),
        Sign::Program(name) => program(name).is_some(),
        Sign::Header(name) => ["/usr/include", "/usr/local/include"]
            .iter()
            .any(|folder| Path::new(folder).join(name).exists()),
        Sign::VulkanDriver(part) => {
            // Whoever names drivers by hand knows better than we do.
            names_vulkan_drivers()
                || vulkan_manifests()
                    .iter()
                    .any(|manifest| file_name(manifest).contains(part))
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn names_vulkan_drivers() -> bool {
    ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"]
        .iter()
        .any(|variable| std::env::var_os(variable).is_some_and(|v| !v.is_empty()))
}

/// Where the dynamic linker looks: its environment, its configuration, and its defaults.
fn library_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = paths_in("LD_LIBRARY_PATH");
    for configuration in files_in(Path::new("/etc/ld.so.conf.d")) {
        let text = std::fs::read_to_string(configuration).unwrap_or_default();
        folders.extend(
            text.lines()
                .map(str::trim)
                .filter(|line| line.starts_with('/'))
                .map(PathBuf::from),
        );
    }
    folders.extend(["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from));
    folders
}

/// The folders in which the Vulkan loader looks for drivers.
fn vulkan_manifests() -> Vec<PathBuf> {
    let mut bases: Vec<PathBuf> = ["/etc", "/usr/local/etc", "/usr/share", "/usr/local/share"]
        .map(PathBuf::from)
        .into();
    for variable in ["XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"] {
        bases.extend(paths_in(variable));
    }
    if let Some(home) = std::env::var_os("HOME").map(PathBuf::from) {
        bases.extend([home.join(".config"), home.join(".local/share")]);
    }
    let mut manifests: Vec<PathBuf> = bases
        .iter()
        .flat_map(|base| files_in(&base.join("vulkan/icd.d")))
        .collect();
    manifests.retain(|manifest| manifest.extension().is_some_and(|extension| extension == "json"));
    manifests
}

fn paths_in(variable: &str) -> Vec<PathBuf> {
    std::env::var_os(variable)
        .map(|value| std::env::split_paths(&value).collect())
        .unwrap_or_default()
}

/// Sorted; empty when the folder cannot be read.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Where the program of that name lies.
pub fn program(name: &str) -> Option<PathBuf> {
    let mut folders = paths_in("PATH");
    // The first four are not in every user's path, though sudo and apt know them; the last is where Debian keeps Wine.
    folders.extend(["/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/lib/wine"].map(PathBuf::from));
    let mut files = folders.iter().map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

/// Whether a window can be opened at all.
pub fn has_display() -> bool {
    let set = |variable| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// The software driver's manifest, when tests should be held to it: there is no GPU and nobody has chosen a driver.
///
/// The loader would find it anyway, after asking every driver of an absent card.
pub fn software_vulkan_to_pin() -> Option<PathBuf> {
    let has_gpu = Path::new("/dev/nvidiactl").exists()
        || files_in(Path::new("/dev/dri"))
            .iter()
            .any(|device| file_name(device).starts_with("render"));
    if !cfg!(target_os = "linux") || has_gpu || names_vulkan_drivers() {
        return None;
    }
    vulkan_manifests()
        .into_iter()
        .find(|manifest| file_name(manifest).starts_with("lvp"))
}

/// Makes a folder that, on Unix, nobody else can enter (what `XDG_RUNTIME_DIR` must be).
pub fn make_private_folder(folder: &Path) -> bool {
    if std::fs::create_dir_all(folder).is_err() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).is_ok()
    }
    #[cfg(not(unix))]
    true
}

/// Installs with apt as root or through a sudo that asks for no password; otherwise says what to type.
#[cfg(target_os = "linux")]
fn install(packages: &[&str]) -> Result<(), String> {
    use std::process::{Command, Stdio};
    if program("apt-get").is_none() {
        return Err("There is no apt-get here: install these with this system's package manager.".into());
    }
    let succeeds = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
        command.output().is_ok_and(|output| output.status.success())
    };
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let prefix: &[&str] = match is_root {
        true => &[],
        false if succeeds("sudo", &["-n", "true"]) => &["sudo", "-n"],
        false => return Err(format!("Install it with:\n  {}", by_hand(packages))),
    };
    let apt = |arguments: &[&str]| {
        let words = [prefix, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"], arguments].concat();
        println!("{}", words.join(" "));
        Command::new(words[0])
            .args(&words[1..])
            .status()
            .is_ok_and(|status| status.success())
    };
    // A stale list or an unreachable mirror of something else is no reason to give up yet.
    if !apt(&["update"]) {
        println!("apt-get update failed; trying with the lists that are here.");
    }
    if apt(&[&["install", "-y", "--no-install-recommends"], packages].concat()) {
        Ok(())
    } else {
        Err(format!(
            "apt-get could not install it. To try by hand:\n  {}",
            by_hand(packages)
        ))
    }
}

#[cfg(not(target_os = "linux"))]
fn install(packages: &[&str]) -> Result<(), String> {
    Err(by_hand(packages))
}

fn by_hand(packages: &[&str]) -> String {
    format!(
        "sudo apt-get update && sudo apt-get install -y --no-install-recommends {}",
        packages.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_named_once() {
        let needs: Vec<_> = NEEDS.iter().collect();
        assert_eq!(
            by_hand(&packages(&needs)),
            "sudo apt-get update && sudo apt-get install -y --no-install-recommends libvulkan1 mesa-vulkan-drivers \
             libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 xvfb gcc-mingw-w64-x86-64 nsis xz-utils wine libxrandr2 \
             libxcomposite1 libxrender1 gcc libc6-dev libvulkan-dev"
        );
    }

    #[test]
    fn every_purpose_needs_a_driver_and_only_tests_need_xvfb() {
        let essential = |purpose: Purpose| -> Vec<_> {
            NEEDS
                .iter()
                .filter(|need| need.essential_for.contains(&purpose))
                .map(|need| need.package)
                .collect()
        };
        assert_eq!(essential(Purpose::Picture), ["libvulkan1", "mesa-vulkan-drivers"]);
        assert!(essential(Purpose::Window).contains(&"libx11-6") && !essential(Purpose::Window).contains(&"xvfb"));
        assert!(essential(Purpose::Tests).contains(&"xvfb") && !essential(Purpose::Tests).contains(&"wine"));
        let for_packages = NEEDS.iter().filter(|need| need.essential_for == PACKAGES).count();
        assert_eq!(essential(Purpose::WindowsTests).len() + for_packages, NEEDS.len());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn things_are_found_by_their_files() {
        assert!(is_there(&Sign::Library("libc.so.6")));
        assert!(!is_there(&Sign::Library("libcastview-is-no-library.so.0")));
        assert!(is_there(&Sign::Program("sh")) && !is_there(&Sign::Program("castview-is-no-program")));
    }
}
