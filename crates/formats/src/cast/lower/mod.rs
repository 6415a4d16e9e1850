//! Document → scene: what the nodes mean.
//!
//! In: a document, right or wrong. Out: a scene that keeps every law of its types, and diagnostics of all that was repaired, dropped or
//! guessed. Ids are the rows and choices of docs/formats/cast.md §4 and §5; a fault without a row of its own goes by the row of the nearest
//! kind (C48: a value that is not finite, C70: an unknown word, C73: no name). Lawful data is borrowed from the file's bytes; only data
//! that needs repair is copied. Never fails, never recurses. Arrays are checked in parallel, with the same result on any number of threads.

mod budget;
mod fields;
mod geometry;
mod instance;
mod links;
mod material;
mod metadata;
mod model;
mod motion;
mod parallel;
mod placement;
mod rig;
mod skeleton;

use super::{Document, NodeKind, NodeView};
use crate::lower::names::Words;
use crate::lower::textures::Textures;
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;
use castview_base::scene::{KeyPlaces, Scene};

/// The scene `document` describes. `fallback_name`, usually the file's stem, names models and clips that have no name.
pub fn lower(document: &Document, fallback_name: &str, diagnostics: &mut Diagnostics) -> Scene {
    placement::report_misplaced(document, diagnostics);
    let mut scene = Scene {
        key_places: KeyPlaces {
            otherwise: "This value does not lie in the file as it is: it was made of Euler angles or of a number that shows and hides, or the curve was repaired.",
            ..KeyPlaces::default()
        },
        ..Scene::default()
    };
    let mut textures = Textures::default();
    let mut words = Words::default();
    let mut metadata_seen = false;
    let mut room = budget::Budget::of_file(document.bytes().len());
    // cast.md row 8: the nodes of all roots, in file order.
    for node in document.roots().flat_map(stage_nodes) {
        match node.kind() {
            NodeKind::Model if !room.has(budget::of_model(node)) => {}
            NodeKind::Model => scene.models.push(model::lower(
                node,
                fallback_name,
                (&mut textures, &mut words),
                diagnostics,
            )),
            NodeKind::Animation if !room.has(budget::CLIP) => {}
            NodeKind::Animation => scene.clips.push(motion::clip::lower(node, fallback_name, diagnostics)),
            NodeKind::Instance => scene.instances.extend(instance::lower(node, &mut words, diagnostics)),
            // cast.md row 80: only the first one of the file gives hints.
            NodeKind::Metadata if metadata_seen => {
                diagnostics.report(
                    rule::C80,
                    || node.place(),
                    || "only the first metadata of a file counts; ignored".into(),
                );
            }
            NodeKind::Metadata => {
                metadata_seen = true;
                scene.metadata = metadata::lower(node, diagnostics);
            }
            _ => {}
        }
    }
    room.report(diagnostics);
    scene.textures = textures.into_paths();
    scene
}

/// The nodes of one root. A node at the top of the file that is no root stands as if it were in one (cast.md row 7).
fn stage_nodes(top: NodeView<'_>) -> impl Iterator<Item = NodeView<'_>> {
    let is_root = top.kind() == NodeKind::Root;
    let children = is_root.then(|| top.children()).into_iter().flatten();
    (!is_root).then_some(top).into_iter().chain(children)
}
