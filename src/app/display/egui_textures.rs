//! Textures that egui has put on the GPU so far, kept so that a new device can be given the same.
//!
//! In: egui's texture changes, which it sends once and never again. Out: the whole of every live texture.
//! Never talks to a GPU.

use egui::epaint::{ImageData, ImageDelta, textures::TexturesDelta};
use egui::{ColorImage, TextureId};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Default)]
pub struct EguiTextures {
    whole: BTreeMap<TextureKey, ImageDelta>,
}

/// `TextureId` has no order of its own; the map wants one so that uploads do not depend on hashing.
type TextureKey = (bool, u64);

fn key(id: TextureId) -> TextureKey {
    match id {
        TextureId::Managed(number) => (false, number),
        TextureId::User(number) => (true, number),
    }
}

impl EguiTextures {
    /// Follows `delta`, which is about to be uploaded.
    pub fn follow(&mut self, delta: &TexturesDelta) {
        for (id, changes) in &delta.set {
            for change in changes {
                match (change.pos, self.whole.get_mut(&key(*id))) {
                    (None, _) => {
                        self.whole.insert(key(*id), change.clone());
                    }
                    (Some(at), Some(whole)) => {
                        let (ImageData::Color(whole), ImageData::Color(part)) = (&mut whole.image, &change.image);
                        patch(Arc::make_mut(whole), part, at);
                    }
                    // egui never patches what it has not set; the painter reports it if it ever does.
                    (Some(_), None) => {}
                }
            }
        }
        for id in &delta.free {
            self.whole.remove(&key(*id));
        }
    }

    /// Every live texture whole, for an empty painter.
    pub fn everything(&self) -> impl Iterator<Item = (TextureId, &ImageDelta)> {
        self.whole.iter().map(|(&(user, number), delta)| {
            (
                if user {
                    TextureId::User(number)
                } else {
                    TextureId::Managed(number)
                },
                delta,
            )
        })
    }
}

/// Writes `part` into `whole` with its first pixel at column and row `at`; what lies outside is dropped.
fn patch(whole: &mut ColorImage, part: &ColorImage, at: [usize; 2]) {
    let width = part.width().min(whole.width().saturating_sub(at[0]));
    let height = part.height().min(whole.height().saturating_sub(at[1]));
    for row in 0..height {
        let from = row * part.width();
        let to = (at[1] + row) * whole.width() + at[0];
        whole.pixels[to..to + width].copy_from_slice(&part.pixels[from..from + width]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Color32, TextureOptions};

    fn image(size: [usize; 2], gray: u8) -> ColorImage {
        ColorImage::filled(size, Color32::from_gray(gray))
    }

    fn set(id: u64, change: ImageDelta) -> TexturesDelta {
        let mut delta = TexturesDelta::default();
        delta.set.entry(TextureId::Managed(id)).or_default().push(change);
        delta
    }

    fn follow(textures: &mut EguiTextures, mut delta: TexturesDelta) {
        textures.follow(&delta);
        // egui insists that nobody forgets a change.
        delta.clear();
    }

    #[test]
    fn patches_land_in_the_whole_and_frees_drop_it() {
        let mut textures = EguiTextures::default();
        follow(
            &mut textures,
            set(0, ImageDelta::full(image([4, 3], 10), TextureOptions::LINEAR)),
        );
        follow(
            &mut textures,
            set(
                0,
                ImageDelta::partial([2, 1], image([2, 1], 20), TextureOptions::LINEAR),
            ),
        );
        // Beyond the edges: only what fits is taken.
        follow(
            &mut textures,
            set(
                0,
                ImageDelta::partial([3, 2], image([9, 9], 30), TextureOptions::LINEAR),
            ),
        );
        follow(
            &mut textures,
            set(1, ImageDelta::full(image([1, 1], 40), TextureOptions::NEAREST)),
        );

        let all: Vec<_> = textures.everything().collect();
        assert_eq!(
            all.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
            [TextureId::Managed(0), TextureId::Managed(1)]
        );
        let ImageData::Color(whole) = &all[0].1.image;
        let grays: Vec<u8> = whole.pixels.iter().map(|pixel| pixel.r()).collect();
        assert_eq!(grays, [10, 10, 10, 10, 10, 10, 20, 20, 10, 10, 10, 30]);

        let mut free = TexturesDelta::default();
        free.free.insert(TextureId::Managed(0));
        follow(&mut textures, free);
        assert_eq!(textures.everything().count(), 1);
    }
}
