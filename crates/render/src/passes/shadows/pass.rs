//! Shadows of one picture after the other: what is made anew, and the ground as it is drawn.

use super::batches::Draws;
use super::depth::{self, DepthPass};
use super::fit::{Casting, Seer};
use super::maps::{Maps, WantedMaps};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::full_screen::{sampler_entry, texture_entry};
use crate::gpu::gpu_types::{CastingUniform, ViewUniform};
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::uniforms::{UniformBuffer, uniform_entry, uniform_group};
use crate::passes::common::Common;
use castview_picture::{Picture, PlacedModel};
use glam::Affine3A;
use std::sync::{Arc, OnceLock};

pub struct Shadows {
    pub depth: DepthPass,
    /// Draws of the batches of the picture in progress.
    pub draws: Draws,
    pub maps: Maps,
    /// Views of the key light and of the ground.
    views: [(UniformBuffer, wgpu::BindGroup); 2],
    ground_layout: wgpu::BindGroupLayout,
    ground_group: wgpu::BindGroup,
    /// By whether there are several samples to a pixel.
    ground: [OnceLock<wgpu::RenderPipeline>; 2],
    /// Inputs that the maps of the key light and of the ground were drawn from.
    shown: Option<Cast>,
    /// Inputs of the maps as they will be when the picture in progress is done.
    next: Option<Cast>,
}

/// All that the maps of the key light and of the ground follow from.
struct Cast {
    uniforms: [ViewUniform; 2],
    casting: CastingUniform,
    world_from_stage: Affine3A,
    materials: bool,
    models: Vec<PlacedModel>,
}

impl Cast {
    fn of(picture: &Picture, casting: &Casting) -> Self {
        Self {
            uniforms: [casting.key_view, casting.ground_view],
            // How the eye sees has no part in it.
            casting: CastingUniform {
                eye_world: [0.0; 3],
                near: 0.0,
                right_world: [0.0; 3],
                far: 0.0,
                up_world: [0.0; 3],
                parallel: 0.0,
                back_world: [0.0; 3],
                unit: 0.0,
                size_px: [0.0; 2],
                half_seen: [0.0; 2],
                reach: 0.0,
                first_px: [0; 2],
                count_px: [0; 2],
                shift_px: [0.0; 2],
                ..casting.uniform
            },
            world_from_stage: picture.world_from_stage,
            materials: picture.shading == castview_picture::Shading::Textured,
            models: picture.models.clone(),
        }
    }

    fn is(&self, other: &Self) -> bool {
        let same = |(one, other): (&PlacedModel, &PlacedModel)| {
            one.key == other.key
                && Arc::ptr_eq(&one.scene, &other.scene)
                && one.model == other.model
                && Arc::ptr_eq(&one.textures, &other.textures)
                && Arc::ptr_eq(&one.pose, &other.pose)
                && one.stage_from_model == other.stage_from_model
                && one.places.is(&other.places)
                && one.hidden_meshes == other.hidden_meshes
        };
        self.uniforms == other.uniforms
            && self.casting == other.casting
            && self.world_from_stage == other.world_from_stage
            && self.materials == other.materials
            && self.models.len() == other.models.len()
            && self.models.iter().zip(&other.models).all(same)
    }
}

