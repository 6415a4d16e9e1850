//! The SEAnim reader's body, and what its documents promise.

use super::laws;
use castview_base::core::Diagnostics;
use castview_formats::seanim::{Document, lower, outline, read};

pub fn opens(bytes: &[u8]) -> bool {
    let mut diagnostics = Diagnostics::default();
    match read(bytes.to_vec().into(), &mut diagnostics) {
        Ok(document) => {
            is_sound(bytes, &document);
            laws::keeps_its_laws(&lower(&document, laws::request().name, &mut diagnostics));
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
    document
        .modifiers()
        .iter()
        .for_each(|modifier| follows(modifier.at, modifier.at + 2));
    let header = document.header();
    for bone in document.bones() {
        follows(bone.at, bone.at + 1);
        for (keys, numbers) in bone.keys.iter().zip([3, 4, 3]).filter(|(keys, _)| keys.count > 0) {
            let size = header.frame_width().bytes() + numbers * header.number_size();
            follows(keys.at, keys.at + size * keys.count as usize);
        }
    }
    document
        .notes()
        .iter()
        .for_each(|note| follows(note.name.start, note.name.end));
}
