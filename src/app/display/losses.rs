//! A lost graphics device: everything on it is made again, on the same adapter or on the next one.
//!
//! In: a window whose device is lost, or which has none yet. Out: a window with a working device, or the [`Failure`] that ends the
//! program. The session lives elsewhere: files, clip, frame and camera stay, except for the one file that is set aside when the
//! device is lost for the third time in a row.

use super::gpu::GpuError;
use super::view::View;
use super::window::{Window, WindowError};
use crate::app::background::starts_in_background;
use crate::app::display::loss_count::Change;
use crate::app::display::loss_count::LOSSES_PER_FILE;
use crate::app::failure::Failure;
use crate::app::state::App;
use crate::core::guard;
use crate::render::RenderError;
use crate::session::Message;
use crate::session::{Action, Notice, StageAction};
use std::sync::Arc;
use std::time::Duration;
use winit::event_loop::ActiveEventLoop;

/// A driver that has just been reset may need a moment before it opens a device again.
const PAUSE: Duration = Duration::from_millis(100);

impl App {
    /// The first device of a new window.
    pub(crate) fn set_up_first(&mut self, event_loop: &ActiveEventLoop) -> Result<(), Failure> {
        let mut made = self.set_up(event_loop);
        if let Err(WindowError::Gpu(GpuError::Adapter(RenderError::NoneWorks { .. }))) = made {
            // A device that is lost while its adapter is tried out looks like an adapter that does not work.
            made = self.set_up(event_loop);
        }
        match made {
            Ok(()) => Ok(()),
            Err(error) if error.is_device_lost() => self.set_up_again(event_loop, error.to_string()),
            Err(error) => Err(error.into()),
        }
    }

    /// Another device for a window whose device is lost.
    pub(crate) fn recover(&mut self, event_loop: &ActiveEventLoop) -> Result<(), Failure> {
        let context = self.window.as_ref().and_then(Window::context);
        let lost = RenderError::DeviceLost {
            reason: context.and_then(|context| context.lost()).unwrap_or_default(),
        };
        self.set_up_again(event_loop, lost.to_string())
    }

    /// An image was handed to the display. After a loss it counts when the device has finished it: a driver notices much of what
    /// loses a device only then.
    pub(crate) fn end_losses(&mut self, event_loop: &ActiveEventLoop) -> Result<(), Failure> {
        let context = self.window.as_ref().and_then(Window::context);
        let (1.., Some(context)) = (self.losses.in_a_row, context) else {
            return Ok(());
        };
        match guard(|| context.wait_idle()) {
            Ok(Ok(())) => {
                self.losses.in_a_row = 0;
                Ok(())
            }
            Ok(Err(lost)) => self.set_up_again(event_loop, lost.to_string()),
            Err(panic) => self.set_up_again(event_loop, panic),
        }
    }

    /// Tries until a device works. Ends: each try after the third skips one more adapter.
    fn set_up_again(&mut self, event_loop: &ActiveEventLoop, lost: String) -> Result<(), Failure> {
        // Why the latest try failed; the notice tells how it began.
        let mut last_reason = lost.clone();
        let mut notices = Vec::new();
        loop {
            let last = self.session.stage().files().last();
            let last = last.map(|file| (file.key, file.name.clone()));
            match (self.losses.one_more(last.is_some()), last) {
                (Change::File, Some((key, name))) => {
                    self.act(Action::Stage(StageAction::CloseFile(key)));
                    notices.push(format!(
                        "The graphics device was lost {LOSSES_PER_FILE} times in a row, so the file opened last was closed: {name}"
                    ));
                }
                (Change::Adapter, _) if !self.window.as_mut().is_some_and(Window::skip_adapter) => {
                    return Err(Failure::Gpu(last_reason));
                }
                _ => {}
            }
            if self.losses.in_a_row > 1 {
                std::thread::sleep(PAUSE * self.losses.in_a_row.min(5));
            }
            match self.set_up(event_loop) {
                Ok(()) => break,
                // Nothing is left to try.
                Err(error @ WindowError::Gpu(_))
                    if self.losses.in_a_row > LOSSES_PER_FILE && !error.is_device_lost() =>
                {
                    return Err(Failure::Gpu(last_reason));
                }
                Err(error) => last_reason = error.to_string(),
            }
        }
        let context = self.window.as_ref().and_then(Window::context);
        let adapter = context.map_or("", |context| context.adapter_name());
        notices.insert(0, format!("{lost} Everything was set up again on {adapter}."));
        for notice in notices {
            self.receive(Message::Told(Notice::warning(notice)));
        }
        Ok(())
    }

    /// A device with everything that is needed to draw, in place of what is there.
    fn set_up(&mut self, event_loop: &ActiveEventLoop) -> Result<(), WindowError> {
        self.let_go_of_device();
        let pictures = self.counts.pictures;
        let Some(window) = &mut self.window else { return Ok(()) };
        let made = guard(|| {
            let gpu = window.set_up(event_loop)?;
            let mut renderer = gpu.take_renderer();
            renderer.pack_elsewhere(Arc::new(starts_in_background));
            let view = View::after(renderer, pictures);
            // Nothing but a submission that was finished shows that a device works.
            gpu.context().queue.submit([]);
            gpu.context().wait_idle()?;
            Ok(view)
        });
        let lost = |reason| WindowError::Render(RenderError::DeviceLost { reason });
        self.view = Some(made.unwrap_or_else(|panic| Err(lost(panic)))?);
        self.lose_shots();
        self.limit_memory();
        self.keep_adapter();
        Ok(())
    }

    /// Drops everything on the GPU.
    pub(crate) fn let_go_of_device(&mut self) {
        let view = self.view.take();
        self.counts.pictures = view.as_ref().map_or(self.counts.pictures, View::pictures);
        if let Err(panic) = guard(|| drop(view)) {
            log::warn!("the 3D view of a lost graphics device was not released cleanly: {panic}");
        }
        if let Some(window) = &mut self.window {
            window.tear_down();
        }
    }
}
