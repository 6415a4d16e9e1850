//! What shading needs besides textures: the lights, and one material for each draw by dynamic offset. Grows as needed.

use crate::render::Context;
use crate::render::gpu::gpu_types::{LightsUniform, MaterialUniform};
use crate::render::gpu::uniforms::{uniform_buffer, uniform_entry};
use std::num::NonZeroU64;

pub struct Shade {
    pub layout: wgpu::BindGroupLayout,
    stride: usize,
    lights: wgpu::Buffer,
    materials: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl Shade {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("shade"),
            entries: &[
                uniform_entry(0, fragment, size_of::<LightsUniform>(), false),
                uniform_entry(1, fragment, size_of::<MaterialUniform>(), true),
            ],
        });
        let alignment = device.limits().min_uniform_buffer_offset_alignment as usize;
        let stride = size_of::<MaterialUniform>().next_multiple_of(alignment);
        let lights = uniform_buffer(context, "lights", size_of::<LightsUniform>());
        let materials = uniform_buffer(context, "materials", stride * 16);
        Self {
            bind_group: group(device, &layout, &lights, &materials),
            layout,
            stride,
            lights,
            materials,
        }
    }

    pub fn write<'a>(
        &mut self,
        context: &Context,
        lights: &LightsUniform,
        materials: impl ExactSizeIterator<Item = &'a MaterialUniform>,
    ) {
        context.queue.write_buffer(&self.lights, 0, bytemuck::bytes_of(lights));
        let mut bytes = vec![0; materials.len() * self.stride];
        for (slot, material) in bytes.chunks_exact_mut(self.stride).zip(materials) {
            slot[..size_of::<MaterialUniform>()].copy_from_slice(bytemuck::bytes_of(material));
        }
        if bytes.len() as u64 > self.materials.size() {
            self.materials = uniform_buffer(context, "materials", bytes.len().next_power_of_two());
            self.bind_group = group(&context.device, &self.layout, &self.lights, &self.materials);
        }
        context.queue.write_buffer(&self.materials, 0, &bytes);
    }

    /// Binds the lights and material `index` of those written last.
    pub fn bind(&self, pass: &mut wgpu::RenderPass<'_>, index: usize) {
        pass.set_bind_group(3, &self.bind_group, &[(index * self.stride) as u32]);
    }
}

fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    lights: &wgpu::Buffer,
    materials: &wgpu::Buffer,
) -> wgpu::BindGroup {
    let first = |buffer, size: usize| {
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer,
            offset: 0,
            size: NonZeroU64::new(size as u64),
        })
    };
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("shade"),
        layout,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: first(lights, size_of::<LightsUniform>()),
            },
            wgpu::BindGroupEntry {
                binding: 1,
                resource: first(materials, size_of::<MaterialUniform>()),
            },
        ],
    })
}
