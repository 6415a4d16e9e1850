//! Many small things in few buffers.
//!
//! In: bytes, or a wish for room. Out: a [`PoolSlice`] of a buffer. An adapter's memory is handed out by searching lists, so a file of twenty
//! thousand small meshes must not take a hundred thousand buffers. What is written is gathered until the next submission, as each
//! write by itself takes a buffer, too.

use crate::render::Context;
use std::ops::Range;
use wgpu::BufferUsages as Usages;

/// Some bytes of a buffer, which may hold other things as well. The buffer lives as long as one of its parts.
#[derive(Clone, Debug)]
pub struct PoolSlice {
    buffer: wgpu::Buffer,
    range: Range<u64>,
}

impl PoolSlice {
    /// All of a buffer.
    pub fn whole(buffer: wgpu::Buffer) -> Self {
        Self {
            range: 0..buffer.size(),
            buffer,
        }
    }

    /// Bytes.
    pub fn size(&self) -> u64 {
        self.range.end - self.range.start
    }

    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Where it begins in the buffer, in bytes.
    pub fn offset(&self) -> u64 {
        self.range.start
    }

    pub fn slice(&self) -> wgpu::BufferSlice<'_> {
        self.buffer.slice(self.range.clone())
    }

    pub fn binding(&self) -> wgpu::BindingResource<'_> {
        self.binding_of(0..self.size())
    }

    /// `bytes` of the part.
    pub fn binding_of(&self, bytes: Range<u64>) -> wgpu::BindingResource<'_> {
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.buffer,
            offset: self.range.start + bytes.start,
            size: std::num::NonZeroU64::new(bytes.end - bytes.start),
        })
    }
}

/// What takes more has a buffer of its own, in bytes.
const SMALL: u64 = 1 << 16;
/// Of the first shared buffer, and of the largest; each is twice as large as the one before.
const FIRST_BLOCK: u64 = 1 << 16;
const LARGEST_BLOCK: u64 = 1 << 22;
/// Parts begin at multiples of this: what every adapter takes as the offset of a storage binding.
const ALIGNMENT: u64 = 256;

/// Shared buffers of one usage, filled one after the other.
struct Arena {
    usage: Usages,
    /// The last of them, and how much of it is taken.
    open: Option<(wgpu::Buffer, u64)>,
    next_block: u64,
    /// Buffers made so far, own ones included.
    made: u64,
}

impl Arena {
    fn new(usage: Usages) -> Self {
        Self {
            usage,
            open: None,
            next_block: FIRST_BLOCK,
            made: 0,
        }
    }

    fn take(&mut self, context: &Context, label: &str, size: u64) -> PoolSlice {
        let mut make = |label: &str, size| {
            self.made += 1;
            context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage: self.usage,
                mapped_at_creation: false,
            })
        };
        if size > SMALL {
            return PoolSlice::whole(make(label, size));
        }
        let end = |at: u64| (at + size).next_multiple_of(ALIGNMENT);
        let has_room = |open: &&mut (wgpu::Buffer, u64)| end(open.1) <= open.0.size();
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
            still: Arena::new(both | Usages::INDEX | Usages::UNIFORM | Usages::COPY_DST),
            posed: Arena::new(both),
            writes: Vec::new(),
            written: 0,
        }
    }
}

impl BufferPool {
    /// Room for `size` bytes that are written later. Whole words, at least one.
    pub fn take(&mut self, context: &Context, label: &str, size: u64) -> PoolSlice {
        self.still.take(context, label, size)
    }

    /// Room that the deform pass fills.
    pub fn take_posed(&mut self, context: &Context, label: &str, size: u64) -> PoolSlice {
        self.posed.take(context, label, size)
    }

    /// Room for `bytes`, which are whole words, with them in it.
    pub fn put(&mut self, context: &Context, label: &str, bytes: &[u8]) -> PoolSlice {
        let part = self.take(context, label, bytes.len() as u64);
        self.write(&part, bytes);
        part
    }

    /// Writes `bytes` at the beginning of `part`, before anything is drawn that is submitted later.
    pub fn write(&mut self, part: &PoolSlice, bytes: &[u8]) {
        self.write_at(part, 0, bytes);
    }

    /// The same from byte `at` of the part on, a multiple of four.
    pub fn write_at(&mut self, part: &PoolSlice, at: u64, bytes: &[u8]) {
        let (buffer, at) = (part.buffer(), part.offset() + at);
        if let Some(last) = self.writes.last_mut().filter(|last| last.buffer == *buffer) {
            let end = last.at + last.bytes.len() as u64;
            // What lies between parts belongs to nobody.
            let is_next_part = at > end && at == end.next_multiple_of(ALIGNMENT);
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
        self.still.open = None;
        self.posed.open = None;
    }

    /// Buffers that were made, and writes that were handed over.
    pub fn counts(&self) -> [u64; 2] {
        [self.still.made + self.posed.made, self.written]
    }
}
