//! Small pictures of files, kept on the disk by what the files hold.
//!
//! In: the bytes of a file and its place. Out: its picture, if one was kept and nothing else that the picture shows, textures say, has
//! changed since. A picture is written whole or not at all, and one that cannot be read is as if it were not there. The folder stays below a
//! bound: the oldest pictures make room.

use crate::app::saved::store::Store;
use crate::export;
use crate::images::{self, Image};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Pixels of a picture: twice what lists show at scale 1.
pub const SIZE: [u32; 2] = [160, 120];
/// Pictures that are kept: about 40 MB.
const MOST_KEPT: usize = 2000;
/// So many are written before the folder is looked through again.
const LOOK_EVERY: usize = 50;
/// A picture of [`SIZE`] takes no more, even if nothing in it repeats.
const MOST_BYTES: u64 = 256 << 10;
/// Bytes of the list of what a picture was made of. A picture with a longer list is not kept.
const MOST_LIST: u64 = 64 << 10;

/// Where pictures are kept.
pub struct Cache {
    /// `None` on a machine without a home.
    folder: Option<PathBuf>,
    written: AtomicUsize,
}

impl Cache {
    /// In the user's folder for what can be made again.
    pub fn of_user() -> Self {
        let own = || {
            Some(
                directories::ProjectDirs::from("", "", "castview")?
                    .cache_dir()
                    .to_owned(),
            )
        };
        let folder = Store::named_folder().or_else(own);
        Self::in_folder(folder.map(|folder| folder.join("thumbnails")))
    }

    pub fn in_folder(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            written: AtomicUsize::new(0),
        }
    }

    /// The name of the picture of a file that holds `bytes`. Textures are found by the file's place, so the same bytes elsewhere may look
    /// different.
    pub fn key_of(bytes: &[u8], location: &str) -> String {
        let half = |seed: u8| {
            let mut hasher = DefaultHasher::new();
            (seed, SIZE, location).hash(&mut hasher);
            hasher.write(bytes);
            hasher.finish()
        };
        format!("{:016x}{:016x}", half(0), half(1))
    }

    fn path_of(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{key}.png")))
    }

    pub fn load(&self, key: &str) -> Option<Image> {
        let path = self.path_of(key)?;
        let list = String::from_utf8(read_small(&list_of(&path), MOST_LIST)?).ok()?;
        if list != list_now(list.lines().filter_map(|line| Some(line.split_once('\t')?.1))) {
            return None;
        }
        let bytes = read_small(&path, MOST_BYTES)?;
        // By its header, before memory is taken for it.
        let is_ours = images::size(&bytes, "x.png").ok()? == SIZE;
        is_ours.then(|| images::decode(&bytes, "x.png").ok()).flatten()
    }

    /// `made_of`: what else the picture shows than the file itself, as it was when it was read ([`list_now`]).
    pub fn save(&self, key: &str, image: &Image, made_of: &str) {
        let Some((path, folder)) = self.path_of(key).zip(self.folder.as_ref()) else {
            return;
        };
        if made_of.len() as u64 > MOST_LIST {
            return;
        }
        let made = std::fs::create_dir_all(folder);
        // Whoever finds the list of another picture makes this one again.
        let written = made
            .and_then(|()| export::replace(&path, &export::png(image)))
            .and_then(|()| export::replace(&list_of(&path), made_of.as_bytes()));
        if let Err(error) = written {
            log::info!("a small picture was not kept ({error}): {}", path.display());
            return;
        }
        if self.written.fetch_add(1, Ordering::Relaxed).is_multiple_of(LOOK_EVERY) {
            self.make_room(MOST_KEPT);
        }
    }

    /// Removes the oldest pictures until `most` are left. Other files in the folder are nobody's business.
    fn make_room(&self, most: usize) {
        let Some(folder) = &self.folder else { return };
        let is_picture = |path: &PathBuf| {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            path.extension().is_some_and(|extension| extension == "png")
                && stem.is_some_and(|stem| stem.len() == 32 && stem.bytes().all(|byte| byte.is_ascii_hexdigit()))
        };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut pictures: Vec<(SystemTime, PathBuf)> = entries
            .map(|entry| (entry.metadata(), entry.path()))
            .filter(|(_, path)| is_picture(path))
            .filter_map(|(data, path)| Some((data.ok()?.modified().ok()?, path)))
            .collect();
        pictures.sort();
        let too_many = pictures.len().saturating_sub(most);
        for (_, path) in &pictures[..too_many] {
            let _ = std::fs::remove_file(path);
            let _ = std::fs::remove_file(list_of(path));
        }
    }
}

