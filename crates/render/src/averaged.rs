//! Pictures of one thing, averaged one after the other.

use crate::gpu::error::RenderError;
use crate::passes::picture::mean::Mean;
use crate::renderer::Renderer;
use castview_picture::Picture;

impl Renderer {
    /// Draws `picture` as [`Self::draw`] does; with more samples than the adapter has, or with a lens that is open, as the mean of several
    /// pictures.
    pub fn draw_averaged(&mut self, picture: &Picture) -> Result<crate::Drawn, RenderError> {
        let each = self.samples_of(picture.samples);
        let count = picture.count_for(picture.samples, each);
        let mut drawn = self.draw(picture)?;
        // An adapter without several samples makes up for more than four alone: those are a wish that others fall short of, too.
        if picture.samples <= 4 && picture.open_lens().is_none() {
            return Ok(drawn);
        }
        for index in 0..count {
            if index > 0 {
                self.draw(&picture.shifted(index, count))?;
            }
            self.average(index)?;
        }
        drawn.samples = each * count;
        Ok(drawn)
    }

    /// Adds the last drawn picture to the mean of `before` earlier ones, and replaces it by the new mean.
    pub fn average(&mut self, before: u32) -> Result<(), RenderError> {
        let target = self.drawn_target()?.clone();
        let context = &self.context;
        let mean = match self.mean.take().filter(|mean| mean.size == target.size) {
            Some(mean) => mean,
            None if before > 0 => {
                return Err(RenderError::Readback {
                    reason: "the pictures before were of another size".into(),
                });
            }
            None => context.catch(|| Mean::new(context, target.size))?,
        };
        context.catch(|| {
            let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / mean"),
            });
            mean.add(context, &mut encoder, &target, before);
            context.queue.submit([encoder.finish()]);
        })?;
        self.mean = Some(mean);
        Ok(())
    }
}
