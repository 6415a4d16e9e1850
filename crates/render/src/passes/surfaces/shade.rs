//! Bindings of shading besides textures: the lights, the environment, and one material for each draw by dynamic offset. Grows as needed.

use super::environment::{EnvironmentGpu, cube_entries, environment_entry};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::full_screen::texture_entry;
use crate::gpu::gpu_types::{FibresUniform, LightsUniform, MaterialUniform, ReflectanceUniform};
use crate::gpu::uniforms::bind_group;
use crate::gpu::uniforms::{UniformBuffer, uniform_entry};
use crate::lists::lights::lights;
use crate::passes::shadows::textures::{HELD_FORMAT, filled};
use crate::upload::image_sending::one_texel;
use castview_picture::Picture;
use castview_picture::light::Sheen;
use glam::Vec3;
use std::num::NonZeroU64;

pub struct Shade {
    pub layout: wgpu::BindGroupLayout,
    /// The environment alone, for the background.
    pub surroundings_layout: wgpu::BindGroupLayout,
    pub surroundings: wgpu::BindGroup,
    stride: usize,
    lights: UniformBuffer,
    materials: UniformBuffer,
    environment: EnvironmentGpu,
    /// Light held back at each pixel.
    held: wgpu::TextureView,
    /// Light that fibres reflect.
    fibres: UniformBuffer,
    /// Stands for the picture of what is behind, where nothing looks into it.
    nothing: wgpu::TextureView,
    bind_group: wgpu::BindGroup,
    /// Stands for the map of what is held back, where another eye looks.
    unheld: wgpu::TextureView,
    /// The same for another eye; `None` while nothing asks for it.
    elsewhere: Option<wgpu::BindGroup>,
    /// The same with the picture of what is behind, and that picture.
    through: Option<(wgpu::TextureView, wgpu::BindGroup)>,
}

