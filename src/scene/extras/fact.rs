//! What a file says that no part of the scene has a place for: shown as it is.

/// A name with a value, with more facts below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    pub name: String,
    /// Empty for a heading.
    pub value: String,
    pub children: Vec<Fact>,
}

impl Fact {
    pub fn new(name: impl Into<String>, value: impl ToString) -> Self {
        Self {
            name: name.into(),
            value: value.to_string(),
            children: Vec::new(),
        }
    }

    pub fn heading(name: impl Into<String>, children: Vec<Fact>) -> Self {
        Self {
            name: name.into(),
            value: String::new(),
            children,
        }
    }
}
