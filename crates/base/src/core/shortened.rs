//! Names in sentences that have room for a part of them.

/// At most `limit` characters of `text`, the middle left out: both ends of a name tell files apart. A limit below three leaves it whole.
pub fn shortened(text: &str, limit: usize) -> String {
    let count = text.chars().count();
    if count <= limit || limit < 3 {
        return text.to_owned();
    }
    let head = (limit - 1).div_ceil(2);
    let tail = limit - 1 - head;
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_both_ends() {
        for (text, limit, expected) in [
            ("pilot", 10, "pilot"),
            ("walk_a.cast", 11, "walk_a.cast"),
            ("walk_forward_a.cast", 11, "walk_….cast"),
            ("abcdefghij", 5, "ab…ij"),
            ("日本語の名前です", 5, "日本…です"),
            ("ääää", 3, "ä…ä"),
            ("ab", 1, "ab"),
        ] {
            assert_eq!(shortened(text, limit), expected);
        }
    }
}
