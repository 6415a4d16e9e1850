//! Textures by their paths: which are there, and their texels.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName, Tally};
use super::pairs::{Pairs, Renamed, by_name};
use super::terms::content::FileContent;
use super::terms::tolerance::Tolerance;
use super::terms::tries::Tries;
use crate::opened::{TextureEntry, TextureState};
use castview_base::core::TextureIndex;
use castview_images::Pixels;
use std::collections::HashMap;
use std::sync::Arc;

/// Texels that are looked at to find textures with other paths: those of sixteen images of 4096 × 4096.
const MOST_TEXELS: u64 = 1 << 28;

/// The textures of two files, and which belong together.
pub struct PairedTextures<'a> {
    files: [FileContent<'a>; 2],
    pairs: Pairs,
    renamed: Renamed,
    /// For each texture of the first file the one of the second.
    map: Vec<Option<usize>>,
}

impl<'a> PairedTextures<'a> {
    /// By their paths; those with other paths by their texels.
    pub fn pair(tries: &mut Tries, files: [FileContent<'a>; 2], tolerance: &Tolerance) -> Self {
        let names = files.map(|file| &file.scene.textures[..]);
        let mut pairs = by_name(names[0].iter(), names[1].iter());
        let shown = |side: usize| move |at: usize| &*names[side][at];
        let mut room = MOST_TEXELS;
        let is_same = |(a, b): (usize, usize)| match [entry(files[0], a), entry(files[1], b)].map(image) {
            [Some(a), Some(b)] if Arc::ptr_eq(a, b) => true,
            [Some(a), Some(b)] if a.size() == b.size() => {
                let [width, height] = a.size().map(u64::from);
                let left = room.checked_sub(width * height);
                room = left.unwrap_or(room);
                left.is_some() && compare_texels([a, b], tolerance.texel).count == 0
            }
            _ => false,
        };
        let renamed = pairs.find_renamed(tries, (shown(0), shown(1)), is_same);
        let mut map = vec![None; names[0].len()];
        for (a, b) in pairs.all(&renamed) {
            map[a] = Some(b);
        }
        Self {
            files,
            pairs,
            renamed,
            map,
        }
    }

    /// Whether a texture of the first file and one of the second belong together.
    pub fn are_same(&self, before: TextureIndex, after: TextureIndex) -> bool {
        self.map.get(before.get()).copied().flatten() == Some(after.get())
    }

    /// The path of a texture as the file spells it.
    pub fn name(&self, side: usize, texture: TextureIndex) -> &str {
        let names = &self.files[side].scene.textures;
        names.get(texture.get()).map_or("", |name| name)
    }

    /// Tells in what they differ.
    pub fn compare(&self, out: &mut Differences) {
        let of = &OwnerName::NONE;
        let name = |side: usize, at: usize| self.name(side, TextureIndex::new(at));
        for at in &self.pairs.only_before {
            out.add(DifferencePart::Texture, of, name(0, *at), DifferenceKind::Missing);
        }
        for at in &self.pairs.only_after {
            out.add(DifferencePart::Texture, of, name(1, *at), DifferenceKind::Extra);
        }
        for (a, b) in &self.renamed {
            let names = [name(0, *a), name(1, *b)];
            out.add(DifferencePart::Texture, of, names[0], DifferenceKind::Renamed)
                .show(names);
        }
        let mut known = HashMap::new();
        for (a, b) in self.pairs.all(&self.renamed) {
            let about = (DifferencePart::Texture, of, name(0, a));
            let entries = [entry(self.files[0], a), entry(self.files[1], b)];
            match entries.map(image) {
                [Some(x), Some(y)] => {
                    let pair = [Arc::as_ptr(x), Arc::as_ptr(y)];
                    let texel = out.tolerance.texel;
                    let sizes = [x.size(), y.size()];
                    if sizes[0] != sizes[1] {
                        let [before, after] = sizes.map(|[width, height]| format!("{width} × {height}"));
                        out.add(about.0, of, about.2, DifferenceKind::Size)
                            .show([&before, &after]);
                        continue;
                    }
                    let other = *known.entry(pair).or_insert_with(|| compare_texels([x, y], texel));
                    if other.count > 0 {
                        out.add(about.0, of, about.2, DifferenceKind::Texels).measure(&other);
                    }
                }
                _ if entries
                    .iter()
                    .flatten()
                    .any(|entry| entry.state == TextureState::Loading) => {}
                _ => {
                    let states = entries.map(|entry| entry.map_or("", state));
                    out.set(about, "file", states);
                    self.compare_bytes(out, about, [a, b]);
                }
            }
        }
    }

    /// Images that lie in the files themselves and were not decoded.
    fn compare_bytes(&self, out: &mut Differences, about: (DifferencePart, &OwnerName, &str), textures: [usize; 2]) {
        let bytes = [0, 1].map(|side| {
            let embedded = &self.files[side].scene.embedded;
            embedded.get(&TextureIndex::new(textures[side]))
        });
        if let [Some(a), Some(b)] = bytes
            && a.identity() != b.identity()
            && !a.same_values(b)
        {
            let lengths = [a, b].map(|bytes| format!("{} bytes", bytes.len()));
            let difference = out.add(about.0, about.1, about.2, DifferenceKind::Set);
            difference.property = "bytes";
            difference.show([&lengths[0], &lengths[1]]);
        }
    }
}

fn entry(file: FileContent<'_>, at: usize) -> Option<&TextureEntry> {
    file.textures.get(at)
}

fn image(entry: Option<&TextureEntry>) -> Option<&Arc<Pixels>> {
    match &entry?.state {
        TextureState::Ready(image) => Some(image),
        _ => None,
    }
}

fn state(entry: &TextureEntry) -> &'static str {
    match entry.state {
        TextureState::Loading => "not read yet",
        TextureState::Ready(_) => "there",
        TextureState::Unused => "not used",
        TextureState::Missing(_) => "missing",
        TextureState::Broken(_) => "cannot be read",
    }
}

/// Texels of two images of one size that differ in a channel by more than `tolerance`.
fn compare_texels([a, b]: [&Pixels; 2], tolerance: u8) -> Tally {
    let mut tally = Tally::default();
    if a == b {
        return tally;
    }
    if let [Pixels::Light(a), Pixels::Light(b)] = [a, b] {
        for (at, (a, b)) in a.rgba.iter().zip(&b.rgba).enumerate() {
            let by = a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b)));
            tally.add(at, by.fold(0.0, f64::max), 0.0);
        }
        return tally;
    }
    let (Some(a), Some(b)) = (a.texels(), b.texels()) else {
        tally.add(0, f64::from(u8::MAX), 0.0);
        return tally;
    };
    for (at, (a, b)) in a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).enumerate() {
        let by = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or_default();
        tally.add(at, by.into(), tolerance.into());
    }
    tally
}
