//! Textures that were decoded at a smaller size, or refused, for want of memory: decoded again at full size, on a thread of its own.

use super::arrival::{Arrival, Trouble};
use super::batch::PendingTexture;
use super::shared::Shared;
use crate::TextureSearch;
use crate::decoding::{Fitted, Images};
use crate::textures::{WantedTexture, find_textures, named_image};
use castview_base::core::TextureIndex;
use castview_base::scene::Scene;
use castview_picture::opened::{FileKey, TextureEntry, TextureState};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub struct FullSize {
    pub shared: Arc<Shared>,
    pub stop: Arc<AtomicBool>,
    pub generation: u64,
}

impl FullSize {
    /// Ends early when it is stopped, or when nobody shows any of the scenes.
    pub fn run(&self, textures: &[(FileKey, TextureIndex)]) {
        let pending = self.find(textures);
        let sources: Vec<_> = pending.iter().map(|one| &one.wanted.source).collect();
        let images = Images::of(&sources);
        let (fitted, mut before) = self.take(&pending, images);
        let mut done = 0;
        fitted.decode(|position, decoded| {
            if self.is_stopped() {
                return false;
            }
            let one = &pending[position];
            before.remove(&position);
            // A file that was loaded again meanwhile has decoded its own.
            if one.scene.strong_count() > 0 {
                let smaller = decoded.stays_smaller.as_ref().map(|why| one.stays_smaller(why));
                self.shared.send(one.loaded(decoded));
                smaller.into_iter().for_each(|told| self.shared.send(told));
            }
            done += 1;
            self.tell(Some(done as f32 / pending.len() as f32));
            pending.iter().any(|one| one.scene.strong_count() > 0)
        });
        // Images that were not reached take no more than they did.
        let mut memory = self.shared.memory();
        for (position, image) in before {
            let one = &pending[position];
            memory.take(one.file, one.wanted.texture, image);
        }
    }

    /// How much of it is done; `None`: no more will come.
    pub fn tell(&self, progress: Option<f32>) {
        let generation = self.generation;
        self.shared.send(Arrival::FullSizeProgress { generation, progress });
    }

    /// Looks for the images again, in the same places as the first time and under what is allowed by now.
    fn find(&self, textures: &[(FileKey, TextureIndex)]) -> Vec<PendingTexture> {
        let mut asked: BTreeMap<FileKey, BTreeSet<TextureIndex>> = BTreeMap::new();
        for (file, texture) in textures {
            asked.entry(*file).or_default().insert(*texture);
        }
        let mut pending = Vec::new();
        for (file, textures) in asked {
            if self.is_stopped() {
                break;
            }
            let Some((scene, entries, wanted)) = self.find_in(file) else {
                continue;
            };
            for texture in &textures {
                let Some(entry) = entries.get(texture.get()) else {
                    continue;
                };
                if let TextureState::Missing(why) = &entry.state {
                    let text = format!("{} stays as it is shown: {why}", entry.reference);
                    let trouble = Trouble::Smaller(file, *texture);
                    self.shared.send(Arrival::Trouble(trouble, text));
                }
            }
            let wanted = wanted.into_iter().filter(|one| textures.contains(&one.texture));
            pending.extend(PendingTexture::of(file, &scene, wanted.collect()));
        }
        pending
    }

    /// `None` for what nobody shows any more.
    fn find_in(&self, file: FileKey) -> Option<(Arc<Scene>, Vec<TextureEntry>, Vec<WantedTexture>)> {
        let (scene, reach, relinked) = {
            let memory = self.shared.memory();
            let known = memory.files.iter().find(|known| known.key == file)?;
            let reach = known.reach(&memory.allowance_of(&known.opened));
            let relinked = memory.relinked.iter().filter(|((of, _), _)| *of == file);
            let relinked: Vec<_> = relinked.map(|((_, texture), path)| (*texture, path.clone())).collect();
            (known.scene.upgrade()?, reach, relinked)
        };
        let (mut entries, mut wanted) = find_textures(&scene, &mut TextureSearch::new(&reach).for_scene(&scene));
        for (texture, path) in relinked {
            let Some(entry) = entries.get_mut(texture.get()) else {
                continue;
            };
            wanted.retain(|one| one.texture != texture);
            match named_image(&scene, texture, &path) {
                Ok(source) => {
                    entry.state = TextureState::Loading;
                    wanted.push(WantedTexture { texture, source });
                }
                Err(why) => entry.state = TextureState::Missing(why),
            }
        }
        Some((scene, entries, wanted))
    }

    /// Counts the images as if all were there at full size, so that what is loaded meanwhile leaves them their memory. Returns what each
    /// took before, by its position in `pending`.
    fn take<'a>(&self, pending: &[PendingTexture], images: Images<'a>) -> (Fitted<'a>, BTreeMap<usize, (u64, u64)>) {
        let mut memory = self.shared.memory();
        let files = pending.iter().map(|one| one.file).collect();
        let fitted = images.fit(&memory.room(&files, false), memory.bytes, |_| true);
        let taken = fitted.taken().map(|(position, texels, file_bytes)| {
            let one = &pending[position];
            (
                position,
                memory.take(one.file, one.wanted.texture, (texels, file_bytes)),
            )
        });
        let before = taken.collect();
        (fitted, before)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
