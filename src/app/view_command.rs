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
                self.effects.push(Effect::CopyText(line(command, &path)));
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

/// The words, fit to be typed.
fn line(command: &ViewCommand, view: &Path) -> String {
    let absolute = |location: &String| {
        let path = path_of(location);
        std::path::absolute(&path).unwrap_or(path)
    };
    let files: Vec<PathBuf> = command.files.iter().map(absolute).collect();
    let mut words = vec!["castview render".to_owned()];
    words.extend(files.iter().map(|path| shell_word(path)));
    for (key, value) in command.options.iter() {
        words.push(format!("--import {}", shell_word(Path::new(&format!("{key}={value}")))));
    }
    for folder in &command.allowed {
        words.push(format!("--allow {}", shell_word(&absolute(folder))));
    }
    words.push(format!("--view-file {}", shell_word(view)));
    let [width, height] = command.size;
    words.push(format!("--size {width}x{height}"));
    let stem = files.first().and_then(|path| path.file_stem());
    let picture = stem.unwrap_or("picture".as_ref()).to_string_lossy();
    words.push(format!("-o {}", shell_word(Path::new(&format!("{picture}.png")))));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Options;
    use crate::opened::{FileKey, OpenedFile, Placement};
    use crate::scene::Scene;
    use crate::session::{Message, Session};

    #[test]
    fn the_line_can_be_typed() {
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![OpenedFile {
                location: "/models/my hero.cast".into(),
                ..OpenedFile::of(FileKey(1), "my hero.cast", Scene::default())
            }],
            placement: Placement::Replace,
        });
        let command = session.view_command().expect("a file");
        let command = ViewCommand {
            options: Options::parse("up=z").expect("an option"),
            allowed: vec!["/textures".into()],
            size: [640, 480],
            ..command
        };
        let quote = if cfg!(windows) { '"' } else { '\'' };
        let wanted = format!(
            "castview render {quote}/models/my hero.cast{quote} --import up=z --allow /textures --view-file /v.json --size 640x480 -o \
             {quote}my hero.png{quote}"
        );
        if cfg!(unix) {
            assert_eq!(line(&command, Path::new("/v.json")), wanted);
        }
    }
}
