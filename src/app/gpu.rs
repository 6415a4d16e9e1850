//! The window's adapter and device.
//!
//! In: a window. Out: a surface on it, and a device that can draw and present there; or one sentence that says why not.
//! Never draws.

use super::screen::Borrowed;
use crate::render::Context;
use std::sync::Arc;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

pub struct Gpu {
    instance: wgpu::Instance,
    adapter: wgpu::Adapter,
    context: Context,
}

#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    #[error("no graphics adapter was found ({0}). {INSTALL_A_DRIVER}")]
    Adapter(String),
    #[error("the graphics adapter {adapter} could not be used: {reason}")]
    Device { adapter: String, reason: String },
    #[error("the window has no drawing surface: {0}")]
    Surface(#[from] wgpu::CreateSurfaceError),
}

const INSTALL_A_DRIVER: &str = if cfg!(target_os = "linux") {
    "Install a Vulkan driver (on Debian and Ubuntu: mesa-vulkan-drivers)."
} else {
    "Install the driver of the graphics card."
};

impl Gpu {
    /// Vulkan, Metal or Direct3D 12 first, then OpenGL; `WGPU_BACKEND` chooses otherwise.
    pub fn open(
        display: &OwnedDisplayHandle,
        window: &Arc<Window>,
    ) -> Result<(Self, wgpu::Surface<'static>), GpuError> {
        let mut reason = String::new();
        let chosen = wgpu::Backends::from_env();
        let tries = [wgpu::Backends::PRIMARY, wgpu::Backends::SECONDARY];
        for backends in chosen.as_ref().map_or(&tries[..], std::slice::from_ref) {
            let mut descriptor = wgpu::InstanceDescriptor::new_with_display_handle_from_env(Box::new(display.clone()));
            descriptor.backends = *backends;
            let instance = wgpu::Instance::new(descriptor);
            let surface = match instance.create_surface(window.clone()) {
                Ok(surface) => surface,
                Err(error) => {
                    reason = error.to_string();
                    continue;
                }
            };
            match pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                force_fallback_adapter: false,
                compatible_surface: Some(&surface),
                apply_limit_buckets: false,
            })) {
                Ok(adapter) => return Ok((Self::with(instance, adapter)?, surface)),
                Err(error) => reason = error.to_string(),
            }
        }
        Err(GpuError::Adapter(reason))
    }

    fn with(instance: wgpu::Instance, adapter: wgpu::Adapter) -> Result<Self, GpuError> {
        let opened = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("app / window"),
            required_features: wgpu::Features::empty(),
            required_limits: Context::required_limits(&adapter),
            experimental_features: wgpu::ExperimentalFeatures::disabled(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            trace: wgpu::Trace::Off,
        }));
        let (device, queue) = opened.map_err(|error| GpuError::Device {
            adapter: adapter.get_info().name,
            reason: error.to_string(),
        })?;
        let context = Context::from_parts(&adapter, device, queue);
        Ok(Self {
            instance,
            adapter,
            context,
        })
    }

    /// What the renderer draws with.
    pub fn context(&self) -> &Context {
        &self.context
    }

    pub fn largest_texture_side(&self) -> usize {
        self.context.device.limits().max_texture_dimension_2d as usize
    }

    /// Another surface of the same window.
    pub fn surface(&self, window: &Arc<Window>) -> Result<wgpu::Surface<'static>, GpuError> {
        Ok(self.instance.create_surface(window.clone())?)
    }

    pub fn borrow(&self) -> Borrowed<'_> {
        Borrowed {
            adapter: &self.adapter,
            device: &self.context.device,
            queue: &self.context.queue,
        }
    }
}
