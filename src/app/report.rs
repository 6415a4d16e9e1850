//! The diagnostics bundle: one text for whoever looks into a problem.
//!
//! In: adapters, settings, notices, the log of panics. Out: a file that is written whole or not at all. Nothing of the content of the
//! user's files is in it, and the user's home folder is written as `~`.

use super::logging::say;
use super::saved::settings::Settings;
use super::saved::store::Store;
use super::state::App;
use crate::core::printed;
use crate::export;
use crate::files::{STDIN, system_memory};
use crate::scene::Scene;
use crate::session::{Notice, Problem, Stage, Urgency};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// Bytes that are taken from the end of a log: what happened last is asked about.
const MOST_OF_LOG: u64 = 64 << 10;

/// Content that both ways to a report put into it.
struct Report<'a> {
    /// Title and text; empty texts are left out.
    sections: Vec<(&'a str, String)>,
}

/// The report of the command line: no window is there.
pub fn write(output: &Path, adapters: &str) -> ExitCode {
    let store = Store::of_user();
    let mut own = store.load();
    // They are names of bones.
    own.preferences.motion.renames.names.clear();
    let report = Report {
        sections: vec![
            ("Graphics adapters", adapters.to_owned()),
            ("Settings", settings(&own)),
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
            say(format_args!("cannot write ({error}): {}", output.display()));
            ExitCode::from(super::failure::FAILED)
        }
    }
}

impl App {
    /// The same of this window, with what it shows and has told.
    pub(super) fn report(&self) -> String {
        let mut window = String::new();
        let stage = self.session.stage();
        let counts = [stage.files().len(), stage.models().len(), stage.clips().len()];
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
        let mut own = Settings {
            preferences: self.session.preferences().clone(),
            ..self.settings.clone()
        };
        // They are names of bones.
        own.preferences.motion.renames.names.clear();
        let report = Report {
            sections: vec![
                ("Graphics adapters", adapters),
                ("Window", window),
                ("Settings", settings(&own)),
                ("Notices", self.told.iter().map(String::as_str).collect::<String>()),
                ("Panics", panics(&self.store)),
            ],
        };
        report.text()
    }
}

/// A line about a notice, without its details and without names from open files. A notice about a file that could not be opened is told by
/// its kind alone: any word of it may be from the file.
pub(super) fn line_of(notice: &Notice, stage: &Stage) -> String {
    let word = match notice.urgency {
        Urgency::Info => "Note",
        Urgency::Warning => "Warning",
        Urgency::Error => "Error",
    };
    let text = match &notice.problem {
        Some(Problem::Waits(_)) => "a file waits for another one beside it".to_owned(),
        Some(Problem::NotOpened(_)) => "a file could not be opened".to_owned(),
        _ => without_names(&notice.text, stage),
    };
    format!("{word}: {text}\n")
}

/// `text` with `…` in place of every name that is content of an open file.
fn without_names(text: &str, stage: &Stage) -> String {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let mut before = None;
    let mut edges = Vec::new();
    for (at, next) in text.char_indices() {
        if !(before.is_some_and(is_inside) && is_inside(next)) {
            edges.push(at);
        }
        before = Some(next);
    }
    edges.push(text.len());
    // The text between two edges may be a name.
    let spans = edges.iter().enumerate().flat_map(|(at, from)| {
        let ends = edges[at + 1..].iter().take_while(move |to| *to - from <= LONGEST_NAME);
        ends.map(move |to| (*from, *to))
    });
    let mut places: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    for (from, to) in spans {
        places.entry(&text[from..to]).or_default().push((from, to));
    }
    let mut quoted: Vec<(usize, usize)> = Vec::new();
    for file in stage.files() {
        names_in(&file.scene, &mut |name| {
            quoted.extend(places.get(name).into_iter().flatten())
        });
        for inside in &file.instances.files {
            names_in(&inside.scene, &mut |name| {
                quoted.extend(places.get(name).into_iter().flatten())
            });
        }
    }
    quoted.sort_unstable();
    quoted.dedup();
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    for (from, to) in quoted {
        if from >= done {
            out.push_str(&text[done..from]);
            out.push('…');
        }
        done = done.max(to);
    }
    out.push_str(&text[done..]);
    out
}

/// Bytes of a name that a notice quotes whole.
const LONGEST_NAME: usize = 256;

