//! How long a picture takes on the GPU, and each of its passes: on the processor to record it, on the GPU to run it.
//!
//! In: begin and end of submissions, and marks between passes while somebody wants to know. Out: the sum of all submissions, and sums by name,
//! for the last picture that was timed. Nothing waits: a picture that begins before the numbers of another have come is not timed.

use super::context::Context;
use super::readback::{Mapping, staging};
use std::time::{Duration, Instant};

/// Marks of one submission. Passes after them are not timed.
const MOST_MARKS: u32 = 64;
const MARK_BYTES: u64 = 8;

/// Timed parts of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timed {
    /// No times are asked of the GPU.
    #[default]
    Nothing,
    /// Each as a whole: two marks a submission, which cost nothing.
    Pictures,
    /// Their passes, too. A software adapter ends what it is at for each mark.
    Passes,
}

/// The name of all that is between the two marks of a submission.
const WHOLE: &str = "whole";

/// One pass of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassTime {
    /// As the window's statistics call it: `deform`, `depth`, `shadows`, `scene`, …
    pub name: &'static str,
    /// Recording it.
    pub cpu: Duration,
    /// Running it. `None`: the adapter does not tell.
    pub gpu: Option<Duration>,
}

/// The passes of pictures, timed.
pub(crate) struct Timer {
    /// `None`: the adapter does not tell.
    queries: Option<Queries>,
    /// Names of the passes behind the marks of the submission that is being recorded.
    marked: Vec<&'static str>,
    since: Option<Instant>,
    /// Numbers on their way.
    waiting: Vec<(Mapping, Vec<&'static str>)>,
    sums: Vec<PassTime>,
    wants_passes: bool,
    /// The picture in progress is timed …
    is_timed: bool,
    /// … pass by pass.
    by_pass: bool,
    is_complete: bool,
    latest: Vec<PassTime>,
    /// Time of the GPU for the last picture whose numbers have come, until somebody takes it.
    picture: Option<Duration>,
}

struct Queries {
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Nanoseconds of one tick.
    period: f64,
}

impl Timer {
    pub(crate) fn new(context: &Context) -> Self {
        let queries = context.tells_times().then(|| Queries {
            set: context.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("pass times"),
                ty: wgpu::QueryType::Timestamp,
                count: MOST_MARKS,
            }),
            resolved: context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("pass times"),
                size: u64::from(MOST_MARKS) * MARK_BYTES,
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
            period: f64::from(context.queue.get_timestamp_period()),
        });
        Self {
            queries,
            marked: Vec::new(),
            since: None,
            waiting: Vec::new(),
            sums: Vec::new(),
            wants_passes: false,
            is_timed: false,
            by_pass: false,
            is_complete: false,
            latest: Vec::new(),
            picture: None,
        }
    }

    /// Whether passes are timed, from the next picture on.
    pub(crate) fn time_passes(&mut self, wanted: bool) {
        self.wants_passes = wanted;
        if !wanted {
            self.latest.clear();
        }
    }

    /// A picture begins. The one before it may have been dropped half way.
    pub(crate) fn begin_picture(&mut self, context: &Context) {
        self.collect(context);
        self.is_timed = self.waiting.is_empty();
        if self.is_timed {
            self.sums.clear();
            self.is_complete = false;
            self.by_pass = self.wants_passes;
        }
    }

    pub(crate) fn begin_submission(&mut self, encoder: &mut wgpu::CommandEncoder) {
        self.marked.clear();
        self.since = self.is_timed.then(Instant::now);
        if let Some(queries) = self.queries.as_ref().filter(|_| self.is_timed) {
            encoder.write_timestamp(&queries.set, 0);
        }
    }

    /// Counts the work recorded since the last mark as the pass of this name.
    pub(crate) fn mark(&mut self, encoder: &mut wgpu::CommandEncoder, name: &'static str) {
        let Some(since) = self.since.filter(|_| self.by_pass) else {
            return;
        };
        let now = Instant::now();
        add(&mut self.sums, name, now - since, None);
        self.since = Some(now);
        let next = self.marked.len() as u32 + 1;
        if let Some(queries) = self.queries.as_ref().filter(|_| next < MOST_MARKS) {
            encoder.write_timestamp(&queries.set, next);
            self.marked.push(name);
        }
    }

    /// Returns what is to be given to [`Self::submitted`].
    pub(crate) fn end_submission(
        &mut self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<wgpu::Buffer> {
        let is_timed = self.since.take().is_some();
        if let Some(queries) = self.queries.as_ref().filter(|_| is_timed && !self.by_pass) {
            encoder.write_timestamp(&queries.set, 1);
            self.marked.push(WHOLE);
        }
        let queries = self.queries.as_ref().filter(|_| !self.marked.is_empty())?;
        let count = self.marked.len() as u32 + 1;
        let size = u64::from(count) * MARK_BYTES;
        let staging = staging(context, size).ok()?;
        encoder.resolve_query_set(&queries.set, 0..count, &queries.resolved, 0);
        encoder.copy_buffer_to_buffer(&queries.resolved, 0, &staging, 0, size);
        Some(staging)
    }

    /// `is_last`: the picture is recorded with it.
    pub(crate) fn submitted(&mut self, staging: Option<wgpu::Buffer>, is_last: bool) {
        if let Some(staging) = staging {
            let names = std::mem::take(&mut self.marked);
            self.waiting.push((Mapping::begin(staging), names));
        }
        self.is_complete |= is_last && self.is_timed;
    }

    /// Takes in the numbers that have come. They are of one picture, as no other is timed meanwhile.
    fn collect(&mut self, context: &Context) {
        let (period, sums) = (
            self.queries.as_ref().map_or(0.0, |queries| queries.period),
            &mut self.sums,
        );
        self.waiting.retain(|(mapping, names)| {
            let Some(read) = mapping.take(context) else { return true };
            let bytes = read.unwrap_or_default();
            let ticks = bytes.chunks_exact(8).filter_map(|bytes| bytes.try_into().ok());
            let ticks: Vec<u64> = ticks.map(u64::from_le_bytes).collect();
            for (name, pair) in names.iter().zip(ticks.windows(2)) {
                let nanoseconds = pair[1].saturating_sub(pair[0]) as f64 * period;
                add(
                    sums,
                    name,
                    Duration::ZERO,
                    Some(Duration::from_nanos(nanoseconds as u64)),
                );
            }
            false
        });
        if self.is_complete && self.waiting.is_empty() {
            self.is_complete = false;
            let sums = std::mem::take(&mut self.sums);
            let told = sums.iter().filter_map(|sum| sum.gpu);
            self.picture = told.reduce(|all, gpu| all + gpu);
            if self.by_pass && self.wants_passes {
                self.latest = sums;
            }
        }
    }

    /// Returns the times of the passes of the last picture whose numbers have come; empty before the first.
    pub(crate) fn latest(&mut self, context: &Context) -> &[PassTime] {
        self.collect(context);
        &self.latest
    }

    /// How long the GPU was at the last picture whose numbers have come; once each.
    pub(crate) fn take_picture(&mut self, context: &Context) -> Option<Duration> {
        self.collect(context);
        self.picture.take()
    }

    /// Whether the picture in progress, or drawn last, is one that is timed, and the GPU tells.
    pub(crate) fn times_picture(&self) -> bool {
        self.is_timed && self.queries.is_some()
    }

    /// Whether numbers of the passes of a whole picture are still to come.
    pub(crate) fn awaits_passes(&self) -> bool {
        self.is_complete && self.by_pass
    }
}

fn add(sums: &mut Vec<PassTime>, name: &'static str, cpu: Duration, gpu: Option<Duration>) {
    let at = sums.iter().position(|sum| sum.name == name).unwrap_or_else(|| {
        sums.push(PassTime {
            name,
            cpu: Duration::ZERO,
            gpu: None,
        });
        sums.len() - 1
    });
    let sum = &mut sums[at];
    sum.cpu += cpu;
    sum.gpu = match (sum.gpu, gpu) {
        (None, gpu) => gpu,
        (Some(before), gpu) => Some(before + gpu.unwrap_or_default()),
    };
}
