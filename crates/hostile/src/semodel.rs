//! The SEModel reader's body, and what its documents promise.

use super::laws;
use castview_base::core::Diagnostics;
use castview_formats::semodel::{Document, lower, outline, read};

pub fn opens(bytes: &[u8]) -> bool {
    let mut diagnostics = Diagnostics::default();
    match read(bytes.to_vec().into(), &mut diagnostics) {
        Ok(document) => {
            is_sound(bytes, &document);
            let request = laws::request();
            let (scene, _) = lower(&document, request.name, request.options, &mut diagnostics);
            laws::keeps_its_laws(&scene);
            assert!(!outline(&document).is_empty());
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Checks the promises that reading makes about a document, whatever the file: parts lie in the file one after the other.
fn is_sound(bytes: &[u8], document: &Document) {
    let mut follows = laws::in_order(bytes);
    document
        .bones()
        .iter()
        .for_each(|bone| follows(bone.name.start, bone.name.end));
    document.bones().iter().for_each(|bone| follows(bone.at, bone.at + 5));
    for mesh in document.meshes() {
        let arrays = [
            &mesh.positions,
            &mesh.uvs,
            &mesh.normals,
            &mesh.colors,
            &mesh.weights,
            &mesh.corners,
            &mesh.materials,
        ];
        arrays.iter().for_each(|array| follows(array.start, array.end));
        assert_eq!(mesh.positions.len(), 12 * mesh.vertices as usize);
    }
    document
        .materials()
        .iter()
        .for_each(|material| follows(material.name.start, material.name.end));
}
