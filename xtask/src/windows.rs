//! `cargo xtask test-windows`: castview built for Windows on Linux, and tested through Wine.
//!
//! The command-line tests and the pose oracle are the ones of Linux, with another program (`CASTVIEW_PROGRAM`). Tests for Windows alone are
//! in `tests/windows`. Everything is kept in `target/windows-test`: the program, the DLL that Wine 8 lacks, Wine's own files.

use crate::checks::{WORKSPACE, in_private};
use crate::machine::{self, Purpose};
use crate::sample;
use crate::step::{self, Outcome, cargo, root};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};

/// Target of the build: MinGW links it, so no file of Microsoft's is needed.
const TARGET: &str = "x86_64-pc-windows-gnu";

/// Tests of Linux that run the program and judge its output and files. All of the oracle's cases are among them: a process takes
/// a third of a second under Wine. `CASTVIEW_SAMPLE` runs half of them ([`crate::sample`]).
const SHARED_TESTS: [&str; 3] = ["cli", "instances_files", "oracle"];

/// Seconds after which a group of tests is taken for hung. On two cores the longest takes a fifth of that.
const PATIENCE: &str = "900";

/// Wine's own files for these tests, and what is tested.
struct Stage {
    folder: PathBuf,
    wine: PathBuf,
}

/// Installs what the tests need: the compile target, MinGW, Wine. Says why it cannot.
fn provide(as_is: bool) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("Wine is used on Linux only; on Windows `cargo xtask test` tests the program itself.".into());
    }
    step::provide_target(TARGET)?;
    if !as_is {
        machine::provide(Purpose::WindowsTests)?;
    }
    machine::program("wine64").map(drop).ok_or("Wine is not there".into())
}

