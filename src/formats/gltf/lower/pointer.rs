//! What an animation's channel drives, by name of a path or by KHR_animation_pointer (spec/gltf.md 3).

use crate::formats::gltf::json::Target;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Path {
    Translation,
    Rotation,
    Scale,
    Weights,
    Visible,
}

/// What a channel means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Node(usize, Path),
    /// A channel without a node, which is legal and does nothing.
    Nothing,
    /// What the scene has no track for, in words.
    Unsupported(String),
}

const POINTER: &str = "KHR_animation_pointer";

pub(super) fn meaning(target: &Target) -> Meaning {
    if target.path == "pointer" {
        let pointer = target
            .extensions
            .get(POINTER)
            .and_then(|extension| extension.get("pointer")?.as_str());
        return match pointer {
            Some(pointer) => of_pointer(pointer).unwrap_or_else(|| Meaning::Unsupported(pointer.to_owned())),
            None => Meaning::Nothing,
        };
    }
    let Some(node) = target.node else {
        return Meaning::Nothing;
    };
    match path(&target.path) {
        Some(path) => Meaning::Node(node.get(), path),
        None => Meaning::Unsupported(target.path.clone()),
    }
}

fn path(word: &str) -> Option<Path> {
    Some(match word {
        "translation" => Path::Translation,
        "rotation" => Path::Rotation,
        "scale" => Path::Scale,
        "weights" => Path::Weights,
        _ => return None,
    })
}

/// `/nodes/3/rotation`, `/nodes/3/extensions/KHR_node_visibility/visible`.
fn of_pointer(pointer: &str) -> Option<Meaning> {
    let (node, rest) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    let path = match rest {
        "extensions/KHR_node_visibility/visible" => Path::Visible,
        word => path(word)?,
    };
    Some(Meaning::Node(node.parse().ok()?, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_nodes() {
        for (pointer, wanted) in [
            ("/nodes/3/rotation", Some(Meaning::Node(3, Path::Rotation))),
            ("/nodes/12/weights", Some(Meaning::Node(12, Path::Weights))),
            (
                "/nodes/0/extensions/KHR_node_visibility/visible",
                Some(Meaning::Node(0, Path::Visible)),
            ),
            ("/nodes/x/scale", None),
            ("/nodes/-1/scale", None),
            ("/nodes/1", None),
            ("/materials/0/emissiveFactor", None),
            ("", None),
        ] {
            assert_eq!(of_pointer(pointer), wanted, "{pointer}");
        }
    }
}
