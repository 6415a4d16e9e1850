//! Known nodes in places where they mean nothing (docs/formats/cast.md §1.6 and §2).

use crate::cast::{Document, NodeKind, NodeView};
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;

/// Notes every known node whose parent gives it no meaning. Such a node is ignored.
pub(super) fn report_misplaced(document: &Document, diagnostics: &mut Diagnostics) {
    for node in document.nodes() {
        let Some(parent) = node.parent() else { continue };
        if !belongs(node, parent) {
            diagnostics.report(
                rule::C19,
                || node.place(),
                || {
                    format!(
                        "a {} has no meaning inside a {}; ignored",
                        node.kind().word(),
                        parent.kind().word()
                    )
                },
            );
        }
    }
}

fn belongs(node: NodeView<'_>, parent: NodeView<'_>) -> bool {
    use NodeKind as K;
    let parents: &[K] = match node.kind() {
        K::Model | K::Animation | K::Instance | K::Metadata => &[K::Root],
        K::Mesh | K::Hair | K::BlendShape | K::Material => &[K::Model],
        K::Skeleton => &[K::Model, K::Animation],
        K::Bone | K::IkHandle | K::Constraint => &[K::Skeleton],
        K::Curve | K::CurveModeOverride | K::NotificationTrack => &[K::Animation],
        K::File => &[K::Material, K::Instance],
        K::Color => &[K::Material],
        K::Root => &[],
        // Noted where it was read (cast.md row 19), with everything below it.
        K::Unknown(_) => return true,
    };
    parents.contains(&parent.kind()) || matches!(parent.kind(), K::Unknown(_))
}
