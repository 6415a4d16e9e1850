//! Left and right, as the names of bones tell them: `arm_l`, `L_arm`, `LeftArm`, `j_arm_le`, `arm.R`.
//!
//! In: a name. Out: its side, or the same name on the other side.

/// A side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The model's own left.
    Left,
    /// The model's own right.
    Right,
}

/// Words for the left and for the right, in lower case.
const PAIRS: [[&str; 2]; 3] = [["l", "r"], ["left", "right"], ["le", "ri"]];

/// The side that a name tells; `None` if it tells neither or both.
pub fn side_of(name: &str) -> Option<Side> {
    let mut found = side_words(name).filter_map(|(_, word)| side_of_word(word));
    let side = found.next()?;
    found.all(|other| other == side).then_some(side)
}

/// The same name with its sides exchanged; `None` if it tells none.
pub fn mirrored(name: &str) -> Option<String> {
    let mut out = String::with_capacity(name.len() + 4);
    let mut copied = 0;
    for (at, word) in side_words(name) {
        if let Some(other) = other_word(word) {
            out.push_str(&name[copied..at]);
            out.push_str(&cased_as(word, other));
            copied = at + word.len();
        }
    }
    out.push_str(&name[copied..]);
    (copied > 0).then_some(out)
}

fn side_of_word(word: &str) -> Option<Side> {
    let at = |side: usize| PAIRS.iter().any(|pair| pair[side].eq_ignore_ascii_case(word));
    match (at(0), at(1)) {
        (true, _) => Some(Side::Left),
        (_, true) => Some(Side::Right),
        _ => None,
    }
}

fn other_word(word: &str) -> Option<&'static str> {
    let other = |pair: &[&'static str; 2]| {
        let at = pair.iter().position(|one| one.eq_ignore_ascii_case(word))?;
        Some(pair[1 - at])
    };
    PAIRS.iter().find_map(other)
}

/// `other` with the capitals of `word`.
fn cased_as(word: &str, other: &str) -> String {
    let mut letters = word.chars();
    let starts_high = letters.next().is_some_and(char::is_uppercase);
    let goes_on_high = letters.next().map_or(starts_high, char::is_uppercase);
    let case = |(at, letter): (usize, char)| {
        let is_high = if at == 0 {
            starts_high
        } else {
            starts_high && goes_on_high
        };
        if is_high { letter.to_ascii_uppercase() } else { letter }
    };
    let has_one_letter = word.len() == 1;
    other
        .chars()
        .enumerate()
        .map(|(at, letter)| case((if has_one_letter { 0 } else { at }, letter)))
        .collect()
}

/// The words of a name with where they begin: letters between other signs and digits, a capital behind a small letter begins one.
pub fn side_words(name: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut before: Option<char> = None;
    for (at, letter) in name.char_indices() {
        let goes_on =
            before.is_some_and(|before| before.is_alphabetic() && !(before.is_lowercase() && letter.is_uppercase()));
        if letter.is_alphabetic() {
            match starts.last_mut().filter(|_| goes_on) {
                Some((_, end)) => *end = at + letter.len_utf8(),
                None => starts.push((at, at + letter.len_utf8())),
            }
        }
        before = Some(letter);
    }
    starts.into_iter().map(|(start, end)| (start, &name[start..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_told_and_exchanged_as_the_games_write_them() {
        for (left, right) in [
            ("upperarm_l", "upperarm_r"),
            ("L_Hand", "R_Hand"),
            ("mixamorig:LeftForeArm", "mixamorig:RightForeArm"),
            ("j_shoulder_le", "j_shoulder_ri"),
            ("thigh.L.001", "thigh.R.001"),
            ("LEFT_FOOT", "RIGHT_FOOT"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("eye_left", "eye_right"),
        ] {
            assert_eq!(side_of(left), Some(Side::Left), "{left}");
            assert_eq!(side_of(right), Some(Side::Right), "{right}");
            assert_eq!(mirrored(left).as_deref(), Some(right));
            assert_eq!(mirrored(right).as_deref(), Some(left));
        }
        for neither in ["spine", "lower", "root", "", "l_and_r", "Läufer", "clavicle", "riser"] {
            assert_eq!(side_of(neither), None, "{neither}");
        }
        assert_eq!(mirrored("spine"), None);
    }
}
