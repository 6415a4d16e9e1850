//! Names as one pack of clips spells them → names as another pack of models does: the user's own table.
//!
//! Never here: looking for nodes.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Changes to names before a curve gives up looking for its target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Renames {
    /// Everything up to the last `:` does not count, on either side.
    pub ignores_namespaces: bool,
    /// Do not count at the beginning of a name, on either side, whatever their case: `Bip01 `, `ValveBiped.`.
    pub prefixes: Vec<String>,
    /// A curve's name → the name to look for instead, before anything else is tried.
    pub names: BTreeMap<String, String>,
    /// Names that are no UTF-8 are not tried in other encodings.
    pub as_stored: bool,
    /// A curve moves only the first of several bones that share its name.
    pub first_only: bool,
}

impl Renames {
    /// Names count as they are.
    pub const NONE: Self = Self {
        ignores_namespaces: false,
        prefixes: Vec::new(),
        names: BTreeMap::new(),
        as_stored: false,
        first_only: false,
    };

    /// Whether [`Self::bare`] can differ from the name.
    pub fn strips(&self) -> bool {
        self.ignores_namespaces || self.prefixes.iter().any(|prefix| !prefix.is_empty())
    }

    /// The name without namespace and prefix. A name that is nothing else stays whole.
    pub fn bare<'a>(&self, name: &'a str) -> &'a str {
        let mut bare = name;
        if self.ignores_namespaces
            && let Some((_, last)) = name.rsplit_once(':')
            && !last.is_empty()
        {
            bare = last;
        }
        let starts = |prefix: &&String| {
            let head = bare.get(..prefix.len());
            bare.len() > prefix.len() && head.is_some_and(|head| head.eq_ignore_ascii_case(prefix))
        };
        let longest = self.prefixes.iter().filter(starts).map(String::len).max();
        &bare[longest.unwrap_or(0)..]
    }

    /// The name to look for in place of a curve's.
    pub fn renamed<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_and_prefixes_do_not_count() {
        let renames = Renames {
            ignores_namespaces: true,
            prefixes: vec!["Bip01 ".into(), "Bip".into(), String::new()],
            ..Renames::default()
        };
        for (name, bare) in [
            ("Head", "Head"),
            ("rig:arm:Head", "Head"),
            ("bip01 Head", "Head"),
            ("a:Bip01 Head", "Head"),
            ("Bip", "Bip"),
            ("rig:", "rig:"),
            ("Bipé", "é"),
            ("é", "é"),
            ("", ""),
        ] {
            assert_eq!(renames.bare(name), bare, "{name}");
        }
        assert!(renames.strips());
        assert!(
            !Renames {
                prefixes: vec![String::new()],
                ..Renames::default()
            }
            .strips()
        );
    }
}
