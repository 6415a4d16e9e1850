//! Runs of a pass over chunks: what can be done at once is one dispatch.

use super::deform::{CHUNK_STRIDE, DeformPass, Kind, MOST_CHUNKS, WORKGROUP};
use std::ops::Range;

/// A compute pass and its state. The last run is recorded late: the chunks after it may join its dispatch.
pub struct Runs<'a> {
    deform: &'a DeformPass,
    pass: wgpu::ComputePass<'a>,
    kind: Option<Kind>,
    /// The first vertex of the last dispatch.
    first: Option<u32>,
    waiting: Option<Waiting>,
    dispatches: u64,
}

/// Some vertices of a chunk.
pub struct ChunkRun<'a> {
    pub bind_group: &'a wgpu::BindGroup,
    /// The position of the chunk's uniform.
    pub chunk: u32,
    /// The first is a multiple of [`RUN_STEP`](super::deform::RUN_STEP), and so is the end, unless it is the chunk's.
    pub vertices: Range<u32>,
}

/// Consecutive chunks with one bind group, of each of which a dispatch has the vertices from one on.
struct Waiting {
    bind_group: wgpu::BindGroup,
    chunks: Range<u32>,
    first_vertex: u32,
    /// For the largest of them, and for all.
    most_workgroups: u32,
    workgroups: u32,
}

impl Waiting {
    /// Whether that chunk comes next and is done at once. Each has as many workgroups as the largest: no more than half of all are idle.
    fn takes(&mut self, run: &ChunkRun<'_>, workgroups: u32) -> bool {
        let count = self.chunks.len() as u32 + 1;
        let most = self.most_workgroups.max(workgroups);
        let all = self.workgroups.saturating_add(workgroups);
        let fits = count <= MOST_CHUNKS && most.saturating_mul(count) <= all.saturating_mul(2);
        let follows = run.chunk == self.chunks.end && run.vertices.start == self.first_vertex;
        if !(fits && follows && *run.bind_group == self.bind_group) {
            return false;
        }
        (self.chunks.end, self.most_workgroups, self.workgroups) = (run.chunk + 1, most, all);
        true
    }
}

impl<'a> Runs<'a> {
    /// A pass for chunks of any kind.
    pub fn begin(deform: &'a DeformPass, encoder: &'a mut wgpu::CommandEncoder, label: &str) -> Self {
        Self {
            deform,
            pass: encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some(label),
                timestamp_writes: None,
            }),
            kind: None,
            first: None,
            waiting: None,
            dispatches: 0,
        }
    }

    /// Sets the pipeline for chunks of that kind.
    pub fn set(&mut self, kind: Kind) {
        if self.kind != Some(kind) {
            self.flush();
            self.kind = Some(kind);
            self.pass.set_pipeline(self.deform.pipeline_of(kind));
        }
    }

    /// Sets a pipeline of another pass that binds the same, for all runs.
    pub fn set_pipeline(&mut self, pipeline: &wgpu::ComputePipeline) {
        self.pass.set_pipeline(pipeline);
    }

    /// With the pipeline that is set.
    pub fn run(&mut self, run: &ChunkRun<'_>) {
        let workgroups = (run.vertices.end - run.vertices.start).div_ceil(WORKGROUP);
        if self
            .waiting
            .as_mut()
            .is_some_and(|waiting| waiting.takes(run, workgroups))
        {
            return;
        }
        self.flush();
        self.waiting = Some(Waiting {
            bind_group: run.bind_group.clone(),
            chunks: run.chunk..run.chunk + 1,
            first_vertex: run.vertices.start,
            most_workgroups: workgroups,
            workgroups,
        });
    }

    fn flush(&mut self) {
        let Some(waiting) = self.waiting.take() else { return };
        let chunks = waiting.chunks;
        self.pass
            .set_bind_group(0, &waiting.bind_group, &[chunks.start * CHUNK_STRIDE]);
        if self.first.replace(waiting.first_vertex) != Some(waiting.first_vertex) {
            self.deform.bind_first(&mut self.pass, waiting.first_vertex);
        }
        self.pass
            .dispatch_workgroups(waiting.most_workgroups, chunks.len() as u32, 1);
        self.dispatches += 1;
    }

    /// Records what waits; how many dispatches the pass has.
    pub fn end(mut self) -> u64 {
        self.flush();
        self.dispatches
    }
}
