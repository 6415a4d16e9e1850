//! Bytes → a file that is whole or the old one.
//!
//! In: a path and all bytes of its new content. Out: the file, replaced in one step. A full disk, a signal or a crash at any moment leaves
//! what was there. Never writes into an existing file.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Names of unfinished files: these around a few letters that nobody else has.
const PREFIX: &str = ".castview-";
const SUFFIX: &str = ".tmp";

/// An unfinished file that nobody holds and nobody has written to for so long is left over from a program that was killed.
const LEFT_OVER: Duration = Duration::from_secs(3600);

/// Replaces the file at `path`, or makes it: the bytes go to a new file in the same folder, reach the disk, and take its name.
///
/// A link is followed: the file behind it is replaced and the link stays. Permissions of the file that was there are kept.
/// Fails, without touching anything, where `path` is a folder, a pipe, a device or a read-only file, or its folder takes no new file.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::begin(path)?;
    replacement.file().write_all(bytes)?;
    replacement.finish()
}

/// Replaces or makes all of these files, each as [`replace`] does, or none: all bytes are on the disk before the first file gets its name. They get
/// their names in the order of the list; if one cannot have it, all are again as they were. The error names the file that failed.
pub fn replace_together(files: &[(PathBuf, &[u8])]) -> Result<ReplacedFiles, (PathBuf, io::Error)> {
    name_all(write_all(files)?)
}

/// Files made by [`replace_together`], and the old ones under other names, so that all can be taken back. Dropping it removes the old ones.
#[derive(Debug, Default)]
pub struct ReplacedFiles {
    made: Vec<PathBuf>,
    /// Files that were there before, under other names, and their own names.
    before: Vec<(tempfile::TempPath, PathBuf)>,
}

impl ReplacedFiles {
    /// Removes new files and brings old ones back. A file stays as it is if the system refuses.
    pub fn take_back(self) {
        for path in self.made {
            let _ = fs::remove_file(path);
        }
        for (old, target) in self.before {
            let _ = old.persist(target);
        }
    }
}

/// A file whose bytes are on the disk, and its name to be.
struct Written {
    asked: PathBuf,
    file: tempfile::TempPath,
    target: PathBuf,
}

fn write_all(files: &[(PathBuf, &[u8])]) -> Result<Vec<Written>, (PathBuf, io::Error)> {
    let mut all = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let failed = |error| (path.clone(), error);
        let mut replacement = Replacement::begin(path).map_err(failed)?;
        replacement.file().write_all(bytes).map_err(failed)?;
        let (file, target) = replacement.written().map_err(failed)?;
        let asked = path.clone();
        all.push(Written { asked, file, target });
    }
    Ok(all)
}

fn name_all(files: Vec<Written>) -> Result<ReplacedFiles, (PathBuf, io::Error)> {
    let mut replaced = ReplacedFiles::default();
    for Written { asked, file, target } in files {
        let named = kept_aside(&target).and_then(|old| {
            file.persist(&target).map_err(|error| error.error)?;
            Ok(old)
        });
        match named {
            Ok(Some(old)) => replaced.before.push((old, target)),
            Ok(None) => replaced.made.push(target),
            Err(error) => {
                replaced.take_back();
                return Err((asked, error));
            }
        }
    }
    let targets = replaced.before.iter().map(|(_, target)| target);
    targets.chain(&replaced.made).for_each(|target| sync_folder_of(target));
    Ok(replaced)
}

