//! Facts of a file that no part of the scene has a place for: shown as they are.

/// A name with a value, with more facts below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// Name of the fact, in the file's own words where it has some.
    pub name: String,
    /// Empty for a heading.
    pub value: String,
    /// More about the same thing, in file order.
    pub children: Vec<Fact>,
}

impl Fact {
    /// A name with a value and nothing below it.
    pub fn new(name: impl Into<String>, value: impl ToString) -> Self {
        Self {
            name: name.into(),
            value: value.to_string(),
            children: Vec::new(),
        }
    }

    /// A name without a value, above `children`.
    pub fn heading(name: impl Into<String>, children: Vec<Fact>) -> Self {
        Self {
            name: name.into(),
            value: String::new(),
            children,
        }
    }
}
