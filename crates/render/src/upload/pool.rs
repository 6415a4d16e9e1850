//! Many small things in few buffers.
//!
//! In: bytes, or a wish for room. Out: a [`PoolSlice`] of a buffer. An adapter's memory is handed out by searching lists, so a file of
//! twenty thousand small meshes must not take a hundred thousand buffers. Writes are gathered until the next submission, as each write by
//! itself takes a buffer, too.

use super::packing::content::Content;
pub use super::pool_slice::{PoolSlice, is_shared};
use crate::gpu::context::Context;
use crate::gpu::gpu_types::PosedVertex;
use std::num::NonZeroU64;
use wgpu::BufferUsages as Usages;

/// Sizes of the first shared buffer and of the largest; each is twice as large as the one before.
const FIRST_BLOCK: u64 = 1 << 16;
const LARGEST_BLOCK: u64 = 1 << 22;
/// Usages of data that the GPU reads and never writes.
const STILL: Usages = Usages::STORAGE
    .union(Usages::VERTEX)
    .union(Usages::COPY_SRC)
    .union(Usages::INDEX)
    .union(Usages::UNIFORM)
    .union(Usages::COPY_DST);
/// Parts begin at multiples of this: what every adapter takes as the offset of a storage binding.
const ALIGNMENT: u64 = 256;
/// Alignment of deformed vertices: whole ones lie before each part, too.
const POSED_ALIGNMENT: u64 = 1280;
const _: () = assert!(POSED_ALIGNMENT.is_multiple_of(ALIGNMENT));
const _: () = assert!(POSED_ALIGNMENT.is_multiple_of(size_of::<PosedVertex>() as u64));

/// A buffer of its own, written in place, for an adapter that has [`writable_buffers`](crate::Abilities::writable_buffers). It
/// belongs to no pool, so any thread may make it.
pub fn mapped(context: &Context, label: &str, content: Content<'_>) -> PoolSlice {
    let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: content.bytes(),
        usage: STILL | Usages::MAP_WRITE,
        mapped_at_creation: true,
    });
    // Without memory there is no such range, and the error is reported.
    if let Ok(mut view) = buffer.slice(..).get_mapped_range_mut() {
        let mut at = 0;
        content.write(&mut |more| {
            view.slice(at..at + more.len()).copy_from_slice(more);
            at += more.len();
        });
        drop(view);
        buffer.unmap();
    }
    PoolSlice::whole(buffer)
}

/// Shared buffers of one usage, filled one after the other.
struct Arena {
    usage: Usages,
    /// Alignment of its parts.
    alignment: u64,
    /// The last of them, and how much of it is taken.
    open: Option<(wgpu::Buffer, u64)>,
    next_block: u64,
    /// Buffers made so far, own ones included.
    made: u64,
}

impl Arena {
    fn new(usage: Usages, alignment: u64) -> Self {
        Self {
            usage,
            alignment,
            open: None,
            next_block: FIRST_BLOCK,
            made: 0,
        }
    }

    /// Room for `size` bytes, in a buffer that goes on for as many as `behind` after it.
    fn take(&mut self, context: &Context, label: &str, size: u64, behind: u64) -> PoolSlice {
        let mut make = |label: &str, size| {
            self.made += 1;
            context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage: self.usage,
                mapped_at_creation: false,
            })
        };
        if !is_shared(size + behind) {
            return PoolSlice {
                buffer: make(label, size + behind),
                range: 0..size,
            };
        }
        let end = |at: u64| (at + size).next_multiple_of(self.alignment);
        let has_room = |open: &&mut (wgpu::Buffer, u64)| end(open.1 + behind) <= open.0.size();
        if let Some((buffer, taken)) = self.open.as_mut().filter(has_room) {
            let range = *taken..*taken + size;
            *taken = end(range.start);
            return PoolSlice {
                buffer: buffer.clone(),
                range,
            };
        }
        let buffer = make("render / shared", self.next_block);
        self.next_block = (self.next_block * 2).min(LARGEST_BLOCK);
        self.open = Some((buffer.clone(), end(0)));
        PoolSlice { buffer, range: 0..size }
    }
}

/// Room for meshes, poses and places, and what is to be written there.
pub struct BufferPool {
    /// The GPU only reads it.
    still: Arena,
    /// Vertices that nothing deforms.
    rigid: Arena,
    /// Deformed vertices.
    posed: Arena,
    writes: Vec<Write>,
    written: u64,
}

struct Write {
    buffer: wgpu::Buffer,
    at: u64,
    bytes: Vec<u8>,
}

