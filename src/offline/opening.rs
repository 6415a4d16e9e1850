//! The graphics adapter of a picture, opened while its files are read.

use super::file_set::OfflineError;
use crate::files::hold_shader_cache;
use crate::images::Image;
use crate::picture::{Picture, Shadows};
use crate::render::adapters::{self, AdapterChoice, AdapterId, Headless, Proof, Trial};
use crate::render::{Drawn, RenderError, Renderer, parse_ahead};

/// Renderer that draws a picture, and the adapters that were passed over.
pub struct Drawing {
    pub(super) renderer: Renderer,
    /// A sentence about each adapter that was passed over.
    pub(super) passed: Vec<String>,
    doubt: Option<Doubt>,
    /// The error of an adapter that was passed over as its memory was too small for the picture.
    full: Option<RenderError>,
}

/// An adapter whose test picture nobody has looked at yet.
struct Doubt {
    trial: Trial,
    id: AdapterId,
    choice: AdapterChoice,
    proof: Proof,
    /// Its device was lost once already while it was tried.
    is_second: bool,
}

/// Files of so many bytes take longer to read than an adapter to open, and most of them have meshes of many small triangles.
const LARGE: u64 = 16 << 20;

/// Calls `read` on a thread of its own and meanwhile opens the first adapter that draws with `samples` per pixel: either takes as
/// long as the other. `shadows`: those of the picture that comes, as far as they are known; `bytes`: of all files. A panic of `read` goes on here.
pub fn open_beside<T: Send>(
    choice: &AdapterChoice,
    (samples, shadows): (u32, Shadows),
    bytes: u64,
    read: impl FnOnce() -> T + Send,
) -> (T, Result<Drawing, OfflineError>) {
    std::thread::scope(|scope| {
        let files = scope.spawn(read);
        scope.spawn(move || parse_ahead(shadows));
        let drawing = renderer(choice, Proof::Asked { samples, shadows });
        if let Some(drawing) = drawing.as_ref().ok().filter(|_| bytes >= LARGE) {
            drawing.renderer.make_dense_ahead(shadows);
        }
        let files = files.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (files, drawing)
    })
}

/// The renderer of the first adapter that passes the `proof`.
pub(super) fn renderer(choice: &AdapterChoice, proof: Proof) -> Result<Drawing, OfflineError> {
    let opened = adapters::open(choice, proof, &Headless)?;
    hold_shader_cache();
    let told = opened.passed.iter().map(|over| told(&over.id, &over.why));
    Ok(Drawing {
        passed: told.collect(),
        doubt: opened.trial.map(|trial| Doubt {
            trial,
            id: opened.id,
            choice: choice.clone(),
            proof,
            is_second: false,
        }),
        full: None,
        renderer: opened.renderer.unwrap_or_else(|| Renderer::new(&opened.context)),
    })
}

fn told(id: &AdapterId, why: &str) -> String {
    format!("the graphics adapter {id} was passed over: {why}")
}

/// Why another adapter may draw a picture of which this one says that; `None`: none will.
fn refusal(error: &RenderError) -> Option<String> {
    let is_of_adapter =
        matches!(error, RenderError::Refused { .. } | RenderError::DeviceLost { .. }) || error.is_memory_full();
    is_of_adapter.then(|| format!("the picture failed: {}", error.to_string().trim_end_matches('.')))
}

impl Drawing {
    /// Draws `picture`. While the GPU is at the test picture, this one is prepared already. Where the test fails or the adapter refuses this
    /// picture, which has more than the test, the next adapter draws it.
    pub(super) fn draw(&mut self, picture: &Picture) -> Result<(Drawn, Image), OfflineError> {
        loop {
            let drawn = self.renderer.draw_averaged(picture);
            if let Some(doubt) = self.doubt.take() {
                let refused = drawn.as_ref().err().and_then(refusal);
                if let Some(error) = drawn.as_ref().err().filter(|error| error.is_memory_full()) {
                    self.full.get_or_insert_with(|| error.clone());
                }
                let failed = refused.or_else(|| doubt.trial.judge(self.renderer.context()).err());
                if let Some(why) = failed {
                    let is_lost = self.renderer.context().lost().is_some();
                    self.go_on(doubt, &why, is_lost)?;
                    continue;
                }
            }
            return Ok((drawn?, self.renderer.read_pixels()?));
        }
    }

    /// Takes the next adapter. A device may be lost at any moment: its adapter gets a second try.
    fn go_on(&mut self, doubt: Doubt, why: &str, is_lost: bool) -> Result<(), OfflineError> {
        log::warn!("{} failed: {why}", doubt.id);
        let mut choice = doubt.choice;
        let is_second = is_lost && !doubt.is_second;
        if !is_second {
            choice.skip.push(doubt.id.clone());
            self.passed.push(told(&doubt.id, why));
        }
        let next = renderer(&choice, doubt.proof).map_err(|error| match (error, &self.full) {
            // With fewer pixels that adapter draws, whatever is wrong with the others.
            (OfflineError::Render(_), Some(full)) => full.clone().into(),
            (error, _) => error,
        });
        let next = next.map_err(|error| match error {
            OfflineError::Render(full) if full.is_memory_full() => full.into(),
            OfflineError::Render(RenderError::NoneWorks { told }) => RenderError::NoneWorks {
                told: format!("{}: {why}; {told}", doubt.id),
            }
            .into(),
            OfflineError::Render(_) if !is_second => RenderError::NoneWorks {
                told: format!("{}: {why}", doubt.id),
            }
            .into(),
            error => error,
        })?;
        self.renderer = next.renderer;
        self.passed.extend(next.passed);
        self.doubt = next.doubt.map(|next| Doubt { is_second, ..next });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_adapter_is_asked_for_what_may_be_the_fault_of_this_one() {
        let refused = RenderError::Refused {
            message: "no such depth".into(),
        };
        assert_eq!(
            refusal(&refused).as_deref(),
            Some("the picture failed: The graphics adapter refused a command: no such depth")
        );
        assert!(refusal(&RenderError::OutOfMemory).is_some());
        let too_large = RenderError::PictureTooLarge {
            width: 9,
            height: 9,
            limit: 8,
        };
        assert_eq!(refusal(&too_large), None);
    }
}