/// A second name for the file that is there, beside it; a copy where files have only one.
fn kept_aside(target: &Path) -> io::Result<Option<tempfile::TempPath>> {
    if !target.exists() {
        return Ok(None);
    }
    let second = |path: &Path| match fs::hard_link(target, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::copy(target, path).map(|_| ()),
        linked => linked,
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    let aside = builder.make_in(folder_of(target), second).map_err(of_system)?;
    Ok(Some(aside.into_temp_path()))
}

/// Whether `path` is a file of just these bytes. Others are not read: a pipe would wait for ever.
pub fn holds(path: &Path, bytes: &[u8]) -> bool {
    let size = fs::metadata(path).ok().filter(Metadata::is_file);
    size.is_some_and(|metadata| metadata.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|there| there == bytes)
}

/// New content of a file, written piece by piece. Unless it is finished, it goes and the old file stays.
pub struct Replacement {
    file: tempfile::NamedTempFile,
    target: PathBuf,
}

impl Replacement {
    /// An empty file beside `path`, which is to take its place. Fails as [`replace`] does.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let before = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if before.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            let what = "a folder, pipe or device is in its place";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        if before
            .as_ref()
            .is_some_and(|metadata| metadata.permissions().readonly())
        {
            // The folder would allow a replacement, but the owner has protected the file.
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        let target = match (&before, fs::read_link(path)) {
            (Some(_), Ok(_)) => fs::canonicalize(path)?,
            // A link to nothing: what it names is made.
            (None, Ok(named)) => folder_of(path).join(named),
            (_, Err(_)) => path.to_owned(),
        };
        let folder = folder_of(&target);
        clear_left_over(folder, LOOKED_AT);
        let file = unfinished(folder, before.as_ref())?;
        Ok(Self { file, target })
    }

    /// The unfinished file, to write to.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Path of the unfinished file, for another program to write to. Gives up our lock on the file first.
    pub fn for_another(&self) -> &Path {
        let _ = self.file.as_file().unlock();
        self.file.path()
    }

    /// Gives the file its name in one step, once its bytes are on the disk.
    pub fn finish(self) -> io::Result<()> {
        let (written, target) = self.written()?;
        written.persist(&target).map_err(|error| error.error)?;
        sync_folder_of(&target);
        Ok(())
    }

    /// Writes the bytes to the disk and closes the file; returns its temporary path and its final one.
    fn written(self) -> io::Result<(tempfile::TempPath, PathBuf)> {
        self.file.as_file().sync_all()?;
        Ok((self.file.into_temp_path(), self.target))
    }
}

/// The new name is on disk once the folder is. Where folders cannot be synced, the system does so by itself.
fn sync_folder_of(target: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder_of(target)) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = target;
}

/// The folder in which `path` lies; the working directory for a bare name.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// An empty file under a name that nobody has; it goes by itself unless it is kept.
fn unfinished(folder: &Path, before: Option<&Metadata>) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // The file gets the permissions of any new file, less the user's mask, instead of the private ones of temporary files.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder).map_err(of_system)?;
    if let Some(before) = before {
        file.as_file().set_permissions(before.permissions())?;
    }
    // Says that somebody is at it. Where nothing can be locked, nothing is taken for left over either.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// The error without the path of a file that nobody asked for, which `tempfile` puts behind what the system says.
fn of_system(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// Entries of a folder that are looked at for each file written there: looking at all of them for each of ten thousand files would take most of
/// the time.
const LOOKED_AT: usize = 1000;

/// Removes what killed programs have left in `folder`, however many files it has. Whatever cannot be removed stays.
pub fn tidy(folder: &Path) {
    clear_left_over(folder, usize::MAX);
}

/// The same among the first entries of the folder.
fn clear_left_over(folder: &Path, most: usize) {
    let entries = fs::read_dir(folder).into_iter().flatten().take(most).flatten();
    for entry in entries.filter(|entry| is_unfinished(&entry.file_name())) {
        // Not through a link: what that leads to is not ours.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let path = entry.path();
        if is_file && is_left_over(&path).unwrap_or(false) {
            let _ = fs::remove_file(path);
        }
    }
}

fn is_unfinished(name: &OsStr) -> bool {
    let letters = name
        .to_str()
        .and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| !letters.is_empty() && letters.chars().all(|letter| letter.is_ascii_alphanumeric()))
}

