//! Files that were found → why they cannot be read, by their beginnings.
//!
//! Such a file is not missing. Damage further on shows when the file is read as a whole.

use super::decoding::header;
use super::instancing::peek::{Peek, look};
use super::reach::ReachedFile;
use super::textures::ImageSource;
use castview_base::scene::ColorSpace;
use castview_images::ImageParts;

/// Counts of a file with several images, `None` for a single one. Errors: the reason why nothing can be read.
pub fn image_parts(found: &ReachedFile) -> Result<Option<ImageParts>, String> {
    header(&ImageSource::File(found.clone(), ColorSpace::Srgb)).map(|header| header.parts)
}

/// Why it holds no model that can be read.
pub fn no_model(found: &ReachedFile) -> Option<String> {
    let mut file = match found.open() {
        Ok(file) => file,
        Err(error) => return Some(error.told()),
    };
    match look(&mut file) {
        Peek::Models | Peek::Clips => None,
        _ => Some("it is no file that castview opens, or damaged".into()),
    }
}
