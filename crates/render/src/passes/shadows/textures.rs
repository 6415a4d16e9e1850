//! How the textures of shadows are made.

use crate::gpu::context::Context;
use crate::gpu::formats::DEPTH_FORMAT;

/// Format of the light held back at each pixel (`shaders/shared/light/held.wgsl`).
pub const HELD_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R32Uint;

/// Depth that is drawn, then read.
pub fn drawn(context: &Context, label: &str, size: [u32; 2]) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
    context
        .texture(label, size, (DEPTH_FORMAT, usage))
        .create_view(&Default::default())
}

/// Makes a texture that a compute pass writes and that is then read.
pub fn filled(context: &Context, label: &str, size: [u32; 2], format: wgpu::TextureFormat) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING;
    context
        .texture(label, size, (format, usage))
        .create_view(&Default::default())
}
