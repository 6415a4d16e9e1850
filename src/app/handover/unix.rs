//! A window listens on a socket in a folder that only its user may enter.

use super::{Listening, MOST_BYTES, PATIENCE, TAKEN, folder, newest_first};
use std::ffi::OsStr;
use std::fs::DirBuilder;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

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

fn listen_in(folder: &Path, open: impl Fn(Vec<PathBuf>) -> bool + Send + 'static) -> io::Result<Listening> {
    secure(folder)?;
    let socket = folder.join(format!("{}.sock", std::process::id()));
    // One that is there belongs to a process that has ended: it had our number.
    let _ = std::fs::remove_file(&socket);
    let listener = UnixListener::bind(&socket)?;
    let listening = Listening { place: socket };
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

fn send_in(folder: &Path, files: &[PathBuf]) -> io::Result<bool> {
    secure(folder)?;
    let mut sent = Vec::new();
    for file in files {
        sent.extend_from_slice(std::path::absolute(file)?.as_os_str().as_bytes());
        sent.push(0);
    }
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
    Ok(newest_first(folder, "sock")?.iter().any(taken))
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

#[cfg(test)]
mod tests {
    use super::*;
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
        drop(UnixListener::bind(&dead).expect("bound"));
        let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert!(send_in(&folder, &files).expect("sent"));
        let wanted = [files[0].clone(), std::path::absolute(&files[1]).expect("a path")];
        assert_eq!(opened.recv().expect("taken"), wanted);
        assert!(!dead.exists(), "it was cleared away");

        // What is cut, relative, empty or endless is not taken.
        for sent in [&b"/a/b.ca"[..], b"b.cast\0", b"", b"\0", &vec![b'/'; (1 << 20) + 2]] {
            let mut stream = UnixStream::connect(&listening.place).expect("it listens");
            // It may hang up before all is sent.
            let _ = stream.write_all(sent);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            assert_eq!(answer, b"", "{} bytes", sent.len());
        }
        assert!(opened.try_recv().is_err());
        let socket = listening.place.clone();
        drop(listening);
        assert!(!socket.exists());

        // A folder that others may enter is not used.
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("ours");
        assert!(listen_in(&folder, |_| true).is_err() && send_in(&folder, &files).is_err());
    }
}
