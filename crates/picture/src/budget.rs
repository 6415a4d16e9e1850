//! Bounds of the work for one picture: one table, and the cost of meshes and models.
//!
//! Files share what they hold, and drawing multiplies it: five thousand nodes may name one mesh, and files may place one another
//! seven levels deep. So costs are counted before anything is packed or sent, and held against what was read.
//!
//! Bytes, vertices to deform, triangles, draws, copies and texels are counted against one table. Its limits grow with the bytes read, and
//! stay below half of the adapter's memory if that is known. Meshes, palettes and textures, decoded and sent, are one count of bytes,
//! beside what the picture takes to blend in any order: the loader decodes into what all open scenes and their textures leave
//! (`files::decode_plan`), at a smaller size where the format allows. Most stages are told to fit by the sums that each model carries
//! along. For the others `session::view::shown::budget` makes a plan that pictures obey, by a stated order: the coarsest level of detail,
//! boxes in place of some instances, then fewer boxes, textures at the size of a smaller mip, then fewer meshes. A notice says what is
//! shown; its button, and an entry of the View menu for as long as something is left out, lifts the budget for the files that are open.

use castview_base::core::grouped;
use castview_base::scene::{Alpha, Mesh, Model, Scene, Skinning};
use std::collections::HashMap;
use std::sync::Arc;

/// Work and memory that drawing takes, or may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// On the GPU, and decoded.
    pub bytes: u64,
    /// Written by the deform pass for each pose.
    pub vertices: u64,
    /// In all places where they stand.
    pub triangles: u64,
    /// Meshes and hair, once for each model, wherever that stands.
    pub draws: u64,
    /// Draws in all places.
    pub copies: u64,
    /// Texels of textures, as they are sent.
    pub texels: u64,
}

/// One row of the table: `share` for each byte that was read, but never less than `least` nor more than `most`.
struct Row {
    least: u64,
    share: f64,
    most: u64,
}

const BYTES: Row = Row {
    least: 2_000_000_000,
    share: 8.0,
    most: u64::MAX,
};
/// A vertex of a file takes at least 6 bytes of it.
const VERTICES: Row = Row {
    least: 1 << 24,
    share: 0.25,
    most: u64::MAX,
};
/// A triangle takes at least 3.
const TRIANGLES: Row = Row {
    least: 1 << 25,
    share: 0.4,
    most: u64::MAX,
};
/// A mesh that is one by itself takes about 2 000.
const DRAWS: Row = Row {
    least: 1 << 14,
    share: 1.0 / 2048.0,
    most: u64::MAX,
};
const COPIES: Row = Row {
    least: 1 << 20,
    share: 1.0 / 64.0,
    most: u64::MAX,
};
/// An image file of noise takes about 3 bytes for each.
const TEXELS: Row = Row {
    least: 1 << 28,
    share: 1.0,
    most: 1 << 30,
};

/// A texel as it was decoded; as it was sent, with all its mips.
const DECODED_TEXEL: u64 = 4;
const SENT_TEXEL: u64 = 6;
/// Least share of the bytes for textures when meshes alone take more than there are: one in so many.
const TEXTURES_SHARE: u64 = 4;

/// Bytes that a mesh takes beside its arrays: the objects of the GPU, several times what they are for most drivers.
const OBJECTS: u64 = 16 << 10;
/// A vertex as it is packed, with two layers of texture coordinates and colours; as it was deformed.
const PACKED_VERTEX: u64 = 32 + 24;
pub(super) const POSED_VERTEX: u64 = 20;
/// An index, and its part of the sparse list that software adapters have of dense meshes.
const INDEX: u64 = 4 + 3;
/// An influence, and where a model stands.
const ROW: u64 = 8;
pub(super) const PLACEMENT: u64 = 84;
/// A bone of a palette, on the CPU and the GPU; with what dual quaternions take.
const SLOT: u64 = 64 + 48;
const BLENDED_SLOT: u64 = SLOT + 96 + 64;
/// A triangle in flight: a software adapter keeps those of a whole submission until it has drawn them (150 to 240 were measured).
const SOFTWARE_TRIANGLE: u64 = 352;
/// Uniform and commands of a draw.
const DRAW: u64 = 1 << 10;
/// Five channels of 16 bits.
const SUMS_SAMPLE: u64 = 5 * 2;
/// Cost of a box.
pub(super) const BOX: Cost = Cost {
    bytes: PLACEMENT,
    vertices: 0,
    triangles: 12,
    draws: 0,
    copies: 1,
    texels: 0,
};

