//! How large each texture of a drop may be decoded, settled by their headers before the first is.
//!
//! In: the header of each distinct image, the number of bytes read, and the scenes that use the images. The budget is that of
//! pictures: meshes and textures count together. Out: the most texels of each. The same headers give the same plan, however many
//! threads decode.

use castview_base::scene::Scene;
use castview_images::DecodeCost;
use castview_picture::{self as picture, held_bytes, most_of_scenes, smaller};
use std::sync::Arc;

/// Working memory of all decoders that run at one time. One that needs more runs alone.
pub const WORKING_BYTES: u64 = 1 << 30;

/// Share of all texels that a drop has at least when those before it have taken everything: one in so many. Its textures are seen to be
/// there.
const LATER_SHARE: u64 = 64;

/// Texels that any image may have, however small its file is: 4096 on a side.
const ANY_TEXELS: u64 = 4096 * 4096;
/// Texels more for each byte of its file. Photographs and painted maps have two to eight of them for a byte.
const TEXELS_OF_BYTE: u64 = 16;
/// Bytes in use, for each byte of its file, while an image that its decoder gives out as a whole is decoded; beside [`WORKING_BYTES`].
const WHOLE_OF_BYTE: u64 = 64;

/// One image of a plan: its cost, and a bound on its texels by the size of its file.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    pub cost: DecodeCost,
    own_most: u64,
}

impl Planned {
    /// A file of few bytes that claims many texels is made smaller, whatever room there is: it can hold little that is lost by this.
    pub fn new(cost: DecodeCost, file_bytes: u64) -> Self {
        let of_bytes = |each: u64, least: u64| file_bytes.saturating_mul(each).saturating_add(least);
        let is_bound = cost.shrinking_bytes.is_some() || cost.working_bytes > of_bytes(WHOLE_OF_BYTE, WORKING_BYTES);
        let own_most = match is_bound {
            true => of_bytes(TEXELS_OF_BYTE, ANY_TEXELS),
            false => u64::MAX,
        };
        Self { cost, own_most }
    }

    /// The most texels it may have where each image may have `most`.
    pub fn most(&self, most: u64) -> u64 {
        most.min(self.own_most)
    }

    /// Whether it has to be made smaller where each image may have `most` texels.
    pub fn is_beyond(&self, most: u64) -> bool {
        self.cost.texels() > self.most(most)
    }
}

/// Room that textures find taken: meshes and textures share the budget of pictures.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeBudget {
    /// Bytes of the files that use the textures.
    read: u64,
    /// Cost of drawing these, textures apart.
    taken: picture::Cost,
    /// Texels of the images that are there already, counted as [`taken`] does.
    held_texels: u64,
}

impl DecodeBudget {
    /// For the textures of `scenes`.
    pub fn beside<'a>(scenes: impl IntoIterator<Item = &'a Arc<Scene>> + Clone) -> Self {
        Self {
            read: held_bytes(scenes.clone()),
            taken: most_of_scenes(scenes),
            held_texels: 0,
        }
    }

    /// The same room, of which images of so many texels, from files of `file_bytes` bytes, have taken their part.
    pub fn with_images(self, texels: u64, file_bytes: u64) -> Self {
        Self {
            read: self.read.saturating_add(file_bytes),
            held_texels: self.held_texels.saturating_add(texels),
            ..self
        }
    }

    /// How many there may be, from image files of `image_bytes` bytes. `memory`: of the system, where it is known.
    pub fn texels(&self, image_bytes: u64, memory: Option<u64>) -> u64 {
        let budget = picture::Cost::budget(self.read.saturating_add(image_bytes), memory);
        let all = budget.texels_beside(&self.taken);
        all.saturating_sub(self.held_texels).max(all / LATER_SHARE)
    }
}

/// The most texels that each image may have, so that all have at most `room`. The largest are made smaller first: the sides of what can
/// shrink are halved, and what cannot is left out, until the rest fits.
pub fn most_texels(images: &[Planned], room: u64) -> u64 {
    let largest = images.iter().map(|image| image.cost.texels()).max().unwrap_or(0);
    let mut most = largest;
    let taken = |most: u64| images.iter().map(move |image| taken(&image.cost, image.most(most)));
    while most > 0 && taken(most).fold(0, u64::saturating_add) > room {
        most /= 4;
    }
    most
}

/// Texels that one image takes, if it may have `most` of them: as many texels of 8 bits a channel take as much.
pub fn taken(cost: &DecodeCost, most: u64) -> u64 {
    let texels = cost.texels();
    let (texels, sixteen_bytes) = match cost.shrinking_bytes {
        _ if texels <= most => (texels, cost.sixteen_bytes),
        // A smaller level of blocks that does not end with a whole one is decoded.
        Some(_) if !ends_with_blocks(smaller(cost.size, most)) => (most, cost.sixteen_bytes.max(DecodeCost::PLAIN)),
        Some(_) => (most, cost.sixteen_bytes),
        None => (0, 0),
    };
    let bytes = u128::from(texels) * u128::from(sixteen_bytes);
    u64::try_from(bytes.div_ceil(u128::from(DecodeCost::PLAIN))).unwrap_or(u64::MAX)
}

