//! The environment on the GPU: its cube map, what scattering surfaces get of it, and how much surfaces reflect.
//!
//! In: a picture. Out: buffers, a texture and a sampler that shading and the background bind. The cube map is sent again when
//! the picture has another environment.

use crate::gpu::context::Context;
use crate::gpu::full_screen::sampler_entry;
use crate::gpu::gpu_types::{EnvironmentUniform, ReflectanceUniform};
use crate::gpu::uniforms::{UniformBuffer, uniform_entry};
use castview_picture::light::{EnvironmentMap, KeyLight, Preset, Reflectance, level_of_roughness};
use castview_picture::{Background, Environment, Picture};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// The perceptual roughness of what mirrors the background as it is seen blurred.
const BLURRED_ROUGHNESS: f32 = 0.42;

pub struct EnvironmentGpu {
    pub uniform: UniformBuffer,
    pub reflectance: UniformBuffer,
    pub sampler: wgpu::Sampler,
    pub view: wgpu::TextureView,
    sent: Option<(Environment, Arc<EnvironmentMap>)>,
    /// Sharp map of a built-in environment for the background: shading needs none as fine.
    backdrop: Option<(Preset, wgpu::TextureView)>,
}

impl EnvironmentGpu {
    pub fn new(context: &Context) -> Self {
        let reflectance = UniformBuffer::new(context, "reflectance", size_of::<ReflectanceUniform>());
        let mut cells = ReflectanceUniform { cells: [[0; 4]; 961] };
        cells
            .cells
            .iter_mut()
            .zip(Reflectance::cells())
            .for_each(|(to, from)| *to = from);
        reflectance.write(context, bytemuck::bytes_of(&cells));
        let sampler = context.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("environment"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        Self {
            uniform: UniformBuffer::new(context, "environment", size_of::<EnvironmentUniform>()),
            reflectance,
            sampler,
            view: cube_texture(context, 1, 1).create_view(&cube_view()),
            sent: None,
            backdrop: None,
        }
    }

    /// Environment map that the background shows.
    pub fn backdrop(&self) -> &wgpu::TextureView {
        self.backdrop.as_ref().map_or(&self.view, |(_, view)| view)
    }

    /// Sends what has changed; whether a view is another one. `held_unit`: of distances in the map of what is held back; 0: there is
    /// none.
    pub fn write(&mut self, context: &Context, picture: &Picture, held_unit: f32) -> bool {
        let is_new = self.sent.as_ref().is_none_or(|(sent, _)| *sent != picture.environment);
        if is_new {
            let map = picture.environment.map();
            self.view = upload(context, &map).create_view(&cube_view());
            self.sent = Some((picture.environment.clone(), map));
        }
        let wanted = fine_backdrop(picture);
        let is_other = wanted != self.backdrop.as_ref().map(|(preset, _)| *preset);
        if is_other {
            self.backdrop = wanted.map(|preset| {
                let sharp = preset.backdrop();
                let texture = cube_texture(context, sharp.side as u32, 1);
                send(context, &texture, 0, sharp.side as u32, &sharp.to_rgb9e5());
                (preset, texture.create_view(&cube_view()))
            });
        }
        if let Some((_, map)) = &self.sent {
            let uniform = uniform(map, picture, held_unit);
            self.uniform.write(context, bytemuck::bytes_of(&uniform));
        }
        is_new || is_other
    }
}

impl EnvironmentGpu {
    /// Light that comes from below on average, linear; what was written last.
    pub fn below(&self) -> Vec3 {
        let sent = self.sent.as_ref();
        sent.map_or(Vec3::ZERO, |(_, map)| map.irradiance.at(Vec3::NEG_Y))
    }
}

/// The built-in environment that the background shows sharply, if it does.
fn fine_backdrop(picture: &Picture) -> Option<Preset> {
    match (&picture.environment, picture.seen_background()) {
        (Environment::Preset(preset), Background::Environment { blurred: false }) => Some(*preset),
        _ => None,
    }
}

fn uniform(map: &EnvironmentMap, picture: &Picture, held_unit: f32) -> EnvironmentUniform {
    let key = map.key.unwrap_or(KeyLight {
        direction: Vec3::Y,
        light: Vec3::ZERO,
        sine: 0.0,
    });
    let turn_rad = picture.environment_turn_rad;
    EnvironmentUniform {
        irradiance: map.irradiance.0.map(|factor| factor.extend(0.0).to_array()),
        key_direction_world: (Quat::from_rotation_y(turn_rad) * key.direction).to_array(),
        key_sine: key.sine,
        key_light: key.light.to_array(),
        background_level: match picture.background {
            Background::Environment { blurred: true } => level_of_roughness(BLURRED_ROUGHNESS),
            _ => 0.0,
        },
        turn: [turn_rad.cos(), turn_rad.sin()],
        held_unit,
        pad: 0.0,
    }
}

fn cube_texture(context: &Context, side: u32, levels: usize) -> wgpu::Texture {
    context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("environment"),
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: 6,
        },
        mip_level_count: levels as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgb9e5Ufloat,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

fn cube_view() -> wgpu::TextureViewDescriptor<'static> {
    wgpu::TextureViewDescriptor {
        label: Some("environment"),
        dimension: Some(wgpu::TextureViewDimension::Cube),
        ..Default::default()
    }
}

fn upload(context: &Context, map: &EnvironmentMap) -> wgpu::Texture {
    let texture = cube_texture(context, map.side(), EnvironmentMap::LEVELS);
    for level in 0..EnvironmentMap::LEVELS {
        send(context, &texture, level, map.side() >> level, map.level(level));
    }
    texture
}

/// All faces of a level, `side` texels wide.
fn send(context: &Context, texture: &wgpu::Texture, level: usize, side: u32, texels: &[u8]) {
    let target = wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: level as u32,
        origin: wgpu::Origin3d::ZERO,
        aspect: wgpu::TextureAspect::All,
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(side * 4),
        rows_per_image: Some(side),
    };
    let size = wgpu::Extent3d {
        width: side,
        height: side,
        depth_or_array_layers: 6,
    };
    context.queue.write_texture(target, texels, layout, size);
}

pub fn environment_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    uniform_entry(
        binding,
        wgpu::ShaderStages::FRAGMENT,
        size_of::<EnvironmentUniform>(),
        false,
    )
}

pub fn cube_entries(binding: u32) -> [wgpu::BindGroupLayoutEntry; 2] {
    let cube = wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::Cube,
            multisampled: false,
        },
        count: None,
    };
    [cube, sampler_entry(binding + 1)]
}
