//! Pipelines, buffers and numbers for meshes of many small triangles ([`Found`]).

use super::nearest::{Found, NearestPass, Numbered, Sought, found_layout, layout};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::pipeline::Sides;
use crate::gpu::shaders;
use crate::passes::shadows::depth;
use crate::passes::shadows::fit::{GROUND_SIDE, KEY_SIDE, Seer};
use std::sync::OnceLock;

/// Meshes of one picture that have numbers, each with the position of its item, in their order.
#[derive(Default)]
pub struct Numbers {
    /// Triangles, as the eye sees them.
    pub eye: Vec<(usize, Numbered)>,
    /// The same as the key light sees them; none while its map stays.
    pub key: Vec<(usize, Numbered)>,
    /// Dots, as the ground sees them; none while its map stays.
    pub ground: Vec<(usize, Numbered)>,
}

impl Numbers {
    /// The meshes whose triangles or dots `seer` sees.
    pub fn of(&self, seer: Seer) -> &[(usize, Numbered)] {
        match seer {
            Seer::Eye => &self.eye,
            Seer::Key => &self.key,
            Seer::Ground => &self.ground,
        }
    }

    /// The numbers of an item, as `seer` sees them.
    pub fn get(&self, seer: Seer, item: usize) -> Option<&Numbered> {
        let all = self.of(seer);
        let at = all.binary_search_by_key(&item, |(item, _)| *item).ok()?;
        Some(&all[at].1)
    }

    /// Whether `seer` sees the depth of an item by its numbers.
    pub fn has(&self, seer: Seer, item: usize) -> bool {
        self.get(seer, item).is_some()
    }
}

/// Pipelines and buffers for such meshes, made when first needed.
pub struct Dense {
    /// Layout of the inputs of shading; `None`: this adapter numbers no samples.
    pub layout: Option<wgpu::BindGroupLayout>,
    nearest: OnceLock<NearestPass>,
    /// Draws depth that was found.
    depth: OnceLock<wgpu::RenderPipeline>,
    /// Depths for the maps of the key light and of the ground. Those of the eye belong to the target.
    maps: [OnceLock<Found>; 2],
}

impl Dense {
    pub fn new(context: &Context) -> Self {
        Self {
            layout: context.abilities().numbers_samples.then(|| layout(context)),
            nearest: OnceLock::new(),
            depth: OnceLock::new(),
            maps: Default::default(),
        }
    }

    /// The pass that finds them.
    pub fn nearest(&self, context: &Context) -> &NearestPass {
        self.nearest.get_or_init(|| NearestPass::new(context))
    }

    /// The same, if any were there.
    pub fn nearest_made(&self) -> Option<&NearestPass> {
        self.nearest.get()
    }

    /// Makes what drawing depth that was found needs, where any of these meshes cast shadows.
    pub fn prepare_depth(&self, context: &Context, numbers: &Numbers) {
        if !numbers.eye.is_empty() {
            self.make_depth(context);
        }
    }

    /// Makes what drawing depth that was found needs.
    pub fn make_depth(&self, context: &Context) {
        self.depth.get_or_init(|| pipeline(context));
    }

    /// Buffers for the depth that the key light or the ground sees.
    pub fn prepare_found(&self, context: &Context, seer: Seer, sought: Sought) -> Result<&Found, RenderError> {
        let (room, side) = match seer {
            Seer::Ground => (&self.maps[1], GROUND_SIDE),
            Seer::Key | Seer::Eye => (&self.maps[0], KEY_SIDE),
        };
        kept(context, room, || Found::new(context, [side; 2], 1, sought))
    }

    /// Returns the search result for `seer`; that of the eye is `of_eye`.
    pub fn found<'a>(&'a self, of_eye: Option<&'a Found>, seer: Seer) -> Option<&'a Found> {
        match seer {
            Seer::Eye => of_eye,
            Seer::Key => self.maps[0].get(),
            Seer::Ground => self.maps[1].get(),
        }
    }

    /// Draws the depth that was found for `seer` in a rectangle: first texel and size. Nothing else is drawn in this pass after it.
    pub fn draw_depth(
        &self,
        pass: &mut DrawPass<'_>,
        of_eye: Option<&Found>,
        (seer, rectangle): (Seer, [[u32; 2]; 2]),
    ) {
        let [[x, y], [width, height]] = rectangle;
        let pipeline = self.depth.get().filter(|_| width > 0 && height > 0);
        if let (Some(pipeline), Some(found)) = (pipeline, self.found(of_eye, seer)) {
            pass.set_pipeline(pipeline);
            found.bind(pass);
            pass.set_scissor_rect(x, y, width, height);
            pass.draw(0..3, 0..1);
        }
    }
}

/// The buffers that are there, or those that `make` makes.
pub fn kept<'a>(
    context: &Context,
    room: &'a OnceLock<Found>,
    make: impl FnOnce() -> Found,
) -> Result<&'a Found, RenderError> {
    if let Some(found) = room.get() {
        return Ok(found);
    }
    let made = context.catch(make)?;
    Ok(room.get_or_init(|| made))
}

fn pipeline(context: &Context) -> wgpu::RenderPipeline {
    let module = shaders::FOUND.module(&context.device);
    let layout = context.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("depth / found"),
        bind_group_layouts: &[None, Some(&found_layout(context))],
        immediate_size: 0,
    });
    let fragment = wgpu::FragmentState {
        module: &module,
        entry_point: Some("fragment"),
        compilation_options: Default::default(),
        targets: &[],
    };
    let vertex = (&module, "vertex");
    depth::build(context, &layout, vertex, (&[], Sides::Both), Some(fragment))
}
