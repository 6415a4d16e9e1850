//! The window's adapter and device.
//!
//! In: a window, and a choice of adapter. Out: a surface on it, and a device that can draw and present there; or one sentence
//! that says why not. Never draws, but for the small test picture of an adapter that is not known.

use super::screen::Borrowed;
use crate::app::saved::adapter_trial::Trial;
use crate::files::hold_shader_cache;
use crate::render::adapters::{self, AdapterChoice, AdapterId, Opened, Outlet, Proof};
use crate::render::{Context, RenderError, Renderer};
use std::sync::Arc;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

/// Wanted samples per pixel; an adapter without gives 1.
pub const SAMPLES: u32 = 4;

pub struct Gpu {
    instance: wgpu::Instance,
    adapter: wgpu::Adapter,
    context: Context,
    /// Made while the adapter was tried, until somebody takes it.
    renderer: Option<Renderer>,
    id: AdapterId,
    passed: Vec<String>,
    listed: Vec<String>,
    lacks: Vec<(&'static str, &'static str)>,
}

#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    #[error(transparent)]
    Adapter(#[from] RenderError),
    #[error("the window has no drawing surface: {0}")]
    Surface(#[from] wgpu::CreateSurfaceError),
}

/// The window that pictures go to.
struct OnScreen<'a> {
    display: &'a OwnedDisplayHandle,
    window: &'a Arc<Window>,
    trial: &'a Trial,
}

impl Outlet for OnScreen<'_> {
    type Ready = wgpu::Surface<'static>;

    fn instance(&self) -> wgpu::InstanceDescriptor {
        wgpu::InstanceDescriptor::new_with_display_handle_from_env(Box::new(self.display.clone()))
    }

    fn attach(
        &self,
        instance: &wgpu::Instance,
        adapter: &wgpu::Adapter,
        _: &Context,
    ) -> Result<wgpu::Surface<'static>, String> {
        let surface = instance
            .create_surface(self.window.clone())
            .map_err(|error| format!("the window has no drawing surface: {error}"))?;
        match adapter.is_surface_supported(&surface) {
            true => Ok(surface),
            false => Err("it cannot show pictures in this window".into()),
        }
    }

    fn trying(&self, id: Option<&AdapterId>) {
        self.trial.trying(id);
    }
}

impl Gpu {
    /// The first adapter that can draw and present on the window, as `choice` says.
    pub fn open(
        display: &OwnedDisplayHandle,
        window: &Arc<Window>,
        choice: &AdapterChoice,
        trial: &Trial,
    ) -> Result<(Self, wgpu::Surface<'static>), GpuError> {
        let proof = Proof::AllTested { samples: SAMPLES };
        let Opened {
            instance,
            adapter,
            context,
            renderer,
            id,
            passed,
            listed,
            ready,
            ..
        } = adapters::open(choice, proof, &OnScreen { display, window, trial })?;
        hold_shader_cache();
        let lacks = adapters::Powers::of(&adapter).lacks();
        let gpu = Self {
            instance,
            adapter,
            context,
            renderer,
            id,
            passed: passed.iter().map(ToString::to_string).collect(),
            listed: listed.into_iter().map(|id| id.name).collect(),
            lacks: lacks.iter().map(|lack| (lack.ability, lack.without)).collect(),
        };
        Ok((gpu, ready))
    }

    /// Context that the renderer draws with.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The renderer that was made while the adapter was tried; later calls make another.
    pub fn take_renderer(&mut self) -> Renderer {
        let made = self.renderer.take();
        made.unwrap_or_else(|| Renderer::new(&self.context))
    }

    /// Identity of the adapter, to remember it, or to skip it the next time.
    pub fn id(&self) -> &AdapterId {
        &self.id
    }

    /// Adapters that came before this one and could not be used, each with the reason, for people.
    pub fn passed(&self) -> &[String] {
        &self.passed
    }

    /// Names of the adapters that are known, this one included.
    pub fn listed(&self) -> &[String] {
        &self.listed
    }

    /// Abilities that the adapter lacks, and what is done without each, for people.
    pub fn lacks(&self) -> &[(&'static str, &'static str)] {
        &self.lacks
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
            context: &self.context,
            device: &self.context.device,
            queue: &self.context.queue,
        }
    }
}
