//! How the shader of labels gets its letters.

use crate::gpu::context::Context;
use crate::gpu::full_screen::texture_entry;
use crate::gpu::uniforms::bind_group;

pub fn layout(context: &Context) -> wgpu::BindGroupLayout {
    let sampler = wgpu::BindGroupLayoutEntry {
        binding: 1,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        count: None,
    };
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("labels"),
            entries: &[texture_entry(0), sampler],
        })
}

/// The bind group of letters.
pub fn group(context: &Context, letters: &wgpu::Texture) -> wgpu::BindGroup {
    let device = &context.device;
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("labels"),
        ..Default::default()
    });
    let resources = [
        wgpu::BindingResource::TextureView(&letters.create_view(&Default::default())),
        wgpu::BindingResource::Sampler(&sampler),
    ];
    bind_group(device, "labels", &layout(context), resources)
}