fn is_left_over(path: &Path) -> io::Result<bool> {
    let age = fs::metadata(path)?.modified()?.elapsed().unwrap_or_default();
    Ok(age > LEFT_OVER && File::options().write(true).open(path)?.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let mut all: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        all.sort();
        all
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.png");
        for bytes in [&b"first"[..], b"second and longer", b""] {
            replace(&path, bytes).expect("writable");
            assert_eq!(fs::read(&path).expect("there"), bytes);
        }
        assert_eq!(entries(folder.path()), [path]);
    }

    /// All or none: a file that cannot be replaced leaves all as they were.
    #[test]
    fn files_are_replaced_together_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("pose.mtl"), b"old materials").expect("writable");
        fs::create_dir(at("pose.obj")).expect("a folder");
        let files: [(PathBuf, &[u8]); 3] = [
            (at("pose_skin.png"), b"image"),
            (at("pose.mtl"), b"new materials"),
            (at("pose.obj"), b"surfaces"),
        ];
        let (path, _) = replace_together(&files).expect_err("a folder is in the way");
        assert_eq!(path, at("pose.obj"));
        assert_eq!(entries(folder.path()), [at("pose.mtl"), at("pose.obj")]);
        assert_eq!(fs::read(at("pose.mtl")).expect("there"), b"old materials");
        fs::remove_dir(at("pose.obj")).expect("ours");
        // A folder comes in the way when the others have their names already.
        let written = write_all(&files).expect("writable");
        fs::create_dir(at("pose.obj")).expect("a folder");
        let (path, _) = name_all(written).expect_err("a folder is in the way");
        assert_eq!(path, at("pose.obj"));
        assert_eq!(entries(folder.path()), [at("pose.mtl"), at("pose.obj")]);
        assert_eq!(fs::read(at("pose.mtl")).expect("there"), b"old materials");
        fs::remove_dir(at("pose.obj")).expect("ours");
        let replaced = replace_together(&files).expect("writable");
        for (path, bytes) in &files {
            assert!(holds(path, bytes) && !holds(path, b"other"));
        }
        replaced.take_back();
        assert_eq!(entries(folder.path()), [at("pose.mtl")]);
        assert_eq!(fs::read(at("pose.mtl")).expect("there"), b"old materials");
        // Once nobody can take them back, nothing but the files is there.
        drop(replace_together(&files).expect("writable"));
        assert_eq!(entries(folder.path()).len(), files.len());
        assert!(files.iter().all(|(path, bytes)| holds(path, bytes)));
    }

    /// A program was killed while it wrote: the next one that writes there tidies up, and touches nothing else.
    #[test]
    fn what_killed_programs_left_goes_with_the_next_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let old = std::time::SystemTime::now() - 2 * LEFT_OVER;
        let make = |name: &str| {
            let file = File::create(at(name)).expect("writable");
            file.set_modified(old).expect("ours");
            file
        };
        let stay = [
            ".castview-.tmp",
            ".castview-a b.tmp",
            ".castview-abcdef.tmp.cast",
            ".castview-young1.tmp",
            ".castview-locked.tmp",
            "castview-abcdef.tmp",
        ];
        let mut files: Vec<File> = stay.iter().map(|name| make(name)).collect();
        files[3].set_modified(std::time::SystemTime::now()).expect("ours");
        let held = files.remove(4);
        held.try_lock().expect("nobody else has it");
        fs::create_dir(at(".castview-folder.tmp")).expect("a folder");
        make(".castview-a1B2c3.tmp");
        replace(&at("a.png"), b"new").expect("writable");
        let mut wanted: Vec<PathBuf> = stay.iter().map(|name| at(name)).collect();
        wanted.extend([at(".castview-folder.tmp"), at("a.png")]);
        wanted.sort();
        assert_eq!(entries(folder.path()), wanted);
        drop(held);
        replace(&at("a.png"), b"newer").expect("writable");
        wanted.retain(|path| !path.ends_with(".castview-locked.tmp"));
        assert_eq!(entries(folder.path()), wanted, "nobody holds it any more");
        make(".castview-a1B2c3.tmp");
        clear_left_over(folder.path(), 0);
        assert_eq!(entries(folder.path()).len(), wanted.len() + 1);
        tidy(folder.path());
        assert_eq!(entries(folder.path()), wanted);
    }

    #[test]
    fn what_is_no_file_is_refused_untouched() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(
            replace(folder.path(), b"x").expect_err("a folder").kind(),
            io::ErrorKind::InvalidInput
        );
        assert!(replace(&folder.path().join("nowhere/a.png"), b"x").is_err());
        assert!(entries(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("real.glb"), b"old").expect("writable");
        fs::set_permissions(at("real.glb"), fs::Permissions::from_mode(0o640)).expect("ours");
        symlink("real.glb", at("link.glb")).expect("a link");
        symlink("made.glb", at("dangling.glb")).expect("a link");
        replace(&at("link.glb"), b"new").expect("writable");
        replace(&at("dangling.glb"), b"made").expect("writable");
        assert!(at("link.glb").is_symlink() && at("dangling.glb").is_symlink());
        assert_eq!(fs::read(at("real.glb")).expect("there"), b"new");
        assert_eq!(fs::read(at("made.glb")).expect("there"), b"made");
        let mode = |name: &str| fs::metadata(at(name)).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode("real.glb"), 0o640);
        // As any program's new file: the mask of this process decides.
        fs::write(at("plain"), b"").expect("writable");
        assert_eq!(mode("made.glb"), mode("plain"));
    }

    #[test]
    fn a_read_only_file_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.png");
        fs::write(&path, b"old").expect("writable");
        let mut permissions = fs::metadata(&path).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("ours");
        let error = replace(&path, b"new").expect_err("read-only");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&path).expect("there"), b"old");
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_folder_keeps_what_it_has() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.png");
        fs::write(&path, b"old").expect("writable");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).expect("ours");
        // The system's own user may write anywhere.
        let written = replace(&path, b"new").is_ok();
        let content = fs::read(&path).expect("there");
        assert_eq!(content, if written { b"new" } else { b"old" });
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("ours");
    }
}
