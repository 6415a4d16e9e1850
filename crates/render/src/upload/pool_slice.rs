//! A part of a buffer.

use std::num::NonZeroU64;
use std::ops::Range;

/// Largest part of a shared buffer, in bytes; a larger one has a buffer of its own.
const SMALL: u64 = 1 << 16;

/// Whether something of so many bytes shares a buffer with others.
pub fn is_shared(size: u64) -> bool {
    size <= SMALL
}

/// Some bytes of a buffer, which may hold other things as well. The buffer lives as long as one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolSlice {
    pub(super) buffer: wgpu::Buffer,
    pub(super) range: Range<u64>,
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
            size: NonZeroU64::new(bytes.end - bytes.start),
        })
    }

    /// `bytes` of it.
    pub fn part(&self, bytes: Range<u64>) -> Self {
        Self {
            buffer: self.buffer.clone(),
            range: self.range.start + bytes.start..self.range.start + bytes.end,
        }
    }

    /// `bytes` of the part, or, where the part shares a buffer with others, all of that buffer: what lies side by side is bound at once so.
    /// With the place of the first of `bytes` in that.
    pub fn widened(&self, bytes: Range<u64>) -> (Self, u64) {
        match is_shared(self.size()) {
            true => (Self::whole(self.buffer.clone()), self.range.start + bytes.start),
            false => (self.part(bytes), 0),
        }
    }
}
