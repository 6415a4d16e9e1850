//! Skinning in bytes for each second, beside a copy that moves as many.

use super::numbers::{KnownCost, count, digits, ms, too_long};
use crate::bench::{Bench, Rounds, median, told};
use crate::budget::Budget;
use crate::text::{LineSaid, ReportLine};
use castview_base::scene::Skinning;
use castview_picture::{Picture, Shadows};
use castview_render::rows::LAYOUTS;
use castview_testkit::bodies::{INFLUENCES, MeasuredBody};
use std::time::{Duration, Instant};

/// Pixels of a side of the picture: nearly nothing is drawn beside the skinning.
const SIDE: u32 = 16;
/// Bytes of one influence: a slot and a weight.
const INFLUENCE_BYTES: u64 = 8;
/// Copies that are timed.
const COPIES: usize = 7;

pub fn run(bench: &Bench, budget: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let all = &bench.wanted.triangles;
    let mut known = Vec::new();
    let mut shares = 0.0;
    let rows: Vec<(usize, Skinning)> = (all[all.len().saturating_sub(2)..].iter())
        .flat_map(|of| [(*of, Skinning::Linear), (*of, Skinning::DualQuaternion)])
        .inspect(|(of, _)| shares += *of as f64)
        .collect();
    for (of, skinning) in rows {
        let method = match skinning {
            Skinning::Linear => "linear",
            Skinning::DualQuaternion => "dual quat.",
        };
        let name = format!("{method}, {}", count(of));
        let own = budget.share(of as f64, shares);
        shares -= of as f64;
        if let Some(said) = too_long(&known, (of as f64, 1.0), budget) {
            lines.push(ReportLine::new(name, said));
            continue;
        }
        let since = Instant::now();
        let said = measure(bench, &own, of, skinning).unwrap_or_else(LineSaid::Failed);
        known.push(KnownCost {
            triangles: of as f64,
            pixels: 1.0,
            took: since.elapsed(),
        });
        lines.push(ReportLine::new(name, said));
    }
    Ok(())
}

fn measure(bench: &Bench, budget: &Budget, triangles: usize, skinning: Skinning) -> Result<LineSaid, String> {
    let body = MeasuredBody::new(triangles, skinning, false);
    let bytes = bytes_of(body.vertices() as u64)?;
    let picture = |round: usize| Picture {
        samples: 1,
        shadows: Shadows::default(),
        ..body.moving([SIDE; 2], round)
    };
    // The copy comes first: it takes no longer than the pictures leave it.
    let copied = copy(bench, bytes / 2)?;
    let still = picture(0);
    let moving = bench.rounds(&budget.share(1.0, 1.0), &mut |round| picture(round))?;
    let took = match moving.pass("deform") {
        Some(took) => Some(took),
        // The same without the skinning, where passes tell no times.
        None => {
            let turning = bench.rounds(budget, &mut |round| {
                let mut picture = still.clone();
                picture.camera.yaw_rad += 0.01 * round as f32;
                picture
            })?;
            between(&moving, &turning)
        }
    };
    Ok(told_of(bytes, took, copied))
}

/// Time that the moving picture takes more than the one that stands; `None`: no more than that.
fn between(moving: &Rounds, still: &Rounds) -> Option<Duration> {
    moving.best()?.checked_sub(still.best()?).filter(|took| !took.is_zero())
}

fn told_of(bytes: u64, took: Option<Duration>, copied: Duration) -> LineSaid {
    let rate = |took: Duration| digits(bytes as f64 / took.as_secs_f64().max(1e-9) / 1e9);
    let mib = digits(bytes as f64 / f64::from(1 << 20));
    let copy = format!("copy {} ms, {} GB/s", ms(copied), rate(copied));
    match took {
        Some(took) => LineSaid::Measured(format!(
            "{} ms, {} GB/s; {copy}; {} times the copy, {mib} MiB",
            ms(took),
            rate(took),
            digits(took.as_secs_f64() / copied.as_secs_f64().max(1e-9))
        )),
        None => LineSaid::LeftOut(format!("shorter than can be told by the clock; {copy}, {mib} MiB")),
    }
}

/// Bytes that skinning reads and writes: vertices at rest with their influences, and posed vertices.
fn bytes_of(vertices: u64) -> Result<u64, String> {
    let size = |name: &str| {
        let layout = LAYOUTS.iter().find(|layout| layout.name == name);
        layout
            .map(|layout| layout.size as u64)
            .ok_or(format!("there is no struct {name}"))
    };
    let each = size("RestVertex")? + u64::from(INFLUENCES) * INFLUENCE_BYTES + size("PosedVertex")?;
    Ok(vertices * each)
}

