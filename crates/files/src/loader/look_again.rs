//! Textures, instances and buffers that were missing, looked for again because something has come into a folder where they would be.
//!
//! In: open files, and files refused for a missing buffer. Out: textures that are there now, decoded; and word of files whose instances or
//! buffers are, for these files to be read again.

use super::arrival::Arrival;
use super::batch::{Batch, PendingTexture};
use super::memory::Known;
use crate::textures::find_textures;
use crate::{Reach, TextureSearch, location_of};
use castview_base::core::TextureIndex;
use castview_base::scene::Scene;
use castview_picture::opened::{FileKey, TextureState};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

impl Batch {
    /// Files that nobody shows any more are left out.
    pub fn look_again(&self, keys: &[FileKey]) {
        let (known, refused): (Vec<_>, Vec<_>) = {
            let memory = self.shared.memory();
            let refused = memory.refused.iter().filter(|(key, ..)| keys.contains(key));
            let refused = refused.map(|(key, path, sought)| {
                let reach = Reach::of(path, &memory.allowance_of(&(*key, path.clone())));
                (*key, path.clone(), reach, sought.clone())
            });
            let refused = refused.collect();
            let asked = memory.files.iter().filter(|known| keys.contains(&known.opened.0));
            let one = |known: &Known| {
                let reach = known.reach(&memory.allowance_of(&known.opened));
                let relinked = |texture: &&TextureIndex| memory.relinked.contains_key(&(known.key, **texture));
                let missing: Vec<TextureIndex> = known.missing.iter().filter(|one| !relinked(one)).copied().collect();
                let scene = known.scene.upgrade()?;
                Some((
                    known.key,
                    known.opened.clone(),
                    scene,
                    reach,
                    missing,
                    known.sought.clone(),
                ))
            };
            (asked.filter_map(one).collect(), refused)
        };
        let (mut pending, mut again) = (Vec::new(), Vec::new());
        // Paths awaited by a file and by all that it leads to come under the key of that file.
        let mut awaited: BTreeMap<FileKey, BTreeSet<PathBuf>> = BTreeMap::new();
        for (key, opened, scene, reach, missing, sought) in known {
            if !sought.is_empty() && reach.has_come(&sought) {
                again.push(location_of(&opened.1));
            }
            if !missing.is_empty() {
                pending.extend(self.come(key, &scene, &missing, TextureSearch::new(&reach)));
            }
            awaited.entry(opened.0).or_default().extend(reach.awaited());
        }
        for (key, path, reach, sought) in refused {
            if reach.has_come(&sought) {
                again.push(location_of(&path));
            }
            awaited.entry(key).or_default().extend(reach.awaited());
        }
        for (file, folders) in awaited {
            let folders = folders.iter().map(|folder| location_of(folder)).collect();
            self.send(Arrival::Awaited { file, folders });
        }
        self.decode(&pending, false);
        if !again.is_empty() {
            self.send(Arrival::Come(again));
        }
    }

    /// Those of the `missing` textures that are there now.
    fn come(
        &self,
        key: FileKey,
        scene: &Arc<Scene>,
        missing: &[TextureIndex],
        search: TextureSearch,
    ) -> Vec<PendingTexture> {
        let (entries, wanted) = find_textures(scene, &mut search.for_scene(scene));
        let is_there = |texture: &TextureIndex| {
            let entry = entries.get(texture.get());
            entry.is_some_and(|entry| !matches!(entry.state, TextureState::Missing(_)))
        };
        let come: Vec<TextureIndex> = missing.iter().filter(|texture| is_there(texture)).copied().collect();
        if let Some(known) = self.shared.memory().files.iter_mut().find(|known| known.key == key) {
            known.missing.retain(|texture| !come.contains(texture));
        }
        for texture in &come {
            let entry = &entries[texture.get()];
            if entry.state == TextureState::Unused {
                self.send(Arrival::Texture {
                    file: key,
                    texture: *texture,
                    location: entry.location.clone(),
                    file_bytes: 0,
                    full_size: None,
                    parts: None,
                    state: TextureState::Unused,
                });
            }
        }
        let wanted = wanted.into_iter().filter(|wanted| come.contains(&wanted.texture));
        PendingTexture::of(key, scene, wanted.collect()).collect()
    }
}