/// `cargo xtask provide-windows`.
pub fn provide_alone(as_is: bool) -> ExitCode {
    match provide(as_is) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("cargo xtask provide-windows: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Builds and tests. On a machine that cannot, says so; that fails only if `REQUIRE_WINDOWS=1`.
pub fn run(as_is: bool) -> ExitCode {
    if let Err(why) = provide(as_is) {
        return step::not_checked("the program on Windows", "REQUIRE_WINDOWS", &why);
    }
    let stage = Stage {
        folder: root().join("target").join("windows-test"),
        wine: machine::program("wine64").expect("provided above"),
    };
    let mut outcomes = vec![
        step::run(
            "build",
            cargo("build").args([
                "--locked",
                "--package",
                "castview",
                "--bin",
                "castview",
                "--target",
                TARGET,
            ]),
        ),
        step::run_all("wine", || stage.set_up()),
        step::run(
            "build tests",
            stage.tests(&[&SHARED_TESTS[..], &["windows"]].concat()).arg("--no-run"),
        ),
    ];
    if outcomes.iter().all(|outcome| outcome.failure.is_none()) {
        outcomes.extend(stage.test());
    }
    step::summary("test-windows", &outcomes)
}

/// An X server of our own, and the processes of Wine that stay while tests come and go. Ends with its owner.
struct Screen {
    server: Child,
    keeper: Option<Child>,
    number: String,
}

impl Screen {
    /// Wine finds Vulkan through its X driver only, so that commands which draw need a display, too.
    fn start() -> Result<Self, String> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb does not start: {error}"))?;
        let mut number = String::new();
        let output = server.stdout.take().expect("piped above");
        let read = BufReader::new(output).read_line(&mut number);
        let screen = Self {
            server,
            keeper: None,
            number: number.trim().to_owned(),
        };
        match read {
            Ok(1..) => Ok(screen),
            _ => Err("Xvfb ends without a display".into()),
        }
    }

    fn display(&self) -> String {
        format!(":{}", self.number)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        for child in [Some(&mut self.server), self.keeper.as_mut()].into_iter().flatten() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Stage {
    fn test(&self) -> Vec<Outcome> {
        let mut screen = None;
        let ready = step::run_all("display", || {
            let mut started = Screen::start()?;
            started.keeper = Some(self.keep_wine(&started)?);
            self.draw_once(&started)?;
            screen = Some(started);
            Ok(())
        });
        let Some(screen) = screen else { return vec![ready] };
        let shared = match sample::arguments(&mut self.tests(&SHARED_TESTS)) {
            Ok(drawn) => step::run(
                "command line",
                // Wine 8's Direct3D 12 has to be passed over, which is said on standard error each time. These tests hold the
                // program to say nothing; those in `tests/windows` hold it to pass Direct3D 12 over.
                self.tests(&SHARED_TESTS)
                    .args(drawn)
                    .env("DISPLAY", screen.display())
                    .env("WGPU_BACKEND", "vulkan"),
            ),
            Err(why) => step::run_all("command line", || Err(why)),
        };
        let paths = step::run(
            "Windows",
            self.tests(&["windows"])
                .args(["--", "--ignored", "--skip", "window::"])
                .env("DISPLAY", screen.display()),
        );
        // Wine's processes keep the display of whoever came first, and the window's test has one of its own.
        self.stop_wine();
        drop(screen);
        let window = step::run(
            "window",
            self.tests(&["windows"])
                .args(["--", "--ignored", "--test-threads", "1", "window::"]),
        );
        self.stop_wine();
        vec![ready, shared, paths, window]
    }

    /// Lays the program and the DLL side by side, and lets Wine make its files once.
    fn set_up(&self) -> Result<(), String> {
        let failed = |what: &str, why: &dyn std::fmt::Display| format!("{what}: {why}");
        std::fs::create_dir_all(&self.folder).map_err(|error| failed("target/windows-test", &error))?;
        let built = root().join("target").join(TARGET).join("debug").join("castview.exe");
        std::fs::copy(&built, self.program()).map_err(|error| failed("castview.exe", &error))?;
        step::silent(
            Command::new("x86_64-w64-mingw32-gcc")
                .args(["-shared", "-O1", "-s", "-o"])
                .arg(self.folder.join("bcryptprimitives.dll"))
                .arg(root().join("tests").join("windows").join("bcryptprimitives.c"))
                .arg("-ladvapi32"),
        )?;
        let ready = self.folder.join("prefix").join("ready");
        if ready.exists() {
            return Ok(());
        }
        let made = self.folder.join("prefix");
        if made.exists() {
            std::fs::remove_dir_all(&made).map_err(|error| failed("Wine's old files", &error))?;
        }
        let mut boot = Command::new("timeout");
        boot.arg("300").arg(&self.wine).args(["wineboot", "--init"]);
        step::silent(self.through_wine(&mut boot))?;
        // The registry is written when the last of Wine's processes ends.
        self.stop_wine();
        std::fs::write(&ready, b"").map_err(|error| failed("Wine's files", &error))
    }

    fn program(&self) -> PathBuf {
        self.folder.join("castview.exe")
    }

    /// `cargo test` of those test files, the same build as that of `cargo xtask test`.
    fn tests(&self, names: &[&str]) -> Command {
        let cargo = cargo("test");
        let mut command = Command::new("timeout");
        command.args(["--kill-after=10", PATIENCE]).arg(cargo.get_program());
        command.args(cargo.get_args()).args(WORKSPACE).arg("--no-fail-fast");
        for name in names {
            command.args(["--test", name]);
        }
        self.through_wine(in_private(&mut command));
        command
            .env("CASTVIEW_PROGRAM", self.program())
            .env("CASTVIEW_PROGRAM_LOADER", &self.wine)
            .env_remove("WGPU_BACKEND");
        command
    }

    /// A program that stays: Wine's own processes inherit the output of the first program, end with the last one, and
    /// would keep a test waiting that reads to the end of that output.
    fn keep_wine(&self, screen: &Screen) -> Result<Child, String> {
        let mut notepad = Command::new(&self.wine);
        self.through_wine(notepad.arg("notepad"))
            .env("DISPLAY", screen.display())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Wine does not start: {error}"))
    }

    /// By then Wine's own processes are there, and a picture can be drawn.
    fn draw_once(&self, screen: &Screen) -> Result<(), String> {
        let mut render = Command::new("timeout");
        render.arg("120").arg(&self.wine).arg(self.program()).arg("render");
        render.arg(root().join("assets").join("demo.cast"));
        render
            .args(["--size", "64x64", "-o"])
            .arg(self.folder.join("first.png"));
        let ended = self
            .through_wine(&mut render)
            .env("DISPLAY", screen.display())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        match ended {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the first picture: {status}")),
            Err(error) => Err(format!("timeout does not start: {error}")),
        }
    }

    /// The same for every process, so that all share one server.
    fn through_wine<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("WINEPREFIX", self.folder.join("prefix"))
            .env("WINEDEBUG", "-all")
            // Without a word about .NET and HTML engines, and without entries in the user's menus.
            .env("WINEDLLOVERRIDES", "mscoree=;mshtml=;winemenubuilder.exe=")
    }

    /// Ends the processes of our own prefix, and waits for them.
    fn stop_wine(&self) {
        let Some(server) = machine::program("wineserver").or_else(|| machine::program("wineserver64")) else {
            return;
        };
        for what in ["-k", "-w"] {
            let mut command = Command::new(&server);
            // `-k` fails where nothing runs any more, which is as well.
            drop(self.through_wine(command.arg(what)).output());
        }
    }
}
