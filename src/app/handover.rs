//! Files for a window that is there already: `castview --send FILE`.
//!
//! A window listens on a socket of its own, in a folder that only its user may enter. In: absolute paths, each followed by a zero byte. Out: an
//! answer, after the window has taken them. The newest window that answers gets the files. Where there are no such sockets nothing is
//! handed over.

use std::path::PathBuf;

/// What a window that has taken the files answers.
#[cfg(unix)]
const TAKEN: &[u8] = b"taken";

/// A socket that is there as long as its window.
pub struct Listening {
    #[cfg(unix)]
    socket: PathBuf,
}

#[cfg(not(unix))]
pub fn listen(_: impl Fn(Vec<PathBuf>) -> bool + Send + 'static) -> Option<Listening> {
    None
}

#[cfg(not(unix))]
pub fn send(_: &[PathBuf]) -> bool {
    false
}

#[cfg(unix)]
pub use unix::{listen, send};

#[cfg(unix)]
mod unix {
    use super::{Listening, TAKEN};
    use std::ffi::OsStr;
    use std::fs::DirBuilder;
    use std::io::{self, Read, Write};
    use std::net::Shutdown;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::{Path, PathBuf};
    use std::time::{Duration, SystemTime};

    /// Of all paths that are sent together.
    const MOST_BYTES: u64 = 1 << 20;
    /// Neither side waits longer for the other.
    const PATIENCE: Duration = Duration::from_secs(2);

    impl Drop for Listening {
        fn drop(&mut self) {
            // Whoever finds it finds nobody behind it.
            let _ = std::fs::remove_file(&self.socket);
        }
    }

    /// Listens until the window closes. `open` gets the files of each call, on another thread; it returns `false` when nobody takes
    /// them. `None`: there is no place where nobody else could connect.
    pub fn listen(open: impl Fn(Vec<PathBuf>) -> bool + Send + 'static) -> Option<Listening> {
        let listening = folder().and_then(|folder| listen_in(&folder, open));
        listening
            .map_err(|error| log::info!("no files can be sent to this window: {error}"))
            .ok()
    }

    /// Hands `files` to the newest window that takes them; whether one did.
    pub fn send(files: &[PathBuf]) -> bool {
        folder().and_then(|folder| send_in(&folder, files)).unwrap_or(false)
    }

    /// The user's own folder for what lasts as long as a login.
    fn folder() -> io::Result<PathBuf> {
        let named = std::env::var_os("XDG_RUNTIME_DIR").filter(|folder| !folder.is_empty());
        let own = || {
            Some(
                directories::ProjectDirs::from("", "", "castview")?
                    .cache_dir()
                    .to_owned(),
            )
        };
        let parent = named.map(PathBuf::from).or_else(own);
        let parent = parent.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no home"))?;
        Ok(parent.join("castview"))
    }

    /// Makes the folder, or finds it as it must be: nobody else may enter it.
    fn secure(folder: &Path) -> io::Result<()> {
        if let Some(parent) = folder.parent() {
            std::fs::create_dir_all(parent)?;
        }
        match DirBuilder::new().mode(0o700).create(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let there = std::fs::symlink_metadata(folder)?;
        if there.is_dir() && there.permissions().mode() & 0o077 == 0 {
            return Ok(());
        }
        let why = format!("others may enter {}", folder.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, why))
    }

    pub(super) fn listen_in(
        folder: &Path,
        open: impl Fn(Vec<PathBuf>) -> bool + Send + 'static,
    ) -> io::Result<Listening> {
        secure(folder)?;
        let socket = folder.join(format!("{}.sock", std::process::id()));
        // One that is there belongs to a process that has ended: it had our number.
        let _ = std::fs::remove_file(&socket);
        let listener = UnixListener::bind(&socket)?;
        let listening = Listening { socket };
        std::thread::Builder::new().name("handover".into()).spawn(move || {
            for stream in listener.incoming() {
                let taken = stream.and_then(|stream| take(stream, &open));
                if let Err(error) = taken {
                    log::info!("nothing was handed over: {error}");
                }
            }
        })?;
        Ok(listening)
    }

