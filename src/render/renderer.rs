//! The renderer: what is kept from picture to picture, and the order of the passes.

use super::gpu_types::ViewUniform;
use super::passes::Common;
use super::passes::background::BackgroundPass;
use super::readback::{self, DeformedMesh};
use super::target::{Target, TargetFormat};
use super::{Context, RenderError};
use crate::core::{BoneIndex, MeshIndex, Projection};
use crate::images::Image;
use crate::picture::{Picture, PlacedKey};

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
    passes: Vec<(TargetFormat, Passes)>,
    target: Option<Target>,
    counts: Counts,
}

/// The pipelines that fit one kind of target.
struct Passes {
    background: BackgroundPass,
}

impl Renderer {
    pub fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            common: Common::new(context),
            passes: Vec::new(),
            target: None,
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
        self.prepare_target(picture)?;
        let target = self.target.as_ref().expect("prepared above");
        let passes = passes_for(&mut self.passes, &self.context, &self.common, target.format);
        self.common.write_view(&self.context, &view_uniform(picture));
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / picture"),
            });
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("scene"),
                color_attachments: &[Some(
                    target.color_attachment(wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT), true),
                )],
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
            pass.set_bind_group(0, &self.common.view_group, &[]);
            passes.background.draw(&self.context, &mut pass, picture.background);
        }
        self.context.queue.submit([encoder.finish()]);
        self.counts.pictures += 1;
        self.context.check()?;
        Ok(Drawn {
            samples: target.format.samples,
            problems: Vec::new(),
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
        Ok(())
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

    /// What the pixel at (`x`, `y`) of the last picture shows, from its top left corner. Bones come before meshes and are easier to
    /// hit than they look. `None`: nothing there.
    pub fn pick(&mut self, _x: u32, _y: u32) -> Result<Option<Picked>, RenderError> {
        self.drawn_target()?;
        Ok(None)
    }

    /// The vertices of one mesh as the last picture showed them; `None` if it is not in that picture.
    pub fn read_deformed(&self, _key: PlacedKey, _mesh: MeshIndex) -> Result<Option<DeformedMesh>, RenderError> {
        self.drawn_target()?;
        Ok(None)
    }

    fn drawn_target(&self) -> Result<&Target, RenderError> {
        self.target.as_ref().ok_or_else(|| RenderError::Readback {
            reason: "no picture was drawn yet".into(),
        })
    }
}

fn passes_for<'a>(
    known: &'a mut Vec<(TargetFormat, Passes)>,
    context: &Context,
    common: &Common,
    format: TargetFormat,
) -> &'a Passes {
    if let Some(at) = known.iter().position(|(have, _)| *have == format) {
        return &known[at].1;
    }
    known.push((
        format,
        Passes {
            background: BackgroundPass::new(context, common, format),
        },
    ));
    &known.last().expect("just pushed").1
}

fn view_uniform(picture: &Picture) -> ViewUniform {
    let camera = &picture.camera;
    let clip_from_view = camera.clip_from_view(picture.aspect());
    let parallel = camera.projection == Projection::Orthographic;
    // A thousandth of the way to the eye, whatever the projection makes of depth.
    let line_bias = if parallel {
        camera.distance * 1e-3 * clip_from_view.z_axis.z
    } else {
        clip_from_view.w_axis.z * 5e-4
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
