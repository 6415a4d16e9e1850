//! The floor grid and the axes, sized from what is drawn.

use super::common::Common;
use super::pass::{At, Draw, Pass, Piece, Plan, Turn};
use super::picture::picture_gpu::PictureGpu;
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::FloorUniform;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders::{self, Shader};
use crate::gpu::srgb::{GLARE, contrast, linear, luminance};
use crate::gpu::uniforms::{UniformBuffer, uniform_group, uniform_layout};
use castview_base::core::Bounds;
use castview_picture::{Background, ColorBy, Picture, grid_step};
use glam::{Vec3, Vec3A};
use std::sync::OnceLock;

/// Strength of the grid over a model that reaches below it, of its usual strength.
const OVER_SURFACES: f64 = 0.2;
/// A model may reach so far below the grid and still count as standing on it, in parts of its size.
const SUNK: f32 = 0.01;

/// Contrast of the grid's lines and the background: with less they are as good as not there; what they get then, as in the dark theme. Lines are
/// drawn at a part of their strength.
const LEAST_CONTRAST: f32 = 1.7;
const GRID_CONTRAST: f32 = 2.5;

pub struct FloorPass {
    grid: wgpu::RenderPipeline,
    /// The two drawings of `grid.wgsl` for models below the grid, made when the first of them comes.
    sunk: OnceLock<[wgpu::RenderPipeline; 2]>,
    axes: wgpu::RenderPipeline,
    /// The grid and the axes where no surface is, made when the first picture of data comes.
    behind: OnceLock<[wgpu::RenderPipeline; 2]>,
    samples: u32,
    layouts: [wgpu::BindGroupLayout; 2],
    uniform: UniformBuffer,
    bind_group: wgpu::BindGroup,
}

impl FloorPass {
    fn sunk(&self, context: &Context) -> [wgpu::RenderPipeline; 2] {
        [0.0, 1.0].map(|is_rest| {
            let constants = [("SHARE", OVER_SURFACES), ("IS_REST", is_rest)];
            let what = ("grid / sunk", shaders::GRID);
            pipeline((context, &self.layouts), what, &constants, self.samples)
        })
    }

    fn behind(&self, context: &Context) -> [wgpu::RenderPipeline; 2] {
        let build = |label, shader, constants: &[(&str, f64)]| {
            pipeline((context, &self.layouts), (label, shader), constants, self.samples)
        };
        [
            build("grid / behind", shaders::GRID, &[("SHARE", 0.0), ("IS_REST", 1.0)]),
            build("axes / behind", shaders::AXES, &[("IS_BEHIND", 1.0)]),
        ]
    }
}

impl Pass for FloorPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let size = size_of::<FloorUniform>();
        let layout = uniform_layout(context, "floor", wgpu::ShaderStages::VERTEX_FRAGMENT, size);
        let layouts = [common.view_layout.clone(), layout];
        let build = |label, shader| pipeline((context, &layouts), (label, shader), &[], samples);
        let uniform = UniformBuffer::new(context, "floor", size);
        Self {
            grid: build("grid", shaders::GRID),
            axes: build("axes", shaders::AXES),
            sunk: OnceLock::new(),
            behind: OnceLock::new(),
            bind_group: uniform_group(&context.device, "floor", &layouts[1], &uniform, size),
            uniform,
            samples,
            layouts,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        let overlays = there.picture.overlays;
        // Layers are counted by colors, and hide nothing: lines among them would be counted by the eye, too.
        let counts = there.picture.color_by == ColorBy::Overdraw;
        if (overlays.grid || overlays.axes) && !counts {
            // The scene behind glass has to be drawn before the glass.
            let turn = match plan.transmits {
                true => Turn::FloorBehind,
                false => Turn::Floor,
            };
            plan.add(Draw::of(turn, At::default()), Extent::ONE, 0.3 * plan.cover.all);
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, _: &Piece<'_>) {
        let (context, picture) = (there.context, there.picture);
        let overlays = picture.overlays;
        let below = there.common.shade.light_below();
        let mut floor = floor_uniform(picture);
        if let Some(backdrop) = backdrop(picture, below) {
            floor.line_color = line_color(floor.line_color, backdrop);
        }
        self.uniform.write(context, bytemuck::bytes_of(&floor));
        pass.set_bind_group(1, &self.bind_group, None);
        // Lines across colours that stand for values would change the values.
        let behind = shows_data(picture.color_by).then(|| self.behind.get_or_init(|| self.behind(context)));
        let (grid, axes) = match behind {
            Some([grid, axes]) => (grid, axes),
            None => (&self.grid, &self.axes),
        };
        if overlays.grid {
            let grids = match behind.is_none() && is_sunk(picture) {
                true => &self.sunk.get_or_init(|| self.sunk(context))[..],
                false => std::slice::from_ref(grid),
            };
            for grid in grids {
                pass.set_pipeline(grid);
                pass.draw(0..4, 0..1);
            }
        }
        if overlays.axes {
            pass.set_pipeline(axes);
            pass.draw(0..4, 0..3);
        }
    }
}

