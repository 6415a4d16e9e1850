//! The .Shape reader's body.

use super::laws;
use castview_base::core::{Diagnostics, Options};
use castview_formats::shape::{lower, read};

pub fn opens(bytes: &[u8]) -> bool {
    let mut diagnostics = Diagnostics::default();
    match read(bytes.to_vec().into(), &Options::NONE, &mut diagnostics) {
        Ok(document) => {
            let (scene, _) = lower(&document, "hostile", &Options::NONE, &mut diagnostics);
            laws::keeps_its_laws(&scene);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
