//! The renderer: what is kept from picture to picture, and the order of the passes.

use super::draw_list::{DrawList, Part};
use super::gpu_types::{PosedVertex, ViewUniform};
use super::pack::ChunkLimits;
use super::passes::bones::{BonesPass, Glyphs};
use super::passes::deform::DeformPass;
use super::passes::floor::FloorPass;
use super::passes::hair::HairPass;
use super::passes::mesh::MeshPass;
use super::passes::outline::{Mask, OutlinePass};
use super::passes::pick::PickPass;
use super::passes::points::PointsPass;
use super::passes::wire::WirePass;
use super::passes::{Common, background::BackgroundPass};
use super::placed_gpu::PlacedGpu;
use super::readback::{self, DeformedMesh};
use super::scene_gpu::{Body, MeshGpu, ModelGpu};
use super::target::{Target, TargetFormat};
use super::texture::Textures;
use super::{Context, RenderError, glyphs};
use crate::core::{BoneIndex, MeshIndex, Projection};
use crate::images::Image;
use crate::picture::{Picture, PlacedKey, PlacedModel, Shading};
use std::sync::Arc;

/// What a call to [`Renderer::draw`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Samples per pixel the picture has: the wanted number, or 1 where the adapter has no more.
    pub samples: u32,
    /// Meshes and textures that had to be left out, with the reason; the rest is drawn.
    pub problems: Vec<RenderError>,
}

