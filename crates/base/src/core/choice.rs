//! Choices that a file leaves open, how they were decided, and what the user says instead.

use std::collections::BTreeMap;

/// One thing a format does not fix or a file offers, decided by its reader; another decision reads the file again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// As typed on the command line: `matrix`.
    pub key: &'static str,
    /// For people: "Order of matrices".
    pub title: &'static str,
    /// Values as typed, each with words for people. The reader's own decision (`auto`), where there is one, comes first.
    pub values: Vec<(String, String)>,
    /// The value in force: what the user chose, else the first.
    pub chosen: String,
    /// Reading that was taken, and why: "row vectors, as 5 of 5 matrices say".
    pub outcome: String,
    /// The file offers it on purpose (a scene, a variant) and it is picked in the toolbar; else it is a doubt about the file.
    pub is_offer: bool,
}

impl Choice {
    /// Whether `value` means one of the values. A choice may also take the name of what a value stands for, as those between scenes and variants do.
    pub fn takes(&self, value: &str) -> bool {
        let is_listed = self.values.iter().any(|(listed, _)| listed == value);
        is_listed
            || self
                .values
                .iter()
                .any(|(listed, name)| *listed == self.chosen && name == value)
    }
}

/// Decisions of the user, by [`Choice::key`]; the reader decides absent ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// Everything is decided by the reader.
    pub const NONE: Self = Self(BTreeMap::new());

    /// `key=value` pairs, separated by commas.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => options.set(key.trim(), value.trim()),
                _ => return Err(format!("{pair:?} is not of the form key=value, such as matrix=row")),
            }
        }
        Ok(options)
    }

    /// Adds the decisions of `others`, which go before those that are there.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend(others.0.clone());
    }

    /// Decides `key` as `value`, whatever was decided before.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.insert(key.into(), value.into());
    }

    /// These, and one more that goes before.
    pub fn with(&self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let mut options = self.clone();
        options.set(key, value);
        options
    }

    /// Leaves `key` to the reader again.
    pub fn clear(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Value that was decided for `key`; `None`: the reader decides.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Whether the reader decides everything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Key and value of each decision, in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_as_they_are_typed() {
        let mut options = Options::parse("matrix=row, keys = ms,").expect("two pairs");
        assert_eq!(options.iter().collect::<Vec<_>>(), [("keys", "ms"), ("matrix", "row")]);
        options.extend(&Options::parse("matrix=column").expect("one pair"));
        assert_eq!(options.get("matrix"), Some("column"));
        for wrong in ["matrix", "=row", "matrix=", "a=b,c"] {
            assert!(Options::parse(wrong).is_err(), "{wrong}");
        }
    }
}