/// Luminance of what the grid is seen on; `None`: nobody knows.
fn backdrop(picture: &Picture, below: Vec3) -> Option<f32> {
    Some(match picture.seen_background() {
        Background::Transparent => return None,
        Background::Solid(color) => luminance(linear(color)),
        Background::Gradient { top, bottom } => 0.5 * (luminance(linear(top)) + luminance(linear(bottom))),
        Background::Environment { .. } => {
            let [r, g, b] = (below * picture.exposure.exp2()).min(Vec3::ONE).to_array();
            luminance([r, g, b, 1.0])
        }
    })
}

/// Color of the grid's lines, linear light: the theme's, or a darker or lighter one on backgrounds of about the same brightness.
fn line_color(own: [f32; 4], backdrop: f32) -> [f32; 4] {
    if contrast(luminance(own), backdrop) >= LEAST_CONTRAST {
        return own;
    }
    let darker = (backdrop + GLARE) / GRID_CONTRAST - GLARE;
    let level = match darker >= 0.0 {
        true => darker,
        false => (backdrop + GLARE) * GRID_CONTRAST - GLARE,
    };
    [level, level, level, 1.0]
}

/// Whether colours of surfaces stand for values, not for light.
fn shows_data(by: ColorBy) -> bool {
    !matches!(by, ColorBy::Material | ColorBy::Matcap(_))
}

/// Whether surfaces reach below the grid, so that it would be drawn across them.
fn is_sunk(picture: &Picture) -> bool {
    !picture.bounds.is_empty() && picture.bounds.min.y < -SUNK * picture.drawn_size()
}

fn pipeline(
    (context, layouts): (&Context, &[wgpu::BindGroupLayout; 2]),
    (label, shader): (&str, Shader),
    constants: &[(&str, f64)],
    samples: u32,
) -> wgpu::RenderPipeline {
    let spec = PipelineSpec {
        label,
        shader,
        vertex: "vertex",
        fragment: "fragment",
        constants,
        buffers: &[],
        groups: &layouts.each_ref().map(Some),
        topology: wgpu::PrimitiveTopology::TriangleStrip,
        depth: Depth::Tested,
    };
    spec.build(context, samples)
}

fn floor_uniform(picture: &Picture) -> FloorUniform {
    let size = picture.drawn_size();
    let bounds = match picture.bounds.is_empty() {
        true => Bounds::EMPTY.union(Bounds {
            min: picture.camera.target,
            max: picture.camera.target,
        }),
        false => picture.bounds,
    };
    let colors = &picture.colors;
    let stage_axis = |index: usize| Vec3::from(picture.world_from_stage.matrix3 * Vec3A::AXES[index]);
    // Which of the file's axes lies along this one of the world.
    let color_along = |world: Vec3| {
        let nearest = (0..3).max_by(|a, b| {
            let along = |i: usize| stage_axis(i).dot(world).abs();
            along(*a).total_cmp(&along(*b))
        });
        linear(colors.axes[nearest.unwrap_or(0)])
    };
    let target = picture.camera.target;
    FloorUniform {
        center_world: [target.x, 0.0, target.z],
        radius: picture.grid_radius(),
        line_color: linear(colors.grid),
        x_color: color_along(Vec3::X),
        z_color: color_along(Vec3::Z),
        axes: [0, 1, 2].map(|i| stage_axis(i).normalize_or_zero().extend(0.22 * size).to_array()),
        axis_colors: colors.axes.map(linear),
        step: grid_step(size),
        has_axes: f32::from(u8::from(picture.overlays.axes)),
        middle_world: bounds.center().to_array(),
        // Flat ones, too, have some room around them.
        half_world: ((bounds.max - bounds.min) * 0.5)
            .max(Vec3::splat(0.1 * size))
            .to_array(),
        ..FloorUniform::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_picture::Colors;

    #[test]
    fn lines_are_seen_on_any_background() {
        for own in [Colors::DARK.grid, Colors::LIGHT.grid].map(linear) {
            for byte in 0..=255 {
                let behind = luminance(linear([byte; 3]));
                let drawn = line_color(own, behind);
                assert!(drawn[0] >= 0.0 && drawn[0] <= 1.0, "{drawn:?} on {byte}");
                assert!(contrast(luminance(drawn), behind) > LEAST_CONTRAST - 1e-3, "{byte}");
            }
        }
    }

    #[test]
    fn themes_keep_their_colours() {
        for (colors, background) in [(Colors::DARK, Background::DARK), (Colors::LIGHT, Background::LIGHT)] {
            let Background::Gradient { top, bottom } = background else {
                panic!("a gradient")
            };
            for behind in [top, bottom].map(|color| luminance(linear(color))) {
                assert_eq!(line_color(linear(colors.grid), behind), linear(colors.grid));
            }
        }
    }
}