fn ends_with_blocks(size: [u32; 2]) -> bool {
    size.iter().all(|side| side.is_multiple_of(4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{Mesh, Model};

    /// The room of small files.
    const ROOM: u64 = 200_000_000;

    fn image(side: u32, can_shrink: bool) -> DecodeCost {
        DecodeCost {
            size: [side; 2],
            working_bytes: 0,
            shrinking_bytes: can_shrink.then_some(0),
            sixteen_bytes: DecodeCost::PLAIN,
        }
    }

    /// Files of these images speak for all of their texels.
    fn planned(costs: &[DecodeCost]) -> Vec<Planned> {
        costs.iter().map(|cost| Planned::new(*cost, 1 << 30)).collect()
    }

    #[test]
    fn the_largest_are_made_smaller_until_all_fit() {
        let square = |side: u64| side * side;
        // All at once fit: nothing changes.
        let few = [image(4096, true), image(1024, false)];
        assert_eq!(most_texels(&planned(&few), ROOM), square(4096));
        // Sixteen of 8192 on a side are 4 GiB decoded; at 2048 they fit into what 2 GiB hold.
        let many = vec![image(8192, true); 16];
        assert_eq!(most_texels(&planned(&many), ROOM), square(2048));
        // One of 16 384 on a side, and a small one that stays as it is.
        let one = [image(16_384, true), image(64, false)];
        assert_eq!(most_texels(&planned(&one), ROOM), square(8192));
        // Images that cannot shrink are left out before the small ones suffer.
        let stiff = vec![image(8192, false); 16];
        assert!(most_texels(&planned(&stiff), ROOM) < square(8192));
        assert_eq!(most_texels(&[], ROOM), 0);
    }

    #[test]
    fn a_small_file_speaks_for_few_texels_and_a_photograph_for_all_of_its_own() {
        let most = |cost: DecodeCost, file_bytes: u64| Planned::new(cost, file_bytes).most(u64::MAX);
        let square = |side: u64| side * side;
        assert_eq!(most(image(16_384, true), 1 << 20), square(4096) + (16 << 20));
        // A photograph of 8192 on a side has 4 MB at the least, one of 16 384 has 16 MB.
        assert!(!Planned::new(image(8192, true), 4_000_000).is_beyond(u64::MAX));
        assert!(!Planned::new(image(16_384, true), 16_000_000).is_beyond(u64::MAX));
        assert!(Planned::new(image(8192, true), 1_000_000).is_beyond(u64::MAX));
        // A kind that is decoded whole is held by what this takes.
        let whole = |working_bytes| DecodeCost {
            working_bytes,
            ..image(8192, false)
        };
        assert_eq!(most(whole(WORKING_BYTES), 1000), u64::MAX);
        assert!(Planned::new(whole(2 * WORKING_BYTES), 1000).is_beyond(u64::MAX));
        assert_eq!(most(whole(2 * WORKING_BYTES), WORKING_BYTES / 64), u64::MAX);
        // Texels that a file does not speak for take no room from others.
        let [hollow, small] = [
            Planned::new(image(16_384, true), 0),
            Planned::new(image(4096, true), 1 << 30),
        ];
        assert_eq!(most_texels(&[hollow, small, small], 3 * square(4096)), square(16_384));
    }

    /// Blocks are kept and sent as they are, and light takes twice as much as colours of a screen.
    #[test]
    fn images_count_by_the_bytes_they_take() {
        let of = |side, sixteen_bytes| DecodeCost {
            sixteen_bytes,
            ..image(side, true)
        };
        let [blocks, light] = [44, 2 * DecodeCost::PLAIN];
        // Sixteen of 4096 on a side: 268 million texels. Decoded they are made smaller, as blocks they fit.
        assert_eq!(
            most_texels(&planned(&vec![of(4096, DecodeCost::PLAIN); 16]), ROOM),
            2048 * 2048
        );
        assert_eq!(most_texels(&planned(&vec![of(4096, blocks); 16]), ROOM), 4096 * 4096);
        assert_eq!(taken(&of(4096, blocks), u64::MAX), (4096 * 4096 * 44u64).div_ceil(160));
        assert_eq!(taken(&of(4096, light), u64::MAX), 2 * 4096 * 4096);
        assert_eq!(taken(&of(4096, light).of_numbers(), u64::MAX), 4096 * 4096);
        // Half a block is left of the largest level that fits: it is decoded.
        assert_eq!(taken(&of(4, blocks), 4), 4);
    }

    #[test]
    fn later_drops_have_what_earlier_ones_leave() {
        let none = DecodeBudget::default();
        let after = |texels| none.with_images(texels, 0).texels(0, None);
        assert_eq!((after(0), after(150_000_000)), (ROOM, ROOM - 150_000_000));
        assert_eq!((after(ROOM), after(u64::MAX)), (ROOM / 64, ROOM / 64));
        assert!(
            none.with_images(0, 1 << 30).texels(0, None) > ROOM,
            "their files count as read"
        );
    }

    #[test]
    fn meshes_and_images_share_one_budget() {
        let scene = |vertices: usize| {
            let mesh = Mesh {
                positions: vec![[0.0; 3]; vertices].into(),
                ..Mesh::default()
            };
            let model = Model {
                meshes: vec![mesh; 2],
                ..Model::default()
            };
            vec![Arc::new(Scene {
                models: vec![model],
                ..Scene::default()
            })]
        };
        let room = |scenes: &[Arc<Scene>], bytes, memory| DecodeBudget::beside(scenes).texels(bytes, memory);
        let none = room(&[], 0, None);
        assert_eq!(none, 200_000_000);
        assert_eq!(room(&[], 1 << 20, None), none);
        assert_eq!(
            room(&[], 1 << 30, None),
            (8 << 30) / 10,
            "large files have room in proportion"
        );
        assert_eq!(room(&[], u64::MAX, None), 1 << 30, "up to a cap");
        assert_eq!(room(&[], 1 << 30, Some(1 << 30)), (1 << 29) / 10, "half of the memory");
        // A mesh of a million vertices is in memory twice, so there is less room by what it takes.
        let beside = room(&scene(1_000_000), 0, None);
        let taken = most_of_scenes(&scene(1_000_000)).bytes;
        assert!(taken > 100_000_000, "{taken}");
        assert_eq!(beside, (2_000_000_000 - taken) / 10);
    }
}
