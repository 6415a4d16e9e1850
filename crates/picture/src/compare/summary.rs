//! Many differences in one line.

use super::difference::{DifferenceKind, DifferencePart, FileDifference};

/// Kinds of differences that the line names.
const NAMED: usize = 4;

/// `3 bones moved, 1 texture new`: the kinds of differences in the order of their first ones, a few of them. Empty: there are none.
pub fn summary(differences: &[FileDifference]) -> String {
    let mut kinds: Vec<((DifferencePart, DifferenceKind, &str), usize)> = Vec::new();
    for difference in differences {
        let kind = (difference.part, difference.change, difference.property);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let named = kinds.iter().take(NAMED).map(|((part, change, property), count)| {
        let ending = if *count == 1 { "" } else { "s" };
        let things = match *part {
            DifferencePart::Hair | DifferencePart::File => part.word().to_owned(),
            part => format!("{count} {}{ending}", part.word()),
        };
        match property.is_empty() {
            true => format!("{things} {}", change.word()),
            false => format!("{things} {}: {property}", change.word()),
        }
    });
    let mut line = named.collect::<Vec<_>>().join(", ");
    let rest: usize = kinds.iter().skip(NAMED).map(|(_, count)| count).sum();
    if rest > 0 {
        line = format!("{line}, {rest} more");
    }
    line
}
