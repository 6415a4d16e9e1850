//! Text of files, made fit for a terminal.
//!
//! In: names, paths and sentences that hold them. Out: the same without characters that a terminal obeys or that reorder what
//! is around them; they are written out.

use std::borrow::Cow;

/// Whether `c` drives a terminal, ends a line, or turns the direction of text, instead of being seen: all control characters (ESC, BEL, DEL,
/// C1), the marks of direction, and what separates lines and paragraphs.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Unseen characters written out: `\n`, `\u{1b}`.
pub fn printed(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_unseen(c) {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A sentence on one line: its breaks become blanks, other unseen characters are written out. Blanks stay as many as they are, because
/// they may belong to a path.
pub fn on_one_line(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().split('\n').collect();
    let count = lines.len();
    let trimmed = lines.into_iter().enumerate().map(|(index, line)| {
        let line = if index > 0 { line.trim_start() } else { line };
        if index + 1 < count { line.trim_end() } else { line }
    });
    let line = trimmed.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    printed(&line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_written_out() {
        for (text, wanted) in [
            ("hip_ü 骨 👩‍🚀", "hip_ü 骨 👩‍🚀"),
            ("a\x1b[31m\n", "a\\u{1b}[31m\\n"),
            ("a\x07\x7f\u{9b}2J", "a\\u{7}\\u{7f}\\u{9b}2J"),
            (
                "a\u{202e}b\u{2066}c\u{200f}\u{2028}",
                "a\\u{202e}b\\u{2066}c\\u{200f}\\u{2028}",
            ),
        ] {
            assert_eq!(printed(text), wanted);
        }
    }

    #[test]
    fn a_sentence_is_one_line_and_its_blanks_stay() {
        assert_eq!(
            on_one_line("texture a\n b\u{1b}[2J is missing\n\n  tip: x  y\n"),
            "texture a b\\u{1b}[2J is missing tip: x  y"
        );
    }
}
