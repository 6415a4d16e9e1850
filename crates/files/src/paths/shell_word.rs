//! Paths as words of a command line that a user pastes into a shell.
//!
//! In: a path. Out: one word that the shell turns back into that very path: bash (and zsh) on Unix, PowerShell on Windows, where cmd reads
//! most words alike. The word has no character that is not seen, and never begins like an option.

use super::location::plain_path;
use castview_base::core::is_unseen;
use std::path::Path;

/// `path` fit to be typed in the shell of this system.
pub fn shell_word(path: &Path) -> String {
    if cfg!(windows) {
        return of_power_shell(&plain_path(path));
    }
    of_bash(path.as_os_str().as_encoded_bytes())
}

/// Characters that no shell reads in its own way, wherever they stand in a word.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || "/._-+:".contains(c)
}

fn of_bash(bytes: &[u8]) -> String {
    let begins_like_option = bytes.first() == Some(&b'-');
    let here = if begins_like_option { "./" } else { "" };
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| !text.contains(is_unseen)) else {
        let escaped: String = bytes.iter().map(|byte| escaped_byte(*byte)).collect();
        return format!("$'{here}{escaped}'");
    };
    match !text.is_empty() && text.chars().all(|c| is_plain(c) || "=,@%".contains(c)) {
        true => format!("{here}{text}"),
        false => format!("'{here}{}'", text.replace('\'', r"'\''")),
    }
}

/// Within `$'…'`.
fn escaped_byte(byte: u8) -> String {
    match byte {
        b'\n' => r"\n".into(),
        b'\\' | b'\'' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).into(),
        _ => format!("\\x{byte:02x}"),
    }
}

/// Windows allows no double quotes and no control characters in names. In PowerShell single quotes keep all but themselves, and it takes
/// typographic ones for quotes, too. Where double quotes do as well, they stand: cmd knows those alone.
fn of_power_shell(text: &str) -> String {
    let here = if text.starts_with('-') { r".\" } else { "" };
    if !text.is_empty() && text.chars().all(|c| is_plain(c) || c == '\\') {
        return format!("{here}{text}");
    }
    // A backslash before the closing quote would be taken for an escape by the program; a folder is the same without it.
    let text = text.trim_end_matches('\\');
    let is_quote = |c| matches!(c, '\'' | '\u{2018}'..='\u{201b}');
    let is_kept = |c: char| !matches!(c, '$' | '`' | '%' | '"' | '\u{201c}'..='\u{201e}');
    if text.chars().all(is_kept) {
        return format!("\"{here}{text}\"");
    }
    let doubled = text
        .chars()
        .flat_map(|c| std::iter::repeat_n(c, 1 + usize::from(is_quote(c))));
    format!("'{here}{}'", doubled.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pieces of text that make words hard.
    const HARD: [&str; 24] = [
        "-", "-x.cast", " ", "  ", "\n", "\\", "'", "\"", "$", "`", "!", "$(id)", "~", "*", "?", "[a]", "{a,b}", "#",
        "&", ";", "\t", "\x1b[2J", "\u{202e}", "’",
    ];

    fn hard_bytes() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            3 => proptest::sample::select(&HARD[..]).prop_map(|part| part.as_bytes().to_vec()),
            1 => "[a-z0-9äß骨/=,@%!]{1,4}".prop_map(String::into_bytes),
            1 => proptest::collection::vec(1u8..=255, 1..3),
        ];
        proptest::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
    }

    /// As the word is meant: a name that begins like an option is said to lie here.
    fn wanted(bytes: &[u8]) -> Vec<u8> {
        let here: &[u8] = if bytes.first() == Some(&b'-') { b"./" } else { b"" };
        [here, bytes].concat()
    }

    #[cfg(unix)]
    #[test]
    fn bash_reads_back_every_path() {
        let Ok(_) = std::process::Command::new("bash").arg("--version").output() else {
            eprintln!("SKIPPED: there is no bash here");
            return;
        };
        proptest!(ProptestConfig::with_cases(48), |(all in proptest::collection::vec(hard_bytes(), 1..24))| {
            let words: Vec<String> = all.iter().map(|bytes| of_bash(bytes)).collect();
            let line = words.join(" ");
            prop_assert!(!line.contains(is_unseen), "{line:?}");
            let read = std::process::Command::new("bash")
                .args(["-c", &format!("printf '%s\\0' {line}")])
                .output()
                .expect("bash runs");
            let all: Vec<Vec<u8>> = all.iter().map(|bytes| wanted(bytes)).collect();
            let read: Vec<Vec<u8>> = read.stdout.strip_suffix(b"\0").unwrap_or_default().split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
            prop_assert_eq!(read, all, "{}", line);
        });
    }

    /// One word as PowerShell reads it, after its description ("about Quoting Rules"); `None`: it would be something else than this text.
    fn read_by_power_shell(word: &str) -> Option<String> {
        let is_single = |c: char| "'‘’‚‛".contains(c);
        let is_double = |c: char| "\"“”„".contains(c);
        let first = word.chars().next()?;
        let inner = || word.get(first.len_utf8()..word.len() - word.chars().next_back()?.len_utf8());
        if is_single(first) {
            let inner = inner()?;
            let (mut out, mut chars) = (String::new(), inner.chars());
            while let Some(c) = chars.next() {
                if is_single(c) && !chars.next().is_some_and(is_single) {
                    return None;
                }
                out.push(c);
            }
            return Some(out);
        }
        if is_double(first) {
            let inner = inner()?;
            let is_text = !inner.ends_with('\\') && !inner.chars().any(|c| is_double(c) || "$`".contains(c));
            return is_text.then(|| inner.to_owned());
        }
        let is_bare = word.chars().all(|c| c.is_alphanumeric() || "/._-+:\\".contains(c)) && first != '-';
        is_bare.then(|| word.to_owned())
    }

    #[test]
    fn power_shell_reads_back_every_path_that_windows_has() {
        let part = proptest::sample::select(
            &[
                "-", " ", "$a", "`", "'", "’", "“", "%TEMP%", "a", "ä", "\\", ",", "@", "(b)", "!", "C:\\",
            ][..],
        );
        proptest!(|(parts in proptest::collection::vec(part, 1..7))| {
            let text = parts.concat();
            let wanted = if text.starts_with('-') { format!(".\\{text}") } else { text.clone() };
            let word = of_power_shell(&text);
            let read = read_by_power_shell(&word);
            // A folder is the same with and without the last backslash.
            let same = |read: &String| read == &wanted || read == wanted.trim_end_matches('\\');
            prop_assert!(read.as_ref().is_some_and(same), "{word} is read as {read:?}");
        });
    }

    #[test]
    fn plain_paths_stay_plain() {
        for path in ["/models/hero_2.cast", "a=b,c@d%e+f", "/ä/骨.cast"] {
            assert_eq!(of_bash(path.as_bytes()), path);
        }
        for path in [r"C:\models\hero-2.cast", r"\\server\share\a.cast"] {
            assert_eq!(of_power_shell(path), path);
        }
        assert_eq!(of_power_shell(r"C:\my files\a.cast"), r#""C:\my files\a.cast""#);
        assert_eq!(of_bash(b""), "''");
    }
}