/// Where the list lies of what a picture was made of.
fn list_of(picture: &Path) -> PathBuf {
    picture.with_extension("txt")
}

/// The whole of a regular file of at most `most` bytes.
fn read_small(path: &Path, most: u64) -> Option<Vec<u8>> {
    let data = std::fs::symlink_metadata(path).ok()?;
    let is_small = data.is_file() && data.len() <= most;
    let file = std::fs::File::open(path).ok().filter(|_| is_small)?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// A line for each of the places: size and time of the last change, then the place. Equal lists mean that nothing has changed.
pub fn list_now<'a>(places: impl Iterator<Item = &'a str>) -> String {
    let stamp = |place: &str| {
        let there = std::fs::metadata(crate::files::on_disk(&crate::files::path_of(place))).ok()?;
        let changed = there.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{} {}", there.len(), changed.as_nanos()))
    };
    // A line ends a place; none that has one in its name is told from others.
    let places = places.filter(|place| !place.contains('\n'));
    places
        .map(|place| format!("{}\t{place}\n", stamp(place).unwrap_or_default()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(value: u8) -> Image {
        let [width, height] = SIZE;
        Image {
            width,
            height,
            rgba: vec![value; (width * height * 4) as usize],
        }
    }

    #[test]
    fn pictures_come_back_by_content_and_place_and_broken_ones_do_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::in_folder(Some(folder.path().join("not/yet")));
        let key = Cache::key_of(b"content", "/a");
        let others = [Cache::key_of(b"changed", "/a"), Cache::key_of(b"content", "/b")];
        assert!(!others.contains(&key) && others[0] != others[1]);
        assert_eq!(cache.load(&key), None);
        cache.save(&key, &picture(255), "");
        assert_eq!(cache.load(&key), Some(picture(255)));

        let path = cache.path_of(&key).expect("a folder");
        let whole = std::fs::read(&path).expect("written");
        let large = export::png(&Image {
            width: 2 * SIZE[0],
            ..Image {
                rgba: vec![0; (2 * SIZE[0] * SIZE[1] * 4) as usize],
                ..picture(0)
            }
        });
        for broken in [
            &whole[..whole.len() / 2],
            b"",
            b"no picture",
            &large,
            &vec![0; MOST_BYTES as usize + 1],
        ] {
            std::fs::write(&path, broken).expect("writable");
            assert_eq!(cache.load(&key), None, "{} bytes", broken.len());
        }
        cache.save(&key, &picture(7), "");
        assert_eq!(cache.load(&key), Some(picture(7)), "made again");
        assert_eq!(Cache::in_folder(None).load(&key), None);
        Cache::in_folder(None).save(&key, &picture(7), "");
    }

    #[test]
    fn the_oldest_pictures_make_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::in_folder(Some(folder.path().to_owned()));
        std::fs::write(folder.path().join("somebody's.png"), b"other").expect("writable");
        let keys: Vec<String> = (0..6_u8).map(|at| Cache::key_of(&[at], "/a")).collect();
        for (age, key) in (0..).zip(keys.iter().rev()) {
            cache.save(key, &picture(1), "");
            let place = cache.path_of(key).expect("a folder");
            let file = std::fs::File::options().write(true).open(place).expect("there");
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(age))
                .expect("ours");
        }
        cache.make_room(4);
        let there: Vec<bool> = keys.iter().map(|key| cache.load(key).is_some()).collect();
        assert_eq!(there, [true, true, true, true, false, false]);
        assert!(folder.path().join("somebody's.png").exists());
    }

    #[test]
    fn a_picture_goes_when_a_texture_that_it_shows_has_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::in_folder(Some(folder.path().join("kept")));
        let texture = folder.path().join("skin.png");
        std::fs::write(&texture, b"red").expect("writable");
        let place = crate::files::location_of(&texture);
        let key = Cache::key_of(b"content", "/a");
        cache.save(&key, &picture(1), &list_now([&*place].into_iter()));
        assert_eq!(cache.load(&key), Some(picture(1)));
        std::fs::write(&texture, b"green").expect("writable");
        assert_eq!(cache.load(&key), None);
        cache.save(&key, &picture(2), &list_now([&*place].into_iter()));
        assert_eq!(cache.load(&key), Some(picture(2)));
        std::fs::remove_file(&texture).expect("ours");
        assert_eq!(cache.load(&key), None);
        // A picture of an earlier version has no list.
        std::fs::remove_file(list_of(&cache.path_of(&key).expect("a folder"))).expect("written");
        assert_eq!(cache.load(&key), None);
    }
}
