//! Lists of facts, as `dump` prints them.

use castview_base::scene::Fact;

/// Parts of one kind, then a count.
const MOST: usize = 10_000;

/// The count that the file announces, with the entries it really has below; the entries beyond the bound are counted.
pub(crate) fn list(name: &str, announced: u32, mut facts: impl ExactSizeIterator<Item = Fact>) -> Fact {
    let more = facts.len().saturating_sub(MOST);
    let mut children: Vec<Fact> = facts.by_ref().take(MOST).collect();
    if more > 0 {
        children.push(Fact::new("…", format!("{more} more")));
    }
    Fact {
        name: name.into(),
        value: announced.to_string(),
        children,
    }
}
