//! The renderer: what is kept from picture to picture, and the order of the passes.

use super::job::{Drawing, Job, Step};
use super::passes::common::Common;
use super::passes::late::AnyPass;
use super::passes::list;
use super::passes::pick::PickPass;
use super::passes::picture::picture_gpu::PictureGpu;
use super::passes::shadows::maps::{self, WantedMaps};
use super::passes::shadows::pass::Shadows;
use super::passes::software::Dense;
use super::upload::vertices::deform::DeformPass;
use super::upload::vertices::values::ValuesPass;
use super::{Context, RenderError};
use crate::Counts;
use crate::Drawn;
use crate::cost::Work;
use crate::gpu::readback::{self, Reading};
use crate::gpu::room;
use crate::gpu::timing::{PassTime, Timed, Timer};
use crate::passes::picture::mean::Mean;
use crate::passes::picture::shown::Shown;
use crate::passes::picture::target::Target;
use crate::passes::surfaces::reflection;
use crate::software;
use crate::upload::buffers::Spawn;
use crate::upload::packing::mesh_rows::ChunkLimits;
use crate::upload::pool::BufferPool;
use crate::upload::scene_gpu::Body;
use crate::upload::texture;
use crate::upload::texture::{Textures, Wired};
use castview_base::core::{MeshIndex, guard};
use castview_images::{Image, Pixels};
use castview_picture::{Picture, PlacedKey};
use std::sync::Arc;
use std::time::Duration;

/// Draws pictures with one device. Keeps uploads, pipelines and the target between pictures.
pub struct Renderer {
    pub(super) context: Context,
    pub(super) common: Common,
    pub(super) chunk_limits: ChunkLimits,
    pub(super) deform: DeformPass,
    /// Made when first needed.
    pub(super) values: Option<ValuesPass>,
    pub(super) textures: Textures,
    /// Stands for base colours that are not found.
    pub(super) missing: Arc<Pixels>,
    /// The maps of this picture's looks.
    pub(super) wired: Vec<Wired>,
    /// By samples per pixel.
    pub(super) passes: Vec<(u32, Vec<Box<dyn AnyPass>>)>,
    /// Made when first needed.
    pub(super) shadows: Option<Shadows>,
    pub(super) pick: Option<PickPass>,
    /// For meshes of many small triangles.
    pub(super) dense: Dense,
    pub(super) shown: Shown,
    pub(super) aside: Shown,
    /// In progress, for `shown` or `aside`.
    pub(super) job: Option<Job>,
    pub(super) picking: Option<Drawing>,
    pub(super) answering: Option<Reading>,
    pub(super) counts: Counts,
    pub(super) idle_bytes: f64,
    pub(super) room: BufferPool,
    /// Made when first needed.
    pub(super) mean: Option<Mean>,
    pub(super) spawn: Option<Spawn>,
    /// While somebody wants to know how long pictures or their passes take.
    pub(super) timer: Option<Timer>,
}

