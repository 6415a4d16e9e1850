//! The view as a command on the clipboard.
//!
//! In: what `castview render` or `castview convert` has to be told. Out: a view file in the user's folder of settings, named by its content, and a line that
//! names it.

use super::background::starts_in_background;
use super::saved::store::Store;
use super::state::App;
use super::wake::Wake;
use crate::core::guard;
use crate::export;
use crate::files::{Allowance, DEMO_TEXTURES, demo_files, path_of, shell_word};
use crate::session::{Effect, Notice, ViewCommand};
use std::borrow::Cow;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Folder for view files, inside the folder of settings.
const FOLDER: &str = "views";
/// Folder for the files of the demo, inside that one: a command reads files.
const DEMO: &str = "demo";

impl App {
    /// In the background: the disk may be slow, and the files may lie on a network.
    pub(super) fn copy_view(&self, command: ViewCommand) {
        let (allowance, proxy) = (self.loader.allowance(), self.proxy.clone());
        let gpu = self.asked_adapter();
        let is_begun = starts_in_background(Box::new(move || {
            let line = guard(|| line_for(&command, (&allowance, gpu.as_deref()))).unwrap_or_else(Err);
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
                Notice::info("Copied: the command draws or writes what is shown.")
            }
            Err(why) => Notice::error(format!("The view was not copied: {why}.")),
        };
        self.notify(notice);
    }
}

/// Folders that files may read beside their own, and words for the adapter that draws, unless it is the best one.
type Context<'a> = (&'a Allowance, Option<&'a str>);

/// Writes the view file, and says what draws it.
fn line_for(command: &ViewCommand, context: Context<'_>) -> Result<String, String> {
    let first = command.files.first().map(|location| path_of(location));
    let named = || command.view.files.first().map(PathBuf::from);
    let first = first.filter(|path| !path.as_os_str().is_empty()).or_else(named);
    let stem = first.as_deref().and_then(Path::file_stem).unwrap_or("picture".as_ref());
    let mut picture = stem.to_owned();
    picture.push(&command.ending);
    let folder = folder()?;
    Ok(line(&spelled(command, context, (&folder, Path::new(&picture)))?))
}

/// Writes the view file into the folder `at`, and says the words that draw it into `output`.
pub(super) fn words(
    command: &ViewCommand,
    context: Context<'_>,
    (at, output): (&Path, &Path),
) -> Result<Vec<OsString>, String> {
    let words = spelled(command, context, (at, output))?.into_iter();
    let given = words.map(|word| match word {
        Word::Plain(text) => text.into(),
        Word::Path(path) => path.into_os_string(),
    });
    Ok(given.collect())
}

/// A word of a command.
enum Word {
    Plain(String),
    Path(PathBuf),
}

/// Writes the demo's files and textures into `folder`, which is made if it is not there. Files with these bytes stay as they are.
fn write_demo(folder: &Path) -> std::io::Result<()> {
    let files = demo_files().map(|(name, bytes)| (name, Cow::Owned(bytes)));
    let textures = DEMO_TEXTURES.map(|(name, bytes)| (name, Cow::Borrowed(bytes)));
    for (name, bytes) in files.into_iter().chain(textures) {
        let path = folder.join(name);
        if std::fs::read(&path).is_ok_and(|there| bytes == there) {
            continue;
        }
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        export::replace(&path, &bytes)?;
    }
    Ok(())
}

/// The folder for view files that stay.
fn folder() -> Result<PathBuf, String> {
    let settings = Store::of_user().folder;
    Ok(settings.ok_or("this machine has no folder for settings")?.join(FOLDER))
}

/// The words of the command, without the name of the program. Its view file is written into the folder `at`.
fn spelled(
    command: &ViewCommand,
    (allowance, gpu): Context<'_>,
    (at, output): (&Path, &Path),
) -> Result<Vec<Word>, String> {
    let view = write(command, at)?;
    let mut files = Vec::new();
    for (location, name) in command.files.iter().zip(&command.view.files) {
        files.push(match location.is_empty() {
            false => absolute(&path_of(location)),
            true => {
                let demo = folder()?.join(DEMO);
                write_demo(&demo).map_err(|error| format!("{} could not be written ({error})", demo.display()))?;
                demo.join(name)
            }
        });
    }
    let allowed = allowance.folders_for(&files);
    Ok(in_order(&files, (&allowed, gpu), command, (&view, output)))
}

/// `allowed`: folders that the files may read beside their own.
fn in_order(
    files: &[PathBuf],
    (allowed, gpu): (&[PathBuf], Option<&str>),
    command: &ViewCommand,
    (view, output): (&Path, &Path),
) -> Vec<Word> {
    let plain = |text: &str| Word::Plain(text.to_owned());
    let path = |path: &Path| Word::Path(path.to_owned());
    let mut words = vec![plain(command.verb)];
    words.extend(files.iter().map(|file| path(file)));
    for folder in allowed {
        words.extend([plain("--allow"), path(&absolute(folder))]);
    }
    words.extend([plain("--view-file"), path(view)]);
    let [width, height] = command.size;
    if command.verb == "render" {
        words.extend([plain("--size"), Word::Plain(format!("{width}x{height}"))]);
    }
    words.extend(command.options.iter().map(|option| plain(option)));
    if let Some(gpu) = gpu.filter(|_| command.verb == "render") {
        // A name has spaces.
        words.extend([plain("--gpu"), path(Path::new(gpu))]);
    }
    words.extend([plain("-o"), path(output)]);
    words
}

/// Writes the view file, and says where.
fn write(command: &ViewCommand, folder: &Path) -> Result<PathBuf, String> {
    let json = serde_json::to_string(&command.view).map_err(|error| error.to_string())?;
    let mut hash = DefaultHasher::new();
    json.hash(&mut hash);
    let path = folder.join(format!("view-{:016x}.json", hash.finish()));
    let stored = std::fs::create_dir_all(folder).and_then(|()| export::replace(&path, json.as_bytes()));
    stored.map_err(|error| format!("{} could not be written ({error})", path.display()))?;
    Ok(path)
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The words, fit to be typed.
fn line(words: &[Word]) -> String {
    let typed = words.iter().map(|word| match word {
        Word::Path(path) => shell_word(path),
        // PowerShell makes lists of commas, and cuts words at points.
        Word::Plain(text) if cfg!(windows) && text.contains(['.', ',']) => format!("\"{text}\""),
        Word::Plain(text) => text.clone(),
    });
    ["castview".to_owned()]
        .into_iter()
        .chain(typed)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::session::saved;

    fn command(size: [u32; 2], options: &[&str]) -> ViewCommand {
        ViewCommand {
            verb: "render",
            files: Vec::new(),
            size,
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            ending: ".png".into(),
            view: saved::saved_view(&Session::default()),
        }
    }

    #[test]
    fn the_line_can_be_typed() {
        let quote = if cfg!(windows) { '"' } else { '\'' };
        let wanted = format!(
            "castview render {quote}/models/my hero.cast{quote} /clips/run.cast --allow /textures --view-file /v.json --size 640x480 --frames -3..9 --gpu {quote}Card 2{quote} -o \
             {quote}my hero.png{quote}"
        );
        let files = ["/models/my hero.cast", "/clips/run.cast"].map(PathBuf::from);
        if cfg!(unix) {
            let allowed = [PathBuf::from("/textures")];
            let command = command([640, 480], &["--frames", "-3..9"]);
            let places = (Path::new("/v.json"), Path::new("my hero.png"));
            assert_eq!(
                line(&in_order(&files, (&allowed, Some("Card 2")), &command, places)),
                wanted
            );
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
        let output = path(b"-x 'a\"$HOME`id`!\\\n\xff\x1b_{index:04}.png");
        let places = (view.as_path(), output.as_path());
        let words = in_order(
            &files,
            (std::slice::from_ref(&allowed), None),
            &command([64, 48], &[]),
            places,
        );
        let line = line(&words);
        let script = format!("castview() {{ printf '%s\\0' \"$@\"; }}; {line}");
        let read = std::process::Command::new("bash").args(["-c", &script]).output();
        let Ok(read) = read else {
            eprintln!("SKIPPED: there is no bash here");
            return;
        };
        let picture = path(b"./-x 'a\"$HOME`id`!\\\n\xff\x1b_{index:04}.png");
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