/// How often things were done since the renderer was made: idle means that none of them grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub pictures: u64,
    /// Runs of the deform pass, one per chunk of a mesh.
    pub deform_dispatches: u64,
    /// Models whose meshes were sent to the GPU.
    pub uploads: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Picked {
    pub key: PlacedKey,
    pub what: PickedPart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PickedPart {
    Bone(BoneIndex),
    Mesh(MeshIndex),
}

/// Draws pictures with one device. Keeps uploads, pipelines and the target between pictures.
pub struct Renderer {
    context: Context,
    common: Common,
    chunk_limits: ChunkLimits,
    deform: DeformPass,
    textures: Textures,
    passes: Vec<(TargetFormat, Passes)>,
    pick: Option<PickPass>,
    target: Option<Target>,
    mask: Option<Mask>,
    glyphs: Glyphs,
    placed: Vec<PlacedGpu>,
    last: Option<Last>,
    counts: Counts,
}

/// The pipelines that fit one kind of target.
struct Passes {
    background: BackgroundPass,
    mesh: MeshPass,
    wire: WirePass,
    points: PointsPass,
    hair: HairPass,
    floor: FloorPass,
    outline: OutlinePass,
    bones: BonesPass,
}

/// What the last picture showed, for picking.
struct Last {
    view: ViewUniform,
    list: DrawList,
    table: Vec<Picked>,
}

impl Renderer {
    pub fn new(context: &Context) -> Self {
        Self::with_chunks(context, ChunkLimits::default())
    }

    /// `limits`: how much of a mesh one run of the deform pass takes. Tests make it small.
    pub fn with_chunks(context: &Context, limits: ChunkLimits) -> Self {
        Self {
            context: context.clone(),
            common: Common::new(context),
            chunk_limits: limits,
            deform: DeformPass::new(context),
            textures: Textures::new(context),
            passes: Vec::new(),
            pick: None,
            target: None,
            mask: None,
            glyphs: Glyphs::new(context),
            placed: Vec::new(),
            last: None,
            counts: Counts::default(),
        }
    }

    pub fn context(&self) -> &Context {
        &self.context
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Draws `picture` into [`Self::color_view`].
    ///
    /// An error means that the picture is not there; after [`RenderError::DeviceLost`] make a new context and renderer.
    pub fn draw(&mut self, picture: &Picture) -> Result<Drawn, RenderError> {
        self.context.check()?;
        self.last = None;
        self.prepare_target(picture)?;
        let mut problems = Vec::new();
        self.place_models(picture, &mut problems);
        let mut table = Vec::new();
        let list = DrawList::of(picture, &mut table);
        let glyphs = glyphs::glyphs(picture, &mut table);
        self.prepare_textures(picture, &list, &mut problems);
        let view = view_uniform(picture);
        self.common.write_view(&self.context, &view);
        self.common.draws.write(&self.context, &list.uniforms);
        self.glyphs.write(&self.context, &glyphs);
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / picture"),
            });
        self.deform_meshes(&mut encoder, &list);
        self.record(&mut encoder, picture, &list)?;
        self.context.queue.submit([encoder.finish()]);
        self.context.check()?;
        self.counts.pictures += 1;
        self.last = Some(Last { view, list, table });
        Ok(Drawn {
            samples: self.drawn_target()?.format.samples,
            problems,
        })
    }

    fn prepare_target(&mut self, picture: &Picture) -> Result<(), RenderError> {
        let abilities = self.context.abilities();
        let format = TargetFormat {
            samples: if picture.samples >= 4 && abilities.multisampling {
                4
            } else {
                1
            },
            srgb_view: abilities.view_formats,
        };
        let fits = |target: &Target| target.size == picture.size && target.format == format;
        if !self.target.as_ref().is_some_and(fits) {
            self.target = Some(Target::new(&self.context, picture.size, format)?);
        }
        if !self.passes.iter().any(|(have, _)| *have == format) {
            let passes = self
                .context
                .catch(|| Passes::new(&self.context, &self.common, &self.textures, format))?;
            self.passes.push((format, passes));
        }
        Ok(())
    }

    /// Makes `self.placed` parallel to the picture's models: kept where nothing but the pose changed, uploads shared by
    /// placements of one model, the rest freed.
    fn place_models(&mut self, picture: &Picture, problems: &mut Vec<RenderError>) {
        let mut before = std::mem::take(&mut self.placed);
        for placed in &picture.models {
            let kept = before
                .iter()
                .position(|gpu| gpu.fits(placed))
                .map(|at| before.swap_remove(at));
            let mut gpu = kept.unwrap_or_else(|| {
                let shared = self
                    .placed
                    .iter()
                    .chain(&before)
                    .find(|gpu| gpu.shows(placed))
                    .map(|gpu| gpu.gpu.clone());
                let model = shared.unwrap_or_else(|| {
                    self.counts.uploads += 1;
                    Arc::new(ModelGpu::upload(
                        &self.context,
                        &placed.scene,
                        placed.model,
                        self.chunk_limits,
                    ))
                });
                PlacedGpu::new(&self.context, &self.deform, placed, model)
            });
            gpu.set_pose(&self.context, &self.deform, &placed.pose);
            problems.extend(gpu.gpu.problems.iter().chain(&gpu.problems).cloned());
            self.placed.push(gpu);
        }
    }

    fn prepare_textures(&mut self, picture: &Picture, list: &DrawList, problems: &mut Vec<RenderError>) {
        for item in &list.items {
            let Some(image) = &item.image else { continue };
            if let Err(error) = self.textures.prepare(&self.context, image) {
                problems.push(RenderError::Texture {
                    material: material_name(&picture.models[item.placed], item.part),
                    reason: error.to_string(),
                });
            }
        }
        // Hidden or untextured for now: what a model still shows elsewhere is worth keeping.
        for image in picture
            .models
            .iter()
            .flat_map(|placed| placed.textures.iter().flatten())
        {
            self.textures.keep(image);
        }
        self.textures.free_unused();
    }

    fn deform_meshes(&mut self, encoder: &mut wgpu::CommandEncoder, list: &DrawList) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("deform"),
            timestamp_writes: None,
        });
        self.deform.begin(&mut pass);
        for item in &list.items {
            if let Part::Mesh(mesh) = item.part {
                self.counts.deform_dispatches += self.placed[item.placed].deform(&self.deform, &mut pass, mesh);
            }
        }
    }

    fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        picture: &Picture,
        list: &DrawList,
    ) -> Result<(), RenderError> {
        let target = self.target.as_ref().expect("prepared before");
        let passes = self.passes.iter().find(|(format, _)| *format == target.format);
        let passes = &passes.expect("prepared before").1;
        let outlined = list.items.iter().any(|item| item.selected);
        if outlined {
            passes.outline.prepare(&self.context, &mut self.mask, picture.size)?;
        }
        let mask = self.mask.as_ref().filter(|_| outlined);
        if let Some(mask) = mask {
            let mut pass = passes.outline.begin_mask(encoder, &self.common, mask);
            self.each_mesh(&mut pass, list, |pass, at, mesh, vertices| {
                if let Some(triangles) = mesh.triangles.as_ref().filter(|_| list.items[at].selected) {
                    passes.outline.draw_mask(pass, triangles, vertices);
                }
            });
        }
        let overlay = mask.is_some() || self.glyphs.count > 0;
        {
            let mut pass = begin(encoder, "scene", target, &self.common, true, !overlay);
            passes.background.draw(&self.context, &mut pass, picture.background);
            self.draw_models(&mut pass, passes, picture, list);
            passes.floor.draw(&self.context, &mut pass, picture);
        }
        if overlay {
            let mut pass = begin(encoder, "overlay", target, &self.common, false, true);
            if let Some(mask) = mask {
                self.common.draws.bind(&mut pass, 0);
                passes
                    .outline
                    .draw(&self.context, &mut pass, mask, picture.palette.selected);
            }
            if self.glyphs.count > 0 {
                passes
                    .bones
                    .draw(&self.context, &mut pass, &self.glyphs, &picture.palette);
            }
        }
        Ok(())
    }

    fn draw_models(&self, pass: &mut wgpu::RenderPass<'_>, passes: &Passes, picture: &Picture, list: &DrawList) {
        let alone = picture.shading == Shading::Wireframe;
        self.each_mesh(pass, list, |pass, at, mesh, vertices| match &mesh.triangles {
            None => passes.points.draw(pass, vertices, mesh.vertex_count),
            Some(_) if alone => {}
            Some(triangles) => {
                let image = list.items[at].image.as_ref();
                let material = image.map_or(&self.textures.white, |image| self.textures.get(image));
                passes.mesh.draw(pass, mesh, triangles, vertices, material);
            }
        });
        for (at, item) in list.items.iter().enumerate() {
            if let Part::Hair(hair) = item.part
                && let Some(Some(hair)) = self.placed[item.placed].gpu.hairs.get(hair)
            {
                self.common.draws.bind(pass, at);
                passes.hair.draw(pass, hair);
            }
        }
        if alone || picture.overlays.wireframe {
            self.each_mesh(pass, list, |pass, at, mesh, vertices| {
                let item = &list.items[at];
                if let Part::Mesh(index) = item.part
                    && let Some(edges) = mesh.edges(&self.context, &self.placed[item.placed].model().meshes[index])
                {
                    passes.wire.draw(pass, edges, vertices, !alone);
                }
            });
        }
    }

    /// Calls `each` with every mesh of the list that is there, its draw bound, and its vertices.
    fn each_mesh(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        list: &DrawList,
        mut each: impl FnMut(&mut wgpu::RenderPass<'_>, usize, &MeshGpu, &wgpu::Buffer),
    ) {
        for (at, item) in list.items.iter().enumerate() {
            let Part::Mesh(index) = item.part else { continue };
            let placed = &self.placed[item.placed];
            if let (Some(Some(mesh)), Some(vertices)) = (placed.gpu.meshes.get(index), placed.vertices(index)) {
                self.common.draws.bind(pass, at);
                each(pass, at, mesh, vertices);
            }
        }
    }

    /// The last picture as egui samples it: plain sRGB bytes, premultiplied alpha. A new view after a change of size;
    /// `None` before the first picture.
    pub fn color_view(&self) -> Option<&wgpu::TextureView> {
        self.target.as_ref().map(|target| &target.plain_view)
    }

    /// The last picture, straight alpha.
    pub fn read_pixels(&self) -> Result<Image, RenderError> {
        let target = self.drawn_target()?;
        let bytes = readback::read_texture(&self.context, &target.color, target.size, 4)?;
        Ok(readback::straight_alpha(target.size, bytes))
    }

    /// What the pixel at (`x`, `y`) of the last picture shows, counted from its top left corner. Bones come before
    /// meshes and are easier to hit than they look. `None`: nothing there. Waits for the GPU.
    pub fn pick(&mut self, x: u32, y: u32) -> Result<Option<Picked>, RenderError> {
        self.context.check()?;
        let [width, height] = self.drawn_target()?.size;
        if x >= width || y >= height {
            return Ok(None);
        }
        if self.pick.is_none() {
            self.pick = Some(self.context.catch(|| PickPass::new(&self.context, &self.common))?);
        }
        let (Some(pick), Some(last)) = (&self.pick, &self.last) else {
            return Ok(None);
        };
        let center = |at: u32, size: u32| (2.0 * at as f32 + 1.0) / size as f32 - 1.0;
        self.common.write_view(
            &self.context,
            &ViewUniform {
                zoom_middle: [center(x, width), -center(y, height)],
                zoom_half: [1.0 / width as f32, 1.0 / height as f32],
                ..last.view
            },
        );
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / pick"),
            });
        {
            let mut pass = pick.begin(&mut encoder, &self.common, true);
            self.each_mesh(&mut pass, &last.list, |pass, _, mesh, vertices| match &mesh.triangles {
                Some(triangles) => pick.draw_mesh(pass, triangles, vertices),
                None => pick.draw_points(pass, vertices, mesh.vertex_count),
            });
        }
        if self.glyphs.count > 0 {
            pick.draw_bones(&mut pick.begin(&mut encoder, &self.common, false), &self.glyphs);
        }
        self.context.queue.submit([encoder.finish()]);
        let bytes = readback::read_texture(&self.context, &pick.ids, [1, 1], 4)?;
        self.context.check()?;
        let id = bytes.try_into().map_or(0, u32::from_le_bytes) as usize;
        Ok(id.checked_sub(1).and_then(|at| last.table.get(at).copied()))
    }

    /// The vertices of one mesh in the pose of the last picture, hidden or not; `None` if its model was not in that
    /// picture or the mesh is empty or left out. Waits for the GPU.
    pub fn read_deformed(&mut self, key: PlacedKey, mesh: MeshIndex) -> Result<Option<DeformedMesh>, RenderError> {
        self.context.check()?;
        let Some(at) = self.placed.iter().position(|placed| placed.key == key) else {
            return Ok(None);
        };
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / read deformed"),
            });
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("deform"),
                timestamp_writes: None,
            });
            self.deform.begin(&mut pass);
            self.counts.deform_dispatches += self.placed[at].deform(&self.deform, &mut pass, mesh.get());
        }
        self.context.queue.submit([encoder.finish()]);
        let placed = &self.placed[at];
        let (Some(Some(gpu)), Some(vertices)) = (placed.gpu.meshes.get(mesh.get()), placed.vertices(mesh.get())) else {
            return Ok(None);
        };
        let size = u64::from(gpu.vertex_count) * size_of::<PosedVertex>() as u64;
        let bytes = readback::read_buffer(&self.context, vertices, size)?;
        Ok(Some(DeformedMesh::unpack(&bytes)))
    }

    /// How many chunks the mesh is deformed in; 0 when it is rigid, empty or not there.
    pub fn chunk_count(&self, key: PlacedKey, mesh: MeshIndex) -> usize {
        let placed = self.placed.iter().find(|placed| placed.key == key);
        let mesh = placed.and_then(|placed| placed.gpu.meshes.get(mesh.get())?.as_ref());
        match mesh.map(|mesh| &mesh.body) {
            Some(Body::Deforming { chunks }) => chunks.len(),
            _ => 0,
        }
    }

    fn drawn_target(&self) -> Result<&Target, RenderError> {
        self.target.as_ref().ok_or_else(|| RenderError::Readback {
            reason: "no picture was drawn yet".into(),
        })
    }
}

