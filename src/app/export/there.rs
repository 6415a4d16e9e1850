//! Files that an export would replace, although nobody was asked.
//!
//! In: the name that the command gets. Out: how many files of such names are there. Looks into a folder, so it belongs into the background.

use std::path::Path;

/// Files that are there already.
#[derive(Debug, PartialEq)]
pub struct FilesThere {
    /// The name that comes first.
    pub first: String,
    pub count: usize,
}

/// Files that writing to `written` may replace, but for `chosen`: the dialog has asked about that one. Which numbers there will be is not
/// known yet, so that every number counts.
pub fn replaced_by(written: &Path, chosen: &Path) -> Option<FilesThere> {
    let name = written.file_name()?.to_string_lossy().into_owned();
    let Some((before, after)) = around_number(&name) else {
        let is_there = written != chosen && written.exists();
        return is_there.then_some(FilesThere { first: name, count: 1 });
    };
    let folder = written.parent().unwrap_or(Path::new(""));
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let (mut first, mut count) = (None::<String>, 0);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(found) = entry
            .file_name()
            .into_string()
            .ok()
            .filter(|found| fits(found, before, after))
        else {
            continue;
        };
        count += 1;
        if first.as_ref().is_none_or(|first| found < *first) {
            first = Some(found);
        }
    }
    first.map(|first| FilesThere { first, count })
}

/// Text before the place for a number, and text behind it.
fn around_number(name: &str) -> Option<(&str, &str)> {
    let (before, rest) = name.rsplit_once("{index").or_else(|| name.rsplit_once("{frame"))?;
    let (_, after) = rest.split_once('}')?;
    Some((before, after))
}

/// Whether `found` is such a name with a number. Names that differ in case alone are one on some systems.
fn fits(found: &str, before: &str, after: &str) -> bool {
    let number = match cfg!(any(windows, target_os = "macos")) {
        true => {
            let lower = [found, before, after].map(str::to_lowercase);
            let middle = lower[0]
                .strip_prefix(&lower[1])
                .and_then(|rest| rest.strip_suffix(&lower[2]));
            middle.map(str::to_owned)
        }
        false => {
            let middle = found.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            middle.map(str::to_owned)
        }
    };
    number.is_some_and(|number| {
        let digits = number.strip_prefix('-').unwrap_or(&number);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_nobody_was_asked_about_are_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in [
            "a.gif",
            "a_0000.png",
            "a_0012.png",
            "a_-003.png",
            "a_x.png",
            "a_0001.jpg",
            "b_0001.png",
            "a_.png",
        ] {
            std::fs::write(at(name), b"").expect("writable");
        }
        let there = |first: &str, count| {
            Some(FilesThere {
                first: first.into(),
                count,
            })
        };
        for (written, chosen, wanted) in [
            ("a.gif", "a.gif", None),
            ("a.gif", "a", there("a.gif", 1)),
            ("c.gif", "c", None),
            ("a_{index:04}.png", "a.png", there("a_-003.png", 3)),
            ("a_{frame:04}.jpg", "a.jpg", there("a_0001.jpg", 1)),
            ("c_{index:04}.png", "c.png", None),
            ("nowhere/c_{index:04}.png", "nowhere/c.png", None),
        ] {
            assert_eq!(replaced_by(&at(written), &at(chosen)), wanted, "{written}");
        }
    }
}