impl Shade {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let [cube, sampler] = cube_entries(4);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("shade"),
            entries: &[
                uniform_entry(0, fragment, size_of::<LightsUniform>(), false),
                uniform_entry(1, fragment, size_of::<MaterialUniform>(), true),
                environment_entry(2),
                uniform_entry(3, fragment, size_of::<ReflectanceUniform>(), false),
                cube,
                sampler,
                held_entry(6),
                uniform_entry(7, fragment, size_of::<FibresUniform>(), false),
                texture_entry(8),
            ],
        });
        let [cube, sampler] = cube_entries(1);
        let surroundings_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("surroundings"),
            entries: &[environment_entry(0), cube, sampler],
        });
        let alignment = device.limits().min_uniform_buffer_offset_alignment as usize;
        let stride = size_of::<MaterialUniform>().next_multiple_of(alignment);
        let lights = UniformBuffer::new(context, "lights", size_of::<LightsUniform>());
        let materials = UniformBuffer::new(context, "materials", stride * 16);
        let environment = EnvironmentGpu::new(context);
        let held = filled(context, "shadows / none", [1; 2], HELD_FORMAT);
        let fibres = UniformBuffer::new(context, "fibres", size_of::<FibresUniform>());
        let mut cells = FibresUniform { cells: [[0.0; 4]; 225] };
        let table = Sheen::cells();
        cells.cells.iter_mut().zip(table).for_each(|(to, from)| *to = from);
        fibres.write(context, bytemuck::bytes_of(&cells));
        let nothing = one_texel(context, [0; 4]);
        let uniforms = [&lights, &materials, &fibres];
        Self {
            bind_group: group(device, &layout, uniforms, (&environment, &held, &nothing)),
            through: None,
            elsewhere: None,
            unheld: held.clone(),
            fibres,
            nothing,
            layout,
            surroundings: surroundings(device, &surroundings_layout, &environment),
            surroundings_layout,
            stride,
            lights,
            materials,
            environment,
            held,
        }
    }

    /// `held`: the map of what is held back, and the unit of distances in it. `behind`: the picture that is seen through what lets light
    /// through. `from_elsewhere`: another eye looks, too ([`Self::bind_elsewhere`]).
    pub fn write<'a>(
        &mut self,
        context: &Context,
        picture: &Picture,
        materials: impl ExactSizeIterator<Item = &'a MaterialUniform>,
        (held, behind): (Option<(&wgpu::TextureView, f32)>, Option<&wgpu::TextureView>),
        from_elsewhere: bool,
    ) {
        self.lights.write(context, bytemuck::bytes_of(&lights(picture)));
        let mut bytes = vec![0; materials.len() * self.stride];
        for (slot, material) in bytes.chunks_exact_mut(self.stride).zip(materials) {
            slot[..size_of::<MaterialUniform>()].copy_from_slice(bytemuck::bytes_of(material));
        }
        let is_larger = bytes.len() as u64 > self.materials.size();
        if is_larger {
            self.materials = UniformBuffer::new(context, "materials", bytes.len().next_power_of_two());
        }
        let is_elsewhere = self
            .environment
            .write(context, picture, held.map_or(0.0, |(_, unit)| unit));
        let other_map = held.map(|(view, _)| view).filter(|view| **view != self.held);
        if let Some(view) = other_map {
            self.held = view.clone();
        }
        if is_elsewhere {
            self.surroundings = surroundings(&context.device, &self.surroundings_layout, &self.environment);
        }
        let is_new = is_larger || is_elsewhere || other_map.is_some();
        let make = |held, behind| {
            let uniforms = [&self.lights, &self.materials, &self.fibres];
            group(
                &context.device,
                &self.layout,
                uniforms,
                (&self.environment, held, behind),
            )
        };
        let known = self.through.take().filter(|(view, _)| !is_new && Some(view) == behind);
        self.through = known.or_else(|| behind.map(|view| (view.clone(), make(&self.held, view))));
        let known = self.elsewhere.take().filter(|_| !is_new && from_elsewhere);
        self.elsewhere = known.or_else(|| from_elsewhere.then(|| make(&self.unheld, &self.nothing)));
        if is_new {
            self.bind_group = make(&self.held, &self.nothing);
        }
        self.materials.write(context, &bytes);
    }

    /// Binds the lights and material `index` of those written last. `looks_through`: with the picture of what is behind.
    pub fn bind(&self, pass: &mut DrawPass<'_>, index: usize, looks_through: bool) {
        let through = self.through.as_ref().filter(|_| looks_through);
        let group = through.map_or(&self.bind_group, |(_, group)| group);
        pass.set_bind_group(3, group, Some(self.offset(index)));
    }

    /// As [`Self::bind`], for another eye than the picture's: nothing holds light back there, and glass shows nothing behind it.
    pub fn bind_elsewhere(&self, pass: &mut DrawPass<'_>, index: usize) {
        if let Some(group) = &self.elsewhere {
            pass.set_bind_group(3, group, Some(self.offset(index)));
        }
    }

    /// Light of the environment that comes from below on average, linear.
    pub fn light_below(&self) -> Vec3 {
        self.environment.below()
    }

    /// The materials of the picture, written last.
    pub fn materials(&self) -> &wgpu::Buffer {
        &self.materials
    }

    /// Where material `index` begins among them, in bytes.
    pub fn offset(&self, index: usize) -> u32 {
        (index * self.stride) as u32
    }
}

fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    [lights, materials, fibres]: [&UniformBuffer; 3],
    (environment, held, behind): (&EnvironmentGpu, &wgpu::TextureView, &wgpu::TextureView),
) -> wgpu::BindGroup {
    let resources = [
        first_of(lights, size_of::<LightsUniform>()),
        first_of(materials, size_of::<MaterialUniform>()),
        environment.uniform.as_entire_binding(),
        environment.reflectance.as_entire_binding(),
        wgpu::BindingResource::TextureView(&environment.view),
        wgpu::BindingResource::Sampler(&environment.sampler),
        wgpu::BindingResource::TextureView(held),
        fibres.as_entire_binding(),
        wgpu::BindingResource::TextureView(behind),
    ];
    bind_group(device, "shade", layout, resources)
}

fn surroundings(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    environment: &EnvironmentGpu,
) -> wgpu::BindGroup {
    let resources = [
        environment.uniform.as_entire_binding(),
        wgpu::BindingResource::TextureView(environment.backdrop()),
        wgpu::BindingResource::Sampler(&environment.sampler),
    ];
    bind_group(device, "surroundings", layout, resources)
}

fn held_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::StorageTexture {
            access: wgpu::StorageTextureAccess::ReadOnly,
            format: HELD_FORMAT,
            view_dimension: wgpu::TextureViewDimension::D2,
        },
        count: None,
    }
}

/// So many bytes from the beginning of a buffer.
pub fn first_of(buffer: &wgpu::Buffer, size: usize) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer,
        offset: 0,
        size: NonZeroU64::new(size as u64),
    })
}
