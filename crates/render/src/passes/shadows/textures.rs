//! How the textures of shadows are made.

use crate::gpu::context::Context;
use crate::gpu::formats::DEPTH_FORMAT;

/// Format of the light held back at each pixel (`shaders/shared/light/held.wgsl`).
pub const HELD_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R32Uint;

/// Depth that is drawn, then read.
pub fn drawn(context: &Context, label: &str, size: [u32; 2]) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
    texture(context, label, size, (DEPTH_FORMAT, usage))
}

/// Makes a texture that a compute pass writes and that is then read.
pub fn filled(context: &Context, label: &str, size: [u32; 2], format: wgpu::TextureFormat) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING;
    texture(context, label, size, (format, usage))
}

fn texture(
    context: &Context,
    label: &str,
    size: [u32; 2],
    (format, usage): (wgpu::TextureFormat, wgpu::TextureUsages),
) -> wgpu::TextureView {
    let texture = context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d {
            width: size[0],
            height: size[1],
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
