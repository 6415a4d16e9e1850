//! Files that are open → word of those that another program has written anew.
//!
//! In: paths of files, and of folders that something is awaited in. Out: those whose size, time or place on the disk has changed, once each
//! time they have come to rest, and files that are gone. One thread looks at all
//! of them twice a second: that sees saves by renaming and works on network drives, where the system tells of no changes. Never opens a
//! file.

use super::reach::on_disk;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, SystemTime};

/// Between two looks. A file that is being written has changed again by the next one.
const EVERY: Duration = Duration::from_millis(400);
/// Files that are looked at; others are not watched.
const MOST: usize = 4096;

/// The result of one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Files and folders that are not as they were.
    pub changed: Vec<PathBuf>,
    /// Files that were there and are not.
    pub gone: Vec<PathBuf>,
}

/// Watches files. Dropping it ends the watch.
pub struct Watch {
    paths: Sender<Vec<PathBuf>>,
}

impl Watch {
    /// `tell` is called from another thread with what has changed; it returns `false` when nobody listens any more.
    pub fn new(tell: impl Fn(News) -> bool + Send + 'static) -> Self {
        let (paths, asked) = channel();
        let started = std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || watch(&asked, tell));
        if let Err(error) = started {
            log::warn!("changes of files are not seen, as no thread could be started: {error}");
        }
        Self { paths }
    }

    /// From now on these files are watched, and no others; of too many the first.
    pub fn set(&self, paths: Vec<PathBuf>) {
        // Without a thread nothing is watched.
        let _ = self.paths.send(paths);
    }
}

fn watch(asked: &Receiver<Vec<PathBuf>>, tell: impl Fn(News) -> bool) {
    let mut watched = Watched::default();
    loop {
        let paths = match watched.files.is_empty() {
            true => asked.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => asked.recv_timeout(EVERY),
        };
        match paths {
            Ok(paths) => watched.set(paths),
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                let news = watched.look();
                if news != News::default() && !tell(news) {
                    return;
                }
            }
        }
    }
}

#[derive(Default)]
struct Watched {
    /// Sorted by their paths.
    files: Vec<File>,
}

struct File {
    path: PathBuf,
    /// As it was when it was read, or when it was told to have changed.
    known: Option<Stamp>,
    /// As it was at the last look.
    seen: Option<Stamp>,
}

/// Facts about a file that tell one content from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) bytes: u64,
    changed: Option<SystemTime>,
    /// The number of the file on its disk, where there are such numbers.
    number: u64,
}

/// Files, each as it was at one time; `None`: there was none.
pub(super) type Stamped = Vec<(PathBuf, Option<Stamp>)>;

impl Stamp {
    /// `None` where there is no regular file.
    pub(super) fn of(path: &Path) -> Option<Self> {
        // A file inside an archive changes when the archive does.
        let there = std::fs::metadata(on_disk(path))
            .ok()
            .filter(std::fs::Metadata::is_file)?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&there);
        #[cfg(not(unix))]
        let number = 0;
        Some(Self {
            bytes: there.len(),
            changed: there.modified().ok(),
            number,
        })
    }
}

impl Stamp {
    /// It changes when an entry of the folder comes or goes. `None` where there is no folder.
    fn of_folder(path: &Path) -> Option<Self> {
        let there = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_dir)?;
        Some(Self {
            bytes: 0,
            changed: there.modified().ok(),
            number: 0,
        })
    }
}

impl Watched {
    /// Looks at every file once; returns those that have changed and are at rest. A file that is gone may come back. Some programs save by
    /// removing first: a file is gone when two looks in turn do not see it.
    fn look(&mut self) -> News {
        let mut news = News::default();
        for file in &mut self.files {
            let now = Stamp::of(&file.path).or_else(|| Stamp::of_folder(&file.path));
            let is_at_rest = now == file.seen;
            file.seen = now;
            if now != file.known && is_at_rest {
                file.known = now;
                match now {
                    Some(_) => news.changed.push(file.path.clone()),
                    None => news.gone.push(file.path.clone()),
                }
            }
        }
        news
    }

