//! Ground that shows the models mirrored: surfaces are drawn once more by an eye below it, and the ground looks into that picture.
//!
//! Meshes, clouds of points and strands are mirrored as they are posed, before the clipping plane and by all their materials. Shadows on them and
//! occlusion are left out, as both are found for the picture's own pixels; so are bones, ghosts, lines and the grid, which are aids and no
//! surfaces. Surfaces that blend are drawn in their order from the picture's eye, each hiding what is behind it. A picture without such a ground
//! costs nothing.

use super::pipelines::Surfaces;
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::ViewUniform;
use crate::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::gpu::shaders;
use crate::gpu::uniforms::{UniformBuffer, uniform_group};
use crate::lists::draw_list::{Drawable, Item};
use crate::lists::mirrored::Mirrored;
use crate::passes::common::Common;
use crate::passes::hair::HairPass;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::passes::points::PointsPass;
use crate::passes::shadows::fit::is_lit;
use castview_picture::Picture;
use std::sync::OnceLock;

pub struct ReflectionPass {
    surfaces: Surfaces,
    hair: Option<HairPass>,
    points: Option<PointsPass>,
    view: UniformBuffer,
    view_group: wgpu::BindGroup,
    ground: OnceLock<wgpu::RenderPipeline>,
    /// Samples per pixel: those of the picture, and those of what is mirrored.
    samples: [u32; 2],
}

/// Steps: all sides of a mesh but those that were drawn before, the sides that face away where the others are drawn after them, all levels, and
/// the ground.
const LAST_SIDES: usize = 0;
const BACKS: usize = 1;
const SPREAD: usize = 2;
const GROUND: usize = 3;

impl Pass for ReflectionPass {
    const WORD: &'static str = "reflection";
    const HAS_PIPELINES: bool = false;

    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        // OpenGL lets no shader read samples.
        let mirrored = match context.adapter_info().backend {
            wgpu::Backend::Gl => 1,
            _ => samples,
        };
        let size = size_of::<ViewUniform>();
        let view = UniformBuffer::new(context, "mirrored view", size);
        Self {
            surfaces: Surfaces::mirrored(mirrored),
            hair: None,
            points: None,
            view_group: uniform_group(&context.device, "mirrored view", &common.view_layout, &view, size),
            view,
            ground: OnceLock::new(),
            samples: [samples, mirrored],
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if !is_on(there.picture) {
            return;
        }
        let mut has_any = false;
        for (item, drawn) in there.list.items.iter().enumerate() {
            let draw = |step| {
                let at = At { step, ..At::item(item) };
                Draw::of(Turn::Mirrored, at).in_order().to(Destination::Own(0))
            };
            let Some(extent) = extent(there, item) else { continue };
            if drawn.halves.is_some() {
                has_any |= plan.add(draw(BACKS), extent.clone(), plan.covers[item]);
            }
            has_any |= plan.add(draw(LAST_SIDES), extent, plan.covers[item]);
        }
        if has_any {
            let spread = Draw::of(Turn::MirroredSpread, At::step(SPREAD)).to(Destination::Own(0));
            plan.add(spread, Extent::ONE, plan.cover.all);
            let ground = Draw::of(Turn::Ground, At::step(GROUND));
            // Light that is thrown back is not weaker in a shadow.
            plan.add(Draw { order: 1, ..ground }, Extent::ONE, plan.cover.all);
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, draws: &[Draw]) -> Result<usize, RenderError> {
        let Some(mirrored) = Mirrored::of(there.picture).filter(|_| !draws.is_empty()) else {
            return Ok(0);
        };
        let (context, common) = (there.context, there.common);
        let [samples, own] = self.samples;
        let mirror = there.target.prepare_mirror(context, own)?;
        mirror.uniform.write(context, bytemuck::bytes_of(&mirrored.uniform));
        self.view.write(context, bytemuck::bytes_of(&mirrored.view));
        if self.ground.get().is_none() {
            let made = context.catch(|| ground(context, [&common.view_layout, &mirror.layout], samples))?;
            self.ground.get_or_init(|| made);
        }
        let items = || {
            draws
                .iter()
                .filter(|draw| draw.turn == Turn::Mirrored)
                .map(|draw| draw.at.item)
        };
        if self.hair.is_none() && items().any(|item| there.hair(item).is_some()) {
            self.hair = Some(context.catch(|| HairPass::new(context, common, own))?);
        }
        if let Some(hair) = &mut self.hair {
            hair.prepare(there, draws)?;
        }
        let is_cloud = |item| there.standing(item).is_some_and(|(mesh, _)| mesh.is_cloud());
        if self.points.is_none() && items().any(is_cloud) {
            self.points = Some(context.catch(|| PointsPass::new(context, common, own))?);
        }
        Ok(0)
    }

    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool {
        if !is_on(there.picture) {
            return false;
        }
        let drawn = &there.list.items[item];
        let Some((mesh, _)) = there.standing(item).filter(|(mesh, _)| mesh.triangles.is_some()) else {
            return false;
        };
        let mut made = false;
        for sides in drawn.halves.unwrap_or([drawn.sides; 2]) {
            let (of, to) = ((mesh, &there.wired[drawn.look]), (there.context, there.common));
            made |= self.surfaces.make(to, (drawn, sides), of);
        }
        made
    }

    fn forget_wirings(&mut self) {
        self.surfaces.forget();
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, _: &Piece<'_>) {
        if let (Some(ground), Some(mirror)) = (self.ground.get(), there.target.mirror()) {
            pass.set_pipeline(ground);
            pass.set_bind_group(1, &mirror.group, None);
            pass.draw(0..4, 0..1);
        }
    }

    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(mirror) = there.target.mirror() else { return };
        let mut pass = mirror.begin(encoder, run.first);
        pass.set_bind_group(0, &self.view_group, None);
        for piece in run.pieces.iter().filter(|piece| piece.at.step != SPREAD) {
            self.draw(there, &mut pass, piece);
        }
        drop(pass);
        if run.pieces.iter().any(|piece| piece.at.step == SPREAD) {
            let is_rough = there.picture.reflection.is_some_and(|ground| ground.roughness > 0.0);
            mirror.spread(there.context, encoder, is_rough);
        }
    }
}

