//! Bones of one name.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::scene::Skeleton;
use std::collections::HashMap;

/// Tells every bone whose name an earlier one has.
pub(super) fn look(skeleton: &Skeleton, out: &mut Troubles) {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for bone in skeleton.bones() {
        let name = skeleton.stored_name(bone);
        let count = counts.entry(name).or_default();
        *count += 1;
        if *count > 1 && !name.is_empty() {
            let value = *count as f32;
            out.add(TroubleKind::EqualNames, || FoundTrouble {
                kind: TroubleKind::EqualNames,
                of: TroubleOf::Bone(bone),
                frame: None,
                range: None,
                value,
                message: format!("it is bone number {value} of this name"),
            });
        }
    }
}
