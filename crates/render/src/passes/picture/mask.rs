//! The mask of an outline.

/// Numbers, 0 where nothing is; as large as the picture.
pub struct Mask {
    pub view: wgpu::TextureView,
    pub bind_group: wgpu::BindGroup,
}
