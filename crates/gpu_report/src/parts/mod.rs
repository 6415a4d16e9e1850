//! The parts of the report: one row for each, in the order in which they run.

mod checks;
mod golden;
mod many;
mod numbers;
mod passes;
mod picks;
mod skinning;

use crate::bench::Bench;
use crate::budget::Budget;
use crate::text::ReportLine;

/// One thing to find out.
pub struct ReportPart {
    /// The name of its line, unless it writes several.
    pub name: &'static str,
    /// How it is measured and in which unit, above its lines; parts of the same title stand together.
    pub title: &'static str,
    /// Its share of the time, against that of the others.
    pub share: f64,
    /// Appends its lines. An error becomes a line, too, and the next part begins.
    pub run: fn(&Bench, &Budget, &mut Vec<ReportLine>) -> Result<(), String>,
}

const CHECKS: &str = "Is it right? Read back from the adapter, beside the same made on the processor";
const PASSES: &str = "Pictures, ms: all moves, all shadows, 4 samples; median of up to 7, passes of up to 3";
const SKINNING: &str = "Skinning, GB/s of bytes read and written, beside a copy that reads and writes as many";
const LOOKS: &str = "Looking things up, ms: heat map, picking";
const MANY: &str = "Many models, ms: each in a pose of its own, all moving";

const fn check(
    name: &'static str,
    share: f64,
    run: fn(&Bench, &Budget, &mut Vec<ReportLine>) -> Result<(), String>,
) -> ReportPart {
    ReportPart {
        name,
        title: CHECKS,
        share,
        run,
    }
}

/// All of them.
pub const PARTS: &[ReportPart] = &[
    check("vertices, linear", 1.0, checks::linear),
    check("vertices, dual quat.", 1.0, checks::dual_quaternion),
    check("heat map", 1.0, checks::weights),
    check("picked triangles", 2.0, picks::check),
    check("in many submissions", 2.0, checks::in_steps),
    check("golden pictures", 20.0, golden::check),
    ReportPart {
        name: "pictures",
        title: PASSES,
        share: 48.0,
        run: passes::run,
    },
    ReportPart {
        name: "skinning",
        title: SKINNING,
        share: 10.0,
        run: skinning::run,
    },
    ReportPart {
        name: "heat map",
        title: LOOKS,
        share: 5.0,
        run: passes::heat_map,
    },
    ReportPart {
        name: "picking",
        title: LOOKS,
        share: 4.0,
        run: picks::run,
    },
    ReportPart {
        name: "many models",
        title: MANY,
        share: 10.0,
        run: many::run,
    },
];