    fn take(mut stream: UnixStream, open: &impl Fn(Vec<PathBuf>) -> bool) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut bytes = Vec::new();
        (&stream).take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        let refused = |why| Err(io::Error::new(io::ErrorKind::InvalidData, why));
        // The last path is followed by its zero, too: else it may be cut.
        let Some((0, paths)) = bytes.split_last() else {
            return refused("the paths are not whole");
        };
        let paths = paths.split(|byte| *byte == 0);
        let paths: Vec<PathBuf> = paths.map(|path| PathBuf::from(OsStr::from_bytes(path))).collect();
        if bytes.len() as u64 > MOST_BYTES || !paths.iter().all(|path| path.is_absolute()) {
            return refused("these are no paths");
        }
        match open(paths) {
            true => stream.write_all(TAKEN),
            false => Ok(()),
        }
    }

    pub(super) fn send_in(folder: &Path, files: &[PathBuf]) -> io::Result<bool> {
        secure(folder)?;
        let mut sent = Vec::new();
        for file in files {
            sent.extend_from_slice(std::path::absolute(file)?.as_os_str().as_bytes());
            sent.push(0);
        }
        let mut sockets: Vec<(SystemTime, PathBuf)> = std::fs::read_dir(folder)?
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "sock"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        sockets.sort();
        let taken = |socket: &PathBuf| {
            hand_over(socket, &sent)
                .inspect_err(|error| {
                    if error.kind() == io::ErrorKind::ConnectionRefused {
                        // Its window is gone.
                        let _ = std::fs::remove_file(socket);
                    }
                })
                .unwrap_or(false)
        };
        Ok(sockets.iter().rev().any(|(_, socket)| taken(socket)))
    }

    fn hand_over(socket: &Path, sent: &[u8]) -> io::Result<bool> {
        let mut stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.write_all(sent)?;
        stream.shutdown(Shutdown::Write)?;
        let mut answer = Vec::new();
        stream.take(TAKEN.len() as u64).read_to_end(&mut answer)?;
        Ok(answer == TAKEN)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::unix::{listen_in, send_in};
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixStream;
    use std::sync::mpsc::channel;

    #[test]
    fn files_go_to_the_window_that_is_there_and_nobody_else_may_send() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("castview");
        let files = [PathBuf::from("/a/b c.cast"), PathBuf::from("relative.cast")];
        assert!(!send_in(&folder, &files).expect("the folder is made"), "no window");
        let (told, opened) = channel();
        let listening = listen_in(&folder, move |files| told.send(files).is_ok()).expect("it listens");
        // The socket of a newer window that is gone. Clocks of file systems are coarse: of two at one time the later name counts as newer.
        let dead = folder.join("z.sock");
        drop(std::os::unix::net::UnixListener::bind(&dead).expect("bound"));
        let mode = |path: &std::path::Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert!(send_in(&folder, &files).expect("sent"));
        let wanted = [files[0].clone(), std::path::absolute(&files[1]).expect("a path")];
        assert_eq!(opened.recv().expect("taken"), wanted);
        assert!(!dead.exists(), "it was cleared away");

        // What is cut, relative, empty or endless is not taken.
        for sent in [&b"/a/b.ca"[..], b"b.cast\0", b"", b"\0", &vec![b'/'; (1 << 20) + 2]] {
            let mut stream = UnixStream::connect(&listening.socket).expect("it listens");
            // It may hang up before all is sent.
            let _ = stream.write_all(sent);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            assert_eq!(answer, b"", "{} bytes", sent.len());
        }
        assert!(opened.try_recv().is_err());
        let socket = listening.socket.clone();
        drop(listening);
        assert!(!socket.exists());

        // A folder that others may enter is not used.
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("ours");
        assert!(listen_in(&folder, |_| true).is_err() && send_in(&folder, &files).is_err());
    }
}
