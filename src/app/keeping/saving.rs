//! Saving pictures of the view: where they go, and the answer to a lost device.

use crate::app::background::starts_in_background;
use crate::app::display::view::Pixels;
use crate::app::display::window::give_up;
use crate::app::keeping::target::{PictureTarget, Saving, with_ending};
use crate::app::state::App;
use crate::app::wake::Wake;
use crate::core::guard;
use crate::export;
use crate::files::{location_of, whole_location_of};
use crate::images::Image;
use crate::render::RenderError;
use crate::session::{Message, Notice};
use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

impl App {
    /// Draws the view and writes it, while the window turns. If the device is lost meanwhile and the picture `may_wait`, it is saved when
    /// another device shows images ([`Self::save_what_waits`]).
    pub(in crate::app) fn save_picture(&mut self, path: &Path, may_wait: bool) {
        self.shoot_for(PictureTarget::File(with_ending(path)), may_wait);
    }

    /// As [`Self::save_picture`], for a name from a dialog of the system, which asks before a file of that very name is replaced. Where the name
    /// gets its ending here, the user is asked here. The disk is looked at in the background.
    pub(in crate::app) fn save_chosen_picture(&mut self, chosen: &Path) {
        let path = with_ending(chosen);
        if path == chosen {
            return self.save_picture(&path, true);
        }
        let proxy = self.proxy.clone();
        let begun = starts_in_background(Box::new(move || {
            let wake = match path.symlink_metadata() {
                Ok(_) => Wake::Told(Message::PictureIsThere(whole_location_of(&path))),
                Err(_) => Wake::PictureFree(path),
            };
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(wake));
        }));
        if !begun {
            let why = "no thread could be started".to_owned();
            self.receive(told_of(chosen, Err(why)));
        }
    }

    pub(in crate::app) fn shoot_for(&mut self, to: PictureTarget, may_wait: bool) {
        self.saving.push_back(Saving { to, may_wait });
        if self.saving.len() == 1 {
            self.begin_shot();
        }
    }

    fn begin_shot(&mut self) {
        match (&mut self.view, &mut self.window) {
            (Some(view), Some(window)) => {
                view.begin_shot(&self.session);
                window.wish(Duration::ZERO);
            }
            _ => self.on_shot(Err(RenderError::DeviceLost {
                reason: "it is being replaced".into(),
            })),
        }
    }

    /// The picture that is to be saved next is there, or cannot be.
    pub(in crate::app) fn on_shot(&mut self, shot: Result<Pixels, RenderError>) {
        let Some(Saving { to, may_wait }) = self.saving.pop_front() else {
            return;
        };
        match (shot, to) {
            (Err(RenderError::DeviceLost { .. }), PictureTarget::File(path)) if may_wait => self.unsaved = Some(path),
            (Err(error), to) => self.receive(told(&to, Err(error.to_string()))),
            (Ok(pixels), PictureTarget::Clipboard) => {
                self.egui.copy_image(for_clipboard(&pixels.into_image()));
                self.receive(told(&PictureTarget::Clipboard, Ok(())));
            }
            (Ok(pixels), PictureTarget::File(path)) => {
                let (proxy, (is_writing, is_written)) = (self.proxy.clone(), channel());
                self.writing
                    .retain(|writing: &Receiver<()>| writing.try_recv() == Err(TryRecvError::Empty));
                self.writing.push(is_written);
                let place = path.clone();
                let is_begun = starts_in_background(Box::new(move || {
                    let saved = written(&path, &pixels.into_image());
                    // The loop may have ended; the picture is written all the same.
                    drop(proxy.send_event(Wake::Told(saved)));
                    drop(is_writing);
                }));
                if !is_begun {
                    let why = "no thread could be started".to_owned();
                    self.receive(told_of(&place, Err(why)));
                }
            }
        }
        if !self.saving.is_empty() {
            self.begin_shot();
        }
    }

    /// The device that was to draw pictures is gone.
    pub(in crate::app) fn lose_shots(&mut self) {
        for Saving { to, may_wait } in std::mem::take(&mut self.saving) {
            match to {
                PictureTarget::File(path) if may_wait => self.unsaved = Some(path),
                to => {
                    let why = "the graphics device was lost".to_owned();
                    self.receive(told(&to, Err(why)));
                }
            }
        }
    }

    /// The program ends: whatever is to be saved is saved before.
    pub(in crate::app) fn finish_saving(&mut self) {
        for Saving { to, .. } in std::mem::take(&mut self.saving) {
            // Nobody keeps what lies on the clipboard of a program that ends.
            let PictureTarget::File(path) = to else { continue };
            let saved = match self.shoot() {
                Ok(image) => written(&path, &image),
                Err(error) => told_of(&path, Err(error.to_string())),
            };
            match saved {
                Message::Saved { name, failed: None, .. } => log::info!("Saved {name}."),
                Message::Saved { name, failed, .. } => {
                    log::warn!("{name} could not be saved: {}", failed.unwrap_or_default())
                }
                _ => {}
            }
        }
        for writing in self.writing.drain(..) {
            // It ends with an error when the thread is done.
            let _ = writing.recv();
        }
    }

    /// The device shows images again: a picture that the one before could not draw is saved now, or never.
    pub(in crate::app) fn save_what_waits(&mut self) {
        if let Some(path) = self.unsaved.take() {
            self.save_picture(&path, false);
        }
    }

    /// The view as pixels. wgpu panics in places where a device turns out to be lost; the next turn replaces it.
    fn shoot(&mut self) -> Result<Image, RenderError> {
        let lost = |reason: &str| RenderError::DeviceLost { reason: reason.into() };
        let (Some(window), Some(view)) = (&mut self.window, &mut self.view) else {
            return Err(lost("it is being replaced"));
        };
        let shot = guard(|| view.shoot(&self.session));
        let shot = shot.unwrap_or_else(|panic| {
            if let Some(context) = window.context() {
                give_up(context, &panic);
            }
            Err(lost(&panic))
        });
        if let Err(RenderError::DeviceLost { reason }) = &shot {
            view.put_off(lost(reason));
            window.wish(Duration::ZERO);
        }
        shot
    }
}

