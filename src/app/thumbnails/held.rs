//! The small pictures that are there, and the one that is being made.

use super::cache::Cache;
use super::prepared::Keep;
use crate::picture::Picture;
use crate::ui::{ThumbnailOf, Thumbnails as Shown};
use egui::TextureHandle;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pictures that are held as textures: 40 MB.
const MOST_HELD: usize = 512;
#[derive(Default)]
pub enum Work {
    #[default]
    Idle,
    /// A thread prepares it.
    Preparing,
    /// It is to be drawn.
    Waiting(ThumbnailOf, Box<Picture>, Option<Keep>),
    Drawing(ThumbnailOf, Box<Picture>, Option<Keep>),
}

struct Held {
    /// `None`: there is nothing to see.
    texture: Option<TextureHandle>,
    /// The last turn in which it was wanted.
    wanted: u64,
}

pub struct Thumbnails {
    pub cache: Arc<Cache>,
    held: BTreeMap<ThumbnailOf, Held>,
    shown: Arc<Shown>,
    pub work: Work,
    turns: u64,
}

impl Default for Thumbnails {
    fn default() -> Self {
        Self {
            cache: Arc::new(Cache::of_user()),
            held: BTreeMap::new(),
            shown: Arc::default(),
            work: Work::Idle,
            turns: 0,
        }
    }
}

impl Thumbnails {
    /// Those that are there.
    pub fn shown(&self) -> &Arc<Shown> {
        &self.shown
    }

    /// `None`: there is nothing to see.
    pub fn hold(&mut self, of: ThumbnailOf, texture: Option<TextureHandle>) {
        let wanted = self.turns;
        self.held.insert(of, Held { texture, wanted });
        while self.held.len() > MOST_HELD {
            let oldest = self.held.iter().min_by_key(|(_, held)| held.wanted);
            let Some(oldest) = oldest.map(|(of, _)| of.clone()) else {
                break;
            };
            self.held.remove(&oldest);
        }
        let shown = self.held.iter();
        let shown = shown.filter_map(|(of, held)| Some((of.clone(), held.texture.as_ref()?.id())));
        self.shown = Arc::new(shown.collect());
    }

    /// The first of the `wanted` that is not there.
    pub fn next(&mut self, wanted: &[ThumbnailOf]) -> Option<ThumbnailOf> {
        self.turns += 1;
        for of in wanted {
            if let Some(held) = self.held.get_mut(of) {
                held.wanted = self.turns;
            }
        }
        wanted.iter().find(|of| !self.held.contains_key(of)).cloned()
    }
}
