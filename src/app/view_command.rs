//! The view as a command on the clipboard.
//!
//! In: what `castview render` has to be told. Out: a view file in the user's folder of settings, named by its content, and a line that
//! names it.

use super::background::starts_in_background;
use super::saved::store::Store;
use super::state::App;
use super::wake::Wake;
use crate::core::guard;
use crate::export;
use crate::files::{Allowance, path_of, shell_word};
use crate::session::{Effect, Notice, ViewCommand};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Folder for view files, inside the folder of settings.
const FOLDER: &str = "views";

impl App {
    /// In the background: the disk may be slow, and the files may lie on a network.
    pub(super) fn copy_view(&self, command: ViewCommand) {
        let (allowance, proxy) = (self.loader.allowance(), self.proxy.clone());
        let is_begun = starts_in_background(Box::new(move || {
            let line = guard(|| line_for(&command, &allowance)).unwrap_or_else(Err);
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(Wake::ViewCopied(line)));
        }));
        if !is_begun {
            drop(
                self.proxy
                    .send_event(Wake::ViewCopied(Err("there is no thread for it".into()))),
            );
        }
    }

    pub(super) fn on_view_copied(&mut self, line: Result<String, String>) {
        let notice = match line {
            Ok(line) => {
                self.effects.push(Effect::CopyText(line));
                Notice::info("Copied: the command draws this view.")
            }
            Err(why) => Notice::error(format!("The view was not copied: {why}.")),
        };
        self.notify(notice);
    }
}

/// Writes the view file, and says what draws it.
fn line_for(command: &ViewCommand, allowance: &Allowance) -> Result<String, String> {
    let path = write(command)?;
    let files = command.files.iter().map(|location| absolute(&path_of(location)));
    let files: Vec<PathBuf> = files.collect();
    let allowed = allowance.folders_for(&files);
    Ok(line(&files, &allowed, command.size, &path))
}

/// Writes the view file, and says where.
fn write(command: &ViewCommand) -> Result<PathBuf, String> {
    let folder = Store::of_user()
        .folder
        .ok_or("this machine has no folder for settings")?;
    let folder = folder.join(FOLDER);
    let json = serde_json::to_string(&command.view).map_err(|error| error.to_string())?;
    let mut hash = DefaultHasher::new();
    json.hash(&mut hash);
    let path = folder.join(format!("view-{:016x}.json", hash.finish()));
    let stored = std::fs::create_dir_all(&folder).and_then(|()| export::replace(&path, json.as_bytes()));
    stored.map_err(|error| format!("{} could not be written ({error})", path.display()))?;
    Ok(path)
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The words, fit to be typed. `allowed`: folders that the files may read beside their own.
fn line(files: &[PathBuf], allowed: &[PathBuf], [width, height]: [u32; 2], view: &Path) -> String {
    let mut words = vec!["castview render".to_owned()];
    words.extend(files.iter().map(|path| shell_word(path)));
    for folder in allowed {
        words.push(format!("--allow {}", shell_word(&absolute(folder))));
    }
    words.push(format!("--view-file {}", shell_word(view)));
    words.push(format!("--size {width}x{height}"));
    let first = files.first().map(PathBuf::as_path);
    let stem = first.and_then(Path::file_stem).unwrap_or("picture".as_ref());
    let mut picture = stem.to_owned();
    picture.push(".png");
    words.push(format!("-o {}", shell_word(Path::new(&picture))));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_can_be_typed() {
        let quote = if cfg!(windows) { '"' } else { '\'' };
        let wanted = format!(
            "castview render {quote}/models/my hero.cast{quote} /clips/run.cast --allow /textures --view-file /v.json --size 640x480 -o \
             {quote}my hero.png{quote}"
        );
        let files = ["/models/my hero.cast", "/clips/run.cast"].map(PathBuf::from);
        if cfg!(unix) {
            let allowed = [PathBuf::from("/textures")];
            assert_eq!(line(&files, &allowed, [640, 480], Path::new("/v.json")), wanted);
        }
    }

    /// Spaces, quotes, signs of the shell, what is not seen, what is no UTF-8, a name like an option.
    #[cfg(unix)]
    #[test]
    fn bash_reads_the_line_as_it_is_meant() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let path = |bytes: &[u8]| PathBuf::from(OsStr::from_bytes(bytes));
        let files = [
            path(b"/m/-x 'a\"$HOME`id`!\\\n\xff\x1b.cast"),
            path(b"/m/\xe2\x80\xae b.cast"),
        ];
        let (allowed, view) = (path(b"/te x/$(id)"), path(b"/c/it's.json"));
        let line = line(&files, std::slice::from_ref(&allowed), [64, 48], &view);
        let script = format!("castview() {{ printf '%s\\0' \"$@\"; }}; {line}");
        let read = std::process::Command::new("bash").args(["-c", &script]).output();
        let Ok(read) = read else {
            eprintln!("SKIPPED: there is no bash here");
            return;
        };
        let picture = path(b"./-x 'a\"$HOME`id`!\\\n\xff\x1b.png");
        let words: Vec<&OsStr> = [
            OsStr::new("render"),
            files[0].as_os_str(),
            files[1].as_os_str(),
            OsStr::new("--allow"),
            allowed.as_os_str(),
            OsStr::new("--view-file"),
            view.as_os_str(),
            OsStr::new("--size"),
            OsStr::new("64x48"),
            OsStr::new("-o"),
            picture.as_os_str(),
        ]
        .to_vec();
        let read: Vec<&OsStr> = read
            .stdout
            .strip_suffix(b"\0")
            .unwrap_or_default()
            .split(|byte| *byte == 0)
            .map(OsStr::from_bytes)
            .collect();
        assert_eq!(read, words, "{line}");
    }
}