    /// Watches these and no others.
    fn set(&mut self, mut paths: Vec<PathBuf>) {
        let mut named = HashSet::new();
        paths.retain(|path| named.len() < MOST && named.insert(path.clone()));
        paths.sort();
        let mut old = std::mem::take(&mut self.files).into_iter().peekable();
        for path in paths {
            while old.next_if(|file| file.path < path).is_some() {}
            let kept = old.next_if(|file| file.path == path);
            self.files.push(kept.unwrap_or_else(|| {
                let known = Stamp::of(&path).or_else(|| Stamp::of_folder(&path));
                File {
                    path,
                    known,
                    seen: known,
                }
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(news: &News) -> Vec<&str> {
        news.changed
            .iter()
            .filter_map(|path| path.file_name()?.to_str())
            .collect()
    }

    #[test]
    fn a_file_is_told_once_when_it_has_come_to_rest() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("a.cast"), folder.path().join("b.cast"));
        std::fs::write(&path, b"one").expect("writable");
        let mut watched = Watched::default();
        watched.set(vec![path.clone(), other.clone(), path.clone()]);
        assert_eq!(names(&watched.look()), [""; 0]);

        std::fs::write(&path, b"half").expect("writable");
        assert_eq!(names(&watched.look()), [""; 0], "it may still be written");
        std::fs::write(&path, b"half and the rest").expect("writable");
        assert_eq!(names(&watched.look()), [""; 0]);
        assert_eq!(names(&watched.look()), ["a.cast"]);
        assert_eq!(names(&watched.look()), [""; 0], "told once");

        // A file that comes, and one that goes and comes back.
        std::fs::write(&other, b"new").expect("writable");
        std::fs::remove_file(&path).expect("there");
        assert_eq!(watched.look(), News::default(), "it may be there again in a moment");
        let news = watched.look();
        assert_eq!((names(&news), &news.gone), (vec!["b.cast"], &vec![path.clone()]));
        assert_eq!(watched.look(), News::default(), "told once");
        std::fs::write(&path, b"back again").expect("writable");
        watched.look();
        assert_eq!(names(&watched.look()), ["a.cast"]);
    }

    #[test]
    fn a_folder_changes_when_something_comes_into_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let textures = folder.path().join("textures");
        std::fs::create_dir(&textures).expect("made");
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let handle = std::fs::File::open(&textures).expect("there");
        // Windows opens no folder for that.
        if handle.set_modified(long_ago).is_err() {
            return;
        }
        let mut watched = Watched::default();
        watched.set(vec![textures.clone()]);
        assert_eq!(watched.look(), News::default());
        std::fs::write(textures.join("skin.png"), b"new").expect("writable");
        watched.look();
        assert_eq!(watched.look().changed, [textures]);
    }

    #[test]
    fn a_save_by_renaming_is_seen_though_size_and_time_are_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, new) = (folder.path().join("a.cast"), folder.path().join("a.tmp"));
        std::fs::write(&path, b"one").expect("writable");
        std::fs::write(&new, b"two").expect("writable");
        let time = std::fs::metadata(&path)
            .and_then(|data| data.modified())
            .expect("a time");
        let handle = std::fs::File::options().write(true).open(&new).expect("there");
        handle.set_modified(time).expect("ours");
        let mut watched = Watched::default();
        watched.set(vec![path.clone()]);
        std::fs::rename(&new, &path).expect("one folder");
        watched.look();
        assert_eq!(names(&watched.look()).len(), usize::from(cfg!(unix)));
    }

    #[test]
    fn of_too_many_the_first_are_watched() {
        let mut watched = Watched::default();
        let many = (0..2 * MOST).map(|at| PathBuf::from(format!("/nowhere/a{at}")));
        watched.set([PathBuf::from("/nowhere/z")].into_iter().chain(many).collect());
        assert_eq!(watched.files.len(), MOST);
        assert!(watched.files.iter().any(|file| file.path == Path::new("/nowhere/z")));
    }

    #[test]
    fn files_that_stay_keep_what_is_known_of_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ["a", "b", "c"].map(|name| folder.path().join(name));
        paths
            .iter()
            .for_each(|path| std::fs::write(path, b"1").expect("writable"));
        let mut watched = Watched::default();
        watched.set(paths[..2].to_vec());
        std::fs::write(&paths[1], b"changed").expect("writable");
        watched.set(paths[1..].to_vec());
        watched.look();
        assert_eq!(names(&watched.look()), ["b"]);
        assert_eq!(watched.files.len(), 2);
    }

    #[test]
    fn changes_are_told_from_another_thread() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.cast");
        std::fs::write(&path, b"one").expect("writable");
        let (told, changes) = channel();
        let watch = Watch::new(move |news| told.send(news.changed).is_ok());
        watch.set(vec![path.clone()]);
        // The watch may begin after the first change: it goes on changing.
        let seen = (0..200).find_map(|round| {
            std::fs::write(&path, vec![0; round]).expect("writable");
            changes.recv_timeout(3 * EVERY).ok()
        });
        assert_eq!(seen, Some(vec![path]));
    }
}
