//! The view as a command on the clipboard.
//!
//! In: what `castview render` has to be told. Out: a view file in the user's folder of settings, named by its content, and a line that
//! names it.

use super::saved::store::Store;
use super::state::App;
use crate::export;
use crate::files::{path_of, shell_word};
use crate::session::{Effect, Notice, ViewCommand};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Of the folder of settings.
const FOLDER: &str = "views";

impl App {
    pub(super) fn copy_view(&mut self, command: &ViewCommand) {
        let written = write(command);
        let notice = match written {
            Ok(path) => {
                let files: Vec<PathBuf> = command
                    .files
                    .iter()
                    .map(|location| absolute(&path_of(location)))
                    .collect();
                let allowed = self.loader.allowed_for(&files);
                let line = line(&files, &allowed, command.size, &path);
                self.effects.push(Effect::CopyText(line));
                Notice::info("Copied: the command draws this view.")
            }
            Err(why) => Notice::error(format!("The view was not copied: {why}.")),
        };
        self.notify(notice);
    }
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
    let stem = files.first().and_then(|path| path.file_stem());
    let picture = stem.unwrap_or("picture".as_ref()).to_string_lossy();
    words.push(format!("-o {}", shell_word(Path::new(&format!("{picture}.png")))));
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
}
