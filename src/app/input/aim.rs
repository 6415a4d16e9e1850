//! The aim of files that hover: a bone they may hang on, a texture that an image takes the place of.
//!
//! In: the pointer, and what the last turn showed where. Out: placements and hints. Files open wherever they are let go; they hang on a
//! bone only where that was said before.

use super::hold::Bone;
use crate::app::state::App;
use crate::files::whole_location_of;
use crate::images::has_radiance_extension;
use crate::opened::Placement;
use crate::session::view;
use crate::session::{Action, Page, Selected, StageAction, WindowAction};
use crate::ui::{Pick, Purpose, TextureRow};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the pointer is looked for while files hover.
const POINTER_EVERY: Duration = Duration::from_millis(50);
/// Points around it in which a bone is found.
const AIM: f32 = 16.0;

/// The surface or texture that a dropped image replaces.
enum ImageAim {
    Row(TextureRow),
    /// This pixel of the view.
    View([u32; 2]),
}

impl ImageAim {
    /// For people.
    fn words(&self) -> String {
        match self {
            Self::Row(row) => format!("in place of {}", row.name),
            Self::View(_) => "in place of the texture below".into(),
        }
    }
}

impl App {
    /// Files that hover or were let go since the last turn. Called once per turn of the event loop, so that files that were dropped
    /// together are one batch.
    pub(crate) fn take_drops(&mut self) {
        let are_here = self.drops.are_here();
        let image = are_here.then(|| self.aim_of_image()).flatten();
        let pointed = are_here.then(|| self.pointed()).flatten();
        let adds = self.shift_held || pointed.is_some_and(|pointed| pointed.shift);
        let over = match (pointed, &image) {
            (Some(pointed), None) => self.bone_at_pixel(pointed.at).map(|bone| (bone, pointed.at)),
            _ => None,
        };
        if let Some(batch) = self.drops.take_batch() {
            let held = pointed.and_then(|pointed| self.hold.let_go(pointed.at));
            let placement = placement(held, adds, over.map(|(bone, _)| bone));
            match (&image, &batch[..]) {
                (Some(aim), [one]) => self.put_image(aim, one),
                _ => self.open(&batch, placement),
            }
        }
        if let Some(path) = self.drops.unknown() {
            self.look_at(path);
        }
        let at_once = pointed.is_some_and(|pointed| pointed.ctrl);
        let over = over.filter(|_| self.drops.are_here());
        let held = self.hold.look(over, at_once, Instant::now());
        let onto = held.and_then(|(model, bone)| {
            let placed = self.session.stage().placed(model)?;
            Some(placed.model().skeleton.name(bone))
        });
        let hint = match &image {
            Some(aim) => self.drops.image_hint(aim.words()),
            None => self.drops.hint(self.session.stage(), adds, onto),
        };
        let held = held.map(|(model, bone)| Selected::Bone(model, bone));
        let held = held.filter(|_| hint.is_some());
        let window = self.session.window();
        if hint.as_deref() != window.drop_hint() || held != window.drop_onto() {
            self.act(Action::Window(WindowAction::DropHint { hint, onto: held }));
        }
    }

    /// Where the pointer is, in pixels of the window, with the keys that are held. `None` where the system does not say.
    fn pointed(&mut self) -> Option<super::pointer::Pointed> {
        let window = self.window.as_mut()?;
        let pointed = self.pointer.place(window.handle())?;
        // No event tells that it moved.
        window.wish(POINTER_EVERY);
        Some(pointed)
    }

    /// The texture that the image that hovers would take the place of: a row of the list of textures, or whatever surface the view shows
    /// there. `None`: it is opened as any file.
    fn aim_of_image(&mut self) -> Option<ImageAim> {
        let name = self.drops.image()?;
        let [x, y] = self.pointed()?.at;
        let scale = self.egui.pixels_per_point();
        let place = egui::pos2(x, y) / scale;
        let page = self.session.window().page();
        if page == Some(Page::Textures) {
            let mut rows = self.texture_rows.iter();
            return rows.find(|row| row.rect.contains(place)).cloned().map(ImageAim::Row);
        }
        // An image of light lights the models, and one whose name is missed goes there.
        let is_taken = has_radiance_extension(&name) || self.session.stage().misses_texture(&name);
        if page.is_some() || is_taken || !self.session.stage().has_textures() || !self.view_rect.contains(place) {
            return None;
        }
        let corner = self.view_rect.min * scale;
        let pixel = [x - corner.x, y - corner.y].map(|at| at.max(0.0) as u32);
        Some(ImageAim::View(pixel))
    }

    fn put_image(&mut self, aim: &ImageAim, image: &Path) {
        let location = whole_location_of(image);
        match aim {
            ImageAim::Row(row) => self.act(Action::Stage(StageAction::Relink {
                file: row.file,
                texture: row.texture,
                location: Some(location),
            })),
            ImageAim::View(pixel) => {
                self.act(Action::Stage(StageAction::DropImage(location)));
                self.image_pick = Some(Pick {
                    pixel: *pixel,
                    purpose: Purpose::Put,
                });
                if let Some(window) = &mut self.window {
                    window.wish(Duration::ZERO);
                }
            }
        }
    }

    /// The bone that files would hang on if they stayed: one whose row the tree shows there, or one that the view shows. The demo goes when
    /// anything is opened, so nothing hangs on it.
    fn bone_at_pixel(&self, [x, y]: [f32; 2]) -> Option<Bone> {
        if self.session.window().page().is_some() {
            return None;
        }
        let scale = self.egui.pixels_per_point();
        let place = egui::pos2(x, y) / scale;
        let row = self.bone_rows.iter().find(|row| row.rect.contains(place));
        let (model, bone) = match row {
            Some(row) => (row.model, row.bone),
            None if self.session.view().overlays().bones && self.view_rect.contains(place) => {
                let corner = self.view_rect.min * scale;
                let at = glam::vec2(x - corner.x, y - corner.y);
                let line = view::bone_at(&self.session, at, AIM * scale, None)?;
                (line.model, line.bone)
            }
            None => return None,
        };
        let stage = self.session.stage();
        let file = stage.placed(model).and_then(|placed| stage.file(placed.file))?;
        (!file.is_demo).then_some((model, bone))
    }
}

/// Where files that are let go stand. `held`: the bone that they were said to hang on; `over`: the one under the pointer.
fn placement(held: Option<Bone>, adds: bool, over: Option<Bone>) -> Placement {
    match (held, over) {
        (Some((leader, bone)), _) => Placement::On { leader, bone },
        _ if adds => Placement::Add,
        (None, Some((leader, bone))) => Placement::Over { leader, bone },
        (None, None) => Placement::Replace,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::BoneIndex;
    use crate::picture::PlacedKey;

    #[test]
    fn files_open_wherever_they_are_let_go_and_hang_only_where_that_was_said() {
        let (leader, bone) = (PlacedKey(1), BoneIndex::new(2));
        let hand = Some((leader, bone));
        for (held, adds, over, wanted) in [
            (None, false, None, Placement::Replace),
            (None, false, hand, Placement::Over { leader, bone }),
            (hand, false, hand, Placement::On { leader, bone }),
            // The clip has moved the bone on since it was said.
            (hand, true, None, Placement::On { leader, bone }),
            (None, true, hand, Placement::Add),
            (None, true, None, Placement::Add),
        ] {
            assert_eq!(placement(held, adds, over), wanted, "{held:?} {adds} {over:?}");
        }
    }
}
