//! Counts in one sentence, which leaves out whatever there is none of.

/// `3 keys are out of order; 1 key is no number`. Each part: how many, then the words for one and for more.
pub(crate) fn told(parts: &[(usize, &str, &str)]) -> String {
    let there = parts.iter().filter(|(count, ..)| *count > 0);
    let words: Vec<String> = there
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    words.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_none_of_is_left_out() {
        let said = |a, b| told(&[(a, "key is late", "keys are late"), (b, "is lost", "are lost")]);
        assert_eq!(said(0, 1), "1 is lost");
        assert_eq!(said(2, 0), "2 keys are late");
        assert_eq!(said(1, 3), "1 key is late; 3 are lost");
        assert_eq!(said(0, 0), "");
    }
}