impl Passes {
    fn new(context: &Context, common: &Common, textures: &Textures, format: TargetFormat) -> Self {
        Self {
            background: BackgroundPass::new(context, common, format),
            mesh: MeshPass::new(context, common, &textures.layout, format),
            wire: WirePass::new(context, common, format),
            points: PointsPass::new(context, common, format),
            hair: HairPass::new(context, common, format),
            floor: FloorPass::new(context, common, format),
            outline: OutlinePass::new(context, common, format),
            bones: BonesPass::new(context, common, format),
        }
    }
}

/// A pass into the target with the view bound. `first`: on an empty target; otherwise over what is there, with a depth of its own.
/// `last`: samples are resolved afterwards.
fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    label: &str,
    target: &Target,
    common: &Common,
    first: bool,
    last: bool,
) -> wgpu::RenderPass<'a> {
    let load = if first {
        wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT)
    } else {
        wgpu::LoadOp::Load
    };
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(target.color_attachment(load, last))],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &target.depth_view,
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(0.0),
                store: wgpu::StoreOp::Discard,
            }),
            stencil_ops: None,
        }),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    pass.set_bind_group(0, &common.view_group, &[]);
    pass
}

fn material_name(placed: &PlacedModel, part: Part) -> String {
    let model = placed.model();
    let material = match part {
        Part::Mesh(mesh) => model.meshes[mesh].material,
        Part::Hair(hair) => model.hairs[hair].material,
    };
    let known = material.and_then(|material| model.materials.get(material.get()));
    known.map_or_else(String::new, |material| material.name.clone())
}

