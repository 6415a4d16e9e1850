//! Small pictures of the files that are browsed, and of clips: which are there, and the next one to make.
//!
//! In: what the panels would like to show. Out: textures of egui. A picture is taken from the disk if it was made before (`cache`). Else the
//! file is read and posed on a thread, and the window's renderer draws it between other pictures, step by step; nothing waits for it. One is
//! made at a time, and those that nobody has wanted for longest make room.

mod cache;
pub mod held;
pub mod prepared;

use super::background::in_background;
use super::display::view::{Pixels, View};
use super::display::window::Graphics;
use super::state::App;
use super::wake::Wake;
use crate::core::guard;
use crate::images::Image;
use crate::picture::Picture;
use crate::session::aids;
use crate::ui::ThumbnailOf;
use cache::SIZE;
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use held::Work;
use prepared::{Keep, Prepared, prepared_clip, prepared_file};
use std::time::Duration;

/// Between two tries while something plays.
const PLAYING_EVERY: Duration = Duration::from_millis(250);

impl App {
    /// Makes one step more of the pictures that the panels want.
    pub(super) fn make_thumbnails(&mut self, wanted: &[ThumbnailOf]) {
        let next = self.thumbnails.next(wanted);
        match std::mem::take(&mut self.thumbnails.work) {
            Work::Idle => {
                if let Some(of) = next {
                    self.prepare(of);
                }
            }
            Work::Waiting(of, picture, keep) => self.draw_thumbnail(of, picture, keep),
            // The device was lost over it, perhaps because of it: a file that nobody has opened is not tried twice.
            Work::Drawing(of, ..) if !self.view.as_ref().is_some_and(View::has_thumbnail) => {
                self.hold_thumbnail(of, None);
            }
            work => self.thumbnails.work = work,
        }
    }

    fn prepare(&mut self, of: ThumbnailOf) {
        let (proxy, cache) = (self.proxy.clone(), self.thumbnails.cache.clone());
        let clip = match &of {
            ThumbnailOf::Clip(clip, _) => aids::clip_thumbnail(&self.session, *clip, SIZE),
            _ => None,
        };
        let of_file = match &of {
            ThumbnailOf::ClipFile { .. } => aids::clip_file_thumbnail(&self.session, SIZE),
            _ => None,
        };
        self.thumbnails.work = Work::Preparing;
        in_background(Box::new(move || {
            let prepared = guard(|| match &of {
                ThumbnailOf::File { location, .. } => prepared_file(location, &cache),
                ThumbnailOf::Clip(..) => match clip.and_then(|clip| clip()) {
                    Some(picture) => Prepared::Drawable(Box::new(picture), None),
                    None => Prepared::Nothing,
                },
                ThumbnailOf::ClipFile { location, .. } => match of_file {
                    Some(picture) => prepared_clip(location, picture),
                    None => Prepared::Nothing,
                },
            });
            let prepared = prepared.unwrap_or_else(|panic| {
                log::error!("a small picture could not be prepared: {panic}");
                Prepared::Nothing
            });
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(Wake::Thumbnail(of, prepared)));
        }));
    }

    pub(super) fn on_prepared(&mut self, of: ThumbnailOf, prepared: Prepared) {
        self.thumbnails.work = Work::Idle;
        match prepared {
            Prepared::Kept(image) => self.hold_thumbnail(of, Some(&image)),
            Prepared::Nothing => self.hold_thumbnail(of, None),
            Prepared::Drawable(picture, keep) => self.thumbnails.work = Work::Waiting(of, picture, keep),
        }
        if let Some(window) = &mut self.window {
            window.wish(Duration::ZERO);
        }
    }

    fn draw_thumbnail(&mut self, of: ThumbnailOf, picture: Box<Picture>, keep: Option<Keep>) {
        let begun = match (&mut self.window, &mut self.view) {
            (Some(window), Some(view)) => match &mut window.graphics {
                Some(Graphics { gpu, .. }) if gpu.context().lost().is_none() => {
                    let begun = guard(|| view.begin_thumbnail(&self.session, &picture, SIZE)).unwrap_or(Ok(false));
                    window.wish(PLAYING_EVERY);
                    begun
                }
                _ => Ok(false),
            },
            _ => Ok(false),
        };
        match begun {
            Ok(true) => self.thumbnails.work = Work::Drawing(of, picture, keep),
            Ok(false) => self.thumbnails.work = Work::Waiting(of, picture, keep),
            Err(error) => {
                log::info!("a small picture could not be drawn: {error}");
                self.hold_thumbnail(of, None);
            }
        }
    }

    /// The picture that was being drawn is there, could not be drawn, or has to be begun again.
    pub(super) fn on_thumbnail(&mut self) {
        let Some(drawn) = self.view.as_mut().and_then(View::take_thumbnail) else {
            return;
        };
        let Work::Drawing(of, picture, keep) = std::mem::take(&mut self.thumbnails.work) else {
            return;
        };
        match drawn {
            None => self.thumbnails.work = Work::Waiting(of, picture, keep),
            Some(Err(error)) => {
                log::info!("a small picture could not be drawn: {error}");
                self.hold_thumbnail(of, None);
            }
            Some(Ok(pixels)) => {
                let image = Pixels::into_image(pixels);
                self.hold_thumbnail(of, Some(&image));
                if let Some(keep) = keep {
                    let cache = self.thumbnails.cache.clone();
                    in_background(Box::new(move || cache.save(&keep.key, &image, &keep.made_of)));
                }
            }
        }
        if let Some(window) = &mut self.window {
            window.wish(Duration::ZERO);
        }
    }

    fn hold_thumbnail(&mut self, of: ThumbnailOf, image: Option<&Image>) {
        let texture = image.map(|image| texture_of(&self.egui, image));
        self.thumbnails.hold(of, texture);
    }
}

fn texture_of(egui: &Context, image: &Image) -> TextureHandle {
    let size = [image.width as usize, image.height as usize];
    let image = ColorImage::from_rgba_unmultiplied(size, &image.rgba);
    egui.load_texture("thumbnail", image, TextureOptions::LINEAR)
}
