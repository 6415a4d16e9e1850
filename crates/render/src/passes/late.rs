//! Passes of any kind, made when a picture needs them: each takes some milliseconds, and most pictures need few.

use super::common::Common;
use super::pass::{Draw, OwnRun, Pass, Piece, Plan};
use super::picture::picture_gpu::PictureGpu;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;

/// A [`Pass`] for pictures with so many samples per pixel.
struct Late<T> {
    pass: Option<T>,
    samples: u32,
}

/// A pass of any kind, as the job sees it.
pub trait AnyPass: Send + Sync {
    /// Whether the pass is made, and pipelines with it.
    fn has_pipelines(&self) -> bool;
    /// Makes the pass, unless it is there. After an error it is not, and may be tried again.
    fn make(&mut self, context: &Context, common: &Common) -> Result<(), RenderError>;
    /// Adds the draws of the picture by the pass at `position`, and makes what they need; how many pipelines or passes those were.
    fn plan(&mut self, there: &PictureGpu<'_>, position: usize, plan: &mut Plan<'_>) -> Result<usize, RenderError>;
    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool;
    fn forget_wirings(&mut self);
    fn word(&self) -> &'static str;
    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>);
    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>);
}

/// The pass is made with the first picture that has a draw for it.
pub fn late<T: Pass>(samples: u32) -> Box<dyn AnyPass> {
    Box::new(Late::<T> { pass: None, samples })
}

impl<T: Pass> AnyPass for Late<T> {
    fn has_pipelines(&self) -> bool {
        T::HAS_PIPELINES && self.pass.is_some()
    }

    fn make(&mut self, context: &Context, common: &Common) -> Result<(), RenderError> {
        if self.pass.is_none() {
            self.pass = Some(context.catch(|| T::new(context, common, self.samples))?);
        }
        Ok(())
    }

    fn plan(&mut self, there: &PictureGpu<'_>, position: usize, plan: &mut Plan<'_>) -> Result<usize, RenderError> {
        let draws: Vec<Draw> = plan.of_pass(position, |plan| T::plan(there, plan));
        if draws.is_empty() {
            return Ok(0);
        }
        let made = usize::from(T::HAS_PIPELINES && self.pass.is_none());
        self.make(there.context, there.common)?;
        match &mut self.pass {
            Some(pass) => Ok(made + pass.prepare(there, &draws)?),
            None => Ok(made),
        }
    }

    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool {
        self.pass.as_mut().is_some_and(|pass| pass.prepare_item(there, item))
    }

    fn forget_wirings(&mut self) {
        self.pass.iter_mut().for_each(Pass::forget_wirings);
    }

    fn word(&self) -> &'static str {
        T::WORD
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        if let Some(own) = &self.pass {
            own.record(there, pass, piece);
        }
    }

    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        if let Some(own) = &self.pass {
            own.record_own(there, encoder, run);
        }
    }
}
