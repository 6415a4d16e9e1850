//! A window listens on a named pipe that admits its owner alone.
//!
//! The name of the pipe and a secret lie in a file in the user's own folder, which other users cannot read. Whoever sends hears the secret
//! first, so nobody else can pretend to be a window under the name of one that is gone. The paths are UTF-8.

use super::talk::{self, Answer, Wait};
use super::{Listening, MOST_BYTES, Sent, folder, newest_first};
use interprocess::os::windows::ToWtf16;
use interprocess::os::windows::named_pipe::{DuplexPipeStream, PipeListenerOptions, pipe_mode};
use interprocess::os::windows::security_descriptor::SecurityDescriptor;
use std::fs::OpenOptions;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Nobody but the owner: the list of who may do what is complete, and inherits nothing.
const OWNER_ALONE: &str = "D:P(A;;GA;;;OW)";
/// `SECURITY_IDENTIFICATION`: whoever listens may learn who sends, and may not act as the sender.
const IDENTIFICATION: u32 = 1 << 16;
/// Characters of a secret.
const SECRET: usize = 32;

/// Listens until the window closes. `open` gets the files of each call, on another thread; it returns `false` when nobody takes them.
/// `None`: nothing can be sent here.
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

/// Nobody can guess it: the keys behind it come from the system.
fn secret() -> String {
    let half = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", half(), half())
}

fn listen_in(folder: &Path, open: impl Fn(Vec<PathBuf>) -> bool + Send + 'static) -> io::Result<Listening> {
    std::fs::create_dir_all(folder)?;
    let (name, secret) = (secret(), secret());
    let owner_alone = OWNER_ALONE
        .to_wtf_16()
        .map_err(|_| refused("the list of owners holds a zero"))?;
    // Fails if there is a pipe of that name.
    let listener = PipeListenerOptions::new()
        .path(&*path_of(&name))
        .security_descriptor(Some(SecurityDescriptor::deserialize(&owner_alone)?))
        .create_duplex::<pipe_mode::Bytes>()?;
    let place = folder.join(format!("{}.pipe", std::process::id()));
    std::fs::write(&place, format!("{name}{secret}"))?;
    let listening = Listening { place };
    let open = Mutex::new(open);
    std::thread::Builder::new().name("handover".into()).spawn(move || {
        let hear = move |pipe| take(pipe, &secret, &open);
        talk::listen_to_each(|| listener.accept(), hear);
    })?;
    Ok(listening)
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn path_of(name: &str) -> String {
    format!(r"\\.\pipe\castview-{name}")
}

fn take(
    mut pipe: DuplexPipeStream<pipe_mode::Bytes>,
    secret: &str,
    open: &Mutex<impl Fn(Vec<PathBuf>) -> bool>,
) -> io::Result<()> {
    pipe.write_all(secret.as_bytes())?;
    talk::hear(&mut pipe, paths, open)
}

fn paths(all: Vec<&[u8]>) -> Option<Vec<PathBuf>> {
    let text = |path| Some(PathBuf::from(std::str::from_utf8(path).ok()?));
    all.into_iter().map(text).collect()
}

fn send_in(folder: &Path, files: &[PathBuf]) -> io::Result<Sent> {
    let mut sent = String::new();
    for file in files {
        let path = std::path::absolute(file)?;
        let path = path
            .to_str()
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        sent.push_str(path);
        sent.push('\0');
    }
    if sent.len() as u64 > MOST_BYTES {
        return Ok(Sent::NoWindow);
    }
    let ask = move |place: PathBuf, wait: &Wait| {
        let there = std::fs::read_to_string(&place).unwrap_or_default();
        let Some((name, secret)) = there.split_at_checked(SECRET) else {
            return Ok(Answer::Gone);
        };
        match hand_over(&path_of(name), secret, sent.as_bytes(), wait) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Its window is gone.
                let _ = std::fs::remove_file(&place);
                Ok(Answer::Gone)
            }
            // Another's pipe is no window.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(Answer::Gone),
            answer => answer,
        }
    };
    Ok(talk::ask_each(newest_first(folder, "pipe")?, ask))
}

fn hand_over(path: &str, secret: &str, sent: &[u8], wait: &Wait) -> io::Result<Answer> {
    let mut pipe = OpenOptions::new()
        .read(true)
        .write(true)
        .security_qos_flags(IDENTIFICATION)
        .open(path)?;
    let mut heard = [0; SECRET];
    pipe.read_exact(&mut heard)?;
    if heard != secret.as_bytes() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "this is another's pipe",
        ));
    }
    talk::offer(&mut pipe, sent, wait)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn files_go_to_the_window_that_is_there_and_to_no_other_pipe() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("castview");
        std::fs::create_dir(&folder).expect("a folder");
        let files = [PathBuf::from(r"C:\a\b c.cast"), PathBuf::from("relative.cast")];
        assert_eq!(send_in(&folder, &files).expect("the folder is there"), Sent::NoWindow);
        let (told, opened) = channel();
        let listening = listen_in(&folder, move |files| told.send(files).is_ok()).expect("it listens");
        // This file belongs to a window that is gone.
        let dead = folder.join("z.pipe");
        std::fs::write(&dead, secret() + &secret()).expect("writable");
        assert_eq!(send_in(&folder, &files).expect("sent"), Sent::Taken);
        let wanted = [files[0].clone(), std::path::absolute(&files[1]).expect("a path")];
        assert_eq!(opened.recv().expect("taken"), wanted);
        assert!(!dead.exists(), "it was cleared away");

        // Paths that are cut, relative, empty, endless or no text are not taken.
        let there = std::fs::read_to_string(&listening.place).expect("written");
        let (name, right) = there.split_at(SECRET);
        for sent in [&b"C:\\a\\b.ca"[..], b"b.cast\0", b"", b"\0", b"C:\\\xff\0"] {
            let mut pipe = OpenOptions::new()
                .read(true)
                .write(true)
                .open(path_of(name))
                .expect("it listens");
            let mut heard = [0; SECRET];
            pipe.read_exact(&mut heard).expect("the secret");
            assert_eq!(heard, right.as_bytes());
            let _ = pipe.write_all(&(sent.len() as u32).to_le_bytes());
            let _ = pipe.write_all(sent);
            let mut answer = Vec::new();
            let _ = pipe.read_to_end(&mut answer);
            assert_eq!(answer, b"", "{} bytes", sent.len());
        }
        assert!(opened.try_recv().is_err());
        // A pipe that does not know the secret hears no path.
        let error = hand_over(&path_of(name), &secret(), b"C:\\a\0", &Wait::default()).expect_err("another's");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        let place = listening.place.clone();
        drop(listening);
        assert!(!place.exists());
    }
}
