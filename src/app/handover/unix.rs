//! A window listens on a socket in a folder that only its user may enter.

use super::talk::{self, Answer, Wait};
use super::{Listening, MOST_BYTES, PATIENCE, Sent, folder, newest_first};
use std::ffi::OsStr;
use std::fs::DirBuilder;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Listens until the window closes. `open` gets the files of each call, on another thread; it returns `false` when nobody takes
/// them. `None`: there is no place where nobody else could connect.
pub fn listen(open: impl Fn(Vec<PathBuf>) -> bool + Send + 'static) -> Option<Listening> {
    let listening = folder().and_then(|folder| listen_in(&folder, open));
    listening
        .map_err(|error| log::info!("no files can be sent to this window: {error}"))
        .ok()
}

/// Hands `files` to the newest window that takes them.
pub fn send(files: &[PathBuf]) -> Sent {
    let sent = folder().and_then(|folder| send_in(&folder, files));
    sent.unwrap_or_else(|error| {
        log::info!("no files can be sent: {error}");
        Sent::NoWindow
    })
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
    let open = Mutex::new(open);
    std::thread::Builder::new().name("handover".into()).spawn(move || {
        let hear = move |stream| talk::hear(&mut Timed::new(stream), paths, &open);
        talk::listen_to_each(|| Ok(listener.accept()?.0), hear);
    })?;
    Ok(listening)
}

fn paths(all: Vec<&[u8]>) -> Option<Vec<PathBuf>> {
    Some(
        all.into_iter()
            .map(|path| PathBuf::from(OsStr::from_bytes(path)))
            .collect(),
    )
}

fn send_in(folder: &Path, files: &[PathBuf]) -> io::Result<Sent> {
    secure(folder)?;
    let mut sent = Vec::new();
    for file in files {
        sent.extend_from_slice(std::path::absolute(file)?.as_os_str().as_bytes());
        sent.push(0);
    }
    if sent.len() as u64 > MOST_BYTES {
        return Ok(Sent::NoWindow);
    }
    // Where too many wait already, connecting takes for ever.
    let ask = move |socket: PathBuf, wait: &Wait| match UnixStream::connect(&socket) {
        Ok(stream) => talk::offer(&mut Timed::new(stream), &sent, wait),
        Err(error) => {
            if error.kind() == io::ErrorKind::ConnectionRefused {
                // Its window is gone.
                let _ = std::fs::remove_file(&socket);
            }
            Ok(Answer::Gone)
        }
    };
    Ok(talk::ask_each(newest_first(folder, "sock")?, ask))
}

/// A stream whose other end has [`PATIENCE`] for everything together, however little it sends at a time.
struct Timed {
    stream: UnixStream,
    until: Instant,
}

impl Timed {
    fn new(stream: UnixStream) -> Self {
        let until = Instant::now() + PATIENCE;
        Self { stream, until }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        match left.is_zero() {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => Ok(Some(left)),
        }
    }
}

impl Read for Timed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(into)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
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
        assert_eq!(send_in(&folder, &files).expect("the folder is made"), Sent::NoWindow);
        let (told, opened) = channel();
        let listening = listen_in(&folder, move |files| told.send(files).is_ok()).expect("it listens");
        // The socket of a newer window that is gone. Clocks of file systems are coarse: of two at one time the later name counts as newer.
        let dead = folder.join("z.sock");
        drop(UnixListener::bind(&dead).expect("bound"));
        let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(send_in(&folder, &files).expect("sent"), Sent::Taken);
        let wanted = [files[0].clone(), std::path::absolute(&files[1]).expect("a path")];
        assert_eq!(opened.recv().expect("taken"), wanted);
        assert!(!dead.exists(), "it was cleared away");

        // Paths that are cut, relative, empty or endless are not taken.
        for sent in [&b"/a/b.ca"[..], b"b.cast\0", b"", b"\0", &vec![b'/'; (1 << 20) + 2]] {
            let mut stream = UnixStream::connect(&listening.place).expect("it listens");
            // It may hang up before all is sent.
            let _ = stream.write_all(&(sent.len() as u32).to_le_bytes());
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

    /// A listener nobody serves: a window that is stopped.
    fn stopped(folder: &Path, name: &str) -> UnixListener {
        secure(folder).expect("a folder");
        UnixListener::bind(folder.join(name)).expect("bound")
    }

    /// It finds a sender that has given up, and paths that nobody let it open.
    #[test]
    fn a_window_that_does_not_answer_opens_nothing_later() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("castview");
        let window = stopped(&folder, "a.sock");
        let files = [PathBuf::from("/a/b.cast")];
        assert_eq!(send_in(&folder, &files).expect("sent"), Sent::Unanswered);
        let (stream, _) = window.accept().expect("it waits");
        let open = Mutex::new(|_| panic!("it opens what nobody waits for"));
        let heard = talk::hear(&mut Timed::new(stream), paths, &open);
        assert!(heard.is_err(), "it would have opened the files");
        assert!(folder.join("a.sock").exists(), "it may wake up");
        // A window behind it that answers gets the files.
        let (told, opened) = channel();
        let _listening = listen_in(&folder, move |files| told.send(files).is_ok()).expect("it listens");
        let sent = send_in(&folder, &files).expect("sent");
        assert_eq!((sent, opened.recv().expect("opened")), (Sent::Taken, files.to_vec()));
    }

    /// As many as the system lets wait for a stopped window: connecting to it takes for ever.
    #[test]
    fn a_window_at_which_too_many_wait_is_given_up() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("castview");
        let _window = stopped(&folder, "a.sock");
        let address = rustix::net::SocketAddrUnix::new(folder.join("a.sock")).expect("a short path");
        let mut waiting = Vec::new();
        loop {
            use rustix::net::{AddressFamily, SocketFlags, SocketType, connect, socket_with};
            let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::NONBLOCK, None);
            let socket = socket.expect("a socket");
            if connect(&socket, &address).is_err() {
                break;
            }
            waiting.push(socket);
        }
        assert_eq!(
            send_in(&folder, &[PathBuf::from("/a")]).expect("sent"),
            Sent::Unanswered
        );
    }

    /// Senders that say nothing, or a byte now and then, keep nobody waiting; the last to come is heard at once.
    #[test]
    fn senders_that_say_nothing_keep_nobody_waiting() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("castview");
        let (told, opened) = channel();
        let listening = listen_in(&folder, move |files| told.send(files).is_ok()).expect("it listens");
        let silent: Vec<UnixStream> = (0..300)
            .map(|_| {
                let mut stream = UnixStream::connect(&listening.place).expect("it listens");
                stream.write_all(&[9]).expect("sent");
                stream
            })
            .collect();
        let files = [PathBuf::from("/a/b.cast")];
        assert_eq!(send_in(&folder, &files).expect("sent"), Sent::Taken);
        assert_eq!(opened.recv().expect("opened"), files);
        drop(silent);
    }

    #[test]
    fn one_who_sends_a_byte_now_and_then_has_no_more_time_than_others() {
        let (mut trickle, stream) = UnixStream::pair().expect("a pair");
        let mut timed = Timed::new(stream);
        timed.until = Instant::now();
        trickle.write_all(&[0; 9]).expect("sent");
        let error = timed
            .read(&mut [0; 1])
            .expect_err("its time is over, whatever is there to read");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
