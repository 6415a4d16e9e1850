//! A graphics adapter → a text of at most 60 lines: whether castview draws rightly on it, and how fast.
//!
//! In: which sizes to measure, and how many seconds that may take ([`ReportWish`]). Out: a [`GpuReport`], which becomes text and an exit code.
//! Everything that is drawn is made in code, apart from the golden pictures, which are read from the sources. A part that fails is told in
//! its line and the next one goes on; a part for which no time is left says so in its line.

#![deny(missing_docs)]

mod bench;
mod budget;
mod parts;
mod text;

pub use bench::ReportWish;
pub use budget::Budget;
pub use text::{GpuReport, LineSaid, ReportGroup, ReportLine};

use bench::Bench;
use castview_base::core::guard;
use castview_render::Context;
use std::time::Instant;

/// Measures the best adapter there is. `progress` is told the name of each part before it begins.
pub fn run(wanted: &ReportWish, progress: impl Fn(&str)) -> GpuReport {
    let since = Instant::now();
    let mut report = GpuReport::default();
    let mut bench = match open(wanted) {
        Ok(bench) => bench,
        Err(why) => {
            report.head.push(("adapter", why.clone()));
            report.groups.push(ReportGroup {
                title: String::new(),
                lines: vec![ReportLine::new("adapter", LineSaid::Failed(why))],
            });
            return report;
        }
    };
    report.head = bench.head();
    let whole = Budget::of(wanted.budget);
    let mut shares: f64 = parts::PARTS.iter().map(|part| part.share).sum();
    for part in parts::PARTS {
        progress(part.name);
        let mut lines = Vec::new();
        let budget = whole.share(part.share, shares);
        shares -= part.share;
        let done = guard(|| (part.run)(&bench, &budget, &mut lines)).unwrap_or_else(Err);
        let lost = bench.context.lost();
        let done = match &lost {
            Some(why) => Err(format!("the device was lost: {why}")),
            None => done,
        };
        if let Err(why) = done {
            lines.push(ReportLine::new(part.name, LineSaid::Failed(why)));
        }
        report.add(part.title, lines);
        // Errors that nobody asked for belong to this part, not to the next one.
        bench.context.take_errors();
        if lost.is_some() {
            match open(wanted) {
                Ok(again) => bench = again,
                Err(why) => {
                    report.add("", vec![ReportLine::new("adapter", LineSaid::Failed(why))]);
                    break;
                }
            }
        }
    }
    let used = since.elapsed().as_secs_f64();
    report.head.push((
        "time",
        format!(
            "{used:.0} s, of {:.0} s that measuring may take",
            wanted.budget.as_secs_f64()
        ),
    ));
    report
}

fn open(wanted: &ReportWish) -> Result<Bench, String> {
    let opened = guard(Context::headless).and_then(|opened| opened.map_err(|error| error.to_string()));
    Ok(Bench::new(opened?, wanted.clone()))
}
