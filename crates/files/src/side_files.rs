//! The files that a file names beside itself: buffers of a glTF model (docs/formats/gltf.md §8 row 31).
//!
//! In: a name as a file spells it, not to be trusted. Out: the bytes of a regular file that [`Reach`] lets the model read.
//! Only what a folder's listing shows is ever touched, as for textures.

use super::reach::{Listings, Look, Reach, Start, StoredPath};
use super::read::read_found;
use castview_base::core::SharedBytes;
use castview_formats::{NO_SUCH_FILE, SideFiles};
use castview_picture::opened::OutsideKind;
use std::cell::{Cell, RefCell};

/// Files that one model may read.
pub struct Beside {
    reach: Reach,
    listings: RefCell<Listings>,
    /// Bytes that may still be read.
    left: Cell<u64>,
}

impl Beside {
    /// Files beside one model, as far as `reach` allows them and has bytes left.
    pub fn new(reach: &Reach) -> Self {
        Self {
            reach: reach.clone(),
            listings: RefCell::new(reach.listings()),
            left: Cell::new(reach.most_beside()),
        }
    }
}

impl SideFiles for Beside {
    fn read(&self, uri: &str, wanted: u64) -> Result<SharedBytes, String> {
        let name = StoredPath::parse(uri).ok_or("it names no file")?;
        let never = "it lies outside the model's folder, at a place that is never read";
        if name.start == Start::Foreign {
            return Err(never.into());
        }
        let StoredPath { start, folders, name } = name;
        let place = (&start, self.reach.folder(), &*folders);
        let look = self
            .reach
            .look(&mut self.listings.borrow_mut(), place, [name.clone()].into_iter());
        let found = match look {
            Look::Found(found) => found,
            Look::Nothing => {
                self.reach.seek(&mut self.listings.borrow_mut(), place, &name);
                return Err(NO_SUCH_FILE.into());
            }
            Look::Outside(folder) => {
                let noted = self.reach.note_outside(OutsideKind::Buffer, uri, &folder);
                return Err(noted.unwrap_or_else(|| never.into()));
            }
        };
        self.reach.note_beside(found.path());
        let bytes = read_found(&found, wanted, self.left.get(), &mut |_| true).map_err(|error| error.to_string())?;
        self.left.set(self.left.get().saturating_sub(bytes.len() as u64));
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::reach::Allowance;
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
        // A sparse file of 2 GiB: only what is wanted of it is read.
        std::fs::File::create(folder.join("long.bin"))
            .and_then(|file| file.set_len(2 << 30))
            .expect("writable");
        let reach = Reach::of(&folder.join("model.gltf"), &Allowance::default());
        let beside = Beside::new(&reach);
        for (uri, wanted) in [("a b.bin", 1), ("./data/deep.BIN", 2), ("data\\..\\a b.bin", 1)] {
            assert_eq!(beside.read(uri, u64::MAX).as_deref().ok(), Some(&[wanted][..]), "{uri}");
        }
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
