//! Folders → lists of the files in them that can be opened.
//!
//! In: a folder named by the user. Out: the names of its files, sorted as people count; then the kind of each, by its first bytes.
//! Work is bounded: a list ends at [`MOST_FILES`] files. Links are judged as those of files are (`reach`), so nothing outside the
//! folder is touched. Never reads a file as a whole.

use super::instancing::peek::{Peek, look};
use super::location_of;
use super::reach::{Allowance, Inside, Listings, Reach, ReachedFile, is_folder};
use crate::archive::has_archive_name;
use crate::read::open_named;
use castview_base::core::natural_order;
use castview_formats::cast::targets;
use castview_formats::mrtk::MAGIC;
use castview_picture::opened::{FolderList, FolderNews, ListedFile, ListedKind, Place, Places, Targets};
use std::collections::{HashSet, VecDeque};
use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// Files that are listed of one folder and the folders below it.
const MOST_FILES: usize = 50_000;
/// Folders that are looked into.
const MOST_FOLDERS: usize = 10_000;
/// Levels of folders below the first one.
const MOST_LEVELS: usize = 32;
/// Files whose kinds are told together, at least.
const TOLD_TOGETHER: usize = 256;
/// Names that the built-in file dialog shows of one folder.
const MOST_PLACES: usize = 20_000;
/// Files that a dropped folder opens at once. A folder with more is listed and opens none.
pub const OPENED_TOGETHER: usize = 8;

/// Lists `folder`, and with `is_deep` the folders below it. `tell` gets the list, then the kinds of its files in parts, and with
/// `has_targets` the targets of their clips; it stops the work when it returns `false`. Parts grow with the list, so that a reader who goes
/// through all files after each part stays linear in their number. May wait for a slow disk: made for a thread of its own.
pub fn list_folder(folder: &Path, is_deep: bool, has_targets: bool, mut tell: impl FnMut(FolderNews) -> bool) {
    let mut list = FolderList {
        location: location_of(folder),
        is_deep,
        has_targets,
        ..FolderList::default()
    };
    if let Err(why) = is_there(folder) {
        list.error = Some(why);
        tell(FolderNews::Listed(list));
        return;
    }
    let mut found = files_below(folder, is_deep, MOST_FILES, &mut list.is_cut);
    found.sort_by(|a, b| {
        let folders = natural_order(&a.0.below, &b.0.below);
        folders.then_with(|| natural_order(&a.0.name, &b.0.name))
    });
    let (files, found): (Vec<ListedFile>, Vec<ReachedFile>) = found.into_iter().unzip();
    list.files = Arc::new(files);
    if !tell(FolderNews::Listed(list)) {
        return;
    }
    let mut clips = Vec::new();
    for part in parts(found.len()) {
        let kinds: Vec<ListedKind> = found[part.clone()].iter().map(kind_of).collect();
        let is_clip = |(at, kind): (usize, &ListedKind)| (*kind == ListedKind::Clips).then_some(part.start + at);
        clips.extend(kinds.iter().enumerate().filter_map(is_clip));
        if !tell(FolderNews::Kinds(part.start, kinds)) {
            return;
        }
    }
    if !has_targets {
        return;
    }
    // Clips of one rig move the same bones.
    let mut sets: HashSet<Arc<Targets>> = HashSet::new();
    for part in parts(clips.len()) {
        let mut told = Vec::new();
        for at in &clips[part] {
            let found = Arc::new(found[*at].open().map(targets).unwrap_or_default());
            let set = sets.get(&found).cloned().unwrap_or_else(|| found.clone());
            sets.insert(set.clone());
            told.push((*at, set));
        }
        if !tell(FolderNews::Targets(told)) {
            return;
        }
    }
}

/// Why a folder, or an archive, cannot be listed.
fn is_there(folder: &Path) -> Result<(), String> {
    match (std::fs::read_dir(folder), Inside::named(folder)) {
        (Ok(_), _) => Ok(()),
        (Err(_), Ok(Some(inside))) if inside.is_folder() => Ok(()),
        (Err(_), Err(error)) => Err(error.to_string()),
        (Err(error), Ok(_)) => Err(error.to_string()),
    }
}

/// Parts of `count` files that are told together, each a half of those before it.
fn parts(count: usize) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let part = from..count.min(from + TOLD_TOGETHER.max(from / 2));
        from = part.end;
        (!part.is_empty()).then_some(part)
    })
}

