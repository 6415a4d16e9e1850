//! What the statistics overlay says: how often pictures come, what they cost by pass, what they take.

use super::state::{Begun, View};
use crate::render::PassTime;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Over which pictures are counted.
const SPAN: Duration = Duration::from_secs(1);
/// Pictures of a span that are remembered.
const MOST: usize = 1000;

/// Statistics of the pictures that were drawn.
#[derive(Default)]
pub struct Statistics {
    /// About the last picture, its passes apart.
    picture: Vec<(&'static str, String)>,
    /// All of it, as (what, value).
    pub lines: Vec<(&'static str, String)>,
    rate: Rate,
    draws: u64,
}

/// When the pictures of the last second were ready.
#[derive(Default)]
struct Rate(VecDeque<Instant>);

impl Rate {
    /// A picture is ready; how many were in the second that ends with it.
    fn count(&mut self, now: Instant) -> usize {
        self.0.retain(|at| now.saturating_duration_since(*at) < SPAN);
        self.0.push_back(now);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
        self.0.len()
    }
}

impl View {
    pub(super) fn describe(&mut self, begun: &Begun, samples: u32) {
        let counts = self.renderer.counts();
        let [width, height] = begun.wanted.1;
        let scale = match begun.fineness.scale {
            1.0 => String::new(),
            scale => format!(", drawn at {} %", scale * 100.0),
        };
        let rate = format!("{} in the last second", self.statistics.rate.count(Instant::now()));
        let draws = counts.draws.saturating_sub(self.statistics.draws);
        self.statistics.draws = counts.draws;
        self.statistics.picture = vec![
            ("frames", rate),
            ("picture", format!("{width} × {height}, {samples}×{scale}")),
            ("pictures drawn", self.pictures().to_string()),
            ("draws", draws.to_string()),
            ("submissions", counts.submissions.to_string()),
            ("deform passes", counts.deform_dispatches.to_string()),
            ("prepared in", milliseconds(begun.preparing)),
        ];
        self.compose();
    }

    /// Takes in the times of passes; whether there are new ones to show.
    pub(super) fn take_times(&mut self) -> bool {
        if !self.renderer.awaits_times() {
            return false;
        }
        self.renderer.pass_times();
        let has_come = !self.renderer.awaits_times();
        if has_come {
            self.compose();
        }
        has_come
    }

    fn compose(&mut self) {
        let mut lines = self.statistics.picture.clone();
        let passes = self.renderer.pass_times();
        lines.extend(passes.iter().map(|pass| (pass.name, words(pass))));
        if passes.iter().any(|pass| pass.gpu.is_none()) {
            lines.push(("GPU times", "not told by this adapter".to_owned()));
        }
        if self.renderer.is_timed() {
            if let Some(bytes) = self.renderer.context().bytes_in_use() {
                lines.push(("GPU memory", megabytes(bytes)));
            }
            if let Some(bytes) = resident_bytes() {
                lines.push(("memory", megabytes(bytes)));
            }
        }
        self.statistics.lines = lines;
    }
}

fn words(pass: &PassTime) -> String {
    let cpu = milliseconds(pass.cpu);
    match pass.gpu {
        Some(gpu) => format!("GPU {}, CPU {cpu}", milliseconds(gpu)),
        None => format!("CPU {cpu}"),
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes / 1_000_000)
}

/// Of this process, where the system tells in a file.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_the_last_second_are_counted() {
        let (mut rate, begin) = (Rate::default(), Instant::now());
        let at = |milliseconds: u64| begin + Duration::from_millis(milliseconds);
        assert_eq!(rate.count(at(0)), 1);
        assert_eq!(rate.count(at(500)), 2);
        assert_eq!(rate.count(at(999)), 3);
        assert_eq!(rate.count(at(1400)), 3, "the first is out of the second");
        assert_eq!(rate.count(at(9000)), 1);
        (0..5000).for_each(|_| _ = rate.count(at(9000)));
        assert!(rate.0.len() <= MOST);
    }

    #[test]
    fn a_pass_says_what_is_known_of_it() {
        let pass = |gpu| PassTime {
            name: "scene",
            cpu: Duration::from_micros(250),
            gpu,
        };
        assert_eq!(words(&pass(None)), "CPU 0.2 ms");
        assert_eq!(
            words(&pass(Some(Duration::from_micros(3060)))),
            "GPU 3.1 ms, CPU 0.2 ms"
        );
    }
}
