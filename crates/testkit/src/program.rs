//! The built program, run in a folder of fixtures.
//!
//! `cargo xtask test-windows` runs the same tests with the program built for Windows: `CASTVIEW_PROGRAM` names that
//! program, `CASTVIEW_PROGRAM_LOADER` names what starts it (Wine).

use castview_formats::cast::{NodeDraft, NodeKind, write};
use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub struct Ran {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Ran {
    pub fn text(&self) -> String {
        String::from_utf8(self.stdout.clone()).expect("the program writes UTF-8")
    }

    /// Every line as JSON.
    pub fn json(&self) -> Vec<serde_json::Value> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.text().lines().map(parse).collect()
    }

    /// Asserts success without a word on standard error.
    #[track_caller]
    pub fn fine(self) -> Self {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        self
    }

    /// Asserts exit code 2, one line on standard error that says `what`, and nothing else.
    #[track_caller]
    pub fn refused(&self, what: &str) {
        assert_eq!(self.code, 2, "{}", self.stderr);
        assert!(self.stdout.is_empty(), "{}", self.text());
        let one_line = self.stderr.ends_with('\n') && self.stderr.matches('\n').count() == 1;
        assert!(one_line && self.stderr.starts_with("castview: "), "{:?}", self.stderr);
        assert!(self.stderr.contains(what), "{what:?} in {:?}", self.stderr);
    }
}

/// The program that cargo built for these tests, or the one that `CASTVIEW_PROGRAM` names.
pub fn command() -> Command {
    match (under_test(), std::env::var_os("CASTVIEW_PROGRAM_LOADER")) {
        (None, _) => Command::new(built()),
        (Some(program), None) => Command::new(program),
        (Some(program), Some(loader)) => {
            let mut command = Command::new(loader);
            command.arg(program);
            command
        }
    }
}

/// The program that cargo has built for the test that runs.
fn built() -> PathBuf {
    let told = std::env::var_os("CARGO_BIN_EXE_castview");
    told.expect("cargo tells tests of the program where it is").into()
}

/// Whether the program is one for Windows: it has other device files, and its paths are Unicode.
pub fn is_for_windows() -> bool {
    under_test().map_or(cfg!(windows), |program| program.extension() == Some(OsStr::new("exe")))
}

fn under_test() -> Option<PathBuf> {
    std::env::var_os("CASTVIEW_PROGRAM").map(PathBuf::from)
}

/// A temporary folder in which the program runs.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn at(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    pub fn put(&self, name: impl AsRef<OsStr>, bytes: &[u8]) -> &Self {
        let path = self.at(name);
        std::fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
        std::fs::write(path, bytes).expect("writable");
        self
    }

    pub fn cast(&self, name: impl AsRef<OsStr>, nodes: impl IntoIterator<Item = NodeDraft>) -> &Self {
        self.put(name, &write(&[NodeDraft::new(NodeKind::Root).children(nodes)]))
    }

    pub fn command(&self) -> Command {
        let mut command = command();
        command.current_dir(self.0.path());
        command
    }

    /// Runs with words separated by spaces.
    pub fn run(&self, words: &str) -> Ran {
        self.run_with(words.split_whitespace(), &[])
    }

    pub fn run_with(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>, stdin: &[u8]) -> Ran {
        let words: Vec<_> = words.into_iter().collect();
        let again = || self.run_once(&words, stdin);
        let mut ran = again();
        for _ in 0..2 {
            if !is_lost_by_the_loader(&ran) {
                break;
            }
            ran = again();
        }
        ran.stderr = without_words_of_the_loader(ran.stderr);
        ran
    }

    fn run_once(&self, words: &[impl AsRef<OsStr>], stdin: &[u8]) -> Ran {
        let mut command = self.command();
        command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is built");
        let mut input = child.stdin.take().expect("piped");
        let stdin = stdin.to_vec();
        // The program may end without reading it.
        let feeder = std::thread::spawn(move || drop(input.write_all(&stdin)));
        let output = child.wait_with_output().expect("it ends");
        feeder.join().expect("the feeder only writes");
        Ran {
            code: output.status.code().expect("it ended by itself"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("the program writes UTF-8"),
        }
    }
}

const COMPLAINT: &str = "wine client error:";

/// Whether Wine ended the program with its own exit code, 1, by the race told below: of a program that ends with 1 there is an output.
fn is_lost_by_the_loader(ran: &Ran) -> bool {
    let is_silent = ran.stdout.is_empty() && ran.stderr.is_empty();
    let by_wine = std::env::var_os("CASTVIEW_PROGRAM_LOADER").is_some();
    by_wine && ran.code == 1 && (is_silent || ran.stderr.contains(COMPLAINT))
}

