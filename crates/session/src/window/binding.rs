//! A key that was chosen for a command, as settings keep it.

use serde::{Deserialize, Serialize};

/// A key with its modifiers, as it is stored; `key` is spelled as egui names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Binding {
    /// Command on a Mac.
    #[serde(default)]
    pub ctrl: bool,
    #[serde(default)]
    pub shift: bool,
    #[serde(default)]
    pub alt: bool,
    pub key: String,
}

/// Characters of a key's name; no key is called longer.
const LONGEST_KEY: usize = 32;

impl Binding {
    /// As people read it: `Ctrl+Shift+Z`.
    pub fn label(&self) -> String {
        label([self.ctrl, self.alt, self.shift], &self.key)
    }

    /// Whether a settings file may hold it.
    pub(crate) fn is_usable(&self) -> bool {
        !self.key.is_empty() && self.key.chars().count() <= LONGEST_KEY
    }
}

/// `held`: Ctrl, Alt, Shift.
pub(crate) fn label(held: [bool; 3], key: &str) -> String {
    let mut out = String::new();
    for (held, word) in held.into_iter().zip(["Ctrl+", "Alt+", "Shift+"]) {
        if held {
            out.push_str(word);
        }
    }
    out.push_str(match key {
        "ArrowLeft" | "Left" => "←",
        "ArrowRight" | "Right" => "→",
        "ArrowUp" | "Up" => "↑",
        "ArrowDown" | "Down" => "↓",
        "PageUp" => "Page Up",
        "PageDown" => "Page Down",
        "Escape" => "Esc",
        "OpenBracket" => "[",
        "CloseBracket" => "]",
        "Backslash" => "\\",
        "Backtick" => "`",
        "Minus" => "-",
        "Equals" => "=",
        "Slash" => "/",
        "Period" => ".",
        "Comma" => ",",
        other => other.strip_prefix("Num").unwrap_or(other),
    });
    out
}
