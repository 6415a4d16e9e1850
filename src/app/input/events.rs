//! The event loop: winit's events → turns.
//!
//! In: events of the window, closed dialogs, news of the loader. Out: calls of [`App::turn`], no more than needed.
//! Sleeps whenever nothing plays and nothing asks for a picture.

use crate::app::Wake;
use crate::app::clock::{Wishes, next_picture, next_turn};
use crate::app::display::view::View;
use crate::app::display::window::Window;
use crate::app::state::App;
use crate::app::turn::PROGRESS_EVERY;
use crate::opened::Placement;
use crate::session::Message;
use crate::session::Notice;
use crate::session::composition;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::WindowId;

/// How often it is looked whether the GPU is done, while it is at a picture.
const ASK_EVERY: Duration = Duration::from_millis(2);

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.window.is_none() {
            match Window::open(
                event_loop,
                &self.proxy,
                &self.egui,
                &self.settings,
                self.adapter_choice(),
                self.store.trial(),
            ) {
                Ok(window) => self.begin(event_loop, window),
                Err(error) => self.fail(event_loop, error.into()),
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(window) = &mut self.window else { return };
        window.on_event(&event);
        match event {
            WindowEvent::HoveredFile(path) => self.drops.hovered(path),
            WindowEvent::HoveredFileCancelled => self.drops.cancelled(),
            WindowEvent::DroppedFile(path) => self.drops.dropped(path),
            WindowEvent::ModifiersChanged(modifiers) => self.shift_held = modifiers.state().shift_key(),
            // Whoever comes back may have been at the settings of the system.
            WindowEvent::Focused(true) => {
                self.ask_about_motion();
                self.look_for_recent();
            }
            // A dialog of the system has the keyboard now.
            WindowEvent::Focused(false) => self.asked = false,
            WindowEvent::ThemeChanged(theme) => self.on_system_theme(theme),
            WindowEvent::CloseRequested => self.leave(event_loop),
            WindowEvent::RedrawRequested => {
                if let Err(failure) = self.turn(event_loop) {
                    self.fail(event_loop, failure);
                }
            }
            _ => {}
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, wake: Wake) {
        #[cfg(not(unix))]
        let _: &ActiveEventLoop = event_loop;
        match wake {
            Wake::Accessibility(event) => {
                if let Some(window) = &mut self.window {
                    window.on_accessibility(event.window_event);
                }
            }
            Wake::Background => {
                if let Some(window) = &mut self.window {
                    window.wish(Duration::ZERO);
                }
            }
            Wake::Demo(generation, files) => self.on_demo(generation, files),
            Wake::Panicked(sentence) => self.receive(Message::Told(Notice::error(sentence))),
            Wake::ExportFree(chosen) => self.export_over(&chosen),
            Wake::PictureFree(path) => self.save_picture(&path, true),
            Wake::Sent(files) => {
                self.open(&files, Placement::Replace);
                if let Some(window) = &self.window {
                    window.come_forward();
                }
            }
            Wake::Thumbnail(of, prepared) => self.on_prepared(of, prepared),
            Wake::Told(message) => self.receive(message),
            Wake::ViewCopied(line) => self.on_view_copied(line),
            #[cfg(unix)]
            Wake::Signal(signal) => {
                self.ended_by = Some(signal);
                self.leave(event_loop);
            }
            Wake::Dialog(answer) => self.on_answer(answer),
            Wake::Peek(path, peek) => self.drops.learned(&path, peek),
            // The news themselves are taken in below, before the loop sleeps.
            Wake::Loader => {}
        }
    }

    /// Every event that is here has been seen. Draws now, sleeps until something is due, or sleeps until an event.
    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        self.take_in(event_loop);
        if !self.window.as_ref().is_some_and(Window::is_visible) {
            event_loop.set_control_flow(ControlFlow::Wait);
            return;
        }
        // A picture that takes its time and the turns take turns.
        if !self.is_due() || self.has_turned {
            self.go_on_drawing();
        }
        let is_due = self.is_due();
        let due = self.next_turn();
        let (Some(window), Some(view)) = (&self.window, &mut self.view) else {
            return;
        };
        event_loop.set_control_flow(if is_due && !view.holds_turns() {
            window.request_redraw();
            ControlFlow::Wait
        } else if view.is_at_work() {
            let soon = Instant::now() + ASK_EVERY;
            ControlFlow::WaitUntil(due.map_or(soon, |due| if is_due { soon } else { soon.min(due) }))
        } else {
            due.map_or(ControlFlow::Wait, ControlFlow::WaitUntil)
        });
    }
}

impl App {
    /// When a turn is wanted.
    fn next_turn(&mut self) -> Option<Instant> {
        let window = self.window.as_ref()?;
        let playing = composition::is_moving(&self.session).then(|| match self.session.view().drawing() {
            // Nothing but the playhead would be new.
            Some(_) => self.began + PROGRESS_EVERY,
            None => next_picture(self.began, window.refresh_millihertz()),
        });
        let wishes = Wishes {
            began: self.began,
            playing,
            asked: window.wanted_at(),
            has_input: window.has_input(),
            awaits_first: self.view.as_ref().is_some_and(View::awaits_first),
        };
        next_turn(wishes, PROGRESS_EVERY)
    }

    fn is_due(&mut self) -> bool {
        self.next_turn().is_some_and(|at| at <= Instant::now())
    }
}