fn written(path: &Path, image: &Image) -> Message {
    let written = export::replace(path, &export::png(image));
    told_of(path, written.map_err(|error| error.to_string()))
}

/// The picture as the clipboard takes it: egui multiplies colors by their opacity, and divides them again on the way out.
fn for_clipboard(image: &Image) -> egui::ColorImage {
    let sides = [image.width as usize, image.height as usize];
    egui::ColorImage::from_rgba_unmultiplied(sides, &image.rgba)
}

/// Message that tells the outcome of a picture.
pub(in crate::app) fn told(to: &PictureTarget, done: Result<(), String>) -> Message {
    match (to, done) {
        (PictureTarget::File(path), done) => told_of(path, done),
        (PictureTarget::Clipboard, Ok(())) => Message::Told(Notice::info("Copied the picture.")),
        (PictureTarget::Clipboard, Err(why)) => {
            Message::Told(Notice::error(format!("The picture was not copied: {why}")))
        }
    }
}

/// Message that tells the outcome of saving a file there.
pub(in crate::app) fn told_of(path: &Path, saved: Result<(), String>) -> Message {
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.display().to_string());
    Message::Saved {
        name,
        place: location_of(path),
        failed: saved.err(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clipboard_gets_every_pixel_of_the_picture() {
        let rgba = vec![200, 100, 50, 255, 10, 20, 30, 0];
        let image = Image {
            width: 2,
            height: 1,
            rgba,
        };
        let handed = for_clipboard(&image);
        assert_eq!(handed.size, [2, 1]);
        let texels: Vec<[u8; 4]> = handed
            .pixels
            .iter()
            .map(|pixel| pixel.to_srgba_unmultiplied())
            .collect();
        assert_eq!(
            texels,
            [[200, 100, 50, 255], [0, 0, 0, 0]],
            "nothing is seen of what is transparent"
        );
    }
}
