//! The diagnostics bundle: one text for whoever looks into a problem.
//!
//! In: adapters, settings, notices, the log of panics. Out: a file that is written whole or not at all. Nothing of the content of the
//! user's files is in it, and the user's home folder is written as `~`.

use super::saved::settings::Settings;
use super::saved::store::Store;
use super::state::App;
use crate::export;
use crate::files::{STDIN, system_memory};
use std::fmt::Write as _;
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// Of a log its last bytes: what happened last is asked about.
const MOST_OF_LOG: u64 = 64 << 10;

/// Crates whose versions tell how this program draws and reads.
const TOLD_CRATES: [&str; 7] = ["egui", "image", "naga", "rfd", "wgpu", "winit", "x11rb"];

/// What both ways to a report put into it.
struct Report<'a> {
    /// Title and text; empty texts are left out.
    sections: Vec<(&'a str, String)>,
}

/// The report of the command line: no window is there.
pub fn write(output: &Path, adapters: &str) -> ExitCode {
    let store = Store::of_user();
    let report = Report {
        sections: vec![
            ("Graphics adapters", adapters.to_owned()),
            ("Settings", settings(&store.load())),
            ("Panics", panics(&store)),
        ],
    };
    let text = report.text();
    let written = match output == Path::new(STDIN) {
        true => io::stdout().lock().write_all(text.as_bytes()),
        false => export::replace(output, text.as_bytes()),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads has enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "castview: cannot write ({error}): {}", output.display());
            ExitCode::from(super::failure::FAILED)
        }
    }
}

impl App {
    /// The same of this window, with what it shows and has told.
    pub(super) fn report(&self) -> String {
        let mut window = String::new();
        let stage = self.session.stage();
        let counts = [stage.files.len(), stage.models.len(), stage.clips.len()];
        let [files, models, clips] = counts;
        _ = writeln!(window, "open: {files} files, {models} models, {clips} clips");
        for (what, value) in self.view.iter().flat_map(|view| view.statistics()) {
            _ = writeln!(window, "{what}: {value}");
        }
        let mut adapters = String::new();
        if let Some(context) = self.window.as_ref().and_then(|window| window.context()) {
            let info = context.adapter_info();
            _ = writeln!(
                adapters,
                "drawing: {}, {:?}, {:?}",
                info.name, info.backend, info.device_type
            );
            _ = writeln!(adapters, "driver: {} {}", info.driver, info.driver_info);
        }
        if let Some(graphics) = self.window.as_ref().and_then(|window| window.graphics.as_ref()) {
            graphics
                .gpu
                .listed()
                .iter()
                .for_each(|name| _ = writeln!(adapters, "listed: {name}"));
            graphics
                .gpu
                .passed()
                .iter()
                .for_each(|why| _ = writeln!(adapters, "passed over: {why}"));
        }
        let own = Settings {
            preferences: self.session.preferences().clone(),
            ..self.settings.clone()
        };
        let report = Report {
            sections: vec![
                ("Graphics adapters", adapters),
                ("Window", window),
                ("Settings", settings(&own)),
                ("Notices", self.panels.notice_text()),
                ("Panics", panics(&self.store)),
            ],
        };
        report.text()
    }
}

impl Report<'_> {
    fn text(&self) -> String {
        let mut out = format!("castview {}\n\n## System\n{}", env!("CARGO_PKG_VERSION"), system());
        for (title, text) in self.sections.iter().filter(|(_, text)| !text.trim().is_empty()) {
            _ = write!(out, "\n## {title}\n{}\n", text.trim_end());
        }
        let home = directories::BaseDirs::new();
        match &home {
            Some(folders) => shortened(&out, &folders.home_dir().to_string_lossy()),
            None => out,
        }
    }
}

fn system() -> String {
    let mut out = format!("{} {}\n", std::env::consts::OS, std::env::consts::ARCH);
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    if let Some(name) = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")) {
        _ = writeln!(out, "{}", name.trim_matches('"'));
    }
    if let Some(bytes) = system_memory() {
        _ = writeln!(out, "memory: {} MB", bytes / 1_000_000);
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    _ = writeln!(out, "processors: {processors}");
    for name in [
        "XDG_SESSION_TYPE",
        "XDG_CURRENT_DESKTOP",
        "WINIT_X11_SCALE_FACTOR",
        "WGPU_BACKEND",
    ] {
        if let Ok(value) = std::env::var(name) {
            _ = writeln!(out, "{name}: {value}");
        }
    }
    let build = if cfg!(debug_assertions) {
        "with assertions"
    } else {
        "without assertions"
    };
    _ = writeln!(out, "built {build}, of {}", versions(include_str!("../../Cargo.lock")));
    out
}

