//! The folder in which the graphics driver keeps compiled shaders.
//!
//! Mesa maps an index there into memory. On a full disk the index has no room behind it, and the first write to it ends the
//! program by a signal (SIGBUS), without a word. In: the environment, which names the folder. Out: whether the folder can be used.
//! Nothing stays written here. Other systems than Linux have no such driver.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Variables that switch such caches off: Mesa's, that of Mesa before 22, NVIDIA's.
pub const SHADER_CACHE_OFF: [(&str, &str); 3] = [
    ("MESA_SHADER_CACHE_DISABLE", "true"),
    ("MESA_GLSL_CACHE_DISABLE", "true"),
    ("__GL_SHADER_DISK_CACHE", "0"),
];

/// Variables that name the folder, the one that counts most first.
const NAMED_BY: [&str; 3] = ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"];

/// Room that a run may need: the index has 1.3 MB, the shaders of all passes about one.
const ROOM: usize = 3 << 20;

/// Why the driver's cache is not to be used.
#[derive(Debug)]
pub struct CacheTrouble {
    folder: PathBuf,
    error: io::Error,
}

impl fmt::Display for CacheTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
            _ => self.error.to_string(),
        };
        write!(
            f,
            "the graphics driver keeps no shaders this time, as its folder for them cannot be written ({why}): {}",
            self.folder.display()
        )
    }
}

/// Tries the folder, before a driver does. A folder that is not there and cannot be made is no trouble: then the driver keeps nothing.
pub fn shader_cache_trouble() -> Option<CacheTrouble> {
    let is_off = std::env::var_os(SHADER_CACHE_OFF[0].0).is_some();
    if !cfg!(target_os = "linux") || is_off {
        return None;
    }
    let folder = folder()?;
    if fs::create_dir_all(&folder).is_err() && !folder.exists() {
        return None;
    }
    let tried = has_room(&folder).and_then(|()| reserve(&folder));
    tried.err().map(|error| CacheTrouble { folder, error })
}

/// Gives the driver's index its room on the disk, so that a disk that is full later does not matter. For a moment in which the
/// driver has made the index.
pub fn hold_shader_cache() {
    if let Some(folder) = folder()
        && let Err(error) = reserve(&folder)
    {
        log::warn!("the driver's index of shaders has no room: {error}");
    }
}

/// Where the driver looks.
fn folder() -> Option<PathBuf> {
    let named = NAMED_BY.iter().filter_map(std::env::var_os);
    let named = named.map(PathBuf::from).find(|folder| !folder.as_os_str().is_empty());
    named.or_else(|| Some(std::env::home_dir()?.join(".cache")))
}

/// Writes as much as a run may need, and takes it away. Free blocks alone would not tell of a quota.
fn has_room(folder: &Path) -> io::Result<()> {
    let path = folder.join(format!(".castview-{}", std::process::id()));
    let written = create(&path).and_then(|mut file| {
        let zeros = vec![0; 1 << 16];
        (0..ROOM / zeros.len()).try_for_each(|_| file.write_all(&zeros))
    });
    let _ = fs::remove_file(&path);
    written
}

fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The index that is there gets all its blocks. File systems that cannot promise blocks are left as they are.
#[cfg(target_os = "linux")]
fn reserve(folder: &Path) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::Errno;
    const OF_MESA: &str = "mesa_shader_cache";
    const INDEX: &str = "index";
    let own = match folder.file_name() == Some(std::ffi::OsStr::new(OF_MESA)) {
        true => folder.to_owned(),
        false => folder.join(OF_MESA),
    };
    let index = match OpenOptions::new().write(true).open(own.join(INDEX)) {
        Ok(index) => index,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let length = index.metadata()?.len();
    if length == 0 {
        return Ok(());
    }
    match fallocate(&index, FallocateFlags::empty(), 0, length) {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
        reserved => Ok(reserved?),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_: &Path) -> io::Result<()> {
    Ok(())
}
