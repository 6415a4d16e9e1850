//! Purpose of a bone, as its icon tells it.
//!
//! In: a model. Out: one [`Role`] per bone, from its place in the hierarchy, from the rig, and from words that riggers use in names.

use castview_base::core::BoneIndex;
use castview_base::scene::{BoneKind, Model};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// With bones below it.
    #[default]
    Joint,
    /// The end of a chain.
    Leaf,
    /// A goal or pole of an IK handle, what a constraint follows without being part of the body, or called like one.
    Helper,
    /// Moves what hangs on it, and is not drawn as a bone.
    Node,
}

/// Words of a name, in lower case, that only helpers have.
const HELPERS: [&str; 9] = [
    "ik", "helper", "hlp", "pole", "ctrl", "control", "goal", "target", "nub",
];

/// One per bone.
pub fn of(model: &Model) -> Vec<Role> {
    let skeleton = &model.skeleton;
    let mut roles = vec![Role::Leaf; skeleton.len()];
    for parent in skeleton.parents().iter().flatten() {
        roles[parent.get()] = Role::Joint;
    }
    for bone in skeleton.bones() {
        let role = &mut roles[bone.get()];
        if is_called_helper(skeleton.name(bone)) {
            *role = Role::Helper;
        } else if skeleton.kind(bone) == BoneKind::Node {
            *role = Role::Node;
        }
    }
    let helpers = model.rig.handles.iter().flat_map(|handle| {
        let own: [Option<BoneIndex>; 3] = [Some(handle.target), handle.pole_vector, handle.pole_twist];
        own.into_iter().flatten()
    });
    for bone in helpers {
        roles[bone.get()] = Role::Helper;
    }
    roles
}

/// `ik_foot_l`, `HandIK`, `pole-knee`: one of its words is one of [`HELPERS`].
fn is_called_helper(name: &str) -> bool {
    let mut word = String::new();
    let mut before = ' ';
    let is_helper = |word: &str| HELPERS.contains(&word);
    for c in name.chars().take(256) {
        let begins = c.is_uppercase() && before.is_lowercase();
        if (begins || !c.is_alphabetic()) && is_helper(&word) {
            return true;
        }
        if begins || !c.is_alphabetic() {
            word.clear();
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    is_helper(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_name_tell_helpers() {
        for (name, helper) in [
            ("ik_foot_l", true),
            ("HandIK", true),
            ("LegIk01", true),
            ("pole-knee.R", true),
            ("helper_elbow_l", true),
            ("nike_shoe", false),
            ("spike", false),
            ("controller", false),
            ("", false),
        ] {
            assert_eq!(is_called_helper(name), helper, "{name}");
        }
    }
}