/// Calls `take` with each name in the scene that a notice may quote.
fn names_in(scene: &Scene, take: &mut impl FnMut(&str)) {
    for model in &scene.models {
        take(&model.name);
        model.skeleton.bones().for_each(|bone| take(model.skeleton.name(bone)));
        model.meshes.iter().for_each(|mesh| take(&mesh.name));
        model.materials.iter().for_each(|material| take(&material.name));
        model.blend_shapes.iter().for_each(|shape| take(&shape.name));
    }
    for clip in &scene.clips {
        take(&clip.name);
        clip.tracks.iter().for_each(|track| take(&track.target));
        clip.notifications
            .iter()
            .for_each(|notification| take(&notification.name));
        if let Some(skeleton) = &clip.skeleton {
            skeleton.bones().for_each(|bone| take(skeleton.name(bone)));
        }
    }
    for texture in &scene.textures {
        take(texture);
        take(texture.rsplit(['/', '\\']).next().unwrap_or_default());
    }
    scene.instances.iter().for_each(|instance| take(&instance.path));
}

impl Report<'_> {
    fn text(&self) -> String {
        let commit = option_env!("CASTVIEW_COMMIT").unwrap_or("not recorded");
        let version = env!("CARGO_PKG_VERSION");
        let mut out = format!("castview {version}\ncommit {commit}\n\n## System\n{}", system());
        for (title, text) in self.sections.iter().filter(|(_, text)| !text.trim().is_empty()) {
            _ = write!(out, "\n## {title}\n{}\n", text.trim_end());
        }
        let home = directories::BaseDirs::new();
        let text = match &home {
            Some(folders) => shortened(&out, &folders.home_dir().to_string_lossy()),
            None => out,
        };
        // It may be printed.
        text.split('\n').map(printed).collect::<Vec<_>>().join("\n")
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
    _ = writeln!(out, "built {build}, of {}", env!("CASTVIEW_CRATES"));
    out
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
    fn names_in_files_are_not_told() {
        use crate::core::{FrameRange, Transform};
        use crate::opened::{FileKey, OpenedFile, Placement};
        use crate::scene::{Bone, Clip, CurveMode, Keys, Mesh, Model, Property, Skeleton, Track, Values};
        use crate::session::{Effect, Message, Session};
        let skeleton = |names: &[&str]| {
            let bone = |(at, name): (usize, &&str)| Bone {
                name: (*name).into(),
                parent: at.checked_sub(1),
                rest: Transform::IDENTITY,
                ..Bone::default()
            };
            Skeleton::new(names.iter().enumerate().map(bone).collect()).expect("a chain")
        };
        let track = Track {
            target: "secret target".into(),
            property: Property::TranslationX,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(vec![0, 10].into()),
            values: Values::Scalar(vec![0.0, 10.0].into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        };
        let clip = Clip {
            root: None,
            name: "hidden|walk".into(),
            frames_per_second: 10.0,
            looping: false,
            mode: None,
            tracks: vec![track],
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange { start: 0.0, end: 10.0 },
            skeleton: None,
        };
        let model = Model {
            name: "ghost".into(),
            skeleton: skeleton(&["hip_bone", "o"]),
            meshes: vec![Mesh {
                name: "mesh 7".into(),
                ..Mesh::default()
            }],
            ..Model::default()
        };
        let scene = Scene {
            models: vec![model],
            clips: vec![clip],
            ..Scene::default()
        };
        let mut session = Session::default();
        let outcome = session.receive(Message::Loaded {
            generation: 0,
            files: vec![OpenedFile::of(FileKey(1), "a.cast", scene)],
            placement: Placement::Replace,
        });
        let told: String = (outcome.effects.iter())
            .filter_map(|effect| match effect {
                Effect::Notify(notice) => Some(line_of(notice, session.stage())),
                _ => None,
            })
            .collect();
        assert!(
            told.contains("… matches nothing here. It drives …; the model has …, …"),
            "{told}"
        );
        for name in ["secret target", "hidden|walk", "hip_bone", "ghost", "mesh 7"] {
            assert!(!told.contains(name), "{name}: {told}");
        }
        let text = "mesh 7 of ghost and ghosts, mesh 77.";
        assert_eq!(without_names(text, session.stage()), "… of … and ghosts, mesh 77.");
        let lost = Notice::error("x: mesh 9 is cut").about(Problem::NotOpened("/x".into()));
        assert_eq!(line_of(&lost, session.stage()), "Error: a file could not be opened\n");
    }

    #[test]
    fn crates_are_told_by_their_locked_versions() {
        let lock = include_str!("../../Cargo.lock");
        let told = env!("CASTVIEW_CRATES");
        let told: Vec<&str> = told.split(", ").collect();
        for crate_name in ["egui", "image", "naga", "wgpu", "winit"] {
            let version = told
                .iter()
                .find_map(|told| told.strip_prefix(crate_name)?.strip_prefix(' '));
            let version = version.unwrap_or_else(|| panic!("{crate_name} is not in {told:?}"));
            assert!(
                lock.contains(&format!("name = \"{crate_name}\"\nversion = \"{version}\"\n")),
                "{crate_name} {version}"
            );
        }
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
