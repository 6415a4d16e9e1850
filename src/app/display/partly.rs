//! Painting parts of the window, where the adapter takes long for all of it.

use egui::TextureId;
use egui::epaint::ClippedPrimitive;

/// Keeps the window as it was painted last, and says which parts are to be painted anew.
pub trait PaintsPartly {
    /// egui knows `view` as `id`, and all of its texels are opaque; `None`: not all are.
    fn set_opaque(&mut self, device: &wgpu::Device, id: TextureId, view: Option<&wgpu::TextureView>);

    /// `id` shows something else than when it was painted last.
    fn has_changed(&mut self, id: TextureId);

    /// All textures that castview registered may show something else.
    fn has_picture(&mut self);

    /// Plans the next image, which shows `shapes` and has the size and format of `config`.
    fn begin(
        &mut self,
        device: &wgpu::Device,
        config: &wgpu::SurfaceConfiguration,
        shapes: &[ClippedPrimitive],
        pixels_per_point: f32,
    ) -> PaintPlan;

    /// Copies what was painted to `image`, and keeps `shapes` to compare the next ones with.
    fn finish(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        image: &wgpu::Texture,
        shapes: (Vec<ClippedPrimitive>, f32),
    );
}

/// One image of the window, before it is painted.
pub struct PaintPlan {
    /// Target of the painting.
    pub view: wgpu::TextureView,
    /// Shapes that are painted over the image before; `None`: all are painted, over black.
    pub few: Option<Vec<ClippedPrimitive>>,
    /// Pixels that are painted, but for those of pictures of the 3D view that egui does not paint; `None`: all.
    pub pixels: Option<u64>,
}
