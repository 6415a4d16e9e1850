//! The built program, watched while it runs. Memory and processor time are those that `/proc` shows, so zero elsewhere.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A run that takes longer than this hangs, however busy the machine.
pub const PATIENCE: Duration = Duration::from_secs(600);

#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// Highest resident bytes, and processor seconds, that were seen.
    pub memory: u64,
    pub seconds: f64,
    pub hung: bool,
}

/// Runs the program to its end.
pub fn run(mut program: Command) -> Measured {
    let program = program
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = program.spawn().expect("the program is built");
    let collect = |mut pipe: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).expect("a pipe");
            bytes
        })
    };
    let stdout = collect(Box::new(child.stdout.take().expect("piped")));
    let stderr = collect(Box::new(child.stderr.take().expect("piped")));
    let mut measured = Measured::default();
    watch(&mut child, &mut measured);
    measured.stdout = stdout.join().expect("it only reads");
    measured.stderr = String::from_utf8_lossy(&stderr.join().expect("it only reads")).into_owned();
    measured
}
/// Waits for the end of `child`, looking at what it takes.
fn watch(child: &mut Child, measured: &mut Measured) {
    let begin = Instant::now();
    loop {
        if let Some(seen) = look(child.id()) {
            measured.memory = measured.memory.max(seen.0);
            measured.seconds = measured.seconds.max(seen.1);
        }
        if let Some(status) = child.try_wait().expect("it is our child") {
            measured.code = status.code();
            return;
        }
        if begin.elapsed() > PATIENCE {
            measured.hung = true;
            child.kill().expect("it is our child");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Highest resident bytes and processor seconds of a living process.
fn look(process: u32) -> Option<(u64, f64)> {
    /// The kernel's unit of processor time everywhere Rust runs on Linux.
    const TICKS_PER_SECOND: f64 = 100.0;
    // A child that is about to become the program still shows the memory of this one for a moment.
    let runs = std::fs::read_link(format!("/proc/{process}/exe")).ok()?;
    if std::env::current_exe().is_ok_and(|own| own == runs) {
        return None;
    }
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.split_whitespace().next()?.parse().ok()?;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // After the name, which may hold anything: state, then eleven numbers, then user and system time.
    let mut times = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || times.next()?.parse::<f64>().ok();
    Some((kilobytes << 10, (ticks()? + ticks()?) / TICKS_PER_SECOND))
}