impl Row {
    fn for_bytes(&self, read: u64) -> u64 {
        self.least.max((read as f64 * self.share) as u64).min(self.most)
    }
}

impl Cost {
    /// Nothing of anything.
    pub const NONE: Self = Self {
        bytes: 0,
        vertices: 0,
        triangles: 0,
        draws: 0,
        copies: 0,
        texels: 0,
    };

    /// The table. `read`: bytes of all files. `memory`: bytes of a software adapter, whose memory is the system's; half of them are left
    /// to others. Nobody tells what other adapters have.
    pub fn budget(read: u64, memory: Option<u64>) -> Self {
        let bytes = BYTES.for_bytes(read);
        let bytes = memory.map_or(bytes, |memory| bytes.min(memory / 2));
        let triangles = TRIANGLES.for_bytes(read);
        Self {
            bytes,
            vertices: VERTICES.for_bytes(read),
            triangles: memory.map_or(triangles, |_| triangles.min(bytes / SOFTWARE_TRIANGLE)),
            draws: DRAWS.for_bytes(read),
            copies: COPIES.for_bytes(read),
            texels: TEXELS.for_bytes(read),
        }
    }

    /// With no more than so many bytes, if there is a wish.
    pub fn held_to(self, bytes: Option<u64>) -> Self {
        Self {
            bytes: bytes.map_or(self.bytes, |bytes| self.bytes.min(bytes)),
            ..self
        }
    }

    fn numbers(&self) -> [u64; 6] {
        [
            self.bytes,
            self.vertices,
            self.triangles,
            self.draws,
            self.copies,
            self.texels,
        ]
    }

    /// How many texels may be decoded and sent once, when everything else costs `rest`.
    pub fn texels_beside(&self, rest: &Self) -> u64 {
        let bytes = self.bytes.saturating_sub(rest.bytes).max(self.bytes / TEXTURES_SHARE);
        let texels = self.texels.saturating_sub(rest.texels);
        texels.min(bytes / (DECODED_TEXEL + SENT_TEXEL))
    }

    /// Cost of `count` texels of 8 bits a channel that are held in memory.
    pub fn of_decoded(count: u64) -> Self {
        Self::of_held(count.saturating_mul(DECODED_TEXEL))
    }

    /// Cost of `count` texels of 8 bits a channel that are sent.
    pub fn of_sent(count: u64) -> Self {
        Self::of_sent_bytes(count.saturating_mul(SENT_TEXEL))
    }

    /// Cost of an image of so many bytes that is held in memory.
    pub fn of_held(bytes: u64) -> Self {
        Self { bytes, ..Self::NONE }
    }

    /// Cost of an image that takes `bytes` on the GPU, its smaller levels included. Texels of other formats count as the number of 8-bit
    /// texels with as many bytes.
    pub fn of_sent_bytes(bytes: u64) -> Self {
        Self {
            bytes,
            texels: bytes.div_ceil(SENT_TEXEL),
            ..Self::NONE
        }
    }

    /// Cost of the textures that sum up surfaces that blend in any order: two of `size` pixels, with so many samples each.
    pub fn of_sums(size: [u32; 2], samples: u32) -> Self {
        let pixels = u64::from(size[0]) * u64::from(size[1]);
        // Several samples of a pixel are joined to one more.
        let joined = u64::from(samples > 1);
        Self {
            bytes: pixels * SUMS_SAMPLE * (u64::from(samples) + joined),
            ..Self::NONE
        }
    }