impl Renderer {
    /// Makes what every picture needs; the rest comes with the first picture that asks for it.
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
            values: None,
            textures: Textures::new(context),
            missing: Arc::new(texture::missing().into()),
            wired: Vec::new(),
            passes: Vec::new(),
            shadows: None,
            pick: None,
            dense: Dense::new(context),
            shown: Shown::new(context),
            aside: Shown::new(context),
            job: None,
            picking: None,
            answering: None,
            counts: Counts::default(),
            idle_bytes: 256e6,
            room: BufferPool::default(),
            mean: None,
            spawn: None,
            timer: None,
        }
    }

    /// From now on `spawn` runs what takes the processor longer than a step may take: packing a large mesh, finding its edges.
    pub fn pack_elsewhere(&mut self, spawn: Spawn) {
        self.spawn = Some(spawn);
    }

    /// Chooses whether pictures or their passes are timed, from the next picture on.
    pub fn time(&mut self, timed: Timed) {
        match timed {
            Timed::Nothing => self.timer = None,
            Timed::Pictures | Timed::Passes => {
                let timer = self.timer.get_or_insert_with(|| Timer::new(&self.context));
                timer.time_passes(timed == Timed::Passes);
            }
        }
    }

    /// How long the GPU was at the last timed picture whose numbers have come; once each. Waits for nothing.
    pub fn take_picture_time(&mut self) -> Option<Duration> {
        self.timer.as_mut()?.take_picture(&self.context)
    }

    /// Whether the GPU is going to tell how long it was at the picture in progress, or drawn last.
    pub fn times_picture(&self) -> bool {
        self.timer.as_ref().is_some_and(Timer::times_picture)
    }

    /// The passes of the last picture whose times are known; empty without one. Waits for nothing.
    pub fn pass_times(&mut self) -> &[PassTime] {
        match &mut self.timer {
            Some(timer) => timer.latest(&self.context),
            None => &[],
        }
    }

    /// Whether times of the passes of a picture that is drawn are still on their way.
    pub fn awaits_times(&self) -> bool {
        self.timer.as_ref().is_some_and(Timer::awaits_passes)
    }

    /// Meshes that were drawn once and are hidden now stay on the GPU as long as those of one model take no more bytes, about.
    pub fn keep_idle(&mut self, bytes: u64) {
        self.idle_bytes = bytes as f64;
    }

    /// The context that everything here was made with.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// All that was done until now; counts that grow tell that something is not idle.
    pub fn counts(&self) -> Counts {
        let [buffers, writes] = self.room.counts();
        let passes = self.passes.iter().flat_map(|(_, passes)| passes);
        Counts {
            buffers,
            writes,
            passes: passes.filter(|pass| pass.has_pipelines()).count() as u64,
            ..self.counts
        }
    }

    /// Draws `picture` into [`Self::color_view`], in place of the one in progress. The GPU may be at it for longer.
    ///
    /// An error means that the picture is not there; after [`RenderError::DeviceLost`] make a new context and renderer.
    pub fn draw(&mut self, picture: &Picture) -> Result<Drawn, RenderError> {
        self.begin(picture.clone())?;
        self.step_to_end()
    }

    /// The rest of the picture in progress, at once.
    pub(super) fn step_to_end(&mut self) -> Result<Drawn, RenderError> {
        loop {
            match self.step(&Work::WHOLE)? {
                Some(Step::Done(_, drawn)) => return Ok(drawn),
                // A step without a limit has nothing packed elsewhere.
                Some(Step::Some(_) | Step::Waits) => {}
                None => unreachable!("a picture was begun"),
            }
        }
    }

    /// Refuses a picture for which `free` bytes of memory are too few: a software adapter draws it there, and its caller keeps a copy.
    pub fn check_room(&self, picture: &Picture, free: u64) -> Result<(), RenderError> {
        // More pixels are drawn without shadows.
        let has_shadows =
            picture.shadows != Default::default() && room::pixels(picture.size) <= maps::most_pixels(&self.context);
        let extra = room::ExtraTextures {
            has_shadows,
            reflects: reflection::is_on(picture),
        };
        room::check(picture.size, self.samples_of(picture.samples), extra, free)
    }

    /// The target and the passes of `picture`: those that are there if they fit.
    pub(super) fn prepare_target(&mut self, picture: &Picture) -> Result<Arc<Target>, RenderError> {
        let samples = self.list_passes(picture.samples);
        let fits = |target: &&Arc<Target>| target.size == picture.size && target.samples == samples;
        match self.shown.target.as_ref().filter(fits) {
            Some(target) => Ok(target.clone()),
            None => Ok(Arc::new(Target::new(&self.context, picture.size, samples)?)),
        }
    }

    /// As [`Self::prepare_target`], of the left half of a divided picture: the one that is shown stays whole meanwhile.
    pub(super) fn prepare_left(&mut self, picture: &Picture) -> Result<Arc<Target>, RenderError> {
        let samples = self.list_passes(picture.samples);
        let fits = |target: &Arc<Target>| target.size == picture.size && target.samples == samples;
        match self.shown.left.take().filter(fits) {
            Some(target) => Ok(target),
            None => Ok(Arc::new(Target::new(&self.context, picture.size, samples)?)),
        }
    }

    /// How many samples per pixel there are if so many are wanted.
    pub(super) fn samples_of(&self, wanted: u32) -> u32 {
        match wanted >= 4 && self.context.abilities().multisampling {
            true => 4,
            false => 1,
        }
    }

    /// Lists the passes for the wanted samples per pixel, unless they are listed; returns how many samples they have.
    fn list_passes(&mut self, wanted: u32) -> u32 {
        let samples = self.samples_of(wanted);
        if !self.passes.iter().any(|(have, _)| *have == samples) {
            let passes = list::all(samples).into_iter().chain(software::passes(samples));
            self.passes.push((samples, passes.collect()));
        }
        samples
    }

    /// Makes every pass for the wanted samples per pixel, those included that no picture has needed yet. Pipelines that a material needs
    /// beside are made with its first picture.
    pub(super) fn make_all_passes(&mut self, wanted: u32) -> Result<(), RenderError> {
        let samples = self.list_passes(wanted);
        let passes = self.passes.iter_mut().filter(|(have, _)| *have == samples);
        let mut passes = passes.flat_map(|(_, passes)| passes);
        passes.try_for_each(|pass| pass.make(&self.context, &self.common))
    }

    /// The passes for the job's target, and its picture as they read it.
    pub(super) fn split<'a>(&'a mut self, job: &'a Job) -> (&'a mut [Box<dyn AnyPass>], PictureGpu<'a>) {
        let passes = self
            .passes
            .iter_mut()
            .find(|(samples, _)| *samples == job.target.samples);
        let (_, passes) = passes.expect("listed with the target");
        let (lists, shadows) = (&job.lists, self.shadows.as_ref());
        let there = PictureGpu {
            context: &self.context,
            common: &self.common,
            picture: &job.picture,
            target: &job.target,
            list: &lists.list,
            shown: &self.shown,
            wired: &self.wired,
            shadows,
            casting: lists.casting.as_ref(),
            seen: &lists.seen,
            makes_maps: lists.makes_maps,
            eye: lists.eye_map(shadows).filter(|_| job.target.samples == 1),
            numbers: &lists.numbers,
            dense: &self.dense,
        };
        (passes, there)
    }

    /// Runs `draw`, and meanwhile makes the pipelines that most pictures with those `shadows` and so many samples per pixel need, first that
    /// by which most models are deformed.
    pub(super) fn prepare_beside<T>(
        &mut self,
        (shadows, samples): (castview_picture::Shadows, u32),
        draw: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let wanted = WantedMaps {
            key: shadows.key,
            occlusion: shadows.occlusion,
            ground: shadows.ground.is_some(),
        };
        let samples = self.samples_of(samples);
        let (context, view, deform) = (
            self.context.clone(),
            self.common.view_layout.clone(),
            self.deform.clone(),
        );
        let (drawn, made) = std::thread::scope(|scope| {
            let made = move || {
                deform.make_ahead();
                if wanted == WantedMaps::default() {
                    return Ok(None);
                }
                let mut shadows = context.catch(|| Shadows::new(&context, &view))?;
                shadows.make_ahead(&context, &view, (wanted, samples))?;
                Ok::<_, RenderError>(Some(shadows))
            };
            // A device that is lost meanwhile lets wgpu panic.
            let made = scope.spawn(|| guard(made));
            let drawn = draw(self);
            let made = made.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (drawn, made)
        });
        // A pass that cannot be made now is tried once more when it is needed, and the error is told then.
        self.shadows = made.ok().and_then(Result::ok).flatten();
        drawn
    }

    /// Makes what meshes of many small triangles need in a picture with these `shadows`, before any is there.
    pub fn make_dense_ahead(&self, shadows: castview_picture::Shadows) {
        software::make_ahead(&self.dense, &self.context, shadows);
    }

    /// As if nothing had been drawn; the pipelines stay.
    pub(super) fn forget_pictures(&mut self) {
        self.shown = Shown::new(&self.context);
        self.job = None;
        self.counts = Counts::default();
        if let Some(shadows) = &mut self.shadows {
            shadows.forget();
        }
    }

    /// The last picture as egui samples it: plain sRGB bytes, premultiplied alpha. A new view after a change of size;
    /// `None` before the first picture.
    pub fn color_view(&self) -> Option<&wgpu::TextureView> {
        self.shown.target.as_ref().map(|target| &target.plain_view)
    }

    /// The last picture, straight alpha. Waits for the GPU.
    pub fn read_pixels(&self) -> Result<Image, RenderError> {
        let target = self.drawn_target()?;
        let bytes = readback::read_texture(&self.context, &target.color, target.size, 4)?;
        Ok(readback::straight_alpha(target.size, bytes))
    }

    /// Asks for the last picture: its size, and its texels on their way. They become an image by [`readback::straight_alpha`].
    pub fn begin_reading(&self) -> Result<([u32; 2], Reading), RenderError> {
        let target = self.drawn_target()?;
        Ok((
            target.size,
            Reading::begin(&self.context, &target.color, target.size, 4)?,
        ))
    }

    /// How many chunks the mesh is deformed in; 0 when it is rigid, empty or not there.
    pub fn chunk_count(&self, key: PlacedKey, mesh: MeshIndex) -> usize {
        let placed = self.shown.placed.iter().find(|placed| placed.key == key);
        let mesh = placed.and_then(|placed| placed.gpu.meshes.get(mesh.get())?.as_ref());
        match mesh.map(|mesh| &mesh.body) {
            Some(Body::Deforming { chunks, .. }) => chunks.len(),
            _ => 0,
        }
    }

    pub(super) fn drawn_target(&self) -> Result<&Arc<Target>, RenderError> {
        self.shown.target.as_ref().ok_or_else(|| RenderError::Readback {
            reason: "no picture was drawn yet".into(),
        })
    }
}
