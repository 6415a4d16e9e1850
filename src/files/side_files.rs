//! The files that a file names beside itself: buffers of a glTF model (spec/gltf.md section 8 row 31).
//!
//! In: a name as a file spells it, not to be trusted. Out: the bytes of a regular file in the model's own folder or below.
//! Only what a folder's listing shows is ever touched, as for textures; paths that lead elsewhere are never followed.

use super::listings::{Listings, absolute};
use super::read::{MAX_FILE_BYTES, read_start};
use super::stored_path::{Start, StoredPath};
use crate::core::SharedBytes;
use crate::formats::SideFiles;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

/// The folder of one model.
pub struct Beside {
    folder: PathBuf,
    listings: RefCell<Listings>,
    /// Bytes that may still be read.
    left: Cell<u64>,
}

impl Beside {
    /// `folder` holds the file that names others.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: absolute(folder),
            listings: RefCell::default(),
            left: Cell::new(MAX_FILE_BYTES),
        }
    }
}

impl SideFiles for Beside {
    fn read(&self, uri: &str, wanted: u64) -> Result<SharedBytes, String> {
        let name = StoredPath::parse(uri).ok_or("it names no file")?;
        let leaves = name.start != Start::Relative || name.folders.iter().any(|folder| folder == "..");
        if leaves {
            return Err("it lies outside the model's folder, which is not left".into());
        }
        let mut listings = self.listings.borrow_mut();
        let path = listings
            .follow(self.folder.clone(), &name.folders)
            .and_then(|folder| listings.regular_file(&folder, &name.name))
            .ok_or("there is no such file beside the model")?;
        let bytes = read_start(&path, wanted, self.left.get(), &mut |_| true).map_err(|error| error.to_string())?;
        self.left.set(self.left.get().saturating_sub(bytes.len() as u64));
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_models_folder_is_read() {
        let outer = tempfile::tempdir().expect("a temporary folder");
        let folder = outer.path().join("model");
        std::fs::create_dir_all(folder.join("data")).expect("a folder");
        for (path, bytes) in [
            (folder.join("a b.bin"), [1]),
            (folder.join("data/Deep.bin"), [2]),
            (outer.path().join("secret.bin"), [3]),
        ] {
            std::fs::write(path, bytes).expect("writable");
        }
        let beside = Beside::new(&folder);
        for (uri, wanted) in [("a b.bin", 1), ("./data/deep.BIN", 2), ("data\\..\\a b.bin", 1)] {
            assert_eq!(beside.read(uri, u64::MAX).as_deref().ok(), Some(&[wanted][..]), "{uri}");
        }
        // A sparse file of 2 GiB: only what is wanted of it is read.
        std::fs::File::create(folder.join("long.bin"))
            .and_then(|file| file.set_len(2 << 30))
            .expect("writable");
        assert_eq!(beside.read("long.bin", 5).as_deref().ok(), Some(&[0; 5][..]));
        let secret = outer.path().join("secret.bin");
        for (uri, reason) in [
            ("../secret.bin", "outside"),
            ("data/../../secret.bin", "outside"),
            (&*secret.to_string_lossy(), "outside"),
            ("/proc/self/environ", "outside"),
            ("//host/share/a.bin", "outside"),
            ("none.bin", "no such file"),
            ("data", "no such file"),
            ("", "names no file"),
        ] {
            let error = beside.read(uri, u64::MAX).expect_err(uri);
            assert!(error.contains(reason), "{uri}: {error}");
        }
    }
}
