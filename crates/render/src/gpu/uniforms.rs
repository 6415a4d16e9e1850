//! Uniform buffers and how they are bound.

use crate::gpu::context::Context;
use std::num::NonZeroU64;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

/// A buffer of uniforms that remembers its bytes: the same ones are not sent again for the next picture.
pub struct UniformBuffer {
    buffer: wgpu::Buffer,
    held: Mutex<Vec<u8>>,
}

impl UniformBuffer {
    /// Makes a buffer of `size` bytes, all 0.
    pub fn new(context: &Context, label: &str, size: usize) -> Self {
        let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: size as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self {
            buffer,
            held: Mutex::default(),
        }
    }

    /// Writes whole words at its beginning, before anything is drawn that is submitted later.
    pub fn write(&self, context: &Context, bytes: &[u8]) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if *held != bytes {
            context.queue.write_buffer(&self.buffer, 0, bytes);
            held.clear();
            held.extend_from_slice(bytes);
        }
    }
}

impl Deref for UniformBuffer {
    type Target = wgpu::Buffer;

    fn deref(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}

/// A uniform of `size` bytes; `dynamic`: its offset is given when it is bound.
pub fn uniform_entry(
    binding: u32,
    visibility: wgpu::ShaderStages,
    size: usize,
    dynamic: bool,
) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: dynamic,
            min_binding_size: NonZeroU64::new(size as u64),
        },
        count: None,
    }
}

/// A bind group layout of one uniform at binding 0.
pub fn uniform_layout(
    context: &Context,
    label: &str,
    visibility: wgpu::ShaderStages,
    size: usize,
) -> wgpu::BindGroupLayout {
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(label),
            entries: &[uniform_entry(0, visibility, size, false)],
        })
}

/// Binds the first `size` bytes of `buffer`.
pub fn uniform_group(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    buffer: &wgpu::Buffer,
    size: usize,
) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset: 0,
                size: NonZeroU64::new(size as u64),
            }),
        }],
    })
}

/// At bindings 0, 1, …
pub fn bind_group<const N: usize>(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: [wgpu::BindingResource<'_>; N],
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries,
    })
}