impl Shadows {
    /// `view_layout`: that of the drawing passes' views.
    pub fn new(context: &Context, view_layout: &wgpu::BindGroupLayout) -> Self {
        let device = &context.device;
        let maps = Maps::new(context);
        let size = size_of::<ViewUniform>();
        let view = |label| {
            let buffer = UniformBuffer::new(context, label, size);
            let group = uniform_group(device, label, view_layout, &buffer, size);
            (buffer, group)
        };
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let ground_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("ground"),
            entries: &[
                uniform_entry(0, both, size_of::<CastingUniform>(), false),
                texture_entry(1),
                sampler_entry(2),
            ],
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("ground"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let ground_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("ground"),
            layout: &ground_layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: maps.casting.as_entire_binding(),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::TextureView(&maps.ground),
                },
                wgpu::BindGroupEntry {
                    binding: 2,
                    resource: wgpu::BindingResource::Sampler(&sampler),
                },
            ],
        });
        Self {
            depth: DepthPass::default(),
            draws: Draws::default(),
            maps,
            views: [view("shadows / key view"), view("shadows / ground view")],
            ground_layout,
            ground_group,
            ground: Default::default(),
            shown: None,
            next: None,
        }
    }

    /// Makes what pictures with that need, whatever their meshes are, unless it is there.
    fn make_shared(
        &mut self,
        context: &Context,
        view_layout: &wgpu::BindGroupLayout,
        (wanted, samples): (WantedMaps, u32),
    ) -> Result<(), RenderError> {
        self.maps.prepare(context, wanted)?;
        if wanted.ground && self.ground[usize::from(samples > 1)].get().is_none() {
            let made = context.catch(|| self.ground_pipeline(context, view_layout, samples))?;
            self.ground[usize::from(samples > 1)].get_or_init(|| made);
        }
        Ok(())
    }

    /// Makes what most pictures with that need, before any is known.
    pub fn make_ahead(
        &mut self,
        context: &Context,
        view_layout: &wgpu::BindGroupLayout,
        made_for: (WantedMaps, u32),
    ) -> Result<(), RenderError> {
        self.make_shared(context, view_layout, made_for)?;
        context.catch(|| self.depth.prepare_opaque(context, view_layout))
    }

    /// Writes what belongs to this picture; whether the maps of the key light and of the ground have to be made anew.
    pub fn prepare(
        &mut self,
        context: &Context,
        common: &Common,
        (picture, casting): (&Picture, &Casting),
        samples: u32,
    ) -> Result<bool, RenderError> {
        let wanted = WantedMaps {
            key: casting.uniform.has_key > 0.0,
            occlusion: casting.has_occlusion,
            ground: casting.has_ground,
        };
        self.make_shared(context, &common.view_layout, (wanted, samples))?;
        self.depth.has_section = casting.has_section;
        self.maps.fit(context, picture.size, casting.uniform.count_px)?;
        self.maps.casting.write(context, bytemuck::bytes_of(&casting.uniform));
        let next = Cast::of(picture, casting);
        let is_shown = self.shown.take().filter(|shown| shown.is(&next)).is_some();
        for ((buffer, _), uniform) in self.views.iter().zip(&next.uniforms) {
            buffer.write(context, bytemuck::bytes_of(uniform));
        }
        self.next = Some(next);
        Ok(!is_shown)
    }

    /// The maps are to be made anew, and nothing that is open is held any more.
    pub fn forget(&mut self) {
        (self.shown, self.next) = (None, None);
    }

    /// Everything of the picture in progress was recorded.
    pub fn finish(&mut self) {
        self.shown = self.next.take();
    }

    fn ground_pipeline(
        &self,
        context: &Context,
        view_layout: &wgpu::BindGroupLayout,
        samples: u32,
    ) -> wgpu::RenderPipeline {
        PipelineSpec {
            label: "ground",
            shader: shaders::GROUND,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[],
            groups: &[view_layout, &self.ground_layout].map(Some),
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            depth: Depth::Tested,
        }
        .build(context, samples)
    }

    /// Begins to draw what `seer` sees; `first`: nothing was drawn for it yet. `None`: it has no map.
    pub fn begin<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        common: &Common,
        seer: Seer,
        first: bool,
    ) -> Option<DrawPass<'a>> {
        let (label, view, group) = match seer {
            Seer::Key => ("shadows / key", &self.maps.key, &self.views[0].1),
            Seer::Ground => ("shadows / under", &self.maps.under, &self.views[1].1),
            Seer::Eye => ("shadows / eye", &self.maps.held()?.eye, &common.view_group),
        };
        let mut pass = depth::begin(encoder, label, view, first);
        pass.set_bind_group(0, group, None);
        Some(pass)
    }

    /// The ground of the picture, over its background.
    pub fn draw_ground(&self, pass: &mut DrawPass<'_>, samples: u32) {
        if let Some(pipeline) = self.ground[usize::from(samples > 1)].get() {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(1, &self.ground_group, None);
            pass.draw(0..4, 0..1);
        }
    }
}