/// The folders in the folder at `path` and the files that can be opened, or saved over, by the user's own choice: links lead where they
/// lead. Hidden ones are left out. Where a file is at `path`, its folder is listed. May wait for a slow disk: made for a thread of its own.
pub fn list_places(path: &Path) -> Places {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let is_file = std::fs::metadata(&path).is_ok_and(|data| data.is_file());
    let (folder, named) = match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if is_file => {
            let named = Place {
                location: location_of(&path),
                is_picture: is_picture(&path),
                name: name.to_string_lossy().into_owned(),
            };
            (folder, Some(named))
        }
        _ => (&*path, None),
    };
    let mut places = Places {
        location: location_of(folder),
        parent: folder.parent().map(location_of),
        named,
        ..Places::default()
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            places.error = Some(error.to_string());
            return places;
        }
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let extension = path.extension();
        let is_picture = is_picture(&path);
        let is_recording = extension.is_some_and(|e| e.eq_ignore_ascii_case("bin"));
        let is_ours = is_picture || is_recording || has_archive_name(&path) || extension.is_some_and(has_our_extension);
        let is_hidden = name.starts_with('.');
        let is_folder = !is_hidden && std::fs::metadata(&path).is_ok_and(|data| data.is_dir());
        if is_hidden || !is_folder && !is_ours {
            continue;
        }
        if places.folders.len() + places.files.len() == MOST_PLACES {
            places.is_cut = true;
            break;
        }
        let list = if is_folder {
            &mut places.folders
        } else {
            &mut places.files
        };
        list.push(Place {
            location: location_of(&path),
            is_picture: is_picture && !is_folder,
            name,
        });
    }
    for list in [&mut places.folders, &mut places.files] {
        list.sort_by(|a, b| natural_order(&a.name, &b.name));
    }
    places
}

/// Endings of files that pictures are saved and exported to.
const PICTURES: [&str; 8] = ["png", "jpg", "jpeg", "gif", "apng", "webp", "mp4", "webm"];

fn is_picture(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|own| PICTURES.iter().any(|ending| own.eq_ignore_ascii_case(ending)))
}

/// The files directly in `folders`, or anywhere in archives among them, that a drop of these opens, by name: at most one more than
/// [`OPENED_TOGETHER`].
pub fn files_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders {
        let room = OPENED_TOGETHER + 1 - files.len();
        // An archive mostly holds one folder with everything in it.
        let is_deep = !folder.is_dir();
        let mut found = files_below(folder, is_deep, room, &mut false);
        found.sort_by(|(a, _), (b, _)| (&a.below, &a.name).cmp(&(&b.below, &b.name)));
        files.extend(found.into_iter().map(|(file, _)| super::path_of(&file.location)));
    }
    files
}

/// The folder whose list shows `files` of `folder`: inside an archive the one that has all of them.
pub fn folder_to_list(folder: &Path, files: &[PathBuf]) -> PathBuf {
    let holds_all = |inside: &&Path| files.iter().all(|file| file.parent() == Some(*inside));
    let inside = files.first().and_then(|file| file.parent()).filter(holds_all);
    inside.filter(|_| !folder.is_dir()).unwrap_or(folder).to_path_buf()
}

/// Looks at `path`. May wait for a slow disk: made for a thread of its own.
pub fn peek(path: &Path) -> Peek {
    if is_folder(path) {
        return Peek::Folder(files_in(&[path.to_owned()]).len());
    }
    open_named(path).map_or(Peek::Unreadable, |mut file| look(&mut file))
}

/// Files in `folder` whose names end as ours do, each with the handle by which it may be opened. Sets `is_cut` when there are more
/// than `most`, or folders too many or too deep.
fn files_below(folder: &Path, is_deep: bool, most: usize, is_cut: &mut bool) -> Vec<(ListedFile, ReachedFile)> {
    // Nothing of that name need be there.
    let reach = Reach::of(&folder.join("x"), &Allowance::default());
    let mut listings = Listings::default();
    let mut found = Vec::new();
    // Links may lead to one folder by several ways.
    let mut seen = HashSet::from([reach.folder().to_path_buf()]);
    // The real folder, and the names that lead to it.
    let mut folders = VecDeque::from([(reach.folder().to_path_buf(), Vec::<String>::new())]);
    while let Some((real, way)) = folders.pop_front() {
        let here: PathBuf = way.iter().fold(folder.to_path_buf(), |path, name| path.join(name));
        for name in listings.names(&real) {
            let extension = Path::new(&name).extension();
            let is_ours = extension.is_some_and(has_our_extension);
            if is_ours || extension.is_some_and(|e| e.eq_ignore_ascii_case("bin")) {
                let Ok(file) = listings.regular_file(reach.roots(), &real, &name) else {
                    continue;
                };
                if !is_ours && !is_recording(&file) {
                    continue;
                }
                if found.len() == most {
                    *is_cut = true;
                    return found;
                }
                let (bytes, changed) = file.facts();
                let changed = changed.and_then(|changed| changed.duration_since(UNIX_EPOCH).ok());
                let listed = ListedFile {
                    location: location_of(&here.join(&name)),
                    below: way.join("/"),
                    bytes,
                    changed_secs: changed.map_or(0, |changed| changed.as_secs()),
                    kind: ListedKind::Unknown,
                    targets: None,
                    name,
                };
                found.push((listed, file));
            } else if is_deep && !name.starts_with('.') {
                let Ok(below) = listings.follow(reach.roots(), &real, std::slice::from_ref(&name)) else {
                    continue;
                };
                if !seen.insert(below.clone()) {
                    continue;
                }
                if way.len() == MOST_LEVELS || seen.len() > MOST_FOLDERS {
                    *is_cut = true;
                    continue;
                }
                let way = way.iter().cloned().chain([name]).collect();
                folders.push_back((below, way));
            }
        }
        listings.forget(&real);
    }
    found
}