impl Default for BufferPool {
    fn default() -> Self {
        let both = Usages::STORAGE | Usages::VERTEX | Usages::COPY_SRC;
        Self {
            still: Arena::new(STILL, ALIGNMENT),
            rigid: Arena::new(STILL, POSED_ALIGNMENT),
            posed: Arena::new(both, POSED_ALIGNMENT),
            writes: Vec::new(),
            written: 0,
        }
    }
}

impl BufferPool {
    /// Room for `size` bytes that are written later. Whole words, at least one.
    pub fn take(&mut self, context: &Context, label: &str, size: u64) -> PoolSlice {
        self.still.take(context, label, size, 0)
    }

    /// The same, in a buffer that goes on for as many bytes as `behind`, which belong to others.
    pub fn take_before(&mut self, context: &Context, label: &str, size: u64, behind: u64) -> PoolSlice {
        self.still.take(context, label, size, behind)
    }

    /// Room for `content`, which is written later.
    pub fn take_for(&mut self, context: &Context, label: &str, content: &Content<'_>) -> PoolSlice {
        let arena = match content.is_posed() {
            true => &mut self.rigid,
            false => &mut self.still,
        };
        arena.take(context, label, content.bytes(), 0)
    }

    /// Room that the deform pass fills.
    pub fn take_posed(&mut self, context: &Context, label: &str, size: u64) -> PoolSlice {
        self.posed.take(context, label, size, 0)
    }

    /// Room for `bytes`, which are whole words, with them in it.
    pub fn put(&mut self, context: &Context, label: &str, bytes: &[u8]) -> PoolSlice {
        let part = self.take(context, label, bytes.len() as u64);
        self.write(&part, bytes);
        part
    }

    /// Room for `content`, with it in it.
    pub fn put_content(&mut self, context: &Context, label: &str, content: Content<'_>) -> PoolSlice {
        let size = content.bytes();
        if let Some(part) = content.there() {
            self.still.made += 1;
            return part.clone();
        }
        if is_shared(size) {
            let part = self.take_for(context, label, &content);
            self.write(&part, &content.collect());
            return part;
        }
        if context.abilities().writable_buffers {
            self.still.made += 1;
            return mapped(context, label, content);
        }
        let part = self.take(context, label, size);
        let view = NonZeroU64::new(size).and_then(|size| context.queue.write_buffer_with(part.buffer(), 0, size));
        // Without memory there is no such view, and the error is reported.
        if let Some(mut view) = view {
            let mut at = 0;
            content.write(&mut |more| {
                view.slice(at..at + more.len()).copy_from_slice(more);
                at += more.len();
            });
        }
        self.written += 1;
        part
    }

    /// Writes `bytes` at the beginning of `part`, before anything is drawn that is submitted later.
    pub fn write(&mut self, part: &PoolSlice, bytes: &[u8]) {
        self.write_at(part, 0, bytes);
    }

    /// The same from byte `at` of the part on, a multiple of four.
    pub fn write_at(&mut self, part: &PoolSlice, at: u64, bytes: &[u8]) {
        let (buffer, at) = (part.buffer(), part.offset() + at);
        let is_rigid = self.rigid.open.as_ref().is_some_and(|(rigid, _)| rigid == buffer);
        let alignment = if is_rigid { POSED_ALIGNMENT } else { ALIGNMENT };
        // The parts of a mesh go to two buffers.
        if let Some(last) = self.writes.iter_mut().rev().take(2).find(|last| last.buffer == *buffer) {
            let end = last.at + last.bytes.len() as u64;
            // Bytes between parts belong to nobody, so one write may cover them.
            let is_next_part = at > end && at == end.next_multiple_of(alignment);
            if at == end || is_next_part {
                last.bytes.resize((at - last.at) as usize, 0);
                last.bytes.extend_from_slice(bytes);
                return;
            }
        }
        self.writes.push(Write {
            buffer: buffer.clone(),
            at,
            bytes: bytes.to_vec(),
        });
    }

    /// Hands over what was written. Called before each submission.
    pub fn flush(&mut self, context: &Context) {
        self.written += self.writes.len() as u64;
        for Write { buffer, at, bytes } in self.writes.drain(..) {
            context.queue.write_buffer(&buffer, at, &bytes);
        }
    }

    /// After an error: the last shared buffers may not be there, so nothing more goes there.
    pub fn close(&mut self) {
        for arena in [&mut self.still, &mut self.rigid, &mut self.posed] {
            arena.open = None;
        }
    }

    /// Buffers that were made, and writes that were handed over.
    pub fn counts(&self) -> [u64; 2] {
        [self.still.made + self.rigid.made + self.posed.made, self.written]
    }
}
