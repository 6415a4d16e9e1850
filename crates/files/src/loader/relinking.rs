//! Images that the user put in place of textures, and textures' own ones again: decoded on a thread of its own.

use super::arrival::Arrival;
use super::batch::PendingTexture;
use super::shared::Shared;
use crate::TextureSearch;
use crate::decoding::{Decoded, Images};
use crate::textures::{WantedTexture, find_textures, named_image};
use crate::{location_of, path_of};
use castview_picture::opened::{Relink, TextureState};
use std::sync::Arc;

pub struct Relinking {
    pub shared: Arc<Shared>,
}

/// Outcome of a look for an image.
enum Looked {
    There(PendingTexture),
    /// At this location, if it was found anywhere.
    Settled(Option<String>, TextureState),
}

impl Relinking {
    /// Ends early when nobody shows any of the scenes.
    pub fn run(&self, asked: Vec<Relink>) {
        let mut pending: Vec<(Relink, PendingTexture)> = Vec::new();
        for relink in asked {
            match self.look(&relink) {
                Some(Looked::There(one)) => pending.push((relink, one)),
                Some(Looked::Settled(location, state)) => {
                    let decoded = Decoded {
                        file_bytes: 0,
                        full_size: None,
                        parts: None,
                        state,
                        stays_smaller: None,
                    };
                    self.tell(&relink, location, decoded);
                }
                None => {}
            }
        }
        let sources: Vec<_> = pending.iter().map(|(_, one)| &one.wanted.source).collect();
        let images = Images::of(&sources);
        let fitted = {
            let mut memory = self.shared.memory();
            let files = pending.iter().map(|(_, one)| one.file).collect();
            let room = memory.room(&files, false);
            let lifted = memory.lifted();
            let fitted = images.fit(&room, memory.bytes, |at| lifted.contains(&pending[at].1.file));
            for (at, texels, file_bytes) in fitted.taken() {
                let (_, one) = &pending[at];
                memory.take(one.file, one.wanted.texture, (texels, file_bytes));
            }
            fitted
        };
        fitted.decode(|at, decoded| {
            let (relink, one) = &pending[at];
            self.tell(relink, one.wanted.source.location(), decoded);
            pending.iter().any(|(_, one)| one.scene.strong_count() > 0)
        });
    }

    fn tell(&self, relink: &Relink, location: Option<String>, decoded: Decoded) {
        self.shared.send(Arrival::Relinked {
            question: relink.question,
            file: relink.file,
            texture: relink.texture,
            location,
            file_bytes: decoded.file_bytes,
            full_size: decoded.full_size,
            parts: decoded.parts,
            state: decoded.state,
        });
    }

    /// `None` for what nobody shows any more.
    fn look(&self, relink: &Relink) -> Option<Looked> {
        let (scene, reach) = {
            let memory = self.shared.memory();
            let known = memory.files.iter().find(|known| known.key == relink.file)?;
            let reach = known.reach(&memory.allowance_of(&known.opened));
            (known.scene.upgrade()?, reach)
        };
        let one = |source| {
            let wanted = WantedTexture {
                texture: relink.texture,
                source,
            };
            PendingTexture::of(relink.file, &scene, vec![wanted]).next()
        };
        let Some(location) = &relink.location else {
            let (mut entries, wanted) = find_textures(&scene, &mut TextureSearch::new(&reach).for_scene(&scene));
            let own = wanted.into_iter().find(|wanted| wanted.texture == relink.texture);
            if let Some(own) = own {
                return one(own.source).map(Looked::There);
            }
            if relink.texture.get() >= entries.len() {
                return None;
            }
            let entry = entries.swap_remove(relink.texture.get());
            return Some(Looked::Settled(entry.location, entry.state));
        };
        let path = path_of(location);
        Some(match named_image(&scene, relink.texture, &path) {
            Ok(source) => Looked::There(one(source)?),
            Err(why) => Looked::Settled(Some(location_of(&path)), TextureState::Broken(why)),
        })
    }
}