fn view_uniform(picture: &Picture) -> ViewUniform {
    let camera = &picture.camera;
    let clip_from_view = camera.clip_from_view(picture.aspect());
    let parallel = camera.projection == Projection::Orthographic;
    // A thousandth of the way to the eye, whatever the projection makes of depth.
    let line_bias = if parallel {
        camera.distance * 1e-3 * clip_from_view.z_axis.z
    } else {
        clip_from_view.w_axis.z * 1e-3
    };
    let [width, height] = picture.size.map(|pixels| pixels as f32);
    ViewUniform {
        clip_from_world: camera.clip_from_world(picture.aspect()).to_cols_array_2d(),
        eye_world: camera.eye().to_array(),
        line_bias,
        right_world: camera.right().to_array(),
        width_px: width,
        up_world: camera.up().to_array(),
        height_px: height,
        back_world: (-camera.forward()).to_array(),
        parallel: f32::from(u8::from(parallel)),
        line_px: (height / 900.0).clamp(1.0, 4.0),
        height_world: if parallel {
            camera.half_height() * 2.0
        } else {
            (camera.fov_y_rad * 0.5).tan() * 2.0
        },
        zoom_middle: [0.0; 2],
        zoom_half: [1.0; 2],
        pad: [0.0; 2],
    }
}
