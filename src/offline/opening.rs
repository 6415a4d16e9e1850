//! The graphics adapter of a picture, opened while its files are read.

use super::file_set::OfflineError;
use crate::picture::Shadows;
use crate::render::Renderer;
use crate::render::adapters::{self, AdapterChoice, Headless, Proof};

/// What draws a picture.
pub struct Drawing {
    pub(super) renderer: Renderer,
    /// A sentence about each adapter that was passed over.
    pub(super) passed: Vec<String>,
}

/// Calls `read` on a thread of its own and meanwhile opens the first adapter that draws with `samples` per pixel: either takes as
/// long as the other. `shadows`: those of the picture that comes, as far as they are known. A panic of `read` goes on here.
pub fn open_beside<T: Send>(
    choice: &AdapterChoice,
    (samples, shadows): (u32, Shadows),
    read: impl FnOnce() -> T + Send,
) -> (T, Result<Drawing, OfflineError>) {
    std::thread::scope(|scope| {
        let files = scope.spawn(read);
        let drawing = renderer(choice, Proof::Tested { samples, shadows });
        let files = files.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (files, drawing)
    })
}

/// The renderer of the first adapter that passes the `proof`.
pub(super) fn renderer(choice: &AdapterChoice, proof: Proof) -> Result<Drawing, OfflineError> {
    let opened = adapters::open(choice, proof, &Headless)?;
    let told = opened.passed.iter();
    let told = told.map(|over| format!("the graphics adapter {} was passed over: {}", over.id, over.why));
    Ok(Drawing {
        renderer: opened.renderer.unwrap_or_else(|| Renderer::new(&opened.context)),
        passed: told.collect(),
    })
}
