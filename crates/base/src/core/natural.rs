//! The order in which people count: `run2` before `run10`, whatever the letter case.

use std::cmp::Ordering;

/// Compares two names by their letters without case, and digits by the number they write. Equal only if the names are the same.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len()).then_with(|| a.cmp(b));
        };
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let (number, rest) = leading_number(left);
            let (other, other_rest) = leading_number(right);
            // Without leading zeros the longer number is the larger one.
            let order = number.len().cmp(&other.len()).then_with(|| number.cmp(other));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (rest, other_rest);
        } else {
            let order = x.to_lowercase().cmp(y.to_lowercase());
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (&left[x.len_utf8()..], &right[y.len_utf8()..]);
        }
    }
}

/// The digits that `text` begins with, without leading zeros, and what follows them.
fn leading_number(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].trim_start_matches('0'), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_and_letter_case_does_not() {
        let mut names = [
            "run10",
            "Run2",
            "run",
            "run02",
            "walk",
            "Ärger",
            "run2b",
            "",
            "run99999999999999999999999",
            "run2",
        ];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(
            names,
            [
                "",
                "run",
                "Run2",
                "run02",
                "run2",
                "run2b",
                "run10",
                "run99999999999999999999999",
                "walk",
                "Ärger"
            ]
        );
        assert_eq!(
            natural_order("run2", "run02"),
            Ordering::Greater,
            "different names are never equal"
        );
    }
}