/// Wine complains where a program ends while one of its threads still starts: Wine has closed the socket by then that the
/// thread tells its server of. The words are neither the program's nor a fault. Their end may be missing, end of line and all, so
/// that the program's next line follows them on the same line: it is kept.
fn without_words_of_the_loader(said: String) -> String {
    match std::env::var_os("CASTVIEW_PROGRAM_LOADER") {
        None => said,
        Some(_) => without_complaints(&said),
    }
}

fn without_complaints(said: &str) -> String {
    const OURS: &str = "castview: ";
    let kept = |line: &'_ str| match line.find(COMPLAINT) {
        None => line.to_owned(),
        Some(at) => {
            let after = line[at..].find(OURS).map_or("", |ours| &line[at + ours..]);
            format!("{}{after}", &line[..at])
        }
    };
    said.split_inclusive('\n').map(kept).collect()
}

#[test]
fn words_of_the_loader_take_no_line_of_the_program_with_them() {
    for (said, kept) in [
        (
            "castview: a\nwine client error:1a4: write: Bad file descriptor\ncastview: b\n",
            "castview: a\ncastview: b\n",
        ),
        (
            "wine client error:1a4: castview: a\ncastview: b\n",
            "castview: a\ncastview: b\n",
        ),
        ("castview: a\nwine client error:", "castview: a\n"),
        ("castview: a\n", "castview: a\n"),
    ] {
        assert_eq!(without_complaints(said), kept);
    }
}

/// A bone; `parent` −1 for a root.
pub fn bone(name: &str, parent: i32, at: [f32; 3]) -> NodeDraft {
    NodeDraft::new(NodeKind::Bone)
        .string("n", name)
        .u32s("p", &[parent as u32])
        .vec3s("lp", &[at])
        .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]])
}

/// A quad of 2 × 2 on two bones: the left edge on `hip`, the right edge on `tip`; with a blend shape, and a material that
/// names `tex/skin.png` and `gone.png`. Its placement moves it by (10, 0, 0).
pub fn model() -> NodeDraft {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .hash(5)
        .string("n", "quad")
        .vec3s("vp", &[[0.0; 3], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]])
        .vec3s("vn", &[[0.0, 0.0, 1.0]; 4])
        .vec2s("u0", &[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])
        .uints("ul", &[1])
        .uints("mi", &[1])
        .uints("wb", &[0, 1, 1, 0])
        .floats("wv", &[1.0; 4])
        .uints("f", &[0, 1, 2, 0, 2, 3])
        .u64s("m", &[7]);
    let empty = NodeDraft::new(NodeKind::Mesh).string("n", "nothing");
    let shape = NodeDraft::new(NodeKind::BlendShape)
        .string("n", "puff")
        .u64s("b", &[5])
        .uints("vi", &[2])
        .vec3s("vp", &[[2.0, 2.0, 1.0]]);
    let file = |hash, path| NodeDraft::new(NodeKind::File).hash(hash).string("p", path);
    let material = NodeDraft::new(NodeKind::Material)
        .hash(7)
        .string("n", "skin")
        .string("t", "pbr")
        .u64s("albedo", &[8])
        .u64s("normal", &[9])
        .children([file(8, "tex\\skin.png"), file(9, "gone.png")]);
    let skeleton = NodeDraft::new(NodeKind::Skeleton)
        .child(bone("hip", -1, [0.0; 3]))
        .child(bone("tip", 0, [2.0, 0.0, 0.0]));
    NodeDraft::new(NodeKind::Model)
        .string("n", "flag")
        .vec3s("p", &[[10.0, 0.0, 0.0]])
        .children([skeleton, material, mesh, empty, shape])
}

/// Over frames 0…10 at 20 a second: `tip` rises by 4 and `puff` grows to 1; `step` fires at frame 5.
pub fn clip(name: &str) -> NodeDraft {
    let curve = |target, property, mode| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", target)
            .string("kp", property)
            .string("m", mode)
            .uints("kb", &[0, 10])
    };
    let notification = NodeDraft::new(NodeKind::NotificationTrack)
        .string("n", "step")
        .uints("kb", &[5]);
    NodeDraft::new(NodeKind::Animation)
        .string("n", name)
        .floats("fr", &[20.0])
        .child(curve("tip", "ty", "relative").floats("kv", &[0.0, 4.0]))
        .child(curve("puff", "bs", "absolute").floats("kv", &[0.0, 1.0]))
        .child(notification)
}