fn has_our_extension(extension: &OsStr) -> bool {
    castview_formats::endings().any(|(ours, _)| extension.eq_ignore_ascii_case(ours))
}

fn kind_of(found: &ReachedFile) -> ListedKind {
    match found.open().map(|mut file| look(&mut file)) {
        Ok(Peek::Models) => ListedKind::Model,
        Ok(Peek::Clips) => ListedKind::Clips,
        _ => ListedKind::Unreadable,
    }
}

/// `.bin` is what buffers of other files end in, too: the first bytes tell.
fn is_recording(found: &ReachedFile) -> bool {
    let begins_so = || {
        let mut beginning = [0; MAGIC.len()];
        let mut file = found.open().ok()?;
        std::io::Read::read_exact(&mut file, &mut beginning).ok()?;
        Some(beginning == MAGIC)
    };
    begins_so().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_formats::cast::{NodeDraft, NodeKind, write};

    fn holding(kind: NodeKind) -> Vec<u8> {
        write(&[NodeDraft::new(NodeKind::Root).child(NodeDraft::new(kind))])
    }

    fn put(folder: &Path, name: &str, bytes: &[u8]) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
        std::fs::write(path, bytes).expect("writable");
    }

    /// The list, and the kinds as they were told.
    fn listed(folder: &Path, is_deep: bool) -> (FolderList, Vec<ListedKind>) {
        let (mut list, mut all) = (FolderList::default(), Vec::new());
        list_folder(folder, is_deep, false, |news| {
            match news {
                FolderNews::Targets(_) => panic!("nobody asked for them"),
                FolderNews::Listed(listed) => list = listed,
                FolderNews::Kinds(at, kinds) => {
                    assert_eq!(at, all.len());
                    all.extend(kinds);
                }
            }
            true
        });
        (list, all)
    }

    fn names(list: &FolderList) -> Vec<String> {
        let name = |file: &ListedFile| match &file.below[..] {
            "" => file.name.clone(),
            below => format!("{below}/{}", file.name),
        };
        list.files.iter().map(name).collect()
    }

    #[test]
    fn files_are_listed_as_people_count_and_told_by_what_they_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in [
            ("run10.cast", holding(NodeKind::Animation)),
            ("run2.cast", holding(NodeKind::Animation)),
            ("Body.cast", holding(NodeKind::Model)),
            ("broken.cast", b"no cast".to_vec()),
            ("take.bin", MAGIC.to_vec()),
            ("buffer.bin", vec![0; 64]),
            ("skin.png", b"\x89PNG".to_vec()),
            ("deep/er/far.glb", b"glTF".to_vec()),
            (".git/hidden.cast", holding(NodeKind::Model)),
        ] {
            put(folder.path(), name, &bytes);
        }
        let (list, kinds) = listed(folder.path(), false);
        assert_eq!(
            names(&list),
            ["Body.cast", "broken.cast", "run2.cast", "run10.cast", "take.bin"]
        );
        use ListedKind::{Clips, Model, Unreadable};
        assert_eq!(kinds, [Model, Unreadable, Clips, Clips, Model]);
        assert_eq!(list.files[0].location, location_of(&folder.path().join("Body.cast")));
        assert!(list.files[0].bytes > 16 && !list.is_cut);
        let (list, _) = listed(folder.path(), true);
        assert_eq!(names(&list).last().map(String::as_str), Some("deep/er/far.glb"));
        assert_eq!(list.files.len(), 6, "hidden folders are left out");
    }

    #[test]
    fn a_folder_that_is_not_there_says_so_and_who_does_not_listen_stops_the_work() {
        let folder = tempfile::tempdir().expect("a folder");
        let (list, _) = listed(&folder.path().join("gone"), false);
        assert!(list.error.is_some() && list.files.is_empty());
        put(folder.path(), "a.cast", &holding(NodeKind::Model));
        let mut told = 0;
        list_folder(folder.path(), true, false, |_| {
            told += 1;
            false
        });
        assert_eq!(told, 1);
    }

    /// Clips of one rig share the names of what they move, and files with models are not looked into.
    #[test]
    fn what_clips_move_is_told_when_it_is_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let clip = |names: &[&str]| {
            let curve = |name: &&str| NodeDraft::new(NodeKind::Curve).string("nn", name);
            let clip = NodeDraft::new(NodeKind::Animation).children(names.iter().map(curve));
            write(&[NodeDraft::new(NodeKind::Root).child(clip)])
        };
        put(folder.path(), "body.cast", &holding(NodeKind::Model));
        put(folder.path(), "idle.cast", &clip(&["hip", "knee"]));
        put(folder.path(), "run.cast", &clip(&["hip", "knee"]));
        put(folder.path(), "wave.cast", &clip(&["hand"]));
        let mut all = Vec::new();
        list_folder(folder.path(), false, true, |news| {
            if let FolderNews::Targets(told) = news {
                all.extend(told);
            }
            true
        });
        let names: Vec<(usize, &[String])> = all.iter().map(|(at, set)| (*at, &set[..])).collect();
        let [legs, hand] = [vec!["hip".to_owned(), "knee".to_owned()], vec!["hand".to_owned()]];
        assert_eq!(names, [(1, &legs[..]), (2, &legs[..]), (3, &hand[..])]);
        assert!(Arc::ptr_eq(&all[0].1, &all[1].1));
    }

    /// Whoever arranges all files anew for each part looks at each of them a few times, however many there are.
    #[test]
    fn parts_grow_so_that_work_stays_linear() {
        for count in [0, 1, 255, 256, 257, 50_000] {
            let parts: Vec<Range<usize>> = parts(count).collect();
            let told: usize = parts.iter().map(ExactSizeIterator::len).sum();
            assert_eq!(told, count);
            assert!(parts.len() < 20, "{count}: {}", parts.len());
        }
    }

    #[test]
    fn a_list_ends_somewhere() {
        let folder = tempfile::tempdir().expect("a folder");
        for at in 0..12 {
            put(folder.path(), &format!("{at}.cast"), b"");
        }
        let mut is_cut = false;
        assert_eq!(files_below(folder.path(), false, 10, &mut is_cut).len(), 10);
        assert!(is_cut);
        assert_eq!(peek(folder.path()), Peek::Folder(OPENED_TOGETHER + 1));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else_and_never_round_in_circles() {
        let outside = tempfile::tempdir().expect("a folder");
        put(outside.path(), "secret.cast", &holding(NodeKind::Model));
        let folder = tempfile::tempdir().expect("a folder");
        put(folder.path(), "in/a.cast", &holding(NodeKind::Model));
        for (link, target) in [
            ("out", outside.path().to_path_buf()),
            ("out.cast", outside.path().join("secret.cast")),
            ("in/round", folder.path().to_path_buf()),
            ("same", folder.path().join("in")),
            ("link.cast", folder.path().join("in/a.cast")),
        ] {
            std::os::unix::fs::symlink(target, folder.path().join(link)).expect("a link");
        }
        let (list, _) = listed(folder.path(), true);
        assert_eq!(names(&list), ["link.cast", "in/a.cast"]);
    }

    #[test]
    fn a_dialog_shows_folders_and_what_can_be_opened_or_saved_over() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [
            "run10.cast",
            "run2.cast",
            "notes.txt",
            ".hidden.cast",
            "shot.png",
            "run.GIF",
            "deep/a.cast",
            ".git/x",
            "m.cast/y",
        ] {
            put(folder.path(), name, b"");
        }
        let places = list_places(folder.path());
        let names = |places: &[Place]| places.iter().map(|place| place.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&places.folders), ["deep", "m.cast"]);
        assert_eq!(names(&places.files), ["run.GIF", "run2.cast", "run10.cast", "shot.png"]);
        assert_eq!(
            places.files.iter().map(|place| place.is_picture).collect::<Vec<_>>(),
            [true, false, false, true]
        );
        assert_eq!(places.named, None);
        let deep = list_places(&super::super::path_of(&places.folders[0].location));
        let places_location = places.location;
        assert_eq!(deep.parent.as_ref(), Some(&places_location));
        let file = list_places(&folder.path().join("run2.cast"));
        assert_eq!(file.named.as_ref().map(|named| &*named.name), Some("run2.cast"));
        assert_eq!(
            (file.location, file.files.len()),
            (places_location, 4),
            "its folder is listed"
        );
        let none = list_places(&folder.path().join("none"));
        assert!(none.error.is_some() && none.files.is_empty(), "{none:?}");
    }
}
