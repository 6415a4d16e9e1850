//! Lines of the statistics: pictures a second, time of each pass, memory.

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
    pub(super) picture: Vec<(&'static str, String)>,
    /// All of it, as (what, value).
    pub lines: Vec<(&'static str, String)>,
    pub(super) rate: Rate,
    pub(super) draws: u64,
    /// There are times of passes that nobody has asked for yet.
    pub(super) has_come: bool,
}

/// When the pictures of the last second were ready.
#[derive(Default)]
pub(super) struct Rate(VecDeque<Instant>);

impl Rate {
    /// A picture is ready; how many were in the second that ends with it.
    pub(super) fn count(&mut self, now: Instant) -> usize {
        self.0.retain(|at| now.saturating_duration_since(*at) < SPAN);
        self.0.push_back(now);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
        self.0.len()
    }
}

pub(super) fn words(pass: &PassTime) -> String {
    let cpu = milliseconds(pass.cpu);
    match pass.gpu {
        Some(gpu) => format!("GPU {}, CPU {cpu}", milliseconds(gpu)),
        None => format!("CPU {cpu}"),
    }
}

pub(super) fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

pub(super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes / 1_000_000)
}

/// Resident memory of this process, where the system tells it in a file.
pub(super) fn resident_bytes() -> Option<u64> {
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