    pub(super) fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            bytes: with(self.bytes, other.bytes),
            vertices: with(self.vertices, other.vertices),
            triangles: with(self.triangles, other.triangles),
            draws: with(self.draws, other.draws),
            copies: with(self.copies, other.copies),
            texels: with(self.texels, other.texels),
        }
    }

    /// The sum, number by number; it stays at the largest number instead of overflowing.
    pub fn plus(self, other: Self) -> Self {
        self.zip(other, u64::saturating_add)
    }

    /// The difference, number by number; 0 where `other` is larger.
    pub fn less(self, other: Self) -> Self {
        self.zip(other, u64::saturating_sub)
    }

    /// The same `count` times; it stays at the largest number instead of overflowing.
    pub fn times(self, count: u64) -> Self {
        self.zip(self, |number, _| number.saturating_mul(count))
    }

    /// Whether no number is above the one of `budget`.
    pub fn fits(&self, budget: &Self) -> bool {
        let pairs = self.numbers().into_iter().zip(budget.numbers());
        pairs.into_iter().all(|(own, most)| own <= most)
    }

    /// How often it fits, as a share or a number; infinite for no cost.
    pub(super) fn share_of(&self, budget: &Self) -> f64 {
        let pairs = self.numbers().into_iter().zip(budget.numbers());
        let shares = pairs.into_iter().filter(|(own, _)| *own > 0);
        shares
            .map(|(own, most)| most as f64 / own as f64)
            .fold(f64::INFINITY, f64::min)
    }

    /// Names the cost that is over the budget by most, in words.
    pub(super) fn reason(&self, budget: &Self) -> String {
        let words = [
            "bytes of memory",
            "vertices to deform",
            "triangles",
            "draws",
            "copies of meshes",
            "texels of textures",
        ];
        let all = words.into_iter().zip(self.numbers().into_iter().zip(budget.numbers()));
        let over = |(_, (own, most)): &(&str, (u64, u64))| *own as f64 / (*most).max(1) as f64;
        let worst = all.max_by(|a, b| over(a).total_cmp(&over(b)));
        worst.map_or_else(String::new, |(what, (own, most))| {
            format!(
                "all of it is {} {what}, and at most {} are drawn",
                grouped(own, ' '),
                grouped(most, ' ')
            )
        })
    }
}

/// The most a model can cost, whatever of it is shared: once, and for each place it stands at. Cheap enough to be asked of every
/// model.
pub fn most(model: &Model) -> (Cost, Cost) {
    let mut once = Cost::NONE;
    let mut each = Cost {
        bytes: PLACEMENT,
        ..Cost::NONE
    };
    let mut skins = vec![false; model.skins.len()];
    for mesh in &model.meshes {
        once = once.plus(of_content(mesh)).plus(of_pose(mesh)).plus(of_draw());
        let is_known = mesh.skin.and_then(|skin| skins.get_mut(skin.get()));
        if is_known.is_some_and(|known| !std::mem::replace(known, true)) {
            once = once.plus(of_palette(model, mesh));
        }
        each = each.plus(of_copy(mesh));
    }
    (once, each)
}

/// The meshes of a model that blend. Two of them may interleave, and so may one with itself where it stands twice.
pub fn blended_meshes(model: &Model) -> u64 {
    let blends = |mesh: &&Mesh| {
        let material = mesh.material.and_then(|index| model.materials.get(index.get()));
        material.is_some_and(|material| material.surface.alpha == Alpha::Blend)
    };
    model.meshes.iter().filter(blends).count() as u64
}

pub(super) fn of_content(mesh: &Mesh) -> Cost {
    let vertices = mesh.vertex_count() as u64;
    let indices = (mesh.triangles.len() + mesh.lines.len()) as u64;
    let rows = vertices * u64::from(mesh.influences.stride);
    Cost {
        bytes: OBJECTS + vertices * PACKED_VERTEX + rows * ROW + indices * INDEX,
        ..Cost::NONE
    }
}