/// How long a copy of so many bytes takes: as many are read as written. By timestamps where the adapter has them, but for software adapters:
/// these copy at once, and note the time when they come to draw.
fn copy(bench: &Bench, bytes: u64) -> Result<Duration, String> {
    let context = &bench.context;
    let size = bytes.next_multiple_of(4).max(4);
    let buffer = |label, usage| {
        context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage,
            mapped_at_creation: false,
        })
    };
    let (from, to) = context
        .catch(|| {
            let usages = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
            (buffer("copy / from", usages), buffer("copy / to", usages))
        })
        .map_err(told)?;
    let is_told = context.tells_times() && !context.is_software();
    let stamps = is_told.then(|| Stamps::new(bench));
    let mut times = Vec::new();
    // The first one finds memory that nobody has touched.
    for round in 0..=COPIES {
        let mut encoder = context.device.create_command_encoder(&Default::default());
        if round == 0 {
            encoder.clear_buffer(&from, 0, None);
        }
        if let Some(stamps) = &stamps {
            encoder.write_timestamp(&stamps.set, 0);
        }
        encoder.copy_buffer_to_buffer(&from, 0, &to, 0, size);
        if let Some(stamps) = &stamps {
            encoder.write_timestamp(&stamps.set, 1);
            encoder.resolve_query_set(&stamps.set, 0..2, &stamps.resolved, 0);
            encoder.copy_buffer_to_buffer(&stamps.resolved, 0, &stamps.staging, 0, Stamps::BYTES);
        }
        let commands = encoder.finish();
        let since = Instant::now();
        context.queue.submit([commands]);
        context.wait_idle().map_err(told)?;
        let wall = since.elapsed();
        let took = match &stamps {
            Some(stamps) => stamps.read(bench)?,
            None => wall,
        };
        if round > 0 {
            times.push(took);
        }
    }
    context.check().map_err(told)?;
    median(times).ok_or_else(|| "no copy was timed".into())
}

/// Two times of the adapter.
struct Stamps {
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    staging: wgpu::Buffer,
}

impl Stamps {
    const BYTES: u64 = 16;

    fn new(bench: &Bench) -> Self {
        let device = &bench.context.device;
        let buffer = |label, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: Self::BYTES,
                usage,
                mapped_at_creation: false,
            })
        };
        let resolves = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let reads = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        Self {
            set: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("copy / times"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer("copy / resolved times", resolves),
            staging: buffer("copy / read times", reads),
        }
    }

    fn read(&self, bench: &Bench) -> Result<Duration, String> {
        self.staging.map_async(wgpu::MapMode::Read, .., |_| {});
        bench.context.wait_idle().map_err(told)?;
        let ticks = {
            let bytes = self.staging.get_mapped_range(..).map_err(|error| error.to_string())?;
            let tick = |at: usize| bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
            tick(0).zip(tick(8)).ok_or("the times of the copy did not come back")?
        };
        self.staging.unmap();
        let period = f64::from(bench.context.queue.get_timestamp_period());
        let nanoseconds = ticks.1.saturating_sub(ticks.0) as f64 * period;
        Ok(Duration::from_nanos(nanoseconds as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_the_shaders_structs() {
        // 32 at rest, four influences of 8, 20 posed.
        assert_eq!(bytes_of(1000), Ok(84_000));
    }

    #[test]
    fn rates_are_told_beside_the_copy() {
        let ms = Duration::from_millis;
        let text = "10.0 ms, 8.40 GB/s; copy 4.00 ms, 21.0 GB/s; 2.50 times the copy, 80.1 MiB";
        assert_eq!(
            told_of(84_000_000, Some(ms(10)), ms(4)),
            LineSaid::Measured(text.into())
        );
        assert!(matches!(told_of(84_000_000, None, ms(4)), LineSaid::LeftOut(text) if text.contains("copy 4.00 ms")));
    }

    #[test]
    fn a_difference_below_the_noise_is_no_time() {
        let of = |millis: u64| Rounds {
            others: vec![crate::bench::Round {
                wall: Duration::from_millis(millis),
                ..Default::default()
            }],
            ..Rounds::default()
        };
        assert_eq!(between(&of(9), &of(4)), Some(Duration::from_millis(5)));
        assert_eq!(between(&of(4), &of(4)), None);
        assert_eq!(between(&of(3), &of(4)), None);
    }
}
