//! How times are told: the least, the one in the middle, the most.

use std::time::Duration;

pub fn report(what: &str, times: &[Duration]) {
    let mut sorted: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
    sorted.sort_by(f64::total_cmp);
    println!(
        "  {what:<28} {:6.3} ms least, {:6.3} ms median, {:6.3} ms most of {} pictures",
        sorted[0],
        sorted[sorted.len() / 2],
        sorted[sorted.len() - 1],
        sorted.len()
    );
}