pub(super) fn of_pose(mesh: &Mesh) -> Cost {
    let vertices = match mesh.skin {
        Some(_) => mesh.vertex_count() as u64,
        None => 0,
    };
    Cost {
        bytes: if vertices > 0 {
            OBJECTS + vertices * POSED_VERTEX
        } else {
            0
        },
        vertices,
        ..Cost::NONE
    }
}

/// The palette of the skin that a mesh hangs on, if it hangs on one.
pub(super) fn of_palette(model: &Model, mesh: &Mesh) -> Cost {
    let skin = mesh.skin.and_then(|skin| model.skins.get(skin.get()));
    let slots = skin.map_or(0, |skin| skin.bones.len() as u64);
    let each = match mesh.skinning {
        Skinning::DualQuaternion => BLENDED_SLOT,
        _ => SLOT,
    };
    Cost {
        bytes: slots * each,
        ..Cost::NONE
    }
}

pub(super) fn of_draw() -> Cost {
    Cost {
        bytes: DRAW,
        draws: 1,
        ..Cost::NONE
    }
}

pub(super) fn of_copy(mesh: &Mesh) -> Cost {
    Cost {
        triangles: (mesh.triangle_count() + mesh.lines.len() / 2) as u64,
        copies: 1,
        ..Cost::NONE
    }
}

/// The most that sending and drawing each model of these scenes once can cost.
pub fn most_of_scenes<'a>(scenes: impl IntoIterator<Item = &'a Arc<Scene>>) -> Cost {
    let models = scenes.into_iter().flat_map(|scene| &scene.models);
    models.fold(Cost::NONE, |all, model| all.plus(most(model).0))
}

/// Counts the bytes that the streams of scenes keep in memory, each file and array once: close to what was read.
pub fn held_bytes<'a>(scenes: impl IntoIterator<Item = &'a Arc<Scene>>) -> u64 {
    let mut held: HashMap<usize, u64> = HashMap::new();
    for scene in scenes {
        for image in scene.embedded.values() {
            let (at, bytes) = image.storage();
            held.insert(at, bytes as u64);
        }
        for mesh in scene.models.iter().flat_map(|model| &model.meshes) {
            let mut keep = |(at, bytes): (usize, usize)| {
                held.insert(at, bytes as u64);
            };
            keep(mesh.positions.storage());
            keep(mesh.normals.storage());
            keep(mesh.triangles.storage());
            keep(mesh.lines.storage());
            keep(mesh.influences.weights.storage());
        }
    }
    held.values().fold(0, |all, bytes| all.saturating_add(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_grow_with_what_is_read_and_stay_below_the_adapter() {
        let least = Cost::budget(0, None);
        assert_eq!(least.bytes, 2_000_000_000);
        let of_large = Cost::budget(1 << 30, None);
        assert_eq!(of_large.bytes, 8 << 30);
        assert!(least.fits(&of_large) && !of_large.fits(&least));
        assert_eq!((least.texels, of_large.texels), (1 << 28, 1 << 30));
        let software = Cost::budget(1 << 30, Some(1 << 32));
        assert_eq!(software.bytes, 1 << 31);
        assert!(software.triangles * 170 < software.bytes, "{software:?}");
    }

    #[test]
    fn textures_get_what_meshes_leave_but_a_quarter_at_least() {
        let budget = Cost::budget(0, None);
        let of_meshes = |bytes| Cost { bytes, ..Cost::NONE };
        assert_eq!(budget.texels_beside(&Cost::NONE), 200_000_000);
        assert_eq!(budget.texels_beside(&of_meshes(1_000_000_000)), 100_000_000);
        assert_eq!(budget.texels_beside(&of_meshes(u64::MAX)), 50_000_000);
        let texels = 200_000_000;
        let whole = Cost::of_decoded(texels).plus(Cost::of_sent(texels));
        assert!(whole.fits(&budget), "both sides count alike");
        assert!(!whole.plus(Cost::of_sent(1)).fits(&budget));
    }
}