/// `egui 0.37.0, winit 0.30.13` of a list of locked crates.
fn versions(lock: &str) -> String {
    let mut lines = lock.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let name = line.strip_prefix("name = \"").and_then(|line| line.strip_suffix('"'));
        if let Some(name) = name.filter(|name| TOLD_CRATES.contains(name)) {
            let version = lines.next().and_then(|line| line.strip_prefix("version = \""));
            found.push(format!("{name} {}", version.unwrap_or_default().trim_end_matches('"')));
        }
    }
    found.join(", ")
}

fn settings(settings: &Settings) -> String {
    serde_json::to_string_pretty(settings).unwrap_or_else(|error| format!("they cannot be written: {error}"))
}

fn panics(store: &Store) -> String {
    let Some(path) = store.log_folder().map(|folder| folder.join(super::panics::FILE_NAME)) else {
        return String::new();
    };
    end_of(&path).unwrap_or_default()
}

/// The last bytes of a log, as text.
fn end_of(path: &Path) -> io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Ok(String::new());
    }
    let mut file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_OF_LOG)))?;
    let mut bytes = Vec::new();
    file.take(MOST_OF_LOG).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// `text` with `~` in place of the folder `home`, also where a text in JSON holds it.
fn shortened(text: &str, home: &str) -> String {
    let home = home.trim_end_matches(['/', '\\']);
    if home.len() < 2 {
        return text.to_owned();
    }
    let quoted = home.replace('\\', "\\\\");
    let mut out = replaced(text, &quoted);
    if quoted != home {
        out = replaced(&out, home);
    }
    out
}

/// Only where the name of the last folder ends there: `/home/ann` is no part of `/home/anna`.
fn replaced(text: &str, home: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(home) {
        let behind = &rest[at + home.len()..];
        let goes_on = behind.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '-' | '.'));
        out.push_str(&rest[..at]);
        out.push_str(if goes_on { home } else { "~" });
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_is_not_told() {
        for (text, home, wanted) in [
            ("a /home/ann/mods/x.cast, /home/ann", "/home/ann", "a ~/mods/x.cast, ~"),
            (
                "/home/anna/x /home/ann.old/x",
                "/home/ann",
                "/home/anna/x /home/ann.old/x",
            ),
            (
                r#""C:\\Users\\ann\\x" C:\Users\ann\y"#,
                r"C:\Users\ann\",
                r#""~\\x" ~\y"#,
            ),
            ("/root/x", "/", "/root/x"),
        ] {
            assert_eq!(shortened(text, home), wanted, "{text}");
        }
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let told = versions(include_str!("../../Cargo.lock"));
        for name in ["egui ", "wgpu ", "winit "] {
            assert!(told.contains(name), "{told}");
        }
        assert_eq!(
            versions("[[package]]\nname = \"winit\"\nversion = \"1.2.3\"\n"),
            "winit 1.2.3"
        );
        assert_eq!(versions("name = \"winit\""), "winit ");
    }

    #[test]
    fn of_a_long_log_the_end_is_told() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("panics.log");
        let mut text = "x".repeat(MOST_OF_LOG as usize + 5);
        text.push_str("the last");
        std::fs::write(&path, &text).expect("writable");
        let end = end_of(&path).expect("readable");
        assert!(end.ends_with("the last") && end.len() as u64 == MOST_OF_LOG);
    }

    #[test]
    fn empty_sections_are_left_out() {
        let report = Report {
            sections: vec![("Notices", " \n".into()), ("Settings", "{}".into())],
        };
        let text = report.text();
        assert!(
            text.contains("\n## Settings\n{}\n") && !text.contains("Notices"),
            "{text}"
        );
        assert!(text.starts_with("castview ") && text.contains("## System\n"), "{text}");
    }
}
