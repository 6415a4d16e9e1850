//! Files that other programs change while they are open.

use crate::opened::{FileKey, Placement};
use crate::session::{Effect, OpenFile, Session};

/// All files that were read for this one: itself, its buffers and textures, its instances and their textures.
fn places(file: &OpenFile) -> impl Iterator<Item = &str> {
    let inside = file.instances.files.iter().filter(|inside| !inside.is_stand_in);
    let of_inside = inside.flat_map(|inside| {
        let textures = inside.textures.iter().filter_map(|texture| texture.location.as_deref());
        textures.chain([&inside.location[..]])
    });
    let textures = file.textures.iter().filter_map(|texture| texture.location.as_deref());
    textures
        .chain([&file.location[..]])
        .chain(file.buffers.iter().map(String::as_str))
        .chain(of_inside)
        .filter(|location| !location.is_empty())
}

impl Session {
    /// The places whose changes concern what is open.
    pub fn watched(&self) -> Vec<String> {
        let files = self.stage.files.iter().filter(|file| !file.location.is_empty());
        files.flat_map(places).map(str::to_owned).collect()
    }

    /// Reads the files again that have changed, or whose textures have. While others are loaded it waits.
    pub(in crate::session) fn files_changed(&mut self, locations: Vec<String>) -> Vec<Effect> {
        if !self.preferences.watches {
            return Vec::new();
        }
        self.opening.changed.extend(locations);
        self.reload_changed()
    }

    pub(in crate::session) fn reload_changed(&mut self) -> Vec<Effect> {
        if self.opening.changed.is_empty() || self.opening.loading.is_some() {
            return Vec::new();
        }
        let changed = std::mem::take(&mut self.opening.changed);
        let files = self.stage.files.iter().filter(|file| !file.location.is_empty());
        let files = files.filter(|file| places(file).any(|place| changed.contains(place)));
        let (locations, keys): (Vec<String>, Vec<FileKey>) =
            files.map(|file| (file.location.clone(), file.key)).unzip();
        self.open(locations, keys, Placement::Reload)
    }
}
