//! Which parts of two models belong together, and what is known of them already.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName, Tally};
use super::skeleton::BoneMap;
use super::streams::Compared;
use castview_base::core::{Identity, MaterialIndex, SkinIndex};
use castview_base::scene::{Skeleton, Skin};
use std::collections::HashMap;

/// Results for pairs of skins: bones that were elsewhere when the mesh was attached.
pub type BindPoses = HashMap<[SkinIndex; 2], Tally>;
/// Results for pairs of skins with pairs of slots and of weights.
pub type WeightTallies = HashMap<([SkinIndex; 2], [Identity; 4]), Tally>;

/// Which parts of two models belong together, and what is known of them.
pub struct Matched<'a> {
    pub skeletons: [&'a Skeleton; 2],
    pub skins: [&'a [Skin]; 2],
    pub bones: BoneMap,
    /// For each material of the first model the one of the second.
    pub materials: Vec<Option<MaterialIndex>>,
    pub material_names: [Vec<&'a str>; 2],
    pub compared: Compared,
    pub weights: WeightTallies,
    pub bind_poses: BindPoses,
}

impl Matched<'_> {
    /// Tells a material that is another one, not one of another name.
    pub fn compare_material(
        &self,
        out: &mut Differences,
        about: (DifferencePart, &OwnerName, &str),
        materials: [Option<MaterialIndex>; 2],
    ) {
        let is_same = match materials {
            [Some(a), b] => self.materials.get(a.get()).copied().flatten() == b && b.is_some(),
            [None, b] => b.is_none(),
        };
        if !is_same {
            let name = |side: usize| match materials[side] {
                Some(material) => self.material_names[side]
                    .get(material.get())
                    .copied()
                    .unwrap_or_default(),
                None => "none",
            };
            let difference = out.add(about.0, about.1, about.2, DifferenceKind::Set);
            difference.property = "material";
            difference.show([name(0), name(1)]);
        }
    }
}