impl ReflectionPass {
    /// Some of a mesh, a cloud or hair. The view is bound.
    fn draw(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let item = &there.list.items[piece.at.item];
        there.common.shade.bind_elsewhere(pass, item.look);
        let Some((mesh, standing)) = there.standing(piece.at.item) else {
            if let Some(hair) = &self.hair {
                hair.draw(there, pass, piece);
            }
            return;
        };
        let Some(triangles) = &mesh.triangles else {
            if let Some(points) = &self.points {
                points.record(there, pass, piece);
            }
            return;
        };
        let wired = &there.wired[item.look];
        let Some(pipeline) = self.surfaces.get((item, sides(item, piece.at.step)), (mesh, wired)) else {
            return;
        };
        there.common.draws.bind(pass, piece.at.item);
        pass.set_pipeline(pipeline);
        mesh.paint.bind(pass, &standing);
        pass.set_bind_group(2, &wired.group, None);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in piece.span.draws() {
            pass.draw_indexed(corners, instances);
        }
    }
}

/// The sides of a mesh that are drawn in that step.
fn sides(item: &Item, step: usize) -> Sides {
    match (step, item.halves) {
        (BACKS, Some([first, _])) => first,
        _ => item.last_sides(),
    }
}

/// All that an item has to be drawn; `None`: nothing.
fn extent(there: &PictureGpu<'_>, item: usize) -> Option<Extent> {
    let drawn = &there.list.items[item];
    let placements = &there.shown.placed[drawn.placed].placements;
    let count = placements.count();
    match drawn.part {
        Drawable::Hair(_) => Some(Extent::new(there.hair(item)?.ribbons.count, 3, 0..count)),
        Drawable::Mesh(_) => {
            let (mesh, _) = there.standing(item)?;
            match &mesh.triangles {
                Some(triangles) => Some(Extent::new(triangles.count, 3, 0..count)),
                None => mesh.is_cloud().then(|| placements.points_extent(mesh.vertex_count)),
            }
        }
    }
}

/// Whether the ground of this picture shows something: where surfaces are lit, and it is seen from above.
pub fn is_on(picture: &Picture) -> bool {
    picture.reflection.is_some() && is_lit(picture) && Mirrored::is_seen(picture)
}

fn ground(context: &Context, layouts: [&wgpu::BindGroupLayout; 2], samples: u32) -> wgpu::RenderPipeline {
    let spec = PipelineSpec {
        label: "mirror",
        shader: shaders::MIRROR,
        vertex: "vertex",
        fragment: "fragment",
        constants: &[],
        buffers: &[],
        groups: &layouts.map(Some),
        topology: wgpu::PrimitiveTopology::TriangleStrip,
        depth: Depth::Tested,
    };
    spec.build(context, samples)
}
