//! Pictures → MP4 or WebM, by the program `ffmpeg`.
//!
//! Pixels go to its standard input as they are; it writes the unfinished file. Its complaints become our error.

use super::course::Course;
use super::{Encoder, MovingFormat};
use castview_images::Image;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

/// The first bytes of ffmpeg's messages are kept for the report. The rest is read and dropped, because a full pipe would stop ffmpeg.
const MOST_SAID: u64 = 4096;

pub(super) struct Ffmpeg {
    child: Child,
    said: Option<JoinHandle<String>>,
    is_opaque: bool,
}

/// Whether `ffmpeg` can be started.
pub fn has_ffmpeg() -> bool {
    let mut asked = Command::new("ffmpeg");
    asked
        .arg("-version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

impl Ffmpeg {
    pub fn begin(path: &Path, format: MovingFormat, course: Course) -> io::Result<Self> {
        let [width, height] = course.size;
        let is_opaque = format == MovingFormat::Mp4;
        let written: &[&str] = match is_opaque {
            true => &[
                "-c:v",
                "libx264",
                "-pix_fmt",
                "yuv420p",
                "-crf",
                "18",
                "-movflags",
                "+faststart",
                "-f",
                "mp4",
            ],
            false => &[
                "-c:v",
                "libvpx-vp9",
                "-pix_fmt",
                "yuva420p",
                "-crf",
                "24",
                "-b:v",
                "0",
                "-f",
                "webm",
            ],
        };
        let mut command = Command::new("ffmpeg");
        command
            .args([
                "-hide_banner",
                "-loglevel",
                "error",
                "-y",
                "-f",
                "rawvideo",
                "-pix_fmt",
                "rgba",
            ])
            .arg("-s")
            .arg(format!("{width}x{height}"))
            .arg("-framerate")
            .arg(format!("{:.6}", course.picture_secs.recip()))
            .args(["-i", "pipe:0", "-an"])
            .args(written)
            .arg(std::path::absolute(path)?)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let stderr = child.stderr.take();
        let said = stderr.map(|mut stderr| {
            std::thread::spawn(move || {
                let mut said = Vec::new();
                let _ = stderr.by_ref().take(MOST_SAID).read_to_end(&mut said);
                let _ = io::copy(&mut stderr, &mut io::sink());
                String::from_utf8_lossy(&said).into_owned()
            })
        });
        Ok(Self { child, said, is_opaque })
    }

    /// The first line that it said, if it ended badly.
    fn complaint(&mut self) -> io::Error {
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        let line = said.lines().next().unwrap_or("it ended without a word");
        io::Error::other(format!("ffmpeg: {line}"))
    }
}

impl Encoder for Ffmpeg {
    fn add(&mut self, image: Image) -> io::Result<()> {
        if self.is_opaque && image.rgba.chunks_exact(4).any(|texel| texel[3] < u8::MAX) {
            let why = "MP4 holds nothing transparent: choose another background, or WebM";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let written = self
            .child
            .stdin
            .as_mut()
            .map_or(Ok(()), |stdin| stdin.write_all(&image.rgba));
        written.map_err(|error| match error.kind() {
            // It ended before all pictures had come, and has said why.
            io::ErrorKind::BrokenPipe => self.complaint(),
            _ => error,
        })
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        drop(self.child.stdin.take());
        match self.child.wait()?.success() {
            true => Ok(()),
            false => Err(self.complaint()),
        }
    }
}

impl Drop for Ffmpeg {
    /// It does not outlive what it works for.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
